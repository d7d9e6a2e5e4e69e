"""Computers in worker processes: good answers, and what stands in for bad ones."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest
from tests.unit.server.computers.bad_players import PLAYERS

import duiyi
from duiyi.core.locale import LANGUAGES, has
from duiyi.server.computers import pool as computers_module
from duiyi.server.computers.coaching import Decided
from duiyi.server.computers.pool import Answer, Computers, Thought
from duiyi.server.fair_queue import CALLER, Caller
from duiyi.server.wire.analysis import Coached, Hint
from duiyi.server.wire.refusal import Refused
from duiyi.server.words import add_catalogs

ROOT = Path(__file__).parents[4]
T = TypeVar("T")
START = duiyi.game("relati-classic").start().play("A1")


@pytest.fixture(autouse=True)
def bad_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that workers see, and this process does not."""
    metadata = tmp_path / "bad_players-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: bad-players\nVersion: 1.0\n")
    lines = [
        f"{n} = tests.unit.server.computers.bad_players:{cls.__name__}"
        for n, cls in PLAYERS.items()
    ]
    (metadata / "entry_points.txt").write_text("\n".join(["[duiyi.players]", *lines, ""]))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), str(ROOT)]))


def thought(player: str, seed: int = 1, seconds: float = 0.1) -> Thought:
    return Thought("relati-classic", START.dump(), player, seed, seconds)


def with_computers(
    use: Callable[[Computers], Awaitable[T]], workers: int = 1, grace: float = 30
) -> T:
    async def main() -> T:
        computers = Computers(workers, grace)
        try:
            return await use(computers)
        finally:
            await computers.close()

    return asyncio.run(main())


def expect_replaced(answer: Answer, reason: str) -> None:
    assert START.why_not(answer.token) is None
    assert answer.notice is not None
    assert answer.notice.key == f"server:{reason}"


def test_every_player_of_ours_answers_with_a_legal_move() -> None:
    async def use(computers: Computers) -> list[Answer]:
        return [await computers.think(thought(name)) for name in ("random", "greedy", "mcts")]

    for answer in with_computers(use):
        assert answer.notice is None
        assert START.why_not(answer.token) is None


@pytest.mark.parametrize(
    "player",
    ["crashing", "exiting", "illegal", "nonsense", "impatient", "gone-since", ""],
)
def test_a_bad_answer_is_replaced_and_the_next_thought_is_served(player: str) -> None:
    async def use(computers: Computers) -> tuple[Answer, Answer]:
        return await computers.think(thought(player)), await computers.think(thought("random"))

    bad, good = with_computers(use)
    expect_replaced(bad, "computer-failed")
    assert good.notice is None


def test_a_player_that_hangs_is_ended_in_time() -> None:
    async def use(computers: Computers) -> tuple[Answer, Answer]:
        slow = await computers.think(thought("hanging"))
        computers._grace = 30  # the good one may take its time on a busy machine
        return slow, await computers.think(thought("random"))

    begun = time.monotonic()
    slow, good = with_computers(use, grace=0.5)
    expect_replaced(slow, "computer-slow")
    assert good.notice is None
    assert time.monotonic() - begun < 60


def test_a_player_that_prints_does_not_answer_by_it() -> None:
    answer = with_computers(lambda computers: computers.think(thought("chatting")))
    assert answer == Answer(START.text(START.actions()[-1]))


def test_a_hanging_player_does_not_keep_others_waiting() -> None:
    async def use(computers: Computers) -> list[Answer]:
        hanging = asyncio.create_task(computers.think(thought("hanging")))
        good = [await computers.think(thought("random", seed)) for seed in range(5)]
        assert not hanging.done()
        hanging.cancel()
        await asyncio.wait([hanging])
        return good

    assert all(answer.notice is None for answer in with_computers(use, workers=2, grace=300))


def test_thinking_leaves_the_loop_free() -> None:
    async def use(computers: Computers) -> float:
        await computers.think(thought("random"))
        thinking = asyncio.create_task(computers.think(thought("mcts", seconds=1)))
        longest, before = 0.0, time.thread_time()
        while not thinking.done():
            await asyncio.sleep(0)
            longest, before = max(longest, time.thread_time() - before), time.thread_time()
        return longest

    assert with_computers(use) < 0.1


