"""A game in progress: where it began, everything that was decided since, and any position of it.

The terminal, the server's tables, the referee and whoever replays a record hold one. States are
made again by playing: only some are kept, so that long games stay small. A game in progress knows
no wire, no bots and no people; how much time they have is in `duiyi.core.clock`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, Self

from duiyi.core.chance import drawn
from duiyi.core.record import Decision, Node, Record, Withdrawal
from duiyi.core.state import CHANCE, Seat, State
from duiyi.core.view.forced import forced_in

EVERY = 32
"""One state in so many is kept, and so are the last few."""
RECENT = 4


class Progress:
    """Nodes from a first position on. Whoever plays adds them; others take a `copy`.

    What chance decides follows from `seed`, and stays decided when it was undone.
    """

    def __init__(self, first: State[Any], seed: int = 0) -> None:
        self.nodes: list[Node] = []
        self.state = first
        self.seed = seed
        self.opening = 0
        """How many of the first nodes were given: what chance decides in them is no draw."""
        self._states: dict[int, State[Any]] = {0: first}
        self._settled: dict[tuple[int, State[Any]], str] = {}
        """What chance decided, where the seed would decide otherwise, by number and state."""

    @classmethod
    def of_record(cls, record: Record, seed: int = 0) -> Self:
        """The game of a record, from its first node to its last."""
        progress = cls(record.first(), seed)
        for node in record.nodes:
            progress.follow(node)
        return progress

    def __len__(self) -> int:
        return len(self.nodes)

    @property
    def first(self) -> State[Any]:
        return self._states[0]

    @property
    def before(self) -> State[Any] | None:
        """The state before the last node."""
        return self.at(len(self.nodes) - 1) if self.nodes else None

    def at(self, count: int) -> State[Any]:
        """The state after so many nodes."""
        known = self._states.get(count)
        if known is not None:
            return known
        start = max(number for number in self._states if number < count)
        state = self._states[start]
        for node in self.nodes[start:count]:
            state = node.after(state)
        return state

    def copy(self) -> Self:
        """For another thread, while this one goes on."""
        other = type(self)(self.first, self.seed)
        other.nodes, other.state, other.opening = self.nodes.copy(), self.state, self.opening
        other._states, other._settled = self._states.copy(), self._settled.copy()
        return other

    def record(self, head: Record) -> Record:
        """The record that begins as `head` does, with everything that was decided here."""
        return dataclasses.replace(head, nodes=tuple(self.nodes))

    # ---- going on

    def add(self, node: Node, state: State[Any]) -> None:
        """One more node, and the state that it leads to."""
        self.nodes.append(node)
        count = len(self.nodes)
        self._states[count] = self.state = state
        old = count - RECENT
        if old > 0 and old % EVERY:
            self._states.pop(old, None)

    def follow(self, node: Node) -> None:
        """One more node. One that the rules do not allow changes nothing and raises their error."""
        self.add(node, node.after(self.state))

    def play(self, action: Any) -> None:
        """What the actor decides, an action or a token; see `follow`."""
        state = self.state
        after = state.play(action)
        assert state.actor is not None
        token = action if isinstance(action, str) else state.text(action)
        self.add(Decision(state.actor, token), after)

    def withdraw(self, seat: Seat, verdict: str) -> None:
        """A seat leaves, also out of turn; see `follow`."""
        self.follow(Withdrawal(seat, verdict))

    def draw(self) -> Any:
        """The action that chance decides on now; after an undo the one that it was before."""
        state, number = self.state, self._draws(len(self.nodes))
        settled = self._settled.get((number, state)) if self._settled else None
        return drawn(state, self.seed, number) if settled is None else state.parse(settled)

    # ---- going back

    def cut(self, keep: int) -> None:
        """Back to the first `keep` nodes."""
        self._settle(keep)
        state = self.at(keep)
        del self.nodes[keep:]
        for number in [number for number in self._states if number > keep]:
            del self._states[number]
        self._states[keep] = self.state = state

    def last_by(self, who: Callable[[Seat], bool]) -> int | None:
        """How many nodes there were before the last one by such an actor; `None` without one."""
        for number in range(len(self.nodes) - 1, -1, -1):
            if who(self.nodes[number].actor):
                return number
        return None

    def last_choice_by(self, who: Callable[[Seat], bool]) -> int | None:
        """The same for the last node that was a choice: steps that decide nothing do not count.

        An undo goes there. Before a forced step it would end where the step is played again.
        """
        for number in range(len(self.nodes) - 1, -1, -1):
            node = self.nodes[number]
            if who(node.actor) and not (
                isinstance(node, Decision) and forced_in(self.at(number)) is not None
            ):
                return number
        return None

    def _settle(self, keep: int) -> None:
        """Notes what chance decided after `keep` nodes, unless it follows from the seed anyway.

        That is so in a game that was read from a record, which does not tell the seed.
        """
        for number in range(keep, len(self.nodes)):
            node = self.nodes[number]
            if isinstance(node, Decision) and node.actor == CHANCE:
                state, draws = self.at(number), self._draws(number)
                if state.text(drawn(state, self.seed, draws)) != node.token:
                    self._settled[draws, state] = node.token

    def _draws(self, count: int) -> int:
        """How often chance was drawn in the first `count` nodes."""
        return sum(node.actor == CHANCE for node in self.nodes[self.opening : count])
