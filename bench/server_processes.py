"""Processes to measure: the server or the echo on one core, this process on the other."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TypeVar

from tests.server_process import Served, served

T = TypeVar("T")


class Cores:
    """One core for the server and one for the load; the same where there is only one."""

    def __init__(self) -> None:
        usable = sorted(os.sched_getaffinity(0))
        self.server, self.load = {usable[0]}, {usable[-1]}
        os.sched_setaffinity(0, self.load)

    @contextmanager
    def on_the_servers(self, started: AbstractContextManager[T]) -> Iterator[T]:
        """What is started there stays there, with all its threads: they inherit the core."""
        os.sched_setaffinity(0, self.server)
        with started as process:
            os.sched_setaffinity(0, self.load)
            yield process


def server() -> AbstractContextManager[Served]:
    return served(extra_args=("--limits", "generous"))


@contextmanager
def echo_server() -> Iterator[tuple[str, int]]:
    """The smallest possible server on the same uvicorn: its address and process."""
    command = [sys.executable, "-m", "bench.echo"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip(), process.pid
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def many_files() -> None:
    """Thousands of sockets at once; servers inherit it."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def cpu_seconds(process: int) -> float:
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident(process: int) -> int:
    """Bytes of memory that the process has."""
    with open(f"/proc/{process}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
