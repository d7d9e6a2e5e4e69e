"""Processes that validate hand-ins, one at a time each, and tell after every step how far it is.

They are spawned and know nothing of the store: they get bytes and settings, and give a value. One
that dies is replaced, and its hand-in is reported as lost.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from duiyi.arena.classroom.pipeline import validate
from duiyi.arena.classroom.settings import Settings
from duiyi.arena.classroom.upload import Upload
from duiyi.arena.runners.pool import Worker, Workers, begin_work
from duiyi.classes.validation import Validation, read_validation, write_validation


@dataclass(frozen=True, slots=True)
class ValidationTask:
    """A hand-in to be validated; `upload` is the file that was sent, called `name` there."""

    id: str
    name: str
    upload: Path
    settings: Settings


@dataclass(frozen=True, slots=True)
class Told:
    """How far a hand-in is; `over` when nothing more comes."""

    id: str
    validation: Validation
    over: bool


Make = Callable[[Upload, Settings, Path, Callable[[Validation], None]], Validation]


class Validators(Workers[ValidationTask, Told]):
    """So many of them, on any cores."""

    def __init__(self, count: int, workspace: Path, scratch: Path, make: Make = validate) -> None:
        self._workspace, self._make = workspace, make
        place = scratch / "validators"
        place.mkdir(mode=0o711)
        super().__init__([frozenset()] * count, place)

    @property
    def free(self) -> int:
        """How many would begin at once."""
        idle = sum(worker.ready and worker.task is None for worker in self._workers)
        return idle - len(self._queue)

    def _target(self, scratch: Path, cores: frozenset[int]) -> tuple[Callable[..., None], Any]:
        return _work, (str(self._workspace), str(scratch), self._make)

    def _told(self, worker: Worker[ValidationTask], said: Any) -> Told:
        text, over = said
        assert worker.task is not None
        found = Told(worker.task.id, read_validation(text), over)
        if over:
            worker.task = None
        return found


# In the validator's process


def _work(line: Connection[Any, Any], workspace: str, scratch: str, make: Make) -> None:
    begin_work(scratch)
    try:
        line.send(None)
        while True:
            _validated(line.recv(), line, Path(workspace), make)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return


def _validated(
    task: ValidationTask, line: Connection[Any, Any], workspace: Path, make: Make
) -> None:
    upload = Upload(task.name, task.upload.read_bytes())

    def tell(validation: Validation) -> None:
        line.send((write_validation(validation), False))

    line.send((write_validation(make(upload, task.settings, workspace, tell)), True))
