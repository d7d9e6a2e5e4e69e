"""The machine: how busy it is, and how much of it its host takes, measured in a moment."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass

from duiyi.arena.sandbox.probe import Finding, State
from duiyi.engine.waiting import own_delay, taken

MOMENT = 0.06
"""Seconds on each core: enough to see whether anybody else wants it."""
THOROUGH = 0.25
MOST_CORES = 4
"""So many cores are tried; the others are as busy as these."""
BUSY = 0.2
"""From this part of the time on that one waits for a core the machine is called busy."""
ROBBED = 0.1
"""From this part on that its host takes away."""


@dataclass(frozen=True, slots=True)
class Load:
    """Parts of the time: in which whoever wants to compute waits for a core, and of what ran in
    which the host of a virtual machine ran something else."""

    waiting: float = 0.0
    stolen: float = 0.0

    @property
    def busy(self) -> bool:
        return self.waiting >= BUSY

    @property
    def robbed(self) -> bool:
        return self.stolen >= ROBBED


def measure(seconds: float = MOMENT) -> Load:
    """Computes for so long on one core after the other. Only Linux tells; elsewhere it is taken to
    be free."""
    if sys.platform != "linux":
        return Load()
    own = os.sched_getaffinity(0)
    wall = waited = 0.0
    before = taken()
    try:
        for core in sorted(own)[:MOST_CORES]:
            os.sched_setaffinity(0, {core})
            begun, delay = time.monotonic(), own_delay()
            while time.monotonic() - begun < seconds:
                pass
            wall += time.monotonic() - begun
            waited += own_delay() - delay
    finally:
        os.sched_setaffinity(0, own)
    after = taken()
    stolen = after.stolen - before.stolen
    ran = after.busy - before.busy
    return Load(min(1.0, waited / wall), stolen / (stolen + ran) if stolen > 0 else 0.0)


def findings(load: Load) -> tuple[Finding, ...]:
    """The same for `duiyi doctor`."""
    found = (("load", load.busy, load.waiting), ("stolen", load.robbed, load.stolen))
    return tuple(
        Finding(part, State.weaker if bad else State.works, f"{part_of_time:.0%}")
        for part, bad, part_of_time in found
    )
