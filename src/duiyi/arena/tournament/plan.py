"""The plan: which games a tournament has, as far as its results so far allow to say.

It follows from the configuration and the results alone, not from the order in which they came.
Round robin, gauntlet and groups are known at once, Swiss and knockout one round at a time; of a
final who meets again is known when all have met; a match may end before all its games are played.
Each format is a module of `formats`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from duiyi.arena.tournament.config import Format, TournamentConfig
from duiyi.arena.tournament.formats import final, groups, match, round_robin, swiss
from duiyi.arena.tournament.formats.knockout import knockout_of
from duiyi.arena.tournament.schedule import Plan, Round, Scores


def plan(
    config: TournamentConfig, scores: Mapping[str, Scores], known: Sequence[Round] = ()
) -> Plan:
    """All games that can be named now. `known` are rounds that were drawn before."""
    if config.format is Format.match:
        return match.plan(config, scores)
    if config.format is Format.swiss:
        return swiss.plan(config, scores, known)
    if config.format is Format.knockout:
        return knockout_of(config).plan(scores)
    if config.format is Format.final:
        return final.plan(config, scores, known)
    return groups.plan(config) if config.seats > 2 else round_robin.plan(config)
