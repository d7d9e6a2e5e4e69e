"""Hand-ins whose first line reaches for what they are not to be shown.

Each gets its sentence when it is prepared, or plays and sees nothing. Without the check (nobody
looks at what runs a program, and what the bot is after is shown as if the operator had listed it)
each tells the secret; the few that name nothing that exists end with a crash.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from tests.arena.misbehaving import BOT, LIMITS

from duiyi import game
from duiyi.arena.bots.entrants import Entrant, Kind, Ready, prepare
from duiyi.arena.bots.programs import Rules, find_command
from duiyi.arena.game.conditions import Conditions
from duiyi.arena.game.referee import play_game
from duiyi.core import DuiyiError
from duiyi.core.clock import Clock
from duiyi.core.record import Decision

CONDITIONS = Conditions(Clock("turn", 20.0), start_up=30.0, wall_factor=20.0, limits=LIMITS)
SECRET = "swordfish"
SHELL = """
while read -r word rest; do
    case $word in
        hello | game) echo ready ;;
        go) echo "info told $(cat {secret} 2>/dev/null || echo nothing)"; echo 'legal?' ;;
        legal) echo "move ${{rest%% *}}" ;;
        quit) exit ;;
    esac
done
"""
AWK = 'BEGIN {{ exit system("sh /bot/play") }}'
"""It would not read a line before its input ends; what it starts sees what it sees."""
NOTHING = "told nothing"
EVERYTHING = f"told {SECRET}"
CRASH = "crash exit-127"
OUTSIDE = "which bots are not shown. If bots may have it, list it"


@dataclass(frozen=True)
class World:
    """A course's directory: hand-ins, interpreters of the operator's, and a secret."""

    place: Path

    @property
    def own(self) -> Path:
        return self.place / "hand-ins" / "wang"

    @property
    def secret(self) -> Path:
        return self.place / "etc" / "shadow"

    def line(self, words: str) -> str:
        return words.format(world=self.place, own=self.own, shell=self.place / "opt/bin/own-sh")

    def write(self, line: bytes, body: str = SHELL) -> None:
        bot = self.own / "bot"
        bot.write_bytes(line + body.format(secret=self.secret).encode())
        bot.chmod(0o755)
        (self.own / "play").write_text(SHELL.format(secret=self.secret))


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """What the bots are after is only root's, who runs the arena."""
    made = World(tmp_path / "world")
    for folder in ("hand-ins/wang", "hand-ins/li", "etc/alternatives", "opt/bin"):
        (made.place / folder).mkdir(parents=True)
    for place in (made.own, made.place / "opt/bin", made.place / "hand-ins/li"):
        shutil.copy("/bin/sh", place / "own-sh")
    (made.place / "etc/alternatives/awk").symlink_to("/usr/bin/awk")
    made.secret.write_text(SECRET + "\n")
    made.secret.chmod(0o600)
    monkeypatch.setenv("PATH", f"{made.place / 'opt/bin'}:{os.environ['PATH']}")
    monkeypatch.chdir(made.own)
    return made


@dataclass(frozen=True)
class Attack:
    """A first line; what is laid beside the bot; what comes of it, and what without the check."""

    name: str
    line: str
    comes_to: str = OUTSIDE
    without: str = EVERYTHING
    body: str = SHELL
    prepare: Callable[[World], object] = lambda world: None


def link(name: str, to: str) -> Callable[[World], object]:
    return lambda world: (world.own / name).symlink_to(world.line(to))


def second_script(world: World) -> None:
    (world.own / "second").write_text(world.line('#!{shell}\n. "$1"\n'))
    (world.own / "second").chmod(0o755)


def many_scripts(world: World) -> None:
    for number in range(6):
        script = world.own / f"script{number}"
        script.write_text(f"#!/bot/script{number + 1}\n" if number < 5 else world.line("#!{shell}"))
        script.chmod(0o755)


def fifo(world: World) -> None:
    os.mkfifo(world.own / "pipe", 0o777)


