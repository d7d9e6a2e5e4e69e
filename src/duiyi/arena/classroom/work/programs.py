"""From a version that has passed to a bot that plays: laid out and compiled as when it was
validated, found by content where that was before."""

from __future__ import annotations

import shutil
from collections import OrderedDict
from dataclasses import replace
from pathlib import Path

from duiyi.arena.bots.entrants import Entrant, Ready, prepare
from duiyi.arena.bots.interfaces import split
from duiyi.arena.classroom.pipeline import COMPILED
from duiyi.arena.classroom.settings import Settings
from duiyi.arena.classroom.upload import Upload, receive
from duiyi.arena.game.conditions import Conditions
from duiyi.classes.settings import ClassSettings
from duiyi.classes.standing import REFERENCE
from duiyi.classes.validation import read_validation
from duiyi.core import game

PROGRAMS = "programs"
KEPT = 400
"""Folders of versions that stay laid out; those that played longest ago go first."""


def settings_of(settings: ClassSettings) -> Settings:
    """What a class asks of hand-ins, as the pipeline knows it."""
    return Settings(
        game=settings.game,
        options=game(settings.game).options.of(settings.options),
        seats=settings.seats,
        conditions=Conditions(clock=settings.clock),
        largest=settings.bytes,
    )


class Programs:
    """Bots by the ids of versions; a reference by its name."""

    def __init__(self, workspace: Path) -> None:
        self._place = workspace / PROGRAMS
        self._cache = workspace / COMPILED
        shutil.rmtree(self._place, ignore_errors=True)
        self._place.mkdir(parents=True, mode=0o755)
        self._ready: OrderedDict[str, Ready] = OrderedDict()

    def reference(self, name: str, settings: Settings) -> Ready:
        """A player of ours."""
        spec = name.removeprefix(REFERENCE)
        if name not in self._ready:
            ready = prepare(Entrant(spec, spec), settings.conditions, self._cache)
            ready.check_game(settings.game, settings.seats)
            self._ready[name] = ready
        return self._ready[name]

    def version(self, id: str, data: bytes, report: str, settings: Settings, name: str) -> Ready:
        """`name` is what records call it."""
        found = self._ready.get(id)
        if found is None:
            found = self._made(id, data, report, settings)
            self._ready[id] = found
            self._forget()
        self._ready.move_to_end(id)
        return replace(found, name=name)

    def knows(self, id: str) -> bool:
        return id in self._ready

    def _made(self, id: str, data: bytes, report: str, settings: Settings) -> Ready:
        told = read_validation(report)
        place = self._place / id
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(mode=0o755)
        received = receive(Upload(told.name, data), settings, place)
        rest = split(received.entrant.spec)[1]
        ready = prepare(
            replace(received.entrant, spec=f"{told.interface}:{rest}"),
            settings.conditions,
            self._cache,
            received.folder,
            extra=settings.extra if received.compiles else (),
            limits=settings.compiling,
        )
        ready.check_game(settings.game, settings.seats)
        return ready

    def _forget(self) -> None:
        while len(self._ready) > KEPT:
            id, _ = self._ready.popitem(last=False)
            shutil.rmtree(self._place / id, ignore_errors=True)
