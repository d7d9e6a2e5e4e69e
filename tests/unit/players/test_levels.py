"""Levels: they play legally, soon, and from level 3 on miss no win in one turn."""

from __future__ import annotations

import itertools
from functools import cache
from typing import Any

import pytest
from tests.unit.players.clocked import clocked
from tests.unit.players.matches import SMALL, score

import duiyi
from duiyi import kernels, players
from duiyi.core import CHANCE, State
from duiyi.core.chance import Dice
from duiyi.players import GreedyPlayer
from duiyi.players.levels import NUMBERS, SEES_WINS, Level, LevelPlayer, row_of, table
from duiyi.players.random import RandomPlayer

TURN = 0.1
"""CPU seconds that a turn of levels 1-7 may take, everything counted."""
MIDDLE = {"relati-classic": 4, "relati": 30, "relati-legacy": 100, "tzaar": 12, "atom": 60}
"""Decisions of a game until there is much to think about."""


@cache
def middle(name: str) -> State[Any]:
    """Of a game that goes on for so long, with default options."""
    for seed in itertools.count(7):
        state: State[Any] = duiyi.game(name).start(2)
        dice, seats = Dice(seed), [players.make("level-4", seed + at) for at in (0, 1000)]
        for _ in range(MIDDLE.get(name, 2)):
            if state.actor is None:
                break
            seat = state.actor
            state = state.play((dice if seat == CHANCE else seats[seat]).choose(state))
        if state.actor is not None:
            break
    return state


@pytest.mark.parametrize("name", [*kernels.GAMES, "any"])
def test_every_game_has_all_levels(name: str) -> None:
    rows = table()[name]
    assert [row.level for row in rows] == list(NUMBERS)
    assert all(row.nodes for row in rows[:-1])
    assert rows[-1].nodes is None
    assert rows[-1].seconds is not None
    assert 0.1 <= rows[-1].seconds <= 1.0
    careless = [row.careless for row in rows]
    assert careless == sorted(careless, reverse=True)
    assert careless[-1] == 0


def test_games_without_a_row_play_by_the_common_one() -> None:
    assert row_of("tic-tac-toe", None, 3) == row_of("any", None, 3)


@pytest.mark.parametrize("name", [*kernels.GAMES, "tic-tac-toe"])
@pytest.mark.parametrize("number", [1, 3, 5, 6, 7])
@pytest.mark.parametrize("late", [False, True], ids=["start", "middle"])
def test_turns_are_legal_and_soon(name: str, number: int, late: bool) -> None:
    state: State[Any] = middle(name) if late else duiyi.game(name).start(2)
    player, dice, other = players.make(f"level-{number}", 7), Dice(7), RandomPlayer(7)
    used: dict[int, float] = {}
    while state.actor is not None and len(used) < 10:
        if state.actor == CHANCE:
            state = state.play(dice.choose(state))
        elif state.actor == 0:
            with clocked() as seconds:
                action = player.choose(state)
            used[state.turn] = used.get(state.turn, 0.0) + seconds[0]
            state = state.play(action)
        else:
            state = state.play(other.choose(state))
    assert max(used.values()) <= TURN, used


def relati_row(options: str, number: int = 4) -> Level:
    return row_of("relati", duiyi.game("relati").options.parse(options.split()), number)


def test_options_that_make_another_game_of_it_have_rows_of_their_own() -> None:
    for key in (key for key in table() if key.split()[0] == "relati"):
        _, _, options = key.partition(" ")
        assert [relati_row(options, number) for number in NUMBERS] == [*table()[key]]
    plain = row_of("relati", None, 4)
    assert plain == relati_row("") == relati_row("migration=on")
    assert plain != relati_row("cannon=on")
    # What no row names follows the row that names most of it.
    assert relati_row("cannon=on friendly_fire=on") == relati_row("cannon=on")


def test_a_level_may_search_in_another_way_than_the_best() -> None:
    """Those of relati legacy are measured with the search that knows less."""
    assert {row_of("relati-legacy", None, number).kind for number in NUMBERS} == {"mcts"}
    state = duiyi.game("relati-legacy").start(2)
    with pytest.raises(ValueError, match="no such search"):
        LevelPlayer(1, Level(5, 10, 0.0, kind="none")).choose(state)


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_level_1_loses_to_the_greedy_player(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With default options, for which levels are measured."""
    monkeypatch.setitem(SMALL, "relati", {})
    assert score(name, lambda seed: players.make("level-1", seed), GreedyPlayer, 40) <= 0.3


class TooMany(Exception):
    """There is more to try than a test should."""


class Turns:
    """All that a seat can still do in its turn, by the Python rules."""

    def __init__(self, state: State[Any]) -> None:
        self._seat, self._turn = state.actor, state.turn
        self._left = 150

    def win(self, state: State[Any]) -> bool:
        for action in state.actions():
            self._left -= 1
            if self._left < 0:
                raise TooMany
            after = state.play(action)
            if after.outcome is not None:
                if after.outcome.winner == self._seat:
                    return True
            elif (after.actor, after.turn) == (self._seat, self._turn) and self.win(after):
                return True
        return False


def has_a_winning_turn(state: State[Any]) -> bool:
    try:
        return Turns(state).win(state)
    except TooMany:
        return False


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_from_level_3_on_no_win_in_one_turn_is_missed(name: str) -> None:
    """By a player that is careless whenever it may be."""
    careless = LevelPlayer(1, Level(SEES_WINS, 10, 1.0))
    walker, dice = RandomPlayer(3), Dice(3)
    found = 0
    for _ in range(40):
        state: State[Any] = duiyi.game(name).start(2, **SMALL[name])
        while state.actor is not None:
            if state.actor == CHANCE:
                state = state.play(dice.choose(state))
            elif has_a_winning_turn(state):
                found += 1
                assert_won(state, careless)
                break
            else:
                state = state.play(walker.choose(state))
        if found == 3:
            return
    pytest.fail(f"only {found} positions with a win in 40 games")


def assert_won(state: State[Any], player: LevelPlayer) -> None:
    seat, turn = state.actor, state.turn
    while state.outcome is None:
        assert (state.actor, state.turn) == (seat, turn), "the win was missed"
        state = state.play(player.choose(state))
    assert state.outcome.winner == seat
