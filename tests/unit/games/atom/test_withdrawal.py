"""atom: a seat withdraws, and the other has won (W-1, W-3)."""

from __future__ import annotations

import pytest
from tests.unit.games.atom.positions import (
    cells,
    fight,
    phase,
    played,
    position,
    result,
    side,
    tower,
    wall,
)

import duiyi
from duiyi.games.atom import GAME, AtomState

MOMENTS: dict[str, AtomState] = {
    "choosing": GAME.start(),
    "drawing": GAME.start().play("a"),
    "placing": played(GAME.start(), "a +5000 1K0,0"),
    "acting": fight(side(tower(4)), side(wall(3)), turn=4),
    "destroying": fight(side(tower(4)), side(wall(3))).play("A11"),
    "destroying more": played(fight(side(tower(4) + " R0,2"), side(wall(3))), "A11 X0,2"),
    "keeping": played(fight(side(tower(4)), side(wall(3))), "A11 X0,2"),
    "keeping one's own": fight(side("K0,0 R0,2 K0,4"), side("K0,0")).play("E1:0,2"),
    "losing": fight(side("K0,0 R0,2 K1,1"), side(wall(3))).play("E1:0,2"),
    "losing more": played(fight(side("K0,0 R0,2 K1,1"), side(wall(3))), "E1:0,2 L1:0,2"),
}


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("moment", MOMENTS)
def test_w_1_w_3_any_seat_at_any_time_and_the_other_wins_at_once(moment: str, seat: int) -> None:
    state = MOMENTS[moment]
    later = state.withdraw(seat)
    assert result(later) == ("0 1 withdrawn" if seat == 0 else "1 0 withdrawn")
    assert (later.out, later.turn, later.owner) == (frozenset({seat}), state.turn, state.owner)
    assert (later.sides, phase(later)) == (state.sides, "over")
    assert later.dump().endswith(f" out:{seat}")
    assert GAME.load(later.dump()) == later
    assert [shown.inside for shown in later.view().seats] == [seat == 1, seat == 0]


def test_w_1_cells_in_pieces_stay_as_they_are() -> None:
    state = MOMENTS["keeping"].withdraw(1)
    assert cells(state, 1) == ["K0,0 K0,4 K0,6", "", ""]


def test_w_1_nobody_withdraws_from_a_game_that_is_over() -> None:
    for over in (MOMENTS["acting"].withdraw(0), fight(side(tower(1)), side(life=1)).play("D1")):
        with pytest.raises(duiyi.IllegalAction) as caught:
            over.withdraw(1)
        assert caught.value.violation.code == "game-over"


@pytest.mark.parametrize("seat", [-1, 2])
def test_w_1_only_seats_of_the_game_withdraw(seat: int) -> None:
    with pytest.raises(duiyi.IllegalAction) as caught:
        GAME.start().withdraw(seat)
    assert caught.value.violation.code == "no-such-seat"


def test_w_3_two_seats_are_never_left_after_a_withdrawal() -> None:
    with pytest.raises(AssertionError, match="W-3"):
        GAME.start().without(0, frozenset({0}))


def test_withdrawals_of_positions_read_from_text() -> None:
    start = position("choose", side(), side())
    text = start.dump().replace("choose", "over")
    assert result(GAME.load(text + " out:1")) == "1 0 withdrawn"
    assert result(GAME.load(text + " out:0")) == "0 1 withdrawn"
