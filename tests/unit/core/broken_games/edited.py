"""Games whose palettes build something else than they show."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from tests.unit.core.broken_games.table import breaks
from tests.unit.core.pebbles import Pebbles

from duiyi.core import CellsPalette, View, message
from duiyi.core.study.palette import Arrangement, Field


class Whole(CellsPalette):
    """All that a position of pebbles says: nothing is wrong with this one."""

    def read(self, game: Any, text: str) -> Arrangement:
        return super().read(game, text).with_fields(again=game.unjudged(text).again)

    def write(self, game: Any, arrangement: Arrangement) -> str:
        state = game.unjudged(super().write(game, arrangement))
        text: str = replace(state, again=bool(arrangement.fields["again"])).dump()
        return text

    def own_fields(self, game: Any, arrangement: Arrangement) -> Iterable[Field]:
        yield from super().own_fields(game, arrangement)
        yield Field("again", "switch", message("palette.on"))


@breaks("palette")
class LosesItsTurn(Pebbles):
    """The turn number is read, but cannot be set."""

    class Timeless(Whole):
        def own_fields(self, game: Any, arrangement: Arrangement) -> Iterable[Field]:
            return [one for one in super().own_fields(game, arrangement) if one.id != "turn"]

    palette = Timeless("owners")


@breaks("palette-problems")
class ShowsNothing(Pebbles):
    """A board that is edited is drawn without its pieces."""

    class Bare(Whole):
        def shown(self, game: Any, arrangement: Arrangement, view: View) -> View:
            return replace(view, pieces=())

    palette = Bare("owners")
