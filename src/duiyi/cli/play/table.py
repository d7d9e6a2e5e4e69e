"""A table: a game in progress, and who sits where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from duiyi.core import CHANCE, Record, Seat, State
from duiyi.core.progress import Progress
from duiyi.core.record import Node
from duiyi.players import Player


class Table:
    """Seats that are not in `players` are people; what chance decides follows from `seed`."""

    def __init__(self, record: Record, players: Mapping[Seat, Player], seed: int) -> None:
        self.players = {s: player for s, player in players.items() if s < record.seats}
        self.progress = Progress.of_record(record, seed)
        self._head = record

    @property
    def state(self) -> State[Any]:
        return self.progress.state

    @property
    def before(self) -> State[Any] | None:
        """The state before the last thing that happened."""
        return self.progress.before

    @property
    def last(self) -> Node | None:
        """The last thing that happened."""
        return self.progress.nodes[-1] if self.progress.nodes else None

    @property
    def record(self) -> Record:
        return self.progress.record(self._head)

    @property
    def waiting(self) -> bool:
        """Whether a person decides now, or the game is over."""
        actor = self.state.actor
        return actor is None or self._person(actor)

    def next_action(self) -> Any:
        """What chance or a computer decides now."""
        state = self.state
        if state.actor == CHANCE:
            return self.progress.draw()
        assert state.actor is not None
        return self.players[state.actor].choose(state)

    def play(self, action: Any) -> None:
        """An action or a token; `IllegalAction` and `BadToken` leave everything as it is."""
        self.progress.play(action)

    def withdraw(self, seat: Seat) -> None:
        self.progress.withdraw(seat, "resigned")

    def undo(self) -> bool:
        """Back to before the last choice that a person made; `False` if there is none."""
        keep = self.progress.last_choice_by(self._person)
        if keep is None:
            return False
        self.progress.cut(keep)
        return True

    def _person(self, actor: Seat) -> bool:
        return actor != CHANCE and actor not in self.players
