"""Reports: a cup or a match as one page that opens anywhere, with tables beside it.

    write_report(Path("cup-results"))          # report.html, standings.csv, games.csv, results.json
    write_match_report(Path("match-games"))

See `docs/architecture/report.md`.
"""

from __future__ import annotations

from pathlib import Path

from duiyi.arena.report.data.contents import Contents
from duiyi.arena.report.data.exports import write_sheets
from duiyi.arena.report.data.sources import of_cup, of_match
from duiyi.arena.report.page.page import Progress, write_page
from duiyi.arena.report.replay.storage import LARGEST_WHOLE
from duiyi.core.locale import FALLBACK

__all__ = ["Progress", "write_contents", "write_match_report", "write_report"]

PAGE = "report.html"


def write_report(
    directory: Path,
    target: Path | None = None,
    *,
    progress: Progress | None = None,
    language: str = FALLBACK,
) -> Path:
    """The report of the cup in a directory, finished or not; where the page is.

    `target` is the page's own file, `report.html` in the cup's directory unless told otherwise; the
    tables are written beside it, in the language. `BadCup` where there is no cup.
    """
    contents = of_cup(directory)
    return write_contents(
        contents, target or directory / PAGE, progress=progress, language=language
    )


def write_match_report(
    directory: Path, target: Path | None = None, *, progress: Progress | None = None
) -> Path:
    """The report of the games that `duiyi match` left in a directory."""
    return write_contents(of_match(directory), target or directory / PAGE, progress=progress)


def write_contents(
    contents: Contents,
    target: Path,
    *,
    progress: Progress | None = None,
    whole: int = LARGEST_WHOLE,
    language: str = FALLBACK,
) -> Path:
    """The page and the tables of anything that has games and standings. Where the packed games are
    more than `whole` bytes, they lie in files beside the page."""
    target.parent.mkdir(parents=True, exist_ok=True)
    gathered = write_page(contents, target, progress, whole)
    write_sheets(target.parent, contents, gathered.sums, gathered.games, language)
    return target
