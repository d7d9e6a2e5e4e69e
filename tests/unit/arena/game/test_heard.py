"""What a bot says on stderr, by turns."""

from __future__ import annotations

import pytest
from tests.arena_bots import ScriptedBot

from duiyi import game
from duiyi.arena.game.heard import MOST_LETTERS, HeardBot, last_lines, new_part
from duiyi.core.clock import Clock
from duiyi.engine.bot import Answer, Beginning, Question


@pytest.mark.parametrize(
    ("before", "now", "new"),
    [
        (b"", b"one", b"one"),
        (b"one", b"one two", b" two"),
        (b"abcd", b"cdef", b"ef"),
        (b"abcd", b"wxyz", b"wxyz"),
        (b"aaaa", b"aaaa", b""),
    ],
)
def test_what_is_new_of_an_end_that_moves_on(before: bytes, now: bytes, new: bytes) -> None:
    assert new_part(before, now) == new


class Talkative(ScriptedBot):
    """Says which turn it is."""

    def ask(self, question: Question) -> Answer:
        self.last_words += f"turn {question.state.turn}\n".encode()
        return super().ask(question)


def test_every_turn_has_its_own_words() -> None:
    bot = Talkative(last_words=b"hello\n")
    heard = HeardBot(bot)
    state = game("relati-classic").start()
    heard.begin(Beginning(state, 0, Clock("turn", 5.0), 10.0))
    for _ in range(2):
        answer = heard.ask(Question(state, 0, state, (), 0, 5.0, 15.0))
        state = state.play(answer.tokens[0])
    heard.close()
    assert bot.closed == 1
    first = game("relati-classic").start().turn
    assert heard.lines() == [
        (0, "hello\n"),
        (first, f"turn {first}\n"),
        (state.turn - 1, f"turn {state.turn - 1}\n"),
    ]


def test_only_the_end_of_much_is_kept() -> None:
    lines = [(turn, "x" * 10_000) for turn in range(10)]
    kept = last_lines(lines)
    assert sum(len(text) for _, text in kept) == MOST_LETTERS
    assert kept[-1] == lines[-1]
    assert kept[0] == (6, "x" * 2_000)
