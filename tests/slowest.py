"""What each test costs, and the twenty that cost most at the end of a run.

The cost is processor time, since the time of day tells little on a busy machine: the test's own
process and all processes that it started, those that are still running included. What a fixture
costs is charged to the test during which it was spent, so the first test of a module pays for the
module. Costs travel in `user_properties`: xdist hands them on, `--junitxml` writes them down.
"""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

SHOWN = 20
# Cheaper ones are not worth a line.
LEAST = 0.1
PROPERTY = "processor_seconds"
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
PROCESSES = Path("/proc")


def spent() -> float:
    """The processor seconds of this process and of everything that it ever started."""
    own = resource.getrusage(resource.RUSAGE_SELF)
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    waited_for = own.ru_utime + own.ru_stime + ended.ru_utime + ended.ru_stime
    return waited_for + sum(ticks for process in running() for ticks in usage(process))


def running(parent: str = "self") -> Iterator[str]:
    """The processes that a process has started, and theirs, as far as the system tells."""
    for thread in listed(PROCESSES / parent / "task"):
        try:
            children = (PROCESSES / parent / "task" / thread / "children").read_text("ascii")
        except OSError:
            continue
        for child in children.split():
            yield child
            yield from running(child)


def listed(folder: Path) -> list[str]:
    """What is in a folder; nothing when its process has ended meanwhile, as any may at any time."""
    try:
        return os.listdir(folder)
    except OSError:
        return []


def usage(process: str) -> Iterator[float]:
    """Its user and system time, then those of its children that it has waited for."""
    try:
        line = (PROCESSES / process / "stat").read_text("utf-8", errors="replace")
    except OSError:
        return
    after_the_name = line.rpartition(")")[2].split()
    yield from (int(ticks) / TICKS_PER_SECOND for ticks in after_the_name[11:15])


@dataclass(frozen=True, order=True)
class Cost:
    processor: float
    wall: float
    test: str

    def __str__(self) -> str:
        return f"{self.processor:8.2f} s {self.wall:8.2f} s  {self.test}"


class Slowest:
    """The plugin: measures where tests run, collects where they are reported."""

    def __init__(self) -> None:
        self.costs: list[Cost] = []
        self._begun = 0.0
        self._read = 0.0
        self._cost = 0.0

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self) -> Generator[None, object, object]:
        self._begun, self._read, self._cost = time.monotonic(), spent(), 0.0
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self,
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        # A process that ends and that nobody waits for takes its time along: a browser that is
        # closed must not make the test before it look free.
        before, self._read = self._read, spent()
        self._cost += max(0.0, self._read - before)
        if report.when == "teardown":
            measured = [self._cost, time.monotonic() - self._begun]
            report.user_properties = [*report.user_properties, (PROPERTY, measured)]
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, value in report.user_properties:
            if name == PROPERTY and isinstance(value, list):
                processor, wall = value
                self.costs.append(Cost(processor, wall, report.nodeid))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        dear = sorted((cost for cost in self.costs if cost.processor >= LEAST), reverse=True)
        if not dear:
            return
        total = sum(cost.processor for cost in self.costs)
        terminalreporter.section(f"slowest {SHOWN} of {total:.1f} processor seconds", sep="-")
        terminalreporter.write_line(" processor       wall  test")
        for cost in dear[:SHOWN]:
            terminalreporter.write_line(str(cost))
