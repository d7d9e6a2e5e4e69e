"""A tiny game with a look of its own, as a plug-in would bring it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Self

from duiyi.core import Geometry, Seat, SimpleGame, SimpleState, Site


@dataclass(frozen=True)
class LudoState(SimpleState):
    """A pawn that walks to the end of a track of three points."""

    place: int = 0

    def moves(self) -> Iterable[str]:
        return [f"P{self.place + 1}"]

    def move(self, token: str) -> Self:
        place = int(token[1:])
        return self.won_by(self.owner, place=place) if place == 2 else self.next(place=place)

    def board(self) -> Mapping[str, tuple[str, Seat | None]]:
        return {f"P{self.place}": ("pawn", self.owner)}


class Ludo(SimpleGame):
    id = "ludo"
    look = "ludo"
    state = LudoState
    board = Geometry(tuple(Site(f"P{at}", at, 0, f"P{at}") for at in range(3)))


GAME = Ludo()
