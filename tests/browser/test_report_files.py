"""A report with its games in files beside it, opened from a disk: they are loaded when asked for, a
game is there at once, and a file that is missing is named.

Time is what the page itself worked (`TaskDuration`), not what passed: on a machine that does other
things meanwhile only that says something about the page.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.test_report import HOSTILE, leaves
from tests.browser.visitors import SOAK
from tests.report_contents import Plays, contents, played
from tests.report_cup import class_cup

from duiyi.arena.report import write_contents, write_report
from duiyi.arena.report.data.contents import ReportGame
from duiyi.arena.report.data.sources import of_cup
from duiyi.engine.fault import Fault, Verdict

# Drives a real browser for long: part of `make test-all`.
pytestmark = pytest.mark.slow

LARGEST = 5_000_000
SLOWEST = 0.3
"""Seconds of work from the click to the board."""
STUDENTS, GAMES = (60, None) if SOAK else (20, 60)
DATA = "JSON.parse(document.getElementById('data').textContent)"

Opened = Callable[[Path], Page]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A class; in the long form 3,540 games, else as many rows of fewer games."""
    directory = tmp_path_factory.mktemp("class")
    class_cup(directory, STUDENTS, games=GAMES)
    if GAMES is None:
        return write_report(directory)
    found = of_cup(directory)

    def games() -> Iterator[ReportGame]:
        for again in range(4):
            for game in found.games():
                yield replace(game, id=f"{game.id}-{again}")

    large = replace(found, games=games, count=4 * found.count, open_games=0)
    return write_contents(large, directory / "report.html", whole=0)


@pytest.fixture
def opened(chromium: Browser) -> Iterator[Opened]:
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
    context.set_default_timeout(30_000)
    troubles: list[str] = []

    def arrive(path: Path) -> Page:
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda said: troubles.append(said.text))
        page.on("request", lambda asked: troubles.append(asked.url) if leaves(asked.url) else None)
        page.goto(path.as_uri())
        return page

    yield arrive
    context.close()
    left = [trouble for trouble in troubles if "ERR_FILE_NOT_FOUND" not in trouble]
    assert not left, left


def worked(page: Page) -> Callable[[], float]:
    """How many seconds the page has worked."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def seconds() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))

    return seconds


@pytest.mark.slow
def test_a_game_of_a_large_class_opens_at_once(opened: Opened, report: Path) -> None:
    assert report.stat().st_size <= LARGEST
    assert len([*(report.parent / "report-games").iterdir()]) > 1
    page = opened(report)
    expect(page.locator("#board svg")).to_be_attached()
    seconds = worked(page)
    ids = page.evaluate(
        "JSON.parse(document.getElementById('data').textContent).games.map(g => g.id)"
    )
    times = []
    for place in (len(ids) - 1, len(ids) // 2, len(ids) // 3, 1):
        before = seconds()
        page.evaluate("(id) => { location.hash = `#game=${id}&at=5`; }", ids[place])
        expect(page.locator("#replay-heading")).to_contain_text(ids[place])
        expect(page.locator("#moves [aria-current=step]")).to_have_attribute("data-at", "5")
        expect(page.locator("#board svg")).to_be_attached()
        times.append(seconds() - before)
    assert sorted(times)[1] <= SLOWEST, times
    page.close()


def test_a_file_is_loaded_when_one_of_its_games_is_asked_for(opened: Opened, report: Path) -> None:
    page = opened(report)
    expect(page.locator("#board svg")).to_be_attached()
    loaded = page.locator("head script[src]")
    expect(loaded).to_have_count(1)
    page.get_by_role("button", name="To the end").click()
    expect(page.locator("#sitting .score")).to_have_count(2)
    expect(loaded).to_have_count(1)
    page.locator("details.verdict summary").last.click()
    expect(page.locator("details.verdict .board svg")).to_be_visible()
    assert loaded.count() <= 2


def test_long_lists_are_shown_some_at_a_time(opened: Opened, report: Path) -> None:
    page = opened(report)
    rows = page.locator("#rows tr")
    expect(rows).to_have_count(200)
    page.locator("#more-games").click()
    expect(page.locator("#more-games")).to_be_hidden()
    assert rows.count() == page.evaluate(f"{DATA}.games.length")


def test_a_file_that_is_missing_is_named_and_may_come_back(
    opened: Opened, report: Path, tmp_path: Path
) -> None:
    page_alone = tmp_path / "report.html"
    shutil.copy(report, page_alone)
    page = opened(page_alone)
    expect(page.locator("#board")).to_contain_text("report-games/0001-")
    expect(page.locator("#board")).to_contain_text("copy the folder")
    expect(page.locator("#standings table")).to_be_visible()
    shutil.copytree(report.parent / "report-games", tmp_path / "report-games")
    page.locator("#rows a").nth(1).click()
    expect(page.locator("#board svg")).to_be_attached()


def test_nothing_that_a_bot_says_runs_from_a_file_either(opened: Opened, tmp_path: Path) -> None:
    fault = Fault(Verdict.protocol, "unknown-line", HOSTILE, detail=HOSTILE)
    bad = Plays("random", 1, 2, fault, info=(HOSTILE,), last_words=HOSTILE.encode())
    lost = played("tzaar", [bad, Plays("random", info=(HOSTILE,))], (HOSTILE, "greedy"))
    games = [ReportGame(HOSTILE, 1, (HOSTILE, "greedy"), lost)]
    page = opened(write_contents(contents(HOSTILE, games), tmp_path / "a b'&#<.html", whole=0))
    expect(page.locator("#board svg")).to_be_attached()
    page.locator("details.verdict summary").first.click()
    expect(page.locator("#verdicts pre", has_text="window.hurt").first).to_be_visible()
    assert page.evaluate("window.hurt") is None
    assert page.locator("img").count() == 0


def test_a_script_that_the_page_did_not_load_does_not_run(
    chromium: Browser, report: Path, tmp_path: Path
) -> None:
    """The policy lets the page's own script load others, and no markup."""
    (tmp_path / "hurt.js").write_text("window.hurt = 3;")
    context = chromium.new_context()
    page = context.new_page()
    refused: list[str] = []
    page.on("console", lambda said: refused.append(said.text))
    page.goto(report.as_uri())
    expect(page.locator("#board svg")).to_be_attached()
    page.evaluate(
        """(address) => { const place = document.createElement('div');
          place.innerHTML = '<iframe srcdoc="<script>parent.hurt = 1</script>"></iframe>'
            + '<img src="data:," onerror="window.hurt = 2">';
          document.body.append(place);
          document.write(`<script src="${address}"></` + 'script>'); }""",
        (tmp_path / "hurt.js").as_uri(),
    )
    page.wait_for_function("() => document.scripts.length > 0")
    expect(page.locator("img, script[src*=hurt]").first).to_be_attached()
    assert page.evaluate("window.hurt") is None
    assert any("Content Security Policy" in one for one in refused), refused
    context.close()
