"""The player that searches: a small Monte Carlo tree search (UCT) for any game.

Every seat wants its own share (none is assumed to be hostile), chance is sampled by its
probabilities, and playouts are cut off and estimated.
"""

from __future__ import annotations

import math
import random
import time
from typing import Any

from duiyi.core import CHANCE, State
from duiyi.players.estimate import Shares, estimate, promising
from duiyi.players.random import Dice

SECONDS = 1.0
"""How long it thinks when it is not told."""
WIDEST = 64
"""Of more actions than this a random sample is looked at."""
CURIOSITY = 0.5
"""How much a little known action is worth trying."""
SHORT, LONG = 0, 400
"""Decisions of a playout, where the game estimates its own positions and where it does not.

Two random decisions before an estimate were no stronger in tzaar and relati, and cost time.
"""


class Node:
    """A position in the tree: how often it was visited, and the shares that came of it."""

    __slots__ = ("action", "children", "prior", "state", "total", "visits")

    def __init__(self, state: State[Any], action: Any = None) -> None:
        self.state = state
        self.action = action
        self.prior: Shares = estimate(state)
        self.total = [0.0] * state.seats
        self.visits = 0
        self.children: list[Node] = []
        """After an action the most promising first; after chance in the order they came up."""

    def value(self, seat: int) -> float:
        """The mean share of a seat; the estimate counts as one visit."""
        return (self.total[seat] + self.prior[seat]) / (self.visits + 1)


class MctsPlayer:
    """Thinks for `seconds`, or for exactly `playouts`: then the same seed chooses alike."""

    def __init__(
        self, seed: int, seconds: float | None = None, playouts: int | None = None
    ) -> None:
        self._random = random.Random(seed)
        self._dice = Dice(self._random.getrandbits(64))
        self._seconds = SECONDS if seconds is None else seconds
        self._playouts = playouts

    def choose(self, state: State[Any]) -> Any:
        actions = state.actions()
        if len(actions) == 1:
            return actions[0]
        root = Node(state)
        self._expand(root)
        deadline = time.monotonic() + self._seconds
        done = 0
        while self._playouts is None or done < self._playouts:
            if self._playouts is None and time.monotonic() >= deadline:
                break
            self._visit(root)
            done += 1
        seat = state.actor
        assert seat is not None
        return max(root.children, key=lambda child: (child.visits, child.value(seat))).action

    def _visit(self, root: Node) -> None:
        """One walk down the tree, a playout, and what it teaches all the way up."""
        path = [root]
        node = root
        while node.state.actor is not None:
            if node.state.actor == CHANCE:
                node = self._drawn(node)
            elif node.children:
                node = self._selected(node)
            elif node.visits:
                self._expand(node)
                continue
            else:
                break
            path.append(node)
        shares = self._playout(node.state)
        for passed in path:
            passed.visits += 1
            for seat, share in enumerate(shares):
                passed.total[seat] += share

    def _selected(self, node: Node) -> Node:
        """The child with the best mean and a bonus for being little known.

        The more often a node was visited the more of its children are looked at.
        """
        seat = node.state.actor
        assert seat is not None
        wide = 2 + int(1.5 * math.sqrt(node.visits))
        known = math.log(node.visits + 2)
        return max(
            node.children[:wide],
            key=lambda child: child.value(seat) + CURIOSITY * math.sqrt(known / (child.visits + 1)),
        )

    def _drawn(self, node: Node) -> Node:
        action = self._dice.choose(node.state)
        for child in node.children:
            if child.action == action:
                return child
        node.children.append(Node(node.state.play(action), action))
        return node.children[-1]

    def _expand(self, node: Node) -> None:
        state, seat = node.state, node.state.actor
        assert seat is not None
        actions = list(state.actions())
        if len(actions) > WIDEST:
            actions = self._random.sample(actions, WIDEST)
        self._random.shuffle(actions)
        children = [Node(state.play(action), action) for action in actions]
        node.children = sorted(children, key=lambda child: -child.prior[seat])

    def _playout(self, state: State[Any]) -> Shares:
        """Random decisions for a while, then the estimate."""
        for _ in range(SHORT if promising(state) else LONG):
            if state.actor is None:
                break
            if state.actor == CHANCE:
                state = state.play(self._dice.choose(state))
            else:
                state = state.play(self._random.choice(state.actions()))
        return estimate(state)
