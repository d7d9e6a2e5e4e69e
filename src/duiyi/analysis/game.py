"""A game: every decision of a record compared with the best, and what that says of each seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeGuard

from duiyi.analysis.mistakes import Mark, mark_of
from duiyi.analysis.position import Analysis, Analyst
from duiyi.core import CHANCE, Record, Seat, State
from duiyi.core.record import Decision, Node

OPENING = "[opening]"
"""The comment on decisions that a referee made for the seats, to begin a game."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision of a seat. Shares are parts of the score that the seat can hope for."""

    number: int
    """Of its node in the record, from 0."""
    token: str
    analysis: Analysis
    """Of the position before it."""
    share: float
    """After it."""
    best: float
    """After the best decision; never less than `share`."""
    forced: bool
    """Nothing else was legal."""

    @property
    def state(self) -> State[Any]:
        """Before the decision."""
        return self.analysis.state

    @property
    def seat(self) -> Seat:
        assert self.state.actor is not None
        return self.state.actor

    @property
    def loss(self) -> float:
        return self.best - self.share

    @property
    def mark(self) -> Mark:
        return mark_of(self.loss, self.state.seats)

    @property
    def as_searched(self) -> bool:
        """Whether the search would have decided alike."""
        return self.token == self.analysis.best.tokens[0]


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """What the decisions of a seat come to; forced ones are not counted."""

    seat: Seat
    decisions: int
    as_searched: int
    marks: Counter[Mark]
    loss: float
    """Of a decision, on the average."""


def judged(record: Record, analyst: Analyst) -> Iterator[Judged]:
    """The decisions of the seats, one after the other. Chance, withdrawals and openings are passed
    over, and so is what no search can value. Ends early when the analyst was stopped."""
    before = record.first()
    for number, (node, after) in enumerate(record.replay()):
        if _chosen_by_seat(node):
            found = _judged(number, before, node.token, after, analyst)
            if analyst.stopped:
                return
            if found is not None:
                yield found
        before = after


def summary(found: Iterable[Judged], seats: int) -> tuple[SeatSummary, ...]:
    chosen = [one for one in found if not one.forced]
    return tuple(
        _of_seat(seat, [one for one in chosen if one.seat == seat]) for seat in range(seats)
    )


def decisions(record: Record) -> int:
    """How many there are to judge."""
    return sum(map(_chosen_by_seat, record.nodes))


def _chosen_by_seat(node: Node) -> TypeGuard[Decision]:
    return isinstance(node, Decision) and node.actor != CHANCE and OPENING not in node.comments


def _judged(
    number: int, before: State[Any], token: str, after: State[Any], analyst: Analyst
) -> Judged | None:
    analysis = analyst.position(before)
    best, seat = analysis.best, before.actor
    assert seat is not None
    forced = len(before.actions()) == 1
    if token == best.tokens[0] or best.proof == "loss":
        return Judged(number, token, analysis, best.share, best.share, forced)
    share = _share_after(before, token, after, analyst)
    if share is None:
        return None
    better = best.share
    if mark_of(better - share, before.seats) is not Mark.fine:
        # Two searches of different positions see differently far: what is held against somebody is
        # confirmed by a search after the better decision.
        confirmed = analyst.share(before.play(best.tokens[0]), seat)
        better = better if confirmed is None else min(better, confirmed)
    return Judged(number, token, analysis, share, max(better, share), forced)


def _share_after(
    before: State[Any], token: str, after: State[Any], analyst: Analyst
) -> float | None:
    """What a decision leaves to hope for. Where chance comes next, what the search that looked at
    all decisions thought of it."""
    seat = before.actor
    assert seat is not None
    share = analyst.share(after, seat)
    if share is not None:
        return share
    line = analyst.line(before, token)
    return None if line is None else line.share


def _of_seat(seat: Seat, found: list[Judged]) -> SeatSummary:
    return SeatSummary(
        seat=seat,
        decisions=len(found),
        as_searched=sum(one.as_searched for one in found),
        marks=Counter(one.mark for one in found),
        loss=sum(one.loss for one in found) / len(found) if found else 0.0,
    )
