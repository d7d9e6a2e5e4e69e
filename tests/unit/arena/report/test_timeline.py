"""A course is told by changes, and every picture comes out of them again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from duiyi.arena.report.replay.parts import Part
from duiyi.arena.report.replay.timeline import MOST_SHARED, Parts, Shared, change, changed

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
    assert parts.written(Shared()) == [[7, "<use/>"], [7, "<use/>", 8, "<text/>"]]


def test_what_a_second_game_has_too_is_kept_for_all() -> None:
    """The first keeps its own, the second and all others tell its number."""
    common, own = ((7, "<use/>"),), ((8, "<text/>"),)
    shared = Shared()
    told = []
    for extra in (own, ((8, "<path/>"),), own):
        parts = Parts()
        for part in (common, extra):
            parts.number(part)
        told.append(parts.written(shared))
    assert told == [[[7, "<use/>"], [8, "<text/>"]], [0, [8, "<path/>"]], [0, 1]]
    assert shared.written() == [[7, "<use/>"], [8, "<text/>"]]


def test_there_is_room_for_so_many_shared_parts_and_no_more() -> None:
    shared = Shared()
    for _ in range(3):
        for number in range(MOST_SHARED + 50):
            shared.number(((7, f"<use x='{number}'/>"),))
    assert 0 < len(shared.written()) <= MOST_SHARED


@given(st.lists(st.lists(st.integers(0, 9), max_size=12, unique=True), max_size=6))
def test_pictures_come_out_of_the_changes_of_their_parts(pictures: list[list[int]]) -> None:
    """Whether a part is the same object as before, or only equal to it."""
    parts = Parts()
    before: list[Part] = []
    numbers: list[int] = []
    for picture in pictures:
        after: list[Part] = [((7, f"<use x='{number}'/>"),) for number in picture]
        after = [next((old for old in before if old == new and new[0][1][-4] != "3"), new)
                 for new in after]  # fmt: skip
        numbers = changed(numbers, parts.change(before, after))
        known = [*parts.numbers]
        assert [known[number] for number in numbers] == after
        before = after
