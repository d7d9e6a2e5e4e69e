"""Our players' side of the protocol: it answers what can be answered, and refuses in a line."""

from __future__ import annotations

import io
import threading
import time
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duiyi.core import Game, State, game
from duiyi.core.clock import Clock
from duiyi.engine.player_engine import serve_player, thinking_time

CLASSIC = game("relati-classic").start()
GAME = "game relati-classic version 1 seats 2 seat 0 clock none"
POSITION = f"position {CLASSIC.dump()}"


class First:
    def prepare(self, rules: Game) -> None:
        pass

    def choose(self, state: State[Any], allowed: float | None) -> Any:
        return state.actions()[0]

    def stop(self) -> None:
        pass


class Slow(First):
    """Thinks until it is stopped, which it can be only while it thinks."""

    def __init__(self) -> None:
        self._thinking = threading.Event()

    def choose(self, state: State[Any], allowed: float | None) -> Any:
        self._thinking.clear()
        assert self._thinking.wait(10)
        return super().choose(state, allowed)

    def stop(self) -> None:
        self._thinking.set()


def said(lines: Iterable[str], chooser: First | None = None) -> list[str]:
    writing = io.StringIO()
    serve_player(chooser or First(), lines, writing, "first")
    return writing.getvalue().splitlines()


def test_a_game() -> None:
    assert said(["hello 1\n", f"{GAME}\r\n", "\n", POSITION, "go", "result 1 0 won", "quit"]) == [
        "id name first",
        "id author duiyi",
        "ready",
        "ready",
        "move A1",
    ]


def test_stop_is_heard_while_a_player_thinks_and_before() -> None:
    begun = time.monotonic()
    assert said([GAME, *[POSITION, "go", "stop"] * 20], Slow()) == ["ready", *["move A1"] * 20]
    assert time.monotonic() - begun < 5


def test_nothing_is_said_after_quit() -> None:
    assert said(["quit", "hello 1"]) == []


def test_another_game_may_follow() -> None:
    other = "game tzaar version 1 seats 2 seat 1 clock turn 5"
    position = f"position {game('tzaar').start().dump()}"
    assert said([GAME, POSITION, "go", other, position, "go left 5.000"]) == [
        "ready",
        "move A1",
        "ready",
        "move A5xA4",
    ]


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["hello 2"], "version 2"),
        (["what"], "what"),
        (["go"], "position"),
        ([GAME, "go"], "position"),
        ([POSITION], "game"),
        (["game chess version 1 seats 2 seat 0 clock none"], "chess"),
        (["game tzaar version 9 seats 2 seat 0 clock none"], "version 1"),
        ([GAME, "position nowhere"], "position"),
        ([GAME, POSITION, "position nowhere", "go"], "position"),
        ([GAME, f"position {CLASSIC.withdraw(0).dump()}", "go"], "over"),
        ([GAME, "go left now"], "go [left SECONDS]"),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line(lines: list[str], words: str) -> None:
    last = said([*lines, "quit"])[-1]
    assert last.startswith("error ")
    assert words in last


def test_chance_is_no_player() -> None:
    state = game("atom").start().play("a")
    lines = ["game atom version 1 seats 2 seat 0 clock none", f"position {state.dump()}", "go"]
    assert said(lines)[-1].startswith("error chance")


@given(
    st.lists(
        st.one_of(
            st.text(max_size=40),
            st.sampled_from(["hello 1", GAME, POSITION, "go", "stop", "legal A1", "position x"]),
            st.builds("{} {}".format, st.sampled_from(["game", "position", "go"]), st.text()),
        ),
        max_size=8,
    )
)
def test_no_line_is_too_bad_to_be_answered(lines: list[str]) -> None:
    words = {answer.partition(" ")[0] for answer in said(lines)}
    assert words <= {"id", "ready", "move", "error"}


@given(st.floats(0, 1e6), st.sampled_from(["turn", "game"]), st.floats(0, 60))
def test_a_turn_never_takes_all_the_time_that_is_left(
    left: float, kind: str, increment: float
) -> None:
    seconds = thinking_time(Clock(kind, 5.0, increment), left)
    assert seconds is not None
    assert 0 <= seconds <= max(0.9 * left, left - 0.05) + 1e-6


def test_thinking_time() -> None:
    assert thinking_time(Clock("none"), None) is None
    assert thinking_time(Clock("turn", 5.0), 5.0) == pytest.approx(4.95)
    assert thinking_time(Clock("game", 60.0, 1.0), 60.0) == pytest.approx(2.5)
