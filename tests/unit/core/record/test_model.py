"""Records as values: how they grow, replay, and where they begin."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest
from tests.record_games import DICE, ROW, DiceOptions

from duiyi.core import CHANCE, Record
from duiyi.core.record import Decision, Withdrawal


def test_a_record_grows_with_the_states_that_are_played() -> None:
    state = DICE.start(3)
    record = Record.of(state, names=["Ada"])
    for token in ("roll", "1", "ok"):
        record, state = record.played(state, state.parse(token)), state.play(token)
    record, state = record.withdrawn(2, "resigned"), state.withdraw(2)
    record, state = record.played(state, "end"), state.play("end")

    assert record.names == ("Ada", "", "")
    assert record.nodes == (
        Decision(0, "roll"),
        Decision(CHANCE, "1"),
        Decision(1, "ok"),
        Withdrawal(2, "resigned"),
        Decision(0, "end"),
    )
    assert record.last() == state
    assert [after.turn for _, after in record.replay()] == [1, 1, 1, 1, 2]
    assert record.outcome is None


def test_the_outcome_follows_from_the_nodes() -> None:
    state = ROW.start()
    record = Record.of(state).played(state, "p5")
    outcome = record.outcome
    assert outcome is not None
    assert outcome.scores == (Fraction(1), Fraction(0))
    assert outcome.reason == "won"


def test_undoing_gives_the_record_as_it_was() -> None:
    state = ROW.start()
    before = Record.of(state).played(state, "p1")
    assert before.played(before.last(), "p2").undone() == before
    assert before.undone().undone() == Record.of(state)


def test_comments_go_to_the_last_node_or_to_the_beginning() -> None:
    state = ROW.start()
    record = Record.of(state).commented("so it begins").played(state, "p1").commented("a")
    record = record.commented("b")
    assert record.comments == ("so it begins",)
    assert record.nodes == (Decision(0, "p1", ("a", "b")),)


def test_nothing_can_be_played_after_the_end() -> None:
    over = ROW.start().play("p5")
    with pytest.raises(ValueError, match="over"):
        Record.of(over).played(over, "p1")


def test_a_record_from_a_later_position_carries_its_dump() -> None:
    state = ROW.start(3).play("p2")
    record = Record.of(state)
    assert record.start == state.dump()
    assert record.first() == state


def test_options_that_states_forget_can_be_given_to_the_record() -> None:
    options = DiceOptions(seed=2**64 - 2)
    state = DICE.start(seed=options.seed)
    assert Record.of(state).start == state.dump()
    assert Record.of(state, options=options).start is None
    assert Record.of(state, options=options).first() == state


def test_records_are_values() -> None:
    state = ROW.start()
    record = Record.of(state, tags=[("Event", "Cup")]).played(state, "p1")
    again = Record.of(state, tags=[("Event", "Cup")]).played(state, "p1")
    assert record == again
    assert hash(record) == hash(again)
    assert pickle.loads(pickle.dumps(record)) == record


@pytest.mark.parametrize(
    "tags",
    [
        [("Game", "x")],
        [("Seat1", "x")],
        [("two words", "x")],
        [("", "x")],
        [("A", "1"), ("A", "2")],
    ],
)
def test_tags_need_names_that_are_free(tags: list[tuple[str, str]]) -> None:
    with pytest.raises(ValueError, match="tags"):
        Record.of(ROW.start(), tags=tags)


def test_there_are_no_more_names_than_seats() -> None:
    with pytest.raises(ValueError, match="names"):
        Record.of(ROW.start(2), names=["a", "b", "c"])


@pytest.mark.parametrize(("verdict", "code"), [("", None), ("two words", None), ("x", "4")])
def test_verdict_and_code_are_single_words(verdict: str, code: str | None) -> None:
    with pytest.raises(ValueError, match="words"):
        Withdrawal(0, verdict, code)
