"""The judge agrees with the referee, and with nobody who changed a record."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.arena_bots import Line, RandomBot, ScriptedBot

import duiyi
from duiyi.arena.game.conditions import Conditions
from duiyi.arena.game.judge import Finding, Judgement, judge
from duiyi.arena.game.referee import play_game
from duiyi.core import Record, State
from duiyi.core.clock import Clock
from duiyi.core.record import Node, Withdrawal
from duiyi.core.record.dyr import read_dyr, write_dyr
from duiyi.engine.bot import Answer, Bot, Spent
from duiyi.engine.fault import Fault, Verdict

TZAAR = duiyi.game("tzaar")
CLASSIC = duiyi.game("relati-classic")
FIVE = Conditions(Clock("turn", 5))


def record_of(
    start: State[Any], *bots: Bot, conditions: Conditions = FIVE, opening: tuple[str, ...] = ()
) -> Record:
    """A record as it comes out of a file."""
    names = [f"bot{seat}" for seat in range(start.seats)]
    game = play_game(start, bots, conditions, seed=1, names=names, opening=opening)
    return read_dyr(write_dyr(game.record))


def faulty(line: Line, start: State[Any] | None = None) -> Record:
    return record_of(start or TZAAR.start(), ScriptedBot((line,)), ScriptedBot())


def only(record: Record) -> Judgement:
    (judgement,) = judge(record)
    return judgement


def changed(record: Record, at: int = -1, **values: Any) -> Record:
    nodes: list[Node] = list(record.nodes)
    nodes[at] = replace(nodes[at], **values)
    return replace(record, nodes=tuple(nodes))


@pytest.mark.parametrize(
    "line",
    [
        "Z9xA1",
        "A1xA5",
        "A5xI5",
        "pass",
        "C2xC3 C3xC4",
        "rubbish",
        "x" * 5000,
        Answer(("C2xC3",), Spent(5.000001, 5, 5)),
        Answer(("C2xC3",), Spent(0.1, 0.1, 15.1)),
        Fault(Verdict.timeout, "timeout", spent=Spent(5.02, 5.02, 6)),
        Fault(Verdict.timeout, "wall-cap", spent=Spent(0.02, 0.02, 15.3)),
        Fault(Verdict.timeout, "wall-cap", spent=Spent(0.02, 0.02, 99.3, 84.0)),
    ],
)
def test_what_the_referee_judged_is_confirmed(line: Line) -> None:
    assert only(faulty(line)).finding == Finding.confirmed


def test_start_up_times_are_confirmed() -> None:
    fault = Fault(Verdict.timeout, "start-up", spent=Spent(10.1, 10.1, 10.2))
    record = record_of(TZAAR.start(), ScriptedBot(start=fault), ScriptedBot(), opening=("C2xC3",))
    assert only(record).finding == Finding.confirmed


@pytest.mark.parametrize(
    "fault",
    [
        Fault(Verdict.crash, "signal-SEGV"),
        Fault(Verdict.memory_limit, "memory"),
        Fault(Verdict.output_limit, "stdout"),
        Fault(Verdict.protocol, "unknown-line", "hello?"),
        Fault(Verdict.timeout, "timeout"),
    ],
)
def test_what_a_record_cannot_show_is_left_to_the_log(fault: Fault) -> None:
    assert only(faulty(fault)).finding == Finding.logged


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("clock", [Clock("turn", 5), Clock("game", 20, 0.5), Clock("none", 0)])
def test_games_in_time_leave_nothing_to_judge(clock: Clock, seed: int) -> None:
    """Random times, sums of them near the limits: whoever is late is confirmed to be late."""
    for start in (CLASSIC.start(3), TZAAR.start(), duiyi.game("atom").start(turn_limit=8)):
        bots = [RandomBot(seed + 9 * at, lambda r: r.random() * 3) for at in range(start.seats)]
        record = record_of(start, *bots, conditions=Conditions(clock))
        lost = [node for node in record.nodes if isinstance(node, Withdrawal)]
        found = judge(record)
        assert [judgement.node for judgement in found] == [record.nodes.index(n) for n in lost]
        assert all(judgement.finding == Finding.confirmed for judgement in found)


@pytest.mark.parametrize(
    ("line", "change"),
    [
        ("Z9xA1", {"code": "jump"}),
        ("Z9xA1", {"text": "C2xC3"}),
        ("Z9xA1", {"text": "rubbish"}),
        ("Z9xA1", {"text": None}),
        ("Z9xA1", {"verdict": "protocol", "code": "bad-token"}),
        ("Z9xA1", {"verdict": "infra", "code": "referee"}),
        ("Z9xA1", {"seat": 1}),
        ("C2xC3 C3xC4", {"text": "pass"}),
        ("C2xC3 C3xC4", {"code": "too-many-tokens", "verdict": "protocol"}),
        ("rubbish", {"text": "Z9xA1"}),
        ("rubbish", {"verdict": "illegal"}),
        (
            Answer(("C2xC3",), Spent(5.1, 5.1, 5.1)),
            {"comments": ("[clk 0:00.000] [use 4.900000 4.900000 5.000000]",)},
        ),
        (Answer(("C2xC3",), Spent(5.1, 5.1, 5.1)), {"code": "wall-cap"}),
        (Answer(("C2xC3",), Spent(0.1, 0.1, 15.1)), {"code": "timeout"}),
        (
            Fault(Verdict.timeout, "wall-cap", spent=Spent(0.02, 0.02, 15.3)),
            {"comments": ("[clk 0:04.980] [use 0.020000 0.020000 15.300000 9.000000]",)},
        ),
    ],
)
def test_a_verdict_that_was_changed_is_contradicted(line: Line, change: dict[str, Any]) -> None:
    record = changed(faulty(line), **change)
    assert only(record).finding == Finding.contradicted


def test_a_timeout_without_a_clock_is_contradicted() -> None:
    fault = Fault(Verdict.timeout, "timeout", spent=Spent(5.02, 5.02, 6))
    bots = ScriptedBot((fault,)), ScriptedBot()
    record = record_of(TZAAR.start(), *bots, conditions=Conditions(Clock("none", 0)))
    assert only(record).finding == Finding.contradicted


def test_an_answer_that_should_have_been_late_is_found() -> None:
    record = record_of(CLASSIC.start(), ScriptedBot(), ScriptedBot())
    late = changed(record, 2, comments=("[clk 0:00.000] [use 5.100000 0.000000 0.000000]",))
    found = only(late)
    assert (found.finding, found.node, found.verdict) == (Finding.contradicted, 2, "")
    slow = changed(record, 2, comments=("[clk 0:05.000] [use 0.000000 0.000000 15.100000]",))
    assert only(slow).finding == Finding.contradicted


def test_a_clock_that_was_changed_is_found() -> None:
    record = record_of(CLASSIC.start(), ScriptedBot(), ScriptedBot())
    wrong = changed(record, 2, comments=("[clk 0:04.000] [use 0.500000 0.000000 0.000000]",))
    assert only(wrong).finding == Finding.contradicted


def test_records_of_people_are_not_timed() -> None:
    start = CLASSIC.start()
    record = Record.of(start).played(start, "C3").withdrawn(1, "resigned")
    assert only(record).finding == Finding.logged


def test_the_reason_says_which_rule_it_was() -> None:
    found = only(faulty("pass"))
    assert found.reason.key == "tzaar:violation.first-step-must-capture.pass"
    assert (found.turn, found.seat, found.text) == (1, 0, "pass")
