"""The game itself and its set-up: T-1, T-9, options."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from tests.unit.games.tzaar.positions import START

import duiyi
from duiyi.core import BadOptions
from duiyi.games.tzaar import GAME, Stack, TzaarOptions

T_1 = """
A1-5 BT BT BT BT WT | B1-6 WT BR BR BR WR WT | C1-7 WT WR BZ BZ WZ WR WT |
D1-8 WT WR WZ BT WT WZ WR WT | E1-8 WT WR WZ WT BT BZ BR BT | F1-8 BT BR BZ BT WT BZ BR BT |
G1-7 BT BR BZ WZ WZ BR BT | H1-6 BT BR WR WR WR BT | I1-5 BT WT WT WT WT
"""
COURSE_BOARD = """
3,3,3,3,6,-1,-1,-1,-1
6,2,2,2,5,6,-1,-1,-1
6,5,1,1,4,5,6,-1,-1
6,5,4,3,6,4,5,6,-1
6,5,4,6,-1,3,1,2,3
-1,3,2,1,3,6,1,2,3
-1,-1,3,2,1,4,4,2,3
-1,-1,-1,3,2,5,5,5,3
-1,-1,-1,-1,3,6,6,6,6
"""
RANDOM_0 = "ztTrR/TtttRT/TTZRTzR/zZtztTrT/RtrRrtTZ/rrtrzRTR/ttTTztZ/TttTRZ/ZrtTr w 1 1"
TOTALS = {
    Stack(seat, kind): number
    for seat in (0, 1)
    for kind, number in {"tzaar": 6, "tzarra": 9, "totts": 15}.items()
}


def reference_deal(seed: int) -> list[str]:
    """T-1's shuffle, written from the ruling."""
    items = list("Z" * 6 + "R" * 9 + "T" * 15 + "z" * 6 + "r" * 9 + "t" * 15)
    for i in reversed(range(1, 60)):
        k = int(hashlib.sha256(b"tzaar %d %d" % (seed, i)).hexdigest()[:16], 16)
        j = k % (i + 1)
        items[i], items[j] = items[j], items[i]
    return items


def test_the_game_is_found_by_its_id() -> None:
    assert duiyi.game("tzaar") == GAME
    assert GAME.id == "tzaar"
    assert GAME.version == 1
    assert list(GAME.seats) == [2]


def test_t_1_the_fixed_start_is_the_rulings_list() -> None:
    letters = {"Z": "tzaar", "R": "tzarra", "T": "totts"}
    listed = [
        Stack("WB".index(word[0]), letters[word[1]])
        for column in T_1.split("|")
        for word in column.split()[1:]
    ]
    assert list(GAME.start().points) == listed


def test_t_1_the_fixed_start_is_the_course_board() -> None:
    """Rows from the top, x = column − 4, y = 4 − row."""
    rows = [[int(cell) for cell in line.split(",")] for line in COURSE_BOARD.split()]
    kinds = ("tzaar", "tzarra", "totts")
    listed = [
        Stack((rows[row][column] - 1) // 3, kinds[(rows[row][column] - 1) % 3])
        for column in range(9)
        for row in reversed(range(9))
        if rows[row][column] > 0
    ]
    assert list(GAME.start().points) == listed


def test_t_1_fixed_is_the_default_and_the_seed_does_not_matter_to_it() -> None:
    start = GAME.start()
    assert start.dump() == START
    assert GAME.start(2, setup="fixed", seed=7) == start
    assert {stack: start.points.count(stack) for stack in TOTALS} == TOTALS


def test_white_begins_with_step_one_of_turn_one() -> None:
    start = GAME.start()
    assert (start.actor, start.owner, start.side, start.step, start.turn) == (0, 0, 0, 1, 1)
    assert start.seats == 2
    assert start.out == frozenset()
    assert start.outcome is None
    assert start.game is GAME
    assert not start.chances()


@pytest.mark.parametrize("seed", [0, 1, 2, 12345, 2**63, 2**64 - 1])
def test_t_1_random_deals_as_the_ruling_says(seed: int) -> None:
    start = GAME.start(setup="random", seed=seed)
    columns = start.dump().partition(" ")[0]
    assert list(columns.replace("/", "")) == reference_deal(seed)
    assert {stack: start.points.count(stack) for stack in TOTALS} == TOTALS


def test_t_1_a_random_start_in_full() -> None:
    assert GAME.start(setup="random").dump() == RANDOM_0
    assert GAME.start(setup="random", seed=0) == GAME.start(setup="random")
    assert GAME.start(setup="random", seed=1).dump() != RANDOM_0


def test_options_have_ranges_and_matter_only_at_the_start() -> None:
    kinds = TzaarOptions.kinds()
    assert kinds["setup"].choices == ("fixed", "random")
    assert (kinds["seed"].low, kinds["seed"].high) == (0, 2**64 - 1)
    assert not kinds["seed"].optional
    assert kinds["setup"].start_only
    assert kinds["seed"].start_only
    assert TzaarOptions() == TzaarOptions("fixed", 0)
    assert GAME.options is TzaarOptions


@pytest.mark.parametrize("options", [{"setup": "other"}, {"seed": -1}, {"seed": 2**64}])
def test_other_values_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadOptions):
        GAME.start(**options)


@pytest.mark.parametrize("seats", [1, 3])
def test_there_are_two_seats(seats: int) -> None:
    with pytest.raises(BadOptions, match=f"^tzaar has 2 seats, not {seats}$"):
        GAME.start(seats)


def test_states_do_not_remember_how_they_were_set_up() -> None:
    dealt = GAME.start(setup="random", seed=5)
    assert dealt.options == TzaarOptions()
    assert GAME.load(dealt.dump()) == dealt


def test_samples_deal_with_both_set_ups_and_the_largest_seed() -> None:
    assert list(GAME.samples()) == [
        (2, TzaarOptions("fixed", 0)),
        (2, TzaarOptions("random", 0)),
        (2, TzaarOptions("fixed", 2**64 - 1)),
        (2, TzaarOptions("random", 2**64 - 1)),
    ]


def test_t_9_a_turn_has_five_seconds_by_default() -> None:
    assert GAME.turn_seconds == 5
