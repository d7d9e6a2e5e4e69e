"""Every mistake in `cup.toml` is one message that says where it is and what would be right."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.unit.arena.tournament.cups import bots, cup

from duiyi.arena.bots.entrants import Entrant
from duiyi.arena.game.conditions import Conditions
from duiyi.arena.intake.absent import REASONS
from duiyi.arena.tournament.config import Format, parse_config, read_config
from duiyi.arena.tournament.example import EXAMPLE
from duiyi.arena.tournament.fields import BadCup
from duiyi.arena.tournament.history import CupEntry, HeadBot, entry_value, head_entry
from duiyi.core.clock import Clock
from duiyi.core.locale import LANGUAGES, text

DOCS = Path(__file__).parents[4] / "docs"
GAME = 'game = "relati-classic"\n'
TWO = GAME + bots(2)


def refused(words: str, folder: Path = Path("/nowhere")) -> str:
    with pytest.raises(BadCup) as caught:
        parse_config(words, "cup.toml", folder)
    for language in LANGUAGES:
        said = text(caught.value.message, language)
        assert "cup.config." not in said
        assert "{" not in said.replace("{ turn", "").replace("{ game", "")
    return str(caught.value)


MISTAKES = {
    "": ["game", "missing"],
    'game = "tzar"\n' + bots(2): ["tzar", "tzaar"],
    "game = 3": ["`game`", "whole number", "text"],
    GAME: ["bots", "missing"],
    GAME + "bots = 3": ["`bots`", "list"],
    GAME + "bots = [3]": ["bot 1", "spec"],
    GAME + 'bots = [{ name = "a" }]': ["[[bots]] 1", "`spec` is missing"],
    GAME + 'bots = [{ name = "a", spec = " " }]': ["[[bots]] 1", "empty"],
    GAME + 'bots = [{ name = "a", spec = "random", colour = 1 }]': ["[[bots]] 1", "colour"],
    GAME + 'bots = [{ name = "=1+1", spec = "random" }]': ["letter", "=1+1"],
    GAME + 'bots = [{ spec = "x", cflags = ["-fplugin=x"] }]': ["[[bots]] 1", "not on the list"],
    GAME + 'bots = [{ spec = "x", source = 3 }]': ["[[bots]] 1", "`source`", "text"],
    TWO + 'cflags = ["-march=native"]': ["cup.toml", "cflags", "-march=native", "-O3"],
    TWO + "cflags = [2]": ["`cflags`", "list"],
    TWO + "students = 1": ["`students`", "text"],
    TWO + "absent = 1": ["`absent`", "list"],
    TWO + 'absent = ["li"]': ["entry 1 of `absent`", "reason"],
    TWO + 'absent = [{ reason = "compile" }]': ["absent 1", "`name` is missing"],
    TWO + 'absent = [{ name = "b0" }]': ["two bots are called b0"],
    TWO + 'absent = [{ name = "li", why = "x" }]': ["absent 1", "why"],
    GAME + 'bots = [{ name = "a/b", spec = "random" }]': ["a/b"],
    GAME + 'bots = [{ name = "' + "x" * 41 + '", spec = "random" }]': ["40"],
    GAME + 'bots = [{ name = "a", spec = "random" }]': ["2 seats", "not 1"],
    GAME + 'bots = [{ spec = "random" }, { name = "Random", spec = "greedy" }]': ["Random"],
    GAME + 'bots = "nowhere/"': ["no directory", "nowhere"],
    TWO + "fromat = 1": ["fromat", "format"],
    TWO + "zzzzzzz = 1": ["zzzzzzz", "known are"],
    TWO + "games = 0": ["games", "1 to 10000"],
    TWO + 'games = "two"': ["games", "whole number"],
    TWO + "games = true": ["games", "whole number"],
    TWO + "seats = 7": ["seats", "2 to 6"],
    TWO + "seats = 5": ["relati-classic", "2 to 4"],
    TWO + 'interpreters = ["opt/pypy"]': ["`interpreters`", "opt/pypy", "the whole path"],
    TWO + 'interpreters = "/opt/pypy"': ["`interpreters`", "list of paths"],
    TWO + "interpreters = [1]": ["`interpreters`", "list of paths"],
    TWO + 'format = "swis"': ["swis", "swiss"],
    TWO + 'format = "league"': ["league", "round-robin"],
    TWO + "rounds = 3": ["rounds", "round-robin"],
    TWO + "tie_breaks = 1": ["tie_breaks", "round-robin"],
    TWO + 'challenger = "b0"': ["challenger", "round-robin"],
    TWO + 'format = "gauntlet"\nchallenger = "x"': ["challenger", "b0"],
    TWO + 'format = "swiss"\nrounds = 2': ["at most 1"],
    GAME + bots(3) + 'seats = 3\nformat = "swiss"': ["swiss", "two seats"],
    GAME + bots(40) + "seats = 4": ["91390", "rounds"],
    TWO + "seed = -1": ["seed"],
    TWO + "[options]\ncannon = true": ["[options]", "cannon"],
    'game = "tzaar"\n' + bots(2) + '[options]\nsetup = "chaos"': ["[options]", "setup", "fixed"],
    TWO + "clock = 5": ["clock", "turn"],
    TWO + "clock = { turn = 1, game = 2 }": ["clock"],
    TWO + "clock = { turn = 0 }": ["[clock]", "turn"],
    TWO + "clock = { game = 60, incremant = 1 }": ["[clock]", "incremant", "increment"],
    TWO + "[conditions]\nmemmory = 100": ["[conditions]", "memmory", "memory"],
    TWO + "[conditions]\nmemory = 1": ["[conditions]", "memory", "16 to 65536"],
    TWO + '[conditions]\ntrust = "yes"': ["[conditions]", "trust", "true or false"],
    TWO + "[openings]\nrandom = 1": ["[openings]", "random"],
    TWO + 'grades = "__import__(1)"': ["grades", "__import__"],
    TWO + 'grades = "rank.real"': ["grades", "rank.real"],
    TWO + 'grades = "60 +"': ["grades", "60 +"],
    TWO + 'grades = "place"': ["grades", "place", "rank"],
    "game = = 3": ["TOML", "line 1"],
}


@pytest.mark.parametrize("words", MISTAKES)
def test_every_mistake_has_its_message(words: str) -> None:
    said = refused(words)
    for part in MISTAKES[words]:
        assert part in said
    assert "\n" not in said


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(BadCup, match="no such file"):
        read_config(tmp_path / "cup.toml")
    with pytest.raises(BadCup, match="directory"):
        read_config(tmp_path)
    (tmp_path / "big5.toml").write_bytes("title = '對弈'".encode("big5"))
    with pytest.raises(BadCup, match="UTF-8"):
        read_config(tmp_path / "big5.toml")


def test_what_is_not_said_has_its_default() -> None:
    config = cup()
    assert config.conditions == Conditions()
    assert (config.format, config.seats, config.games) == (Format.round_robin, 2, 2)
    assert config.names == ("b0", "b1", "b2", "b3")
    assert cup('format = "swiss"', 9).rounds == 4


def test_what_is_said_is_taken() -> None:
    config = cup(
        'title = "春季盃"\nseats = 3\ngames = 6\nrounds = 5\nseed = 7\n'
        "clock = { game = 60, increment = 0.5 }\n"
        "[conditions]\nmemory = 100\ncores = 2\nstart_up = 3\nwall_factor = 4.5\ntrust = true\n"
        "[openings]\nrandom_turns = 2\n"
    )
    assert (config.title, config.seats, config.games, config.rounds) == ("春季盃", 3, 6, 5)
    assert config.conditions.clock == Clock("game", 60.0, 0.5)
    assert config.conditions.limits.memory == 100_000_000
    assert (config.conditions.cores, config.conditions.start_up) == (2, 3.0)
    assert (config.conditions.wall_factor, config.conditions.trust) == (4.5, True)
    assert (config.random_turns, config.seed) == (2, 7)
    assert cup('clock = "none"').conditions.clock.kind == "none"


def test_options_are_those_of_the_game() -> None:
    words = 'game = "tzaar"\n' + bots(2) + '[options]\nsetup = "random"\n'
    assert dict(parse_config(words, "cup.toml", Path()).options.items())["setup"] == "random"


def test_a_mark_at_the_start_of_the_file_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(TWO, "utf-8-sig")
    assert read_config(tmp_path / "cup.toml").game == "relati-classic"


def test_the_example_is_a_cup() -> None:
    config = parse_config(EXAMPLE, "cup.toml", Path())
    assert len(config.bots) >= 3
    assert config.grades


def test_bots_of_a_directory(tmp_path: Path) -> None:
    for name, file, data in (
        ("wang", "main.c", "int main(void){}"),
        ("李四", "bot.py", "print()"),
        ("zoe", "prog", "#!/bin/sh\n"),
        ("of two words", "main.cpp", "int main(){}"),
    ):
        (tmp_path / "bots" / name).mkdir(parents=True)
        (tmp_path / "bots" / name / file).write_text(data)
        (tmp_path / "bots" / name / "README").write_text("hello")
    (tmp_path / "bots" / "zoe" / "prog").chmod(0o755)
    (tmp_path / "bots" / "zoe" / "bot.toml").write_text('interface = "files-a"\nname = "Zoë"\n')
    config = parse_config(GAME + 'bots = "bots/"', "cup.toml", tmp_path)
    found = {bot.name: bot.spec for bot in config.bots}
    assert found == {
        "wang": "./bots/wang",
        "Zoë": "files-a:./bots/zoe/prog",
        "李四": "python3 ./bots/李四/bot.py",
        "of two words": "'./bots/of two words'",
    }


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"a.py": "", "b.py": ""}, ["several", "a.py", "b.py"]),
        ({"README": ""}, ["nothing", "README"]),
        ({"bot.toml": 'source = "x.c"'}, ["bot.toml", "x.c"]),
        ({"bot.toml": 'source = "../../secret.c"'}, ["bot.toml", "secret.c"]),
        ({"bot.toml": 'interfase = "files-a"', "a.c": ""}, ["interfase", "interface"]),
        ({"bot.toml": 'interface = "files-c"', "a.c": ""}, ["files-c", "files-"]),
        ({"bot.toml": 'source = "a.c"\nprogram = "a"', "a.c": ""}, ["not both"]),
    ],
)
def test_a_folder_that_does_not_say_what_the_bot_is(
    tmp_path: Path, files: dict[str, str], said: list[str]
) -> None:
    (tmp_path / "bots" / "wang").mkdir(parents=True)
    (tmp_path / "secret.c").write_text("")
    for name, data in files.items():
        (tmp_path / "bots" / "wang" / name).write_text(data)
    words = refused(GAME + 'bots = "bots"', tmp_path)
    assert "wang" in words
    assert all(part in words for part in said)


def test_the_lists_of_the_page_are_read(tmp_path: Path) -> None:
    """In both languages."""
    for page in ("run-a-cup.md", "run-a-cup.zh-Hant.md"):
        words = (DOCS / page).read_text("utf-8")
        lists = words[words.index("bots = [\n") :]
        config = parse_config(GAME + lists[: lists.index("```")], "cup.toml", tmp_path)
        assert [bot.cflags for bot in config.bots] == [("-O3",), (), ()]
        assert config.bots[1].sources == ("main.c", "ai.c")
        assert config.bots[0].id == "B12345678"
        assert [one.id for one in config.absent] == ["B12345680", ""]


def test_flags_of_all_are_those_of_each_that_has_none(tmp_path: Path) -> None:
    words = GAME + 'cflags = ["-O3"]\nbots = [{ spec = "a" }, { spec = "b", cflags = ["-O1"] }]\n'
    found = parse_config(words, "cup.toml", tmp_path)
    assert [bot.cflags for bot in found.bots] == [("-O3",), ("-O1",)]


@pytest.mark.parametrize("reason", [*REASONS, "ill"])
def test_every_reason_has_words_in_every_language(reason: str) -> None:
    (one,) = cup(f'absent = [{{ name = "li", reason = "{reason}", detail = "x:1" }}]\n').absent
    said = {text(one.words, language) for language in LANGUAGES}
    assert all(words.endswith("x:1") and "cup.absent" not in words for words in said)
    assert len(said) == (2 if reason == "ill" else 3)


def test_what_is_said_of_bots_outlives_their_cup_toml() -> None:
    """A cup that goes on compiles them as it did before."""
    words = 'bots = [{ spec = "a", id = "B1", cflags = ["-O3"], source = ["x.c"] }, { spec = "b" }]'
    config = parse_config(GAME + words, "cup.toml", Path("/nowhere"))
    head = entry_value(json.loads(json.dumps(head_entry(config, ["m", "m"]))))
    assert isinstance(head, CupEntry)
    assert tuple(bot.entrant for bot in head.bots) == config.bots
    assert HeadBot("a", "spec", "mark").entrant == Entrant("a", "spec")  # as older cups have it


def test_interpreters_are_what_the_operator_lists_whether_they_are_here_or_not() -> None:
    """Results are read on other machines, too."""
    words = TWO + 'interpreters = ["/opt/pypy", "/nowhere/lua"]'
    listed = parse_config(words, "cup.toml", Path("/nowhere")).conditions
    assert listed.interpreters == ("/opt/pypy", "/nowhere/lua")


def test_a_folder_of_bots_holds_no_links_to_other_places(tmp_path: Path) -> None:
    """What an archive brings must not choose what is taken for a hand-in."""
    (tmp_path / "bots" / "a").mkdir(parents=True)
    (tmp_path / "bots" / "a" / "bot.py").touch()
    (tmp_path / "bots" / "wang").symlink_to("/etc")
    assert "wang in" in refused(GAME + 'bots = "bots/"', tmp_path)
