"""The player that searches by simulation on the Python rules: any game, also one without a kernel.

UCT with a tree that is kept from decision to decision; chance is sampled by its probabilities,
wide positions are looked at little by little, what is certain is passed on, and playouts are cut
off and estimated.
"""

from __future__ import annotations

import random
import time
from typing import Any

from duiyi.core import CHANCE, State
from duiyi.core.chance import Dice
from duiyi.kernels.native import Control, Report
from duiyi.kernels.thinker import Line, Thought, control
from duiyi.players.estimate import Shares, estimate, promising
from duiyi.players.tree import Node
from duiyi.players.turn_time import TurnTime, allowance, part_of

PART = 0.6
"""What a decision takes of the time that is left: more of the same turn may follow."""
WIDEST = 64
"""Of more actions than this a random sample is looked at."""
SHORT, LONG = 0, 400
"""Decisions of a playout, where the game estimates its own positions and where it does not.

Two random decisions before an estimate were no stronger in tzaar and relati, and cost time.
"""
REPORT_SECONDS = 0.1
"""CPU time between two reports of a search that goes on."""
PROOFS = {1.0: "win", 0.0: "loss"}


class MctsPlayer:
    """Thinks for `seconds` of CPU time about a turn, or for exactly `playouts` about a decision:
    then the same seed chooses alike. `allowed` and `stop` as in `StrongPlayer`."""

    def __init__(
        self, seed: int, seconds: float | None = None, playouts: int | None = None
    ) -> None:
        self.allowed: float | None = None
        self._random = random.Random(seed)
        self._dice = Dice(self._random.getrandbits(64))
        self._time = TurnTime(allowance(seconds, playouts))
        self._playouts = playouts
        self._root: Node | None = None
        self._control = control()

    def choose(self, state: State[Any]) -> Any:
        actions = state.actions()
        if len(actions) == 1:
            return actions[0]
        left = self._time.left(state)
        if self.allowed is not None:
            left = min(left, self.allowed)
        self._control = control()
        seconds = left * part_of(state, PART)
        root, spent = self._search(state, seconds, self._playouts, self._control)
        self._time.use(spent)
        return root.best().action

    def think(
        self,
        state: State[Any],
        *,
        seconds: float,
        playouts: int | None = None,
        lines: int = 1,
        control: Control | None = None,
        report: Report | None = None,
    ) -> Thought:
        """What is found out about a position in this time: the best decisions first. `control`
        stops it, `report` hears how often the position was visited."""
        root, spent = self._search(state, seconds, playouts, control, report)
        best = root.ranked()[:lines]
        return Thought(tuple(_line(root, child) for child in best), root.visits, 0, spent)

    def stop(self) -> None:
        """Ends what is being thought about, from another thread."""
        self._control.stop()

    def _search(
        self,
        state: State[Any],
        seconds: float,
        playouts: int | None,
        control: Control | None,
        report: Report | None = None,
    ) -> tuple[Node, float]:
        begun = time.thread_time()
        root = self._root = self._rooted(state)
        done, reported = 0, 0.0
        while playouts is None or done < playouts:
            spent = time.thread_time() - begun
            if spent >= seconds or root.certain or (control is not None and control.stopped):
                break
            if report is not None and spent >= reported + REPORT_SECONDS:
                report(root.visits)
                reported = spent
            self._visit(root)
            done += 1
        return root, time.thread_time() - begun

    def _rooted(self, state: State[Any]) -> Node:
        root = None if self._root is None else self._root.found(state)
        if root is None:
            root = Node(state)
        if not root.children:
            self._expand(root)
        return root

    def _visit(self, root: Node) -> None:
        """One walk down the tree, a playout, and what it teaches all the way up."""
        path = [root]
        node = root
        while node.certain is None:
            if node.state.actor == CHANCE:
                node = self._drawn(node)
            elif node.children:
                node = node.selected()
            elif node.visits:
                self._expand(node)
                continue
            else:
                break
            path.append(node)
        shares = node.certain or self._playout(node.state)
        for passed in reversed(path):
            passed.learn(shares)

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
        node.complete = len(actions) <= WIDEST
        if not node.complete:
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


def _line(root: Node, child: Node) -> Line:
    """A decision, and the best ones that follow it."""
    seat = root.state.actor
    assert seat is not None
    tokens = [root.state.text(child.action)]
    node = child
    while node.children and node.visits and node.state.actor != CHANCE:
        after = node.best()
        tokens.append(node.state.text(after.action))
        node = after
    share = child.value(seat)
    proof = "" if child.certain is None else PROOFS.get(share, "level")
    return Line(tuple(tokens), share, child.visits, proof)
