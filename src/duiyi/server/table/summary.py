"""Summaries: the light part of a table as a value, and what lists and pages are sent of it.

A summary is what the event loop knows about a table whose last change is committed.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import msgspec
from msgspec import Raw, Struct

from duiyi.core.clock import Running
from duiyi.core.options import Value
from duiyi.core.outcome import Outcome
from duiyi.core.state import Seat
from duiyi.server import wire
from duiyi.server.fair_queue import Caller
from duiyi.server.storage.store import Index
from duiyi.server.table import seats as seating
from duiyi.server.table.log import Sitting
from duiyi.server.wire import Proposal, Status, TableSeat, TableSummary

NOBODY = ""


@dataclass(frozen=True, slots=True)
class Setup:
    """What never changes about a table."""

    id: str
    game: str
    options: dict[str, Value]
    clock: wire.Clock
    public: bool
    undo: bool
    maker: str
    created: int
    start: str | None
    address: str = ""
    """Where it was made, hashed; of tables of an older version it is not known."""

    @property
    def caller(self) -> Caller:
        """On whose behalf computers think here."""
        return Caller(self.address or self.maker, self.maker)


@dataclass(frozen=True, slots=True)
class Summary:
    """A table at one moment; `id` is the state id."""

    setup: Setup
    sittings: tuple[Sitting, ...]
    status: Status
    id: int
    actor: Seat | None
    turn: int
    decisions: int
    outcome: Outcome | None
    clocks: Running
    proposals: tuple[Proposal, ...]
    rematch: str | None
    updated: int
    thinker: str
    """The computer whose turn it is."""
    dump: str
    """The position, where a computer has to think about it or people play each other."""
    branch: int = 0
    """Another number after every undo."""

    @property
    def peopled(self) -> bool:
        """Whether not only computers sit here."""
        return not all(sitting.player for sitting in self.sittings)

    def thinking_seconds(self, now: int, most: float) -> float:
        """How long a computer may think: a part of what its clock has left."""
        deadline = self.clocks.deadline
        if deadline is None:
            return most
        left = max(0, deadline - now) / 1000
        return min(most, left / (40 if self.setup.clock.kind == "game" else 4))

    def mine(self, guest: str) -> tuple[bool, ...]:
        return tuple(guest in sitting.holders for sitting in self.sittings)


class Kept(Struct, frozen=True):
    """What the index keeps of a table for lists: the summary as nobody sees it, and who holds."""

    table: TableSummary
    holders: tuple[tuple[str, ...], ...]


_kept = msgspec.json.Decoder(Kept)


def seats(
    sittings: tuple[Sitting, ...], guest: str = NOBODY, present: Collection[str] = ()
) -> list[TableSeat]:
    return [
        TableSeat(
            seat,
            "computer" if sitting.player else "person" if sitting.holders else "open",
            sitting.player or sitting.name,
            any(holder in present for holder in sitting.holders),
            guest in sitting.holders,
            sitting.hinted,
        )
        for seat, sitting in enumerate(sittings)
    ]


def table_summary(
    summary: Summary, guest: str = NOBODY, present: Collection[str] = ()
) -> TableSummary:
    """The table as a guest sees it; `present` are the guests who have a socket open there."""
    setup = summary.setup
    return TableSummary(
        setup.id,
        setup.game,
        setup.options,
        seats(summary.sittings, guest, present),
        setup.clock,
        setup.public,
        setup.undo,
        summary.status,
        summary.actor,
        summary.turn,
        summary.decisions,
        wire.raw(summary.outcome),
        wire.moment(setup.created),
        wire.moment(summary.updated),
    )


def index(summary: Summary) -> Index:
    setup = summary.setup
    holders = tuple(sitting.holders for sitting in summary.sittings)
    guests = {guest for held in holders for guest in held} | {setup.maker}
    if setup.address:
        guests.add(made_at(setup.address))
    return Index(
        setup.id,
        setup.game,
        "abandoned" if summary.status == "finished" and not summary.decisions else summary.status,
        setup.public,
        seating.names(summary.sittings),
        tuple(sorted(guests)),
        setup.created,
        summary.updated,
        wire.encode(Kept(table_summary(summary), holders)),
    )


def made_at(address: str) -> str:
    """Stands among the guests of a table for the address where it was made, to count by it."""
    return f"@{address}"


def listed(index: Index, guest: str = NOBODY, present: Collection[str] = ()) -> TableSummary:
    """The summary of a table that is not in memory, from its index."""
    kept = _kept.decode(index.summary)
    shown = [
        msgspec.structs.replace(
            seat, present=any(holder in present for holder in held), mine=guest in held
        )
        for seat, held in zip(kept.table.seats, kept.holders, strict=True)
    ]
    # A Raw that was read points into the text it came from.
    outcome = Raw(bytes(kept.table.outcome))
    return msgspec.structs.replace(kept.table, seats=shown, outcome=outcome)
