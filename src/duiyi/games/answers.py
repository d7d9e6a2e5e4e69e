"""What the states of all games here answer in the same way: by the modules of their packages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NamedTuple, Self

from duiyi.core.base import BaseState
from duiyi.core.message import Message
from duiyi.core.state import A, Seat
from duiyi.core.view import Event, View


class Modules(NamedTuple):
    """`narrate` takes the state before, the state after and the action; `notation` a state and an
    action; `promise` a state and a seat; `view` a state, the one before it, and whether choices
    are wanted."""

    narrate: Callable[[Any, Any, Any], Sequence[Event]]
    notation: Callable[[Any, Any], Message]
    promise: Callable[[Any, Seat], float]
    view: Callable[[Any, Any, bool], View]


class Answers(BaseState[A]):
    """Beside the rules of a game it makes a state that is told and shown."""

    __slots__ = ()
    modules: ClassVar[Modules]

    def narrate(self, action: A) -> Sequence[Event]:
        return self.modules.narrate(self, self.play(action), action)

    def notation(self, action: A) -> Message:
        return self.modules.notation(self, action)

    def promise(self, seat: Seat) -> float:
        return self.modules.promise(self, seat)

    def view(
        self, seat: Seat | None = None, since: Self | None = None, *, choices: bool = True
    ) -> View:
        return self.modules.view(self, since, choices and seat in (None, self.actor))


class Tokens(NamedTuple):
    """How actions are written and read where no position is needed for it."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]
    """`None` where a text is no token."""


class AnswersOfTwo(Answers[A]):
    """The same for games of two seats whose tokens mean the same in every position."""

    __slots__ = ()
    tokens: ClassVar[Tokens]

    def without(self, seat: Seat, out: frozenset[Seat]) -> Self:
        raise AssertionError("of two seats the one that is left has won (W-3)")

    def text(self, action: A) -> str:
        return self.tokens.write(action)

    def read(self, token: str) -> A:
        action: A | None = self.tokens.read(token)
        if action is None:
            raise self.unreadable(token)
        return action
