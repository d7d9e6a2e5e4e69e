"""Routes about tables: lists, new ones, sitting down, histories, downloads, the socket."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Annotated, Literal

from msgspec import UNSET, Meta
from starlette.responses import Response
from starlette.websockets import WebSocket

from duiyi.core.message import message
from duiyi.core.record.files import write_dyr, write_json
from duiyi.server.fair_queue import Full
from duiyi.server.http.addresses import address_of
from duiyi.server.http.guests import COOKIE
from duiyi.server.http.operations import KnownGuest, Operations, Query, Visitor
from duiyi.server.http.responses import DYR, download, refusal_response
from duiyi.server.http.routes.records import FramesQuery, PositionQuery
from duiyi.server.limiter import too_fast
from duiyi.server.limits import FIXED
from duiyi.server.live.socket import serve_socket
from duiyi.server.services import Services, call_by, services_of
from duiyi.server.storage.store import UNFINISHED, Guest, Index
from duiyi.server.table.summary import listed, made_at
from duiyi.server.wire import Frame, History, MadeTable, NewTable, TableSummary
from duiyi.server.wire.http import PositionText, Sitting
from duiyi.server.wire.refusal import Refused, refused

MOST_LISTED = FIXED.listed_tables
operations = Operations("tables")
OPEN, RUNNING = "waiting", "running"
HOUR = 3_600_000
WEEK = 7 * 24 * HOUR
LOBBY = FIXED.lobby_minutes * 60_000
ABOUT_TABLES = (
    "read_table", "read_secrets", "sit_down", "leave_table", "table_history", "table_frames",
    "table_position",
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


class TablesQuery(Query, frozen=True):
    """Which tables are wanted."""

    list: Annotated[
        List, Meta(description="Public ones with a free seat, public games, or your own.")
    ] = "open"


@operations("GET", "/api/tables", "Newest first.")
async def list_tables(services: Services, guest: Visitor, query: TablesQuery) -> list[TableSummary]:
    """Tables that are not finished."""
    found = await asyncio.to_thread(_found, services, guest, query.list)
    if query.list != "mine":
        since = services.tables.now() - LOBBY
        found = [one for one in found if one.updated >= since or services.rooms.present(one.table)]
    return [services.tables.listed(index, guest) for index in found]


@operations(
    "POST", "/api/tables", "It is made.", status=201, example=EXAMPLE, rate="tables",
    leads_to=ABOUT_TABLES,
)  # fmt: skip
async def make_table(services: Services, guest: KnownGuest, new: NewTable) -> MadeTable:
    """Make a table. The answer has the links of its seats."""
    if new.start and any(seat.kind == "computer" for seat in new.seats):
        await services.tables.check_fairness(new.game, new.start)
    try:
        async with services.table_creations.of():
            await asyncio.to_thread(
                _not_too_many, services, guest.id, services.tables.caller_address(), new
            )
            return await services.tables.make(guest, new)
    except Full:
        raise refused("busy", 429) from None


@operations("GET", "/api/tables/{id}", "The table.")
async def read_table(services: Services, guest: Visitor, id: str) -> TableSummary:
    """What is known about a table without its position."""
    return await services.tables.summary(id, guest)


@operations("GET", "/api/tables/{id}/secrets", "The links.")
async def read_secrets(services: Services, guest: Visitor, id: str) -> MadeTable:
    """The links of the seats that you hold or may give away."""
    return await services.tables.secrets(id, guest)


@operations(
    "POST", "/api/tables/{id}/sit", "The table.", example={"seat": 1, "name": "Bob"}, rate="tables"
)
async def sit_down(services: Services, guest: KnownGuest, id: str, wanted: Sitting) -> TableSummary:
    """Take an open seat of a public table, or the seat of a secret."""
    seat = None if wanted.seat is UNSET else wanted.seat
    return await services.tables.sit(id, guest, seat, wanted.secret or None, wanted.name or None)


@operations("POST", "/api/tables/{id}/leave", "The table.")
async def leave_table(services: Services, guest: Visitor, id: str) -> TableSummary:
    """Get up from a table that has not begun."""
    return await services.tables.leave(id, guest)


@operations("GET", "/api/tables/{id}/course", "The history.")
async def table_history(services: Services, id: str) -> Annotated[bytes, History]:
    """What was decided so far, and on which board."""
    return await services.tables.history(id)


@operations("GET", "/api/tables/{id}/frames", "Positions.")
async def table_frames(
    services: Services, id: str, query: FramesQuery
) -> Annotated[bytes, Sequence[Frame]]:
    """The positions of a game, from its start."""
    return await services.tables.frames(id, query.from_, query.to)


@operations("GET", "/api/tables/{id}/position", "Its text.")
async def table_position(services: Services, id: str, query: PositionQuery) -> PositionText:
    """A position of a game as text, to begin another from."""
    return PositionText(*await services.tables.position(id, query.at))


@operations("GET", "/api/tables/{id}/record.dyr", "A file.", media_type=DYR)
async def table_as_dyr(services: Services, id: str) -> Response:
    """Download the record of a game."""
    record = await services.tables.record(id)
    return download(await asyncio.to_thread(write_dyr, record), f"{id}.dyr", DYR)


@operations("GET", "/api/tables/{id}/record.json", "A file.")
async def table_as_json(services: Services, id: str) -> Response:
    """Download the record of a game as JSON."""
    record = await services.tables.record(id)
    return download(await asyncio.to_thread(write_json, record), f"{id}.json")


async def table_socket(socket: WebSocket) -> None:
    """The socket of a table."""
    services, address = services_of(socket), address_of(socket.scope)
    guest = await services.guests.of_cookie(socket.cookies.get(COOKIE)) or services.guests.new()
    call_by(guest)
    if not services.limiter.connect(guest.id, address):
        refused = Refused(429, "too-many-sockets", message("http:too-many-sockets"))
        await socket.send_denial_response(refusal_response(refused))
        return
    try:
        await socket.accept()
        await serve_socket(
            socket,
            services.tables,
            services.rooms,
            guest,
            socket.path_params["id"],
            services.limiter,
        )
    finally:
        services.limiter.disconnect(guest.id, address)


def _found(services: Services, guest: Guest, wanted: List) -> Sequence[Index]:
    """On a thread beside the event loop."""
    if wanted == "mine":
        if not guest.id:
            return []
        return services.store.tables(status=UNFINISHED, guest=guest.id, limit=MOST_LISTED)
    status = OPEN if wanted == "open" else RUNNING
    return services.store.tables(status=[status], public=True, limit=MOST_LISTED)


def _not_too_many(services: Services, guest: str, address: str, new: NewTable) -> None:
    """On a thread beside the event loop; `Refused` where there would be too many."""
    limits, now = services.limits, services.tables.now()
    most = limits.unfinished_tables
    unfinished = partial(services.store.tables, status=UNFINISHED)
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