ATTACKS = [
    Attack("an interpreter beside the script, by its full path", "#!{own}/own-sh"),
    Attack("an interpreter of another hand-in", "#!{world}/hand-ins/li/own-sh"),
    Attack("an interpreter of the operator's that is not listed", "#!{shell}"),
    Attack("many slashes", "#!///{world}//opt///bin//own-sh"),
    Attack("dots that lead out of the system", "#!/usr/bin/../..{shell}"),
    Attack("spaces and tabs before the name", "#! \t  {shell}"),
    Attack("spaces and tabs after the name", "#!{shell} \t "),
    Attack("a zero byte after the name", "#!{shell}\0/usr/bin/awk"),
    Attack(
        "a link of the operator's beside which a secret lies",
        "#!{world}/etc/alternatives/awk -f",
        body=AWK,
    ),
    Attack("the root of its process", "#!/proc/self/root{shell}"),
    Attack("the directory of its process", "#!/proc/self/cwd/..{shell}"),
    Attack("the root of its thread", "#!/proc/thread-self/root{shell}"),
    Attack("descriptors that lead to the root", "#!/dev/fd/../root{shell}"),
    Attack("whatever runs already", "#!/proc/self/exe"),
    Attack(
        "a link in its folder to a program outside", "#!/bot/link", prepare=link("link", "{shell}")
    ),
    Attack(
        "a link in its folder to a directory outside",
        "#!/bot/bin/own-sh",
        prepare=link("bin", "{world}/opt/bin"),
    ),
    Attack("a link in its folder to the root", "#!/bot/root{shell}", prepare=link("root", "/")),
    Attack(
        "a link in its folder to its process",
        "#!/bot/me/root{shell}",
        prepare=link("me", "/proc/self"),
    ),
    Attack("a script whose interpreter is a script", "#!/bot/second", prepare=second_script),
    Attack("env and a full path", "#!/usr/bin/env {shell}"),
    Attack("env under another name", "#!/bot/run {shell}", prepare=link("run", "/usr/bin/env")),
    Attack("env -S with options and assignments", "#!/usr/bin/env -S -i -u A B=c {shell} -e"),
    Attack("env --split-string", "#!/usr/bin/env --split-string={shell}"),
    Attack(
        "env -S with a path of its own",
        "#!/usr/bin/env -S PATH={world}/opt/bin:/bin own-sh",
        "asks for own-sh, which bots are not shown",
    ),
    Attack(
        "env and a name that only the arena's path has",
        "#!/usr/bin/env own-sh",
        "asks for own-sh, which bots are not shown",
    ),
    # What runs, and sees nothing
    Attack("the shell with two slashes", "#!//bin/sh", NOTHING),
    Attack("the system's links to alternatives", "#!/etc/alternatives/awk -f", NOTHING, body=AWK),
    Attack("its own interpreter, as it may be named", "#!/bot/own-sh", NOTHING),
    Attack("its own interpreter, in a roundabout way", "#!../bot/./own-sh", NOTHING),
    Attack("a line longer than the kernel reads", "#!" + " " * 250 + "{shell}", NOTHING),
    Attack("a name longer than the kernel reads", "#!" + "/." * 150 + "{shell}", NOTHING),
    Attack("nothing but spaces", "#!   ", NOTHING),
    # What runs nowhere
    Attack(
        "a name without a directory", "#!own-sh", "write the whole path in its first line", CRASH
    ),
    Attack(
        "a name from where the arena was started",
        "#!./own-sh",
        "write the whole path in its first line",
        CRASH,
    ),
    Attack("line ends of Windows", "#!/bin/sh\r", "ends with a carriage return", CRASH),
    Attack("a file that is not there yet", "#!/tmp/own-sh", OUTSIDE, CRASH),
    Attack("a file that the bot could write", "#!/work/own-sh", OUTSIDE, CRASH),
    Attack("a pipe", "#!/bot/pipe", "which is not here", CRASH, prepare=fifo),
    Attack("a device", "#!/dev/zero", OUTSIDE, "crash exit-126"),
    Attack("a directory", "#!/usr/bin", "which is not here", "crash exit-126"),
    Attack(
        "a link to itself",
        "#!/bot/loop",
        "which is not here",
        CRASH,
        prepare=link("loop", "loop"),
    ),
    Attack(
        "scripts that run scripts for ever",
        "#!/bot/script0",
        "too many times",
        CRASH,
        prepare=many_scripts,
    ),
]


def outcome(ready: Ready) -> str:
    """Its verdict, or what it told in a game against a player of ours."""
    other = prepare(Entrant("other", "random"), CONDITIONS, Path("unused"))
    bots = [ready.bot(CONDITIONS, 1, None), other.bot(CONDITIONS, 2, None)]
    played = play_game(
        game("relati-classic").start(2), bots, CONDITIONS, seed=1, names=["bad", "other"]
    )
    if played.offences:
        return f"{played.offences[0].verdict.value} {played.offences[0].code}"
    own = (node for node in played.record.nodes if isinstance(node, Decision) and node.actor == 0)
    said = {node.comments[-1] for node in own}
    assert len(said) == 1
    return said.pop()


def unchecked(words: list[str], world: World) -> Ready:
    listed = (str(world.place), str(world.place / "opt"))
    command = find_command(words, world.own, Rules(interpreters=listed, check=False))
    return Ready("bad", words[0], Kind.engine, command=command)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name.replace(" ", "-"))
