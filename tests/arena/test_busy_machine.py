"""On a machine with ten busy processes for each core: nobody is convicted for having waited, and
everybody who is too slow is.

A small form with a short clock always; `DUIYI_SOAK=1` for that of a real cup.
"""

from __future__ import annotations

import multiprocessing
import os
from concurrent.futures import Future, ProcessPoolExecutor
from fractions import Fraction
from multiprocessing.queues import Queue
from typing import NamedTuple

import pytest
from tests.arena.busy import INTERFACES, bot, cores, crowd, turns

from duiyi import game
from duiyi.arena.game.conditions import Conditions
from duiyi.arena.game.played import Played
from duiyi.arena.game.referee import play_game
from duiyi.arena.game.score import Result, score_of
from duiyi.core.clock import Clock
from duiyi.engine.bot import Spent
from duiyi.engine.fault import Fault

pytestmark = [pytest.mark.alone, pytest.mark.slow]

SOAK = bool(os.environ.get("DUIYI_SOAK"))
LIMIT = 5.0 if SOAK else 0.6
TURNS = 20 if SOAK else 2
TIMES = 3 if SOAK else 1
"""How often each of those who are too slow is tried."""
PAIRS = 4 if SOAK else 1
GAME_LIMIT = 1.0 if SOAK else 0.4
"""For identical bots, which play whole games."""
WORKERS = 6
"""More than there are cores: they slow each other down, and the crowd has less of the rest."""
WITHIN, BEYOND, ASLEEP = 0.9, 1.06, 1.1 if SOAK else 1.5
"""Parts of the limit. A sleeper's answer may come while we wait for a core ourselves, which is left
out: with so many others that is a tenth of a second, however short the clock is."""
EXACT = 0.05
"""Of the limit: what is charged beyond the CPU time, for starting and ending and the like."""
LATE = "t2...t/Trr.R./Tz2...../rR2....RT3/t..z.Zt2./...ZZ2zt2./tr....T/.t..R./trR2T. w 1 17"
"""A position of Tzaar in which both sides have some turns left, but not many."""


class Tried(NamedTuple):
    """What came of a bot's turns: those that counted, and the verdict that ended them if any did;
    in plain values, since they come from another process."""

    spent: list[Spent]
    verdict: str
    detail: str


class Game(NamedTuple):
    """Scores by seat, and what anybody was convicted of."""

    scores: tuple[Fraction, ...]
    offences: list[str]


def try_turns(interface: str, how: str, part: float, count: int) -> Tried:
    # Interface B is called for both steps of a turn, but in White's first one there is only one.
    found = [*turns(bot(interface, how, part * LIMIT, core=own_core()), LIMIT, count)]
    spent = [one for one in found if isinstance(one, Spent)]
    faults = [one for one in found if isinstance(one, Fault)]
    verdict = f"{faults[0].verdict.value} {faults[0].code}" if faults else ""
    return Tried(spent, verdict, str(faults[0]) if faults else "")


def play_identical(seed: int) -> Game:
    """Two bots that differ in nothing but their seats."""
    conditions = Conditions(clock=Clock("turn", GAME_LIMIT))
    bots = [bot("files-a", "burn", WITHIN * GAME_LIMIT, core=own_core()) for _ in range(2)]
    names = ["one", "two"]
    start = game("tzaar").load(LATE)
    played: Played = play_game(start, bots, conditions, seed=seed, names=names)
    assert played.scores is not None, played.offences
    offences = [f"{one.verdict.value} {one.code} {one.detail}" for one in played.offences]
    return Game(played.scores, offences)


def own_core() -> int:
    (core,) = os.sched_getaffinity(0)
    return core


def stay(numbers: Queue[int]) -> None:
    """A worker has a core, as those of a cup have."""
    own = cores()
    os.sched_setaffinity(0, {own[numbers.get() % len(own)]})


class Busy(NamedTuple):
    """Everything that was tried at the same time."""

    tried: dict[tuple[str, str], list[Tried]]
    games: list[Game]


CASES = {"within": ("burn", WITHIN), "beyond": ("burn", BEYOND), "asleep": ("sleep", ASLEEP)}


@pytest.fixture(scope="module")
def busy() -> Busy:
    context = multiprocessing.get_context("spawn")
    numbers: Queue[int] = context.Queue()
    for number in range(WORKERS):
        numbers.put(number)
    with ProcessPoolExecutor(WORKERS, context, stay, (numbers,)) as pool:
        futures: dict[tuple[str, str], list[Future[Tried]]] = {}
        with crowd():
            for interface in INTERFACES:
                for case, (how, part) in CASES.items():
                    count = TURNS if case == "within" else 1
                    times = 1 if case == "within" else TIMES
                    futures[interface, case] = [
                        pool.submit(try_turns, interface, how, part, count) for _ in range(times)
                    ]
            games = [pool.submit(play_identical, pair) for pair in range(PAIRS) for _ in range(2)]
            tried = {key: [one.result() for one in each] for key, each in futures.items()}
            played = [one.result() for one in games]
    return Busy(tried, played)


@pytest.mark.parametrize("interface", INTERFACES)
def test_a_bot_within_its_time_is_never_convicted(busy: Busy, interface: str) -> None:
    (tried,) = busy.tried[interface, "within"]
    assert tried.verdict == "", tried.detail
    assert len(tried.spent) == TURNS
    for spent in tried.spent:
        assert spent.wall > 2 * spent.cpu, "the crowd has to be felt"
        assert spent.cpu <= spent.charged <= spent.cpu + EXACT * LIMIT


@pytest.mark.parametrize("interface", INTERFACES)
def test_one_that_computes_for_too_long_is_convicted_every_time(busy: Busy, interface: str) -> None:
    for tried in busy.tried[interface, "beyond"]:
        assert tried.verdict == "timeout timeout", tried


@pytest.mark.parametrize("interface", INTERFACES)
def test_one_that_sleeps_for_too_long_is_convicted_every_time(busy: Busy, interface: str) -> None:
    for tried in busy.tried[interface, "asleep"]:
        assert tried.verdict == "timeout timeout", tried


def test_identical_bots_are_equally_strong(busy: Busy) -> None:
    assert [one.offences for one in busy.games if one.offences] == []
    seats = ((0, 1), (1, 0))
    results = [Result(at // 2, seats[at % 2], one.scores) for at, one in enumerate(busy.games)]
    score = score_of(0, results, 2)
    assert score.low <= 0.5 <= score.high
