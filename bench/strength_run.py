"""Plays what is missing of some matches, and shows how they stand."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from types import FrameType

from bench import strength_players
from bench.strength_games import Match, together
from bench.strength_standing import Standing, Verdict, standing
from bench.strength_store import Results
from bench.strength_suites import Line
from bench.strength_workers import Task, played
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from duiyi.arena.game.sprt import Bounds, Sprt

MILLI = 1000


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(
    plan: Mapping[Match, int],
    results: Results,
    workers: int,
    console: Console,
    bounds: Bounds | None = None,
) -> bool:
    """Plays every match up to its number of games, or until the test of it is decided.

    Whether it was played to the end: Ctrl-C ends it early, and what is finished is kept.
    """

    def decided(match: Match) -> bool:
        test = standing(match, results.of(match), bounds=bounds).test
        return test is not None and test.accepted is not None

    def missing() -> Iterator[Task]:
        for match, games in plan.items():
            known = results.of(match)
            for number in range(games):
                if number in known:
                    continue
                if bounds is not None and decided(match):
                    break
                yield match, number

    total = sum(plan.values())
    done = sum(number < games for match, games in plan.items() for number in results.of(match))
    return play(missing(), results, workers, console, (done, total), lambda match, number: 1)


def run_decisions(
    matches: Sequence[Match], decisions: int, results: Results, workers: int, console: Console
) -> bool:
    """Plays all matches in turn, until so many decisions have been made in all of them."""
    done = sum(standing(match, results.of(match)).decisions for match in matches)
    left = decisions - done

    def missing() -> Iterator[Task]:
        number = 0
        while left > 0:
            for match in matches:
                if left > 0 and number not in results.of(match):
                    yield match, number
            number += 1

    def counted(match: Match, number: int) -> int:
        nonlocal left
        made = together(results.of(match)[number].thinking).decisions
        left -= made
        return made

    return play(missing(), results, workers, console, (done, decisions), counted)


def play(
    tasks: Iterator[Task],
    results: Results,
    workers: int,
    console: Console,
    progress: tuple[int, int],
    counted: Callable[[Match, int], int],
) -> bool:
    """Keeps every game when it is over; `counted` says how far it brings the bar."""
    done, total = progress
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    try:
        with (
            one_interrupt(),
            Progress(*columns, console=console, transient=True) as shown,
            closing(played(tasks, workers)) as games,
        ):
            bar = shown.add_task("", total=total, completed=done)
            for match, game in games:
                results.add(match, game)
                shown.update(
                    bar, advance=counted(match, game.number), description=brief(match, results)
                )
    except KeyboardInterrupt:
        return False
    return True


@contextmanager
def one_interrupt() -> Iterator[None]:
    """Ctrl-C counts once: what comes until the end is ignored (`timeout` sends it twice)."""
    interrupted = False

    def first(number: int, frame: FrameType | None) -> None:
        nonlocal interrupted
        interrupted = True
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, first)
    try:
        yield
    finally:
        if not interrupted:
            signal.signal(signal.SIGINT, before)


def brief(match: Match, results: Results) -> str:
    """A match in a few words."""
    now = standing(match, results.of(match))
    one, other = map(strength_players.brief, match.players)
    return f"{match.game} {one} - {other}: {points(now)} ({elo_text(now)})"


def points(now: Standing) -> str:
    return f"{float(now.score.points):g}/{now.score.games}"


def elo_text(now: Standing) -> str:
    low, middle, high = now.elo
    return f"{middle:+.0f} Elo, {low:+.0f} to {high:+.0f}"


def table(lines: Sequence[Line], results: Results) -> tuple[Table, bool]:
    """What came of the lines of a suite, and whether none of their bounds is missed."""
    shown = Table(box=None, pad_edge=False)
    shown.add_column(lines[0].match.game, no_wrap=True)
    for heading in ("games", "score", "95 %", "Elo", "95 %", "ms a turn (max)", "bound", "holds"):
        shown.add_column(heading, justify="right", no_wrap=True)
    held = True
    for line in lines:
        now = standing(line.match, results.of(line.match), line.seat)
        verdict = None if line.bound is None else line.bound.verdict(now)
        held &= verdict in (None, Verdict.HOLDS)
        score, (low, middle, high) = now.score, now.elo
        shown.add_row(
            line.title,
            str(score.games),
            f"{score.share:.3f}",
            f"{score.low:.3f}-{score.high:.3f}",
            f"{middle:+.0f}",
            f"{low:+.0f} to {high:+.0f}",
            " : ".join(
                f"{one.mean * MILLI:.1f} ({one.longest * MILLI:.0f})" for one in now.thinking
            ),
            line.bound.text if line.bound else "",
            verdict.value if verdict else "",
        )
    return shown, held


def tested(test: Sprt) -> str:
    bounds = test.bounds
    taken = "undecided" if test.accepted is None else f"{test.accepted:g} is taken for true"
    between = f"{bounds.lower:.2f} < {test.ratio:.2f} < {bounds.upper:.2f}"
    return f"SPRT {bounds.elo0:g},{bounds.elo1:g}: {taken} ({between}, {test.pairs} pairs)"


def footing(matches: Sequence[Match], results: Results) -> str:
    """Decisions, and those that were none."""
    all_of = [standing(match, results.of(match)) for match in matches]
    decisions = sum(one.decisions for one in all_of)
    failures = sum(one.failures for one in all_of)
    games = sum(one.score.games for one in all_of)
    return f"{games:,} games, {decisions:,} decisions, {failures} of them illegal or failed"


def failures(matches: Sequence[Match], results: Results) -> Iterator[str]:
    """Every failure, with all that is needed to see it again."""
    for match in matches:
        for number, game in sorted(results.of(match).items()):
            for failure in game.failures:
                player = strength_players.brief(match.players[failure.player])
                yield f"{match.key}, game {number}: {player}: {failure.what} at {failure.position}"
