"""Where puzzles of tzaar come from: a kind that is taken or saved, and captures that run out."""

from __future__ import annotations

from typing import Any

from duiyi.core.study.puzzling import FORCE, SAVE, WIN, Puzzling
from duiyi.games.tzaar.pieces import KINDS, count
from duiyi.games.tzaar.rules import TzaarRules

WHOLE_TURN = 4_000
"""More positions than most turns have."""
WON = {"kinds-gone": "take-kind", "no-capture": "no-capture"}
LOST = {"kinds-gone": "save-kind", "no-capture": "keep-capturing"}


def asks(state: TzaarRules) -> bool:
    """A puzzle is about a whole turn; about a second step alone where a kind could be lost."""
    last = (count(state.points, state.side, kind) == 1 for kind in KINDS)
    return state.step == 1 or any(last)


def themes(first: Any, last: Any, line: tuple[str, ...]) -> tuple[str, ...]:
    """By how the game ends, or would end."""
    if last.outcome is None:
        return ()
    return ((WON if last.outcome.winner == first.actor else LOST)[last.outcome.reason],)


PUZZLING = Puzzling(
    tasks=(WIN, FORCE, SAVE),
    short_turns=True,
    threat=WHOLE_TURN,
    setups=tuple({"setup": "random", "seed": seed} for seed in range(1, 41)),
    asks=asks,
    themes=themes,
    grades=(8.5, 10.5, 12.5, 15.0),
)
