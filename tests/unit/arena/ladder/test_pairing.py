"""Who meets next: where a game says most, everybody in turn, and late ones like early ones."""

from __future__ import annotations

import math
import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from tests.unit.arena.ladder.made_up import Term, World

from duiyi.arena.ladder.pairing import Entrant, Meeting, Past, next_meetings
from duiyi.arena.ladder.places import NEW
from duiyi.arena.ladder.ratings import ladder_of

MARKS = {f"level-{n}": 700.0 + 200 * n for n in range(5)}


def a_term(bots: int, seed: int, seats: int = 2) -> Term:
    chance = random.Random(f"pairing {seed}")
    ratings = {f"b{n:02}": chance.gauss(1100, 180) for n in range(bots)}
    entrants = [Entrant(name, f"member of {name}") for name in ratings]
    entrants += [Entrant(name) for name in MARKS]
    return Term(World({**ratings, **MARKS}), entrants, MARKS, seats, seed, batch=20)


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_a_meeting_is_a_whole_rotation_of_different_members(seats: int) -> None:
    term = a_term(9, 1, seats)
    term.entrants[1] = replace(term.entrants[1], member=term.entrants[0].member)
    term.go_on(60)
    owner = {one.name: one.member for one in term.entrants}
    assert len({one.opening for one in term.meetings}) == 60
    for meeting in term.meetings:
        for seat in range(seats):
            assert {game[seat] for game in meeting.games} == {*meeting.seats}
        members = [owner[name] for name in meeting.seats if owner[name] is not None]
        assert len({*members}) == len(members)
        assert meeting.member in members


def test_the_same_past_and_seed_have_the_same_future() -> None:
    term = a_term(12, 2)
    term.go_on(100)
    entrants, ladder, past = term.entrants, term.ladder, Past(term.meetings)
    first = next_meetings(entrants, ladder, past, seed=7, count=20)
    random.Random(1).shuffle(shuffled := [*entrants])
    assert next_meetings(shuffled, ladder, past, seed=7, count=20) == first
    assert next_meetings(entrants, ladder, past, seed=8, count=20) != first
    shorter = Past(term.meetings[-500:], max(0, len(term.meetings) - 500))
    assert next_meetings(entrants, ladder, shorter, seed=7, count=20) == first


def test_one_by_one_or_many_at_once_is_the_same() -> None:
    term = a_term(10, 3)
    many = next_meetings(term.entrants, term.ladder, Past([]), count=10)
    made: list[Meeting] = []
    for _ in range(10):
        made += next_meetings(term.entrants, term.ladder, Past(made))
    assert tuple(made) == many


def test_nobody_to_meet_is_no_meeting() -> None:
    ladder = ladder_of([], MARKS)
    assert next_meetings([Entrant("a", "m")], ladder, Past([])) == ()
    assert next_meetings([Entrant(name) for name in MARKS], ladder, Past([])) == ()
    both = [Entrant("a", "m"), Entrant("b", "m")]
    assert next_meetings(both, ladder, Past([])) == ()
    assert len(next_meetings([*both, Entrant("level-1")], ladder, Past([]))) == 1


def test_those_who_meet_are_near_and_have_not_just_met() -> None:
    term = a_term(20, 4)
    term.go_on(600)
    late = term.meetings[300:]
    truth = term.world.ratings
    gaps = [abs(truth[one.seats[0]] - truth[one.seats[1]]) for one in late]
    names = sorted(truth)
    usual = [abs(truth[a] - truth[b]) for a in names for b in names if a < b]
    assert sum(gaps) / len(gaps) < 0.7 * sum(usual) / len(usual)
    at_once = sum({*one.seats} == {*other.seats} for one, other in pairwise(late))
    assert at_once == 0
    pairs = Counter(tuple(sorted(one.seats)) for one in late)
    assert max(pairs.values()) <= 8


def test_references_are_met_so_that_the_scale_is_known() -> None:
    term = a_term(20, 5)
    term.go_on(600)
    games = term.ladder.games
    share = sum(games[name] for name in MARKS) / sum(games.values())
    assert 0.04 < share < 0.4
    widths = [term.ladder.rating(one.name).high for one in term.entrants if one.member]
    assert all(math.isfinite(width) for width in widths)