def test_a_worker_is_prepared_and_without_one_the_server_starts_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def use(computers: Computers) -> tuple[int, int]:
        before = computers.idle
        await computers.prepare()
        return before, computers.idle

    assert with_computers(use, workers=3) == (0, 1)
    monkeypatch.setattr(sys, "executable", "/nothing")
    assert with_computers(use, workers=3) == (0, 0)


def test_workers_are_started_when_needed_and_used_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = tmp_path / "seen"
    seen.mkdir()
    monkeypatch.setenv("COUNTING", str(seen))

    async def use(computers: Computers) -> None:
        assert not list(seen.iterdir())
        for _ in range(4):
            assert (await computers.think(thought("counting"))).notice is None
        assert len(list(seen.iterdir())) == 1
        await asyncio.gather(*(computers.think(thought("counting")) for _ in range(6)))
        assert len(list(seen.iterdir())) == 2

    with_computers(use, workers=3)
    for worker in seen.iterdir():
        with pytest.raises(ProcessLookupError):
            os.kill(int(worker.name), 0)


def test_quick_players_do_not_wait_behind_those_who_think_long() -> None:
    async def use(computers: Computers) -> Answer:
        hanging = [asyncio.create_task(computers.think(thought("hanging"))) for _ in range(3)]
        await asyncio.sleep(0)
        quick = await computers.think(thought("level-1"))
        assert not any(one.done() for one in hanging)
        for one in hanging:
            one.cancel()
        await asyncio.wait(hanging)
        return quick

    assert with_computers(use, workers=2, grace=300).notice is None


def test_another_address_thinks_after_one_unit_of_work_and_as_long_as_it_may() -> None:
    """However many tables of one address wait, and those think the shorter for it."""
    many, other = Caller("many", "guest"), Caller("other", "guest")

    async def use(computers: Computers) -> list[str]:
        served: list[str] = []
        times: dict[str, float] = {}
        shared = computers._shared

        def seen(seconds: float, caller: Caller) -> float:
            served.append(caller.address)
            times.setdefault(caller.address, shared(seconds, caller))
            return shared(seconds, caller)

        computers._shared = seen  # type: ignore[method-assign]
        asked = [
            asyncio.create_task(computers.think(thought("mcts", seconds=0.4), many))
            for _ in range(12)
        ]
        while not served:
            await asyncio.sleep(0.01)
        await computers.think(thought("mcts", seconds=0.4), other)
        for one in asked:
            one.cancel()
        await asyncio.wait(asked)
        assert times["other"] > 2 * times["many"]
        return served

    served = with_computers(use, workers=2)
    assert served[: served.index("other") + 1] == ["many", "other"]


def test_an_address_waits_for_so_many_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computers_module, "MOST_HINTS_EACH", 2)

    async def use(computers: Computers) -> list[str]:
        async def ask(address: str) -> str:
            CALLER.set(Caller(address))
            try:
                await computers.hint("relati-classic", START.dump(), 1, 1)
            except Refused as refused:
                return refused.code
            return "hint"

        asked = [asyncio.create_task(ask(address)) for address in "aaab"]
        return list(await asyncio.gather(*asked))

    assert with_computers(use) == ["hint", "hint", "busy", "hint"]


def seated(table: str = "t", seat: int = 1, branch: int = 0) -> Thought:
    return replace(thought("remembering"), table=table, seat=seat, branch=branch)


async def told(computers: Computers, asked: Thought) -> int:
    """Which of its questions this was to the player that remembers."""
    token = (await computers.think(asked)).token
    return [START.text(action) for action in START.actions()].index(token) + 1


def test_a_player_is_remembered_at_its_seat_until_the_table_is_forgotten() -> None:
    async def use(computers: Computers) -> None:
        assert [await told(computers, seated()) for _ in range(3)] == [1, 2, 3]
        assert await told(computers, seated(seat=2)) == 1
        assert await told(computers, seated("other")) == 1
        assert await told(computers, seated()) == 4
        computers.forget("t")
        assert await told(computers, seated()) == 1
        assert await told(computers, seated("other")) == 2

    with_computers(use)


def test_after_an_undo_somebody_new_thinks() -> None:
    async def use(computers: Computers) -> list[int]:
        return [await told(computers, seated(branch=branch)) for branch in (0, 0, 7, 7, 0)]

    assert with_computers(use) == [1, 2, 1, 2, 1]


