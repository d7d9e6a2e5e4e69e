"""What `duiyi cup` shows: standings that grow while a cup is played, and the table at its end."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from fractions import Fraction

from rich.console import Group
from rich.live import Live
from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from rich.table import Table
from rich.text import Text

from duiyi.arena.intake.compile_report import HandIn, Imported, printable
from duiyi.arena.tournament.director import Progress
from duiyi.arena.tournament.results import CupResults
from duiyi.cli.common.screen import Screen

MOST_ROWS = 20
"""So many bots are shown while the cup is played."""
PER_SECOND = 4
STEPS = 10
"""Without a terminal, progress is told so often in all."""

SILENCE = 5.0
"""Without a terminal, the making of a report is told of every so many seconds."""

Watch = Callable[[Progress], None]


@contextlib.contextmanager
def shown_progress(screen: Screen) -> Iterator[Watch]:
    """On a terminal a table that is kept up to date, else a line now and then."""
    pace = _Pace()
    if not screen.errors.is_terminal:
        yield _Lines(screen, pace)
        return
    with Live(console=screen.errors, refresh_per_second=PER_SECOND, transient=True) as live:

        def changed(now: Progress) -> None:
            pace.see(now)
            if pace.due():
                live.update(Group(_standings_so_far(screen, now), Text(_line(screen, now, pace))))

        yield changed


@contextlib.contextmanager
def shown_reporting(screen: Screen) -> Iterator[Callable[[int, int], None]]:
    """While a report is made: on a terminal a bar, else a line now and then where it takes long."""
    if not screen.errors.is_terminal:
        yield _ReportLines(screen)
        return
    words = TextColumn("{task.description}", markup=False)
    with Bar(words, BarColumn(), TimeRemainingColumn(), console=screen.errors,
             refresh_per_second=PER_SECOND, transient=True) as bar:  # fmt: skip
        task = bar.add_task("", total=None)

        def told(done: int, total: int) -> None:
            words = screen.phrase("cup.reporting", done=done, total=total)
            bar.update(task, completed=done, total=total, description=words)

        yield told


class _ReportLines:
    """Progress for a log. Most reports are made before the first line is due."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._told = time.monotonic()

    def __call__(self, done: int, total: int) -> None:
        moment = time.monotonic()
        if moment - self._told >= SILENCE:
            self._told = moment
            line = self._screen.phrase("cup.reporting", done=done, total=total)
            self._screen.errors.print(line, soft_wrap=True)


