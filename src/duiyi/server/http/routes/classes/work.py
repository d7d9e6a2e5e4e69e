"""Routes of a class for whoever is in it: hand-ins, ladder, games."""

from __future__ import annotations

import asyncio
import tempfile
from typing import Annotated

from msgspec import Meta
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from duiyi.core.message import message
from duiyi.server.classes import work
from duiyi.server.classes.access import Asker
from duiyi.server.classes.service import ClassService, now
from duiyi.server.http.middleware import arrived_at
from duiyi.server.http.operations import Operations, Query
from duiyi.server.http.responses import DYR, download, too_large
from duiyi.server.limits import FIXED
from duiyi.server.wire.classes import (
    ClassGameShown,
    ClassGameSummary,
    ClassSummary,
    Ladder,
    RatedVersion,
    VersionShown,
)
from duiyi.server.wire.refusal import Refused

IN_MEMORY = 1_000_000
"""Bytes of a hand-in; more of it go to a file while it arrives."""
operations = Operations("classes")


class NameQuery(Query, frozen=True):
    """What is handed in."""

    name: Annotated[str, Meta(max_length=200, description="As the file is called.")] = "bot"


class MemberQuery(Query, frozen=True):
    """Whose versions are wanted."""

    member: Annotated[str, Meta(max_length=40, description="The own without it.")] = ""


class VersionQuery(Query, frozen=True):
    """Of which version games are wanted."""

    version: Annotated[str, Meta(max_length=40, description="The active one without it.")] = ""


@operations("GET", "/api/classes/{slug}", "The class.", rate="classes")
async def read_class(classes: ClassService, asker: Asker, slug: str) -> ClassSummary:
    """A class as you see it."""
    return await classes.run(work.summary, asker, slug, now())


@operations("POST", "/api/classes/{slug}/versions", "It is taken.", rate="hand_ins", status=201)
async def hand_in(
    request: Request, classes: ClassService, asker: Asker, slug: str, query: NameQuery
) -> VersionShown:
    """Hand in a source, a script or a zip, as the body itself. It has arrived with its first
    byte."""
    arrived = arrived_at(request.scope)
    there = await classes.run(work.may_hand_in, asker, slug)
    async with classes.uploading(asker.id):
        data = await _received(request, there.kept.settings.bytes)
        return await classes.run(work.take, there, data, arrived, query.name)


@operations("GET", "/api/classes/{slug}/versions", "The newest first.", rate="classes")
async def list_versions(
    classes: ClassService, asker: Asker, slug: str, query: MemberQuery
) -> list[VersionShown]:
    """What was handed in."""
    return await classes.run(work.versions, asker, slug, query.member)


@operations("GET", "/api/classes/{slug}/versions/{id}", "The version.", rate="classes")
async def read_version(classes: ClassService, asker: Asker, slug: str, id: str) -> VersionShown:
    """A version with its validation, step by step."""
    return await classes.run(work.version, asker, slug, id)


@operations("POST", "/api/classes/{slug}/versions/{id}/active", "The version.", rate="classes")
async def make_active(classes: ClassService, asker: Asker, slug: str, id: str) -> VersionShown:
    """Let a version that has passed play again."""
    return await classes.run(work.activate, asker, slug, id)


@operations("GET", "/api/classes/{slug}/ladder", "From the strongest.", rate="classes")
async def read_ladder(classes: ClassService, asker: Asker, slug: str) -> Ladder:
    """The ladder, under pseudonyms."""
    return await classes.run(work.ladder, asker, slug)


@operations("GET", "/api/classes/{slug}/ratings", "From the first.", rate="classes")
async def read_ratings(classes: ClassService, asker: Asker, slug: str) -> list[RatedVersion]:
    """Your rating over versions."""
    return await classes.run(work.ratings, asker, slug)


@operations("GET", "/api/classes/{slug}/games", "The newest first.", rate="classes")
async def list_class_games(
    classes: ClassService, asker: Asker, slug: str, query: VersionQuery
) -> list[ClassGameSummary]:
    """Games of a version."""
    return await classes.run(work.games, asker, slug, query.version)


@operations("GET", "/api/classes/{slug}/games/{id}", "The game.", rate="classes")
async def read_class_game(
    classes: ClassService, asker: Asker, slug: str, id: str
) -> ClassGameShown:
    """A game with what your own program has said and used."""
    return await classes.run(work.game, asker, slug, id)


@operations("GET", "/api/classes/{slug}/games/{id}/record.dyr", "A file.", media_type=DYR,
            rate="classes")  # fmt: skip
async def class_game_as_dyr(classes: ClassService, asker: Asker, slug: str, id: str) -> Response:
    """Download the record of a game."""
    text = await classes.run(work.record, asker, slug, id)
    return download(text, f"{id}.dyr", DYR)


async def _received(request: Request, limit: int) -> bytes:
    """The body, however it comes; large ones pass through a file."""
    length = request.headers.get("content-length", "0")
    if length.isdecimal() and int(length[:20]) > limit:
        raise too_large(limit)
    size = 0
    with tempfile.SpooledTemporaryFile(max_size=IN_MEMORY) as file:
        try:
            async with asyncio.timeout(FIXED.upload_seconds):
                async for part in request.stream():
                    size += len(part)
                    if size > limit:
                        raise too_large(limit)
                    file.write(part)
        except (TimeoutError, ClientDisconnect):
            raise Refused(408, "too-slow", message("http:bad-request")) from None
        file.seek(0)
        return file.read()
