"""Entrants: what people write becomes bots, or one clear message."""

from __future__ import annotations

import gc
import os
import pickle
import shutil
import stat
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from duiyi import game, players
from duiyi.arena.bots import programs
from duiyi.arena.bots.entrants import (
    Entrant,
    Kind,
    Ready,
    check_names,
    prepare,
    read_entrant,
    read_entrants,
)
from duiyi.arena.bots.interpreters import own_python
from duiyi.arena.bots.person import Person
from duiyi.arena.game.conditions import Conditions
from duiyi.arena.game.played import Played
from duiyi.arena.game.referee import play_game
from duiyi.arena.sandbox.files.copies import copied
from duiyi.core import DuiyiError
from duiyi.core.clock import Clock
from duiyi.core.record import Decision

LOCKED = Conditions(clock=Clock("turn", 20.0))
OPEN = replace(LOCKED, trust=True)
BOT = """\
import sys
from helper import first
for line in sys.stdin:
    word = line.split(" ")[0].strip()
    if word in ("hello", "game"):
        print("ready", flush=True)
    elif word == "go":
        print("legal?", flush=True)
    elif word == "legal":
        print("move", first(line.split()[1:]), flush=True)
    elif word == "quit":
        break
"""
"""Plays the first legal action, with the help of a module beside it."""


SHELL_BOT = """\
while read -r word rest; do
    case $word in
        hello | game) echo ready ;;
        go) echo 'legal?' ;;
        legal) echo "move ${rest%% *}" ;;
        quit) exit ;;
    esac
done
"""


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A student's directory, which only its owner can look into."""
    made = tmp_path / "student"
    made.mkdir(mode=0o700)
    (made / "bot.py").write_text(BOT)
    (made / "helper.py").write_text("def first(words):\n    return words[0]\n")
    return made


def executable(file: Path, text: str) -> Path:
    file.write_text(text)
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return file


def play(bot: Ready, conditions: Conditions, name: str = "relati-classic") -> Played:
    """Against a random player; what it is, it is after the way to another process."""
    ready: Ready = pickle.loads(pickle.dumps(bot))
    other = prepare(Entrant("other", "random"), conditions, Path("unused"))
    made = [ready.bot(conditions, 1, None), other.bot(conditions, 2, None)]
    return play_game(game(name).start(2), made, conditions, seed=1, names=["bot", "other"])


def tokens(played: Played) -> list[str]:
    return [node.token for node in played.record.nodes if isinstance(node, Decision)]


def plays(bot: Ready, conditions: Conditions) -> bool:
    played = play(bot, conditions)
    assert played.offences == (), played.offences
    return played.scores is not None


def refusal(text: str, base: Path, cache: Path, conditions: Conditions = LOCKED) -> str:
    with pytest.raises(DuiyiError) as raised:
        prepare(read_entrant(text), conditions, cache, base)
    return str(raised.value)


# What is written


@pytest.mark.parametrize(
    ("text", "name", "spec"),
    [
        ("random", "random", "random"),
        ("mcts:0.2", "mcts:0.2", "mcts:0.2"),
        ("person", "person", "person"),
        ("./bot", "bot", "./bot"),
        ("bots/wang/bot.c", "bot", "bots/wang/bot.c"),
        ("python3 my_bot.py --depth=4", "my_bot", "python3 my_bot.py --depth=4"),
        ("files-a:./bot", "bot", "files-a:./bot"),
        ("files-b:bots/li.cpp", "li", "files-b:bots/li.cpp"),
        ("wang=./bot", "wang", "./bot"),
        ("王=files-a:./bot --x=1", "王", "files-a:./bot --x=1"),
        ("a=mcts:0.2", "a", "mcts:0.2"),
        ("./bot --depth=4", "bot", "./bot --depth=4"),
    ],
)
def test_a_text_names_a_bot_and_says_what_it_is(text: str, name: str, spec: str) -> None:
    assert read_entrant(text) == Entrant(name, spec)


@pytest.mark.parametrize("text", ["", "  ", "x='unclosed", "'unclosed"])
def test_a_text_that_is_none_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(DuiyiError):
        prepare(read_entrant(text), OPEN, tmp_path)


def test_two_bots_of_one_name_are_refused_and_told_how_to_differ() -> None:
    with pytest.raises(DuiyiError, match=r"two bots are called bot: ./bot and old/bot.*NAME=old"):
        read_entrants(["./bot", "random", "old/bot"])
    with pytest.raises(DuiyiError, match="two bots"):
        check_names([Entrant("Wang", "./a"), Entrant("wang", "./b")])
    with pytest.raises(DuiyiError, match="two bots"):
        read_entrants(["a=./bot", "a=./bot"])
    assert len(read_entrants(["a=random", "b=random"])) == 2


