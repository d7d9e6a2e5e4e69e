"""Bots for the tests of the arena that run in the test's own process: scripted, random, broken."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from duiyi.core import Outcome
from duiyi.engine.bot import Answer, Beginning, Question, Spent
from duiyi.engine.fault import Fault

FREE = Spent()
Line = str | Answer | Fault | Exception
"""What a bot says when it is asked: tokens, a whole answer, or something to raise."""


@dataclass
class ScriptedBot:
    """Says its lines one after the other, then plays the first legal action for ever."""

    lines: Sequence[Line] = ()
    start: Spent | Fault = FREE
    last_words: bytes = b""
    spent: Spent = FREE
    beginnings: list[Beginning] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    seen: list[tuple[str, ...]] = field(default_factory=list)
    outcome: Outcome | None = None
    closed: int = 0

    def begin(self, beginning: Beginning) -> Spent:
        self.beginnings.append(beginning)
        if isinstance(self.start, Fault):
            raise self.start
        return self.start

    def ask(self, question: Question) -> Answer:
        assert not self.closed
        at = len(self.questions)
        self.questions.append(question)
        news = question.nodes[question.told :]
        self.seen.append(tuple(getattr(node, "token", "!") for node in news))
        line = self.lines[at] if at < len(self.lines) else self.choose(question)
        if isinstance(line, Exception):
            raise line
        return line if isinstance(line, Answer) else Answer(tuple(line.split()), self.spent)

    def choose(self, question: Question) -> str:
        return question.state.text(question.state.actions()[0])

    def end(self, outcome: Outcome) -> None:
        self.outcome = outcome

    def close(self) -> None:
        self.closed += 1

    def stderr(self) -> bytes:
        return self.last_words


class RandomBot(ScriptedBot):
    """Plays at random, taking random times."""

    def __init__(self, seed: int, seconds: Callable[[random.Random], float] = lambda _: 0) -> None:
        super().__init__()
        self.random = random.Random(seed)
        self.seconds = seconds

    def ask(self, question: Question) -> Answer:
        self.questions.append(question)
        state = question.state
        token = state.text(self.random.choice(state.actions()))
        time = self.seconds(self.random)
        return Answer((token,), Spent(time, time * 0.9, time * 1.5))
