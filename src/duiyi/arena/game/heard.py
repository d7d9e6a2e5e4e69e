"""What a bot wrote to stderr, turn by turn: for whoever wrote it, and wants to know why it lost.

Of each bot only the end of its stderr is known at any time. What is new there after an answer
belongs to that turn.
"""

from __future__ import annotations

from collections.abc import Sequence

from duiyi.core import Outcome
from duiyi.engine.bot import Answer, Beginning, Bot, Question, Spent

MOST_LETTERS = 32_000
"""Of one seat; the last of it is kept."""
START = 0
"""The turn under which stands what was said before the first question."""

Lines = list[tuple[int, str]]
"""Turns, and what was said in each; those in which nothing was said are left out."""


class HeardBot:
    """A bot as it is, that is listened to."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._before = b""
        self._turn = START
        self._said: list[tuple[int, bytes]] = []

    def begin(self, beginning: Beginning) -> Spent:
        try:
            return self._bot.begin(beginning)
        finally:
            self._listen()

    def ask(self, question: Question) -> Answer:
        self._turn = question.state.turn
        try:
            return self._bot.ask(question)
        finally:
            self._listen()

    def end(self, outcome: Outcome) -> None:
        self._bot.end(outcome)

    def close(self) -> None:
        self._bot.close()
        self._listen()

    def stderr(self) -> bytes:
        return self._bot.stderr()

    def lines(self) -> Lines:
        """By turns, from the first that is kept."""
        merged: dict[int, bytes] = {}
        for turn, data in self._said:
            merged[turn] = merged.get(turn, b"") + data
        return last_lines(
            [(turn, data.decode("utf-8", "replace")) for turn, data in merged.items()]
        )

    def _listen(self) -> None:
        now = self._bot.stderr()
        if now != self._before:
            self._said.append((self._turn, new_part(self._before, now)))
            self._before = now


def new_part(before: bytes, now: bytes) -> bytes:
    """What was written since, of two ends of one stream; all of it where they do not overlap."""
    if now.startswith(before):
        return now[len(before) :]
    for start in range(1, len(before)):
        if now.startswith(before[start:]):
            return now[len(before) - start :]
    return now


def last_lines(lines: Sequence[tuple[int, str]]) -> Lines:
    """As much of the end as is kept."""
    kept: Lines = []
    left = MOST_LETTERS
    for turn, text in reversed(lines):
        if left <= 0:
            break
        kept.append((turn, text[-left:]))
        left -= len(text)
    return kept[::-1]
