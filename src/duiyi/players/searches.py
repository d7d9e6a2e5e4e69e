"""Which searches there are for which games, with what they have learnt."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from duiyi import kernels
from duiyi.core import State
from duiyi.kernels.thinker import Thinker

SIMULATION = "mcts"
"""The kind of search that every kernel has, for any number of seats."""
OF_TWO_SEATS = {
    "relati": "alphabeta",
    "tzaar": "alphabeta",
    "atom": "turns",
    "relati-legacy": "phases",
}
"""Better kinds, where two play; `phases` is simulation as well, judged by phases of the game."""
LEARNT = {
    ("tzaar", "alphabeta"): "tzaar.net",
    ("relati", "alphabeta"): "relati.txt",
    ("atom", "turns"): "atom.txt",
}
FORESEEING = ("alphabeta", "turns")
"""Kinds whose lines are plans: the rest of a turn has been thought about with its beginning."""


def best_kind(state: State[Any]) -> str | None:
    """The kind of the best search for a game like this one; `None` where it has no kernel."""
    if state.game.id not in kernels.GAMES:
        return None
    return OF_TWO_SEATS.get(state.game.id, SIMULATION) if state.seats == 2 else SIMULATION


def thinker(position: kernels.Position, kind: str) -> Thinker:
    """A search of this kind for positions like this one."""
    return Thinker(position, kind, _learnt(position.game, kind))


@cache
def _learnt(game: str, kind: str) -> bytes:
    name = LEARNT.get((game, kind))
    return b"" if name is None else (files("duiyi.players") / "data" / name).read_bytes()
