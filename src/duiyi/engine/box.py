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
    """Seconds since the box was made. `cpu` is that of all its processes, threads and the dead
    included. How long the box as a whole waited, that is, had something to run while nothing of it
    ran, is told in two ways, both from below: `delay` adds up what its threads tell, each when it
    has got its core, `stalled` is what the kernel tells of the whole group, up to this moment. No
    figure ever shrinks."""

    cpu: float
    delay: float
    stalled: float = 0.0

    def has_moved(self, before: Usage) -> bool:
        """Whether anything in the box has run since then."""
        return self.cpu > before.cpu or self.delay > before.delay

    def waited(self, before: Usage) -> float:
        """Since then: whichever has told more."""
        return max(0.0, self.delay - before.delay, self.stalled - before.stalled)


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

    @property
    def done(self) -> bool:
        """Whether its main process has ended; what it leaves behind may still have to end."""
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
    def ready(self) -> bool:
        """Whether something in it runs or waits for a core, and `usage` may not tell that yet."""
        ...

    def breach(self) -> Fault | None:
        """The limit that was found broken, `memory-limit` or `output-limit` `file`, if any."""

    def close(self) -> None:
        """Ends everything in the box and removes what belongs to it alone."""
        ...
