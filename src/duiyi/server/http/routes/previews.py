"""Routes of pictures for links that are shared."""

from __future__ import annotations

from starlette.responses import Response

from duiyi.core.errors import BadOptions
from duiyi.server.http.operations import Operations
from duiyi.server.http.routes.catalogue import no_game
from duiyi.server.services import Services

PNG = "image/png"
operations = Operations("previews")


@operations("GET", "/api/previews/games/{id}.png", "A picture.", media_type=PNG)
async def game_preview(services: Services, id: str) -> Response:
    """A picture of a game."""
    try:
        return _shown(await services.previews.game(id))
    except BadOptions as error:
        raise no_game(error) from None


@operations("GET", "/api/previews/tables/{id}.png", "A picture.", media_type=PNG)
async def table_preview(services: Services, id: str) -> Response:
    """A public table as it stands; of any other table a picture of its game."""
    return _shown(await services.previews.table(id))


@operations("GET", "/api/previews/records/{id}.png", "A picture.", media_type=PNG)
async def record_preview(services: Services, id: str) -> Response:
    """How a record ends."""
    return _shown(await services.previews.record(id))


def _shown(content: bytes) -> Response:
    """Others may show it: that is what it is for. A game goes on, so nobody keeps it for long."""
    headers = {
        "Cache-Control": "public, max-age=60",
        "Cross-Origin-Resource-Policy": "cross-origin",
    }
    return Response(content, headers=headers, media_type=PNG)
