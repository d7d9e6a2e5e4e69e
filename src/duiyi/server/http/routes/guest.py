"""Routes about the guest who asks."""

from __future__ import annotations

from dataclasses import replace

from starlette.requests import Request
from starlette.responses import Response

from duiyi.server.http.operations import KnownGuest, Operations, Visitor
from duiyi.server.services import STRANGER, Services, give_cookie
from duiyi.server.table.names import clean_name
from duiyi.server.wire.http import Me, NewMe

operations = Operations("guest")


@operations("GET", "/api/me", "The guest.")
async def read_me(request: Request, guest: KnownGuest) -> Me:
    """Who you are here. Your cookie begins its time anew."""
    give_cookie(request, guest)
    return Me(guest.name)


@operations("PUT", "/api/me", "The guest.", example={"name": "Ada"}, rate="tables")
async def rename_me(services: Services, guest: KnownGuest, wanted: NewMe) -> Me:
    """Take another name. Everybody at your tables sees it, and games that run are recorded with
    it."""
    name = clean_name(wanted.name)
    if name != guest.name:
        # First, because it may be refused: whoever is refused keeps his name everywhere.
        await services.tables.rename(replace(guest, name=name), guest.name)
    return Me((await services.guests.rename(guest, name)).name)


@operations("DELETE", "/api/me", "They are ended.", status=204, media_type="")
async def forget_me(request: Request, services: Services, guest: Visitor) -> Response:
    """End all your cookies, on every device. Seats stay reachable by their links."""
    if guest is not STRANGER:
        await services.guests.end(guest)
    give_cookie(request, None)
    return Response(status_code=204)
