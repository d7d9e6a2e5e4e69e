"""Routes about puzzles: which there are, how one begins, tries, hints, solutions, certificates."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Annotated

from msgspec import Meta
from starlette.responses import Response

from duiyi.core import BadOptions
from duiyi.server.computers.puzzling import Puzzled
from duiyi.server.http.cached import CachedResponse
from duiyi.server.http.operations import Operations, Query, Visitor
from duiyi.server.http.responses import bad_field, download
from duiyi.server.http.routes.catalogue import GameId, no_game
from duiyi.server.http.routes.lessons import taught
from duiyi.server.services import Services
from duiyi.server.teaching import puzzles
from duiyi.server.wire.puzzles import (
    DailyPuzzle,
    PuzzleAnswer,
    PuzzleHint,
    PuzzleHintWanted,
    PuzzleList,
    PuzzleSolution,
    PuzzleSolutionWanted,
    PuzzleStart,
    PuzzleTry,
)

PuzzleId = Annotated[str, Meta(examples=["0a1b2c3d4e"])]
TEXT = "text/plain"
operations = Operations("puzzles")


class DailyQuery(Query, frozen=True):
    """`date`: such as 2026-11-18; today, by UTC, where it is left out."""

    date: Annotated[str, Meta(pattern="^([0-9]{4}-[0-9]{2}-[0-9]{2})?$")] = ""


@operations("GET", "/api/puzzles", "One for each game that has some.")
async def daily_puzzles(services: Services, query: DailyQuery) -> list[DailyPuzzle]:
    """The puzzles of a day."""
    try:
        day = date.fromisoformat(query.date) if query.date else datetime.now(UTC).date()
    except ValueError:
        raise bad_field("date") from None
    return list(await taught(services, puzzles.daily, day))


@operations("GET", "/api/puzzles/{game}", "All of them, without their solutions.")
async def list_puzzles(services: Services, game: GameId) -> Annotated[CachedResponse, PuzzleList]:
    """The puzzles of a game."""
    try:
        return services.catalogue.puzzles(game)
    except BadOptions as error:
        raise no_game(error) from None


@operations("GET", "/api/puzzles/{game}/{id}", "How it begins.", rate="puzzles")
async def begin_puzzle(
    services: Services, guest: Visitor, game: GameId, id: PuzzleId
) -> PuzzleStart:
    """A puzzle's position and what is asked for."""
    rated = await services.puzzle_ratings.of(game, await taught(services, puzzles.find, game, id))
    return await taught(services, puzzles.puzzle_start, game, id, rated)


@operations(
    "POST", "/api/puzzles/{game}/{id}/try", "What it was.",
    example={"played": [], "token": "C4"}, rate="puzzles",
)  # fmt: skip
async def try_in_puzzle(
    services: Services, guest: Visitor, game: GameId, id: PuzzleId, attempt: PuzzleTry
) -> PuzzleAnswer:
    """Try something in a puzzle."""
    played = tuple(attempt.played)
    tried = await taught(services, puzzles.legal_try, game, id, played, attempt.token)
    if not isinstance(tried, str):
        return tried
    asked = Puzzled(game, id, "try", played, tried)
    judged = await services.computers.puzzle(asked)
    await services.puzzle_ratings.tried(game, puzzles.find(game, id), judged)
    return await taught(services, puzzles.puzzle_answer, game, id, played, judged)


@operations(
    "POST", "/api/puzzles/{game}/{id}/hint", "Where to look, or what to do.",
    example={"played": [], "step": 1}, rate="puzzles",
)  # fmt: skip
async def hint_in_puzzle(
    services: Services, guest: Visitor, game: GameId, id: PuzzleId, wanted: PuzzleHintWanted
) -> PuzzleHint:
    """A hint, in two steps."""
    played = tuple(wanted.played)
    await taught(services, puzzles.checked, game, id, played)
    await services.puzzle_ratings.helped(game, puzzles.find(game, id))
    judged = await services.computers.puzzle(Puzzled(game, id, "hint", played))
    return await taught(services, puzzles.puzzle_hint, game, id, played, wanted.step, judged)


@operations(
    "POST", "/api/puzzles/{game}/{id}/solution", "The line, and other defences.",
    example={"played": []}, rate="puzzles",
)  # fmt: skip
async def solution_of_puzzle(
    services: Services, guest: Visitor, game: GameId, id: PuzzleId, wanted: PuzzleSolutionWanted
) -> PuzzleSolution:
    """The solution, or the rest of a line that begins otherwise."""
    played = tuple(wanted.played)
    await taught(services, puzzles.playable, game, id, played)
    await services.puzzle_ratings.helped(game, puzzles.find(game, id))
    judged = await services.computers.puzzle(Puzzled(game, id, "solution", played))
    return await taught(services, puzzles.puzzle_solution, game, id, judged)


@operations("GET", "/api/puzzles/{game}/{id}/certificate.txt", "A file.", media_type=TEXT)
async def certificate_of_puzzle(services: Services, game: GameId, id: PuzzleId) -> Response:
    """Download the proof, for `duiyi solve GAME --verify`."""
    text = await taught(services, puzzles.puzzle_certificate, game, id)
    return download(text, f"{id}.txt", TEXT)
