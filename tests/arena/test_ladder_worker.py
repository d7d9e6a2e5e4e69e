"""The arena process of classes, killed at any moment: every game once, ratings as recomputed."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from tests.arena.ladder_process import STOP_SECONDS, at_work, handed_in, wait_for
from tests.selection import slow_but

from duiyi.arena.classroom.work.standings import recomputed
from duiyi.classes.rows import GameKind, JobKind, JobState, VersionState
from duiyi.classes.store.sqlite import SqliteClasses
from duiyi.core.record.dyr import read_dyr


@pytest.mark.parametrize("kills", slow_but(2, of=[2, 12]))
def test_killed_again_and_again_it_plays_every_game_once(tmp_path: Path, kills: int) -> None:
    directory = tmp_path / "classes"
    chance = random.Random(kills)
    with closing(SqliteClasses(directory)) as store:
        room = handed_in(store)

        def active() -> int:
            return len(store.versions.active(room.kept.id))

        def count() -> int:
            return store.games.count(room.kept.id)

        for number in range(kills):
            with at_work(directory) as process:
                # The first dies while it validates or calibrates, the others among games.
                if number:
                    wanted = count() + chance.randrange(1, 12)
                    wait_for(lambda wanted=wanted: count() >= wanted, process)  # type: ignore[misc]
                else:
                    wait_for(lambda: store.jobs.pending(room.kept.id, JobKind.game) > 0, process)
                time.sleep(chance.random() * 0.3)
                process.kill()
        before = count()
        with at_work(directory) as process:
            wait_for(lambda: active() == 2 and count() >= before + 20, process)
            process.send_signal(signal.SIGTERM)
            assert process.wait(STOP_SECONDS) == 0

        jobs = store.jobs.recent(room.kept.id, JobKind.game, 100_000)
        assert {one.state for one in jobs} <= {JobState.done, JobState.queued}
        results = [*store.games.results(room.kept.id, GameKind.ladder)]
        ids = [one.id for one in results]
        assert len(ids) == len({*ids})
        assert {*ids} == {one.id for one in jobs if one.state is JobState.done}
        places = [(one.payload["opening"], one.payload["turn"]) for one in jobs]
        assert len(places) == len({*places})
        for version in store.versions.of_class(room.kept.id):
            assert version.state is VersionState.active
        standing = store.ladders.standing(room.kept.id)
        assert standing is not None
        assert standing == recomputed(store, room.kept.id, standing.at)
        for game in store.games.of_class(room.kept.id):
            assert read_dyr(game.record).last().outcome is not None
    said = _ran("ratings", "cs2", "--classes", str(directory))
    assert said.returncode == 0, said
    assert f"{len(ids)} games on the ladder" in said.stdout


def _ran(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "duiyi", "ladder", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
