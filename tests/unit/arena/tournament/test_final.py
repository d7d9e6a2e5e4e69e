"""A final as a tournament: everybody meets everybody, then the first ones who are even."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from tests.unit.arena.final.finals import a_final, played
from tests.unit.arena.ladder.made_up import World
from tests.unit.arena.tournament.cups import cup

from duiyi.arena.final.places import places_of
from duiyi.arena.tournament.fields import BadCup
from duiyi.arena.tournament.plan import plan
from duiyi.arena.tournament.schedule import Scores
from duiyi.arena.tournament.standings import standings_of

WON, LOST = (Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))
EVEN = World({f"b{n}": 0.0 for n in range(10)})


def test_first_everybody_meets_everybody() -> None:
    found = plan(a_final(6, "games = 4"), {})
    assert not found.final
    met = Counter(frozenset(game.names) for game in found.games)
    assert {*met.values()} == {4}
    assert len(met) == 15


def test_without_meeting_again_it_is_a_round_robin() -> None:
    assert plan(a_final(6, "again = 0"), {}).final
    assert plan(a_final(6, "looks = []"), {}).final


def test_then_the_first_ones_who_are_even_meet_until_the_last_look() -> None:
    config = a_final(10, "games = 2\nagain = 4\nlooks = [4, 10]")
    found, _, belief = played(config, EVEN, 3)
    assert found.final
    assert len(places_of(belief)[0].names) >= 4
    again = [game for game in found.games if game.round > 9]
    met = Counter(frozenset(game.names) for game in again)
    assert len({name for pair in met for name in pair}) == 4
    assert {*met.values()} == {10}
    firsts = Counter(game.names[0] for game in again)
    assert len({*firsts.values()}) == 1, "as often first as second"


def test_who_is_told_apart_does_not_meet_again() -> None:
    """b0 beats everybody, b5 loses all: among the others nothing is clear."""
    config = a_final(6, "games = 20\nagain = 6\nlooks = [2]")
    scores: dict[str, Scores] = {}
    for game in plan(config, {}).games:
        stronger = min(game.names)
        clear = "b0" in game.names or "b5" in game.names
        even = (Fraction(1, 2), Fraction(1, 2))
        scores[game.id] = even if not clear else WON if game.names[0] == stronger else LOST
    found = plan(config, scores)
    met = {name for one in found.rounds[-1].pairings for name in one.names}
    assert met == {"b1", "b2", "b3", "b4"}


def test_a_round_that_was_drawn_stays() -> None:
    config = a_final(6, "games = 2\nagain = 4\nlooks = [2, 4]")
    found, scores, _ = played(config, EVEN, 5)
    assert len(found.rounds) > 5
    other = {**scores, **{game.id: WON for game in found.games[:30]}}
    assert plan(config, other, found.rounds).rounds == found.rounds


def test_whoever_is_even_shares_the_rank() -> None:
    config = a_final(10, "games = 2\nagain = 0")
    found, scores, belief = played(config, EVEN, 1)
    rows = standings_of(config, found.rounds, [(g, scores[g.id]) for g in found.games])
    assert rows.criteria == ("place",)
    places = {name: one.number for one in places_of(belief) for name in one.names}
    assert {row.name: row.rank for row in rows.rows} == places


def test_random_turns_are_enough_for_the_second_stage() -> None:
    """Two games a pairing share one opening; a hundred more must not be the same two again."""
    assert cup("games = 2").random_turns == 0
    assert a_final(4, "games = 2").random_turns > 0


@pytest.mark.parametrize("looks", ["[3, 2]", "[0]", "[2, 2]", "7", '["a"]', "[true]", "[20000]"])
def test_looks_are_rising_numbers(looks: str) -> None:
    with pytest.raises(BadCup) as refused:
        a_final(4, f"looks = {looks}")
    assert refused.value.message.key == "core:cup.config.looks"


@pytest.mark.parametrize("words", ["again = 4", "looks = [2]"])
def test_other_formats_know_nothing_of_meeting_again(words: str) -> None:
    with pytest.raises(BadCup):
        cup(words)
