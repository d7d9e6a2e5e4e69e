"""Positions on kernels as Python sees them: values, errors, and the way back to the rules."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import pytest

import duiyi
from duiyi import kernels
from duiyi.core import CHANCE, BadOptions, BadPosition, BadToken, IllegalAction

GAMES = kernels.GAMES


def start(name: str, seats: int | None = None, **options: Any) -> kernels.Position:
    return kernels.position(duiyi.game(name).start(seats, **options))


@pytest.mark.parametrize("name", GAMES)
def test_a_state_goes_over_and_comes_back(name: str) -> None:
    state = duiyi.game(name).start()
    there = kernels.position(state)
    assert there.state() == state
    assert there.dump() == state.dump()
    assert (there.game, there.seats, there.turn, there.owner) == (name, 2, 1, state.owner)
    assert (there.over, there.winner, there.reason, there.out) == (False, None, "", frozenset())


@pytest.mark.parametrize("name", GAMES)
def test_positions_are_values(name: str) -> None:
    one, other = start(name), start(name)
    assert one == other
    assert hash(one) == hash(other)
    assert one.key == other.key
    assert pickle.loads(pickle.dumps(one)) == one
    _, later = one.walk(1, 6)
    assert later != one
    assert one == other, "a walk leaves where it began as it was"
    assert one != name


def test_sizes_are_what_was_promised() -> None:
    assert start("tzaar").size <= 512
    every = dict.fromkeys(("continuous", "cannon", "chain", "migration"), True)
    assert start("relati", 4, **every).size <= 1024


def test_chance_has_probabilities_and_no_tokens() -> None:
    there = start("atom")
    while there.actor != CHANCE:
        there = there.play(there.tokens()[0])
    chances = there.chances()
    assert there.tokens() == []
    assert sum(share for _, share in chances) == Fraction(1)
    state = there.state()
    assert chances == [(state.text(action), share) for action, share in state.chances()]


def test_a_bad_token_and_an_illegal_one_are_refused_as_by_the_rules() -> None:
    there = start("tzaar")
    with pytest.raises(BadToken):
        there.play("nonsense")
    with pytest.raises(IllegalAction) as caught:
        there.play("A1xA2")
    assert caught.value.violation.code == "not-your-piece"


def test_after_the_end_nothing_is_played() -> None:
    tokens, ended = start("relati-classic").walk(1)
    assert ended.over
    assert ended.actor is None
    with pytest.raises(IllegalAction):
        ended.play(tokens[0])
    with pytest.raises(ValueError, match="cannot withdraw"):
        ended.withdraw(0)


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_only_seats_withdraw(seat: int) -> None:
    with pytest.raises(ValueError, match=f"seat {seat} cannot withdraw"):
        start("tzaar").withdraw(seat)


def test_of_three_the_others_play_on() -> None:
    there = start("relati-classic", 3).withdraw(1)
    assert there.out == {1}
    assert not there.over
    assert there.withdraw(0).winner == 2


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("text", ["", " ", "x", "0" * 5000, "連奕", "\0", "{}", "w 1 1"])
def test_what_is_no_position_is_refused_as_by_the_rules(name: str, text: str) -> None:
    with pytest.raises(BadPosition):
        kernels.load(name, text)


def test_a_game_without_a_kernel_is_told_what_there_is() -> None:
    with pytest.raises(BadOptions, match="tzar"):
        kernels.load("tzar", "")
    with pytest.raises(BadOptions, match="relati-classic"):
        kernels.load("tic-tac-toe", "")
