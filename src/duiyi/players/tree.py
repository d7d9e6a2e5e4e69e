"""The tree of the search by simulation on the Python rules: positions, and what is known of them.

Every seat wants its own share. What is certain is certain for all seats at once: a finished game,
a decision that wins, or decisions that are all certain.
"""

from __future__ import annotations

import math
from collections import deque
from typing import Any

from duiyi.core import CHANCE, State
from duiyi.players.estimate import Shares, estimate

CURIOSITY = 0.5
"""How much a little known action is worth trying."""
REMEMBERED = 2000
"""So many positions of an old tree are looked at for the one that the game has come to."""


class Node:
    """A position in the tree: how often it was visited, and the shares that came of it."""

    __slots__ = ("action", "certain", "children", "complete", "prior", "state", "total", "visits")

    def __init__(self, state: State[Any], action: Any = None) -> None:
        self.state = state
        self.action = action
        self.prior: Shares = estimate(state)
        self.total = [0.0] * state.seats
        self.visits = 0
        self.children: list[Node] = []
        """After an action the most promising first; after chance in the order they came up."""
        self.complete = False
        """Whether the children are all that there are."""
        self.certain: Shares | None = None if state.outcome is None else self.prior
        """The shares that come of it when everybody does his best, where that is known."""

    def value(self, seat: int) -> float:
        """The mean share of a seat; the estimate counts as one visit."""
        if self.certain is not None:
            return self.certain[seat]
        return (self.total[seat] + self.prior[seat]) / (self.visits + 1)

    def selected(self) -> Node:
        """The child with the best mean and a bonus for being little known.

        The more often a node was visited the more of its children are looked at. What is certain
        is not looked at again, unless there is nothing else.
        """
        seat = self.state.actor
        assert seat is not None
        known = math.log(self.visits + 2)
        wide = self.children[: 2 + int(1.5 * math.sqrt(self.visits))]
        open_ones = [child for child in wide if child.certain is None]
        return max(
            open_ones or [child for child in self.children if child.certain is None] or wide,
            key=lambda child: child.value(seat) + CURIOSITY * math.sqrt(known / (child.visits + 1)),
        )

    def best(self) -> Node:
        """The child to play: one that certainly wins, or what was visited most."""
        return self.ranked()[0]

    def ranked(self) -> list[Node]:
        """The children, the best first: those that certainly lose last."""
        seat = self.state.actor
        assert seat is not None

        def worth(child: Node) -> tuple[int, float, float]:
            if child.certain is None:
                return 1, float(child.visits), child.value(seat)
            share = child.certain[seat]
            if share == 1:
                return 3, share, 0
            return (1, float(child.visits), share) if share > 0 else (0, share, child.visits)

        return sorted(self.children, key=worth, reverse=True)

    def learn(self, shares: Shares) -> None:
        """What a playout from here came to; and whether that makes this position certain."""
        self.visits += 1
        for seat, share in enumerate(shares):
            self.total[seat] += share
        if self.certain is None:
            self.certain = self._concluded()

    def _concluded(self) -> Shares | None:
        seat = self.state.actor
        if not self.children or seat is None or seat == CHANCE:
            return None
        certain = [child.certain for child in self.children if child.certain is not None]
        if not certain:
            return None
        top = max(certain, key=lambda shares: shares[seat])
        everything = self.complete and len(certain) == len(self.children)
        return top if everything or top[seat] == 1 else None

    def found(self, state: State[Any]) -> Node | None:
        """Where the tree already knows a position that the game has come to."""
        waiting, looked_at = deque([self]), 0
        while waiting and looked_at < REMEMBERED:
            node = waiting.popleft()
            looked_at += 1
            if node.state == state:
                return node
            waiting.extend(child for child in node.children if child.visits)
        return None
