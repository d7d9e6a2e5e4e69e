"""What `duiyi match` shows: progress while games are played, and the score at the end."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import msgspec
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from rich.table import Table

from duiyi.arena.game.played import Offence
from duiyi.arena.game.score import Score, elo
from duiyi.arena.game.sprt import Sprt
from duiyi.arena.report.page.explain import explain
from duiyi.arena.tournament.director import Progress
from duiyi.arena.tournament.formats.match import bot_scores, sequential_test
from duiyi.arena.tournament.history import FinishedGame, read_history
from duiyi.arena.tournament.journal import NAME as JOURNAL
from duiyi.cli.common.screen import Screen
from duiyi.core import Game

MOST_FAULTS = 20
TWO = 2


@contextlib.contextmanager
def shown_progress(
    screen: Screen, progress: Progress, quiet: bool
) -> Iterator[Callable[[Progress], None]]:
    """A line that is kept up to date, where there is a terminal to keep it on."""
    if quiet or not screen.errors.is_terminal:
        yield lambda _: None
        return
    bar = Bar(
        BarColumn(20),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.description}"),
        console=screen.errors,
        transient=True,
        refresh_per_second=4,
    )
    with bar:
        task = bar.add_task("", total=progress.config.games)

        def changed(now: Progress) -> None:
            done = now.config.games - len(now.open_games) + len(now.given_up)
            bar.update(task, completed=done, description=running(screen, now))

        changed(progress)
        yield changed


def running(screen: Screen, now: Progress) -> str:
    """The score so far in one line."""
    scores, names = bot_scores(now.config, now.scores), now.config.names
    words = "  ".join(f"{name} {points(s.points)}" for name, s in zip(names, scores, strict=True))
    if scores[0].games and len(scores) == TWO:
        words = f"{words}  {percent(scores[0])}"
    test = sequential_test(now.config, now.scores)
    return words if test is None else f"{words}  {_ratio(screen, test)}"


def summary(screen: Screen, directory: Path, progress: Progress) -> None:
    """Score, test and verdicts."""
    _table(screen, progress)
    test = sequential_test(progress.config, progress.scores)
    if test is not None:
        _test(screen, test)
    _faults(screen, directory, progress)
    if busy := sum(attempt.code == "busy" for attempt in progress.attempts):
        screen.say("machine.given-up", count=busy)
    for id, attempt in sorted(progress.given_up.items()):
        problem = f"{attempt.code}: {attempt.detail}"
        screen.line(screen.phrase("match.failed", number=int(id), problem=problem))


def _table(screen: Screen, progress: Progress) -> None:
    names = progress.config.names
    two = len(names) == TWO
    table = Table(box=None, pad_edge=False)
    table.add_column(screen.phrase("match.bot"))
    heads = [screen.phrase("match.games"), screen.phrase("match.results")]
    heads += [screen.phrase("match.points"), screen.phrase("match.share")]
    for head in (*heads, "Elo") if two else heads:
        table.add_column(head, justify="right", no_wrap=True)
    scores = bot_scores(progress.config, progress.scores)
    for name, score in zip(names, scores, strict=True):
        cells = [name, str(score.games), f"{score.wins} {score.draws} {score.losses}"]
        cells += [points(score.points), percent(score)]
        table.add_row(*cells, difference(score)) if two else table.add_row(*cells)
    screen.out.print(table)


def points(value: Fraction) -> str:
    """`12½`; other fractions as decimals."""
    whole, rest = divmod(value, 1)
    if not rest:
        return str(whole)
    if rest == Fraction(1, 2):
        return f"{whole or ''}½"
    return f"{float(value):.2f}"


def percent(score: Score) -> str:
    if not score.games:
        return "–"
    low, high = score.low * 100, score.high * 100
    return f"{score.share * 100:.1f} % [{low:.1f}, {high:.1f}]"


def difference(score: Score) -> str:
    if not score.games:
        return "–"
    low, middle, high = (_signed(elo(share)) for share in (score.low, score.share, score.high))
    return f"{middle} [{low}, {high}]"


def _signed(value: float) -> str:
    if math.isinf(value):
        return "+∞" if value > 0 else "−∞"
    return f"{round(value):+}".replace("-", "−")


def _ratio(screen: Screen, test: Sprt) -> str:
    bounds = test.bounds
    return f"LLR {test.ratio:+.2f} [{bounds.lower:.2f}, {bounds.upper:.2f}]"


def _test(screen: Screen, test: Sprt) -> None:
    bounds, shown = test.bounds, _ratio(screen, test)
    elo0, elo1 = f"{bounds.elo0:g}", f"{bounds.elo1:g}"
    if test.accepted is None:
        screen.say("match.sprt-open", ratio=shown, pairs=test.pairs, elo0=elo0, elo1=elo1)
    elif test.accepted == bounds.elo1:
        screen.say("match.sprt-upper", ratio=shown, pairs=test.pairs, elo0=elo0, elo1=elo1)
    else:
        screen.say("match.sprt-lower", ratio=shown, pairs=test.pairs, elo0=elo0, elo1=elo1)


def _faults(screen: Screen, directory: Path, progress: Progress) -> None:
    """The first of them in words; whole games are read for these only."""
    named = {game.id for game in progress.plan.games}
    games = sorted(read_history(directory).games, key=lambda game: int(game.id))
    faulty = [game for game in games if game.id in named and any(s.fault for s in game.conduct)]
    count = sum(bool(seat.fault) for game in faulty for seat in game.conduct)
    if not count:
        return
    screen.say("match.faults", count=count)
    ruleset = progress.config.ruleset
    told = [line for game in faulty[:MOST_FAULTS] for line in _fault_lines(screen, game, ruleset)]
    for line in told[:MOST_FAULTS]:
        screen.line(f"  {line}")
    if count > MOST_FAULTS:
        screen.say("match.more", count=count - MOST_FAULTS, file=str(directory / JOURNAL))


def _fault_lines(screen: Screen, game: FinishedGame, ruleset: Game) -> Iterator[str]:
    for offence in msgspec.convert(game.data["offences"], list[Offence]):
        found = explain(offence, ruleset)
        said = [found.told, found.rule] if found.rule is not None else [found.told]
        words = f"{offence.verdict} {offence.code}: " + " ".join(map(screen.words, said))
        name = game.names[offence.seat]
        yield screen.phrase("match.fault", number=int(game.id), name=name, words=words)
