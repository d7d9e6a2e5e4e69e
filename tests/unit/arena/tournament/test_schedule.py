"""Schedules: everybody meets whom it should, from every seat, and a game's id never changes."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.arena.tournament.cups import cup, played_out, some_scores

from duiyi.arena.tournament.formats.knockout import Knockout
from duiyi.arena.tournament.formats.seat_balance import balanced_seats
from duiyi.arena.tournament.plan import plan
from duiyi.arena.tournament.schedule import Pairing, Plan, Scores, games_of, tie_breaks_of

patient = settings(deadline=None, max_examples=30)


def meetings(found: Plan) -> Counter[frozenset[str]]:
    return Counter(frozenset(pair) for game in found.games for pair in combinations(game.names, 2))


def seat_counts(found: Plan, seats: int) -> dict[str, list[int]]:
    counts: dict[str, list[int]] = {}
    for game in found.games:
        for seat, name in enumerate(game.names):
            counts.setdefault(name, [0] * seats)[seat] += 1
    return counts


def check_ids(found: Plan) -> None:
    assert len({game.id for game in found.games}) == len(found.games)
    for game in found.games:
        assert game.id.startswith(game.pairing_id)
        assert len({*game.names}) == len(game.names)


@patient
@given(st.integers(2, 25), st.integers(1, 5))
def test_round_robin_lets_every_pair_meet_equally_often(count: int, games: int) -> None:
    found = plan(cup(f"games = {games}", count), {})
    check_ids(found)
    assert found.final
    assert set(meetings(found).values()) == {games}
    assert len(meetings(found)) == count * (count - 1) // 2
    for by_seat in seat_counts(found, 2).values():
        assert abs(by_seat[0] - by_seat[1]) <= 1
    for one in found.rounds:
        there = [name for pairing in one.pairings for name in pairing.names]
        assert sorted([*there, *one.byes]) == sorted(cup("", count).names)


@patient
@given(st.integers(2, 25), st.integers(1, 4), st.data())
def test_gauntlet_lets_one_meet_all(count: int, games: int, data: st.DataObject) -> None:
    challenger = f"b{data.draw(st.integers(0, count - 1))}"
    config = cup(f'format = "gauntlet"\ngames = {games}\nchallenger = "{challenger}"', count)
    found = plan(config, {})
    check_ids(found)
    assert len(found.games) == games * (count - 1)
    assert all(challenger in game.names for game in found.games)


@patient
@given(st.integers(3, 4), st.integers(0, 9), st.integers(1, 9), st.integers(1, 12), st.integers(0))
def test_groups_balance_seats_rests_and_meetings(
    seats: int, more: int, games: int, rounds: int, seed: int
) -> None:
    count = seats + more
    words = f"seats = {seats}\ngames = {games}\nrounds = {rounds}\nseed = {seed % 2**63}"
    config = cup(words, count)
    found = plan(config, {})
    check_ids(found)
    for by_seat in seat_counts(found, seats).values():
        assert max(by_seat) - min(by_seat) <= 1
    rests = Counter(name for one in found.rounds for name in one.byes)
    assert max(rests[n] for n in config.names) - min(rests[n] for n in config.names) <= 1
    for one in found.rounds:
        there = [name for pairing in one.pairings for name in pairing.names]
        assert sorted([*there, *one.byes]) == sorted(config.names)
    assert found == plan(config, {})


def test_groups_meet_as_evenly_as_they_can() -> None:
    """Nine in threes for four rounds is the affine plane: everybody meets everybody once."""
    found = plan(cup("seats = 3\ngames = 3\nrounds = 4", 9), {})
    counts = meetings(found)
    assert len(counts) >= 34
    assert max(counts.values()) <= 6
    spread = meetings(plan(cup("seats = 4\ngames = 4\nrounds = 20", 12), {}))
    assert max(spread.values()) - min(spread.values()) <= 3 * 4


@patient
@given(st.integers(3, 4), st.integers(0, 4), st.integers(1, 8))
def test_without_rounds_every_group_there_is_plays(seats: int, more: int, games: int) -> None:
    found = plan(cup(f"seats = {seats}\ngames = {games}", seats + more), {})
    groups = Counter(frozenset(game.names) for game in found.games)
    assert set(groups.values()) == {games}
    assert len(groups) == len([*combinations(range(seats + more), seats)])
    for by_seat in seat_counts(found, seats).values():
        assert max(by_seat) - min(by_seat) <= 1


@patient
@given(
    st.integers(2, 6).flatmap(
        lambda seats: st.lists(
            st.lists(st.sampled_from("abcdefgh"), min_size=seats, max_size=seats, unique=True),
            max_size=60,
        )
    )
)
def test_any_games_can_have_balanced_seats(games: list[list[str]]) -> None:
    seated = balanced_seats(games)
    assert [sorted(names) for names in seated] == [sorted(names) for names in games]
    counts: dict[str, Counter[int]] = {}
    for names in seated:
        for seat, name in enumerate(names):
            counts.setdefault(name, Counter())[seat] += 1
    for count in counts.values():
        seats = range(len(seated[0]))
        assert max(count[s] for s in seats) - min(count[s] for s in seats) <= 1


def test_twin_games_share_an_opening_with_seats_swapped() -> None:
    pairing = Pairing(2, 3, ("a", "b"))
    one, two, three = games_of(pairing, 3)
    assert [one.id, two.id, three.id] == ["r02-p003-g1", "r02-p003-g2", "r02-p003-g3"]
    assert (one.names, two.names, three.names) == (("a", "b"), ("b", "a"), ("a", "b"))
    assert one.opening == two.opening != three.opening
    tie = tie_breaks_of(pairing, 1)
    assert [game.id for game in tie] == ["r02-p003-t1", "r02-p003-t2"]
    assert tie[0].opening not in (one.opening, three.opening)


@pytest.mark.parametrize("count", [2, 3, 4, 5, 7, 8, 13])
@pytest.mark.parametrize("games", [1, 2])
def test_knockout_leaves_one(count: int, games: int) -> None:
    for seed in range(10):
        config = cup(f'format = "knockout"\ngames = {games}', count)
        found, scores = played_out(config, seed)
        check_ids(found)
        assert found.final
        pairings = [pairing for one in found.rounds for pairing in one.pairings]
        assert len(pairings) == count - 1
        knockout = Knockout(config.names, games, config.tie_breaks)
        losers = [
            next(name for name in pairing.names if name != knockout.tie(pairing, scores).winner)
            for pairing in pairings
        ]
        assert len({*losers}) == count - 1
        assert len(found.rounds[0].byes) == 2 ** len(found.rounds) - count
        assert [*found.rounds[0].byes] == sorted(
            config.names[: len(found.rounds[0].byes)], key=found.rounds[0].byes.index
        )


def test_the_first_two_seeds_meet_in_the_final_only() -> None:
    names = tuple(f"b{n}" for n in range(8))
    scores: dict[str, Scores] = {}
    knockout = Knockout(names, 1, 0)
    while True:
        due = [
            game
            for one in knockout.rounds(scores)
            for pairing in one.pairings
            for game in knockout.tie(pairing, scores).games
            if game.id not in scores
        ]
        if not due:
            break
        for game in due:
            better = min(game.names)
            scores[game.id] = tuple(Fraction(int(name == better)) for name in game.names)
    last = knockout.rounds(scores)[-1].pairings
    assert [{*pairing.names} for pairing in last] == [{"b0", "b1"}]


def test_a_tie_is_played_on_and_then_decided_by_seeding() -> None:
    knockout = Knockout(("b0", "b1"), 2, 1)
    half = (Fraction(1, 2), Fraction(1, 2))
    (pairing,) = knockout.rounds({})[0].pairings
    even = {game.id: half for game in games_of(pairing, 2)}
    assert len(knockout.tie(pairing, {}).games) == 2
    assert [game.id for game in knockout.tie(pairing, even).games][2:] == [
        "r01-p001-t1",
        "r01-p001-t2",
    ]
    even |= {game.id: half for game in tie_breaks_of(pairing, 1)}
    assert knockout.tie(pairing, even).winner == "b0"
    even["r01-p001-t2"] = (Fraction(0), Fraction(1))
    assert knockout.tie(pairing, even).winner == tie_breaks_of(pairing, 1)[1].names[1]


@patient
@given(st.integers(2, 14), st.integers(1, 3), st.integers(0, 2**32))
def test_swiss_rounds_are_legal_whatever_the_results(count: int, games: int, seed: int) -> None:
    rounds = max(1, (count - 1).bit_length())
    config = cup(f'format = "swiss"\ngames = {games}\nrounds = {rounds}', count)
    found, _ = played_out(config, seed)
    assert found.final
    assert len(found.rounds) == rounds
    met: Counter[frozenset[str]] = Counter()
    byes: Counter[str] = Counter()
    for one in found.rounds:
        there = [name for pairing in one.pairings for name in pairing.names]
        assert sorted([*there, *one.byes]) == sorted(config.names)
        assert len(one.byes) == count % 2
        met.update(frozenset(pairing.names) for pairing in one.pairings)
        byes.update(one.byes)
    assert max(byes.values(), default=0) <= 1
    if rounds <= count // 2:
        assert max(met.values()) == 1


@pytest.mark.slow
@patient
@given(st.integers(3, 11), st.integers(0, 2**32))
def test_swiss_goes_on_where_somebody_has_to_meet_again(count: int, seed: int) -> None:
    rounds = count - 1 + count % 2
    found, _ = played_out(cup(f'format = "swiss"\ngames = 2\nrounds = {rounds}', count), seed)
    assert len(found.rounds) == rounds
    byes = Counter(name for one in found.rounds for name in one.byes)
    assert max(byes.values(), default=0) <= 1


@pytest.mark.parametrize(
    "words",
    ['format = "swiss"\nrounds = 3', 'format = "knockout"', "", 'format = "final"\nlooks = [2, 6]'],
)
def test_the_plan_does_not_depend_on_the_order_of_finishing(words: str) -> None:
    config = cup(words, 7)
    found, scores = played_out(config, 5)
    shuffled = [*scores.items()]
    random.Random(1).shuffle(shuffled)
    assert plan(config, dict(shuffled)) == found
    part = dict(list(scores.items())[: len(scores) // 2])
    sooner = plan(config, part)
    assert {game.id: game.names for game in sooner.games}.items() <= {
        game.id: game.names for game in found.games
    }.items()


def test_a_drawn_swiss_round_stays() -> None:
    config = cup('format = "swiss"\nrounds = 2\ngames = 1', 4)
    first = plan(config, {})
    other = plan(config, {}, [type(first.rounds[0])(1, first.rounds[0].pairings[::-1])])
    assert other.rounds[0].pairings == first.rounds[0].pairings[::-1]


def test_what_one_round_decided_the_next_uses() -> None:
    config = cup('format = "swiss"\nrounds = 2\ngames = 1', 4)
    first = plan(config, {})
    assert not first.final
    chance = random.Random(3)
    scores = {game.id: some_scores(2, chance) for game in first.games}
    scores = {game.id: (Fraction(1), Fraction(0)) for game in first.games}
    second = plan(config, scores).rounds[1]
    winners = {pairing.names[0] for pairing in first.rounds[0].pairings}
    assert {*second.pairings[0].names} == winners
