"""Tzaar as the course's files write it: arrays of 9 by 9, coordinates x,y, and the steps so far.

All of it is made from the position text and the tokens of the game; no rule is known here but who
is asked after whom. What the two interfaces make of it is in `files_a` and `files_b`.

Row 0 is the top line of an array. With the centre of the board as 0,0, x is column − 4 and y is
4 − row; the column's letter is A + column, and the numbers of a column grow with y.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

GAME = "tzaar"
SIDES = "WB"
"""The sides as the history writes them, by seat."""
RADIUS = 4
SIZE = 2 * RADIUS + 1
OFF = -1
"""What an array holds off the board, and in its centre."""

Place = tuple[int, int]
"""x and y."""

_columns = tuple(
    tuple((x, y) for y in range(-RADIUS, RADIUS + 1) if abs(x + y) <= RADIUS and (x, y) != (0, 0))
    for x in range(-RADIUS, RADIUS + 1)
)
NAMES: Mapping[Place, str] = {
    place: f"{letter}{number}"
    for letter, column in zip("ABCDEFGHI", _columns, strict=True)
    for number, place in enumerate(column, 1)
}
"""The points of the board, in the order of the position text."""
PLACES: Mapping[str, Place] = {name: place for place, name in NAMES.items()}

_point = re.compile(r"\.|([ZRTzrt])([0-9]*)")
_letters = {letter: (seat, kind) for seat, row in enumerate(("ZRT", "zrt"))
            for kind, letter in enumerate(row, 1)}  # fmt: skip
_step = re.compile(r"([A-I][1-8])([x+])([A-I][1-8])")
PASS = "pass"


class Piece(NamedTuple):
    """A piece: whose it is, its kind (1 Tzaar, 2 Tzarra, 3 Totts), and its height."""

    seat: int
    kind: int
    height: int


class Position(NamedTuple):
    """What stands where, and whose step is next."""

    pieces: Mapping[Place, Piece]
    side: int
    step: int
    turn: int

    @property
    def single(self) -> bool:
        """Whether this turn has one step only, as White's first has."""
        return (self.side, self.turn) == (0, 1)


def read_position(dump: str) -> Position:
    """The position that a dump of the game describes."""
    columns, side, step, turn = dump.split(" ")[:4]
    found = _point.findall(columns)
    pieces = {
        place: Piece(*_letters[letter], int(height or 1))
        for place, (letter, height) in zip(NAMES, found, strict=True)
        if letter
    }
    return Position(pieces, "wb".index(side), int(step), int(turn))


def array(values: Mapping[Place, int]) -> str:
    """Nine lines of nine numbers, the last one without an end: 0 where there is no value, −1 off
    the board."""
    rows = (
        (values.get((x, y), 0) if (x, y) in NAMES else OFF for x in range(-RADIUS, RADIUS + 1))
        for y in range(RADIUS, -RADIUS - 1, -1)
    )
    return "\n".join(",".join(map(str, row)) for row in rows)


def heights(position: Position) -> str:
    """The file `chessLayer.txt` of both interfaces."""
    return array({place: piece.height for place, piece in position.pieces.items()})


class Step(NamedTuple):
    """A step that was made: in which turn, by which side, the first or the second, and how.

    `sign` is `x`, `+`, or empty for a pass, which has no places.
    """

    turn: int
    side: int
    step: int
    sign: str
    source: Place = (0, 0)
    target: Place = (0, 0)


def steps_since(first: Position, tokens: Iterable[str]) -> Iterator[Step]:
    """The steps since `first`; White's first turn has one only."""
    side, step, turn = first.side, first.step, first.turn
    for token in tokens:
        yield _step_of(turn, side, step, token)
        if step == 1 and (side, turn) != (0, 1):
            step = 2
        else:
            side, step, turn = 1 - side, 1, turn + 1


def _step_of(turn: int, side: int, step: int, token: str) -> Step:
    if token == PASS:
        return Step(turn, side, step, "")
    match = _step.fullmatch(token)
    assert match is not None, token
    source, sign, target = match.groups()
    return Step(turn, side, step, sign, PLACES[source], PLACES[target])


def cell_of(place: Place) -> tuple[int, int]:
    """Row and column in an array."""
    x, y = place
    return RADIUS - y, x + RADIUS


def name_of(x: int, y: int) -> str:
    """The point's name in a token; for a place off the board one that no point has.

    Off the board columns go on to the right as J, K, … and to the left as Z, Y, …, and numbers
    upwards as on the board and downwards as 0, 99, 98, …; the hole is E0. What is farther away
    than such names reach gets the name of the nearest: the rules say of all of them the same.
    """
    name = NAMES.get((x, y))
    if name is not None:
        return name
    x, y = min(max(x, -13), 12), min(max(y, -40), 40)
    letter = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[(x + RADIUS) % 26]
    if (x, y) == (0, 0):
        return f"{letter}0"
    lowest = -RADIUS - x if -RADIUS <= x < 0 else -RADIUS
    number = y - lowest + (0 if x == 0 and y > 0 else 1)
    return f"{letter}{number % 100}"
