"""Faults by kind: each has its own name, and the table of them counts what happened."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.report_contents import Plays, contents, offences, played

import duiyi
from duiyi.arena.report import write_contents
from duiyi.arena.report.data.contents import ReportGame
from duiyi.arena.report.page.faults import Kind, declared, kinds, label_of
from duiyi.core.locale import LANGUAGES, catalog, has, text
from duiyi.core.state import Game
from duiyi.engine.fault import Verdict

NAMES = ("tzaar", "relati", "relati-classic", "relati-legacy", "atom")
NINE = (
    "選取的棋子不存在", "選取非己方的棋子", "走出場外", "非直線移動棋子", "越子",
    "第一回合步驟錯誤", "第一步驟錯誤", "非法吃子", "超時",
)  # fmt: skip


def codes(game: Game) -> Iterator[str]:
    """Of all violations that a game words; the clock's is a verdict."""
    for key in catalog(game.id, "en"):
        if key.startswith("violation."):
            code = key.split(".")[1]
            if code not in [*Verdict]:
                yield code


@pytest.mark.parametrize("name", NAMES)
def test_every_violation_has_a_name_of_its_own_in_three_languages(name: str) -> None:
    game = duiyi.game(name)
    found = {*codes(game)}
    assert found
    for language in LANGUAGES:
        for code in found:
            assert has(f"{game.id}:fault.{code}", language) or has(f"core:fault.{code}", language)
        labels = {text(label_of(Kind(Verdict.illegal, code), game), language) for code in found}
        assert len(labels) == len(found), language


def test_tzaar_lists_its_nine_violations_in_the_order_of_the_rules() -> None:
    game = duiyi.game("tzaar")
    assert tuple(text(label_of(kind, game), "zh-Hant") for kind in declared(game)) == NINE
    happened = [Kind(Verdict.crash), Kind(Verdict.illegal, "wrong-sign"), Kind(Verdict.timeout)]
    others = kinds(game, happened)[len(NINE) :]
    assert others == [Kind(Verdict.illegal, "wrong-sign"), Kind(Verdict.crash)]


def test_a_violation_without_a_name_shows_its_code() -> None:
    label = label_of(Kind(Verdict.illegal, "too-blue"), duiyi.game("tic-tac-toe"))
    assert "too-blue" in text(label, "zh-Hant")


class Cells(HTMLParser):
    """The table of faults, cell by cell."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self._inside = False
        self.feed(page[page.index('class="scroll faults"') :].split("</table>")[0])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        self._inside = tag != "caption" and bool(self.rows)

    def handle_data(self, data: str) -> None:
        if self._inside and self.rows and self.rows[-1]:
            self.rows[-1][-1] += data


def test_the_table_counts_faults_by_program_and_kind(tmp_path: Path) -> None:
    games = []
    for number, (name, bot) in enumerate(offences()):
        lost = played("tzaar", [bot, Plays("greedy")], (name, "good"))
        games.append(ReportGame(f"r01-p{number:03}-g1", 1, (name, "good"), lost))
    page = write_contents(contents("Cup", games), tmp_path / "report.html").read_text("utf-8")
    head, *rows = Cells(page).rows
    assert head[1:10] == [*NINE]
    counted = {row[0]: dict(zip(head[1:], row[1:], strict=True)) for row in rows}
    assert "good" not in counted
    assert counted["not its own"]["選取非己方的棋子"] == "1"
    assert counted["late"]["超時"] == counted["sleeper"]["超時"] == "1"
    assert counted["crasher"]["當掉"] == "1"
    assert counted["合計"]["合計"] == str(len(offences()))
    assert counted["合計"]["越子"] == "·"
    assert not re.search("違規(著|走)法", page)


def test_without_faults_there_is_no_table(tmp_path: Path) -> None:
    found = played("tzaar", [Plays("random", 1), Plays("random", 2)], ("one", "two"))
    games = [ReportGame("g1", 1, ("one", "two"), found)]
    page = write_contents(contents("Cup", games), tmp_path / "report.html").read_text("utf-8")
    assert 'class="scroll faults"' not in page
    assert "沒有程式犯規" in page
