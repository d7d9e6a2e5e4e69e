"""What a game brings to the making of puzzles: where they are looked for and what they ask for.

A game that brings nothing gets puzzles all the same: wins, and the only way not to lose at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from duiyi.core.message import Message

WIN, FORCE, HOLD, SAVE = "win", "force", "hold", "save"
Count = Callable[[str, int], int]
"""Of a position text and a seat: how much the seat has done to the others, which never shrinks."""


@dataclass(frozen=True, slots=True)
class Puzzling:
    """Each field has a default, which fits a game that brings nothing."""

    tasks: tuple[str, ...] = (WIN, FORCE, SAVE)
    """What is asked for, the first that fits: these, `hold`, and the names of `counts`."""
    counts: Mapping[str, Count] = field(default_factory=dict)
    """Tasks of the game's own: to raise a number by as much as the turn allows."""
    least: int = 1
    """By which such a number must be raised."""
    short_turns: bool = False
    """Whether a kernel can try a whole turn at once: it is short, and nobody else decides in it."""
    threat: int = 500
    """Positions of a turn that are looked at to see whether somebody threatens to win."""
    idle: frozenset[str] = frozenset()
    """Tokens that do nothing, such as the end of a turn: they are no solution."""
    setups: tuple[Mapping[str, Any], ...] = ({},)
    """Options of the games in which puzzles are looked for."""
    asks: Callable[[Any], bool] | None = None
    """Whether a puzzle may begin with the decision of a state; any, where nothing is said."""
    themes: Callable[[Any, Any, tuple[str, ...]], tuple[str, ...]] | None = None
    """Of the first state, the last one and the tokens of a solution: words of the game for it."""
    facts: Callable[[Any, str], Message | None] | None = None
    """Of a state of the solver's turn and the kind of task: the numbers that one needs to solve it,
    in a sentence."""
    random_decisions: tuple[int, int] = (2, 8)
    """With so many decisions at random a game begins, at least and at most."""
    grades: tuple[float, float, float, float] = (12.0, 15.0, 18.0, 21.0)
    """From how much work on a puzzle is of the second, third, fourth and fifth grade."""


ORDINARY = Puzzling()
