"""Routes about lessons: which there are, how one begins, and what a try was."""

from __future__ import annotations

import asyncio
from typing import Annotated

from msgspec import Meta

from duiyi.core import BadOptions
from duiyi.server.http.cached import CachedResponse
from duiyi.server.http.operations import Operations, Visitor
from duiyi.server.http.routes.catalogue import GameId, no_game
from duiyi.server.services import Services
from duiyi.server.teaching import lessons
from duiyi.server.wire.http import Language, LessonAnswer, LessonList, LessonStart, LessonTry

LessonId = Annotated[str, Meta(examples=["height"])]
operations = Operations("lessons")


@operations("GET", "/api/lessons/{game}/words/{language}", "All of them, and their words.")
async def list_lessons(
    services: Services, game: GameId, language: Language
) -> Annotated[CachedResponse, LessonList]:
    """The lessons of a game."""
    try:
        return services.catalogue.lessons(game, language)
    except BadOptions as error:
        raise no_game(error) from None


@operations("GET", "/api/lessons/{game}/{id}", "How it begins.")
async def begin_lesson(services: Services, game: GameId, id: LessonId) -> LessonStart:
    """A lesson's position and what is asked for first."""
    try:
        return await asyncio.to_thread(lessons.lesson_start, game, id)
    except BadOptions as error:
        raise no_game(error) from None


@operations(
    "POST", "/api/lessons/{game}/{id}/try", "What it was.", example={"played": [], "text": "A11"}
)
async def try_in_lesson(
    services: Services, guest: Visitor, game: GameId, id: LessonId, attempt: LessonTry
) -> LessonAnswer:
    """Try something in a lesson."""
    try:
        return await asyncio.to_thread(
            lessons.lesson_answer, game, id, tuple(attempt.played), attempt.text
        )
    except BadOptions as error:
        raise no_game(error) from None