def test_a_first_line_decides_nothing_about_what_a_bot_is_shown(
    attack: Attack, world: World, tmp_path: Path
) -> None:
    attack.prepare(world)
    world.write(world.line(attack.line).encode() + b"\n", attack.body)
    if attack.comes_to == NOTHING:
        ready = prepare(Entrant("bad", "./bot"), CONDITIONS, tmp_path / "cache", world.own)
        assert ready.command is not None
        assert ready.command.readable == ()
        assert outcome(ready) == NOTHING
    else:
        with pytest.raises(DuiyiError) as raised:
            prepare(Entrant("bad", "./bot"), CONDITIONS, tmp_path / "cache", world.own)
        assert attack.comes_to in str(raised.value)
        assert "\n" not in str(raised.value)
    assert outcome(unchecked(["./bot"], world)) == attack.without


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("#!/usr/bin/env", "gives env no program to run"),
        ("#!/usr/bin/env -i", "gives env no program to run"),
        ("#!/usr/bin/env A=b", "gives env no program to run"),
        ("#!/usr/bin/env -S A=b", "gives env no program to run"),
        ("#!/usr/bin/env -S 'python3", "gives env no program to run"),
        ("#!/usr/bin/env python3 -u", "write #!/usr/bin/env -S python3 -u"),
        ("#!/usr/bin/env no-such-program", "asks for no-such-program, which is not here"),
    ],
)
def test_env_that_would_run_nothing_or_itself_for_ever_is_told_before(
    line: str, told: str, world: World, tmp_path: Path
) -> None:
    world.write(line.encode() + b"\n")
    with pytest.raises(DuiyiError) as raised:
        prepare(Entrant("bad", "./bot"), CONDITIONS, tmp_path / "cache", world.own)
    assert told in str(raised.value)


def test_a_program_whose_loader_lies_elsewhere_is_refused(world: World, tmp_path: Path) -> None:
    """What loads an ELF program is run before it, and sees what it sees."""
    loader = subprocess.run(
        ["gcc", "-print-file-name=ld-linux-x86-64.so.2"], capture_output=True, text=True, check=True
    ).stdout.strip()
    if not os.path.isabs(loader):
        pytest.skip("another architecture, with another loader")
    own = world.place / "opt" / "loader"
    shutil.copy(loader, own)
    own.chmod(0o755)
    command = ["gcc", "-O1", "-pthread", f"-Wl,--dynamic-linker={own}", "-o", "bot", str(BOT)]
    subprocess.run(command, cwd=world.own, check=True)
    with pytest.raises(DuiyiError, match=OUTSIDE):
        prepare(Entrant("bad", "./bot"), CONDITIONS, tmp_path / "cache", world.own)
    words = ["./bot", "2", "read", str(own)]
    assert outcome_of_deed(unchecked(words, world)) == "read done"


def outcome_of_deed(ready: Ready) -> str:
    other = prepare(Entrant("other", "random"), CONDITIONS, Path("unused"))
    bots = [ready.bot(CONDITIONS, 1, None), other.bot(CONDITIONS, 2, None)]
    played = play_game(
        game("relati-classic").start(2), bots, CONDITIONS, seed=1, names=["bad", "other"]
    )
    assert played.offences == ()
    said = [node.comments[-1] for node in played.record.nodes if len(node.comments) > 1]
    return said[0]


@pytest.mark.parametrize("spec", ["./bot", "python3 bot.py"])
def test_a_program_that_is_a_link_out_of_its_folder_is_refused(
    spec: str, world: World, tmp_path: Path
) -> None:
    """Or the folder that it leads to would be shown."""
    name = spec.split()[-1].removeprefix("./")
    theirs = world.place / "hand-ins/li" / name
    theirs.write_text("#!/usr/bin/python3\n")
    theirs.chmod(0o755)
    (world.own / name).symlink_to(theirs)
    with pytest.raises(DuiyiError, match=r"is a link to .*, out of its folder"):
        prepare(Entrant("bad", spec), CONDITIONS, tmp_path / "cache", world.own)
    trusted = replace(CONDITIONS, trust=True)
    assert prepare(Entrant("own", spec), trusted, tmp_path / "cache", world.own).untrusted


def test_the_operators_list_shows_what_it_names_and_nothing_beside(
    world: World, tmp_path: Path
) -> None:
    world.write(world.line("#!{shell}\n").encode())
    listed = replace(CONDITIONS, interpreters=(str(world.place / "opt"),))
    ready = prepare(Entrant("good", "./bot"), listed, tmp_path / "cache", world.own)
    assert outcome(ready) == NOTHING
