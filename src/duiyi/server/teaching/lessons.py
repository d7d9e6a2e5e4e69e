"""Lessons as they travel: lists of them, how one begins, and the answers to tries.

What a lesson is and how a try is judged is `duiyi.core.lessons`; nothing is kept here.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import partial
from typing import Any

from duiyi.core import game as find_game
from duiyi.core.errors import DuiyiError
from duiyi.core.lessons import BadLesson, Lesson, Step, Tried, begun, catalog_name, tried
from duiyi.core.lessons import lessons as read_lessons
from duiyi.core.lessons.judge import Verdict, offered, shown
from duiyi.core.locale import FALLBACK, catalog
from duiyi.core.message import message
from duiyi.core.state import Game, State
from duiyi.core.view import View
from duiyi.server import wire
from duiyi.server.table.history import geometry
from duiyi.server.teaching.frames import frames
from duiyi.server.wire.refusal import Refused, refused_by
from duiyi.server.wire.teaching import (
    LessonAnswer,
    LessonList,
    LessonOutline,
    LessonStart,
    LessonStep,
)

_log = logging.getLogger(__name__)


def lesson_count(game: Game) -> int:
    """How many lessons a game has."""
    return len(_lessons(game))


def lesson_list(game: Game, language: str) -> LessonList:
    """All lessons of a game; what a language lacks is said in English."""
    found, name = _lessons(game), catalog_name(game)
    words = {**catalog(name, FALLBACK), **catalog(name, language)}
    return LessonList(tuple(map(_outline, found)), name, words)


def lesson_start(game_id: str, id: str) -> LessonStart:
    """`Refused` where there is no such lesson."""
    game, lesson = _found(game_id, id)
    state = begun(game, lesson)
    return LessonStart(
        outline=_outline(lesson),
        game=game.id,
        options=state.options.json(),
        seat=lesson.seat,
        geometry=geometry(game, state.seats, state.options),
        view=wire.raw(_view(lesson, state, None)),
        step=_step(lesson, lesson.steps[0], state),
    )


def lesson_answer(game_id: str, id: str, played: tuple[str, ...], text: str) -> LessonAnswer:
    """What a try is; `Refused` where the tokens before it do not lead anywhere."""
    game, lesson = _found(game_id, id)
    try:
        result = tried(game, lesson, played, text)
    except DuiyiError as error:
        raise refused_by(error, "bad-lesson-try", "played") from None
    return LessonAnswer(
        verdict=result.verdict.value,
        said=result.said,
        sites=result.violation.sites if result.violation else (),
        frames=frames(result.states, result.tokens, partial(_view, lesson)),
        step=None if result.step is None else _step(lesson, result.step, _here(result)),
    )


def _view(lesson: Lesson, state: State[Any], before: State[Any] | None) -> View:
    """With the choices of the learner alone, as far as they have been taught."""
    view = state.view(lesson.seat, before)
    return replace(view, choices=offered(lesson, view))


def _outline(lesson: Lesson) -> LessonOutline:
    return LessonOutline(
        lesson.id, lesson.number, lesson.say("topic"), len(lesson.steps), lesson.clause
    )


def _here(result: Tried) -> State[Any]:
    """Where the learner is after a try: all but the right ones are taken back."""
    return result.states[-1 if result.verdict is Verdict.ONWARDS else 0]


def _step(lesson: Lesson, step: Step, state: State[Any]) -> LessonStep:
    return LessonStep(
        number=step.number,
        ask=lesson.said(step, "ask"),
        look=lesson.said(step, "look"),
        act=lesson.said(step, "act"),
        sites=step.look,
        solution=shown(state, step),
    )


def _lessons(game: Game) -> tuple[Lesson, ...]:
    """None of a plug-in whose file cannot be used: its fault costs only its own lessons."""
    try:
        return read_lessons(game)
    except BadLesson as error:
        _log.error("no lessons of %s: %s", game.id, error)
        return ()


def _found(game_id: str, id: str) -> tuple[Game, Lesson]:
    game = find_game(game_id)
    for lesson in _lessons(game):
        if lesson.id == id:
            return game, lesson
    raise Refused(404, "no-lesson", message("http:no-lesson"))
