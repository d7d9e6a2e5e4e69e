"""Games that break several properties at once, as real mistakes do."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import Any, Self

from tests.unit.core.broken_games.table import WithState
from tests.unit.core.pebbles import SITES, Pebbles, PebblesOptions, PebblesState

from duiyi.core import IllegalAction, Move, Options, Seat
from duiyi.core.errors import violation
from duiyi.core.outcome import nobody_won


class ForgetfulOptions(PebblesOptions):
    def text(self) -> str:
        return f"dice=off pebbles={self.pebbles}"


class Forgetful(Pebbles):
    options = ForgetfulOptions


class PaysThoseWhoLeft(PebblesState):
    """W-4 denied: a draw is shared with those who withdrew."""

    def drawn(self, reason: str = "drawn", **changes: Any) -> Self:
        outcome = nobody_won(self.seats, frozenset(), reason)
        return dataclasses.replace(super().drawn(reason, **changes), outcome=outcome)


class CannotPlayC(PebblesState):
    def move(self, token: str) -> Self:
        if token == "C" and self.turn == 3:
            raise KeyError(token)
        return super().move(token)


class ReadsNumbers(PebblesState):
    def read(self, token: str) -> Move:
        return Move(SITES[int(token)]) if token[0].isdigit() else super().read(token)


class OnlyInTurn(PebblesState):
    """W-1 denied."""

    def withdraw(self, seat: Seat) -> Self:
        if seat in range(self.seats) and seat not in self.out and seat != self.actor:
            return self
        return super().withdraw(seat)


class NeverStarts(Pebbles):
    def setup(self, seats: int, options: Options) -> PebblesState:
        raise RuntimeError("out of pebbles")


class NothingToShow(Pebbles):
    def samples(self) -> Sequence[tuple[int, Options]]:
        return ()


class CannotShow(Pebbles):
    def samples(self) -> Sequence[tuple[int, Options]]:
        raise RuntimeError("out of pebbles")


class SaysNothingLegal(PebblesState):
    def moves(self) -> Iterable[str]:
        return () if self.turn == 3 else super().moves()

    def play(self, action: Move | str) -> Self:
        if self.turn == 3:
            raise IllegalAction(violation("core", "game-over"))
        return super().play(action)


SEVERAL: dict[str, tuple[Pebbles, set[str]]] = {
    "options that forget a switch": (Forgetful(), {"options", "record"}),
    "a withdrawn seat is paid": (WithState(PaysThoseWhoLeft), {"outcome"}),
    "an action that cannot be played": (WithState(CannotPlayC), {"legal"}),
    "a parser that trips": (WithState(ReadsNumbers), {"junk-tokens"}),
    "no leaving out of turn": (WithState(OnlyInTurn), {"withdrawal"}),
    "no samples": (NothingToShow(), {"samples"}),
    "samples that fail": (CannotShow(), {"samples"}),
    "a game that cannot start": (NeverStarts(), {"start"}),
    "a seat without an action": (WithState(SaysNothingLegal), {"actor"}),
}
