"""Symmetries of the games: play goes the same way whichever way one looks at a position.

`duiyi check` tests the same along its walks; here it is tested in many more states.
"""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

import duiyi
from duiyi.core.check.properties import PROPERTIES
from duiyi.core.check.walk import walk
from duiyi.core.study.symmetry import canonical, symmetries, tokens_from
from duiyi.games.atom.phases import Keeping, Losing
from duiyi.games.atom.study.symmetry import AtomSymmetry

GAMES = ("relati-classic", "relati", "relati-legacy", "tzaar", "atom", "tic-tac-toe", "hex")
NUMBERS = {"relati-classic": 8, "relati": 8, "relati-legacy": 8, "tzaar": 12, "hex": 2}
LONGEST = 300


def states(game: str, walks: int, every: int) -> Any:
    """States along random games, each sample in its turn."""
    found = duiyi.game(game)
    samples = itertools.islice(itertools.cycle(found.samples()), walks)
    for number, (seats, options) in enumerate(samples):
        choose = random.Random(f"{game} {number}").randrange
        points = walk(found, seats, options, choose, limit=LONGEST, withdrawals=number % 4 == 3)
        yield from itertools.islice(points, number % every, None, every)


@pytest.mark.parametrize("game", GAMES)
def test_play_goes_the_same_way_under_every_symmetry(game: str) -> None:
    for point in states(game, 4, 9):
        PROPERTIES["symmetry"].test(point)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_play_goes_the_same_way_under_every_symmetry_in_many_states(game: str) -> None:
    for point in states(game, 24, 2):
        PROPERTIES["symmetry"].test(point)


@pytest.mark.parametrize(("game", "number"), NUMBERS.items())
def test_a_board_has_as_many_symmetries_as_its_form(game: str, number: int) -> None:
    state = duiyi.game(game).start()
    for _ in range(4):
        state = state.play(state.actions()[len(state.actions()) // 3])
    found = list(symmetries(state).of(state))
    assert len(found) == number
    assert len({each.state(state).dump() for each in found}) == number


def test_positions_that_differ_in_the_number_of_the_turn_alone_are_the_same() -> None:
    tzaar = duiyi.game("tzaar")
    rows = tzaar.start().dump().split(" ")[0]
    texts = [canonical(tzaar.load(f"{rows} {rest}")).text for rest in ("w 1 3", "w 1 5", "w 1 1")]
    assert texts[0] == texts[1] != texts[2]  # T-2: White's first turn has one step


def test_tokens_of_a_canonical_position_are_found_in_any_other() -> None:
    state = duiyi.game("relati-classic").start().play("B2").play("C4")
    found = canonical(state)
    tokens = tokens_from(state, found.symmetry)
    there = found.symmetry.state(state)
    assert sorted(tokens) == sorted(there.text(action) for action in there.actions())
    for token, own in tokens.items():
        assert canonical(there.play(token)).text == canonical(state.play(own)).text


def test_atom_looks_the_same_with_cells_in_another_order_turned_over_and_moved() -> None:
    atom = duiyi.game("atom")
    options = "damage=attack,life_cap=none,turn_limit=200,max_height=24,max_width=23"
    one = f"6 act:1 20:0.0.0.0:K0,0:-:- 9:1.0.0.0:K0,0;R0,2;K1,1:K0,0:- {options}"
    other = f"6 act:1 20:0.0.0.0:-:-:K4,2 9:1.0.0.0:-:K0,0:K3,3;K4,2;R4,4 {options}"
    assert canonical(atom.load(one)).text == canonical(atom.load(other)).text


def test_the_order_of_cells_is_kept_while_several_may_fall_apart() -> None:
    met = 0
    for point in states("atom", 12, 1):
        state = point.state
        if isinstance(state.phase, Losing) or (
            isinstance(state.phase, Keeping) and len(state.phase.cells) > 1
        ):
            loser = state.actor
            found = [e for e in symmetries(state).of(state) if isinstance(e, AtomSymmetry)]
            assert all(each.orders[loser] == (0, 1, 2) for each in found)
            met += 1
    assert met
