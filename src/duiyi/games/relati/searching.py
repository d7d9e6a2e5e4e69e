"""What relati brings to those who search it."""

from __future__ import annotations

from importlib.resources import files

from duiyi.core.searching import Searching
from duiyi.core.state import Seat
from duiyi.games.relati.rules import RelatiRules


def promise(state: RelatiRules, seat: Seat) -> float:
    """What a seat holds and where it could go, others' reach counting half."""
    others = 0
    for other, found in enumerate(state.reaches):
        others |= 0 if other == seat else found.linkable
    reach, empty = state.reaches[seat], state.empty
    free = reach.linkable & empty
    cannons = state.sides[seat].ready.bit_count()
    return (
        free.bit_count() + (free & ~others).bit_count() + reach.connected.bit_count() + cannons
    ) / 2


SEARCHING = Searching(
    best={2: "alphabeta"},
    weights={"alphabeta": files(__package__) / "weights" / "relati.txt"},
    review_nodes=15_000,
)
