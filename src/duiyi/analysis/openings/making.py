"""Making a book: many games of self-play, on several processes, kept as they end.

The game of a number follows from the seed and the number alone, so it does not matter who plays it,
or when. What is played is kept in a journal, a line of JSON each, so that whoever is interrupted
goes on where he was.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from duiyi.analysis.openings import processes
from duiyi.analysis.openings.book import Book, made_of
from duiyi.analysis.openings.positions import DEPTH, Edge, edges
from duiyi.analysis.openings.selfplay import play
from duiyi.analysis.openings.tally import units
from duiyi.core import Game, game

AHEAD = 4
"""Games that are handed out for each process, so that none waits for the others."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Which games are played: everything that decides what a book holds."""

    game: str
    version: int
    games: int
    seed: int
    nodes: int
    depth: int = DEPTH

    @classmethod
    def of(cls, chosen: Game, games: int, seed: int, nodes: int) -> Plan:
        return cls(chosen.id, chosen.version, games, seed, nodes)


@dataclass(frozen=True, slots=True)
class Counted:
    """A game of a plan: its number, its first decisions, and the scores of the seats in 60ths."""

    number: int
    edges: tuple[Edge, ...]
    scores: tuple[int, ...]


class OtherPlan(Exception):
    """A journal has games of another plan."""


def make(
    plan: Plan, journal: Path, workers: int, report: Callable[[int], None] = lambda _: None
) -> Book:
    """Play what is missing, and put it together; `report` hears how many games are there."""
    done = {one.number: one for one in kept(plan, journal)}
    report(len(done))
    left = [number for number in range(plan.games) if number not in done]
    with journal.open("a", encoding="utf-8") as file:
        if not journal.stat().st_size:
            file.write(json.dumps(_head(plan)) + "\n")
        for one in _played(plan, left, workers):
            done[one.number] = one
            file.write(json.dumps(_line(one)) + "\n")
            file.flush()
            report(len(done))
    wanted = [done[number] for number in range(plan.games)]
    return Book(asdict(plan), made_of((one.edges, one.scores) for one in wanted if one.scores))


def kept(plan: Plan, journal: Path) -> Iterator[Counted]:
    """The games in a journal; a last line that was cut off does not count."""
    if not journal.exists():
        return
    lines = journal.read_text("utf-8").splitlines(keepends=True)
    if lines and json.loads(lines[0]) != _head(plan):
        raise OtherPlan(str(journal))
    whole = [line for line in lines if line.endswith("\n")]
    if len(whole) < len(lines):
        journal.write_text("".join(whole), "utf-8")
    for line in whole[1:]:
        number, steps, scores = json.loads(line)
        found = tuple(
            Edge(bytes.fromhex(here), bytes.fromhex(there), seat) for here, there, seat in steps
        )
        if number < plan.games:
            yield Counted(number, found, tuple(scores))


def _head(plan: Plan) -> dict[str, Any]:
    """How many games are wanted may change: more of the same can be added."""
    return {name: value for name, value in asdict(plan).items() if name != "games"}


def _line(one: Counted) -> list[Any]:
    steps = [[step.position.hex(), step.child.hex(), step.seat] for step in one.edges]
    return [one.number, steps, one.scores]


def _played(plan: Plan, numbers: Sequence[int], workers: int) -> Iterator[Counted]:
    """The games of these numbers, as they end."""
    if workers <= 1 or len(numbers) <= 1:
        yield from (played(plan, number) for number in numbers)
        return
    with processes.pool(workers) as pool:
        waiting: set[Future[Counted]] = set()
        left = iter(numbers)
        try:
            while True:
                while len(waiting) < workers * AHEAD and (number := next(left, None)) is not None:
                    waiting.add(pool.submit(played, plan, number))
                if not waiting:
                    return
                ended, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (one.result() for one in ended)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def played(plan: Plan, number: int) -> Counted:
    """One game of a plan, from its game's start."""
    first = game(plan.game).start()
    base = (plan.seed << 32 | number) * first.seats
    found = play(first, [base + seat for seat in range(first.seats)], plan.nodes)
    outcome = found.last.outcome
    scores = tuple(map(units, outcome.scores)) if outcome is not None else ()
    return Counted(number, tuple(edges(first, found.nodes, plan.depth)), scores)
