"""The position text of relati classic: `...../..O../...X./...../..... O X 3`.

Rows from the top, `.` for an empty cell and a letter of `OXDU` for each seat's symbol; then the
player to move, the player who moved last (`-` for nobody), the turn number, and `out:XD` where
seats have withdrawn.
"""

from __future__ import annotations

from duiyi.core.errors import BadPosition
from duiyi.core.message import message
from duiyi.core.state import Seat
from duiyi.games import fields
from duiyi.games.order import LETTERS

Fields = tuple[tuple[int, ...], Seat | None, Seat, int, frozenset[Seat]]
"""Symbols, actor, last mover, turn, who is out."""

_sizes = {5: 2, 7: 3, 9: 4}


def write(
    symbols: tuple[int, ...], actor: Seat | None, last: Seat, turn: int, out: frozenset[Seat]
) -> str:
    size = len(symbols) * 2 + 1
    cells = ["."] * size**2
    for letter, own in zip(LETTERS, symbols, strict=False):
        cells = [letter if own >> cell & 1 else old for cell, old in enumerate(cells)]
    rows = "/".join("".join(cells[start : start + size]) for start in range(0, size**2, size))
    text = f"{rows} {fields.seat_letter(actor)} {fields.seat_letter(last)} {turn}"
    return f"{text} out:{fields.seat_letters(out)}" if out else text


def read(text: str) -> Fields:
    parts = text.split(" ")
    if len(parts) not in (4, 5) or (len(parts) == 5 and not parts[4].startswith("out:")):
        raise BadPosition(message("bad-position.parts", form="ROWS ACTOR LAST TURN [out:SEATS]"))
    rows, seats = fields.read_rows(parts[0], _sizes)
    symbols = _symbols(rows, seats)
    actor = fields.read_seat("actor", parts[1], seats)
    last = fields.read_last(parts[2], seats)
    turn = fields.read_turn(parts[3])
    out = fields.read_out(parts[4][4:], seats) if len(parts) == 5 else frozenset()
    return symbols, actor, last, turn, out


def _symbols(rows: list[str], seats: int) -> tuple[int, ...]:
    symbols = [0] * seats
    for number, row in enumerate(rows):
        if len(row) != len(rows):
            raise BadPosition(
                message("bad-position.row", row=number + 1, cells=len(row), size=len(rows))
            )
        for column, letter in enumerate(row):
            seat = LETTERS[:seats].find(letter)
            if seat >= 0:
                symbols[seat] |= 1 << number * len(rows) + column
            elif letter != ".":
                raise fields.bad_field(f"row {number + 1}", letter, f".{LETTERS[:seats]}")
    return tuple(symbols)
