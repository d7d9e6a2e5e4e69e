"""Routes about hints: what seems best in a position of a table or of a record."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from duiyi.server.addresses import address_of
from duiyi.server.answers import json_answer, read_body
from duiyi.server.openapi import gives, takes
from duiyi.server.services import Here, SomeGuest
from duiyi.server.wire_http import Hint, HintWanted

router = APIRouter(prefix="/api", tags=["hints"])
GIVES = gives(Hint, "What seems best.")
TAKES = takes(HintWanted, {"at": 0})


@router.post("/tables/{id}/hint", responses=GIVES, openapi_extra=TAKES, response_model=None)
async def table_hint(request: Request, here: Here, guest: SomeGuest, id: str) -> Response:
    """What seems best at a table: where you decide against computers alone, or after the end."""
    here.limiter.check("hints", guest.id, address_of(request.scope))
    wanted = await read_body(request, HintWanted, here.limits.body)
    asked = await here.desk.asked(id, guest, wanted.at)
    await here.desk.fair(*asked, id)
    return json_answer(await here.computers.hint(*asked, wanted.at, here.desk.luck.seed()))


@router.post("/records/{id}/hint", responses=GIVES, openapi_extra=TAKES, response_model=None)
async def record_hint(request: Request, here: Here, guest: SomeGuest, id: str) -> Response:
    """What seems best in a position of a record."""
    here.limiter.check("hints", guest.id, address_of(request.scope))
    wanted = await read_body(request, HintWanted, here.limits.body)
    asked = await here.records.asked(id, wanted.at)
    await here.desk.fair(*asked)
    return json_answer(await here.computers.hint(*asked, wanted.at, here.desk.luck.seed()))
