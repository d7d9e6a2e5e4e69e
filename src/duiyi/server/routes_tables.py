"""Routes about tables: lists, making, sitting down, courses, downloads, the socket."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, Query, WebSocket
from msgspec import UNSET
from starlette.requests import Request
from starlette.responses import Response

from duiyi.core.message import message
from duiyi.core.record_io import write_dyr, write_json
from duiyi.server.addresses import address_of
from duiyi.server.answers import JSON, json_answer, read_body, refusal_answer
from duiyi.server.facts import listed, made_at
from duiyi.server.guests import COOKIE
from duiyi.server.limiter import too_fast
from duiyi.server.limits import FIXED
from duiyi.server.openapi import gives, gives_file, takes
from duiyi.server.refusal import Refused, refused
from duiyi.server.routes_records import DYR, From, To, download, encoded
from duiyi.server.services import Here, Services, SomeGuest, Visitor, call_by, services_of
from duiyi.server.socket import serve_socket
from duiyi.server.store import Guest, Index
from duiyi.server.turns import Full
from duiyi.server.wire import Course, Frame, MadeTable, NewTable, TableSummary
from duiyi.server.wire_http import Sitting

MOST_LISTED = FIXED.listed_tables
router = APIRouter(prefix="/api/tables", tags=["tables"])
OPEN, RUNNING = "waiting", "running"
UNFINISHED = (OPEN, RUNNING)
HOUR = 3_600_000
WEEK = 7 * 24 * HOUR
LOBBY = FIXED.lobby_minutes * 60_000
ABOUT_TABLES = (
    "read_table", "read_secrets", "sit_down", "leave_table", "table_course", "table_frames",
    "table_as_dyr", "table_as_json", "table_hint",
)  # fmt: skip
EXAMPLE = {
    "game": "relati",
    "options": {"cannon": True},
    "seats": [{"kind": "me"}, {"kind": "friend"}],
    "clock": {"kind": "none", "seconds": 0, "increment": 0},
    "public": True,
    "undo": True,
}
List = Literal["open", "running", "mine"]


@router.get("", responses=gives(list[TableSummary], "Newest first."), response_model=None)
async def list_tables(
    here: Here,
    guest: Visitor,
    list: Annotated[
        List, Query(description="Public ones with a free seat, public games, or your own.")
    ] = "open",
) -> Response:
    """Tables that are not finished."""
    found = await asyncio.to_thread(_found, here, guest, list)
    if list != "mine":
        since = here.desk.now() - LOBBY
        found = [one for one in found if one.updated >= since or here.hub.present(one.table)]
    return json_answer([here.desk.listed(index, guest) for index in found])


@router.post(
    "",
    status_code=201,
    responses=gives(MadeTable, "It is made.", 201, ABOUT_TABLES),
    openapi_extra=takes(NewTable, EXAMPLE),
    response_model=None,
)
async def make_table(request: Request, here: Here, guest: SomeGuest) -> Response:
    """Make a table. The answer has the links of its seats."""
    here.limiter.check("tables", guest.id, address_of(request.scope))
    new = await read_body(request, NewTable, here.limits.body)
    if new.start and any(seat.kind == "computer" for seat in new.seats):
        await here.desk.fair(new.game, new.start)
    try:
        async with here.making.of():
            await asyncio.to_thread(_not_too_many, here, guest.id, here.desk.by(), new)
            return json_answer(await here.desk.make(guest, new), 201)
    except Full:
        raise refused("busy", 429) from None


@router.get("/{id}", responses=gives(TableSummary, "The table."), response_model=None)
async def read_table(here: Here, guest: Visitor, id: str) -> Response:
    """What is known about a table without its position."""
    return json_answer(await here.desk.summary(id, guest))


@router.get("/{id}/secrets", responses=gives(MadeTable, "The links."), response_model=None)
async def read_secrets(here: Here, guest: Visitor, id: str) -> Response:
    """The links of the seats that you hold or may give away."""
    return json_answer(await here.desk.secrets(id, guest))


@router.post(
    "/{id}/sit",
    responses=gives(TableSummary, "The table."),
    openapi_extra=takes(Sitting, {"seat": 1, "name": "Bob"}),
    response_model=None,
)
async def sit_down(request: Request, here: Here, guest: SomeGuest, id: str) -> Response:
    """Take an open seat of a public table, or the seat of a secret."""
    here.limiter.check("tables", guest.id, address_of(request.scope))
    wanted = await read_body(request, Sitting, here.limits.body)
    seat = None if wanted.seat is UNSET else wanted.seat
    table = await here.desk.sit(id, guest, seat, wanted.secret or None, wanted.name or None)
    return json_answer(table)


@router.post("/{id}/leave", responses=gives(TableSummary, "The table."), response_model=None)
async def leave_table(here: Here, guest: Visitor, id: str) -> Response:
    """Get up from a table that has not begun."""
    return json_answer(await here.desk.leave(id, guest))


@router.get("/{id}/course", responses=gives(Course, "The course."), response_model=None)
async def table_course(here: Here, id: str) -> Response:
    """What was decided so far, and on which board."""
    return encoded(await here.desk.course(id))


@router.get("/{id}/frames", responses=gives(list[Frame], "Positions."), response_model=None)
async def table_frames(here: Here, id: str, from_: From = 0, to: To = 50) -> Response:
    """The positions of a game, from its start."""
    return encoded(await here.desk.frames(id, from_, to))


@router.get("/{id}/record.dyr", responses=gives_file(DYR, "A file."), response_class=Response)
async def table_as_dyr(here: Here, id: str) -> Response:
    """Download the record of a game."""
    record = await here.desk.record(id)
    return download(await asyncio.to_thread(write_dyr, record), f"{id}.dyr", DYR)


@router.get("/{id}/record.json", responses=gives_file(JSON, "A file."), response_class=Response)
async def table_as_json(here: Here, id: str) -> Response:
    """Download the record of a game as JSON."""
    record = await here.desk.record(id)
    return download(await asyncio.to_thread(write_json, record), f"{id}.json", JSON)


@router.websocket("/{id}/socket")
async def table_socket(socket: WebSocket, id: str) -> None:
    here, address = services_of(socket), address_of(socket.scope)
    guest = await here.guests.of_cookie(socket.cookies.get(COOKIE)) or here.guests.new()
    call_by(guest)
    if not here.limiter.connect(guest.id, address):
        refused = Refused(429, "too-many-sockets", message("http:too-many-sockets"))
        await socket.send_denial_response(refusal_answer(refused))
        return
    try:
        await socket.accept()
        await serve_socket(socket, here.desk, here.hub, guest, id, here.limiter)
    finally:
        here.limiter.disconnect(guest.id, address)


def _found(here: Services, guest: Guest, wanted: List) -> Sequence[Index]:
    """On a thread beside the event loop."""
    if wanted == "mine":
        if not guest.id:
            return []
        return here.store.tables(status=UNFINISHED, guest=guest.id, limit=MOST_LISTED)
    status = OPEN if wanted == "open" else RUNNING
    return here.store.tables(status=[status], public=True, limit=MOST_LISTED)


def _not_too_many(here: Services, guest: str, address: str, new: NewTable) -> None:
    """On a thread beside the event loop; `Refused` where there would be too many."""
    limits, now = here.limits, here.desk.now()
    most = limits.unfinished_tables
    unfinished = partial(here.store.tables, status=UNFINISHED)
    if len(unfinished(guest=guest, limit=most)) >= most:
        raise Refused(409, "too-many-tables", message("http:too-many-tables", limit=most))
    made = unfinished(guest=made_at(address), limit=most * limits.address_factor)
    if len(_since(made, now - WEEK)) >= most * limits.address_factor:
        raise too_fast()
    if new.public and any(seat.kind == "friend" for seat in new.seats):
        waiting = [one for one in _since(made, now - LOBBY) if one.public and one.status == OPEN]
        _at_most(limits.open_tables, len(waiting), "too-many-open-tables")
    if all(seat.kind == "computer" for seat in new.seats):
        alone = [one for one in _since(made, now - HOUR) if _computers_alone(one)]
        _at_most(limits.computer_tables, len(alone), "too-many-computer-tables")


def _since(found: Sequence[Index], moment: int) -> Sequence[Index]:
    return [one for one in found if one.updated >= moment]


def _at_most(limit: int, count: int, key: str) -> None:
    if count >= limit:
        raise Refused(409, key, message(f"http:{key}", limit=limit))


def _computers_alone(index: Index) -> bool:
    return all(seat.kind == "computer" for seat in listed(index).seats)
