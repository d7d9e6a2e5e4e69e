"""Players: programs that choose actions. Each is made by `make(name, seed)`.

A package of its own may bring more: its entry points in the group `duiyi.players` name what makes
a player from a seed, and from `seconds` where it has a parameter of this name. It may say by
`fits(state)` which games it can play; its players may have `allowed` and `stop` (see below).
Players are titled by the keys `player.NAME` and `player.NAME.help` of the core's catalog.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from difflib import get_close_matches
from functools import partial
from importlib.metadata import entry_points
from typing import Any, Protocol

from duiyi import kernels
from duiyi.core import BadOptions, Game, State, message
from duiyi.players.greedy import GreedyPlayer
from duiyi.players.levels import NUMBERS, GradedPlayer
from duiyi.players.mcts import MctsPlayer
from duiyi.players.perfect import PerfectPlayer
from duiyi.players.random import RandomPlayer
from duiyi.players.strong import StrongPlayer

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
    "perfect": PerfectPlayer,
    "strong": StrongPlayer,
    **{f"level-{number}": partial(GradedPlayer, number=number) for number in NUMBERS},
}


def prepare(rules: Game) -> None:
    """Before a clock runs: whether a game's kernel can be used is found out once in a process, and
    no first turn should pay for it."""
    kernels.kernel_of(rules)


def names() -> tuple[str, ...]:
    """All players that are installed, in the order of their names."""
    return tuple(sorted({*OWN, *(entry.name for entry in entry_points(group=GROUP))}))


def make(name: str, seed: int, seconds: float | None = None) -> Player:
    """The player of this name; `BadOptions` says which there are when there is none.

    `seconds`: CPU time that it may think about a turn; without it, it takes the time it likes.
    A player is for one seat of one game at a time: it may remember.
    """
    maker = _maker(name)
    if seconds is not None and _takes_seconds(maker):
        return maker(seed, seconds=seconds)
    return maker(seed)


def timed(name: str) -> bool:
    """Whether the player of this name can be told how long to think."""
    return _takes_seconds(_maker(name))


def fits(name: str, state: State[Any]) -> bool:
    """Whether the player of this name can play games like this one."""
    only = getattr(_maker(name), "fits", None)
    return only is None or bool(only(state))


def require_fit(name: str, state: State[Any]) -> None:
    """`BadOptions` where the player of this name cannot play games like this one."""
    if not fits(name, state):
        refused = message("bad-options.player-fit", name=name, game=state.game.id)
        raise BadOptions(refused, "player")


def allow(player: Player, seconds: float | None) -> None:
    """Tells a player that minds what the turn that is played may still take at most."""
    if hasattr(player, "allowed"):
        player.allowed = seconds


def stop(player: Player) -> None:
    """From another thread: lets a player that is thinking answer at once, if it can."""
    stopping = getattr(player, "stop", None)
    if stopping is not None:
        stopping()


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
    "PerfectPlayer",
    "Player",
    "RandomPlayer",
    "StrongPlayer",
    "allow",
    "fits",
    "make",
    "names",
    "require_fit",
    "stop",
    "timed",
]
