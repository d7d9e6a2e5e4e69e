"""What atom brings to those who search it."""

from __future__ import annotations

from importlib.resources import files

from duiyi.core.searching import Searching
from duiyi.core.state import Seat
from duiyi.games.atom.cells import attack, defence
from duiyi.games.atom.rules import AtomRules


def promise(state: AtomRules, seat: Seat) -> float:
    """Life, and the strength of the cells."""
    side = state.sides[seat]
    power = sum(attack(cell) + float(defence(cell)) / 2 for cell in side.cells)
    return max(0, side.life) + power + sum(map(len, side.cells)) / 4


SEARCHING = Searching(
    best={2: "turns"},
    weights={"turns": files(__package__) / "weights" / "atom.txt"},
    winning_positions=1000,
    winning_seconds=0.025,
    review_nodes=12_000,
)
