"""The symmetries of small games: boards whose sites come onto each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from duiyi.core.study.symmetry import IDENTITY, Symmetries, Symmetry
from duiyi.core.view import BUTTON


@dataclass(frozen=True, slots=True)
class SiteMap:
    """Every site becomes another one; a game's words stay what they are."""

    to: Mapping[str, str]

    def state(self, state: Any) -> Any:
        return state.mapped(self.to)

    def token(self, state: Any, token: str) -> str:
        clicks = state.path(token)
        moved = tuple(c if c.startswith(BUTTON) else self.to[c] for c in clicks)
        found: str = state.clicked(moved)
        return found


class SiteSymmetries(Symmetries):
    """What the game's `site_maps` say."""

    def of(self, state: Any) -> Iterable[Symmetry]:
        yield IDENTITY
        for to in state.game.site_maps(state.seats, state.options):
            if any(site != moved for site, moved in to.items()):
                yield SiteMap(to)


SITE_SYMMETRIES = SiteSymmetries()
