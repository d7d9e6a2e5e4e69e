"""Positions as an exhaustion walks over them: on a kernel where there is one, else by the rules.

`duiyi.kernels.Position` is such a node as it is. What is checked anew is checked by `RulesNode`.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Protocol, Self

from duiyi import kernels
from duiyi.core import State


class Node(Protocol):
    """What both kinds have in common; members mean what those of a `State` mean."""

    @property
    def actor(self) -> int | None: ...
    @property
    def owner(self) -> int: ...
    @property
    def turn(self) -> int: ...
    @property
    def over(self) -> bool: ...
    @property
    def winner(self) -> int | None: ...
    @property
    def key(self) -> Hashable:
        """Equal for positions in which everything goes the same way from here on."""

    def tokens(self) -> list[str]: ...
    def play(self, token: str) -> Self: ...
    def dump(self) -> str: ...


class RulesNode:
    """A state of the Python rules."""

    __slots__ = ("state",)

    def __init__(self, state: State[Any]) -> None:
        self.state = state

    @property
    def actor(self) -> int | None:
        return self.state.actor

    @property
    def owner(self) -> int:
        return self.state.owner

    @property
    def turn(self) -> int:
        return self.state.turn

    @property
    def over(self) -> bool:
        return self.state.outcome is not None

    @property
    def winner(self) -> int | None:
        return None if self.state.outcome is None else self.state.outcome.winner

    @property
    def key(self) -> Hashable:
        return self.state.dump()

    def tokens(self) -> list[str]:
        return [self.state.text(action) for action in self.state.actions()]

    def play(self, token: str) -> RulesNode:
        return RulesNode(self.state.play(token))

    def dump(self) -> str:
        return self.state.dump()


def node_of(state: State[Any]) -> Node:
    """On the kernel, if the game has one."""
    return kernels.position(state) if state.game.id in kernels.GAMES else RulesNode(state)
