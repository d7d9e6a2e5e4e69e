"""Conditions: what every bot of a match or cup may use. Part of the record's tags."""

from __future__ import annotations

from dataclasses import dataclass, field

from duiyi.core.clock import Clock

MEGABYTE = 1_000_000
USUAL_CLOCK = Clock("turn", 5.0)


@dataclass(frozen=True, slots=True)
class Limits:
    """What the programs of one bot may use together; sizes in bytes."""

    memory: int = 512 * MEGABYTE
    processes: int = 32
    scratch: int = 64 * MEGABYTE
    """For /tmp and for /dev/shm, each."""
    work: int = 16 * MEGABYTE
    """For what it leaves in its working directory."""
    line: int = 65_536
    """A line of output."""
    stdout: int = 4 * MEGABYTE
    """All output between a question and its answer."""
    stderr: int = 64 * MEGABYTE
    """All of stderr in a game; only its end is kept."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """`wall_factor` times what is left is the hard cap by the wall clock, waiting left out; with
    `cores` above 1 CPU time that is used side by side counts that many times less; `trust` runs
    bots without the sandbox; `interpreters` are paths that the operator lets bots see beside the
    system."""

    clock: Clock = USUAL_CLOCK
    start_up: float = 10.0
    wall_factor: float = 3.0
    cores: int = 1
    limits: Limits = field(default_factory=Limits)
    trust: bool = False
    interpreters: tuple[str, ...] = ()
