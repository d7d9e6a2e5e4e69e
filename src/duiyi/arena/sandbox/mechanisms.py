"""Mechanisms: by which of the machine's devices a box bounds, counts and stops its processes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Place:
    """A directory of the cgroup file system in which groups can be made; `version` 1 or 2."""

    path: Path
    version: int


@dataclass(frozen=True, slots=True)
class Mechanisms:
    """What there is; where there is nothing the processes are asked one by one.

    Groups of version 1 are not used for stopping: that takes fifty times as long as with version
    2, and what they have stopped cannot even be killed, so that it would outlive us.
    """

    memory: Place | None = None
    pids: Place | None = None
    cpu: Place | None = None
    freezer: Place | None = None
    """Always of version 2."""
    pressure: Place | None = None
    """Where the kernel tells how long a whole group waited for a core; always of version 2."""
    tmpfs: bool = False
    """Whether file systems of bounded size can be mounted for working directories."""
    users: bool = False
    """Whether each box can have a user of its own."""

    def places(self) -> tuple[Place, ...]:
        """The different ones among them."""
        found = (self.memory, self.pids, self.cpu, self.freezer, self.pressure)
        return tuple(dict.fromkeys(place for place in found if place is not None))
