"""Places: who cannot be told apart from the first of a place shares it."""

from __future__ import annotations

import random

import pytest

from duiyi.arena.final.again import blocks, meeting_again, playing_on, usual_looks
from duiyi.arena.final.belief import Belief, Part, belief_of, belief_of_picks
from duiyi.arena.final.places import Place, neighbours, places_of
from duiyi.arena.ratings.picks import PARTS, GameResult, Picked


def believed(**strengths: float) -> Belief:
    """All equally sure: a difference of 1.645 is 95 %."""
    names = sorted(strengths)
    covariance = [[0.5 * (row == to) for to in range(row + 1)] for row in range(len(names))]
    order = {name: at for at, name in enumerate(names)}
    return Belief((Part(1.0, 1.0, strengths, order, covariance),), 1.0)


def test_a_place_ends_at_the_first_that_is_separated_from_its_first() -> None:
    """Each is even with the next, and still the row is cut: d is 1.7 behind a."""
    found = places_of(believed(a=3.0, b=2.4, c=1.8, d=1.3, e=0.5, f=-0.4))
    assert found == (Place(1, ("a", "b", "c")), Place(4, ("d", "e")), Place(6, ("f",)))
    assert [place.shared for place in found] == [True, True, False]


def test_between_neighbours_it_is_said_how_sure_their_order_is() -> None:
    found = neighbours(believed(a=2.0, b=1.0, c=1.0, d=-0.645))
    assert found == pytest.approx([0.841, 0.5, 0.95], abs=0.001)


def test_where_all_are_separated_everybody_has_a_place() -> None:
    assert [one.number for one in places_of(believed(a=9, b=6, c=3))] == [1, 2, 3]


def test_who_shares_a_place_meets_again() -> None:
    belief = believed(a=9.0, b=5.0, c=4.5, d=4.1, e=-3.0)
    assert meeting_again(belief, "abcde") == (("b", "c"), ("b", "d"), ("c", "d"))
    assert playing_on(meeting_again(belief, "abcde")) == ("b", "c", "d")
    assert meeting_again(belief, "abc") == (("b", "c"),)
    assert meeting_again(believed(a=9, b=6), "ab") == ()
    of_three = meeting_again(belief, "abcd", seats=3)
    assert of_three == (("a", "b", "c"), ("a", "b", "d"), ("a", "c", "d"), ("b", "c", "d"))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_between_looks_there_are_whole_rotations(seats: int) -> None:
    assert all(block % seats == 0 for block in blocks(usual_looks(seats)))
    assert sum(blocks(usual_looks(seats))) == usual_looks(seats)[-1]
    assert usual_looks(2) == (20, 50, 100)


def test_neighbours_who_are_there_by_luck_are_drawn_together() -> None:
    """The same 12 : 8 between two of ten says less where all others are even too."""
    names = [f"b{n}" for n in range(10)]
    pairs = [(a, b) for n, a in enumerate(names) for b in names[n + 1 :]]
    even = [Picked(pair, 20, (10 * PARTS, 10 * PARTS)) for pair in pairs[1:]]
    lucky = Picked(pairs[0], 20, (14 * PARTS, 6 * PARTS))
    chance = random.Random(1)
    wide = [
        Picked(pair, 20, (won * PARTS, (20 - won) * PARTS))
        for pair in pairs[1:]
        for won in [chance.choice((3, 17))]
    ]
    one = belief_of_picks(names, (lucky, *even))
    other = belief_of_picks(names, (lucky, *wide))
    assert one.width < 40 < other.width
    assert 0.5 < one.certainty("b0", "b1") < 0.75


def test_names_without_games_are_in_the_middle() -> None:
    games = [GameResult(("a", "b"), (1, 0), f"{n}") for n in range(30)]
    belief = belief_of(games, ["a", "b", "c"])
    assert belief.names == ("a", "c", "b")
    assert belief.rating("c").high - belief.rating("c").low > belief.rating("a").value


def test_the_order_of_games_changes_not_a_bit() -> None:
    chance = random.Random(2)
    names = [f"b{n}" for n in range(8)]
    games = [GameResult(tuple(chance.sample(names, 2)), (1, 0), f"{n // 2}") for n in range(400)]
    first = belief_of(games, names)
    chance.shuffle(games)
    assert repr(belief_of(games, names)) == repr(first)
