"""A real `duiyi ladder worker`, and a class whose students have handed in."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.unit.arena.classroom.room import Room, make_room

from duiyi.classes.hand_ins import hand_in
from duiyi.classes.store.sqlite import SqliteClasses

FIRST_MOVE = Path(__file__).parent / "first_move.c"
STOP_SECONDS = 30.0


def handed_in(store: SqliteClasses, members: int = 2) -> Room:
    room = make_room(store, members)
    now = time.time_ns() // 1_000_000
    for member in room.members:
        hand_in(store, room.kept, member, FIRST_MOVE.read_bytes(), now, FIRST_MOVE.name)
    return room


@contextlib.contextmanager
def at_work(directory: Path) -> Iterator[subprocess.Popen[bytes]]:
    words = ["ladder", "worker", "--classes", str(directory), "--workers", "2"]
    words += ["--reference", "random", "--reference", "greedy"]
    process = subprocess.Popen([sys.executable, "-m", "duiyi", *words], stdout=subprocess.DEVNULL)
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(STOP_SECONDS)


def wait_for(
    condition: Callable[[], bool], process: subprocess.Popen[bytes], seconds: float = 120.0
) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it takes too long"
        assert process.poll() is None, "it has ended"
        time.sleep(0.05)
