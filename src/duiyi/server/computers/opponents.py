"""Opponents: the computers that may sit at a table, as people choose them.

People choose a level; other players stay for those who know what they are. What a player thinks
with is in `duiyi.players`.
"""

from __future__ import annotations

import re

from duiyi import players
from duiyi.core import games
from duiyi.core.locale import FALLBACK, has, text
from duiyi.core.message import Message
from duiyi.core.message import message as said
from duiyi.core.state import Game
from duiyi.server.wire.catalogue import Player

LONGEST_NAME = 60
LONG_LEVEL = 8
"""From this level on a player thinks for as long as it may."""
PERFECT = 5.0
"""Seconds in which a solved game is surely solved; it needs about one, at the beginning."""
_level = re.compile(r"level-([1-9][0-9]?)")


def opponents() -> list[Player]:
    """Every player that is installed, with what it is called and where it can play."""
    return [
        Player(name, title(name), help_of(name), level(name), _where(name))
        for name in players.names()
    ]


def title(name: str) -> Message:
    """What a player is called; one that brings no title goes by its name."""
    titled = said(f"core:player.{name}")
    return titled if has(titled.key, FALLBACK) else said("http:player.other", name=_short(name))


def english(name: str) -> str:
    """A player as records call it, which have no language of their own: `Level 3`."""
    titled = title(name)
    if titled.key != f"core:player.{name}":
        return _short(name)
    called = text(titled, FALLBACK)
    return called[:1].upper() + called[1:]


def help_of(name: str) -> Message | None:
    helped = said(f"core:player.{name}.help")
    return helped if has(helped.key, FALLBACK) else None


def level(name: str) -> int | None:
    """The level that a player is; `None` for one that is no level."""
    found = _level.fullmatch(name)
    return int(found[1]) if found else None


def unhurried(name: str, usual: float) -> float:
    """Seconds for a turn of a player where no clock hurries."""
    return max(usual, PERFECT) if name == "perfect" else usual


def quick(name: str) -> bool:
    """Whether a player decides in a moment, whatever time it is given."""
    return name in ("random", "greedy") or (level(name) or LONG_LEVEL) < LONG_LEVEL


def _where(name: str) -> dict[str, tuple[int, ...]]:
    """By game, with how many seats; for options as by default."""
    return {one.id: _seats(name, one) for one in games()}


def _seats(name: str, one: Game) -> tuple[int, ...]:
    return tuple(seats for seats in one.seats if players.fits(name, one.start(seats)))


def _short(name: str) -> str:
    return name[:LONGEST_NAME]
