"""What relati legacy brings to those who search it."""

from __future__ import annotations

from duiyi.core.searching import Searching
from duiyi.core.state import Seat
from duiyi.games.relati_legacy.rules import RelatiLegacyRules


def promise(state: RelatiLegacyRules, seat: Seat) -> float:
    """The pieces that count for a seat, and a little for where it could go."""
    reach, side = state.reaches[seat], state.sides[seat]
    pieces = reach.connected.bit_count() + side.shield.bit_count()
    return pieces + (reach.linkable & state.empty).bit_count() / 10


SEARCHING = Searching(best={2: "phases"})
"""`phases` is simulation as well, judged by phases of the game."""
