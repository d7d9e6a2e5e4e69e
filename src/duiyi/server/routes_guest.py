"""Routes about the guest who asks."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from duiyi.server.answers import json_answer, read_body
from duiyi.server.openapi import REFUSED, gives, takes
from duiyi.server.services import STRANGER, Here, SomeGuest, Visitor, give_cookie
from duiyi.server.wire_http import Me, NewMe

router = APIRouter(prefix="/api/me", tags=["guest"])


@router.get("", responses=gives(Me, "The guest."), response_model=None)
async def read_me(request: Request, guest: SomeGuest) -> Response:
    """Who you are here. Your cookie begins its time anew."""
    give_cookie(request, guest)
    return json_answer(Me(guest.name))


@router.put(
    "",
    responses=gives(Me, "The guest."),
    openapi_extra=takes(NewMe, {"name": "Ada"}),
    response_model=None,
)
async def rename_me(request: Request, here: Here, guest: SomeGuest) -> Response:
    """Take another name."""
    wanted = await read_body(request, NewMe, here.limits.body)
    return json_answer(Me((await here.guests.rename(guest, wanted.name)).name))


@router.delete("", status_code=204, responses=REFUSED, response_model=None)
async def forget_me(request: Request, here: Here, guest: Visitor) -> Response:
    """End all your cookies, on every device. Seats stay reachable by their links."""
    if guest is not STRANGER:
        await here.guests.end(guest)
    give_cookie(request, None)
    return Response(status_code=204)