@pytest.mark.parametrize(
    ("texts", "names"),
    [
        (["./bot", "./bot"], ["bot", "bot 2"]),
        (["./bot", "./bot", "random", "./bot"], ["bot", "bot 2", "random", "bot 3"]),
        (["files-a:bot.c", "files-a:bot.c"], ["bot", "bot 2"]),
        (["python3 bot.py", " python3 bot.py"], ["bot", "bot 2"]),
        (["random", "random"], ["random", "random 2"]),
        (["old=./bot", "./bot"], ["old", "bot"]),
    ],
)
def test_the_same_bot_twice_gets_a_number(texts: list[str], names: list[str]) -> None:
    found = read_entrants(texts)
    assert [entrant.name for entrant in found] == names
    assert [entrant.spec for entrant in found] == [text.strip().split("=")[-1] for text in texts]


# Players


def test_players_play_and_repeat_themselves(cache: Path) -> None:
    bot = prepare(read_entrant("random"), LOCKED, cache)
    assert bot.kind is Kind.player
    assert not bot.untrusted
    first, second = (play(bot, LOCKED) for _ in range(2))
    tokens = [
        [node.token for node in p.record.nodes if hasattr(node, "token")] for p in (first, second)
    ]
    assert tokens[0] == tokens[1]


def test_a_player_keeps_to_the_clock_and_to_its_own_seconds(cache: Path) -> None:
    """A second for each decision, which it likes to take, would be too much for either."""
    gc.freeze()  # or what other tests have left behind would be looked through at its expense
    hurried = replace(LOCKED, clock=Clock("turn", 0.15), wall_factor=40.0)
    for spec in ("mcts", "mcts:0.05"):
        played = play(prepare(read_entrant(spec), hurried, cache), hurried)
        assert played.offences == ()
        assert 0 < played.uses[0].longest.charged < 0.15
    quick = prepare(read_entrant("mcts:0.02"), LOCKED, cache)
    assert quick.seconds == 0.02


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("randm", "did you mean random?"),
        ("mtcs:0.5", "did you mean mcts?"),
        ("zzz", f"there are {', '.join(players.names())}, person"),
        ("mcts:fast", "mcts:0.2"),
        ("mcts:-1", "mcts:0.2"),
        ("mcts:nan", "mcts:0.2"),
        ("random:1", "leave out the seconds"),
    ],
)
def test_a_player_that_is_misspelt_gets_a_hint(
    tmp_path: Path, cache: Path, text: str, told: str
) -> None:
    assert told in refusal(text, tmp_path, cache)


# Programs


@pytest.mark.parametrize("conditions", [LOCKED, OPEN], ids=["sandbox", "open"])
@pytest.mark.parametrize("spec", ["python3 bot.py", "python3 -u ./bot.py"])
def test_a_python_program_plays_with_the_modules_beside_it(
    folder: Path, cache: Path, conditions: Conditions, spec: str
) -> None:
    assert plays(prepare(read_entrant(spec), conditions, cache, folder), conditions)


@pytest.mark.parametrize("conditions", [LOCKED, OPEN], ids=["sandbox", "open"])
@pytest.mark.parametrize("line", ["#!/usr/bin/env python3", "#!/usr/bin/python3 -u"])
def test_a_script_that_names_its_interpreter_plays(
    folder: Path, cache: Path, conditions: Conditions, line: str
) -> None:
    executable(folder / "script", f"{line}\n{BOT}")
    assert plays(prepare(read_entrant("./script"), conditions, cache, folder), conditions)


@pytest.fixture
def own_shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An interpreter that is not the system's, as one that came with a version manager."""
    place = tmp_path / "opt" / "bin"
    place.mkdir(parents=True)
    shutil.copy("/bin/sh", place / "own-sh")
    monkeypatch.setenv("PATH", f"{place}:{os.environ['PATH']}")
    return place / "own-sh"


def listing(*paths: Path) -> Conditions:
    """The operator lets bots have these."""
    return replace(LOCKED, interpreters=tuple(map(str, paths)))


@pytest.mark.parametrize("line", ["#!{shell}", "#!/usr/bin/env own-sh"])
def test_a_script_of_an_interpreter_that_the_operator_lists_plays(
    folder: Path, cache: Path, own_shell: Path, line: str
) -> None:
    executable(folder / "script", f"{line.format(shell=own_shell)}\n{SHELL_BOT}")
    listed = listing(own_shell.parent.parent)
    bot = prepare(read_entrant("./script"), listed, cache, folder)
    assert bot.command is not None
    assert [name for name, _ in bot.command.readable] == [str(own_shell.parent.parent)]
    assert plays(bot, listed)


