"""Games whose rules, tokens, states or turns break one property each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Self

from tests.unit.core.broken_games.table import breaks
from tests.unit.core.pebbles import SITES, Pebbles, PebblesOptions, PebblesState

from duiyi.core import Geometry, Move, Options, Outcome, Seat, Site, View
from duiyi.core.errors import Violation, violation
from duiyi.core.outcome import won

# --- before the first decision


@breaks("samples")
class NeverThreeSeats(Pebbles):
    def samples(self) -> Sequence[tuple[int, Options]]:
        return [sample for sample in super().samples() if sample[0] == 2]


@breaks("samples")
class NeverFewPebbles(Pebbles):
    def samples(self) -> Sequence[tuple[int, Options]]:
        return [(seats, PebblesOptions(dice)) for seats in self.seats for dice in (False, True)]


@breaks("samples")
class NeverDice(Pebbles):
    def samples(self) -> Sequence[tuple[int, Options]]:
        return [s for s in super().samples() if s[1] != PebblesOptions(dice=True)]


class UnspeakableOptions(PebblesOptions):
    @classmethod
    def schema(cls) -> dict[str, object]:
        return {"type": object()}


@breaks("options")
class Unspeakable(Pebbles):
    options = UnspeakableOptions


@breaks("start")
class TakesAnyOption(Pebbles):
    def start(self, seats: int | None = None, **options: Any) -> Any:
        known = {name: value for name, value in options.items() if name in self.options.kinds()}
        return super().start(seats, **known)


@breaks("start")
class StartsLate(Pebbles):
    def setup(self, seats: int, options: Options) -> PebblesState:
        return replace(super().setup(seats, options), turn=2)  # type: ignore[return-value]


@breaks("geometry")
class TwoCorners(Pebbles):
    board = Geometry(
        tuple(Site(site, at, 0, outline=((0, 0), (1, 1))) for at, site in enumerate(SITES))
    )


@breaks("geometry")
class GrowingBoard(Pebbles):
    def geometry(self, seats: int, options: Options) -> Geometry:
        self.asked = getattr(self, "asked", 0) + 1
        return replace(self.board, lines=(((0, 0), (self.asked, 0)),))


# --- tokens


@dataclass(frozen=True, slots=True)
class OtherMove(Move):
    pass


@breaks("tokens")
class ParsesToAnotherAction(PebblesState):
    def actions(self) -> Sequence[Move]:
        return [OtherMove(action.token) for action in super().actions()]


@breaks("legal")
class RefusesInWords(PebblesState):
    def why_not(self, token: str) -> Violation | None:
        if token == "F" and super().why_not(token) is None:
            return violation("core", "not-legal", token=token)
        return super().why_not(token)


@breaks("play-by-token")
class HeedsHowItIsPlayed(PebblesState):
    def play(self, action: Move | str) -> Self:
        later = replace(super().play(action), noise=0)
        odd = isinstance(action, str) and later.outcome is None
        return replace(later, noise=1) if odd else later


@breaks("junk-tokens")
class PlaysJunk(PebblesState):
    def play(self, action: Move | str) -> Self:
        if isinstance(action, str) and action not in (*SITES, *self.game.words):
            raise KeyError(action)
        return super().play(action)


@breaks("illegal")
class PointsNowhere(PebblesState):
    def judge(self, action: Move) -> Violation | None:
        broken = super().judge(action)
        return broken and replace(broken, sites=("Z",))


@breaks("illegal")
class SaysOneThingDoesAnother(PebblesState):
    def why_not(self, token: str) -> Violation | None:
        broken = super().why_not(token)
        return broken and replace(broken, code="otherwise")


@breaks("leftover")
class TakesLeftovers(PebblesState):
    def leftover(self, token: str) -> Violation | None:
        return None


# --- states as values


class NoisyAfterHeads(PebblesState):
    def move(self, token: str) -> Self:
        return replace(super().move(token), noise=int(token == "heads"))

    def without(self, seat: Seat, out: frozenset[Seat]) -> Self:
        return replace(super().without(seat, out), noise=0)

    def over(self, out: frozenset[Seat], outcome: Outcome) -> Self:
        return replace(super().over(out, outcome), noise=0)


@breaks("dump")
class ForgetsNoise(Pebbles):
    state = NoisyAfterHeads

    def load(self, text: str) -> Any:
        state: Any = super().load(text)
        return replace(state, noise=0)


@breaks("edited-dumps")
class LoadsBadly(Pebbles):
    def load(self, text: str) -> Any:
        if not text.startswith("{"):
            raise ValueError(text)
        return super().load(text)


@breaks("edited-dumps")
class LoadsAnything(Pebbles):
    def load(self, text: str) -> Any:
        try:
            return super().load(text)
        except Exception:
            return replace(self.start(), owners="" if text else "......")


@breaks("immutable")
class WornByLooking(PebblesState):
    def move(self, token: str) -> Self:
        return replace(super().move(token), noise=0)

    def without(self, seat: Seat, out: frozenset[Seat]) -> Self:
        return replace(super().without(seat, out), noise=0)

    def view(
        self, seat: Seat | None = None, since: Self | None = None, *, choices: bool = True
    ) -> View:
        if self.outcome is None:
            object.__setattr__(self, "noise", self.noise + 1)
        return super().view(seat, since, choices=choices)


@breaks("frozen")
class Assignable(PebblesState):
    __setattr__ = object.__setattr__


@breaks("pickle")
class Unpicklable(PebblesState):
    def __reduce__(self) -> str | tuple[Any, ...]:
        raise TypeError("cannot be pickled")


class AnotherOrder(PebblesState):
    def moves(self) -> Iterable[str]:
        moves = list(super().moves())
        return moves[::-1] if hasattr(self, "loaded") else moves


@breaks("stable-order")
class AnotherOrderOnceLoaded(Pebbles):
    state = AnotherOrder

    def load(self, text: str) -> Any:
        state = super().load(text)
        object.__setattr__(state, "loaded", True)
        return state


# --- turns


class ActsOnWhenOver(PebblesState):
    def moves(self) -> Iterable[str]:
        return () if self.outcome else super().moves()

    def ended(self, owners: str) -> Self:
        return replace(super().ended(owners), actor=self.owner)

    def dump(self) -> str:
        return PebblesState.dump(replace(self, actor=None)) if self.outcome else super().dump()


@breaks("actor")
class SomebodyActsWhenOver(Pebbles):
    state = ActsOnWhenOver

    def load(self, text: str) -> Any:
        state = super().load(text)
        ended = state.outcome is not None and state.outcome.reason != "withdrawn"
        return replace(state, actor=state.owner) if ended else state


@breaks("turn")
class SkipsATurn(PebblesState):
    def move(self, token: str) -> Self:
        later = super().move(token)
        return replace(later, turn=later.turn + 1) if token == "tails" else later


@breaks("turn")
class SameTurnOfAnother(PebblesState):
    def move(self, token: str) -> Self:
        later = super().move(token)
        return replace(later, turn=self.turn) if token == "pass" else later


@breaks("chances")
class LoadedCoin(PebblesState):
    def odds(self) -> Mapping[str, Fraction]:
        return {"heads": Fraction(1, 3), "tails": Fraction(1, 2)}


@breaks("chances")
class AlwaysChances(PebblesState):
    def chances(self) -> Sequence[tuple[Move, Fraction]]:
        return tuple((Move(token), p) for token, p in self.odds().items())


@breaks("outcome")
class RoundScores(PebblesState):
    def ended(self, owners: str) -> Self:
        later = super().ended(owners)
        assert later.outcome is not None
        whole = all(score.denominator == 1 for score in later.outcome.scores)
        scores: Any = tuple(map(int, later.outcome.scores))
        return replace(later, outcome=Outcome(scores, "won")) if whole else later


@breaks("over")
class LeavesAfterTheEnd(PebblesState):
    def withdraw(self, seat: Seat) -> Self:
        ended = self.outcome is not None and self.outcome.reason != "withdrawn"
        return self if ended else super().withdraw(seat)


@breaks("ends")
class Endless(PebblesState):
    def ended(self, owners: str) -> Self:
        return self.next(owners="." * len(SITES), again=False)


# --- withdrawal


@breaks("withdrawal")
class TheWrongOneWins(PebblesState):
    """W-3 turned round: who leaves the last other alone has won."""

    def withdraw(self, seat: Seat) -> Self:
        later = super().withdraw(seat)
        if later.outcome is not None and later.outcome.reason == "withdrawn":
            return replace(later, outcome=won(seat, self.seats, "withdrawn"))
        return later


@breaks("no-withdrawal")
class StrangersMayLeave(PebblesState):
    def withdraw(self, seat: Seat) -> Self:
        return self if seat == self.seats else super().withdraw(seat)


@breaks("play-on")
class ComesBack(PebblesState):
    """W-2 denied: whoever withdrew is in again after the next decision."""

    def move(self, token: str) -> Self:
        return replace(super().move(token), out=frozenset())
