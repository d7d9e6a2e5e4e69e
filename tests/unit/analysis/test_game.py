"""Analysis of records: each decision against the best, marks, summaries."""

from __future__ import annotations

import pytest
from tests.record_games import DICE
from tests.unit.analysis.games import BLUNDER, LOST, WON, played, row, walked

import duiyi
from duiyi.analysis import Analyst, Judged, Limits, Mark, judged, summary
from duiyi.analysis.game import OPENING, decisions
from duiyi.arena.game import notes as arena_marks
from duiyi.core import Record
from duiyi.core.record import Decision
from duiyi.kernels.thinker import control


def found(record: Record, limits: Limits | None = None) -> list[Judged]:
    return list(judged(record, Analyst(limits or Limits(nodes=300))))


def test_giving_a_win_away_is_a_blunder_and_taking_it_is_fine() -> None:
    first, second = found(row("p1 p5"))
    assert (first.seat, first.token, first.mark) == (0, "p1", Mark.blunder)
    assert (first.share, first.best, first.loss) == (0, 1, 1)
    assert first.analysis.best.tokens[0] == "p5"
    assert (second.seat, second.token, second.mark, second.share) == (1, "p5", Mark.fine, 1)
    assert second.as_searched


def test_a_proven_win_that_is_given_away_is_a_blunder() -> None:
    state = duiyi.game("tzaar").load(WON)
    (one,) = found(played(state, BLUNDER), Limits(seconds=1))
    assert one.mark is Mark.blunder
    assert (one.best, one.share) == (1, 0)


def test_nothing_is_held_against_who_had_lost_before() -> None:
    state = duiyi.game("tzaar").load(LOST)
    tokens = [state.text(action) for action in state.actions()]
    for token in (tokens[0], tokens[-1]):
        (one,) = found(played(state, token), Limits(seconds=1))
        assert (one.mark, one.best, one.share) == (Mark.fine, 0, 0)


@pytest.mark.parametrize(
    ("name", "seats", "decisions"),
    [
        ("relati", 2, 8),
        ("relati", 3, 6),
        ("tzaar", 2, 8),
        ("atom", 2, 14),
        ("relati-legacy", 4, 6),
        ("relati-classic", 3, 8),
    ],
)
def test_every_decision_of_a_seat_is_judged_and_chance_is_passed_over(
    name: str, seats: int, decisions: int
) -> None:
    record = walked(name, seats, decisions)
    ours = [
        (number, node.actor, node.token)
        for number, node in enumerate(record.nodes)
        if isinstance(node, Decision) and node.actor >= 0
    ]
    judgements = found(record)
    assert [(one.number, one.seat, one.token) for one in judgements] == ours
    for one in judgements:
        assert 0 <= one.share <= one.best <= 1
        assert one.forced == (len(one.state.actions()) == 1)


def test_chance_after_a_decision_is_no_hindrance_on_the_rules() -> None:
    record = played(DICE.start(2), "roll 1 ok again 2 no end roll")
    assert [one.token for one in found(record)] == ["roll", "ok", "again", "no", "end", "roll"]


def test_withdrawals_are_passed_over() -> None:
    start = duiyi.game("relati").start(3)
    record, state = Record.of(start).played(start, "G7"), start.play("G7")
    record, state = record.withdrawn(1, "resigned"), state.withdraw(1)
    record = record.played(state, "H8")
    assert [(one.number, one.seat) for one in found(record)] == [(0, 0), (2, 2)]


def test_what_the_referee_played_to_open_a_game_is_passed_over() -> None:
    assert OPENING == arena_marks.OPENING
    record = played(duiyi.game("relati").start(2), "G7").commented(OPENING)
    state = record.last()
    assert decisions(record) == 0
    assert [one.token for one in found(record.played(state, "C3"))] == ["C3"]


def test_a_stopped_analyst_judges_no_more() -> None:
    stop = control()
    judgements = judged(row("p1 p2 p5"), Analyst(Limits(nodes=100), control=stop))
    assert next(judgements).token == "p1"
    stop.stop()
    assert list(judgements) == []


def test_a_summary_counts_what_was_not_forced() -> None:
    judgements = found(row("p1 p2 p3 p5"))
    first, second = summary(judgements, 2)
    assert (first.decisions, first.marks[Mark.blunder], first.as_searched) == (2, 2, 0)
    # p2 loses to p5 as p1 does; then p5 wins.
    assert (second.decisions, second.marks[Mark.blunder], second.as_searched) == (2, 1, 1)
    assert (first.loss, second.loss) == (1, 0.5)


def test_a_seat_that_never_decided_has_an_empty_summary() -> None:
    *_, last = summary(found(played(duiyi.game("relati").start(3), "G7")), 3)
    assert (last.decisions, last.loss, last.marks.total()) == (0, 0, 0)


def test_the_only_decision_there_is_counts_for_nothing() -> None:
    *_, last = judgements = found(row("p1 p2 p3 p4 p5"))
    assert last.forced
    assert last.mark is Mark.fine
    assert sum(one.decisions for one in summary(judgements, 2)) == 4
