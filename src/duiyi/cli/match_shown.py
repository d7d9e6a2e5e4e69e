"""What `duiyi match` shows: progress while games are played, and the score at the end."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator
from fractions import Fraction

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from duiyi.arena.match import Fault, Match
from duiyi.arena.played import Offence
from duiyi.arena.report.explain import explain
from duiyi.arena.score import Score, elo
from duiyi.arena.sprt import Sprt
from duiyi.cli.screen import Screen
from duiyi.engine.fault import Verdict

MOST_FAULTS = 20
TWO = 2


@contextlib.contextmanager
def shown_progress(screen: Screen, match: Match, quiet: bool) -> Iterator[Callable[[Match], None]]:
    """A line that is kept up to date, where there is a terminal to keep it on."""
    if quiet or not screen.errors.is_terminal:
        yield lambda _: None
        return
    progress = Progress(
        BarColumn(20),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.description}"),
        console=screen.errors,
        transient=True,
        refresh_per_second=4,
    )
    with progress:
        task = progress.add_task("", total=match.settings.games)

        def changed(now: Match) -> None:
            done = len(now.results) + len(now.failed)
            progress.update(task, completed=done, description=running(screen, now))

        changed(match)
        yield changed


def running(screen: Screen, match: Match) -> str:
    """The score so far in one line."""
    scores, names = match.scores(), match.settings.names
    words = "  ".join(f"{name} {points(s.points)}" for name, s in zip(names, scores, strict=True))
    if scores[0].games and len(scores) == TWO:
        words = f"{words}  {percent(scores[0])}"
    test = match.test()
    return words if test is None else f"{words}  {_ratio(screen, test)}"


def summary(screen: Screen, match: Match) -> None:
    """Score, test and verdicts."""
    _table(screen, match)
    test = match.test()
    if test is not None:
        _test(screen, test)
    if match.faults:
        _faults(screen, match)
    if match.busy:
        screen.say("machine.given-up", count=match.busy)
    for number, problem in sorted(match.failed.items()):
        screen.line(screen.phrase("match.failed", number=number + 1, problem=problem))


def _table(screen: Screen, match: Match) -> None:
    two = len(match.settings.entrants) == TWO
    table = Table(box=None, pad_edge=False)
    table.add_column(screen.phrase("match.bot"))
    heads = [screen.phrase("match.games"), screen.phrase("match.results")]
    heads += [screen.phrase("match.points"), screen.phrase("match.share")]
    for head in (*heads, "Elo") if two else heads:
        table.add_column(head, justify="right", no_wrap=True)
    for name, score in zip(match.settings.names, match.scores(), strict=True):
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


def _faults(screen: Screen, match: Match) -> None:
    screen.say("match.faults", count=len(match.faults))
    for fault in sorted(match.faults, key=lambda one: one.number)[:MOST_FAULTS]:
        words = _explained(screen, match, fault)
        screen.line(
            "  "
            + screen.phrase("match.fault", number=fault.number + 1, name=fault.name, words=words)
        )
    if len(match.faults) > MOST_FAULTS:
        more = len(match.faults) - MOST_FAULTS
        screen.say("match.more", count=more, file=str(match.directory / "games.jsonl"))


def _explained(screen: Screen, match: Match, fault: Fault) -> str:
    data = {**fault.offence, "verdict": Verdict(fault.offence["verdict"])}
    found = explain(Offence(**data), match.settings.ruleset)
    said = [found.told, found.rule] if found.rule is not None else [found.told]
    code = f"{fault.offence['verdict']} {fault.offence['code']}"
    return f"{code}: " + " ".join(map(screen.words, said))
