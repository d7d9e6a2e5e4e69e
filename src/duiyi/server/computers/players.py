"""The players that a worker remembers, so that each thinks on from where it was in its game."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from duiyi import players
from duiyi.server.computers.opponents import quick

MOST = 16
"""Players that one worker remembers, where all of them decide quickly."""
LONG_WEIGHT = 4
"""One that thinks long counts as so many: it holds up to 64 MB, so that a worker stays below about
300 MB. Whoever is forgotten only has to think from the beginning again."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A player at a seat. `branch`: it has seen the game that goes on, and no other."""

    player: players.Player
    name: str
    branch: int

    @property
    def weight(self) -> int:
        return 1 if quick(self.name) else LONG_WEIGHT


class Memory:
    """Players by table and seat; the longest unasked go first."""

    def __init__(self) -> None:
        self._seated: OrderedDict[tuple[str, int], Seated] = OrderedDict()

    def __len__(self) -> int:
        return len(self._seated)

    def player(self, question: dict[str, Any]) -> players.Player:
        """Whoever has thought here before, told how long it may; or somebody new.

        After an undo it is somebody new: what was decided and how long it took did not happen.
        """
        place = question["table"], question["seat"]
        known = self._seated.pop(place, None)
        if known is None or (known.name, known.branch) != (question["player"], question["branch"]):
            known = Seated(_made(question), question["player"], question["branch"])
        if not hasattr(known.player, "allowed") and players.timed(known.name):
            # Its time is given when it is made, and may be another for the next decision.
            return players.make(known.name, question["seed"], question["seconds"])
        players.allow(known.player, question["seconds"])
        if question["table"]:
            self._seated[place] = known
            while sum(one.weight for one in self._seated.values()) > MOST:
                self._seated.popitem(last=False)
        return known.player

    def forget(self, table: str) -> None:
        for place in [place for place in self._seated if place[0] == table]:
            del self._seated[place]


def _made(question: dict[str, Any]) -> players.Player:
    return players.make(question["player"], question["seed"], question["most"])
