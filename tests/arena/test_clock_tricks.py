"""No trick with priorities, cores, threads or children makes time cheaper.

With every trick a bot does its work one part after the other, so that it could not be done sooner
on any number of cores. That long it has to pay, whoever else it lets run or wait meanwhile.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace

import pytest
from tests.arena.busy import bot, cores, crowd, turns
from tests.arena.sandboxes import NOTHING

from duiyi.arena.sandbox import ALL, Mechanisms, Pieces, probe
from duiyi.arena.sandbox.accounting import meters
from duiyi.engine import stopwatch
from duiyi.engine.bot import Spent
from duiyi.engine.waiting import NANOSECOND, Ran, Waits

WORK = 0.2
"""Seconds that each trick works."""
EXACT = 0.99
"""Clocks of threads and groups are not read at the same moment."""
LOWERED = ["idle", "nice", "batch"]
COMPANY = ["beside", "crowd"]
IN_TURNS = ["relay", "children", "orphans"]
TRICKS = ["burn", *LOWERED, *COMPANY, *IN_TURNS]
UNFILTERED = replace(ALL, seccomp=False)
UNTOLD = replace(probe().mechanisms, pressure=None)
"""A machine whose kernel does not tell how long a group has waited."""


def spent(
    how: str,
    allowed: int,
    pieces: Pieces = ALL,
    mechanisms: Mechanisms | None = None,
    interface: str = "protocol",
) -> Spent:
    core = cores()[0] if allowed == 1 else None
    asked = bot(
        interface, how, WORK, core=core, cores=allowed, pieces=pieces, mechanisms=mechanisms
    )
    (found,) = turns(asked, 30.0, 1)
    assert isinstance(found, Spent), found
    return found


@pytest.mark.parametrize("how", TRICKS)
@pytest.mark.parametrize("allowed", [1, 2])
def test_a_trick_pays_for_its_work(how: str, allowed: int) -> None:
    assert spent(how, allowed).charged >= EXACT * WORK


@pytest.mark.slow
@pytest.mark.parametrize("how", [*LOWERED, *COMPANY])
@pytest.mark.parametrize("mechanisms", [None, UNTOLD, NOTHING], ids=["told", "untold", "nothing"])
def test_it_pays_as_well_where_the_filter_does_not_hold_it(
    how: str, mechanisms: Mechanisms | None
) -> None:
    """That priorities cannot be changed is one thing; that it would gain nothing is another."""
    assert spent(how, 2, UNFILTERED, mechanisms).charged >= EXACT * WORK


@pytest.mark.parametrize("how", IN_TURNS)
@pytest.mark.parametrize("interface", ["protocol", "files-a"])
def test_processes_that_have_ended_are_paid_for_on_any_machine(how: str, interface: str) -> None:
    for allowed in (1, 2):
        assert spent(how, allowed, mechanisms=NOTHING, interface=interface).charged >= EXACT * WORK


@pytest.mark.alone
@pytest.mark.parametrize("how", ["idle", "beside", "crowd", "relay", "orphans"])
def test_nor_does_a_trick_gain_by_what_others_do(how: str) -> None:
    with crowd(2):
        assert spent(how, 2, UNFILTERED).charged >= EXACT * WORK


class LongestDelay(Waits):
    """As it was: whoever has waited longest tells for all of them, also while others run."""

    def add(self, threads: Mapping[Hashable, Ran], cpu: float) -> float:
        last = self._last
        waits = [now.delay - last.get(name, Ran(0, 0)).delay for name, now in threads.items()]
        self._last, self._cpu = dict(threads), cpu
        self.seconds += max(0, *waits) * NANOSECOND
        return self.seconds


@pytest.mark.alone
@pytest.mark.skipif(len(cores()) < 2, reason="there is only one core")
def test_where_all_waiting_may_be_left_out_a_trick_halves_the_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A wait is told when it is over: that of a thread of low priority, once in a while."""
    monkeypatch.setattr(meters, "Waits", LongestDelay)
    monkeypatch.setattr(
        stopwatch, "most_left_out", lambda spent, cores: spent.wall - spent.cpu / cores
    )
    with crowd(2):
        tries = (spent("nice", 2, UNFILTERED).charged for _ in range(10))
        assert any(charged < 0.75 * WORK for charged in tries)
