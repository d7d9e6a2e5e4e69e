"""A worker in a process of its own: takes jobs, works a little on each, finishes it with a game.

python -m tests.classes.worker DIRECTORY OWNER LEASE WORK
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from duiyi.classes.people.tokens import new_id
from duiyi.classes.rows import ClassGame, GameKind, Job
from duiyi.classes.store.jobs import LeaseLost
from duiyi.classes.store.sqlite import SqliteClasses

IDLE = 0.02


def now() -> int:
    return time.time_ns() // 1_000_000


def game_of(job: Job, owner: str) -> ClassGame:
    return ClassGame(
        id=new_id(),
        class_id=job.class_id,
        kind=GameKind.ladder,
        seats=(job.id, owner),
        opening="",
        seed=job.epoch,
        scores=(1.0, 0.0),
        reason="played",
        created=job.created,
        finished=now(),
    )


def work(store: SqliteClasses, owner: str, lease: float, seconds: float) -> None:
    while True:
        job = store.jobs.take(owner, now(), lease)
        if job is None:
            time.sleep(IDLE)
            continue
        print("took", job.id, job.epoch, flush=True)
        time.sleep(seconds)
        try:
            with store.transaction():
                store.games.add(game_of(job, owner))
                store.jobs.finish(job, now(), {"owner": owner, "epoch": job.epoch})
            print("done", job.id, job.epoch, flush=True)
        except LeaseLost:
            print("lost", job.id, job.epoch, flush=True)


if __name__ == "__main__":
    _, directory, owner, lease, seconds = sys.argv
    work(SqliteClasses(Path(directory), create=False), owner, float(lease), float(seconds))
