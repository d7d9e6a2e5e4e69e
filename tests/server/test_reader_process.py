"""The process that reads strangers' texts ends with the server, however that ends."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

_SERVER = """
import asyncio, sys
from duiyi.server.records.reader import Reader

async def main():
    reader = Reader()
    await reader.run(int, "1")
    print(*reader._pool._processes, flush=True)
    await asyncio.sleep(600)

if __name__ == "__main__":
    asyncio.run(main())
"""


def _runs(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
def test_it_does_not_outlive_a_killed_server(tmp_path: Path) -> None:
    script = tmp_path / "server.py"
    script.write_text(_SERVER)
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        pids = [int(word) for word in server.stdout.readline().split()]
        assert pids
        assert all(map(_runs, pids))
        server.send_signal(signal.SIGKILL)
    end = time.monotonic() + 60
    while any(map(_runs, pids)):
        assert time.monotonic() < end, "it is still there"
        time.sleep(0.02)
