"""What the host of a virtual machine takes away from it: processors' clocks go on meanwhile, and
whoever was running is charged for it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

STAT = Path("/proc/stat")
STEAL = 8
"""The column of the first line that has it, in ticks."""


def stolen() -> float:
    """Seconds so far, on all processors."""
    if not STAT.exists():
        return 0.0
    with STAT.open() as lines:
        return int(lines.readline().split()[STEAL]) / os.sysconf("SC_CLK_TCK")


@contextmanager
def watching() -> Iterator[list[float]]:
    """A list that gets the seconds that were taken away while something was done inside."""
    taken: list[float] = []
    before = stolen()
    try:
        yield taken
    finally:
        taken.append(stolen() - before)
