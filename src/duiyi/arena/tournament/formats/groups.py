"""Groups for three to six seats: round robin where a game has more than two bots.

Without a number of rounds every combination of bots meets once. With one, each round divides the
bots into groups such that nobody sits out more often than others, give or take one, and all pairs
share a group about equally often. Seats are balanced over the whole cup.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from duiyi.arena.game.openings import seed_of
from duiyi.arena.tournament.config import TournamentConfig
from duiyi.arena.tournament.formats.seat_balance import balanced_seats
from duiyi.arena.tournament.schedule import Pairing, Plan, Round, ScheduledGame

RESTARTS = 12


def plan(config: TournamentConfig) -> Plan:
    rounds = group_rounds(config.names, config.seats, config.rounds, config.seed)
    return Plan(tuple(rounds), tuple(group_games(rounds, config.games)))


def group_rounds(names: Sequence[str], seats: int, rounds: int | None, seed: int) -> list[Round]:
    if rounds is None:
        return [_all_groups(names, seats)]
    chance = random.Random(seed_of(seed, "groups"))
    met: Counter[frozenset[str]] = Counter()
    rested: Counter[str] = Counter()
    made = []
    for number in range(1, rounds + 1):
        drawn = list(names)
        chance.shuffle(drawn)
        drawn.sort(key=lambda name: rested[name])
        resting, playing = drawn[: len(names) % seats], drawn[len(names) % seats :]
        rested.update(resting)
        groups = _even_groups(playing, seats, met, chance)
        for group in groups:
            met.update(map(frozenset, combinations(group, 2)))
        pairings = tuple(
            Pairing(number, place, tuple(sorted(group, key=names.index)))
            for place, group in enumerate(sorted(groups, key=lambda g: _order(g, names)), 1)
        )
        made.append(Round(number, pairings, tuple(sorted(resting, key=names.index))))
    return made


def group_games(rounds: Sequence[Round], games: int) -> list[ScheduledGame]:
    """All games of all groups; the seats of one that is not in a full rotation are balanced too."""
    slots = [
        (pairing, number)
        for round in rounds
        for pairing in round.pairings
        for number in range(1, games + 1)
    ]
    if not slots:
        return []
    seats = len(slots[0][0].names)
    loose = [slot for slot in slots if slot[1] > games - games % seats]
    balanced = dict(zip(loose, balanced_seats([slot[0].names for slot in loose]), strict=True))
    return [_game(pairing, number, balanced.get((pairing, number))) for pairing, number in slots]


def _game(pairing: Pairing, number: int, balanced: tuple[str, ...] | None) -> ScheduledGame:
    seats = len(pairing.names)
    turned = (number - 1) % seats
    return ScheduledGame(
        id=f"{pairing.id}-g{number}",
        round=pairing.round,
        pairing=pairing.number,
        names=balanced or pairing.names[turned:] + pairing.names[:turned],
        opening=f"{pairing.id}-o{(number - 1) // seats + 1}",
    )


def _all_groups(names: Sequence[str], seats: int) -> Round:
    groups = enumerate(combinations(names, seats), 1)
    return Round(1, tuple(Pairing(1, number, group) for number, group in groups))


def _order(group: Sequence[str], names: Sequence[str]) -> list[int]:
    return sorted(names.index(name) for name in group)


def _even_groups(
    playing: list[str], seats: int, met: Counter[frozenset[str]], chance: random.Random
) -> list[list[str]]:
    """The best of several tries: each begins anywhere and exchanges bots while that helps."""
    best: tuple[int, list[list[str]]] | None = None
    for _ in range(RESTARTS):
        chance.shuffle(playing)
        groups = [playing[at : at + seats] for at in range(0, len(playing), seats)]
        while _exchange(groups, met):
            pass
        cost = sum(_cost(group, met) for group in groups)
        if best is None or cost < best[0]:
            best = cost, groups
        if cost == 0:
            break
    return best[1] if best else []


def _cost(group: Sequence[str], met: Counter[frozenset[str]]) -> int:
    """How much meeting again weighs: the second time once, the third time three times, …"""
    return sum((met[frozenset(pair)] + 1) ** 2 - 1 for pair in combinations(group, 2))


def _exchange(groups: list[list[str]], met: Counter[frozenset[str]]) -> bool:
    """Exchanges two bots of different groups where that makes both together cheaper."""
    for one, other in combinations(groups, 2):
        now = _cost(one, met) + _cost(other, met)
        for i in range(len(one)):
            for j in range(len(other)):
                one[i], other[j] = other[j], one[i]
                if _cost(one, met) + _cost(other, met) < now:
                    return True
                one[i], other[j] = other[j], one[i]
    return False
