"""The installed kernels (`duiyi.kernels`) as a kernel under test: what users of Python get."""

from __future__ import annotations

from fractions import Fraction

from tests.differential.kernel import NOBODY, Position, Refused

from duiyi import kernels
from duiyi.core import CHANCE, DuiyiError


class InstalledKernel:
    def __init__(self, game: str) -> None:
        self._game = game
        self._here: kernels.Position | None = None
        self._kept: kernels.Position | None = None

    def load(self, dump: str) -> Position:
        try:
            return self._at(kernels.load(self._game, dump))
        except DuiyiError as error:
            raise Refused(f"load {dump}") from error

    def play(self, token: str) -> Position:
        assert self._here is not None
        try:
            return self._at(self._here.play(token))
        except (DuiyiError, AssertionError) as error:
            raise Refused(f"play {token}") from error

    def withdraw(self, seat: int) -> Position:
        assert self._here is not None
        try:
            return self._at(self._here.withdraw(seat))
        except ValueError as error:
            raise Refused(f"withdraw {seat}") from error

    def keep(self) -> None:
        self._kept = self._here

    def again(self) -> Position:
        assert self._kept is not None
        return self._at(self._kept)

    def perft(self, depth: int) -> int:
        assert self._here is not None
        return self._here.perft(depth)

    def _at(self, here: kernels.Position) -> Position:
        self._here = here
        tokens: tuple[tuple[str, Fraction | None], ...]
        if here.actor == CHANCE:
            tokens = tuple(here.chances())
        else:
            tokens = tuple((token, None) for token in here.tokens())
        return Position(
            actor=NOBODY if here.actor is None else here.actor,
            owner=None if here.over else here.owner,
            turn=here.turn,
            out=sum(1 << seat for seat in here.out),
            winner=NOBODY if here.winner is None else here.winner,
            reason=here.reason or "-",
            dump=here.dump(),
            tokens=tokens,
            hash=here.key,
        )
