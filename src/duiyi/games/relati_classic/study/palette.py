"""The palette of relati classic: a symbol for each seat; whose turn, who moved last, who is out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from duiyi.boards.square import bits
from duiyi.core.errors import BadPosition
from duiyi.core.message import message
from duiyi.core.study.palette import (
    Arrangement,
    Field,
    Operation,
    Placed,
    integer,
    out_field,
    seat_offers,
    seats_in,
    turn_field,
)
from duiyi.games.order import SYMBOLS
from duiyi.games.palettes import (
    SquarePalette,
    cells_of,
    key_of,
    last_mover,
    moved_last,
    read_last,
    write_last,
)
from duiyi.games.relati_classic import position
from duiyi.games.relati_classic.rules import board_of

KIND = "symbol"


class ClassicPalette(SquarePalette):
    game_id = "relati-classic"
    marks: ClassVar = {KIND: ("", "")}
    mover = "actor"

    def read(self, game: Any, text: str) -> Arrangement:
        symbols, actor, last, turn, out = position.read(text)
        label = board_of(len(symbols)).label
        pieces = {
            label(cell): Placed(KIND, seat)
            for seat, own in enumerate(symbols)
            for cell in bits(own)
        }
        fields = {"actor": actor, "last": read_last(last), "turn": turn, "out": tuple(sorted(out))}
        return Arrangement(len(symbols), {}, pieces, fields)

    def write(self, game: Any, arrangement: Arrangement) -> str:
        board, fields = board_of(arrangement.seats), arrangement.fields
        items = list(arrangement.pieces.items())
        symbols = tuple(cells_of(board, items, seat, KIND) for seat in range(arrangement.seats))
        actor = fields["actor"]
        return position.write(
            symbols,
            actor if type(actor) is int else None,
            write_last(fields["last"]),
            integer(fields["turn"]),
            seats_in(fields["out"]),
        )

    def loose(self, game: Any, arrangement: Arrangement) -> Any:
        raise NotImplementedError("nothing follows from where symbols stand")

    def own_fields(self, game: Any, arrangement: Arrangement) -> Iterable[Field]:
        symbols = SYMBOLS[: arrangement.seats]
        anybody = seat_offers(symbols, nobody=True)
        yield Field("actor", "seat", message("palette.mover"), anybody)
        yield Field("last", "seat", message("palette.last"), anybody)
        yield turn_field()
        yield out_field(seat_offers(symbols))

    def changed(self, game: Any, arrangement: Arrangement, field: str) -> Arrangement:
        return arrangement if field else last_mover(arrangement)

    def repairs(
        self, game: Any, arrangement: Arrangement, problem: BadPosition
    ) -> Iterator[tuple[Operation, ...]]:
        if key_of(problem) == "last":
            yield from moved_last(arrangement)


PALETTE = ClassicPalette()
