"""A class of 24 made on purpose, imported and played: everybody gets what the table says, and is on
every list.
"""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.arena.class_of_24 import CLASS, ROLL, write_class
from tests.arena.cups import has_sandbox

from duiyi.arena.tournament.config import read_config
from duiyi.arena.tournament.results import read_results

COMMAND = [sys.executable, "-m", "duiyi", "cup"]
PATIENCE = 600
"""Seconds; only a failing test needs them."""
PLAYING = [one.name for one in CLASS if one.interface]
ABSENT = [one for one in CLASS if one.reason]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not has_sandbox(), reason="runs what strangers handed in"),
]


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        cwd=folder,
        env={**os.environ, "LC_ALL": "zh_TW.UTF-8", "COLUMNS": "200", "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


@pytest.fixture(scope="module")
def spring(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cup of the class, imported."""
    folder = tmp_path_factory.mktemp("class")
    write_class(folder / "hand-ins.zip")
    (folder / "list.csv").write_bytes(ROLL.encode("cp950"))
    words = ["import", "hand-ins.zip", "spring", "--game", "tzaar", "--students", "list.csv"]
    ran = run(folder, *words)
    (folder / "said").write_text(ran.stdout)
    assert ran.returncode == 1, ran.stderr
    return folder / "spring"


@pytest.fixture(scope="module")
def results(spring: Path) -> Path:
    """The cup, played: two Swiss rounds of one game."""
    file = spring / "cup.toml"
    text = file.read_text("utf-8")
    text = text.replace('"round-robin"\ngames = 2', '"swiss"\nrounds = 2\ngames = 1')
    file.write_text(text, "utf-8")
    ran = run(spring, "run", "cup.toml")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    (spring / "said").write_text(ran.stdout)
    return spring / "cup-results"


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_everybody_gets_what_the_table_says(spring: Path) -> None:
    rows = json.loads((spring / "compile-report.json").read_text("utf-8"))
    found = {row["name"]: (row["interface"], row["reason"]) for row in rows}
    assert found == {one.name: (one.interface, one.reason) for one in CLASS} | {
        "未繳交": ("", "nothing")
    }
    problems = {row["name"]: row["problem"] for row in rows}
    for one in ABSENT:
        assert one.says in problems[one.name]
    assert len(PLAYING) == 13
    assert not [*spring.parent.rglob("evil.c")]


def test_the_report_tells_each_in_the_language_of_the_user(spring: Path) -> None:
    words = (spring / "compile-report.txt").read_text("utf-8")
    assert words.startswith("25 份中有 13 份可以參賽")
    assert "王小明 (B10902001)：可以參賽，介面 files-a" in words
    assert "鄭語法 (B10902014)：無法參賽：無法編譯\n" in words
    assert "    main.c:2:5: error: " in words
    assert "未繳交 (B10902030)：無法參賽：沒有繳交" in words
    assert "有些名稱像是亂碼：ÄRôcæ╛ÿY" in words
    assert "--encoding" in words
    assert "不屬於任何學生，已略過：班級名單.xlsx" in words
    assert all(one.name in words for one in CLASS)


def test_progress_is_told_while_it_is_imported(spring: Path) -> None:
    lines = (spring.parent / "said").read_text().splitlines()
    counted = [line for line in lines if "/24 " in line]
    assert len(counted) == 24


def test_the_cup_has_all_of_them(spring: Path) -> None:
    config = read_config(spring / "cup.toml")
    assert {*config.names} == {*PLAYING}
    ids = {bot.name: bot.id for bot in config.bots}
    assert (ids["王小明"], ids["周杰"]) == ("B10902001", "Participant 111")
    reasons = {one.name: one.reason for one in config.absent}
    assert reasons == {one.name: one.reason for one in ABSENT} | {"未繳交": "nothing"}


def test_everybody_is_in_standings_report_and_grades(results: Path) -> None:
    everybody = {*PLAYING, *(one.name for one in ABSENT), "未繳交"}
    standings = table(results / "standings.csv")
    assert {row["程式"] for row in standings} == everybody
    last = [row for row in standings if row["程式"] not in PLAYING]
    assert {(row["名次"], row["得分"], row["局數"]) for row in last} == {("14", "0", "0")}
    remarks = {row["程式"]: row["備註"] for row in last}
    assert remarks["謝印出"].startswith("把答案印在 stdout，而不是寫進答案檔：")
    assert remarks["曾兩個"].startswith("無法編譯：")
    assert remarks["未繳交"] == "沒有繳交"
    page = (results / "report.html").read_text("utf-8")
    assert all(name in page for name in everybody)
    assert "無法編譯" in page
    assert "does not compile" in page
    said = (results.parent / "said").read_text()
    assert all(name in said for name in everybody)


def test_grades_are_keyed_as_moodle_takes_them(results: Path) -> None:
    grades = {row["Bot"]: row for row in table(results / "grades.csv")}
    assert len(grades) == 25
    wang = grades["王小明"]
    assert (wang["ID number"], wang["Email address"]) == ("B10902001", "wang@example.edu")
    assert wang["Full name"] == "王小明"
    assert "名中第" in wang["Feedback"]
    assert grades["B10902008"]["Full name"] == "何八"
    assert grades["周杰"]["Identifier"] == "Participant 111"
    assert {grades[one.name]["Grade"] for one in ABSENT} == {"0"}
    assert grades["未繳交"]["Feedback"] == "沒有繳交"
    assert grades["鄭語法"]["Feedback"].startswith("無法編譯：main.c:2:5: error: ")


def test_who_only_has_faults_gets_no_points_for_that(results: Path) -> None:
    """It moved once, when it was asked for a first move; the moves of others are not its own."""
    found = read_results(results)
    mine = [(game, game.names.index("黃一次")) for game in found.games if "黃一次" in game.names]
    assert mine
    assert found.grades["黃一次"] == 0
    others = [name for name in PLAYING if name != "黃一次"]
    assert min(found.grades[name] for name in others) >= 60


def test_games_speak_the_language_of_the_user(results: Path) -> None:
    first, *_ = table(results / "games.csv")
    assert {"對局", "輪次", "座位0", "犯規1", "結束原因"} <= first.keys()
    faults = [row for row in table(results / "games.csv") if "黃一次" in row.values()]
    assert any("\u4e00" <= sign <= "\u9fff" for row in faults for sign in row["結束原因"])


def test_once_more_only_what_failed_is_tried_again(spring: Path, results: Path) -> None:
    """A sentence was enough for one of them: the teacher has put a bot.toml into the folder."""
    (spring / "bots" / "曾兩個" / "bot.toml").write_text('source = "main.c"\n')
    before = (spring / "cup.toml").read_text("utf-8")
    words = ["import", "hand-ins.zip", "spring", "--game", "tzaar", "--students", "list.csv"]
    ran = run(spring.parent, *words)
    assert ran.returncode == 1, ran.stderr
    assert (spring / "cup.toml").read_text("utf-8") == before  # it was changed by hand
    config = read_config(spring / "cup.new.toml")
    assert {*config.names} == {*PLAYING, "曾兩個"}
