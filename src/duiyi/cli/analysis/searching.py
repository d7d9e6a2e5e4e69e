"""Long searches: a person sees that they go on, and ends them by Ctrl-C without losing anything."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Iterator
from types import FrameType

from duiyi.cli.common.screen import Screen

Report = Callable[[int], object]


@contextlib.contextmanager
def ended_by_interrupt(stop: Callable[[], object]) -> Iterator[None]:
    """The first Ctrl-C calls `stop`, so that what was found can be told; a second one interrupts.

    A process that ignores interrupts, as one in the background does, goes on ignoring them.
    """
    before = signal.getsignal(signal.SIGINT)
    if before == signal.SIG_IGN:
        yield
        return

    def heard(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before)
        stop()

    signal.signal(signal.SIGINT, heard)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextlib.contextmanager
def shown_nodes(screen: Screen, words: str) -> Iterator[Report | None]:
    """What is to be called with the number of nodes so far, where there is a terminal to see it."""
    if not screen.errors.is_terminal:
        yield None
        return
    with screen.errors.status(f"{words} …") as status:
        yield lambda nodes: status.update(f"{words} … {nodes:,}")
