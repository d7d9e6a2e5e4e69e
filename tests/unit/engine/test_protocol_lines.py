"""Every line of the protocol is read as it was written."""

from __future__ import annotations

import string
from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duiyi.core import CHANCE
from duiyi.core.clock import Clock
from duiyi.engine import protocol
from duiyi.engine.protocol import BadLine, Step, read_from_bot, read_to_bot, write

tokens = st.text(st.sampled_from(string.printable[:94]), min_size=1, max_size=64)
words = st.text(st.sampled_from(string.ascii_letters + string.digits + "-_.="), min_size=1)
free = st.text(st.characters(exclude_categories=("Cs", "Cc", "Z")), max_size=40).map(
    lambda text: text.strip()
)
free_with_spaces = st.lists(free.filter(bool), max_size=4).map("  ".join)
seats = st.integers(0, 5)
seconds = st.floats(0, 1e7)
milliseconds = st.integers(0, 10**8).map(lambda number: number / 1000)
clocks = st.one_of(
    st.just(Clock("none", 0.0, 0.0)),
    seconds.map(lambda s: Clock("turn", s, 0.0)),
    st.tuples(seconds, seconds).map(lambda pair: Clock("game", *pair)),
)
steps = st.one_of(
    st.builds(Step, st.integers(CHANCE, 5), tokens), st.builds(Step, seats, st.none())
)
several = st.lists(tokens, min_size=1, max_size=5).map(tuple)
scores = st.fractions(0, 1)

to_bot = st.one_of(
    st.builds(protocol.Hello, st.integers(0, 99)),
    st.builds(
        protocol.Game,
        id=words,
        version=st.integers(0, 99),
        seats=st.integers(1, 6),
        seat=seats,
        clock=clocks,
        options=st.lists(words, max_size=4).map(tuple),
    ),
    st.builds(protocol.Position, free_with_spaces.filter(bool)),
    st.builds(protocol.Go, st.none() | milliseconds, st.lists(steps, max_size=8).map(tuple)),
    st.builds(protocol.Legal, st.lists(tokens, max_size=5).map(tuple)),
    st.just(protocol.Stop()),
    st.builds(protocol.Result, st.lists(scores, min_size=1, max_size=6).map(tuple), words),
    st.just(protocol.Quit()),
)
from_bot = st.one_of(
    st.builds(protocol.Id, words, free_with_spaces),
    st.just(protocol.Ready()),
    st.builds(protocol.Info, free_with_spaces),
    st.just(protocol.LegalQuestion()),
    st.builds(protocol.Move, several),
    st.builds(protocol.Error, free_with_spaces),
)


@given(to_bot)
def test_lines_to_a_bot_are_read_as_they_were_written(line: protocol.ToBot) -> None:
    assert read_to_bot(write(line)) == line


@given(from_bot, st.sampled_from(["", "\r", " ", " \r", "\t", "\n", "\r\n"]))
def test_lines_from_a_bot_are_read_as_they_were_written(line: protocol.FromBot, end: str) -> None:
    assert read_from_bot(write(line) + end) == line


@given(st.sampled_from([*protocol.FORMS, ""]), st.text(max_size=60))
def test_any_text_is_a_line_or_a_bad_line(word: str, text: str) -> None:
    for read in (read_to_bot, read_from_bot):
        with suppress(BadLine):
            line = read(f"{word} {text}")
            assert read(write(line)) == line


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (
            protocol.Game("tzaar", 1, 2, 0, Clock("turn", 5.0)),
            "game tzaar version 1 seats 2 seat 0 clock turn 5",
        ),
        (
            protocol.Game("relati", 1, 3, 2, Clock("game", 60.0, 0.5), ("cannon=on", "chain=off")),
            "game relati version 1 seats 3 seat 2 clock game 60 0.5 options cannon=on chain=off",
        ),
        (
            protocol.Go(4.93, (Step(0, "C2xC3"), Step(1, "D3xC3"), Step(1, "E6+E5"))),
            "go left 4.930 since @0 C2xC3 @1 D3xC3 E6+E5",
        ),
        (
            protocol.Go(None, (Step(0, "b"), Step(CHANCE, "+3101"), Step(0, "end"), Step(2, None))),
            "go since @0 b *+3101 end !2",
        ),
        (protocol.Go(None, (Step(1, "@x"), Step(1, "12"))), 'go since @1 "@x" 12'),
        (
            protocol.Result((Fraction(1, 2), Fraction(1, 2)), "turn-limit"),
            "result 1/2 1/2 turn-limit",
        ),
    ],
)
def test_lines_look_as_documented(line: protocol.ToBot, text: str) -> None:
    assert write(line) == text
    assert read_to_bot(text) == line


def test_several_spaces_between_words_do_not_matter() -> None:
    assert read_from_bot("  move  C2xC3   pass \r\n") == protocol.Move(("C2xC3", "pass"))
    assert read_to_bot("go  left 1.000   since @0  a") == protocol.Go(1.0, (Step(0, "a"),))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "unknown-line"),
        ("hello", "unknown-line"),
        ("Move C3", "unknown-line"),
        ("ready now", "unknown-line"),
        ("legal? please", "unknown-line"),
        ("move", "no-token"),
        ("move \r", "no-token"),
        ("id", "unknown-line"),
    ],
)
def test_a_bad_line_of_a_bot_names_the_line_and_the_code(text: str, code: str) -> None:
    with pytest.raises(BadLine) as caught:
        read_from_bot(text)
    assert caught.value.code == code
    assert text.strip() in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "hello x",
        "hello -1",
        "hello ٣",
        "game tzaar",
        "game tzaar version 1 seats 2 seat 0 clock turn",
        "go left soon",
        "go since C3",
        'go since @0 "C3',
        "go since @x C3",
        "go now",
        "result won",
        "result 1/0 won",
        "position",
        "quit it",
    ],
)
def test_a_bad_line_to_a_bot_says_how_it_has_to_look(text: str) -> None:
    with pytest.raises(BadLine) as caught:
        read_to_bot(text)
    assert protocol.FORMS[text.split()[0]] in str(caught.value)