def test_a_new_version_plays_at_once_and_catches_up() -> None:
    """Its first meeting is the next one; it has 30 games long before its turn would come so often
    among the others."""
    term = a_term(20, 6)
    term.go_on(800)
    term.entrants[0] = Entrant("b00-v2", term.entrants[0].member, guess=1100)
    term.world = World({**term.world.ratings, "b00-v2": 1150})
    (first,) = next_meetings(term.entrants, term.ladder, Past(term.meetings))
    assert "b00-v2" in first.seats
    before = len(term.meetings)
    while term.ladder.games.get("b00-v2", 0) < NEW:
        term.go_on(5)
    assert len(term.meetings) - before < 15 / 2 * 20
    others = [term.ladder.games[one.name] for one in term.entrants[1:20]]
    assert min(others) > 60


def heavy(every: int | None, meetings: int) -> tuple[Counter[str], list[int]]:
    """Twelve members, of whom one hands in a version after so many meetings; what everybody was
    given, and how long the new version of another waited for its first game."""
    term = a_term(12, 7)
    term.batch = 4
    term.go_on(240)
    start, version = len(term.meetings), 1
    waited: list[int] = []
    pending: tuple[str, int] | None = None
    while len(term.meetings) < start + meetings:
        done = len(term.meetings) - start
        if every and done % every == 0:
            version += 1
            name = f"b00-v{version}"
            term.world = World({**term.world.ratings, name: 1100})
            term.entrants[0] = Entrant(name, term.entrants[0].member)
        if done % 100 == 60:
            name = f"b05-v{version}-{done}"
            term.world = World({**term.world.ratings, name: 1100})
            term.entrants[5] = Entrant(name, term.entrants[5].member)
            pending = (name, len(term.meetings))
        term.go_on(4)
        if pending:
            seen = [n for n, one in enumerate(term.meetings) if pending[0] in one.seats]
            if seen:
                waited.append(seen[0] - pending[1])
                pending = None
    given = Counter(one.member for one in term.meetings[start:])
    return given, waited


def test_nobody_waits_behind_somebody_who_hands_in_often() -> None:
    usual, _ = heavy(None, 200)
    given, waited = heavy(4, 200)
    eager = "member of b00"
    others = [name for name in usual if name not in (eager, "member of b05")]
    for name in others:
        assert given[name] >= 0.75 * usual[name]
    assert given[eager] <= 2.5 * sum(given[name] for name in others) / len(others)
    assert waited
    assert max(waited) <= 4


def rank_differences(seeds: range, bots: int) -> list[tuple[int, int]]:
    """Every strength twice, once from the beginning and once late: by how many places the late one
    is behind, and by how many it is nearer to the middle, as where less is believed."""
    found = []
    for seed in seeds:
        chance = random.Random(f"late {seed}")
        strengths = [chance.gauss(1100, 180) for _ in range(bots)]
        drawn = chance.sample(range(2 * bots), 2 * bots)
        early = [Entrant(f"b{drawn[n]}", f"e{n}") for n in range(bots)]
        late = [Entrant(f"b{drawn[bots + n]}", f"l{n}") for n in range(bots)]
        ratings = {one.name: strengths[n % bots] for n, one in enumerate([*early, *late])}
        marks = [Entrant(name) for name in MARKS]
        term = Term(World({**ratings, **MARKS}), [*early, *marks], MARKS, 2, seed)
        term.go_on(bots * 15)
        term.entrants = [*early, *late, *marks]
        term.go_on(bots * 20)
        ladder = term.ladder
        assert min(ladder.games[one.name] for one in late) >= NEW
        order = [name for name in ladder.names if name not in MARKS]
        middle = sorted(strengths)[bots // 2]
        for strength, before, after in zip(strengths, early, late, strict=True):
            behind = order.index(after.name) - order.index(before.name)
            found.append((behind, behind if strength >= middle else -behind))
    return found


def mean_and_error(values: list[int]) -> tuple[float, float]:
    mean = sum(values) / len(values)
    variance = sum((one - mean) ** 2 for one in values) / (len(values) - 1)
    return mean, math.sqrt(variance / len(values))


def same_rank(seeds: range, bots: int, sure: float) -> None:
    behind, inward = zip(*rank_differences(seeds, bots), strict=True)
    for values in (behind, inward):
        mean, error = mean_and_error([*values])
        assert abs(mean) < 1.96 * error
        assert error < sure


def test_late_hand_ins_have_the_same_rank_as_early_ones() -> None:
    same_rank(range(8), 10, sure=0.8)


@pytest.mark.slow
def test_late_hand_ins_have_the_same_rank_within_half_a_place() -> None:
    same_rank(range(40), 12, sure=0.25)
