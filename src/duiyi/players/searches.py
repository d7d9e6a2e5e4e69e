"""Which search is the best for a position, with what it has learnt.

Games say so themselves (`duiyi.core.searching`); here are the kinds, which know no game.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from duiyi import kernels
from duiyi.core import Game, State, game
from duiyi.core.searching import NOTHING, Searching
from duiyi.kernels.thinker import Thinker

SIMULATION = "mcts"
"""The kind of search that every kernel has, for any number of seats."""
FORESEEING = ("alphabeta", "turns")
"""Kinds whose lines are plans: the rest of a turn has been thought about with its beginning."""
TABLED = ("alphabeta",)
"""Kinds that keep a table of positions."""


def searching_of(one: Game) -> Searching:
    """What a game brings to searching; nothing, where it does not say."""
    brought: Searching = getattr(one, "searching", NOTHING)
    return brought


def best_kind(state: State[Any]) -> str | None:
    """The kind of the best search for a game like this one; `None` where it has no kernel."""
    if state.game.id not in kernels.GAMES:
        return None
    return searching_of(state.game).best.get(state.seats, SIMULATION)


def solved(state: State[Any]) -> bool:
    """Whether the value of every position of a game like this one can be known."""
    return best_kind(state) is not None and state.seats in searching_of(state.game).solved


def thinker(position: kernels.Position, kind: str) -> Thinker:
    """A search of this kind for positions like this one."""
    return Thinker(position, kind, _learnt(position.game, kind))


@cache
def _learnt(name: str, kind: str) -> bytes:
    weights = searching_of(game(name)).weights.get(kind)
    return b"" if weights is None else weights.read_bytes()
