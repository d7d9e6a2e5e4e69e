"""From an empty directory to ratings, over the real server and its arena process: a class is made,
students join, hand in, become active, play and are rated; the arena dies and comes back."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server_process import served

from duiyi.arena.classroom.work.standings import recomputed
from duiyi.arena.game.judge import Finding, judge
from duiyi.classes.making import make_class
from duiyi.classes.roster import Entry
from duiyi.classes.rows import GameKind
from duiyi.classes.settings import ClassSettings
from duiyi.classes.store.sqlite import SqliteClasses
from duiyi.core.clock import Clock
from duiyi.core.record.dyr import read_dyr

SOURCE = (Path(__file__).parents[1] / "arena" / "first_move.c").read_bytes()
BROKEN = b"int main(void) { return 0 }\n"
SECRET = "correct horse"
SECONDS = 240.0


def wait_for(condition: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.1)


def arena_of(store: SqliteClasses) -> int:
    """The process that was last at work."""
    pulse = store.ladders.pulse()
    return 0 if pulse is None else int(pulse.owner.split("-")[-2])


@pytest.mark.parametrize("kills", [0, pytest.param(2, marks=pytest.mark.slow)])
def test_from_an_empty_directory_to_ratings(tmp_path: Path, kills: int) -> None:
    directory = tmp_path / "classes"
    now = time.time_ns() // 1_000_000
    settings = ClassSettings(game="relati-classic", clock=Clock("turn", 5.0))
    roster = [Entry(f"B{at}", f"Student {at}", "") for at in range(2)]
    with closing(SqliteClasses(directory)) as store:
        made = make_class(store, "cs2", "CS 2", settings, Entry("T", "T", ""), now, roster)
        with served(tmp_path / "db", ["--classes", str(directory)]) as server:
            students = [httpx.Client(base_url=server.url, timeout=60) for _ in roster]
            teacher = httpx.Client(base_url=server.url, timeout=60)
            try:
                _term(store, made.link, made.code, teacher, students, kills)
            finally:
                for client in (*students, teacher):
                    client.close()
            arena = arena_of(store)
            assert server.stop() == 0
            wait_for(lambda: not Path(f"/proc/{arena}").exists(), "the arena ends with the server")
        standing = store.ladders.standing(made.made.id)
        assert standing is not None
        assert standing == recomputed(store, made.made.id, standing.at)
        played = [*store.games.of_class(made.made.id)]
        assert standing.games == len(played) == len({one.id for one in played})
        said = [found for one in played for found in judge(read_dyr(one.record))]
        assert all(found.finding is Finding.confirmed for found in said)


def _term(
    store: SqliteClasses,
    link: str,
    code: str,
    teacher: httpx.Client,
    students: list[httpx.Client],
    kills: int,
) -> None:
    body = {"token": link, "login": "teacher", "password": SECRET}
    assert teacher.post("api/invitations/redeem", json=body).json()["slug"] == "cs2"
    for at, client in enumerate(students):
        join = {"code": code, "student": f"B{at}", "login": f"b{at}", "password": SECRET}
        assert client.post("api/join", json=join).json()["waiting"] is False
    first, second = students
    for client in students:
        handed = client.post("api/classes/cs2/versions?name=bot.c", content=SOURCE)
        assert handed.status_code == 201
    for _ in range(kills):
        wait_for(lambda: arena_of(store) > 0, "the arena is at work")
        gone = arena_of(store)
        os.kill(gone, signal.SIGKILL)
        wait_for(lambda gone=gone: arena_of(store) != gone, "it is started again")  # type: ignore[misc]
    wait_for(lambda: _active(first) == _active(second) == 1, "both are active")
    broken = first.post("api/classes/cs2/versions?name=bad.c", content=BROKEN).json()
    path = f"api/classes/cs2/versions/{broken['id']}"
    wait_for(lambda: first.get(path).json()["state"] == "stopped", "the broken one stops")
    shown = first.get(path).json()
    assert (shown["stoppedAt"], shown["counts"]) == ("compiled", False)
    assert shown["heading"] is not None
    assert shown["validation"]["steps"][1]["findings"][0]["source"]["line"] == 1
    assert second.get(path).status_code == 404
    assert _active(first) == 1
    wait_for(lambda: len(_games(first)) >= 4, "games are played")
    wait_for(lambda: len([*_placed(first)]) == 2, "both are on the ladder")
    own = [row for row in _placed(first) if row["mine"]]
    assert [row["version"] for row in own] == [1]
    assert {row["pseudonym"] for row in _rows(first) if row["reference"]} >= {"random", "greedy"}
    (game, *_) = _games(first)
    told = first.get(f"api/classes/cs2/games/{game['id']}").json()
    assert len(told["words"]) == 1
    assert read_dyr(told["record"]).nodes
    sums = teacher.get("api/classes/cs2/sums").json()
    assert sums["games"] >= 4
    assert [one["state"] for one in teacher.get("api/classes/cs2/members").json()][:1] == [
        "stopped"
    ]
    assert {one.seats for one in store.games.results(_id(store), GameKind.ladder)}


def _id(store: SqliteClasses) -> str:
    found = store.classes.by_slug("cs2")
    assert found is not None
    return found.id


def _active(client: httpx.Client) -> int:
    return int(client.get("api/classes/cs2").json()["active"])


def _games(client: httpx.Client) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get("api/classes/cs2/games").json()
    return found


def _rows(client: httpx.Client) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get("api/classes/cs2/ladder").json()["rows"]
    return found


def _placed(client: httpx.Client) -> list[dict[str, Any]]:
    return [row for row in _rows(client) if row["place"]]


@pytest.mark.slow
def test_a_server_that_is_killed_takes_its_arena_along_and_comes_back(tmp_path: Path) -> None:
    directory = tmp_path / "classes"
    now = time.time_ns() // 1_000_000
    settings = ClassSettings(game="relati-classic", clock=Clock("turn", 5.0))
    with closing(SqliteClasses(directory)) as store:
        made = make_class(store, "cs2", "CS 2", settings, Entry("T", "T", ""), now)
        gone = 0
        for _ in range(2):
            before = store.games.count(made.made.id)
            with served(tmp_path / "db", ["--classes", str(directory)]) as server:
                wait_for(lambda gone=gone: arena_of(store) not in (0, gone), "it works")  # type: ignore[misc]
                wait_for(
                    lambda before=before: store.games.count(made.made.id) > before,  # type: ignore[misc]
                    "references play",
                )
                gone = arena_of(store)
                server.kill()
                wait_for(lambda gone=gone: not Path(f"/proc/{gone}").exists(), "it ends")  # type: ignore[misc]
        played = [*store.games.of_class(made.made.id)]
        assert len({one.id for one in played}) == len(played)
        places = [(one.opening, one.seats) for one in played]
        assert len(places) == len({*places})
