"""Places and who is even: said of two, covariance included."""

from __future__ import annotations

import random

import pytest
from tests.unit.arena.ladder.made_up import World

from duiyi.arena.ladder.places import NEW, even_after, rows_of
from duiyi.arena.ladder.ratings import Ladder, ladder_of
from duiyi.arena.ratings.picks import GameResult

MARKS = {"level-1": 1000.0, "level-2": 1200.0}


def a_ladder(bots: int = 20, rotations: int = 500) -> Ladder:
    chance = random.Random(1)
    ratings = {f"b{n:02}": chance.gauss(1100, 150) for n in range(bots)}
    world = World({**ratings, **MARKS})
    return ladder_of(world.rotations(sorted(world.ratings), 2, rotations, chance), MARKS)


def test_even_is_the_test_of_two_for_every_row() -> None:
    ladder = a_ladder()
    rows = [row for row in rows_of(ladder) if not row.reference]
    for row in rows:
        expected = {
            other.name
            for other in rows
            if other is not row
            and abs(ladder.difference(row.name, other.name).value)
            < 1.96 * ladder.difference(row.name, other.name).deviation
        }
        assert {*row.even} == expected
    assert any(row.even for row in rows)
    assert any(len(row.even) < len(rows) - 1 for row in rows)


def test_possible_places_are_behind_who_is_surely_above() -> None:
    ladder = a_ladder()
    rows = [row for row in rows_of(ladder) if not row.reference]
    for row in rows:
        apart = [other for other in rows if other.name not in row.even and other is not row]
        above = sum(other.place < row.place for other in apart)
        assert row.best == 1 + above
        assert row.worst == len(rows) - (len(apart) - above)
        assert row.best <= row.place <= row.worst


def test_even_is_not_whether_intervals_overlap() -> None:
    """Two that are far from the marks, and have met often: both ratings are unsure together, and
    who of the two is stronger is not."""
    far = [GameResult(("a", "level-1"), (1, 0), "x"), GameResult(("level-1", "a"), (0, 1), "x")]
    met = [
        game
        for n in range(60)
        for game in (
            GameResult(("a", "b"), (1, 0), f"{n}"),
            GameResult(("b", "a"), (n % 2, 1 - n % 2), f"{n}"),
        )
    ]
    ladder = ladder_of([*far, *met], MARKS)
    one, other = ladder.rating("a"), ladder.rating("b")
    assert other.high > one.low
    assert not ladder.difference("a", "b").even


def test_references_stand_among_the_rows_and_have_no_place() -> None:
    rows = rows_of(a_ladder())
    assert [row.rating.value for row in rows] == sorted(
        (row.rating.value for row in rows), reverse=True
    )
    marks = [row for row in rows if row.reference]
    assert {row.name for row in marks} == {*MARKS}
    assert all(row.place == 0 and not row.even for row in marks)
    assert [row.place for row in rows if not row.reference] == [*range(1, 21)]


def test_only_shown_versions_have_places() -> None:
    ladder = a_ladder()
    rows = rows_of(ladder, shown=["b03", "b07"])
    assert sorted(row.name for row in rows if not row.reference) == ["b03", "b07"]
    assert all(row.worst <= 2 for row in rows)


@pytest.mark.parametrize(("games", "new"), [(NEW - 2, True), (NEW, False)])
def test_under_30_games_one_has_just_begun(games: int, new: bool) -> None:
    met = [GameResult(("a", "level-1"), (n % 2, 1 - n % 2), f"{n}") for n in range(games)]
    (row,) = (row for row in rows_of(ladder_of(met, MARKS)) if not row.reference)
    assert row.new is new


def test_more_games_leave_fewer_even() -> None:
    ladder = a_ladder()
    rows = [row for row in rows_of(ladder) if not row.reference]
    for row in rows:
        left = [even_after(ladder, row, games) for games in (0, 100, 400, 10_000)]
        assert left[0] == len(row.even)
        assert left == sorted(left, reverse=True)
    assert sum(even_after(ladder, row, 400) for row in rows) < sum(len(row.even) for row in rows)
    nobody = ladder_of([], MARKS, ["a", "b"])
    assert [even_after(nobody, row, 9) for row in rows_of(nobody, "ab") if row.place] == [1, 1]


def test_how_sure_it_is_to_be_above_a_mark() -> None:
    ladder = a_ladder(rotations=1500)
    strongest = next(name for name in ladder.names if name not in MARKS)
    assert ladder.difference(strongest, "level-1").certainty > 0.99
    assert ladder.difference("level-1", strongest).certainty < 0.01
    assert ladder.expected(strongest, "level-1") > 0.5
    assert ladder.difference("level-2", "level-1").certainty == 1