def test_a_command_of_an_interpreter_that_the_operator_lists_plays(
    folder: Path, cache: Path, own_shell: Path
) -> None:
    (folder / "bot.sh").write_text(SHELL_BOT)
    listed = listing(own_shell)  # the program alone is enough for a shell
    bot = prepare(read_entrant("own-sh bot.sh"), listed, cache, folder)
    assert bot.command is not None
    assert bot.command.boxed == (str(own_shell), "/bot/bot.sh")
    assert plays(bot, listed)


def test_an_interpreter_that_nobody_lists_is_refused_with_what_the_operator_can_do(
    folder: Path, cache: Path, own_shell: Path
) -> None:
    (folder / "bot.sh").write_text(SHELL_BOT)
    executable(folder / "script", f"#!/usr/bin/env own-sh\n{SHELL_BOT}")
    executable(folder / "named", f"#!{own_shell}\n{SHELL_BOT}")
    for text in ("own-sh bot.sh", "./script", "./named"):
        told = refusal(text, folder, cache)
        assert str(own_shell) in told
        assert '--interpreter DIR in a match, interpreters = ["DIR"] in cup.toml' in told
        assert plays(prepare(read_entrant(text), OPEN, cache, folder), OPEN)


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("opt/pypy", "interpreter opt/pypy: write the whole path, beginning with /"),
        ("/opt/nowhere", "interpreter /opt/nowhere: there is no such file or directory"),
        ("/", "interpreter /: this directory has far more in it than an interpreter"),
        ("/etc/", "this directory has far more"),
        ("/proc/self/root/opt", "this directory has far more"),
        ("/dev/null", "there is no such file"),
        ("{home}", "this directory has far more"),
    ],
)
def test_what_nobody_can_mean_is_not_listed(
    folder: Path, cache: Path, path: str, told: str
) -> None:
    listed = replace(LOCKED, interpreters=(path.format(home=Path.home()),))
    assert told in refusal("python3 bot.py", folder, cache, listed)


