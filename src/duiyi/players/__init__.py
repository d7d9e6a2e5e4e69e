"""Players: programs that choose actions. Each is made by `make(name, seed)`.

A package of its own may bring more: its entry points in the group `duiyi.players` name what makes
a player from a seed, and from `seconds` where it has a parameter of this name. Players are titled
by the keys `player.NAME` and `player.NAME.help` of the core's catalog.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from difflib import get_close_matches
from importlib.metadata import entry_points
from typing import Any, Protocol

from duiyi.core import BadOptions, State, message
from duiyi.players.greedy import GreedyPlayer
from duiyi.players.mcts import MctsPlayer
from duiyi.players.random import RandomPlayer

GROUP = "duiyi.players"


class Player(Protocol):
    """Who decides for a seat."""

    def choose(self, state: State[Any]) -> Any:
        """One of the state's actions."""
        ...


OWN: dict[str, Callable[..., Player]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "mcts": MctsPlayer,
}


def names() -> tuple[str, ...]:
    """All players that are installed, in the order of their names."""
    return tuple(sorted({*OWN, *(entry.name for entry in entry_points(group=GROUP))}))


def make(name: str, seed: int, seconds: float | None = None) -> Player:
    """The player of this name; `BadOptions` says which there are when there is none.

    `seconds`: how long it may think about a decision; without it, it takes the time it likes.
    """
    maker = _maker(name)
    if seconds is not None and _takes_seconds(maker):
        return maker(seed, seconds=seconds)
    return maker(seed)


def timed(name: str) -> bool:
    """Whether the player of this name can be told how long to think."""
    return _takes_seconds(_maker(name))


def _maker(name: str) -> Callable[..., Player]:
    maker = OWN.get(name)
    if maker is None:
        for entry in entry_points(group=GROUP, name=name):
            maker = entry.load()
    if maker is None:
        raise _unknown(name)
    return maker


def _takes_seconds(maker: Callable[..., Player]) -> bool:
    return "seconds" in inspect.signature(maker).parameters


def _unknown(name: str) -> BadOptions:
    near = get_close_matches(name, names(), 1, 0.5)
    if near:
        return BadOptions(
            message("bad-options.player-near", name=name[:60], near=near[0]), "player"
        )
    return BadOptions(message("bad-options.player", name=name[:60], known=names()), "player")


__all__ = [
    "GROUP",
    "GreedyPlayer",
    "MctsPlayer",
    "Player",
    "RandomPlayer",
    "make",
    "names",
    "timed",
]