class _Pace:
    """How fast games are played in this run."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._shown = 0.0
        self._had: int | None = None
        self._now = 0
        self._total = 0

    def see(self, now: Progress) -> None:
        self._now, self._total = len(now.scores), len(now.plan.games)
        if self._had is None:
            self._had = self._now

    def due(self) -> bool:
        """Whether it is time to draw again; drawing for each of many short games would cost more
        than playing them."""
        moment = time.monotonic()
        if moment - self._shown < 1 / PER_SECOND and self._now < self._total:
            return False
        self._shown = moment
        return True

    @property
    def per_minute(self) -> float:
        seconds = max(time.monotonic() - self._begun, 1e-3)
        return 60 * (self._now - (self._had or 0)) / seconds

    @property
    def left(self) -> str:
        """`1:05:00` for the games that are known by now; `–` before the first is finished."""
        if not self.per_minute:
            return "–"
        minutes, seconds = divmod(round(60 * (self._total - self._now) / self.per_minute), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


class _Lines:
    """Progress for a log: a line for each tenth of the games."""

    def __init__(self, screen: Screen, pace: _Pace) -> None:
        self._screen = screen
        self._pace = pace
        self._told: tuple[int, int] | None = None

    def __call__(self, now: Progress) -> None:
        self._pace.see(now)
        total = len(now.plan.games)
        step = (total, STEPS * len(now.scores) // max(1, total))
        if step != self._told:
            self._told = step
            self._screen.errors.print(_line(self._screen, now, self._pace), soft_wrap=True)


def _line(screen: Screen, now: Progress, pace: _Pace) -> str:
    return screen.phrase(
        "cup.progress",
        done=len(now.scores),
        total=len(now.plan.games),
        rate=f"{pace.per_minute:.0f}",
        left=pace.left,
        places=now.places,
        attempts=len(now.attempts),
    )


def _standings_so_far(screen: Screen, now: Progress) -> Table:
    """By share of points: quickly made, whatever the format decides by in the end."""
    points = dict.fromkeys(now.config.names, Fraction(0))
    games = dict.fromkeys(now.config.names, 0)
    for game in now.plan.games:
        for name, score in zip(game.names, now.scores.get(game.id, ()), strict=False):
            points[name] += score
            games[name] += 1
    names = sorted(now.config.names, key=lambda name: -points[name] / max(1, games[name]))
    table = Table(box=None, pad_edge=False)
    table.add_column(screen.phrase("cup.bot"))
    for head in (screen.phrase("cup.points"), screen.phrase("cup.games")):
        table.add_column(head, justify="right")
    for name in names[:MOST_ROWS]:
        table.add_row(name, number(points[name]), str(games[name]))
    if len(names) > MOST_ROWS:
        table.add_row("…", "", "")
    return table


def hand_in_lines(screen: Screen) -> Callable[[HandIn, int, int], None]:
    """A line for each hand-in as soon as it is known what becomes of it."""

    def tell(one: HandIn, number: int, all: int) -> None:
        count = f"{number:>{len(str(all))}}/{all}"
        if one.problem is None:
            said = screen.phrase("cup.taken", name=one.name, interface=one.interface)
        else:
            words = "\n".join(map(printable, screen.words(one.problem).strip().split("\n")))
            said = screen.phrase("cup.not-taken", name=one.name, problem=words)
        screen.line(f"{count} {said}")

    return tell


def show_missing(screen: Screen, imported: Imported) -> None:
    """Who handed nothing in, and what else there is to know."""
    for one in imported.bad:
        if not one.folder and one.problem is not None:
            words = screen.words(one.problem)
            screen.line(screen.phrase("cup.not-taken", name=one.name, problem=words))
    for note in imported.notes:
        screen.line(printable(screen.words(note)))


def show_standings(screen: Screen, results: CupResults) -> None:
    table = Table(box=None, pad_edge=False)
    heads = [screen.phrase("cup.rank"), screen.phrase("cup.bot"), screen.phrase("cup.points")]
    heads += [screen.phrase("cup.games"), screen.phrase("cup.results")]
    heads += [screen.phrase("cup.rating")]
    if results.grades:
        heads.append(screen.phrase("cup.grade"))
    for place, head in enumerate(heads):
        table.add_column(head, justify="left" if place == 1 else "right", no_wrap=place != 1)
    for row in results.standings.rows:
        rating = row.rating
        cells = [str(row.rank), row.name, number(row.points), str(row.games)]
        cells += [f"{row.wins} {row.draws} {row.losses}"]
        cells += [f"{rating.value:.0f} [{rating.low:.0f}, {rating.high:.0f}]".replace("-", "−")]
        if results.grades:
            cells.append(f"{results.grades[row.name]:g}")
        table.add_row(*cells)
    for one in results.absent:
        cells = ["–", one.name, "0", "0", "", ""]
        table.add_row(*cells, *(["0"] if results.grades else []))
    screen.out.print(table)
    for name, said in results.remarks.items():
        screen.line(printable(screen.phrase("cup.remark", name=name, remark=said)))


def number(value: Fraction) -> str:
    """`12½`; other fractions as decimals."""
    whole, rest = divmod(value, 1)
    if rest == Fraction(1, 2):
        return f"{whole or ''}½"
    return f"{float(value):.2f}" if rest else str(whole)
