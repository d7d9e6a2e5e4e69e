"""Whether a seat can reach what is asked for, by trying everything within so many of its turns.

Whatever the other decides must lead there, also what he decides within the seat's own turn. What
chance decides is never certain. Everything is counted in positions, so that answers are the same
on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from duiyi import kernels
from duiyi.analysis.puzzles.model import Task
from duiyi.analysis.puzzles.nodes import Node
from duiyi.core import CHANCE, Seat
from duiyi.core.study.puzzling import FORCE, SAVE, WIN, Count

WHOLE_TURN = 1 << 22
"""Positions of a short turn: more than there are."""
GLANCE = 2_000
"""Positions of a longer turn that a kernel looks at first: a win that it finds is certain."""


class TooMuch(Exception):
    """There is more to try than was allowed."""


class Exhaustion:
    """Answers for one seat and one task. What was found out is kept."""

    def __init__(
        self,
        seat: Seat,
        task: Task,
        most: int,
        *,
        count: Count | None = None,
        begin: str = "",
        short_turns: bool = False,
        without: frozenset[str] = frozenset(),
    ) -> None:
        """`most` is the number of positions that may be looked at, for all answers together;
        `count` and the position `begin` belong to a task that counts. `short_turns`: a kernel
        can try all of a turn at once.
        `without`: these decisions the seat may not use."""
        self._seat = seat
        self._most = most
        self._without = without
        self._short_turns = short_turns
        self._kernel_looks = not without and task.kind in (WIN, FORCE)
        self._turns = task.number if task.kind == FORCE else 1
        self._ends = self._end_of(task, count, begin)
        self._counts = count is not None
        self._known: dict[tuple[Hashable, int], bool] = {}
        self.nodes = 0

    def _end_of(self, task: Task, count: Count | None, begin: str) -> Callable[[Node], bool] | None:
        """What is asked for in the seat's turn, or where it ends; none where only a win will do."""
        if task.kind == SAVE:
            return self._saved
        if count is None:
            return None
        wanted = count(begin, self._seat) + task.number
        return lambda node: count(node.dump(), self._seat) >= wanted

    def reaches(self, node: Node, turns: int | None = None) -> bool:
        """From a position in which the seat's turn, or the last of its turns before, is not over;
        `turns` are those that are left, this one included."""
        turns = self._turns if turns is None else turns
        if node.over:
            return self._over(node)
        if node.actor == CHANCE:
            return False
        key = node.key, turns
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._found(node, turns)
        return found

    def _found(self, node: Node, turns: int) -> bool:
        if node.actor != self._seat:
            return all(self.leads(node, token, turns) for token in node.tokens())
        if turns == 1 and self._kernel_looks and isinstance(node, kernels.Position):
            self.nodes += 1
            if node.winning_turn(WHOLE_TURN if self._short_turns else GLANCE):
                return True
            if self._short_turns:
                return False
        tokens = [token for token in node.tokens() if token not in self._without]
        return any(self.leads(node, token, turns) for token in tokens)

    def leads(self, node: Node, token: str, turns: int | None = None) -> bool:
        """Whether it is still reached after this decision."""
        turns = self._turns if turns is None else turns
        self.nodes += 1
        if self.nodes > self._most:
            raise TooMuch
        later = node.play(token)
        if later.over:
            return self._over(later)
        if self._counts and self._ends is not None and self._ends(later):
            return True
        if later.turn != node.turn and node.owner == self._seat:
            if self._ends is not None:
                return self._ends(later)
            if turns == 1:
                return False
            return self.reaches(later, turns - 1)
        return self.reaches(later, turns)

    def right(self, node: Node) -> list[str]:
        """All decisions that lead there."""
        return [token for token in node.tokens() if self.leads(node, token)]

    def counted(self, node: Node) -> bool:
        """Whether a task that counts is done here."""
        return self._ends is not None and self._ends(node)

    def _over(self, node: Node) -> bool:
        if self._ends is None:
            return node.winner == self._seat
        return node.winner in (self._seat, None) and (self._ends == self._saved or self._ends(node))

    def _saved(self, node: Node) -> bool:
        """That the other, whose turn it is, cannot win in it."""
        if node.over or node.owner == self._seat:
            return node.winner != 1 - self._seat
        left = self._most - self.nodes
        other = Exhaustion(1 - self._seat, Task(WIN), left, short_turns=self._short_turns)
        found = other.reaches(node)
        self.nodes += other.nodes
        return not found
