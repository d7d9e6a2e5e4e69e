"""Games whose symmetries are none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, ClassVar, Self

from tests.unit.core.broken_games.table import breaks
from tests.unit.core.pebbles import SITES, Pebbles, PebblesState

from duiyi.core import Symmetries, Symmetry, rearranged
from duiyi.core.study.symmetry import IDENTITY, Canonical

OVER = dict(zip(SITES, reversed(SITES), strict=True))


class TurnedOverState(PebblesState):
    def mapped(self, to: Mapping[str, str]) -> Self:
        return replace(self, owners=rearranged(self.owners, SITES, to))


class TurnedOver(Pebbles):
    """The row of sites may be looked at from behind: nothing is wrong with this one."""

    state: ClassVar[type[PebblesState]] = TurnedOverState

    def site_maps(self, seats: int, options: Any) -> Iterable[Mapping[str, str]]:
        return [OVER]


@breaks("symmetry")
class StaysBehind(TurnedOver):
    """Tokens are turned over, the position is not."""

    class Staying(PebblesState):
        def mapped(self, to: Mapping[str, str]) -> Self:
            return self

    state = Staying


@breaks("symmetry")
class TwoOnOne(TurnedOver):
    """Two sites become one."""

    class Lossy(PebblesState):
        def mapped(self, to: Mapping[str, str]) -> Self:
            return replace(self, owners=self.owners[:1] + self.owners[:1] + self.owners[2:])

    state = Lossy

    def site_maps(self, seats: int, options: Any) -> Iterable[Mapping[str, str]]:
        return [{**{site: site for site in SITES}, "B": "A"}]


@breaks("symmetry")
class LeftIsRight(TurnedOver):
    """The canonical text is not the same for both sides."""

    class NotLeast(Symmetries):
        def of(self, state: Any) -> Iterable[Symmetry]:
            return TurnedOver.symmetry.of(state)

        def canonical(self, state: Any) -> Canonical:
            return Canonical(state.dump(), IDENTITY)

    symmetry = NotLeast()  # type: ignore[assignment]
