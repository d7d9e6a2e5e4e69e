"""Routes about what there is: games, words, looks, rules, themes; and about the server itself."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

import duiyi
from duiyi.core import BadOptions, message
from duiyi.server.http.cached import CachedResponse
from duiyi.server.http.catalogue import BYTES
from duiyi.server.http.operations import Operations
from duiyi.server.http.responses import json_response
from duiyi.server.services import Services
from duiyi.server.wire.catalogue import Game, LookSheet, Player
from duiyi.server.wire.http import Health, Language
from duiyi.server.wire.refusal import Refused, refused_by
from duiyi.server.wire.teaching import RulesPage

GameId = Annotated[str, Meta(examples=["relati"])]
Kind = Annotated[str, Meta(examples=["alphabeta"])]
Texts = dict[str, dict[str, str]]
operations = Operations("what there is")


@operations("GET", "/health", "It works.", failure="Nothing can be saved.")
async def health(services: Services) -> Annotated[Response, Health]:
    """Whether the server works, and how much it has to do; 503 while nothing can be saved."""
    tables, connections = services.tables.in_memory, services.limiter.connections
    good = await services.storage_health.works()
    status: Literal["ok", "unsaved"] = "ok" if good else "unsaved"
    health = Health(status, duiyi.__version__, services.page.built, tables, connections)
    return json_response(health, 200 if good else 503)


@operations("GET", "/api/games", "All games.")
async def list_games(services: Services) -> Annotated[CachedResponse, list[Game]]:
    """The games that may be played, with their options."""
    return services.catalogue.games()


@operations("GET", "/api/players", "All players.")
async def list_players(services: Services) -> Annotated[CachedResponse, list[Player]]:
    """The computers that may sit at a table."""
    return services.catalogue.players()


@operations("GET", "/api/words/{language}", "Templates by catalog and key.")
async def read_words(services: Services, language: Language) -> Annotated[CachedResponse, Texts]:
    """Every text in one language."""
    return services.catalogue.words(language)


@operations("GET", "/api/looks/{game}", "Its look.")
async def read_look(services: Services, game: GameId) -> Annotated[CachedResponse, LookSheet]:
    """How a game is drawn."""
    try:
        return services.catalogue.look(game)
    except BadOptions as error:
        raise no_game(error) from None


@operations(
    "GET",
    "/api/rules/{game}/{language}",
    "In this language, else in English; empty where there is none.",
)
async def read_rules(
    services: Services, game: GameId, language: Language
) -> Annotated[CachedResponse, RulesPage]:
    """The page of rules that a game brings along."""
    try:
        return services.catalogue.rules(game, language)
    except BadOptions as error:
        raise no_game(error) from None


@operations("GET", "/api/weights/{game}/{kind}", "A file.", media_type=BYTES)
async def read_weights(services: Services, request: Request, game: GameId, kind: Kind) -> Response:
    """What a search of a kind has learnt for a game: for the engine in the page."""
    try:
        found = services.catalogue.weights(game, kind)
    except BadOptions as error:
        raise no_game(error) from None
    if found is None:
        raise Refused(404, "not-found", message("http:not-found"))
    return found.answer(request)


@operations("GET", "/api/themes", "Colours by theme and name.")
async def read_themes(services: Services) -> Annotated[CachedResponse, Texts]:
    """The colours of the themes."""
    return services.catalogue.themes()


def no_game(error: BadOptions) -> Refused:
    refused = refused_by(error, "no-game", "game")
    refused.status = 404
    return refused
