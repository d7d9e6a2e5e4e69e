"""A cup of eight bots, all pairs, in which workers and the director are killed at random, ends with
exactly the scheduled games, each once: with local workers, and on a Dask cluster.

`DUIYI_SOAK=1` runs the full form.
"""

from __future__ import annotations

import os
import random
import signal
from functools import partial
from pathlib import Path

import pytest
from tests.arena.cups import (
    PATIENCE,
    check_complete,
    dask_cluster,
    director,
    gone,
    kill,
    next_game,
    scratch,
    until,
    workers,
    write_cup,
)

SOAK = os.environ.get("DUIYI_SOAK") == "1"
KILLS, CLUSTER_KILLS, GAMES = (20, 20, 4) if SOAK else (4, 2, 2)
PAIRS = 28
DIRECTORS = 0.4
"""So many of the kills hit the director."""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
def test_killed_at_random_it_plays_every_game_exactly_once(tmp_path: Path) -> None:
    chance = random.Random(7)
    scratches: set[Path] = set()
    write_cup(tmp_path, GAMES)
    results = tmp_path / "cup-results"
    kills, words = 0, ["run", "cup.toml", "--workers", "2"]
    code: int | None = None
    while code != 0:
        with director(tmp_path, *words) as process:
            while kills < KILLS and next_game(results, process):
                kills += 1
                playing = workers(process.pid)
                scratches.add(scratch(results))
                if chance.random() < DIRECTORS:
                    kill(process.pid)
                    process.wait()
                    # They end by themselves, and close their bots, when nobody directs them.
                    until(partial(gone, playing))
                elif playing:
                    kill(chance.choice(playing))
            code = process.wait(PATIENCE)
            assert code in (0, -signal.SIGKILL), (tmp_path / "log").read_text()
        words = ["resume", "cup-results", "--workers", "2"]
    found = check_complete(results)
    assert len(found.games) == PAIRS * GAMES
    assert kills == KILLS
    assert not any(place.exists() for place in scratches)


@pytest.mark.slow
def test_interrupted_it_ends_cleanly_and_says_how_to_go_on(tmp_path: Path) -> None:
    write_cup(tmp_path, 2)
    results = tmp_path / "cup-results"
    with director(tmp_path, "cup.toml", "-j", "1") as process:
        assert all(next_game(results, process) for _ in range(3))
        playing = workers(process.pid)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130
    assert gone(playing)
    said = (tmp_path / "log").read_text()
    assert said.count("duiyi cup resume cup-results --workers 1") == 2
    assert "Traceback" not in said
    with director(tmp_path, "resume", "cup-results", "--workers", "2") as process:
        assert process.wait(PATIENCE) == 0
    check_complete(results)
    assert (results / "report.html").is_file()
    assert (results / "standings.csv").is_file()


def test_two_directors_do_not_play_the_same_cup(tmp_path: Path) -> None:
    write_cup(tmp_path, 2)
    results = tmp_path / "cup-results"
    with director(tmp_path, "run", "cup.toml", "-j", "1") as process:
        assert next_game(results, process)
        with director(tmp_path, "resume", "cup-results") as second:
            assert second.wait(PATIENCE) == 2
        assert "another duiyi" in (tmp_path / "log").read_text()
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 130


@pytest.mark.slow
def test_on_a_cluster_the_games_of_killed_workers_are_played_again(tmp_path: Path) -> None:
    chance = random.Random(3)
    write_cup(tmp_path, GAMES)
    results = tmp_path / "cup-results"
    with dask_cluster(tmp_path, 2) as (address, there):
        kills, words = 0, ["run", "cup.toml", "--scheduler", address]
        code: int | None = None
        while code != 0:
            with director(tmp_path, *words) as process:
                while kills < CLUSTER_KILLS and next_game(results, process):
                    if kills == CLUSTER_KILLS - 1:
                        kill(process.pid)
                        process.wait()
                    elif playing := there():
                        kill(chance.choice(playing))
                    else:
                        continue
                    kills += 1
                code = process.wait(PATIENCE)
                assert code in (0, -signal.SIGKILL), (tmp_path / "log").read_text()
            words = ["resume", "cup-results", "--scheduler", address]
    assert kills == CLUSTER_KILLS
    assert len(check_complete(results).games) == PAIRS * GAMES


@pytest.mark.slow
def test_where_no_scheduler_answers_it_says_so(tmp_path: Path) -> None:
    write_cup(tmp_path, 1)
    with director(tmp_path, "run", "cup.toml", "--scheduler", "tcp://127.0.0.1:9") as process:
        assert process.wait(PATIENCE) == 2
    said = (tmp_path / "log").read_text()
    assert "no Dask scheduler answers at tcp://127.0.0.1:9" in said
    assert "Traceback" not in said
