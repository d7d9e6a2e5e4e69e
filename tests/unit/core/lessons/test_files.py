"""Lessons as they are read, and what is said of files that are none."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.core.lessons.taught import START, TWO_LESSONS, Taught
from tests.unit.core.pebbles import PEBBLES

from duiyi.core.lessons import BadLesson, Goal, Lesson, Step, Wrong, catalog_name, lessons
from duiyi.core.locale import text
from duiyi.core.message import message


def test_a_game_without_lessons_has_none() -> None:
    assert lessons(PEBBLES) == ()


def test_lessons_are_read_with_their_steps_and_verbs(tmp_path: Path) -> None:
    game = Taught(tmp_path, TWO_LESSONS)
    put, coin = lessons(game)
    assert lessons(game) is lessons(game)
    assert put == Lesson(
        id="put",
        number=1,
        catalog=catalog_name(game),
        position=START,
        seat=0,
        verbs=frozenset({"put"}),
        steps=(
            Step(
                1,
                Goal(tokens=("A", "B")),
                "A",
                (("A", "C"),),
                (Wrong("far", ("F",)), Wrong("click", ("@Z",)), Wrong("taken", ("X",))),
                ("A",),
            ),
            Step(2, Goal(event="event.play", event_params=(("token", "D"),)), "D"),
        ),
    )
    assert (coin.number, coin.clause, coin.verbs) == (2, "coin", frozenset({"put", "pass"}))
    assert [step.solution for step in coin.steps] == ["A", "pass"]
    assert coin.steps[0].then == (("heads",),)


def test_words_of_later_steps_have_their_number(tmp_path: Path) -> None:
    game = Taught(tmp_path, TWO_LESSONS)
    put = lessons(game)[0]
    first, second = put.steps
    assert put.said(first, "ask") == message(f"{game.id}.lessons:put.ask")
    assert put.said(second, "ask") == message(f"{game.id}.lessons:put.2.ask")
    assert text(put.say("done")) == "{token} put.done"


def one(step: str = 'goal = { tokens = ["A"] }', lesson: str = "", id: str = "put") -> str:
    return f"[[lesson]]\nid = \"{id}\"\nposition = '{START}'\n{lesson}\n[[lesson.step]]\n{step}\n"


BAD = [
    ("no = toml = here", "line 1"),
    ("[[lesson]]\nid = 'x'\nposition = ''\nstep = []", "no step"),
    ("[[lesson]]\nid = 'x'\nposition = ''", "step"),
    ("[[lesson]]\nposition = ''\n[[lesson.step]]\ngoal = { tokens = ['A'] }", "id"),
    ("[[lesson]]\nid = 'x'\n[[lesson.step]]\ngoal = { tokens = ['A'] }", "position"),
    (one(lesson="colour = 3"), "unknown: colour"),
    (one("solution = 'A'"), "goal"),
    (one("goal = {}"), "asks for nothing"),
    (one("goal = { luck = 1 }"), "unknown: luck"),
    (one("goal = { meter = { size = 1 } }\nsolution = 'A'"), "unknown: size"),
    (one("goal = { tokens = ['A'] }\nhint = 'x'"), "unknown: hint"),
    (one("goal = { tokens = ['A', 'B'] }"), "step 1 needs one token"),
    (one("goal = { tokens = ['*'] }"), "step 1 needs one token"),
    (one("goal = { winner = 0 }"), "step 1 needs one token"),
    (one("goal = { tokens = ['A'] }\nthen = [[]]"), "a token or several"),
    (one("goal = { tokens = ['A'] }\nthen = [['B', 3]]"), "a token or several"),
    (one("goal = { tokens = ['A'] }\nthen = [3]"), "not iterable"),
    (one() + one(), "an id twice"),
]


@pytest.mark.parametrize(("lines", "problem"), BAD)
def test_what_is_wrong_with_a_file_is_said(lines: str, problem: str, tmp_path: Path) -> None:
    game = Taught(tmp_path, lines)
    with pytest.raises(BadLesson) as refused:
        lessons(game)
    assert problem in text(refused.value.message)
    assert game.id in text(refused.value.message)
