"""Boxes: where a bot's programs run. One box serves one bot for one game.

`duiyi.engine.open_box` runs them as they are, for programs that are trusted;
`duiyi.arena.sandbox` locks them in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from duiyi.engine.fault import Fault


@dataclass(frozen=True, slots=True)
class Usage:
    """Since the box was made: CPU seconds of all its processes, threads and the dead included, and
    the longest time that one of its living threads was ready to run while its core was taken. What
    a program that has been closed had of both stays in the figures: they never shrink by that."""

    cpu: float
    delay: float


class Program(Protocol):
    """A program that runs in a box. Its three pipes are the caller's: non-blocking, closed by
    `close`, which also ends the program with all it started."""

    @property
    def stdin(self) -> int: ...
    @property
    def stdout(self) -> int: ...
    @property
    def stderr(self) -> int: ...
    @property
    def ended(self) -> int | None:
        """Its exit status, negative for a signal; `None` while it runs."""
        ...

    def wait(self, seconds: float) -> int | None: ...
    def close(self) -> None: ...


class Box(Protocol):
    """The directory `work` is writable and kept as long as the box; programs start in it, and know
    it by the name `inside`."""

    @property
    def work(self) -> Path: ...
    @property
    def inside(self) -> str: ...
    def start(self, arguments: Sequence[str]) -> Program:
        """Starts a program; `Fault` `infra` when that is not the program's fault."""
        ...

    def stop(self) -> None:
        """Nothing in the box runs until `go`."""

    def go(self) -> None: ...
    def usage(self) -> Usage: ...
    def breach(self) -> Fault | None:
        """The limit that was found broken, `memory-limit` or `output-limit` `file`, if any."""

    def close(self) -> None:
        """Ends everything in the box and removes what belongs to it alone."""
        ...
