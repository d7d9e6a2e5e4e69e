"""Positions for the pictures in `docs/pictures`: made by hand, or played by a fixed seed."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import Any

import duiyi
from duiyi.core import State

COLUMNS = "ABCDEFGHIJKLMNOPQRSTUVW"
_piece = re.compile(r"([A-Za-z][*#!@-]?)([A-W])([0-9]+)")

Shown = tuple[State[Any], State[Any] | None]
"""A position, and the one before it, whose difference is marked."""

LEGACY_CROWDED = (
    "A#A!AA*A#AAaAxAa........H../"
    "A#.AaA@D#A.D#.A!..HXH......./"
    "AA.AD@.A.XA#.X..H.XX..H../"
    "D.DDD*ADdX#..AX#...H..H.../"
    ".D...D.D.......H..H..../"
    "DD.ADD#..D#X#x.XAHX!xH!....H/"
    "D#D....D.X#.OX!X#.X...h.HH./"
    ".D....D...DX!.OOX......./"
    "..D!......DDXOX*O..H#H.hH./"
    "D...d.D....XH.HX@O..O!.H@./"
    "D...........X.O*.HO...../"
    "..........X!..OH*H.O..H#../"
    "D..........X!X.OO.H.O.../"
    "........X....O#.OO#.O.O.O/"
    ".............X.HOO.HOO./"
    ".............o....U..../"
    ".........O.o.O#..O#U.U#U!.U/"
    "........O@..O....u....../"
    "..............U..U#UU#.../"
    "............OU....uUUU*./"
    "...........UU@.U....U.U#./"
    ".........U......UuU..UU#/"
    "..............U........ 6 A 191"
)
TZAAR_CROWDED = (
    "T.r../..Z12.../t2.....R/...z10..../T7...r3..t/..R5...T./...t4..z/.Z2...r/..R.t w 1 41"
)
TZAAR_JUMP = "ZRT../....../......r/...T2.t3R./...Z..../...t..../......./....../..trz w 2 5"


def played(
    name: str, moves: int, seed: int, favour: Mapping[str, float] | None = None, **how: Any
) -> Shown:
    """A random game of so many moves; `favour` weighs tokens by what is before their colon."""
    chance = random.Random(seed)
    state: State[Any] = duiyi.game(name).start(**how)
    before = None
    for _ in range(moves):
        if state.outcome is not None:
            break
        if state.chances():
            actions, weights = zip(*((a, float(p)) for a, p in state.chances()), strict=True)
        else:
            actions = tuple(state.actions())
            heads = (state.text(action).rpartition(":")[0].partition(":")[0] for action in actions)
            weights = tuple((favour or {}).get(head, 1.0) for head in heads)
        before, state = state, state.play(chance.choices(actions, weights)[0])
    return state, before


def after(state: State[Any], line: str) -> Shown:
    """The position after the tokens of a line, with what the last one changed."""
    before = None
    for token in line.split():
        before, state = state, state.play(token)
    return state, before


def relati(pieces: str, fields: str = "O X 9 -") -> State[Any]:
    return duiyi.game("relati").load(f"{_rows(pieces)} {fields}")


def legacy(pieces: str, fields: str = "2 O 9") -> State[Any]:
    return duiyi.game("relati-legacy").load(f"{_rows(pieces)} {fields}")


def _rows(pieces: str, size: int = 9) -> str:
    """`O*E5 XC3` as the rows of a position text."""
    cells = [["."] * size for _ in range(size)]
    for word in pieces.split():
        found = _piece.fullmatch(word)
        assert found is not None, word
        cells[int(found[3]) - 1][COLUMNS.index(found[2])] = found[1]
    return "/".join("".join(row) for row in cells)


def blob(rows: int, wide: int, colours: str) -> str:
    """A cell of atom: rows of atoms, whose colours repeat."""
    points = [(r, 2 * at + r % 2) for r in range(rows) for at in range(wide)]
    return ";".join(f"{colours[i % len(colours)]}{r},{h}" for i, (r, h) in enumerate(points))


def atom(phase: str, first: str, second: str, turn: int = 7) -> State[Any]:
    options = duiyi.game("atom").options().text().replace(" ", ",")
    return duiyi.game("atom").load(f"{turn} {phase} {first} {second} {options}")
