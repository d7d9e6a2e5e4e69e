"""The palette of tzaar: three kinds for each side, as high as one likes; side, step, turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from duiyi.core.errors import BadPosition
from duiyi.core.message import message
from duiyi.core.study.palette import (
    Arrangement,
    Field,
    Offer,
    Operation,
    Palette,
    Placed,
    Stock,
    integer,
    put,
    seat_offers,
    setting,
    turn_field,
)
from duiyi.core.view import Stone
from duiyi.games.tzaar import position
from duiyi.games.tzaar.pieces import BOARD, KINDS, SYMBOLS, Stack, count, kind_name
from duiyi.games.tzaar.view import piece


class TzaarPalette(Palette):
    tallest = 99
    mover = "side"
    hint = "palette.hint"

    def read(self, game: Any, text: str) -> Arrangement:
        found = position.read(text)
        pieces = {
            BOARD.label(point): Placed(stack.kind, stack.seat, stack.height)
            for point, stack in enumerate(found.points)
            if stack is not None
        }
        withdrew = next(iter(found.out), None)
        fields = {"side": found.side, "step": found.step, "turn": found.turn, "out": withdrew}
        return Arrangement(2, {}, pieces, fields)

    def write(self, game: Any, arrangement: Arrangement) -> str:
        return position.write(_fields(arrangement))

    def stocks(self, game: Any, seats: int, options: Any) -> Sequence[Stock]:
        return _stocks()

    def symbols(self, game: Any, seats: int) -> Sequence[str]:
        return SYMBOLS

    def standing(self, stock: Stock, height: int) -> tuple[Stone, ...]:
        return piece("", Stack(stock.seat or 0, stock.kind, height)).stack

    def own_fields(self, game: Any, arrangement: Arrangement) -> Iterable[Field]:
        steps = tuple(Offer(n, message(f"tzaar:palette.step.{n}")) for n in (1, 2))
        yield Field("side", "seat", message("palette.mover"), seat_offers(SYMBOLS))
        yield Field("step", "choice", message("tzaar:palette.step"), steps)
        yield turn_field()
        out = seat_offers(SYMBOLS, nobody=True)
        yield Field("out", "seat", message("palette.out"), out, group="options")

    def repairs(
        self, game: Any, arrangement: Arrangement, problem: BadPosition
    ) -> Iterator[tuple[Operation, ...]]:
        if "step" in problem.fields:
            yield (setting("step", 1),)
            yield (setting("turn", 3),)
        elif "counts" in problem.fields:
            free = [label for label in BOARD.labels if label not in arrangement.pieces]
            points = _fields(arrangement).points
            for seat in range(len(SYMBOLS)):
                missing = [kind for kind in KINDS if not count(points, seat, kind)]
                if missing and len(missing) <= len(free):
                    pairs = zip(free, missing, strict=False)
                    yield tuple(put(site, kind, seat) for site, kind in pairs)


@cache
def _stocks() -> tuple[Stock, ...]:
    return tuple(
        Stock(kind, seat, kind_name(kind), (Stone(kind, seat),))
        for seat in range(len(SYMBOLS))
        for kind in KINDS
    )


def _fields(arrangement: Arrangement) -> position.Fields:
    found = arrangement.pieces.get
    stacks = (found(label) for label in BOARD.labels)
    points = tuple(
        None if one is None else Stack(one.seat or 0, one.kind, one.height) for one in stacks
    )
    fields, out = arrangement.fields, arrangement.fields["out"]
    return position.Fields(
        points,
        integer(fields["side"]),
        integer(fields["step"], 1),
        integer(fields["turn"], 1),
        frozenset({out} if type(out) is int else ()),
    )


PALETTE = TzaarPalette()
