"""The registry: what is found through entry points.

Games are in the group `duiyi.games`. Drawers, in the group `duiyi.drawers`, make a picture of a
state; the core knows none of them, so that states can show themselves without knowing how.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from functools import cache
from importlib.metadata import entry_points

from duiyi.core.errors import BadOptions
from duiyi.core.message import message
from duiyi.core.state import Game

GROUP = "duiyi.games"
DRAWERS = "duiyi.drawers"


@cache
def game(name: str) -> Game:
    """The game with this id; `BadOptions` names the nearest one when there is none."""
    for entry in entry_points(group=GROUP, name=name):
        found: Game = entry.load()
        return found
    known = names()
    near = get_close_matches(name, known, 1, 0.5)
    if near:
        raise BadOptions(message("bad-options.game-near", name=name[:60], near=near[0]), "game")
    raise BadOptions(message("bad-options.game", name=name[:60], known=known), "game")


def games() -> tuple[Game, ...]:
    """All games that are installed, in the order of their ids."""
    return tuple(game(name) for name in names())


def names() -> tuple[str, ...]:
    return tuple(sorted({entry.name for entry in entry_points(group=GROUP)}))


@cache
def drawer(name: str) -> Callable[..., str] | None:
    """What draws a state in a format such as `svg`; `None` when nothing does."""
    for entry in entry_points(group=DRAWERS, name=name):
        found: Callable[..., str] = entry.load()
        return found
    return None
