"""CPU time of a player, without what is not its own: the garbage of a whole test run, and what the
host of a virtual machine took away."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.stolen import stolen


@contextmanager
def clocked() -> Iterator[list[float]]:
    """A list that gets the CPU seconds of what is done inside: without those that may have been
    taken away, and with them."""
    used: list[float] = []
    gc.disable()
    before = stolen()
    begun = time.process_time()
    try:
        yield used
    finally:
        spent = time.process_time() - begun
        used += [max(0.0, spent - (stolen() - before)), spent]
        gc.enable()
