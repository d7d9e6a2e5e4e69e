"""Hand-ins become a cup: who can play is in it, and who cannot is told why."""

from __future__ import annotations

import dataclasses
import json
import os
import zipfile
from pathlib import Path

import pytest

from duiyi.arena.bots.entrants import Entrant, Kind, prepare
from duiyi.arena.game.conditions import Conditions
from duiyi.arena.intake.compile_report import HandIn
from duiyi.arena.intake.importing import ImportOptions, import_bots
from duiyi.arena.tournament.config import read_config
from duiyi.arena.tournament.director import begin
from duiyi.arena.tournament.fields import BadCup

GOOD = """#include <stdio.h>
int main(void) {
    FILE *out = fopen("out.txt", "w");
    fputs("E,-2,-1,-2,0\\nP,0,0,0,0\\n", out);
    return fclose(out);
}
"""
"""Makes the first move of a game by files-a."""
IDLE = "int main(void) { return 0; }\n"
BAD = "int main(void) { return undeclared; }\n"
SPEAKS = """import sys
for line in sys.stdin:
    word = line.split()[0]
    if word in ("hello", "game"):
        print("ready", flush=True)
    if word == "go":
        print("move C2xC3", flush=True)
"""
"""The same by the protocol."""
TRUSTED = ImportOptions("tzaar", "files-a", trust=True)


