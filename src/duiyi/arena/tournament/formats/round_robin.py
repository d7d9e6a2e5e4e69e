"""Round robin and gauntlet for two seats: all is known before the first game."""

from __future__ import annotations

from collections.abc import Sequence

from duiyi.arena.tournament.config import Format, TournamentConfig
from duiyi.arena.tournament.schedule import Pairing, Plan, Round, games_of_rounds


def plan(config: TournamentConfig) -> Plan:
    if config.format is Format.gauntlet:
        rounds = gauntlet_rounds(config.names, config.challenger or config.names[0])
    else:
        rounds = round_robin_rounds(config.names)
    return Plan(tuple(rounds), games_of_rounds(rounds, config.games))


def round_robin_rounds(names: Sequence[str]) -> list[Round]:
    """Everybody meets everybody once: each round all turn round the first, who stays.

    With an odd number of bots one sits out each round, everybody once.
    """
    circle: list[str | None] = [*names, *([None] if len(names) % 2 else [])]
    rounds = []
    for number in range(1, len(circle)):
        met = [(circle[at], circle[-1 - at]) for at in range(len(circle) // 2)]
        pairs = [pair for one, other in met if (pair := _seated(one, other, names))]
        byes = tuple(one or other or "" for one, other in met if one is None or other is None)
        pairings = (Pairing(number, place, pair) for place, pair in enumerate(pairs, 1))
        rounds.append(Round(number, tuple(pairings), byes))
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return rounds


def gauntlet_rounds(names: Sequence[str], challenger: str) -> list[Round]:
    """The challenger meets everybody else, who do not meet each other."""
    others = [name for name in names if name != challenger]
    pairs = (
        (challenger, other) if place % 2 else (other, challenger)
        for place, other in enumerate(others, 1)
    )
    return [Round(1, tuple(Pairing(1, place, pair) for place, pair in enumerate(pairs, 1)))]


def _seated(one: str | None, other: str | None, names: Sequence[str]) -> tuple[str, str] | None:
    """Who is first: of bots an odd distance apart the upper one, else the lower one, so that
    everybody is first equally often, give or take one."""
    if one is None or other is None:
        return None
    upper, lower = sorted((names.index(one), names.index(other)))
    first, second = (upper, lower) if (lower - upper) % 2 else (lower, upper)
    return names[first], names[second]
