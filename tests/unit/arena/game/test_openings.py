"""Openings: repeatable, different from each other, fair to every seat."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.arena_bots import ScriptedBot

import duiyi
from duiyi.arena.game.conditions import Conditions
from duiyi.arena.game.openings import (
    deals,
    has_chance,
    opening_of,
    seatings,
    seed_of,
    turns_needed,
)
from duiyi.arena.game.referee import play_game
from duiyi.core import CHANCE, Options
from duiyi.core.clock import Clock
from duiyi.core.record import Decision

TZAAR = duiyi.game("tzaar")


def chosen(name: str, *pairs: str) -> Options:
    return duiyi.game(name).options.parse(pairs)


def test_a_set_up_that_is_left_open_is_dealt_anew_for_every_opening() -> None:
    options = chosen("tzaar", "setup=random")
    openings = [opening_of(TZAAR, 2, options, seed) for seed in range(20)]
    assert len({opening.start for opening in openings}) == 20
    assert openings[3] == opening_of(TZAAR, 2, options, 3)
    for opening in openings:
        assert opening.start == TZAAR.start(2, **dict(opening.options.items()))


def test_a_set_up_that_was_chosen_stays() -> None:
    for pairs in (("setup=random", "seed=5"), ("setup=fixed",)):
        options = chosen("tzaar", *pairs)
        assert not deals(TZAAR, 2, options)
        assert opening_of(TZAAR, 2, options, 1).options == options


@pytest.mark.parametrize(
    ("name", "pairs", "turns"),
    [
        ("tzaar", (), True),
        ("tzaar", ("setup=random",), False),
        ("atom", (), False),
        ("relati-classic", (), True),
    ],
)
def test_random_turns_are_needed_where_nothing_else_makes_games_different(
    name: str, pairs: tuple[str, ...], turns: bool
) -> None:
    game = duiyi.game(name)
    assert bool(turns_needed(game, 2, chosen(name, *pairs), 100)) == turns


def test_more_openings_need_more_turns() -> None:
    game, options = duiyi.game("relati-classic"), chosen("relati-classic")
    needed = [turns_needed(game, 2, options, count) for count in (1, 20, 1000)]
    assert needed == sorted(needed)
    assert needed[0] < needed[-1]


@pytest.mark.parametrize("name", ["tzaar", "relati-classic", "relati", "atom"])
def test_random_turns_end_with_a_turn_and_leave_the_game_open(name: str) -> None:
    game = duiyi.game(name)
    for seed in range(10):
        opening = opening_of(game, 2, chosen(name), seed, 2)
        state = opening.start
        for token in opening.tokens:
            before, state = state, state.play(token)
        assert state.outcome is None
        assert state.turn == opening.start.turn + 2
        assert before.turn == state.turn - 1


def test_random_turns_differ_and_repeat() -> None:
    made = [opening_of(TZAAR, 2, chosen("tzaar"), seed, 2) for seed in range(30)]
    assert len({opening.tokens for opening in made}) >= 29
    assert made[7] == opening_of(TZAAR, 2, chosen("tzaar"), 7, 2)


def test_more_turns_than_a_game_has_leave_it_open_all_the_same() -> None:
    game = duiyi.game("relati-classic")
    opening = opening_of(game, 2, chosen("relati-classic"), 1, 40)
    state = opening.start
    for token in opening.tokens:
        state = state.play(token)
    assert opening.tokens
    assert state.outcome is None


def test_bots_that_always_play_alike_do_not_repeat_a_game() -> None:
    options = chosen("tzaar")
    turns = turns_needed(TZAAR, 2, options, 20)
    games = set()
    for seed in range(20):
        opening = opening_of(TZAAR, 2, options, seed, turns)
        game = play_game(
            opening.start,
            [ScriptedBot(), ScriptedBot()],
            Conditions(Clock("none", 0)),
            seed=opening.seed,
            names=("a", "b"),
            opening=opening.tokens,
        )
        nodes = game.record.nodes
        games.add(tuple(node.token for node in nodes if isinstance(node, Decision)))
    assert len(games) >= 19


def test_both_games_of_a_pair_have_the_same_draws() -> None:
    game, options = duiyi.game("atom"), chosen("atom", "turn_limit=6")
    opening = opening_of(game, 2, options, 11)
    draws = []
    for _ in range(2):
        bots = [ScriptedBot(), ScriptedBot()]
        played = play_game(
            opening.start, bots, Conditions(), seed=opening.seed, names=("a", "b"), options=options
        )
        draws.append([n for n in played.record.nodes if getattr(n, "actor", None) == CHANCE])
    assert draws[0] == draws[1]
    assert draws[0]


def test_chance_is_found_where_there_is_some() -> None:
    assert has_chance(duiyi.game("atom").start())
    assert not has_chance(TZAAR.start())


@pytest.mark.parametrize(("entrants", "seats"), [(2, 2), (3, 3), (4, 4), (2, 4), (3, 6), (6, 6)])
def test_every_entrant_comes_to_every_seat_equally_often(entrants: int, seats: int) -> None:
    made = seatings(entrants, seats)
    for seat in range(seats):
        assert Counter(seating[seat] for seating in made) == dict.fromkeys(range(entrants), 1)
    for seating in made:
        assert set(Counter(seating).values()) == {seats // entrants}


def test_seats_that_cannot_be_shared_evenly_are_refused() -> None:
    with pytest.raises(ValueError, match="evenly"):
        seatings(3, 4)


def test_seeds_are_different_for_different_things() -> None:
    seeds = {seed_of(1, what, number) for what in ("deal", "chance") for number in range(50)}
    assert len(seeds) == 100
    assert all(0 <= seed < 2**63 for seed in seeds)
    assert seed_of(1, "deal", 3) == seed_of(1, "deal", 3)