def hand_in(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def test_a_directory_of_hand_ins(tmp_path: Path) -> None:
    source = tmp_path / "hand-ins"
    hand_in(source / "王小明", {"main.c": GOOD, "readme.txt": "hello"})
    hand_in(
        source / "li",
        {
            "a.c": "int f(void);\n" + "int main(void) { return f(); }",
            "b.c": GOOD.replace("main", "f"),
        },
    )
    hand_in(source / "zoe", {"main.c": BAD})
    hand_in(source / "empty", {"notes.txt": ""})
    made = import_bots(source, tmp_path / "cup", TRUSTED)
    assert {one.name: one.problem is None for one in made.hand_ins} == {
        "empty": False,
        "li": True,
        "zoe": False,
        "王小明": True,
    }
    config = read_config(made.config)
    assert config.names == ("li", "王小明")
    assert all(bot.spec.startswith("files-a:") for bot in config.bots)
    report = json.loads((tmp_path / "cup" / "compile-report.json").read_text())
    zoe = next(row for row in report if row["name"] == "zoe")
    assert not zoe["ok"]
    assert "undeclared" in zoe["diagnostics"]
    words = (tmp_path / "cup" / "compile-report.txt").read_text()
    assert "2 of 4 can take part" in words
    assert "zoe: CANNOT TAKE PART: does not compile" in words
    assert "undeclared" in words
    assert "li: can take part, by files-a" in words
    assert {one.name: one.reason for one in config.absent} == {
        "empty": "no-program",
        "zoe": "compile",
    }
    assert "undeclared" in config.absent[1].detail
    assert (tmp_path / "cup" / "bots" / "王小明" / "readme.txt").exists()


def test_an_archive_with_a_folder_around_and_archives_in_it(tmp_path: Path) -> None:
    inner = tmp_path / "inner.zip"
    with zipfile.ZipFile(inner, "w") as made:
        made.writestr("my project/main.c", GOOD)
        made.writestr("__MACOSX/x", "")
    with zipfile.ZipFile(tmp_path / "hw.zip", "w") as made:
        made.writestr("hw3/wang_123_assignsubmission/main.c", GOOD)
        made.write(inner, "hw3/li_456_assignsubmission/bot.zip")
        made.writestr("hw3/zoe/bot.zip", "not a zip")
    done = import_bots(tmp_path / "hw.zip", tmp_path / "cup", TRUSTED)
    assert [(one.name, one.student.participant) for one in done.good] == [
        ("li", "456"),
        ("wang", "123"),
    ]
    (bad,) = [one for one in done.hand_ins if one.problem]
    assert (bad.name, bad.reason) == ("zoe", "refused")
    assert (tmp_path / "cup" / "bots" / "li" / "main.c").exists()


def test_a_bot_may_say_itself_how_it_is_run(tmp_path: Path) -> None:
    source = tmp_path / "hand-ins"
    hand_in(source / "wang", {"bot.py": SPEAKS, "bot.toml": 'interface = "protocol"\nname = "li"'})
    hand_in(source / "li", {"main.c": GOOD, "old.c": BAD, "bot.toml": 'source = "main.c"'})
    done = import_bots(source, tmp_path / "cup", TRUSTED)
    specs = {one.name: one.spec for one in done.good}
    assert specs == {
        "li": "files-a:./bots/li/main.c",
        "wang": "protocol:python3 ./bots/wang/bot.py",
    }


def test_a_cup_speaks_to_a_bot_as_it_moved_whatever_its_folder_says_later(tmp_path: Path) -> None:
    source = tmp_path / "hand-ins"
    for name in ("li", "wang"):
        hand_in(source / name, {"bot.py": SPEAKS})
    done = import_bots(source, tmp_path / "cup", ImportOptions("tzaar", trust=True))
    hand_in(tmp_path / "cup/bots/wang", {"bot.toml": 'interface = "files-a"'})
    _, entry = read_config(done.config).bots
    entrant = Entrant(entry.name, entry.spec)
    ready = prepare(entrant, Conditions(trust=True), tmp_path / "cache", tmp_path / "cup")
    assert ready.kind is Kind.engine


def test_a_hand_in_is_compiled_once_and_its_cup_finds_it_by_content(tmp_path: Path) -> None:
    source = tmp_path / "hand-ins"
    for name in ("li", "wang"):
        hand_in(source / name, {"main.c": GOOD + f"// {name}"})
    done = import_bots(source, tmp_path / "cup", TRUSTED)
    kept = sorted(place.name for place in (tmp_path / "cup" / "compiled").iterdir())
    assert len(kept) == 2
    for place in (tmp_path / "cup" / "compiled").iterdir():
        (place / "diagnostics.txt").write_text("from the import")  # a compiler would say nothing
    begin(done.config, tmp_path / "out")
    found = {place.name: place for place in (tmp_path / "out" / "compiled").iterdir()}
    assert sorted(found) == kept
    assert {(place / "diagnostics.txt").read_text() for place in found.values()} == {
        "from the import"
    }
    hand_in(tmp_path / "cup" / "bots" / "li", {"main.c": GOOD + "// another"})
    begin(done.config, tmp_path / "again")
    there = {place.name for place in (tmp_path / "again" / "compiled").iterdir()}
    assert len(there - {*kept}) == 1, "other contents are another program"


def test_interpreters_of_the_operator_are_written_into_the_cup(tmp_path: Path) -> None:
    source = tmp_path / "hand-ins"
    for name in ("li", "wang"):
        hand_in(source / name, {"main.c": GOOD})
    options = dataclasses.replace(TRUSTED, interpreters=("/opt/pypy",))
    done = import_bots(source, tmp_path / "cup", options)
    assert read_config(done.config).conditions.interpreters == ("/opt/pypy",)


def test_a_link_keeps_one_student_out_and_nobody_else(tmp_path: Path) -> None:
    (tmp_path / "secret.h").write_text("#define SECRET 1\n")
    source = tmp_path / "hand-ins"
    hand_in(source / "wang", {"main.c": '#include "secret.h"\n' + GOOD})
    hand_in(source / "li", {"main.c": GOOD})
    os.symlink(tmp_path / "secret.h", source / "wang" / "secret.h")
    done = import_bots(source, tmp_path / "cup", TRUSTED)
    assert [one.name for one in done.good] == ["li"]
    assert [one.reason for one in done.bad] == ["refused"]
    assert not (tmp_path / "cup" / "bots" / "wang").exists()


def test_names_that_are_none_are_mended(tmp_path: Path) -> None:
    source = tmp_path / "hand-ins"
    for name in ("=1+1", "A B", "a b", "x" * 60, "-"):
        hand_in(source / name, {"main.c": GOOD})
    done = import_bots(source, tmp_path / "cup", TRUSTED)
    names = [one.name for one in done.hand_ins]
    assert len({name.casefold() for name in names}) == 5
    assert read_config(done.config).names == tuple(one.name for one in done.good)
    assert {"A B", "a b-2"} <= {*names} or {"a b", "A B-2"} <= {*names}


def test_what_cannot_be_imported_says_so(tmp_path: Path) -> None:
    with pytest.raises(BadCup, match="no such"):
        import_bots(tmp_path / "nothing", tmp_path / "cup", TRUSTED)
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadCup, match="no folder"):
        import_bots(tmp_path / "empty", tmp_path / "cup", TRUSTED)
    hand_in(tmp_path / "hand-ins" / "wang", {"main.c": GOOD})
    with pytest.raises(BadCup, match="not empty"):
        import_bots(tmp_path / "hand-ins", tmp_path / "hand-ins", TRUSTED)
    with pytest.raises(BadCup, match="tzaar"):
        import_bots(tmp_path / "hand-ins", tmp_path / "cup", ImportOptions("tzar", trust=True))


