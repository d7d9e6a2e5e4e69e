"""atom: the start, the choice (A-3), the draw (A-4), the order of a turn (A-6), the end (A-12)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod

import pytest
from tests.unit.games.atom.positions import (
    breach,
    cells,
    fight,
    lives,
    phase,
    played,
    position,
    result,
    side,
    tokens,
    tower,
    wall,
)

import duiyi
from duiyi.games.atom import GAME, AtomOptions
from duiyi.games.atom.actions import Draw
from duiyi.games.atom.cells import CELLS, START, Side
from duiyi.games.atom.phases import Choosing
from duiyi.games.atom.rules import draws


def test_the_start() -> None:
    state = GAME.start()
    assert (state.seats, state.actor, state.owner, state.other, state.turn) == (2, 0, 0, 1, 1)
    assert (state.phase, state.out, state.outcome) == (Choosing(), frozenset(), None)
    assert state.sides == (START, START)
    assert Side(20, (7, 1, 1, 1), ((), (), ())) == START
    assert (list(CELLS), START.filled) == ([0, 1, 2], 0)
    assert state.options == AtomOptions("attack", None, 200, 24, 23)
    assert state.game is GAME
    assert (GAME.id, GAME.look, list(GAME.seats), GAME.options) == (
        "atom",
        "atom",
        [2],
        AtomOptions,
    )
    assert GAME.geometry(2, AtomOptions()).sites == ()
    assert duiyi.game("atom") == GAME


@pytest.mark.parametrize("seats", [1, 3])
def test_there_are_2_seats(seats: int) -> None:
    with pytest.raises(duiyi.BadOptions) as caught:
        GAME.start(seats)
    assert str(caught.value) == f"atom has 2 seats, not {seats}"


@pytest.mark.parametrize(
    ("filled", "a", "b", "c"),
    [
        (0, "draw:5,4,1", "draw:5,4,1", "draw:5,4,1"),
        (1, "draw:6,4,1", "draw:5,5,1", "draw:5,4,1"),
        (2, "draw:7,4,1", "draw:5,6,1", "draw:5,4,2"),
        (3, "draw:8,4,1", "draw:5,7,1", "draw:5,4,3"),
    ],
)
def test_a_3_each_choice_adds_the_cells_that_are_not_empty(
    filled: int, a: str, b: str, c: str
) -> None:
    for turn in (2, 3):
        mine, theirs = side(*["K0,0"] * filled), side("K0,0")
        first, second = (mine, theirs) if turn == 3 else (theirs, mine)
        state = position("choose", first, second, turn)
        assert tokens(state) == "a b c"
        assert [phase(state.play(what)) for what in "abc"] == [a, b, c]


def test_a_3_which_cells_are_filled_does_not_matter() -> None:
    state = position("choose", side("", "K0,0", tower(2)), side())
    assert phase(state.play("a")) == "draw:7,4,1"


def test_a_4_the_order_is_choice_draw_placement_actions() -> None:
    state = GAME.start()
    seen = []
    for token in "b +3110 1K0,0 1K1,1 end end a +5000 end end c".split():
        seen.append((state.actor, phase(state)))
        state = state.play(token)
    assert seen == [
        (0, "choose"),
        (-1, "draw:5,4,0"),
        (0, "place:4,0"),
        (0, "place:3,0"),
        (0, "place:2,0"),
        (0, "act:0"),
        (1, "choose"),
        (-1, "draw:5,4,1"),
        (1, "place:4,1"),
        (1, "act:1"),
        (0, "choose"),
    ]
    assert (state.actor, state.owner, state.turn, phase(state)) == (-1, 0, 3, "draw:5,4,1")


def by_sequences(atoms: int) -> dict[tuple[int, ...], Fraction]:
    """Every sequence of colours one by one, black as likely as the three others together."""
    found: Counter[tuple[int, ...]] = Counter()
    for sequence in product(range(4), repeat=atoms):
        counts = tuple(sequence.count(colour) for colour in range(4))
        found[counts] += prod(3 if colour == 0 else 1 for colour in sequence)
    return {counts: Fraction(weight, 6**atoms) for counts, weight in found.items()}


@pytest.mark.parametrize(("atoms", "outcomes"), [(5, 56), (6, 84), (7, 120), (8, 165)])
def test_a_4_the_draw_has_all_counts_with_their_exact_probabilities(
    atoms: int, outcomes: int
) -> None:
    state = position("choose", side(*["K0,0"] * (atoms - 5)), side()).play("a")
    assert state.actor == duiyi.CHANCE
    assert state.actions() == ()
    chances = state.chances()
    assert len(chances) == outcomes
    assert sum(chance for _, chance in chances) == 1
    assert all(isinstance(chance, Fraction) for _, chance in chances)
    assert {draw.counts: chance for draw, chance in draws(atoms)} == by_sequences(atoms)
    assert chances == draws(atoms)
    assert chances[0] == (Draw((atoms, 0, 0, 0)), Fraction(1, 2**atoms))
    assert chances[-1] == (Draw((0, 0, 0, atoms)), Fraction(1, 6**atoms))


def test_a_4_what_is_drawn_goes_to_the_holding_area() -> None:
    state = played(GAME.start(), "a +2012")
    assert [one.held for one in state.sides] == [(9, 1, 2, 3), (7, 1, 1, 1)]
    assert state.chances() == ()
    state = played(state, "end end b +0500")
    assert [one.held for one in state.sides] == [(9, 1, 2, 3), (7, 6, 1, 1)]


def test_a_4_no_other_counts_can_be_drawn() -> None:
    state = GAME.start().play("a")
    for counts in ((6, -1, 0, 0), (4, 0, 0, 0), (6, 0, 0, 0)):
        assert breach(state.judge(Draw(counts)))[0] == "wrong-draw"
    assert all(state.judge(draw) is None for draw, _ in state.chances())


def test_a_6_the_very_first_turn_has_no_attacks_but_effects() -> None:
    state = played(GAME.start(), "c +5000 1K0,0 1B0,2 1K0,4 end")
    assert phase(state) == "act:0"
    assert tokens(state) == "E1:0,2 end"
    no_attack = ("first-turn", (), "there are no attacks on the very first turn")
    assert breach(state.why_not("A11")) == no_attack
    assert breach(state.why_not("D1")) == no_attack
    state = state.play("E1:0,2")
    assert (phase(state), tokens(state)) == ("keep:0,0,1,B2", "H1:0,0 H1:0,4")
    state = state.play("H1:0,4")
    assert (phase(state), cells(state, 0), state.sides[0].held[0]) == (
        "act:0",
        ["K0,4", "", ""],
        12,
    )


def test_a_6_the_second_player_may_attack_on_his_first_turn() -> None:
    state = played(GAME.start(), "a +5000 1K0,0 1K0,2 end end")
    state = played(state, "a +5000 1K0,0 1K1,1 1K2,0 end")
    assert (state.turn, state.actor, phase(state)) == (2, 1, "act:1")
    assert tokens(state) == "A11 end"
    state = state.play("A11")
    assert (lives(state), phase(state)) == ((18, 20), "destroy:0,1,1,first")
    state = played(state, "X0,2")
    assert (cells(state, 0), phase(state)) == (["K0,0", "", ""], "act:0")


def test_a_6_the_second_player_may_attack_directly_on_his_first_turn() -> None:
    state = played(GAME.start(), "a +5000 end end a +5000 1K0,0 1K1,1 1K2,0 end")
    assert tokens(state) == "D1 end"
    assert lives(state.play("D1")) == (18, 20)


def test_a_6_actions_come_in_any_order_and_number() -> None:
    mine = side(tower(3) + " G1,-1 G3,3 B0,2", life=10)
    state = fight(mine, side(wall(1), wall(2)), attacks=3)
    state = played(state, "E1:1,-1 A11 X0,0")
    assert (phase(state), lives(state)) == ("act:2", (13, 17))
    state = played(state, "E1:3,3 A11 X0,2 E1:0,2 A12 X0,0")
    assert (phase(state), lives(state), cells(state, 1)) == (
        "act:0",
        (14, 11),
        ["", "K0,2 K0,4", ""],
    )
    assert state.sides[0].held == (2, 0, 0, 0)
    assert tokens(state) == "end"


def test_a_6_the_same_cell_may_attack_again() -> None:
    state = fight(side(tower(1)), side("K0,0", "K0,0"), attacks=2)
    state = played(state, "A11 X0,0")
    assert tokens(state) == "A12 end"
    assert tokens(played(state, "A12 X0,0")) == "end"


def test_a_6_the_turn_may_end_with_attacks_left() -> None:
    state = fight(side(tower(1)), side("K0,0"), attacks=3).play("end")
    assert (state.turn, state.actor, phase(state)) == (4, 1, "choose")


def test_a_6_no_end_while_destroying_keeping_or_losing() -> None:
    for name, state in {
        "which atom to destroy": fight(side(tower(4)), side(wall(3))).play("A11"),
        "which part to keep": played(fight(side(tower(4)), side(wall(3))), "A11 X0,2"),
        "which atom to give up": fight(side("K0,0 R0,2"), side(wall(3))).play("E1:0,2"),
    }.items():
        found = ("wrong-phase", (), f"now the decision is: {name}")
        assert breach(state.why_not("end")) == found
        assert "end" not in tokens(state).split()


@pytest.mark.parametrize(("life", "left"), [(5, None), (4, 0), (3, -1), (1, -3)])
def test_a_12_life_at_0_or_below_ends_the_game_at_once(life: int, left: int | None) -> None:
    state = fight(side(tower(4)), side(wall(3), life=life), attacks=2).play("A11")
    if left is None:
        assert (result(state), phase(state), lives(state)) == ("-", "destroy:1,1,1,first", (20, 1))
    else:
        assert (result(state), phase(state)) == ("1 0 life", "over")
        assert lives(state) == (20, left)
        assert cells(state, 1) == [wall(3), "", ""]


def test_a_12_the_second_player_wins_as_well() -> None:
    state = fight(side(tower(4)), side(life=4), turn=2).play("D1")
    assert (result(state), state.turn, state.owner) == ("0 1 life", 2, 1)


def test_a_12_a_game_without_a_winner_when_the_last_turn_ends() -> None:
    state = fight(side("K0,0"), side("K0,0"), turn=199)
    state = state.play("end")
    assert (result(state), state.turn, phase(state)) == ("-", 200, "choose")
    state = played(state, "a +6000 end")
    assert (result(state), phase(state)) == ("-", "act:1")
    state = state.play("end")
    assert (result(state), state.turn, phase(state)) == ("1/2 1/2 turn-limit", 200, "over")


def test_a_12_the_limit_is_an_option_and_counts_both_players_turns() -> None:
    state = played(GAME.start(turn_limit=3), "a +5000 end end a +5000 end end a +5000 end")
    assert (result(state), state.turn) == ("-", 3)
    assert result(state.play("end")) == "1/2 1/2 turn-limit"
    assert result(played(GAME.start(turn_limit=1), "c +0050 end end")) == "1/2 1/2 turn-limit"


def test_a_12_the_end_of_the_placement_does_not_end_the_last_turn() -> None:
    state = position("place:4,1", side("K0,0"), side(), turn=200 - 1, turn_limit=199)
    assert phase(state.play("end")) == "act:1"


def test_a_12_a_win_in_the_last_turn_counts() -> None:
    state = fight(side(tower(1)), side(life=1), turn=9, turn_limit=9)
    assert result(state.play("D1")) == "1 0 life"


def test_a_state_is_a_value_and_stays_as_it_was() -> None:
    state = fight(side(tower(4)), side(wall(3)))
    before = state.dump()
    assert state.play("A11") == state.play("A11")
    assert hash(state.play("A11")) == hash(state.play("A11"))
    assert state.play("A11") != state
    assert state.dump() == before
    assert state.play(state.actions()[0]) == state.play("A11")
