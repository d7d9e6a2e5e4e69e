"""Computers in worker processes: good answers, and what stands in for bad ones."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest
from tests.unit.server.bad_players import PLAYERS

import duiyi
from duiyi.core.locale import LANGUAGES, has
from duiyi.server.computers import Answer, Computers, Thought
from duiyi.server.words import add_catalogs

ROOT = Path(__file__).parents[3]
T = TypeVar("T")
START = duiyi.game("relati-classic").start().play("A1")


@pytest.fixture(autouse=True)
def bad_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that workers see, and this process does not."""
    metadata = tmp_path / "bad_players-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: bad-players\nVersion: 1.0\n")
    lines = [f"{n} = tests.unit.server.bad_players:{cls.__name__}" for n, cls in PLAYERS.items()]
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

    with_computers(use, workers=2)
    for worker in seen.iterdir():
        with pytest.raises(ProcessLookupError):
            os.kill(int(worker.name), 0)


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
