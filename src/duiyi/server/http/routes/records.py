"""Routes about records and positions: lists, handing in, histories, frames, downloads."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field
from starlette.responses import Response

from duiyi.core import game
from duiyi.server.http.operations import KnownGuest, Operations, Query, Visitor
from duiyi.server.http.responses import DYR, download
from duiyi.server.services import Services
from duiyi.server.wire import Frame, History
from duiyi.server.wire.http import HandedIn, Position, PositionText, RecordSummary

FURTHEST = 10**6
ABOUT_RECORDS = (
    "record_history", "record_frames", "record_position", "record_as_dyr", "record_as_json",
    "record_hint",
)  # fmt: skip
RECORD = """[Game "relati-classic"] [Version "1"] [Seats "2"]
[Result "*"]
1 @0 E5
"""
POSITION = game("relati-classic").start().play("E5").dump()
operations = Operations("records")


class RecordsQuery(Query, frozen=True):
    """Which records are wanted."""

    game: Annotated[str, Meta(max_length=60, description="Only of this game.")] = ""
    name: Annotated[str, Meta(max_length=60, description="Part of a player's name.")] = ""
    before: Annotated[
        str, Meta(max_length=80, description="What comes after this one: `ended~id`.")
    ] = ""
    limit: Annotated[int, Meta(ge=1, le=100)] = 50


class FramesQuery(Query, frozen=True):
    """Which positions are wanted."""

    from_: Annotated[int, Meta(ge=0, le=FURTHEST, description="The first frame.")] = field(
        default=0, name="from"
    )
    to: Annotated[int, Meta(ge=0, le=FURTHEST, description="Before this one; at most 100.")] = 50


class PositionQuery(Query, frozen=True):
    """Which position is wanted."""

    at: Annotated[int, Meta(ge=0, le=FURTHEST, description="After so many decisions.")] = 0


@operations("GET", "/api/records", "Newest first.")
async def search_records(
    services: Services, guest: Visitor, query: RecordsQuery
) -> list[RecordSummary]:
    """Finished games and records that were handed in."""
    return await services.records.search(
        guest.id, query.game, query.name, query.before, query.limit
    )


@operations(
    "POST", "/api/records", "It is kept.", example={"text": RECORD}, rate="records",
    largest_body="record_body", leads_to=ABOUT_RECORDS,
)  # fmt: skip
async def hand_in_record(services: Services, guest: KnownGuest, record: HandedIn) -> RecordSummary:
    """Hand in a record, `.dyr`, JSON or a format from elsewhere; it is checked by replaying it."""
    return await services.records.hand_in(record.text)


@operations(
    "POST", "/api/positions", "What it says.", rate="records",
    example={"game": "relati-classic", "text": POSITION},
)  # fmt: skip
async def read_position(
    services: Services, guest: KnownGuest, position: PositionText
) -> Annotated[bytes, Position]:
    """Read a position text."""
    return await services.records.position(position.game, position.text)


@operations("GET", "/api/records/{id}/frames", "Positions.")
async def record_frames(
    services: Services, id: str, query: FramesQuery
) -> Annotated[bytes, list[Frame]]:
    """The positions of a record."""
    return await services.records.frames(id, query.from_, query.to)


@operations("GET", "/api/records/{id}/position", "Its text.")
async def record_position(services: Services, id: str, query: PositionQuery) -> PositionText:
    """A position of a record as text, to begin another game from."""
    return PositionText(*await services.records.position_at(id, query.at))


@operations("GET", "/api/records/{id}/course", "The course.")
async def record_history(services: Services, id: str) -> Annotated[bytes, History]:
    """What was decided in a record, and on which board."""
    return await services.records.history(id)


@operations("GET", "/api/records/{id}/record.dyr", "A file.", media_type=DYR)
async def record_as_dyr(services: Services, id: str) -> Response:
    """Download a record."""
    return download(await services.records.dyr(id), f"{id}.dyr", DYR)


@operations("GET", "/api/records/{id}/record.json", "A file.")
async def record_as_json(services: Services, id: str) -> Response:
    """Download a record as JSON."""
    return download(await services.records.json(id), f"{id}.json")
