"""A hand-in from what was sent to a program that may play: five steps, told one by one.

收 received · 譯 compiled · 檢 checked · 試 tested · 上 active

What stops it is the hand-in's own, and is said with its place. What fails by the platform's fault
is tried again by itself, and if it fails again it has a number under which the log tells more.
Nothing of a hand-in runs outside the sandbox, and nothing here needs to be root.
"""

from __future__ import annotations

import logging
import secrets
import shutil
import tempfile
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import TypeVar

import msgspec

from duiyi.arena.bots.entrants import Ready
from duiyi.arena.classroom.checking import check_up, with_interface
from duiyi.arena.classroom.compiling.program import Made, make
from duiyi.arena.classroom.settings import Settings
from duiyi.arena.classroom.stops import PlatformFailed, Stopped, refused
from duiyi.arena.classroom.testing import test_games
from duiyi.arena.classroom.upload import Received, Upload, receive
from duiyi.arena.report.page.words import visible
from duiyi.arena.sandbox.files.copies import passing_copies
from duiyi.classes.validation import (
    Finding,
    Level,
    Step,
    StepName,
    StepState,
    TestGame,
    Validation,
    begun,
    sentence,
)
from duiyi.core import DuiyiError, message

Tell = Callable[[Validation], None]
T = TypeVar("T")
COMPILED = "compiled"
AGAIN = 3
"""So often a step is begun that fails by nobody's fault."""
LONGEST_DETAIL = 4_000
_log = logging.getLogger("duiyi.classroom")


def validate(
    upload: Upload, settings: Settings, workspace: Path, tell: Tell = lambda validation: None
) -> Validation:
    """What becomes of a hand-in. `tell` hears of every change; what was compiled is kept in the
    workspace, by content, and everything else in it goes."""
    workspace.mkdir(parents=True, exist_ok=True)
    room = tempfile.TemporaryDirectory(prefix="hand-in-", dir=workspace)
    with room as place, passing_copies():
        run = _Run(upload, settings, Path(place), workspace / COMPILED, tell)
        with suppress(_Over):
            run.all()
    return run.validation


def program_of(
    upload: Upload, settings: Settings, workspace: Path, interface: str, place: Path
) -> Ready:
    """The program of a hand-in that was validated, for games: what was compiled is found in the
    workspace. Its files are laid out in an empty directory, and are its own."""
    made = make(receive(upload, settings, place), settings, workspace / COMPILED)
    return with_interface(made, interface).ready


class _Over(Exception):
    """It has stopped, and everything is said."""


class _Run:
    def __init__(
        self, upload: Upload, settings: Settings, room: Path, cache: Path, tell: Tell
    ) -> None:
        self.validation = begun(upload.shown, upload.sha256, len(upload.data))
        self._upload, self._settings = upload, settings
        self._room, self._cache, self._tell = room, cache, tell
        self._incident = secrets.token_hex(4)

    def all(self) -> None:
        received = self._step(StepName.received, self._receive)
        self._put(files=received.files)
        made = self._step(StepName.compiled, lambda: make(received, self._settings, self._cache))
        self._put(compiler=made.compiler)
        self._done(StepName.compiled, made.findings)
        checked = self._step(StepName.checked, lambda: check_up(made))
        self._put(interface=checked.interface)
        self._done(StepName.checked, checked.findings)
        found = self._step(StepName.tested, lambda: self._test(checked.made))
        self._done(StepName.tested, tuple(found))
        self._tell(self.validation)

    def _receive(self) -> Received:
        place = self._room / "files"
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(mode=0o755)
        try:
            return receive(self._upload, self._settings, place)
        except DuiyiError as error:
            raise refused(error, place, self._upload.shown) from None

    def _test(self, made: Made) -> list[Finding]:
        self._put(games=())
        return test_games(made, self._game)

    def _game(self, game: TestGame) -> None:
        self._put(games=(*self.validation.games, game))
        self._tell(self.validation)

    # Steps

    def _step(self, name: StepName, act: Callable[[], T]) -> T:
        """Does it, again where the platform fails; `_Over` where it goes no further."""
        start = monotonic()
        for number in range(1, AGAIN + 1):
            self._set(Step(name, StepState.running, tries=number))
            try:
                done = act()
            except Stopped as stopped:
                self._stop(name, start, number, stopped.findings)
            except PlatformFailed as failed:
                self._failed(name, start, number, str(failed))
            except Exception:  # whatever else goes wrong is ours
                self._failed(name, start, number, traceback.format_exc())
            else:
                self._set(Step(name, StepState.done, _since(start), tries=number))
                return done
        raise _Over

    def _stop(self, name: StepName, start: float, tries: int, found: tuple[Finding, ...]) -> None:
        self._set(Step(name, StepState.stopped, _since(start), found, tries))
        raise _Over

    def _failed(self, name: StepName, start: float, tries: int, detail: str) -> None:
        """Said in the log each time; to people when it was the last."""
        told = visible(detail[-LONGEST_DETAIL:])
        _log.error("incident %s, %s, try %d: %s", self._incident, name.value, tries, told)
        if tries < AGAIN:
            return
        self._put(incident=self._incident)
        said = sentence(message("validation.platform", incident=self._incident))
        heading = sentence(message("validation.stop.platform"))
        found = (Finding(Level.platform, said, heading=heading),)
        self._stop(name, start, tries, found)

    def _done(self, name: StepName, findings: tuple[Finding, ...]) -> None:
        step = msgspec.structs.replace(self.validation.step(name), findings=findings)
        self.validation = self.validation.with_step(step)

    def _set(self, step: Step) -> None:
        self.validation = self.validation.with_step(step)
        self._tell(self.validation)

    def _put(self, **values: object) -> None:
        self.validation = msgspec.structs.replace(self.validation, **values)


def _since(start: float) -> float:
    return round(monotonic() - start, 3)
