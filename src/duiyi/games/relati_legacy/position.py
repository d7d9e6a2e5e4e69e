"""The position text of relati legacy: `ROWS SEATS OWNER TURN [gone:SEATS] [out:SEATS]`.

ROWS are written from the top and separated by `/`. A cell is `.` when empty, otherwise a letter
of `OXDUAH` and its mark: `O` plain, `O*` source, `O#` shield, `O!` weapon, `O@` bomb; a small
letter is a dead piece. Which plain pieces are forbidden follows from the rest and is not written.
SEATS is the number of seats. OWNER has the turn; of a finished game, had the last one. `gone`
are the seats that were eliminated, `out` those that withdrew. The game is over when one seat is
neither.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from duiyi.boards.square import bits
from duiyi.core.errors import BadPosition, refuse
from duiyi.core.message import message
from duiyi.core.state import Seat
from duiyi.games import fields
from duiyi.games.order import LETTERS, symbol
from duiyi.games.relati_legacy.options import LARGEST, SMALLEST, LegacyOptions
from duiyi.games.relati_legacy.rules import RelatiLegacyRules
from duiyi.games.relati_legacy.sides import Side, Sides

S = TypeVar("S", bound=RelatiLegacyRules)
"""The class of the state that is given: what comes of it has the same."""
FORM = "ROWS SEATS OWNER TURN [gone:SEATS] [out:SEATS]"
_sizes = {size: size for size in range(SMALLEST, LARGEST + 1)}
_marks = {"": "normal", "*": "source", "#": "shield", "!": "weapon", "@": "bomb"}
_cell = re.compile(r"([A-Z])([*#!@]?)|([a-z])|\.")
_extras = re.compile(r"(?: gone:(?P<gone>[^ ]*))?(?: out:(?P<out>[^ ]*))?")


def write(state: RelatiLegacyRules) -> str:
    text = f"{_rows(state)} {state.seats} {LETTERS[state.owner]} {state.turn}"
    if state.gone:
        text += f" gone:{fields.seat_letters(state.gone)}"
    if state.out:
        text += f" out:{fields.seat_letters(state.out)}"
    return text


def _rows(state: RelatiLegacyRules) -> str:
    size = state.board.size
    cells = ["."] * size**2
    for letter, side in zip(LETTERS, state.sides, strict=False):
        for mark, name in _marks.items():
            for cell in bits(getattr(side, name)):
                cells[cell] = letter + mark
        for cell in bits(side.dead):
            cells[cell] = letter.lower()
    return "/".join("".join(cells[start : start + size]) for start in range(0, size**2, size))


def read(text: str) -> dict[str, Any]:
    """What a text says of a state; `checked` says whether the rules allow it."""
    parts = text.split(" ", 4)
    extras = _extras.fullmatch(f" {parts[4]}" if len(parts) == 5 else "")
    if len(parts) < 4 or extras is None:
        raise BadPosition(message("bad-position.parts", form=FORM))
    rows, size = fields.read_rows(parts[0], _sizes)
    seats = _count_of_seats(parts[1])
    return {
        "options": LegacyOptions(size),
        "sides": _sides(rows, seats),
        "owner": _owner(parts[2], seats),
        "turn": fields.read_turn(parts[3]),
        "gone": _seats("gone", extras["gone"], seats),
        "out": _seats("out", extras["out"], seats),
    }


def _count_of_seats(text: str) -> int:
    if len(text) == 1 and text in "23456":
        return int(text)
    raise fields.bad_field("seats", text, "2-6")


def _owner(text: str, seats: int) -> Seat:
    if len(text) == 1 and text in LETTERS[:seats]:
        return LETTERS.index(text)
    raise fields.bad_field("owner", text, LETTERS[:seats])


def _seats(field: str, text: str | None, seats: int) -> frozenset[Seat]:
    """The letters of some seats, in seat order; none when the field is left out."""
    if text is None:
        return frozenset()
    found = frozenset(LETTERS[:seats].find(letter) for letter in text)
    if not text or fields.seat_letters(found) != text:
        raise fields.bad_field(field, text, LETTERS[:seats])
    return found


def _sides(rows: list[str], seats: int) -> Sides:
    sides = [Side()] * seats
    for number, row in enumerate(rows):
        column = at = 0
        while at < len(row):
            match = _cell.match(row, at)
            letter = "" if match is None else (match[1] or match[3] or ".").upper()
            if match is None or letter not in f".{LETTERS[:seats]}":
                raise fields.bad_field(f"row {number + 1}", row[at], f".{LETTERS[:seats]}*#!@")
            if letter != "." and column < len(rows):
                seat = LETTERS.index(letter)
                name = "dead" if match[3] else _marks[match[2]]
                cells = getattr(sides[seat], name) | 1 << number * len(rows) + column
                sides[seat] = sides[seat]._replace(**{name: cells})
            at, column = match.end(), column + 1
        if column != len(rows):
            raise BadPosition(
                message("bad-position.row", row=number + 1, cells=column, size=len(rows))
            )
    return tuple(sides)


def checked(state: S) -> S:
    """The state, if the rules can lead to something like it."""
    refuse(_problems(state))
    return state


def _problems(state: RelatiLegacyRules) -> Iterator[BadPosition]:
    for seat, side in enumerate(state.sides):
        yield from _wrong_side(state, seat, side)
    for seat in sorted(state.gone):
        if state.can_act(seat):
            yield _bad("gone-can-act", seat, (), ("gone",))
    if len(state.gone | state.out) == state.seats:
        said = message("relati-legacy:bad-position.nobody-left")
        yield BadPosition(said, fields=("gone", "out"))
    elif state.outcome:
        if state.owner in state.gone:
            yield _bad("owner-gone", state.owner, (), ("owner",))
    elif state.owner in state.gone | state.out or not state.can_act(state.owner):
        yield _bad("owner-cannot-act", state.owner, (), ("owner",))


def _wrong_side(state: RelatiLegacyRules, seat: Seat, side: Side) -> Iterator[BadPosition]:
    """A seat has one source at most: locating needs a seat without pieces, escaping kills it.

    What was a source keeps its cell as something else than a plain piece.
    """
    label = state.board.label
    if side.source.bit_count() > 1:
        yield _bad("two-sources", seat, [label(cell) for cell in bits(side.source)])
    if side.normal and side.normal == side.all:
        yield _bad("no-source", seat, [label(cell) for cell in bits(side.normal)])


def _bad(key: str, seat: Seat, sites: Iterable[str] = (), named: Iterable[str] = ()) -> BadPosition:
    said = message(f"relati-legacy:bad-position.{key}", symbol=symbol(seat))
    return BadPosition(said, sites, named)
