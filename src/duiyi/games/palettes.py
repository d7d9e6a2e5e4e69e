"""What the palettes of the relati games share: symbols of each seat on a square board."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, ClassVar

from duiyi.boards.square import SquareBoard, bits
from duiyi.core.errors import BadPosition
from duiyi.core.message import Message, message
from duiyi.core.study.palette import (
    Arrangement,
    FieldValue,
    Operation,
    Palette,
    Placed,
    Stock,
    plain_view,
    put,
    setting,
)
from duiyi.core.view import Edge, Stone, View
from duiyi.games.order import BEFORE_FIRST, SYMBOLS

Pieces = dict[str, Placed]


class SquarePalette(Palette):
    """Symbols by seat and mark; `loose` is the state that nobody has judged."""

    game_id: ClassVar[str]
    marks: ClassVar[dict[str, tuple[str, str]]]
    """Kind → the mark and label with which it is drawn."""

    @abstractmethod
    def loose(self, game: Any, arrangement: Arrangement) -> Any:
        """What the arrangement says, as a state, whether the rules allow it or not."""

    def write(self, game: Any, arrangement: Arrangement) -> str:
        text: str = self.loose(game, arrangement).dump()
        return text

    def stocks(self, game: Any, seats: int, options: Any) -> Sequence[Stock]:
        return _stocks(self.game_id, tuple(self.marks.items()), seats)

    def symbols(self, game: Any, seats: int) -> Sequence[str]:
        return SYMBOLS[:seats]

    def instead(self, arrangement: Arrangement, site: str, kind: str) -> tuple[Operation, ...]:
        """What stands on a site becomes something else."""
        return (put(site, kind, arrangement.pieces[site].seat),)

    def linked(
        self, game: Any, arrangement: Arrangement, said: Message, edges: Iterable[Edge]
    ) -> View:
        """Drawn as it lies there, with the links that would hold."""
        return replace(plain_view(self, game, arrangement, said), edges=tuple(edges))


@lru_cache(32)
def _stocks(
    game: str, marks: tuple[tuple[str, tuple[str, str]], ...], seats: int
) -> tuple[Stock, ...]:
    return tuple(
        Stock(
            kind,
            seat,
            message(f"{game}:palette.{kind}"),
            (Stone(SYMBOLS[seat], seat, label),),
            (mark,) if mark else (),
        )
        for seat in range(seats)
        for kind, (mark, label) in marks
    )


def pieces_of(board: SquareBoard, sides: Sequence[Any]) -> Pieces:
    """The pieces of sides that are named tuples of sets of cells."""
    return {
        board.label(cell): Placed(kind, seat)
        for seat, side in enumerate(sides)
        for kind in side._fields
        for cell in bits(getattr(side, kind))
    }


def cells_of(board: SquareBoard, pieces: Iterable[tuple[str, Placed]], seat: int, kind: str) -> int:
    """The cells on which a seat has pieces of a kind."""
    found = 0
    for site, placed in pieces:
        cell = board.cell(site)
        if cell is not None and (placed.seat, placed.kind) == (seat, kind):
            found |= 1 << cell
    return found


def sides_of(board: SquareBoard, arrangement: Arrangement, side: Any) -> tuple[Any, ...]:
    """The inverse of `pieces_of`; `side` is their class."""
    items = list(arrangement.pieces.items())
    return tuple(
        side(**{kind: cells_of(board, items, seat, kind) for kind in side._fields})
        for seat in range(arrangement.seats)
    )


def last_mover(arrangement: Arrangement) -> Arrangement:
    """Whoever has the first symbol moved last; on an empty board nobody did."""
    last = arrangement.fields["last"]
    if not arrangement.pieces:
        return arrangement.with_fields(last=None) if last is not None else arrangement
    if last is not None:
        return arrangement
    return arrangement.with_fields(last=next(iter(arrangement.pieces.values())).seat)


def moved_last(arrangement: Arrangement) -> Iterator[tuple[Operation, ...]]:
    """Somebody who has a symbol moved last, and who comes after him is to move."""
    having = {piece.seat for piece in arrangement.pieces.values() if piece.seat is not None}
    for seat in sorted(having):
        after = (seat + 1) % arrangement.seats
        yield setting("last", seat), setting("actor", after)
        yield setting("last", seat), setting("actor", None)


def read_last(seat: int) -> FieldValue:
    return None if seat == BEFORE_FIRST else seat


def write_last(value: FieldValue) -> int:
    return value if type(value) is int else BEFORE_FIRST


def key_of(problem: BadPosition) -> str:
    """Which problem it is: `two-roots`."""
    return problem.message.key.rpartition(".")[2]
