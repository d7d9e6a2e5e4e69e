"""Played games as JSON: reading is the exact inverse of writing."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.arena_bots import RandomBot, ScriptedBot

import duiyi
from duiyi.arena.game.conditions import Conditions
from duiyi.arena.game.played import Offence, Played, SeatUse
from duiyi.arena.game.played_json import read_played, write_played
from duiyi.arena.game.referee import play_game
from duiyi.core import DuiyiError, Record
from duiyi.engine.bot import Answer, Bot, Spent
from duiyi.engine.fault import Fault, Verdict

texts = st.text(st.characters(codec=None, exclude_categories=()), max_size=12)
seconds = st.floats(0, 1e6)
spent = st.builds(Spent, seconds, seconds, seconds, seconds)
offences = st.builds(
    Offence,
    seat=st.integers(-1, 3),
    verdict=st.sampled_from(Verdict),
    code=texts,
    text=texts,
    detail=texts,
    position=texts,
    node=st.integers(0, 999),
    stderr=texts,
)
uses = st.builds(SeatUse, spent, spent, spent, st.integers(0, 10**6))
scores = st.none() | st.just((Fraction(1, 3), Fraction(2, 3)))
EMPTY = Record.of(duiyi.game("tzaar").start(), ("a", "b"))


@settings(max_examples=60)
@given(
    st.builds(
        Played,
        record=st.just(EMPTY),
        scores=scores,
        offences=st.lists(offences, max_size=3).map(tuple),
        uses=st.lists(uses, max_size=3).map(tuple),
    )
)
def test_what_is_read_is_what_was_written(played: Played) -> None:
    written = write_played(played)
    assert read_played(written) == played
    assert "\n" not in written


@pytest.mark.parametrize(
    "line",
    [
        "C3",
        "{ } [use 1 1 1]",
        Answer(("C3",), Spent(0.1, 0.1, 0.1), ('eval 3 said "}" \u2028',)),
        Fault(Verdict.crash, "exit-3", 'half a "line', "status 3"),
        Fault(Verdict.infra, "sandbox"),
    ],
)
def test_games_of_the_referee_survive(line: Any) -> None:
    bots: list[Bot] = [RandomBot(1), ScriptedBot((line,), last_words=b"\xff\x00"), RandomBot(2)]
    start = duiyi.game("relati-classic").start(3)
    played = play_game(start, bots, Conditions(), seed=1, names=("A", "爛", ""), opening=("C3",))
    assert read_played(write_played(played)) == played


@pytest.mark.parametrize(
    "change",
    [
        {"scores": ["1/0"]},
        {"scores": 5},
        {"offences": [{"seat": 1}]},
        {"uses": [{"start": [1, 2]}]},
        {"record": 5},
        {"record": "[Game"},
    ],
)
def test_what_is_no_played_game_is_refused(change: dict[str, Any]) -> None:
    data = json.loads(write_played(Played(EMPTY, None, (), ())))
    with pytest.raises(DuiyiError):
        read_played(json.dumps({**data, **change}))
    with pytest.raises(DuiyiError):
        read_played("{")
