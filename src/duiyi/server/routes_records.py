"""Routes about records and positions: lists, handing in, courses, frames, downloads."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from duiyi.core import game
from duiyi.server.addresses import address_of
from duiyi.server.answers import JSON, json_answer, read_body
from duiyi.server.openapi import gives, gives_file, takes
from duiyi.server.services import Here, SomeGuest, Visitor
from duiyi.server.wire import Course, Frame
from duiyi.server.wire_http import HandedIn, Position, PositionText, RecordSummary

FURTHEST = 10**6
DYR = "text/plain; charset=utf-8"
From = Annotated[int, Query(alias="from", ge=0, le=FURTHEST, description="The first frame.")]
To = Annotated[int, Query(ge=0, le=FURTHEST, description="Before this one; at most 100.")]
ABOUT_RECORDS = (
    "record_course", "record_frames", "record_as_dyr", "record_as_json", "record_hint",
)  # fmt: skip
RECORD = """[Game "relati-classic"] [Version "1"] [Seats "2"]
[Result "*"]
1 @0 E5
"""
POSITION = game("relati-classic").start().play("E5").dump()
router = APIRouter(prefix="/api", tags=["records"])


@router.get("/records", responses=gives(list[RecordSummary], "Newest first."), response_model=None)
async def search_records(
    here: Here,
    guest: Visitor,
    game: Annotated[str, Query(max_length=60, description="Only of this game.")] = "",
    name: Annotated[str, Query(max_length=60, description="Part of a player's name.")] = "",
    before: Annotated[
        str, Query(max_length=80, description="What comes after this one: `ended~id`.")
    ] = "",
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> Response:
    """Finished games and records that were handed in."""
    return json_answer(await here.records.search(guest.id, game, name, before, limit))


@router.post(
    "/records",
    responses=gives(RecordSummary, "It is kept.", leads_to=ABOUT_RECORDS),
    openapi_extra=takes(HandedIn, {"text": RECORD}),
    response_model=None,
)
async def hand_in_record(request: Request, here: Here, guest: SomeGuest) -> Response:
    """Hand in a record, `.dyr` or JSON; it is checked by replaying it."""
    here.limiter.check("records", guest.id, address_of(request.scope))
    handed = await read_body(request, HandedIn, here.limits.record_body)
    return json_answer(await here.records.hand_in(handed.text))


@router.post(
    "/positions",
    responses=gives(Position, "What it says."),
    openapi_extra=takes(PositionText, {"game": "relati-classic", "text": POSITION}),
    response_model=None,
)
async def read_position(request: Request, here: Here, guest: SomeGuest) -> Response:
    """Read a position text."""
    here.limiter.check("records", guest.id, address_of(request.scope))
    asked = await read_body(request, PositionText, here.limits.body)
    return encoded(await here.records.position(asked.game, asked.text))


@router.get("/records/{id}/course", responses=gives(Course, "The course."), response_model=None)
async def record_course(here: Here, id: str) -> Response:
    """What was decided in a record, and on which board."""
    return encoded(await here.records.course(id))


@router.get("/records/{id}/frames", responses=gives(list[Frame], "Positions."), response_model=None)
async def record_frames(here: Here, id: str, from_: From = 0, to: To = 50) -> Response:
    """The positions of a record."""
    return encoded(await here.records.frames(id, from_, to))


@router.get(
    "/records/{id}/record.dyr", responses=gives_file(DYR, "A file."), response_class=Response
)
async def record_as_dyr(here: Here, id: str) -> Response:
    """Download a record."""
    return download(await here.records.dyr(id), f"{id}.dyr", DYR)


@router.get(
    "/records/{id}/record.json", responses=gives_file(JSON, "A file."), response_class=Response
)
async def record_as_json(here: Here, id: str) -> Response:
    """Download a record as JSON."""
    return download(await here.records.json(id), f"{id}.json", JSON)


def encoded(content: bytes) -> Response:
    """JSON that is written already."""
    return Response(content, headers={"Cache-Control": "no-store"}, media_type=JSON)


def download(text: str, name: str, media_type: str) -> Response:
    """A file to keep; `name` is made of an id that was found, never of what was asked for."""
    headers = {
        "Content-Disposition": f'attachment; filename="{name}"',
        "Cache-Control": "no-store",
    }
    return Response(text.encode("utf-8"), headers=headers, media_type=media_type)
