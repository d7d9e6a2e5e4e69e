"""Players: programs that choose actions. Each is made by `make(name, seed)`.

A package of its own may bring more: its entry points in the group `duiyi.players` name what makes
a player from a seed.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from importlib.metadata import entry_points
from typing import Any, Protocol

from duiyi.core import BadOptions, State, message
from duiyi.players.random import RandomPlayer

GROUP = "duiyi.players"
OWN: dict[str, Callable[[int], Player]] = {"random": RandomPlayer}


class Player(Protocol):
    """Who decides for a seat."""

    def choose(self, state: State[Any]) -> Any:
        """One of the state's actions."""
        ...


def names() -> tuple[str, ...]:
    """All players that are installed, in the order of their names."""
    return tuple(sorted({*OWN, *(entry.name for entry in entry_points(group=GROUP))}))


def make(name: str, seed: int) -> Player:
    """The player of this name; `BadOptions` says which there are when there is none."""
    if name in OWN:
        return OWN[name](seed)
    for entry in entry_points(group=GROUP, name=name):
        maker: Callable[[int], Player] = entry.load()
        return maker(seed)
    near = get_close_matches(name, names(), 1, 0.5)
    if near:
        raise BadOptions(message("bad-options.player-near", name=name[:60], near=near[0]), "player")
    raise BadOptions(message("bad-options.player", name=name[:60], known=names()), "player")


__all__ = ["GROUP", "Player", "RandomPlayer", "make", "names"]
