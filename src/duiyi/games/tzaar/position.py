"""The position text of tzaar (T-6): `ttttT/TrrrRT/…/tTTTT w 1 1`.

The columns A to I, each from number 1 upwards: `.` for an empty point, a letter of `ZRT` for a
white piece and of `zrt` for a black one, with its height after it when above 1. Then the side
that decides (`w` or `b`), its step, the turn number, and `out:w` or `out:b` when one withdrew.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from duiyi.core.errors import BadPosition
from duiyi.core.message import Param, message
from duiyi.core.state import Seat
from duiyi.games.fields import bad_field, read_turn
from duiyi.games.tzaar.pieces import BLACK, BOARD, WHITE, Points, Stack
from duiyi.games.tzaar.rules import losers

FORM = "COLUMNS w|b 1|2 TURN [out:w|b]"
SIDES = "wb"
LARGEST_TOTAL = 9_999
"""Of all heights together. Like `LAST_TURN` a bound that no play can cross: steps never add
height, and every turn takes a piece, so that what can be loaded can be dumped ever after."""
LAST_TURN = 999_999
"""Of the turn number and the number of pieces together."""

_letters = {
    "Z": Stack(WHITE, "tzaar"),
    "R": Stack(WHITE, "tzarra"),
    "T": Stack(WHITE, "totts"),
    "z": Stack(BLACK, "tzaar"),
    "r": Stack(BLACK, "tzarra"),
    "t": Stack(BLACK, "totts"),
}
_by_piece = {(stack.seat, stack.kind): letter for letter, stack in _letters.items()}
_point = re.compile(r"\.|([ZRTzrt])([0-9]*)")
_height = re.compile(r"[2-9]|[1-9][0-9]{1,3}")


class Fields(NamedTuple):
    """What a text says."""

    points: Points
    side: Seat
    step: int
    turn: int
    out: frozenset[Seat]


def write(fields: Fields) -> str:
    written = iter(_written(stack) for stack in fields.points)
    columns = "/".join("".join(next(written) for _ in column) for column in BOARD.columns)
    text = f"{columns} {SIDES[fields.side]} {fields.step} {fields.turn}"
    if not fields.out:
        return text
    (seat,) = fields.out
    return f"{text} out:{SIDES[seat]}"


def _written(stack: Stack | None) -> str:
    if stack is None:
        return "."
    letter = _by_piece[stack.seat, stack.kind]
    return letter if stack.height == 1 else f"{letter}{stack.height}"


def read(text: str) -> Fields:
    parts = text.split(" ")
    if len(parts) not in (4, 5) or (len(parts) == 5 and not parts[4].startswith("out:")):
        raise BadPosition(message("bad-position.parts", form=FORM))
    points = read_points(parts[0])
    side = _side("side", parts[1])
    if parts[2] not in ("1", "2"):
        raise bad_field("step", parts[2], "1, 2")
    step, turn = int(parts[2]), read_turn(parts[3])
    out = frozenset({_side("out", parts[4][4:])} if len(parts) == 5 else ())
    return Fields(points, side, step, turn, out)


def problems(fields: Fields) -> Iterator[BadPosition]:
    """What the rules cannot lead to."""
    latest = LAST_TURN - sum(1 for stack in fields.points if stack)
    if fields.turn > latest:
        yield bad_field("turn", str(fields.turn), f"1-{latest}")
    if (fields.side, fields.step, fields.turn) == (WHITE, 2, 1):
        yield _bad("first-turn", ("step", "turn"))
    if len(losers(fields.points)) == 2:
        yield _bad("both-lost", ("counts",))


def read_points(text: str) -> Points:
    """The pieces, from the columns."""
    columns = text.split("/")
    if len(columns) != len(BOARD.columns):
        raise _bad("columns", columns=len(columns), wanted=len(BOARD.columns))
    points: list[Stack | None] = []
    for letter, column, places in zip("ABCDEFGHI", columns, BOARD.columns, strict=True):
        found = _column(letter, column)
        if len(found) != len(places):
            raise _bad("points", column=letter, points=len(found), wanted=len(places))
        points += found
    if sum(stack.height for stack in points if stack) > LARGEST_TOTAL:
        raise _bad("total", limit=LARGEST_TOTAL)
    return tuple(points)


def _column(letter: str, text: str) -> list[Stack | None]:
    found: list[Stack | None] = []
    at = 0
    while at < len(text):
        match = _point.match(text, at)
        if match is None:
            raise _bad("piece", column=letter, value=ascii(text[at])[1:-1])
        piece, height = match.groups()
        if height and not _height.fullmatch(height):
            raise _bad("height", column=letter, value=height[:20], limit=LARGEST_TOTAL)
        found.append(_letters[piece]._replace(height=int(height or 1)) if piece else None)
        at = match.end()
    return found


def _side(field: str, text: str) -> Seat:
    if text not in tuple(SIDES):
        raise bad_field(field, text, "w, b")
    return SIDES.index(text)


def _bad(key: str, named: Iterable[str] = (), **params: Param) -> BadPosition:
    return BadPosition(message(f"tzaar:bad-position.{key}", **params), fields=named)
