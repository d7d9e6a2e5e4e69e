"""Records judged once more: verdicts that stand, and those that do not."""

from __future__ import annotations

import pytest

from duiyi import game
from duiyi.arena.classroom.work.reviews import judged
from duiyi.core.record import Record
from duiyi.core.record.dyr import write_dyr


def record(token: str) -> str:
    """Of a game that ended because this was called illegal in the first turn."""
    state = game("relati-classic").start()
    first = Record.of(state, ["a", "b"]).played(state, "E5")
    return write_dyr(first.withdrawn(1, "illegal", "occupied", token))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (write_dyr(Record.of(game("relati-classic").start(), ["a", "b"])), "stands"),
        (record("C1"), "doubtful"),
        ("no record at all", "unreadable"),
    ],
)
def test_what_the_rules_say_of_a_record(text: str, said: str) -> None:
    assert judged(text)["judged"] == said


def test_a_legal_move_that_was_called_illegal_is_named() -> None:
    (found,) = judged(record("C1"))["findings"]
    assert (found["seat"], found["verdict"], found["finding"]) == (1, "illegal", "contradicted")
    assert found["reason"]["key"]