def test_the_python_that_we_run_in_is_there_for_bots_without_what_lies_beside_it(
    folder: Path, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for part in ("bin", "lib", "projects"):
        (tmp_path / "prefix" / part).mkdir(parents=True)
    shutil.copy("/bin/sh", tmp_path / "prefix/bin/python9")
    prefix = copied(tmp_path / "prefix")  # open to everybody
    monkeypatch.setattr(sys, "base_prefix", str(prefix))
    own_python.cache_clear()
    try:
        for line in ("#!/usr/bin/env python9", f"#!{prefix}/bin/python9"):
            executable(folder / "script", f"{line}\n{SHELL_BOT}")
            bot = prepare(read_entrant("./script"), LOCKED, cache, folder)
            assert bot.command is not None
            assert [name for name, _ in bot.command.readable] == [f"{prefix}/bin", f"{prefix}/lib"]
            assert plays(bot, LOCKED)
        python = prepare(read_entrant("python3 bot.py"), LOCKED, cache, folder)
        assert python.command is not None
        assert python.command.readable == (), "the system's is found first, and needs nothing"
        monkeypatch.setattr(Path, "home", lambda: prefix)
        own_python.cache_clear()
        assert "which bots are not shown" in refusal("./script", folder, cache)
    finally:
        own_python.cache_clear()


def test_a_bot_sees_a_copy_of_its_folder_and_of_a_home_only_its_file(
    folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    executable(folder / "script", f"#!/usr/bin/python3\n{BOT}")
    bot = prepare(read_entrant("./script --depth 3"), LOCKED, cache, folder)
    assert bot.command is not None
    assert bot.command.folder == folder
    assert bot.command.boxed == ("/bot/script", "--depth", "3")
    assert bot.note is None
    assert shown(bot) == ["bot.py", "helper.py", "script"]
    monkeypatch.setattr(Path, "home", lambda: folder)
    bot = prepare(read_entrant("./script"), LOCKED, cache, folder)
    assert bot.command is not None
    assert bot.command.boxed == ("/bot/script",)
    assert bot.note is not None
    assert shown(bot) == ["script"]


def shown(bot: Ready) -> list[str]:
    """The files that a bot has of its own."""
    assert bot.command is not None
    place = bot.command.directory
    assert place is not None
    return sorted(str(file.relative_to(place)) for file in place.rglob("*") if not file.is_dir())


def test_arguments_that_are_files_are_found_and_words_stay_words(folder: Path, cache: Path) -> None:
    (folder / "data").mkdir()
    (folder / "data" / "weights").write_text("1")
    (folder / "fast").write_text("a file that happens to have this name")
    spec = "python3 bot.py fast data/weights --out=data/none"
    bot = prepare(read_entrant(spec), LOCKED, cache, folder)
    assert bot.command is not None
    assert bot.command.boxed[1:] == ("/bot/bot.py", "fast", "/bot/data/weights", "--out=data/none")
    assert bot.command.arguments[1:] == (
        str(folder / "bot.py"),
        "fast",
        str(folder / "data" / "weights"),
        "--out=data/none",
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("./bt.py", "no file .*bt.py; did you mean bot.py?"),
        ("./nothing-like-it", "no file .*nothing-like-it"),
        ("python3 bit.py", "no file .*bit.py; did you mean bot.py?"),
        ("./bot.py", 'not executable; write "python3 .*bot.py"'),
        ("./data.bin", "not executable; try chmod"),
        ("./broken", "which bots are not shown"),
        ("./empty/", "a directory without C or C.. sources"),
        ("no-such-interpreter bot.py", "no program no-such-interpreter"),
        ("files-a:./nothing.c", "no file"),
        ("./bad.c", "bad.c:1:.*error"),
    ],
)
def test_what_is_missing_is_said_in_one_message(
    folder: Path, cache: Path, text: str, told: str
) -> None:
    (folder / "data.bin").write_text("?")
    (folder / "empty").mkdir()
    executable(folder / "broken", "#!/opt/nowhere/python\n")
    (folder / "bad.c").write_text("retrun\n")
    with pytest.raises(DuiyiError, match=f"(?s){told}"):
        prepare(read_entrant(text), LOCKED, cache, folder)


# Sources, interfaces, people


def test_a_source_is_compiled_and_its_warnings_are_kept(folder: Path, cache: Path) -> None:
    (folder / "bot.c").write_text("#warning careful\nint main(void) { return 0; }\n")
    bot = prepare(read_entrant("files-a:bot.c --fast"), LOCKED, cache, folder)
    assert bot.kind is Kind.files_a
    assert "careful" in bot.diagnostics
    assert bot.command is not None
    assert bot.command.boxed == ("/bot/program", "--fast")
    assert bot.command.folder is not None
    assert bot.command.folder.is_relative_to(cache)
    assert shown(bot) == ["program"]


def test_the_course_interfaces_play_tzaar_and_nothing_else(folder: Path, cache: Path) -> None:
    bot = prepare(read_entrant("files-b:python3 bot.py"), LOCKED, cache, folder)
    bot.check_game("tzaar")
    with pytest.raises(DuiyiError, match="bot speaks files-b, which is only for tzaar"):
        bot.check_game("atom")
    prepare(read_entrant("random"), LOCKED, cache).check_game("atom")


def test_a_person_decides_and_is_told_why_not(cache: Path) -> None:
    bot = prepare(read_entrant("person"), LOCKED, cache)
    lines = iter([["Z9"], ["C3"], [], ["C3"], None])
    said: list[str] = []
    person = Person(lambda state, seat: next(lines), lambda problem: said.append(problem.key))
    other = prepare(read_entrant("greedy"), LOCKED, cache).bot(LOCKED, 1, None)
    made = [bot.bot(LOCKED, 1, None, person), other]
    start = game("relati-classic").start(2)
    played = play_game(start, made, LOCKED, seed=1, names=["me", "it"])
    assert [offence.code for offence in played.offences] == ["gave-up"]
    assert played.scores == (Fraction(0), Fraction(1))
    assert len(said) == 2  # Z9 is nowhere, and C3 is taken the second time
    with pytest.raises(DuiyiError, match="nobody sits at a terminal"):
        bot.bot(LOCKED, 1, None)


def test_without_a_sandbox_only_trusted_programs_are_prepared(
    folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from duiyi.arena import sandbox

    def missing() -> None:
        raise DuiyiError(programs.no_file(Path("bwrap")).message)

    monkeypatch.setattr(sandbox, "require", missing)
    with pytest.raises(DuiyiError, match="bwrap"):
        prepare(read_entrant("python3 bot.py"), LOCKED, cache, folder)
    assert prepare(read_entrant("random"), LOCKED, cache, folder).kind is Kind.player
    assert prepare(read_entrant("python3 bot.py"), OPEN, cache, folder).untrusted


def test_a_player_may_know_one_game_only(cache: Path) -> None:
    perfect = prepare(read_entrant("perfect"), LOCKED, cache)
    perfect.check_game("relati-classic")
    for name, seats in (("tzaar", 2), ("relati-classic", 3)):
        with pytest.raises(DuiyiError, match="perfect cannot play"):
            perfect.check_game(name, seats)
