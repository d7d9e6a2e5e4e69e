"""The second step: a program is made of the sources, in the sandbox, or it is said which line is in
the way. Scripts are only read, by the interpreter that is going to run them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from duiyi.arena.bots.compile import CompileError, described
from duiyi.arena.bots.entrants import Ready, prepare
from duiyi.arena.bots.interfaces import split
from duiyi.arena.bots.programs import Command
from duiyi.arena.bots.sources import read_sources
from duiyi.arena.classroom.compiling import gcc, python_syntax
from duiyi.arena.classroom.settings import Settings
from duiyi.arena.classroom.sources import SourceText
from duiyi.arena.classroom.stops import Stopped, refused
from duiyi.arena.classroom.upload import Received
from duiyi.classes.validation import Finding, Level
from duiyi.core import DuiyiError

SAID = tuple(f"core:arena.compile.{how}" for how in ("failed", "two-mains", "printed"))
"""How compiling fails with messages that say why."""


@dataclass(frozen=True, slots=True)
class Made:
    """A program that can be started, what it was made of, and what was noticed on the way."""

    received: Received
    settings: Settings
    ready: Ready
    findings: tuple[Finding, ...] = ()
    compiler: str = ""

    @property
    def sources(self) -> SourceText:
        return SourceText(self.received.folder)

    @property
    def command(self) -> Command:
        assert self.ready.command is not None
        return self.ready.command

    def again(self, extra: Sequence[str]) -> Ready:
        """The same sources, compiled with other flags; nobody needs it later."""
        cache = self.received.folder.parent / "again"
        made = _prepared(self.received, self.settings, cache, extra)
        return replace(made, kind=self.ready.kind)


def make(received: Received, settings: Settings, cache: Path) -> Made:
    """The program; `Stopped` or `PlatformFailed` where there is none."""
    sources = SourceText(received.folder)
    compiles = received.compiles
    try:
        ready = _prepared(received, settings, cache, settings.extra if compiles else ())
        compiler = _compiler(received) if compiles else ""
    except CompileError as error:
        raise _broken(error, received, sources) from None
    except DuiyiError as error:
        raise refused(error, received.folder, received.name) from None
    if compiles:
        said = gcc.findings(ready.diagnostics, sources)
        return Made(received, settings, ready, said, compiler)
    if errors := python_syntax.findings(ready, received, settings, sources):
        raise Stopped(errors, gcc.heading(errors))
    return Made(received, settings, ready)


def _prepared(received: Received, settings: Settings, cache: Path, extra: Sequence[str]) -> Ready:
    """By which interface it is asked is found out later."""
    entrant = replace(received.entrant, spec=f"protocol:{split(received.entrant.spec)[1]}")
    return prepare(
        entrant,
        settings.conditions,
        cache,
        received.folder,
        extra=extra,
        limits=settings.compiling,
    )


def _broken(error: CompileError, received: Received, sources: SourceText) -> Exception:
    found = gcc.findings(error.diagnostics, sources)
    if error.message.key in SAID and any(one.level is Level.problem for one in found):
        return Stopped(found, gcc.heading(found))
    return refused(error, received.folder, received.name)


def _compiler(received: Received) -> str:
    program = received.program
    only = received.entrant.sources if program.is_dir() else ()
    return described(read_sources(program, only), received.entrant.cflags)
