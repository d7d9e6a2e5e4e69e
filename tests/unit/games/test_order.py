"""Who is next: the order that the relati games share."""

from __future__ import annotations

import pytest

from duiyi.games.order import BEFORE_FIRST, LETTERS, SYMBOLS, next_able, skipped


@pytest.mark.parametrize(
    ("mover", "able", "found"),
    [
        (0, {0, 1, 2}, 1),
        (1, {0, 1, 2}, 2),
        (2, {0, 1, 2}, 0),
        (0, {0, 2}, 2),
        (1, {0, 1}, 0),
        (2, {1, 2}, 1),
        (1, {1}, 1),
        (1, set(), None),
        (BEFORE_FIRST, {0, 1, 2}, 0),
        (BEFORE_FIRST, {2}, 2),
        (BEFORE_FIRST, set(), None),
    ],
)
def test_c_3_the_next_is_the_first_after_the_mover_who_can_act_and_the_mover_comes_last(
    mover: int, able: set[int], found: int | None
) -> None:
    assert next_able(mover, 3, frozenset(), lambda seat: seat in able) == found


@pytest.mark.parametrize(
    ("out", "found"), [(frozenset[int](), 1), ({1}, 2), ({1, 2}, 0), ({0, 1, 2}, None)]
)
def test_w_2_who_is_out_is_not_asked(out: frozenset[int], found: int | None) -> None:
    asked = []

    def able(seat: int) -> bool:
        asked.append(seat)
        return True

    assert next_able(0, 3, out, able) == found
    assert not out.intersection(asked)


@pytest.mark.parametrize(
    ("mover", "actor", "out", "passed_over"),
    [
        (0, 1, set(), []),
        (0, 2, set(), [1]),
        (0, 3, set(), [1, 2]),
        (3, 0, set(), []),
        (2, 1, set(), [3, 0]),
        (0, 3, {1}, [2]),
        (BEFORE_FIRST, 2, {0}, [1]),
    ],
)
def test_c_5_skipped_are_those_between_who_are_still_in(
    mover: int, actor: int, out: set[int], passed_over: list[int]
) -> None:
    assert list(skipped(mover, actor, 4, out)) == passed_over


def test_the_symbols_are_the_seeds_circle_cross_triangle_and_square() -> None:
    assert SYMBOLS == ("circle", "cross", "triangle", "square", "star", "hexagram")
    assert LETTERS == "OXDUAH"
    assert BEFORE_FIRST == -1
