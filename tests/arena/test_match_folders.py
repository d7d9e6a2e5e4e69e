"""What the bots of `duiyi match` see of their folders: each its own files, and no match."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.selection import slow_but

from duiyi.arena.tournament.journal import NAME as JOURNAL
from duiyi.arena.tournament.journal import read_journal

COMMAND = [sys.executable, "-m", "duiyi"]
SECONDS = 120
SPY = """\
#!{shell}
seen=$(cd /bot && find . ! -type d | sort | tr '\\n' ' ')
while read -r word rest; do
    case $word in
        hello | game) echo ready ;;
        go) echo "info sees $seen"; echo 'legal?' ;;
        legal) echo "move ${{rest%% *}}" ;;
        quit) exit ;;
    esac
done
"""
"""Tells what lies in its folder."""


def spy(file: Path, shell: str = "/bin/sh") -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(SPY.format(shell=shell))
    file.chmod(0o755)
    return file


def match(folder: Path, *words: str) -> tuple[str, dict[str, set[str]]]:
    """What was said on stderr, and what each bot saw, over all games."""
    options = [] if "--resume" in words else ["--game", "relati-classic", "--clock", "20/turn"]
    ran = subprocess.run(
        [*COMMAND, "match", *words, *options, "-j", "1"],
        cwd=folder,
        env={**os.environ, "LC_ALL": "C.UTF-8", "XDG_CACHE_HOME": str(folder.parent / "cache")},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    newest = max(folder.rglob(JOURNAL), key=lambda file: file.stat().st_mtime_ns)
    return " ".join(ran.stderr.split()), seen(newest.parent)


def seen(directory: Path) -> dict[str, set[str]]:
    names: dict[str, set[str]] = {}
    for record in records(directory):
        seats = re.findall(r'\[Seat(\d) "([^"]+)"\]', record)
        for seat, name in seats:
            told = re.findall(rf"@{seat} [^@]*?\{{sees ([^}}]*)\}}", record)
            names.setdefault(name, set()).update(set(told))
    return names


def records(directory: Path) -> list[str]:
    entries = (entry for entry, _ in read_journal(directory))
    return [entry["played"]["record"] for entry in entries if entry["kind"] == "game"]


def test_two_bots_of_one_folder_see_their_own_program_alone(tmp_path: Path) -> None:
    folder = tmp_path / "bots"
    spy(folder / "new"), spy(folder / "old")
    (folder / "secret-plan").write_text("attack")
    said, saw = match(folder, "./new", "./old", "-n", "2")
    assert saw == {"new": {"./new"}, "old": {"./old"}}
    for name in ("new", "old"):
        assert f"{name} shares its folder {folder} with others, so it is shown {name} alone" in said


def test_a_bot_alone_in_its_folder_sees_what_lies_there_but_no_match(tmp_path: Path) -> None:
    folder = tmp_path / "bots"
    spy(folder / "bot")
    (folder / "data").mkdir()
    (folder / "data" / "book").write_text("")
    (folder / ".git").mkdir()
    (folder / ".git" / "config").write_text("")
    for _ in range(2):  # the second time there are records of the first
        said, saw = match(folder, "./bot", "random", "-n", "2")
        assert saw["bot"] == {"./bot ./data/book"}
        assert "shares" not in said


@pytest.mark.slow
def test_a_match_that_goes_on_does_not_show_what_it_has_written(tmp_path: Path) -> None:
    folder = tmp_path / "bots"
    spy(folder / "bot")
    match(folder, "./bot", "random", "-n", "2", "--records", "there")
    _, saw = match(folder, "--resume", "there", "-n", "4")
    assert saw["bot"] == {"./bot"}
    assert len(records(folder / "there")) == 4


@pytest.mark.slow
def test_a_bot_against_itself_sees_its_folder_twice(tmp_path: Path) -> None:
    folder = tmp_path / "bots"
    spy(folder / "bot")
    (folder / "book").write_text("")
    _, saw = match(folder, "./bot", "me=./bot", "-n", "2")
    assert saw == {"bot": {"./book ./bot"}, "me": {"./book ./bot"}}


@pytest.mark.parametrize("other", slow_but("./other.c", of=["./inner/bot", "./other.c"]))
def test_a_folder_that_holds_another_bot_or_its_source_is_not_shown(
    other: str, tmp_path: Path
) -> None:
    folder = tmp_path / "bots"
    spy(folder / "bot"), spy(folder / "inner" / "bot")
    shutil.copy(Path(__file__).with_name("first_move.c"), folder / "other.c")
    (folder / "inner" / "book").write_text("")
    _, saw = match(folder, "./bot", f"other={other}", "-n", "2")
    assert saw["bot"] == {"./bot"}
    assert saw["other"] == ({"./book ./bot"} if "inner" in other else set())


@pytest.mark.slow
def test_an_interpreter_of_the_operators_is_kept_with_the_match(tmp_path: Path) -> None:
    folder = tmp_path / "bots"
    (tmp_path / "opt").mkdir()
    shutil.copy("/bin/sh", tmp_path / "opt" / "own-sh")
    spy(folder / "bot", f"{tmp_path}/opt/own-sh")
    words = ("./bot", "random", "-n", "2", "--records", "there", "--interpreter", "../opt")
    assert match(folder, *words)[1]["bot"] == {"./bot"}
    assert match(folder, "--resume", "there", "-n", "4")[1]["bot"] == {"./bot"}