OPEN = ImportOptions("tzaar", trust=True)
"""Nobody says by which interface."""


def test_the_interface_is_found_by_trying(tmp_path: Path) -> None:
    """Whatever the sources say: a comment decides nothing."""
    source = tmp_path / "hand-ins"
    hand_in(source / "a", {"main.c": "/* interface B, chessColor.txt */\n" + GOOD})
    hand_in(source / "p", {"bot.py": "# reads board.txt, writes out.txt\n" + SPEAKS})
    done = import_bots(source, tmp_path / "cup", OPEN)
    assert [(one.name, one.interface) for one in done.good] == [("a", "files-a"), ("p", "protocol")]


def test_who_does_not_move_cannot_take_part(tmp_path: Path) -> None:
    source = tmp_path / "hand-ins"
    illegal = GOOD.replace("E,-2,-1,-2,0", "E,0,0,1,1")
    hand_in(source / "idle", {"main.c": IDLE})
    hand_in(source / "illegal", {"main.c": illegal})
    hand_in(source / "prints", {"bot.py": 'print("E,-2,-1,-2,0\\nP,0,0,0,0")\n'})
    hand_in(source / "crashes", {"bot.py": "import nothing_like_it\n"})
    hand_in(source / "good", {"main.c": GOOD})
    done = import_bots(source, tmp_path / "cup", OPEN)
    assert {one.name: one.reason for one in done.hand_ins} == {
        "idle": "no-move",
        "illegal": "no-move",
        "prints": "stdout",
        "crashes": "no-move",
        "good": "",
    }
    words = (tmp_path / "cup" / "compile-report.txt").read_text()
    assert "asked for a first move by files-a: illegal move" in words
    assert "| ModuleNotFoundError: No module named 'nothing_like_it'" in words
    assert "instead of in out.txt" in words


def test_an_interface_that_was_given_is_not_exchanged(tmp_path: Path) -> None:
    source = tmp_path / "hand-ins"
    hand_in(source / "wang", {"main.c": GOOD})
    hand_in(source / "li", {"bot.py": SPEAKS})
    done = import_bots(source, tmp_path / "cup", ImportOptions("tzaar", "protocol", trust=True))
    assert [one.name for one in done.good] == ["li"]
    (bad,) = done.bad
    assert bad.reason == "interface"
    assert 'interface = "files-a"' in bad.detail("en")


def test_another_game_knows_the_protocol_only(tmp_path: Path) -> None:
    source = tmp_path / "hand-ins"
    hand_in(source / "li", {"bot.py": SPEAKS.replace("C2xC3", "A1")})
    done = import_bots(source, tmp_path / "cup", ImportOptions("relati-classic", trust=True))
    assert [one.interface for one in done.good] == ["protocol"]


def test_flags_and_sources_reach_the_compiler_and_the_cup(tmp_path: Path) -> None:
    source = tmp_path / "hand-ins"
    needs = "#ifndef WORD\n#error no WORD\n#endif\n" + GOOD
    settings = 'source = ["main.c", "part"]\ncflags = ["-DWORD=2", "-O3"]\n'
    part = {"part/x.c": "int x;\n", "old/main.c": GOOD}
    hand_in(source / "own", {"main.c": needs, "bot.toml": settings, **part})
    hand_in(source / "li", {"main.c": needs})
    options = ImportOptions("tzaar", trust=True, cflags=("-DWORD=1",))
    done = import_bots(source, tmp_path / "cup", options)
    assert len(done.good) == 2, done.bad
    bots = {bot.name: bot for bot in read_config(done.config).bots}
    assert bots["own"].cflags == ("-DWORD=2", "-O3")
    assert bots["own"].sources == ("main.c", "part")
    assert bots["li"].cflags == ("-DWORD=1",)
    with pytest.raises(BadCup, match="not on the list"):
        import_bots(source, tmp_path / "other", ImportOptions("tzaar", cflags=("-fplugin=x",)))


