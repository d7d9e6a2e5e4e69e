"""The process beside the server: started again, with pauses that grow, and ended in order."""

from __future__ import annotations

import asyncio
import os
import sys

import pytest

from duiyi.server.classes.supervisor import Supervisor

DIES = [sys.executable, "-c", "import sys; sys.exit(3)"]


def test_what_dies_is_started_again() -> None:
    async def scenario() -> int:
        supervisor = Supervisor(DIES, first=0.01)
        supervisor.start()
        async with asyncio.timeout(60):
            while supervisor.starts < 3:
                await asyncio.sleep(0.02)
        await supervisor.close()
        return supervisor.starts

    assert asyncio.run(scenario()) >= 3


def test_what_cannot_be_started_is_tried_again_and_ends() -> None:
    async def scenario() -> None:
        supervisor = Supervisor(["/nothing/of/this/name"], first=0.01)
        supervisor.start()
        await asyncio.sleep(0.05)
        await supervisor.close()
        assert supervisor.starts == 0

    asyncio.run(scenario())


def test_at_the_end_it_is_told_and_nothing_is_left() -> None:
    async def scenario() -> int:
        supervisor = Supervisor([sys.executable, "-c", "import time; time.sleep(600)"])
        supervisor.start()
        async with asyncio.timeout(60):
            while (pid := supervisor.pid) is None:
                await asyncio.sleep(0.02)
        await supervisor.close()
        return pid

    pid = asyncio.run(scenario())
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
