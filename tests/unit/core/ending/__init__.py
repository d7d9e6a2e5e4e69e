"""Ending: pebbles with a turn that must be ended, and a notation for people.

After a pebble nothing but `pass` is possible: a step that decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Self

from tests.unit.core.pebbles import SITES, Pebbles, PebblesState

from duiyi.core.message import Message


@dataclass(frozen=True)
class EndingState(PebblesState):
    """`again` is so while the turn must be ended."""

    def moves(self) -> Iterable[str]:
        return ["pass"] if self.again else super().moves()

    def move(self, token: str) -> Self:
        if token == "pass":
            return self.next(again=False)
        site = SITES.index(token)
        owners = self.owners[:site] + str(self.owner) + self.owners[site + 1 :]
        if len(owners) - owners.count(".") == self.options.pebbles:
            return self.ended(owners)
        return self.then(owners=owners, again=True)

    def notation(self, action: Any) -> Message:
        token = self.text(action)
        if token == "pass":
            return super().notation(action)
        return self.say("notation.put", site=token)


class Ending(Pebbles):
    id = "ending"
    state = EndingState


ENDING = Ending()
