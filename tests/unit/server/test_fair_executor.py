"""FairExecutor: one thread, for which addresses take turns."""

from __future__ import annotations

import asyncio
import threading

import pytest

from duiyi.server.fair_executor import FairExecutor
from duiyi.server.fair_queue import CALLER, Caller
from duiyi.server.wire.refusal import Refused


def test_one_thread_serves_addresses_in_turn_and_says_when_too_many_wait() -> None:
    async def use() -> None:
        executor = FairExecutor("teacher", most=4, most_each=3)
        gate, served = threading.Event(), list[tuple[str, str]]()

        def work(name: str) -> str:
            gate.wait()
            served.append((name, threading.current_thread().name))
            return name

        def ask(name: str) -> asyncio.Task[str]:
            CALLER.set(Caller(name))
            return asyncio.create_task(executor.run(work, name))

        many = [ask("many") for _ in range(4)]
        await asyncio.sleep(0)
        refused = ask("many")
        others = [ask("other"), ask("third")]
        await asyncio.sleep(0)
        for one in (refused, others[1]):
            with pytest.raises(Refused) as caught:
                await one
            assert caught.value.code == "busy"
        gate.set()
        assert await asyncio.gather(*many, others[0]) == ["many"] * 4 + ["other"]
        assert [name for name, _ in served] == ["many", "other", "many", "many", "many"]
        assert {thread for _, thread in served} == {"teacher_0"}
        executor.close()

    asyncio.run(use())
