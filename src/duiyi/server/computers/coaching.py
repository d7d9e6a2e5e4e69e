"""The coach's words about a decision, thought about in a worker process.

Who may have them is a table's affair; what is said is in `duiyi.analysis.coach`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from duiyi.analysis import coach
from duiyi.core.state import Seat, State
from duiyi.server import wire
from duiyi.server.wire.analysis import Coached, CoachWarning

SECONDS = 0.3
"""CPU time at most: whoever has chosen waits for it."""


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision that is spoken of: in a position by its game and dump, to a seat."""

    game: str
    dump: str
    at: int
    token: str
    seat: Seat
    made: bool
    """Or about to be."""


def coached(state: State[Any], at: int, token: str, seat: Seat, made: bool, seed: int) -> Coached:
    """What is said to a seat of a decision after `at` others."""
    if made:
        said = coach.after(state, token, seat, seed)
        did = wire.raw([event.message for event in said.did])
        return Coached(at, token, None, did, wire.raw(said.threatened), said.sites)
    return Coached(at, token, _warning(state, token, seed), wire.raw([]), wire.raw(None), ())


def _warning(state: State[Any], token: str, seed: int) -> CoachWarning | None:
    found = coach.before(state, token, seed)
    if found is None:
        return None
    reason, detail = wire.raw(found.reason), wire.raw(found.detail)
    return CoachWarning(found.kind, reason, detail, found.sites, found.clause)  # type: ignore[arg-type]
