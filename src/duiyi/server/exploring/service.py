"""Exploring: lines of decisions without a table. Nothing is kept; a stranger's line is walked in a
process of its own, beside the one that reads records, so that a click waits for no file."""

from __future__ import annotations

from msgspec import structs

from duiyi.core import DuiyiError
from duiyi.core.errors import BadToken, IllegalAction
from duiyi.core.message import message
from duiyi.server.exploring import edits, walk
from duiyi.server.live.service import TableService
from duiyi.server.records.reader import Reader
from duiyi.server.wire.editing import Edited, EditorWanted, EditWanted
from duiyi.server.wire.exploring import (
    Checked,
    Counted,
    ExplainWanted,
    Exploration,
    Explored,
    ExploreWanted,
    Line,
    UnderstandWanted,
)
from duiyi.server.wire.refusal import Refused, refused_by


class Exploring:
    """Asked on the event loop."""

    def __init__(self, reader: Reader, files: Reader, tables: TableService) -> None:
        """`files` reads what takes longer than a line."""
        self._reader, self._files, self._tables = reader, files, tables

    async def explore(self, wanted: ExploreWanted) -> Exploration:
        """The positions of a line, each with whether anybody may be helped in it."""
        try:
            found = await self._reader.run(walk.explored, _way(wanted), wanted.views, wanted.paths)
        except DuiyiError as error:
            raise _refused(error) from None
        first = len(found.steps) - max(wanted.views, wanted.guards)
        steps = [
            await self._guarded(found.game, step) if step.at >= first else step
            for step in found.steps
        ]
        return structs.replace(found, steps=tuple(steps))

    async def _guarded(self, game: str, step: Explored) -> Explored:
        return structs.replace(step, guarded=await self._tables.guards(game, step.text))

    async def explain(self, wanted: ExplainWanted) -> bytes:
        try:
            return await self._reader.run(walk.explained, _way(wanted), wanted.path)
        except DuiyiError as error:
            raise _refused(error) from None

    async def understand(self, wanted: UnderstandWanted) -> tuple[str, ...]:
        try:
            return await self._reader.run(
                walk.understood, _way(wanted), wanted.text, wanted.language
            )
        except DuiyiError as error:
            raise _refused(error) from None

    async def editor(self, wanted: EditorWanted) -> Edited:
        """What is to be edited; where a text says nothing that could be, that is refused."""
        options = dict(wanted.options)
        try:
            return await self._reader.run(
                edits.opened, wanted.game, wanted.text, wanted.seats, options
            )
        except DuiyiError as error:
            raise refused_by(error, field="" if hasattr(error, "field") else "text") from None

    async def edit(self, wanted: EditWanted) -> Edited:
        try:
            return await self._reader.run(
                edits.changed, wanted.game, wanted.position, wanted.operations
            )
        except DuiyiError as error:
            field = "" if hasattr(error, "field") else "operations"
            raise refused_by(error, field=field) from None

    async def check(self, text: str, job: int) -> Checked:
        found = await self._files.run(walk.checked, text, job)
        if isinstance(found, str):
            said = message("http:bad-certificate", problem=found[:300])
            raise Refused(422, "bad-certificate", said, "text")
        return found

    def checked(self, job: int) -> Counted:
        """How far a check is that goes on."""
        return Counted(self._files.counted(job))


def _way(line: Line) -> walk.Way:
    return walk.Way(line.game, line.start, line.seats, dict(line.options), tuple(line.tokens))


def _refused(error: DuiyiError) -> Refused:
    """Which part of the line is wrong: a step of it, or where it begins."""
    if isinstance(error, IllegalAction | BadToken):
        return refused_by(error, field="tokens")
    return refused_by(error, field="" if hasattr(error, "field") else "start")
