"""Positions of atom by hand, and what is asked of them: short forms for the tests.

A cell is written as its atoms, `K0,0 R0,2`, in any order. Odd turns are seat 0's, even turns
seat 1's; in `fight` the player whose turn it is comes first.
"""

from __future__ import annotations

import re
from typing import Any

from duiyi.core.errors import Violation
from duiyi.core.locale import LANGUAGES, text
from duiyi.core.message import Message
from duiyi.games.atom import GAME, AtomOptions, AtomState

NOTHING = ""
_atom = re.compile(r"([KRBG])(-?\d+),(-?\d+)")


def tower(height: int, colour: str = "K") -> str:
    """Atoms straight up: attack `height` and defence 0.5, when they are black."""
    return " ".join(f"{colour}{r},{r % 2}" for r in range(height + 1))


def wall(width: int) -> str:
    """Blacks side by side: defence `width` and attack 0."""
    return " ".join(f"K0,{2 * at}" for at in range(width + 1))


def side(*cells: str, life: int = 20, held: str = "0.0.0.0") -> str:
    """One player's part of a position text; cells that are not given are empty."""
    given = [*cells, NOTHING, NOTHING, NOTHING][:3]
    return ":".join([str(life), held, *map(_cell, given)])


def _cell(atoms: str) -> str:
    found = [_atom.fullmatch(word) for word in atoms.split()]
    points = sorted((int(one[2]), int(one[3]), one[1]) for one in found if one is not None)
    assert len(points) == len(atoms.split()), atoms
    return ";".join(f"{colour}{r},{h}" for r, h, colour in points) or "-"


def position(phase: str, first: str, second: str, turn: int = 3, **options: Any) -> AtomState:
    """Seat 0's side, then seat 1's; options that are not given are at their default."""
    rules = AtomOptions(**options).text().replace(" ", ",")
    return GAME.load(f"{turn} {phase} {first} {second} {rules}")


def fight(mine: str, theirs: str, attacks: int = 1, turn: int = 3, **options: Any) -> AtomState:
    """Between actions: the side of the player to move, then the other's."""
    first, second = (mine, theirs) if turn % 2 else (theirs, mine)
    return position(f"act:{attacks}", first, second, turn, **options)


def played(state: AtomState, line: str) -> AtomState:
    """The state after the tokens of a line."""
    for token in line.split():
        state = state.play(token)
    return state


def tokens(state: AtomState) -> str:
    """The tokens of all legal actions, in order."""
    return " ".join(state.text(action) for action in state.actions())


def phase(state: AtomState) -> str:
    return state.dump().split(" ")[1]


def cells(state: AtomState, seat: int) -> list[str]:
    """The three cells of a player, as they are written here."""
    return [
        " ".join(f"{colour}{r},{h}" for r, h, colour in cell) for cell in state.sides[seat].cells
    ]


def lives(state: AtomState) -> tuple[int, int]:
    return state.sides[0].life, state.sides[1].life


def result(state: AtomState) -> str:
    """Scores and reason, or `-` while the game goes on."""
    outcome = state.outcome
    if outcome is None:
        return "-"
    assert (state.actor, state.actions(), state.chances()) == (None, (), ())
    return " ".join([*map(str, outcome.scores), outcome.reason])


def words(message: Message) -> tuple[str, ...]:
    """English, 简体 and 繁體."""
    assert set(LANGUAGES) == {"en", "zh-Hans", "zh-Hant"}
    return tuple(text(message, language) for language in ("en", "zh-Hans", "zh-Hant"))


def told(state: AtomState, token: str, language: str = "en") -> list[str]:
    """The sentences of a narration."""
    events = state.narrate(state.parse(token))
    return [text(event.message, language) for event in events]


def breach(found: Violation | None) -> tuple[str, tuple[str, ...], str]:
    """Code, sites and English sentence of a violation."""
    assert found is not None
    return found.code, found.sites, str(found)


CLICKED = {"held-first", "not-your-atoms", "not-your-cell", "point-first", "whole-cell"}
"""Violations that only clicks can commit: no token says what they do (`test_clicks`)."""
