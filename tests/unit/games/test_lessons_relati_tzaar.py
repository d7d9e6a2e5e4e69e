"""The lessons of relati classic, relati and tzaar: they hold, and show all there is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import duiyi
from duiyi.core.check.brought.lessons import first_problem
from duiyi.core.lessons import Step, begun, catalog_name, lessons, tried
from duiyi.core.lessons.model import matches
from duiyi.core.locale import LANGUAGES, catalog
from duiyi.core.state import Game, State

AT_LEAST = {"relati-classic": 6, "relati": 12, "tzaar": 10}
EXTENSIONS = ("cannon", "chain", "continuous", "migration")
LONGEST = 140
"""Characters of a sentence: more is not read."""


@pytest.mark.parametrize("name", AT_LEAST)
def test_every_lesson_can_be_solved_and_only_rightly(name: str) -> None:
    assert first_problem(duiyi.game(name)) is None


@pytest.mark.parametrize(("name", "number"), AT_LEAST.items())
def test_there_are_enough(name: str, number: int) -> None:
    assert len(lessons(duiyi.game(name))) >= number


@pytest.mark.parametrize("name", AT_LEAST)
def test_every_verb_and_every_effect_occurs_in_some_lesson(name: str) -> None:
    game = duiyi.game(name)
    verbs, told = set(), set()
    for state, token in shown(game):
        action = state.parse(token)
        verbs |= {choice.verb for choice in state.view().choices if choice.token == token}
        told |= {event.message.key.partition(":")[2] for event in state.narrate(action)}
    words = catalog(game.id, "en")
    assert {key for key in words if key.startswith("event.")} - told == set()
    assert {key.removeprefix("verb.") for key in words if key.startswith("verb.")} - verbs == set()


@pytest.mark.parametrize("name", AT_LEAST)
def test_a_lesson_is_short_and_answers_two_wrong_tries(name: str) -> None:
    game = duiyi.game(name)
    for lesson in lessons(game):
        assert len(lesson.steps[0].wrong) >= 2, lesson.id
        assert all(step.look for step in lesson.steps), lesson.id
        assert lesson.clause, lesson.id
    for language in LANGUAGES:
        for key, sentence in catalog(catalog_name(game), language).items():
            assert sentence, key
            assert len(sentence) <= LONGEST, key


@pytest.mark.parametrize("option", EXTENSIONS)
def test_each_extension_of_relati_has_two_lessons(option: str) -> None:
    found = [lesson for lesson in lessons(duiyi.game("relati")) if lesson.clause == option]
    assert len(found) >= 2
    for lesson in found:
        assert getattr(begun(duiyi.game("relati"), lesson).options, option)


def shown(game: Game) -> Iterator[tuple[State[Any], str]]:
    """All that is played on the board in the lessons: solutions, what follows, legal tries."""
    for lesson in lessons(game):
        for step in lesson.steps:
            before = tuple(earlier.solution for earlier in lesson.steps[: step.number - 1])
            solved = tried(game, lesson, before, step.solution)
            for token in tries(solved.states[0], step):
                yield solved.states[0], token
            yield from zip(solved.states, solved.tokens, strict=False)


def tries(state: State[Any], step: Step) -> list[str]:
    """The wrong tries that are legal."""
    patterns = tuple(one for wrong in step.wrong for one in wrong.tries)
    legal = [state.text(action) for action in state.actions()]
    return [token for token in legal if matches(patterns, token)]
