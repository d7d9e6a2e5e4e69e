"""The fields of a position text that several games share: seats, turn number, who is out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from duiyi.core.errors import BadPosition
from duiyi.core.message import Message, message
from duiyi.core.state import Seat
from duiyi.games.order import BEFORE_FIRST, LETTERS, symbol

NOBODY = "-"
LAST_TURN = 999_999
_turn = re.compile(r"[1-9][0-9]{0,5}")


def bad_field(field: str, value: str, allowed: str) -> BadPosition:
    said = ascii(value[:40])[1:-1]
    return BadPosition(
        message("bad-position.value", field=field, value=said, allowed=allowed), fields=(field,)
    )


def read_rows(text: str, sizes: dict[int, int]) -> tuple[list[str], int]:
    """The rows of a square board, and the number of seats that goes with their number."""
    rows = text.split("/")
    if len(rows) not in sizes:
        allowed = tuple(str(size) for size in sizes)
        raise BadPosition(message("bad-position.rows", rows=len(rows), allowed=allowed))
    return rows, sizes[len(rows)]


def read_seat(field: str, text: str, seats: int) -> Seat | None:
    """A seat's letter, or `-` for nobody."""
    if text == NOBODY:
        return None
    if len(text) == 1 and text in LETTERS[:seats]:
        return LETTERS.index(text)
    raise bad_field(field, text, f"{LETTERS[:seats]}{NOBODY}")


def read_last(text: str, seats: int) -> Seat:
    seat = read_seat("last", text, seats)
    return BEFORE_FIRST if seat is None else seat


def read_turn(text: str) -> int:
    if not _turn.fullmatch(text):
        raise bad_field("turn", text, f"1-{LAST_TURN}")
    return int(text)


def wrong_turn(turn: int, room: int) -> Iterator[BadPosition]:
    """`room` is how many more turns there can be at most: they must have numbers too."""
    if turn + room > LAST_TURN:
        yield bad_field("turn", str(turn), f"1-{LAST_TURN - room}")


def wrong_last(last: Seat, sides: Sequence[int]) -> Iterator[BadPosition]:
    """Whoever moved last has a symbol; nobody has as long as the board is empty."""
    if (last == BEFORE_FIRST) != (not any(sides)) or (last >= 0 and not sides[last]):
        yield BadPosition(message("bad-position.last", last=seat_name(last)), fields=("last",))


def read_out(text: str, seats: int) -> frozenset[Seat]:
    """The letters of the seats that withdrew, in seat order; at least one seat is still in."""
    found = frozenset(LETTERS.find(letter) for letter in text)
    if not text or seat_letters(found) != text or max(found) >= seats or len(found) == seats:
        raise bad_field("out", text, LETTERS[:seats])
    return found


def seat_letter(seat: Seat | None) -> str:
    return NOBODY if seat is None or seat == BEFORE_FIRST else LETTERS[seat]


def seat_letters(seats: frozenset[Seat]) -> str:
    return "".join(LETTERS[seat] for seat in sorted(seats) if seat >= 0)


def seat_name(seat: Seat | None) -> Message:
    """A seat in a sentence."""
    return message("palette.nobody") if seat is None or seat == BEFORE_FIRST else symbol(seat)


def wrong_actor(said: Seat | None, found: Seat | None) -> Iterator[BadPosition]:
    """The text names another player to move than the rules do (C-3)."""
    if said != found:
        told = message("bad-position.actor", said=seat_name(said), found=seat_name(found))
        yield BadPosition(told, fields=("actor",))
