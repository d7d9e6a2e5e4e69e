"""Paired games: who sits where, what is shared, what is counted."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from bench import strength_players
from bench.strength_games import Halted, Match, Played, play
from bench.strength_standing import standing
from bench.strength_workers import played

from duiyi.core import State
from duiyi.players import Player
from duiyi.players.random import RandomPlayer

RANDOM = ("random", "random")
CLASSIC = Match("relati-classic", RANDOM)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_player_has_every_seat_once_in_an_opening(seats: int) -> None:
    match = Match("relati-classic", RANDOM, seats)
    seatings = [match.seating(number) for number in range(seats)]
    assert [seating.index(0) for seating in seatings] == [*range(seats)]
    assert all(seating.count(0) == 1 for seating in seatings)


@pytest.mark.parametrize(
    ("game", "options"), [("tzaar", "setup=random"), ("relati", ""), ("atom", "")]
)
def test_the_games_of_a_pair_share_their_opening_and_others_have_another(
    game: str, options: str
) -> None:
    match = Match(game, RANDOM, options=options)
    openings = [match.opening(number) for number in range(40)]
    assert openings[0::2] == openings[1::2]
    assert len({(one.start, one.tokens, one.seed) for one in openings}) == 20


def test_there_are_a_hundred_openings_and_more() -> None:
    match = Match("relati-classic", RANDOM)
    assert len({match.opening(2 * number).tokens for number in range(150)}) >= 100


def test_a_game_follows_from_its_number() -> None:
    def scores(seed: int) -> list[tuple[Fraction, ...]]:
        match = Match("relati-classic", RANDOM, seed=seed)
        return [play(match, number).scores for number in range(20)]

    assert scores(1) == scores(1)
    assert scores(1) != scores(2)


def test_chance_is_the_same_for_both_games_of_a_pair() -> None:
    class Watcher(RandomPlayer):
        def choose(self, state: State[Any]) -> Any:
            seen.append(state.dump())
            return state.actions()[0]

    pair = []
    for number in range(2):
        seen: list[str] = []
        play(Match("atom", RANDOM, options="turn_limit=10"), number, lambda _, seed: Watcher(seed))
        pair.append(seen)
    assert pair[0] == pair[1]


class Cheat:
    """Plays the first action of the game again and again."""

    def __init__(self) -> None:
        self._action: Any = None

    def choose(self, state: State[Any]) -> Any:
        if self._action is None:
            self._action = state.actions()[0]
        return self._action


class Broken:
    def choose(self, state: State[Any]) -> Any:
        raise RuntimeError("out of order")


def with_player(special: type[Cheat] | type[Broken]) -> Any:
    def make(name: str, seed: int) -> Player:
        return special() if name == "special" else RandomPlayer(seed)

    return make


@pytest.mark.parametrize(
    ("special", "told"), [(Cheat, "IllegalAction"), (Broken, "RuntimeError: out of order")]
)
def test_who_answers_nothing_legal_loses_and_is_counted(
    special: type[Cheat] | type[Broken], told: str
) -> None:
    match = Match("relati-classic", ("special", "random"))
    games = {number: play(match, number, with_player(special)) for number in range(6)}
    for number, game in games.items():
        assert game.scores[number % 2] == 0
        (failure,) = game.failures
        assert failure.player == 0
        assert failure.what.startswith(told)
        assert failure.position
    assert standing(match, games).failures == 6


def test_with_three_seats_the_others_play_on_without_a_cheat() -> None:
    match = Match("relati-classic", ("special", "random"), 3)
    game = play(match, 0, with_player(Cheat))
    assert len(game.failures) == 1
    assert game.scores[0] == 0
    assert sum(game.scores) == 1


def test_decisions_and_turns_are_counted_for_each_player() -> None:
    """A turn of tzaar has two decisions, except the first one."""
    game = play(Match("tzaar", ("greedy", "random")), 0)
    greedy, other = game.thinking
    assert greedy.turns <= greedy.decisions <= 2 * greedy.turns
    assert abs(greedy.turns - other.turns) <= 1
    assert greedy.mean > 5 * other.mean > 0
    assert greedy.mean <= greedy.longest <= greedy.seconds


def test_a_game_is_given_up_when_everything_ends() -> None:
    with pytest.raises(Halted):
        play(CLASSIC, 0, halted=lambda: True)


def test_workers_play_the_same_games() -> None:
    def scored(games: list[tuple[Match, Played]]) -> dict[int, tuple[Fraction, ...]]:
        return {game.number: game.scores for _, game in games}

    tasks = [(CLASSIC, number) for number in range(12)]
    assert scored([*played(tasks, 2)]) == scored([*played(tasks, 0)])


def test_settings_reach_the_player() -> None:
    assert strength_players.read("strong:kind=mcts,seconds=0.5,nodes=20") == (
        "strong",
        {"kind": "mcts", "seconds": 0.5, "nodes": 20},
    )
    with pytest.raises(TypeError, match="colour"):
        strength_players.make("mcts:colour=red", 1)
    with pytest.raises(ValueError, match="should look like"):
        strength_players.read("mcts:seconds")


def test_a_level_is_known_by_its_row() -> None:
    """Games of another table of levels are not taken for games of this one."""
    key = Match("tzaar", ("level-2", "random")).key
    assert "level=2" in key
    assert "careless=" in key
