"""The tables beside the page: what they hold, and that no cell is a formula."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from tests.report_contents import Plays, contents, offences, played, report_games

from duiyi.arena.intake.absent import Absent
from duiyi.arena.report import write_contents
from duiyi.arena.report.data.contents import Place, ReportGame
from duiyi.arena.report.data.exports import plain


def rows(path: Path) -> list[dict[str, str]]:
    assert path.read_bytes().startswith(b"\xef\xbb\xbf")
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    games = list(report_games("relati-classic", {"one": Plays("random"), "two": Plays("greedy")}))
    name, bot = offences()[0]
    lost = played("tzaar", [bot, Plays("greedy")], (name, "two"))
    games.append(ReportGame("r02-p001-g1", 2, (name, "two"), lost))
    place = tmp_path_factory.mktemp("sheets")
    write_contents(contents("Cup", games, graded=True), place / "report.html")
    return place


def test_standings(made: Path) -> None:
    found = rows(made / "standings.csv")
    assert [row["rank"] for row in found] == ["1", "2", "3"]
    assert sum(float(row["points"]) for row in found) == 3
    assert sum(int(row["faults"]) for row in found) == 1
    best = found[0]
    assert int(best["games"]) == sum(int(best[key]) for key in ("wins", "draws", "losses"))
    assert float(best["rating_low"]) < float(best["rating"]) < float(best["rating_high"])
    assert float(best["charged"]) > 0


def test_games(made: Path) -> None:
    found = rows(made / "games.csv")
    assert [row["game"] for row in found][-1] == "r02-p001-g1"
    assert all(float(row["score0"]) + float(row["score1"]) == 1 for row in found)
    assert (found[-1]["verdict0"], found[-1]["code0"]) == ("illegal", "not-your-piece")
    assert found[-1]["verdict1"] == ""


def test_grades(made: Path) -> None:
    first, *_ = rows(made / "grades.csv")
    assert float(first["Grade"]) > 60


def test_results_for_programs(made: Path) -> None:
    data = json.loads((made / "results.json").read_text("utf-8"))
    assert [place["rank"] for place in data["standings"]] == [1, 2, 3]
    assert sum(Fraction(place["points"]) for place in data["standings"]) == 3
    (offence,) = data["games"][-1]["offences"]
    assert (offence["verdict"], offence["text"]) == ("illegal", "A1xE5")


def test_no_grades_without_a_formula(tmp_path: Path) -> None:
    games = list(report_games("relati-classic", {"one": Plays("random"), "two": Plays("random")}))
    write_contents(contents("Cup", games), tmp_path / "report.html")
    assert not (tmp_path / "grades.csv").exists()


@pytest.mark.parametrize(
    "name", ["=cmd|' /C calc'!A0", "+1", "-1+2", "@SUM(A1)", "\t=1", " =1", "＝1", "%0A=1"]
)
def test_a_name_is_never_a_formula(name: str, tmp_path: Path) -> None:
    shown = plain(name)
    assert shown.startswith(("'", "\\"))
    games = [
        replace(game, names=(name, "other"))
        for game in report_games("tic-tac-toe", {"a": Plays("random"), "b": Plays("random")})
    ]
    write_contents(contents(name, games), tmp_path / "report.html")
    for table in ("standings.csv", "games.csv"):
        with (tmp_path / table).open(encoding="utf-8-sig", newline="") as file:
            for row in csv.reader(file):
                for cell in row:
                    assert not cell.lstrip().startswith(("=", "+", "@", "%", "＝"))
                    assert not cell.startswith("-") or float(cell) < 0
    assert name in json.loads((tmp_path / "results.json").read_text())["games"][0]["names"]


def test_ordinary_names_stay_as_they_are() -> None:
    assert plain("陳同學 2") == "陳同學 2"


def test_who_could_not_play_is_in_every_table(tmp_path: Path) -> None:
    games = list(report_games("relati-classic", {"one": Plays("random"), "two": Plays("random")}))
    why = Absent("李四", "compile", "=main.c:1", "B2").words
    gone = Place(3, "李四", Fraction(0), 0, 0, 0, 0, grade=0.0, remark=why, feedback=why,
                 id="B2", full_name="李四", email="li@x", participant="7")  # fmt: skip
    found = replace(contents("Cup", games, graded=True), absent=(gone,))
    page = write_contents(found, tmp_path / "report.html", language="zh-Hant").read_text("utf-8")
    assert all(words in page for words in ("李四", "無法編譯", "无法编译", "does not compile"))
    assert rows(tmp_path / "standings.csv")[-1]["備註"] == "無法編譯：=main.c:1"
    assert rows(tmp_path / "grades.csv")[-1] == {
        "Identifier": "Participant 7",
        "ID number": "B2",
        "Full name": "李四",
        "Email address": "li@x",
        "Bot": "李四",
        "Rank": "3",
        "Grade": "0",
        "Feedback": "無法編譯：=main.c:1",
    }
    data = json.loads((tmp_path / "results.json").read_text("utf-8"))
    assert [one["name"] for one in data["absent"]] == ["李四"]
    assert data["absent"][0]["remark"] == "does not compile: =main.c:1"
    assert "end" not in data["games"][0]


def test_games_are_told_in_the_language_asked_for(tmp_path: Path) -> None:
    name, bot = offences()[0]
    lost = played("tzaar", [bot, Plays("greedy")], (name, "two"))
    found = contents("Cup", [ReportGame("r01-p001-g1", 1, (name, "two"), lost)])
    heads = []
    for language in ("en", "zh-Hant", "zh-Hans"):
        write_contents(found, tmp_path / "report.html", language=language)
        (row,) = rows(tmp_path / "games.csv")
        heads.append([*row])
        ended = row[
            "ended" if language == "en" else "結束原因" if "Hant" in language else "结束原因"
        ]
        assert ended.isascii() == (language == "en")
    assert len({*map(tuple, heads)}) == 3
    assert heads[0][:4] == ["game", "round", "seat0", "score0"]
