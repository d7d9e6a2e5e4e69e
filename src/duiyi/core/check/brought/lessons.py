"""What must hold about the lessons that a game brings: they can be solved, and only rightly."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from duiyi.core import locale
from duiyi.core.check.properties import Broken, When, expect, requirement
from duiyi.core.check.walk import Point, sites_of
from duiyi.core.errors import DuiyiError
from duiyi.core.lessons import Lesson, Step, begun, catalog_name, lessons
from duiyi.core.lessons.judge import Verdict, followed, offered, shown, tried
from duiyi.core.lessons.model import CLICKS, matches
from duiyi.core.state import Game, State
from duiyi.core.view.spectator import watched

OF_A_LESSON = ("topic", "done")
OF_A_STEP = ("ask", "look", "act")
_problems: dict[str, Broken | None] = {}
"""By game: looked for once, since lessons do not depend on the walk."""


@requirement("lessons", when=When.START)
def lessons_hold(point: Point) -> None:
    """Every lesson loads, its solution solves it, and nothing that it calls wrong does."""
    if point.game.id not in _problems:
        _problems[point.game.id] = first_problem(point.game)
    problem = _problems[point.game.id]
    if problem is not None:
        raise problem


def first_problem(game: Game) -> Broken | None:
    """What is wrong with the lessons of a game."""
    try:
        for lesson in lessons(game):
            _words(game, lesson)
            for step in lesson.steps:
                _step(game, lesson, step)
    except Broken as broken:
        return broken
    except DuiyiError as error:
        return Broken("lessons that can be read and played", error)
    return None


def _words(game: Game, lesson: Lesson) -> None:
    keys = [f"{lesson.id}.{key}" for key in OF_A_LESSON]
    for step in lesson.steps:
        wrong = (f"wrong.{one.name}" for one in step.wrong)
        keys += [lesson.said(step, key).key.partition(":")[2] for key in (*OF_A_STEP, *wrong)]
    for language in locale.LANGUAGES:
        known = locale.catalog(catalog_name(game), language)
        if language != locale.FALLBACK and not known:
            continue
        for key in keys:
            expect(key in known, f"words for {key} in lessons/{language}.json", None)


def _step(game: Game, lesson: Lesson, step: Step) -> None:
    name = f"step {step.number} of lesson {lesson.id}"
    state = begun(game, lesson, step.number - 1)
    expect(state.actor == lesson.seat, f"{name}: the learner decides", state.actor)
    unknown = set(step.look) - sites_of(state)
    expect(not unknown, f"{name}: sites to look at exist", sorted(unknown))
    legal = _tokens(state)
    taught = {choice.token for choice in offered(lesson, state.view())}
    expect(step.solution in taught, f"{name}: {step.solution} is taught and legal", sorted(taught))
    before = tuple(earlier.solution for earlier in lesson.steps[: step.number - 1])
    right = [token for token in legal if _solves(game, lesson, before, token)]
    expect(step.solution in right, f"{name}: {step.solution} is what is asked for", right)
    for pattern in step.goal.tokens:
        fits = [token for token in right if matches((pattern,), token)]
        expect(bool(fits), f"{name}: {pattern} can be played, and is what is asked for", right)
    for wrong in step.wrong:
        expect(bool(wrong.tries), f"{name}: tries for wrong.{wrong.name}", wrong.tries)
        for text in _tries(state, wrong.tries):
            found = tried(game, lesson, before, text).verdict
            expect(found is Verdict.WRONG, f"{name}: {text} is wrong", found)
            expect(not _goal_met(state, step, text), f"{name}: {text} misses the goal", text)
            expect(text in taught or text not in legal, f"{name}: {text} is taught", text)
    for token in right:
        _rest(state, lesson, step, token, name)


def _rest(state: State[Any], lesson: Lesson, step: Step, token: str, name: str) -> None:
    """Whatever solves a step, the lesson goes on as it says."""
    state = state.play(token)
    for either in step.then:
        state = _on(state, followed(state, either), token, name)
    for later in lesson.steps[step.number :]:
        state = _on(state, shown(state, later), token, name)
        for either in later.then:
            state = _on(state, followed(state, either), token, name)


def _on(state: State[Any], each: str, token: str, name: str) -> State[Any]:
    if state.actor is None:
        raise Broken(f"{name}: after {token}, {each} can still be played", state.dump())
    try:
        return state.play(each)
    except DuiyiError as error:
        raise Broken(f"{name}: after {token}, {each} is legal", error) from None


def _solves(game: Game, lesson: Lesson, before: tuple[str, ...], token: str) -> bool:
    return tried(game, lesson, before, token).verdict in (Verdict.DONE, Verdict.ONWARDS)


def _goal_met(state: State[Any], step: Step, text: str) -> bool:
    if text.startswith(CLICKS):
        return False
    try:
        action = state.parse(text)
        after = state.play(action)
    except DuiyiError:
        return False
    return step.goal.fits(text, tuple(state.narrate(action)), watched(after, state))


def _tries(state: State[Any], patterns: tuple[str, ...]) -> Iterator[str]:
    """A pattern as the legal tokens that it fits, anything else as it is."""
    for pattern in patterns:
        if "*" in pattern:
            found = [token for token in _tokens(state) if matches((pattern,), token)]
            expect(bool(found), f"some legal token fits {pattern}", None)
            yield from found
        else:
            yield pattern


def _tokens(state: State[Any]) -> list[str]:
    return [state.text(action) for action in state.actions()]
