"""Sandboxes for looking closely at one program: they tell what it holds, and what it left."""

from __future__ import annotations

import os
from contextlib import suppress

from duiyi.arena.bots.programs import Command
from duiyi.arena.compliance.watched import resident
from duiyi.arena.game.conditions import Limits
from duiyi.arena.sandbox import SandboxBox
from duiyi.engine.fault import Fault
from duiyi.engine.files.folder import Folder

ADDRESSES = 1 << 47
"""Bytes of address space: sanitizers reserve twenty terabytes and use little of it."""
LARGEST_REPORT = 65_536
MOST_REPORTS = 8


class MeasuredBox(SandboxBox):
    """A sandbox that can say how much memory its programs hold."""

    def memory(self) -> int | None:
        sizes = [resident(program.main) for program in self.programs]
        return sum(size or 0 for size in sizes) if sizes else None


class ReportingBox(SandboxBox):
    """A sandbox that reads, before it goes, what a sanitizer has written."""

    report = ""

    def close(self) -> None:
        with suppress(AttributeError, OSError):
            if not self.report:
                self.report = self._read()
        super().close()

    def _read(self) -> str:
        """The program may have written anything there: it is read as the answers of bots are."""
        names = [name for name in sorted(os.listdir(self.work)) if name.startswith(REPORT)]
        folder = Folder(self.work)
        try:
            parts = []
            for name in names[:MOST_REPORTS]:
                with suppress(Fault):
                    parts.append(folder.read(name, LARGEST_REPORT) or b"")
        finally:
            folder.close()
        return b"\n".join(parts).decode("utf-8", "replace")[:LARGEST_REPORT]


REPORT = "sanitizer-report"
"""How the files begin that a sanitizer writes into the working directory."""


def box_of(command: Command, limits: Limits) -> MeasuredBox:
    return MeasuredBox(
        limits, program=command.directory, readable=dict(command.readable), path=command.path
    )


def reporting_box(command: Command, limits: Limits) -> ReportingBox:
    return ReportingBox(limits, program=command.directory, addresses=ADDRESSES)
