"""Routes that teach: which lessons there are, how one begins, and what a try was; and tries in the
diagrams of the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, ParamSpec, TypeVar

from msgspec import Meta

from duiyi.core import BadOptions
from duiyi.server.http.cached import CachedResponse
from duiyi.server.http.operations import Operations, Visitor
from duiyi.server.http.routes.catalogue import GameId, no_game
from duiyi.server.services import Services
from duiyi.server.teaching import lessons, playing
from duiyi.server.wire.http import Language
from duiyi.server.wire.teaching import (
    DiagramAnswer,
    DiagramTry,
    LessonAnswer,
    LessonList,
    LessonStart,
    LessonTry,
)

DiagramId = Annotated[str, Meta(examples=["first-step"])]
LessonId = Annotated[str, Meta(examples=["height"])]
P = ParamSpec("P")
R = TypeVar("R")
operations = Operations("lessons")


async def taught(services: Services, work: Callable[P, R], *given: P.args, **named: P.kwargs) -> R:
    """What a function gives that plays and shows positions of lessons, diagrams or puzzles;
    addresses take turns."""
    try:
        return await services.teaching.run(work, *given, **named)
    except BadOptions as error:
        raise no_game(error) from None


@operations("GET", "/api/lessons/{game}/words/{language}", "All of them, and their words.")
async def list_lessons(
    services: Services, game: GameId, language: Language
) -> Annotated[CachedResponse, LessonList]:
    """The lessons of a game."""
    try:
        return services.catalogue.lessons(game, language)
    except BadOptions as error:
        raise no_game(error) from None


@operations("GET", "/api/lessons/{game}/{id}", "How it begins.", rate="tries")
async def begin_lesson(
    services: Services, guest: Visitor, game: GameId, id: LessonId
) -> LessonStart:
    """A lesson's position and what is asked for first."""
    return await taught(services, lessons.lesson_start, game, id)


@operations(
    "POST",
    "/api/lessons/{game}/{id}/try",
    "What it was.",
    example={"played": [], "text": "A11"},
    rate="tries",
)
async def try_in_lesson(
    services: Services, guest: Visitor, game: GameId, id: LessonId, attempt: LessonTry
) -> LessonAnswer:
    """Try something in a lesson."""
    played = tuple(attempt.played)
    return await taught(services, lessons.lesson_answer, game, id, played, attempt.text)


@operations(
    "POST",
    "/api/rules/{game}/diagrams/{id}/try",
    "The position then.",
    example={"played": [], "text": ""},
    rate="tries",
)
async def try_in_diagram(
    services: Services, guest: Visitor, game: GameId, id: DiagramId, attempt: DiagramTry
) -> DiagramAnswer:
    """Try something in a diagram of the rules; an empty text asks for its position."""
    played = tuple(attempt.played)
    return await taught(services, playing.diagram_answer, game, id, played, attempt.text)
