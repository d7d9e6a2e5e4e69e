"""Routes about what there is: games, players, words, looks, themes; and about the server itself."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response

import duiyi
from duiyi.core import BadOptions
from duiyi.server.answers import json_answer
from duiyi.server.openapi import gives
from duiyi.server.refusal import refused_by
from duiyi.server.services import Here
from duiyi.server.wire_http import Game, Health, Language, LookSheet, Player

HEALTH = gives(Health, "It works.") | gives(Health, "Nothing can be saved.", 503)
GameId = Annotated[str, Path(examples=["relati"])]
router = APIRouter(tags=["what there is"])


@router.get("/health", responses=HEALTH, response_model=None)
async def health(here: Here) -> Response:
    """Whether the server works, and how much it has to do; 503 while nothing can be saved."""
    tables, connections = here.desk.tables, here.limiter.connections
    good = await here.saving.works()
    status: Literal["ok", "unsaved"] = "ok" if good else "unsaved"
    health = Health(status, duiyi.__version__, here.page.built, tables, connections)
    return json_answer(health, 200 if good else 503)


@router.get("/api/games", responses=gives(list[Game], "All games."), response_model=None)
async def list_games(request: Request, here: Here) -> Response:
    """The games that may be played, with their options."""
    return here.catalogue.games().answer(request)


@router.get("/api/players", responses=gives(list[Player], "All players."), response_model=None)
async def list_players(request: Request, here: Here) -> Response:
    """The computers that may sit at a table."""
    return here.catalogue.players().answer(request)


@router.get(
    "/api/words/{language}",
    responses=gives(dict[str, dict[str, str]], "Templates by catalog and key."),
    response_model=None,
)
async def read_words(request: Request, here: Here, language: Language) -> Response:
    """Every text in one language."""
    return here.catalogue.words(language).answer(request)


@router.get("/api/looks/{game}", responses=gives(LookSheet, "Its look."), response_model=None)
async def read_look(request: Request, here: Here, game: GameId) -> Response:
    """How a game is drawn."""
    try:
        return here.catalogue.look(game).answer(request)
    except BadOptions as error:
        refused = refused_by(error, "no-game", "game")
        refused.status = 404
        raise refused from None


@router.get(
    "/api/themes",
    responses=gives(dict[str, dict[str, str]], "Colours by theme and name."),
    response_model=None,
)
async def read_themes(request: Request, here: Here) -> Response:
    """The colours of the themes."""
    return here.catalogue.themes().answer(request)
