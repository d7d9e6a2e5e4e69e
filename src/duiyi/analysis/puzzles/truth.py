"""What is right in a puzzle: every decision after which the task can still be forced."""

from __future__ import annotations

from functools import partial
from typing import Any

from duiyi import kernels
from duiyi.analysis.puzzles.exhaustion import Exhaustion, TooMuch
from duiyi.analysis.puzzles.model import EXHAUSTED, Task, puzzling_of
from duiyi.analysis.puzzles.nodes import Node
from duiyi.core import Seat, State, game
from duiyi.core.study.puzzling import FORCE, HOLD, SAVE
from duiyi.kernels.proof import prove

MOST = 400_000
"""Positions that are tried for all decisions of one puzzle."""
PROOF_NODES = 30_000
"""For one decision."""
PROOF_MEMORY = 4 << 20
SCORES = {"win": 2, "draw": 1, "loss": 0}


class Truth:
    """Answers about one task, from the position where it is asked for onwards."""

    def __init__(
        self,
        name: str,
        begin: str,
        seat: Seat,
        task: Task,
        *,
        most: int = MOST,
        proof_nodes: int = PROOF_NODES,
    ) -> None:
        self.seat = seat
        self.task = task
        self._begin = begin
        self._proof_nodes = proof_nodes
        self._proofs = 0
        puzzling = puzzling_of(game(name))
        self._count = puzzling.counts.get(task.kind)
        self._try = partial(
            Exhaustion,
            seat,
            task,
            count=self._count,
            begin=begin,
            short_turns=puzzling.short_turns,
        )
        self._most = most
        self._tried = self._try(most)

    @property
    def nodes(self) -> int:
        """That were looked at so far."""
        return self._tried.nodes + self._proofs

    def leads(self, node: Node, token: str, turns: int | None = None) -> bool:
        """Whether what is asked for can still be forced after a decision; `TooMuch` where that
        takes more than is allowed. `turns` of a task that counts them are those left."""
        if self.task.known == EXHAUSTED:
            return self._tried.leads(node, token, turns)
        return self.reaches(node.play(token))

    def reaches(self, node: Node, turns: int | None = None) -> bool:
        """Whether it can be forced from a position of its turns."""
        if self.task.known == EXHAUSTED:
            return self._tried.reaches(node, turns)
        return self.value(node) >= (1 if self.task.kind == HOLD else 2)

    def value(self, node: Node) -> int:
        """For the seat: 2 wins, 1 is a draw, 0 loses. By a proof."""
        if node.over:
            return 1 if node.winner is None else 2 * (node.winner == self.seat)
        assert isinstance(node, kernels.Position)
        found = prove(node, nodes=self._proof_nodes, memory=PROOF_MEMORY, certificate=False)
        self._proofs += found.nodes
        if found.result == "unknown":
            raise TooMuch
        score = SCORES[found.result]
        return score if node.actor == self.seat else 2 - score

    def right(self, node: Node, turns: int | None = None) -> list[str]:
        return [token for token in node.tokens() if self.leads(node, token, turns)]

    def needs(self, node: Node, tokens: frozenset[str]) -> bool:
        """Whether a task of one turn cannot be done without one of these decisions."""
        if self.task.kind in (FORCE, HOLD):
            return False
        others = self._try(self._most, without=tokens)
        found = others.reaches(node)
        self._proofs += others.nodes
        return not found

    def done(self, before: Node, node: Node) -> bool:
        """Whether it has been reached: the task is over."""
        if node.over or (self._count is not None and self._tried.counted(node)):
            return True
        return self.task.kind == SAVE and node.turn != before.turn

    def turns_left(self, states: list[State[Any]]) -> int | None:
        """Of the seat's turns, one that goes on included, after the states so far."""
        if self.task.kind != "force" or self.task.known != EXHAUSTED:
            return None
        now = states[-1].turn
        ended = {state.turn for state in states if state.owner == self.seat and state.turn != now}
        return self.task.number - len(ended)