def test_once_more_does_only_what_is_new_or_failed(tmp_path: Path) -> None:
    source = tmp_path / "hand-ins"
    hand_in(source / "wang", {"main.c": GOOD})
    hand_in(source / "li", {"main.c": GOOD, "old.c": GOOD})
    told: list[str] = []
    import_bots(source, tmp_path / "cup", OPEN, lambda one, number, all: told.append(one.name))
    assert told == ["li", "wang"]
    kept = (tmp_path / "cup" / "bots" / "wang" / "main.c").stat().st_ino
    # The teacher says which source it is; another hands in late.
    hand_in(tmp_path / "cup" / "bots" / "li", {"bot.toml": 'source = "main.c"'})
    hand_in(source / "zoe", {"main.c": GOOD})
    again = import_bots(source, tmp_path / "cup", OPEN)
    assert [one.name for one in again.good] == ["li", "wang", "zoe"]
    assert again.config.name == "cup.toml"
    assert (tmp_path / "cup" / "bots" / "wang" / "main.c").stat().st_ino == kept
    # What is handed in anew replaces what was there, with its settings.
    hand_in(source / "li", {"main.c": BAD})
    assert [one.name for one in import_bots(source, tmp_path / "cup", OPEN).bad] == ["li"]


def test_an_interrupted_import_goes_on(tmp_path: Path) -> None:
    source = tmp_path / "hand-ins"
    for name in ("an", "li", "zoe"):
        hand_in(source / name, {"main.c": GOOD})

    def stop(one: HandIn, number: int, all: int) -> None:
        if number == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_bots(source, tmp_path / "cup", OPEN, stop)
    done = import_bots(source, tmp_path / "cup", OPEN)
    assert [one.name for one in done.good] == ["an", "li", "zoe"]
    assert not [*(tmp_path / "cup").glob(".import-*")]


def test_a_changed_cup_is_not_written_over(tmp_path: Path) -> None:
    source = tmp_path / "hand-ins"
    for name in ("an", "li"):
        hand_in(source / name, {"main.c": GOOD})
    file = import_bots(source, tmp_path / "cup", OPEN).config
    file.write_text(file.read_text().replace("games = 2", "games = 4"))
    again = import_bots(source, tmp_path / "cup", OPEN)
    assert again.config.name == "cup.new.toml"
    assert read_config(file).games == 4


def test_a_class_list_names_students_and_finds_who_is_missing(tmp_path: Path) -> None:
    source, class_list = tmp_path / "hand-ins", tmp_path / "list.csv"
    class_list.write_text("id,name,email\nB1,王小明,w@x\nB2,Li,l@x\nB3,Nobody,n@x\n")
    hand_in(source / "王小明_9_assignsubmission_file_", {"main.c": GOOD})
    hand_in(source / "B2", {"main.c": GOOD})
    hand_in(source / "B2-old", {"main.c": GOOD})
    options = ImportOptions("tzaar", trust=True, students=class_list, language="zh-Hant")
    done = import_bots(source, tmp_path / "cup", options)
    assert {one.name: one.student.id for one in done.hand_ins} == {
        "B2": "B2",
        "B2-old": "B2",
        "王小明": "B1",
        "Nobody": "B3",
    }
    config = read_config(done.config)
    assert config.students == "students.csv"
    assert [(one.name, one.reason, one.id) for one in config.absent] == [
        ("Nobody", "nothing", "B3")
    ]
    words = (tmp_path / "cup" / "compile-report.txt").read_text()
    assert "有好幾份都是學號 B2 的：B2、B2-old" in words
    assert "Nobody (B3)：無法參賽：沒有繳交" in words


def test_what_a_bot_says_cannot_steer_a_terminal(tmp_path: Path) -> None:
    source = tmp_path / "hand-ins"
    hand_in(source / "li", {"main.c": GOOD.replace("E,-2", "\\x1b]0;title\\x07,")})
    done = import_bots(source, tmp_path / "cup", TRUSTED)
    (li,) = done.bad
    assert "\x1b" not in li.detail("en")
    assert "title" in li.detail("en")
    assert "\x1b" not in (tmp_path / "cup" / "compile-report.txt").read_text()


def test_a_missing_compiler_is_the_machines_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_in(tmp_path / "hand-ins" / "li", {"main.c": GOOD})
    monkeypatch.setenv("PATH", str(tmp_path))
    done = import_bots(tmp_path / "hand-ins", tmp_path / "cup", TRUSTED)
    assert [one.reason for one in done.bad] == ["machine"]
