"""A table: one game in progress, who sits where, and everything that was decided so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from duiyi.core import CHANCE, Record, Seat, State
from duiyi.core.record import Decision, Node, Withdrawal
from duiyi.players import Player
from duiyi.players.random import drawn


class Table:
    """Seats that are not in `players` are people; what chance decides follows from `seed`."""

    def __init__(self, record: Record, players: Mapping[Seat, Player], seed: int) -> None:
        self.players = {s: player for s, player in players.items() if s < record.seats}
        self.seed = seed
        self.record = record
        self._states = [record.first(), *(state for _, state in record.replay())]
        # What chance has decided in a game that is gone on with stays so after an undo.
        self._drawn = {
            (_chances(record.nodes[:at]), self._states[at]): node.token
            for at, node in enumerate(record.nodes)
            if isinstance(node, Decision) and node.actor == CHANCE
        }

    @property
    def state(self) -> State[Any]:
        return self._states[-1]

    @property
    def before(self) -> State[Any] | None:
        """The state before the last thing that happened."""
        return self._states[-2] if len(self._states) > 1 else None

    @property
    def waiting(self) -> bool:
        """Whether a person decides now, or the game is over."""
        actor = self.state.actor
        return actor is None or (actor != CHANCE and actor not in self.players)

    def next_action(self) -> Any:
        """What chance or a computer decides now."""
        state = self.state
        if state.actor == CHANCE:
            return self._draw(state)
        assert state.actor is not None
        return self.players[state.actor].choose(state)

    def _draw(self, state: State[Any]) -> Any:
        number = _chances(self.record.nodes)
        known = self._drawn.get((number, state))
        return drawn(state, self.seed, number) if known is None else state.parse(known)

    def play(self, action: Any) -> None:
        """An action or a token; `IllegalAction` and `BadToken` leave everything as it is."""
        state = self.state
        after = state.play(action)
        self.record = self.record.played(state, action)
        self._states.append(after)

    def withdraw(self, seat: Seat) -> None:
        after = self.state.withdraw(seat)
        self.record = self.record.withdrawn(seat, "resigned")
        self._states.append(after)

    def undo(self) -> bool:
        """Back to before the last thing that a person decided; `False` if there is none."""
        nodes = self.record.nodes
        last = next((i for i in reversed(range(len(nodes))) if self._by_person(nodes[i])), None)
        if last is None:
            return False
        for _ in nodes[last:]:
            self.record = self.record.undone()
            self._states.pop()
        return True

    def _by_person(self, node: Decision | Withdrawal) -> bool:
        who = node.seat if isinstance(node, Withdrawal) else node.actor
        return who != CHANCE and who not in self.players


def _chances(nodes: Sequence[Node]) -> int:
    """How often chance has decided."""
    return sum(isinstance(node, Decision) and node.actor == CHANCE for node in nodes)
