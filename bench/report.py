"""What the report of a class costs: CPU time, size, and how long a game takes to open in the page.

    python -m bench.report 20      # 380 games of tzaar, everybody twice against everybody
    python -m bench.report 60      # 3,540

The games are played by the referee between random programs, some of which commit faults. The report
is made by the command's own code with its bar on a terminal that nobody sees. CPU time of a game is
also told as a multiple of reading that game from the journal, which means something on a busy
machine too. The command ends with 1 when a target is missed.
"""

from __future__ import annotations

import io
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from tests.report_cup import class_cup

from duiyi.arena.report import write_report
from duiyi.arena.tournament.results import read_results
from duiyi.cli.arena.cup_shown import shown_reporting
from duiyi.cli.common.screen import Screen

GAME_MS = 12.0
ALL_SECONDS = 60.0
PAGE_BYTES = 5_000_000
OPEN_SECONDS = 0.3
LARGE = 3_540
"""From so many games on the bounds of a large class count."""


def made(directory: Path) -> float:
    """The CPU time of the report, with the progress shown."""
    screen = Screen("en")
    screen.errors = Console(file=io.StringIO(), force_terminal=True)
    begun = time.process_time()
    with shown_reporting(screen) as progress:
        write_report(directory, progress=progress)
    return time.process_time() - begun


def read(directory: Path, count: int) -> float:
    """The CPU time of reading so many games."""
    games = read_results(directory).games[:count]
    begun = time.process_time()
    for game in games:
        assert game.played.record
    return time.process_time() - begun


def opening(page_file: Path, tries: int = 9) -> float:
    """The middle of how long the page works from a click to the board, each time another file."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        page = browser.new_page()
        page.goto(page_file.as_uri())
        page.wait_for_selector("#board svg")
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})

        def worked() -> float:
            metrics = session.send("Performance.getMetrics")["metrics"]
            return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))

        data = "JSON.parse(document.getElementById('data').textContent)"
        ids = page.evaluate(f"{data}.games.map((game) => game.id)")
        times = []
        for number in range(1, tries + 1):
            chosen = ids[number * len(ids) // (tries + 1)]
            before = worked()
            page.evaluate("(id) => { location.hash = `#game=${id}&at=5`; }", chosen)
            page.wait_for_selector("#moves [aria-current=step][data-at='5']")
            times.append(worked() - before)
        browser.close()
    return sorted(times)[tries // 2]


def main(students: Annotated[int, typer.Argument(help="How many are in the class.")] = 20) -> None:
    with tempfile.TemporaryDirectory() as place:
        directory = Path(place)
        count = class_cup(directory, students)
        cost = made(directory)
        some = min(count, 380)
        reading = read(directory, some) / some
        page = directory / "report.html"
        folder = directory / "report-games"
        beside = sum(file.stat().st_size for file in folder.iterdir()) if folder.is_dir() else 0
        opened = opening(page)
        figures = [
            ("games", f"{count:,}", ""),
            ("CPU time", f"{cost:.1f} s", f"{ALL_SECONDS:g} s" if count >= LARGE else ""),
            ("CPU time a game", f"{1000 * cost / count:.2f} ms", f"{GAME_MS:g} ms"),
            ("compared with reading it", f"{cost / count / reading:.1f}", ""),
            ("page", f"{page.stat().st_size / 1e6:.2f} MB", f"{PAGE_BYTES / 1e6:g} MB"),
            ("games beside it", f"{beside / 1e6:.2f} MB", ""),
            ("a game opens in", f"{opened:.3f} s of work", f"{OPEN_SECONDS:g} s"),
        ]
        missed = (
            cost / count * 1000 > GAME_MS
            or (count >= LARGE and cost > ALL_SECONDS)
            or page.stat().st_size > PAGE_BYTES
            or opened > OPEN_SECONDS
        )
    table = Table("", "measured", "at most", box=None)
    for row in figures:
        table.add_row(*row)
    Console().print(table)
    sys.exit(int(missed))


if __name__ == "__main__":
    typer.run(main)
