"""CPU time of a player, without that of others: the garbage of a whole test run is not its own."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def clocked() -> Iterator[list[float]]:
    """A list that gets the CPU seconds of what is done inside."""
    used: list[float] = []
    gc.disable()
    begun = time.process_time()
    try:
        yield used
    finally:
        used.append(time.process_time() - begun)
        gc.enable()
