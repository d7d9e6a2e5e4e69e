"""Games on worker processes, one at a time each, so that a process's CPU time is a player's."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait as wait_for
from multiprocessing.synchronize import Event

from bench.strength_games import Match, Played, play

AHEAD = 2
"""Games that are handed out for each that is being played, so that no worker waits."""

Task = tuple[Match, int]
_halt: Event | None = None


class WorkerDied(Exception):
    """A process ended in the middle of one of these games."""


def played(tasks: Iterable[Task], workers: int) -> Generator[tuple[Match, Played]]:
    """Games as they end. Tasks are asked for when there is somebody to play them.

    Whoever closes the generator, or presses Ctrl-C, ends what is being played after the decision
    that is being made. Without workers games are played here.
    """
    if not workers:
        for match, number in tasks:
            yield match, play(match, number)
        return
    context = multiprocessing.get_context("spawn")
    halt = context.Event()
    waiting = iter(tasks)
    with ProcessPoolExecutor(workers, context, _begin, (halt,)) as pool:
        out: dict[Future[Played], Task] = {}
        try:
            while True:
                for _, task in zip(range(AHEAD * workers - len(out)), waiting, strict=False):
                    out[pool.submit(_play, *task)] = task
                if not out:
                    return
                done, _ = wait(out, return_when=FIRST_COMPLETED)
                for future in done:
                    result = future.result()
                    match, _ = out.pop(future)
                    yield match, result
        except BrokenProcessPool:
            games = ", ".join(f"{number} of {match.key}" for match, number in out.values())
            raise WorkerDied(f"a worker died in one of the games {games}") from None
        finally:
            halt.set()
            pool.shutdown(wait=False, cancel_futures=True)


def _begin(halt: Event) -> None:
    global _halt
    _halt = halt
    # The terminal's Ctrl-C reaches everybody; here only the event counts.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_watch_parent, daemon=True).start()


def _watch_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os._exit(1)


def _play(match: Match, number: int) -> Played:
    assert _halt is not None
    return play(match, number, halted=_halt.is_set)
