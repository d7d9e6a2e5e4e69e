"""A person at the terminal as a bot.

What is shown and how moves are typed is not decided here: `ask` gives the words of a line, `tell`
says what is wrong with them. A person is asked again until the words are legal.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from duiyi.core import DuiyiError, IllegalAction, Message, Outcome, Seat, State
from duiyi.engine.bot import Answer, Beginning, Question, Spent
from duiyi.engine.fault import Fault, Verdict


@dataclass(frozen=True, slots=True)
class Person:
    """Who is asked: `ask` gives tokens, and `None` when the person leaves or resigns."""

    ask: Callable[[State[Any], Seat], Sequence[str] | None]
    tell: Callable[[Message], None]


class PersonBot:
    """A person pays by the wall clock; reading what is wrong with a move is on the same clock."""

    def __init__(self, person: Person) -> None:
        self._person = person

    def begin(self, beginning: Beginning) -> Spent:
        return Spent()

    def ask(self, question: Question) -> Answer:
        begun = time.perf_counter()
        while True:
            tokens = self._person.ask(question.state, question.seat)
            if tokens is None:
                wall = time.perf_counter() - begun
                raise Fault(Verdict.protocol, "gave-up", "", "", Spent(wall, 0.0, wall))
            if not tokens:
                continue
            problem = wrong(question.state, tokens)
            if problem is None:
                wall = time.perf_counter() - begun
                return Answer(tuple(tokens), Spent(wall, 0.0, wall))
            self._person.tell(problem)

    def end(self, outcome: Outcome) -> None:
        pass

    def close(self) -> None:
        pass

    def stderr(self) -> bytes:
        return b""


def wrong(state: State[Any], tokens: Sequence[str]) -> Message | None:
    """What is wrong with tokens that are played one after the other; `None` when they are legal."""
    actor = state.actor
    for token in tokens:
        try:
            if state.actor == actor:
                state = state.play(token)
            elif state.outcome is None and (broken := state.leftover(token)) is not None:
                raise IllegalAction(broken)
        except DuiyiError as error:
            return error.message
    return None
