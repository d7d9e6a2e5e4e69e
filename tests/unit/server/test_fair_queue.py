"""FairQueue: nobody's backlog makes others wait."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from duiyi.server.fair_queue import CALLER, Caller, FairQueue, Full


async def order(turns: FairQueue, callers: Sequence[Caller]) -> list[Caller]:
    """In which order these are served, all of whom ask while somebody else has the place."""
    served: list[Caller] = []
    first = asyncio.Event()

    async def holds() -> None:
        async with turns.of(Caller("first")):
            await first.wait()

    async def ask(caller: Caller) -> None:
        async with turns.of(caller):
            served.append(caller)
            await asyncio.sleep(0)

    tasks = [asyncio.create_task(holds())]
    await asyncio.sleep(0)
    tasks += [asyncio.create_task(ask(caller)) for caller in callers]
    await asyncio.sleep(0)
    first.set()
    await asyncio.gather(*tasks)
    return served


def test_addresses_take_turns_however_much_one_has_waiting() -> None:
    many, other = [Caller("a")] * 5, [Caller("b"), Caller("c")]
    found = asyncio.run(order(FairQueue(1), [*many, *other]))
    assert [one.address for one in found] == ["a", "b", "c", "a", "a", "a", "a"]


def test_guests_of_an_address_take_turns_too() -> None:
    ann, bob = Caller("a", "ann"), Caller("a", "bob")
    found = asyncio.run(order(FairQueue(1), [ann, ann, ann, bob, Caller("b", "eve")]))
    assert [one.guest for one in found] == ["ann", "eve", "bob", "ann", "ann"]


def test_who_comes_later_waits_for_one_unit_of_work_and_no_more() -> None:
    """Also where the backlog's owner has just been served and is first in line."""

    async def use() -> list[str]:
        turns, served, gates = FairQueue(1), [], {}

        async def ask(name: str, address: str) -> None:
            async with turns.of(Caller(address)):
                served.append(name)
                gates[name] = asyncio.Event()
                await gates[name].wait()

        tasks = [asyncio.create_task(ask(f"a{number}", "a")) for number in range(4)]
        await asyncio.sleep(0)
        gates["a0"].set()
        while served[-1] != "a1":
            await asyncio.sleep(0)
        tasks.append(asyncio.create_task(ask("b", "b")))
        await asyncio.sleep(0)
        for _ in range(4):
            gates[served[-1]].set()
            for _ in range(5):
                await asyncio.sleep(0)
        await asyncio.gather(*tasks)
        return served

    assert asyncio.run(use()) == ["a0", "a1", "b", "a2", "a3"]


def test_only_so_many_may_wait_in_all_and_of_one_address() -> None:
    async def use() -> None:
        turns = FairQueue(1, most=3, most_each=2)
        async with turns.of(Caller("a")):
            waiting = [asyncio.create_task(turns._enter(Caller("a"))) for _ in range(2)]
            await asyncio.sleep(0)
            with pytest.raises(Full):
                await turns._enter(Caller("a"))
            waiting.append(asyncio.create_task(turns._enter(Caller("b"))))
            await asyncio.sleep(0)
            with pytest.raises(Full):
                await turns._enter(Caller("c"))
            assert (turns.waiting, turns.addresses, turns.waiting_of("a")) == (3, 2, 2)
            for one in waiting:
                one.cancel()
            await asyncio.wait(waiting)
            assert (turns.waiting, turns.addresses) == (0, 0)

    asyncio.run(use())


def test_whoever_gives_up_leaves_no_trace() -> None:
    async def use() -> None:
        turns = FairQueue(1)
        async with turns.of(Caller("a")):
            waits = asyncio.create_task(turns._enter(Caller("b")))
            await asyncio.sleep(0)
        # It has the turn now, and gives up before it knows.
        waits.cancel()
        await asyncio.wait([waits])
        async with asyncio.timeout(5), turns.of(Caller("c")):
            assert not turns._waiting
        assert not turns._serving

    asyncio.run(use())


def test_an_address_may_be_held_to_one_at_a_time_beside_others() -> None:
    async def use() -> None:
        turns, serving, most = FairQueue(3, each=1), [], 0

        async def ask(address: str) -> None:
            nonlocal most
            async with turns.of(Caller(address)):
                assert address not in serving
                serving.append(address)
                most = max(most, len(serving))
                await asyncio.sleep(0)
                serving.remove(address)

        await asyncio.gather(*(ask(address) for address in "aaaabbbbcccc"))
        assert most == 3

    asyncio.run(use())


def test_without_a_caller_it_is_whoever_asks() -> None:
    async def use() -> None:
        turns = FairQueue(1)
        CALLER.set(Caller("here", "ann"))
        async with turns.of():
            assert turns._serving == {"here": 1}

    asyncio.run(use())
