"""A course is told by changes, and every picture comes out of them again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from duiyi.arena.report.course import Parts, change, changed

lists = st.lists(st.integers(0, 12), max_size=30)


@given(lists, lists)
def test_a_change_makes_the_second_list_of_the_first(before: list[int], after: list[int]) -> None:
    assert changed(before, change(before, after)) == after


def test_what_stays_is_not_told() -> None:
    before = [*range(100)]
    after = [*range(40), 200, *range(41, 100)]
    assert change(before, after) == [[40, 1], [40, 200, 1]]


def test_runs_are_told_once() -> None:
    assert change([], [*range(50)]) == [[], [0, 0, 50]]
    assert change([*range(50)], []) == [[0, 50], []]


def test_things_that_change_places_keep_as_many_as_they_can() -> None:
    gone, came = change([1, 2, 3, 4, 5], [2, 3, 4, 5, 1])
    assert (gone, came) == ([0, 1], [4, 1, 1])


def test_the_same_part_has_the_same_number() -> None:
    parts = Parts()
    assert parts.number(((7, "<use/>"),)) == parts.number(((7, "<use/>"),)) == 0
    assert parts.number(((7, "<use/>"), (8, "<text/>"))) == 1
    assert parts.written() == [[7, "<use/>"], [7, "<use/>", 8, "<text/>"]]