def test_a_table_thinks_where_it_is_remembered() -> None:
    async def use(computers: Computers) -> None:
        asked = [seated(f"t{number}") for number in range(4)]
        await asyncio.gather(*(told(computers, one) for one in asked))
        assert len(computers._idle) == 2
        for one in asked * 3:
            await told(computers, one)
        known = [worker.tables for worker in computers._idle]
        assert sorted(table for tables in known for table in tables) == ["t0", "t1", "t2", "t3"]
        assert [await told(computers, one) for one in asked] == [5, 5, 5, 5]

    with_computers(use, workers=3)


def test_without_a_table_nobody_is_remembered() -> None:
    async def use(computers: Computers) -> list[int]:
        return [await told(computers, seated("")) for _ in range(3)]

    assert with_computers(use) == [1, 1, 1]


def test_a_hint_is_a_legal_decision_with_what_follows() -> None:
    async def use(computers: Computers) -> Hint:
        return await computers.hint("relati-classic", START.dump(), 1, 1)

    hint = with_computers(use)
    assert (hint.at, hint.actor) == (1, 1)
    assert START.why_not(hint.token) is None
    assert hint.path == (hint.token,)
    assert hint.line[0].token == hint.token
    assert 0 <= hint.share <= 1


def test_a_hint_that_fails_is_refused_and_the_next_is_found() -> None:
    async def use(computers: Computers) -> None:
        with pytest.raises(Refused) as caught:
            await computers.hint("relati-classic", "nothing", 0, 1)
        assert (caught.value.status, caught.value.code) == (503, "hint-failed")
        assert (await computers.hint("relati-classic", START.dump(), 1, 1)).token

    with_computers(use)


def test_the_coach_waits_with_the_hints_and_fails_like_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(computers_module, "MOST_HINTS", 1)
    decided = Decided("relati-classic", START.dump(), 1, "C4", 1, made=True)

    async def use(computers: Computers) -> None:
        first, second = await asyncio.gather(
            computers.coach(decided, 1), computers.coach(decided, 1), return_exceptions=True
        )
        assert isinstance(first, Coached)
        assert isinstance(second, Refused)
        assert second.code == "busy"
        with pytest.raises(Refused) as caught:
            await computers.coach(replace(decided, dump="nothing"), 1)
        assert (caught.value.status, caught.value.code) == (503, "hint-failed")

    with_computers(use)


def test_more_hints_than_may_wait_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computers_module, "MOST_HINTS", 1)

    async def use(computers: Computers) -> list[Any]:
        asked = (computers.hint("relati-classic", START.dump(), 1, 1) for _ in range(3))
        return await asyncio.gather(*asked, return_exceptions=True)

    first, *others = with_computers(use)
    assert isinstance(first, Hint)
    assert [getattr(other, "code", other) for other in others] == ["busy", "busy"]


def test_the_same_seed_gives_the_same_answer() -> None:
    async def use(computers: Computers) -> list[str]:
        return [(await computers.think(thought("random", seed))).token for seed in (1, 1, 2, 3, 4)]

    first, again, *others = with_computers(use)
    assert first == again
    assert set(others) != {first}


@pytest.mark.parametrize(
    ("game", "dump"),
    [
        ("relati-classic", "nothing"),
        ("no-such-game", START.dump()),
        ("relati-classic", START.withdraw(0).dump()),
        ("atom", duiyi.game("atom").start().play("a").dump()),
    ],
)
def test_where_nobody_can_decide_the_answer_is_empty(game: str, dump: str) -> None:
    asked = Thought(game, dump, "random", 1, 0.1)
    answer = with_computers(lambda computers: computers.think(asked))
    assert answer.token == ""
    assert answer.notice is not None


def test_after_closing_a_random_move_is_given_at_once() -> None:
    async def use(computers: Computers) -> tuple[Answer, Answer]:
        hanging = asyncio.create_task(computers.think(thought("hanging")))
        await computers.think(thought("random"))
        await computers.close()
        return await hanging, await computers.think(thought("random"))

    for answer in with_computers(use, workers=2, grace=300):
        expect_replaced(answer, "computer-failed")


def test_notices_have_words_in_all_languages() -> None:
    add_catalogs()
    for key in ("server:computer-failed", "server:computer-slow"):
        assert all(has(key, language) for language in LANGUAGES)
