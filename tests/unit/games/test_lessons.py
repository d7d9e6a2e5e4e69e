"""The lessons of all games: they can be solved, and everything a game does occurs in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import duiyi
from duiyi.core.check.brought.lessons import first_problem
from duiyi.core.lessons import Lesson, Step, lessons
from duiyi.core.lessons.judge import followed
from duiyi.core.lessons.model import matches
from duiyi.core.locale import LANGUAGES, catalog
from duiyi.core.state import Game, State

AT_LEAST = {
    "relati-legacy": 14,
    "atom": 15,
}
"""Games by the number of lessons that they have to bring."""
NEVER: dict[str, set[str]] = {}
"""Events that no lesson can show, by game."""

Played = tuple[State[Any], str]


@pytest.fixture(params=AT_LEAST, scope="module")
def game(request: pytest.FixtureRequest) -> Game:
    return duiyi.game(request.param)


def test_every_lesson_can_be_solved_and_only_rightly(game: Game) -> None:
    problem = first_problem(game)
    assert problem is None, f"{problem.expected}: {problem.seen}"


def test_there_are_enough_lessons(game: Game) -> None:
    assert len(lessons(game)) >= AT_LEAST[game.id]


def test_every_lesson_names_a_part_of_the_rules(game: Game) -> None:
    assert [lesson.id for lesson in lessons(game) if not lesson.clause] == []


def test_no_word_is_left_over_and_all_languages_say_the_same_things(game: Game) -> None:
    for language in LANGUAGES:
        assert set(catalog(f"{game.id}.lessons", language)) == set(needed(game))


def needed(game: Game) -> Iterator[str]:
    for lesson in lessons(game):
        yield from (f"{lesson.id}.topic", f"{lesson.id}.done")
        for step in lesson.steps:
            answers = [f"wrong.{wrong.name}" for wrong in step.wrong]
            for key in ("ask", "look", "act", *answers):
                yield lesson.said(step, key).key.partition(":")[2]


def test_every_event_of_the_narration_occurs(game: Game) -> None:
    told = {
        event.message.key.partition(":")[2]
        for state, token in played(game)
        for event in state.narrate(state.parse(token))
    }
    written = {key for key in catalog(game.id, "en") if key.startswith("event.")}
    assert written - told == NEVER.get(game.id, set())


def test_every_verb_is_tried_by_the_learner(game: Game) -> None:
    used = {
        choice.verb
        for lesson in lessons(game)
        for state, token in tries(game, lesson)
        for choice in state.view().choices
        if choice.token == token
    }
    written = {key for key in catalog(game.id, "en") if key.startswith("verb.")}
    assert {f"verb.{verb}" for verb in used} == written


def test_every_verb_is_taught(game: Game) -> None:
    written = {key for key in catalog(game.id, "en") if key.startswith("verb.")}
    assert {f"verb.{verb}" for verb in lessons(game)[-1].verbs} == written


def played(game: Game) -> Iterator[Played]:
    """All that is played in lessons, also by chance and the others."""
    for lesson in lessons(game):
        yield from tries(game, lesson)
        for step, state in steps(game, lesson):
            state = state.play(step.solution)
            for either in step.then:
                token = followed(state, either)
                yield state, token
                state = state.play(token)


def tries(game: Game, lesson: Lesson) -> Iterator[Played]:
    """The learner's solutions and legal wrong tries."""
    for step, state in steps(game, lesson):
        yield state, step.solution
        wrong = [pattern for one in step.wrong for pattern in one.tries]
        for action in state.actions():
            if matches(tuple(wrong), token := state.text(action)):
                yield state, token


def steps(game: Game, lesson: Lesson) -> Iterator[tuple[Step, State[Any]]]:
    """The steps, each with the position in which it is asked for."""
    state = game.load(lesson.position)
    for step in lesson.steps:
        yield step, state
        state = state.play(step.solution)
        for either in step.then:
            state = state.play(followed(state, either))
