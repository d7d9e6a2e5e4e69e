"""`duiyi cup` as a person meets it: what it says, and the exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.commands import Run

from duiyi.arena.tournament.journal import Journal

CUP = """
title = "Small"
game = "relati-classic"
bots = [{ name = "one", spec = "random" }, { name = "two", spec = "greedy" }]
grades = "100 / rank"
"""


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    (tmp_path / "cup.toml").write_text(CUP)
    return tmp_path / "cup.toml"


def test_the_example_is_written_once(run: Run, tmp_path: Path) -> None:
    ran = run("cup", "init")
    assert ran.code == 0
    assert "duiyi cup run cup.toml" in ran.out
    (tmp_path / "cup.toml").write_text("mine")
    ran = run("cup", "init")
    assert ran.code == 2
    assert (tmp_path / "cup.toml").read_text() == "mine"


def test_a_cup_from_the_file_to_the_report(run: Run, cup: Path, tmp_path: Path) -> None:
    ran = run("cup", "cup.toml", "-j", "1")
    assert ran.code == 0, ran.err
    assert "duiyi cup resume cup-results --workers 1" in ran.out
    assert "Rating" in ran.out
    assert "2 of 2 games" in ran.err
    results = tmp_path / "cup-results"
    for name in ("report.html", "standings.csv", "grades.csv", "results.json", "cup.toml"):
        assert (results / name).is_file()

    told = json.loads(run("cup", "standings", "cup-results", "--json").out)
    assert told["finished"]
    assert {row["name"]: row["grade"] for row in told["standings"]}.keys() == {"one", "two"}
    assert run("cup", "standings", "cup-results").code == 0
    assert run("cup", "report", "cup-results").code == 0

    ran = run("cup", "run", "cup.toml")
    assert ran.code == 2
    assert "duiyi cup resume cup-results" in ran.err
    ran = run("cup", "resume", "cup-results")
    assert ran.code == 0
    assert "of 2 games" not in ran.err


def test_games_that_a_busy_machine_broke_off_are_told(run: Run, cup: Path, tmp_path: Path) -> None:
    assert run("cup", "cup.toml", "-j", "1").code == 0
    results = tmp_path / "cup-results"
    with Journal(results) as journal:
        detail = "wall 300.000 s of 300.000 s"
        journal.add({"kind": "attempt", "id": "r01-p001-g1", "code": "busy", "detail": detail})
    ran = run("cup", "resume", "cup-results")
    assert ran.code == 0
    assert "1 game was broken off because this machine was too busy" in ran.out + ran.err
    page = (results / "report.html").read_text("utf-8")
    assert "the bot got no core for far too long" in page


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["run", "missing.toml"], "no such file"),
        (["missing.toml"], "no such file"),
        (["resume", "missing"], "no cup"),
        (["standings", "missing"], "no cup"),
        (["report", "missing"], "no cup"),
        (["import", "missing", "target", "--game", "tzaar"], "no such"),
        (["import", "missing", "target", "--game", "tzaar", "--encoding", "x"], "encoding"),
        (["resum", "missing"], "resume"),
    ],
)
def test_mistakes_are_one_line(run: Run, arguments: list[str], said: str) -> None:
    ran = run("cup", *arguments)
    assert ran.code == 2
    assert ran.err.startswith("duiyi: ")
    assert ran.err.count("\n") == 1
    assert said in ran.err
    assert ran.out == ""


def test_mistakes_in_the_file_are_told_in_the_language_asked_for(run: Run, cup: Path) -> None:
    cup.write_text(CUP + 'fromat = "swiss"\n')
    ran = run("cup", "run", "cup.toml", "--language", "zh-Hant")
    assert ran.code == 2
    assert "沒有 `fromat` 這一項；是不是 `format`？" in ran.err


def test_an_import_tells_who_can_play(run: Run, tmp_path: Path) -> None:
    moves = 'fputs("E,-2,-1,-2,0\\nP,0,0,0,0", fopen("out.txt", "w"));'
    good = f"#include <stdio.h>\nint main(void) {{ {moves} return 0; }}"
    for name, code in (("wang", good), ("li", "int main(void) {")):
        (tmp_path / "in" / name).mkdir(parents=True)
        (tmp_path / "in" / name / "main.c").write_text(code)
    words = ["--game", "tzaar", "--interface", "files-a", "--trust-bots"]
    ran = run("cup", "import", "in", "spring", *words)
    assert ran.code == 1
    assert "2/2 wang: can take part, by files-a" in ran.out
    assert "1/2 li: CANNOT TAKE PART" in ran.out
    assert "1 of 2 bots" in ran.out
    assert (tmp_path / "spring" / "compile-report.txt").is_file()


def test_what_a_bot_answers_cannot_steer_the_terminal(run: Run, tmp_path: Path) -> None:
    code = 'import sys\nopen("out.txt", "w").write("\\x1b[2J\\n\\x1b[2J")\n'
    (tmp_path / "in" / "li").mkdir(parents=True)
    (tmp_path / "in" / "li" / "bot.py").write_text(code)
    words = ["--game", "tzaar", "--interface", "files-a", "--trust-bots"]
    ran = run("cup", "import", "in", "spring", *words)
    assert ran.code == 1
    assert "CANNOT TAKE PART" in ran.out
    assert "\x1b" not in ran.out + ran.err
