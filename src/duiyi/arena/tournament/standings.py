"""Standings: ranks, points, who did what from which seat and against whom, ratings.

They follow from the finished games alone, in the order of the schedule, so that the same results
always give the same table. What decides a rank is named by format:

    round robin   share of points · direct (among those who are even) · Sonneborn-Berger · wins
    groups        share of points · wins
    gauntlet      share of points · wins
    swiss         match points (a bye is a match won) · Buchholz · share of points · direct
    knockout      rounds survived
    final         place: who cannot be told apart shares it

Bots that are even in all of it share a rank.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from duiyi.arena.final.places import places_of
from duiyi.arena.ratings.bradley_terry import Rating, bradley_terry, plackett_luce
from duiyi.arena.ratings.picks import GameResult
from duiyi.arena.tournament.config import Format, TournamentConfig
from duiyi.arena.tournament.formats.final import belief_after
from duiyi.arena.tournament.formats.knockout import knockout_of
from duiyi.arena.tournament.formats.swiss import round_result
from duiyi.arena.tournament.schedule import Round, ScheduledGame, Scores

Finished = tuple[ScheduledGame, Scores]


@dataclass(frozen=True, slots=True)
class Tally:
    """Points in a number of games."""

    games: int = 0
    points: Fraction = Fraction(0)

    @property
    def share(self) -> Fraction:
        return self.points / self.games if self.games else Fraction(0)

    def plus(self, score: Fraction) -> Tally:
        return Tally(self.games + 1, self.points + score)


@dataclass(frozen=True, slots=True)
class Standing:
    """One bot. With more than two seats `wins` are games won alone, `draws` those shared."""

    rank: int
    name: str
    points: Fraction
    games: int
    wins: int
    draws: int
    losses: int
    byes: int
    by_seat: tuple[Tally, ...]
    rating: Rating
    criteria: tuple[Fraction, ...]
    """What decided the rank, by the names in `Standings.criteria`."""

    @property
    def share(self) -> Fraction:
        return self.points / self.games if self.games else Fraction(0)


@dataclass(frozen=True, slots=True)
class Standings:
    """`rows` from the best; `model` is `bradley-terry` or `plackett-luce`."""

    rows: tuple[Standing, ...]
    criteria: tuple[str, ...]
    model: str
    met: tuple[tuple[str, str, Tally], ...]
    """For every two that met, both ways: games together, and the first one's points in them."""

    def against(self, name: str, other: str) -> Tally:
        """What a bot made of its games with another."""
        return next((t for one, two, t in self.met if (one, two) == (name, other)), Tally())


def standings_of(
    config: TournamentConfig, rounds: Sequence[Round], finished: Sequence[Finished]
) -> Standings:
    """`finished` may be in any order."""
    games = sorted(finished, key=lambda one: _place(one[0]))
    met = _met(games)
    names, keys = _criteria(config, rounds, games, met)
    ratings = _ratings(config, games, met)
    rows = sorted(
        (_row(name, config, rounds, games, ratings[name], keys[name]) for name in config.names),
        key=lambda row: ([-key for key in row.criteria], config.names.index(row.name)),
    )
    ranked: list[Standing] = []
    for place, row in enumerate(rows, 1):
        even = ranked and ranked[-1].criteria == row.criteria
        ranked.append(replace(row, rank=ranked[-1].rank if even else place))
    model = "bradley-terry" if config.seats == 2 else "plackett-luce"
    return Standings(tuple(ranked), names, model, tuple((*pair, met[pair]) for pair in sorted(met)))


def _place(game: ScheduledGame) -> tuple[int, int, int, str]:
    return game.round, game.pairing, len(game.id), game.id


def _row(
    name: str,
    config: TournamentConfig,
    rounds: Sequence[Round],
    games: Sequence[Finished],
    rating: Rating,
    criteria: tuple[Fraction, ...],
) -> Standing:
    own = [
        (game.names.index(name), scores[game.names.index(name)])
        for game, scores in games
        if name in game.names
    ]
    by_seat = [Tally()] * config.seats
    for seat, score in own:
        by_seat[seat] = by_seat[seat].plus(score)
    return Standing(
        rank=0,
        name=name,
        points=sum((score for _, score in own), Fraction(0)),
        games=len(own),
        wins=sum(score == 1 for _, score in own),
        draws=sum(0 < score < 1 for _, score in own),
        losses=sum(score == 0 for _, score in own),
        byes=sum(name in round.byes for round in rounds),
        by_seat=tuple(by_seat),
        rating=rating,
        criteria=criteria,
    )


Met = Mapping[tuple[str, str], Tally]
Keys = dict[str, tuple[Fraction, ...]]


def _met(games: Sequence[Finished]) -> dict[tuple[str, str], Tally]:
    met: dict[tuple[str, str], Tally] = {}
    for game, scores in games:
        for name, score in zip(game.names, scores, strict=True):
            for other in game.names:
                if other != name:
                    met[name, other] = met.get((name, other), Tally()).plus(score)
    return met


def _ratings(config: TournamentConfig, games: Sequence[Finished], met: Met) -> dict[str, Rating]:
    if config.seats > 2:
        return plackett_luce(
            config.names, (GameResult(game.names, scores) for game, scores in games)
        )
    results = {
        (one, other): (tally.games, float(tally.points))
        for (one, other), tally in met.items()
        if one < other
    }
    return bradley_terry(config.names, results)


def _criteria(
    config: TournamentConfig, rounds: Sequence[Round], games: Sequence[Finished], met: Met
) -> tuple[tuple[str, ...], Keys]:
    scores = {game.id: found for game, found in games}
    if config.format is Format.knockout:
        return ("stage",), _stages(config, rounds, scores)
    if config.format is Format.final:
        belief = belief_after(config, games)
        places = ((place.number, name) for place in places_of(belief) for name in place.names)
        return ("place",), {name: (Fraction(-number),) for number, name in places}
    totals = {name: Tally() for name in config.names}
    wins = dict.fromkeys(config.names, Fraction(0))
    for game, found in games:
        for name, score in zip(game.names, found, strict=True):
            totals[name] = totals[name].plus(score)
            wins[name] += score == 1
    if config.format is Format.swiss:
        return _swiss_keys(config, rounds, scores, totals, met)
    shares: Keys = {name: (totals[name].share,) for name in config.names}
    if config.seats > 2 or config.format is Format.gauntlet:
        return ("share", "wins"), {name: (*shares[name], wins[name]) for name in config.names}
    direct = _direct(shares, met)
    berger = {
        name: sum((met[name, x].points * totals[x].points for _, x in _of(met, name)), Fraction(0))
        for name in config.names
    }
    keys = {name: (*shares[name], direct[name], berger[name], wins[name]) for name in config.names}
    return ("share", "direct", "sonneborn-berger", "wins"), keys


def _swiss_keys(
    config: TournamentConfig,
    rounds: Sequence[Round],
    scores: Mapping[str, Scores],
    totals: Mapping[str, Tally],
    met: Met,
) -> tuple[tuple[str, ...], Keys]:
    """A round counts once all its games are finished. Buchholz adds what the opponents have; a bye
    counts there like an opponent who has as much as oneself."""
    matches = dict.fromkeys(config.names, Fraction(0))
    byes = dict.fromkeys(config.names, 0)
    opponents: dict[str, list[str]] = {name: [] for name in config.names}
    for round in rounds:
        for name in round.byes:
            matches[name] += 1
            byes[name] += 1
        for pairing in round.pairings:
            first, second = pairing.names
            if all(f"{pairing.id}-g{number}" in scores for number in range(1, config.games + 1)):
                won = round_result(pairing, config.games, scores)
                matches[first] += won
                matches[second] += 1 - won
                opponents[first].append(second)
                opponents[second].append(first)
    buchholz = {
        name: sum((matches[other] for other in opponents[name]), byes[name] * matches[name])
        for name in config.names
    }
    even: Keys = {
        name: (matches[name], buchholz[name], totals[name].share) for name in config.names
    }
    direct = _direct(even, met)
    keys = {name: (*even[name], direct[name]) for name in config.names}
    return ("match-points", "buchholz", "share", "direct"), keys


def _stages(
    config: TournamentConfig, rounds: Sequence[Round], scores: Mapping[str, Scores]
) -> Keys:
    """How many rounds each has survived; byes count as survived."""
    survived = dict.fromkeys(config.names, Fraction(0))
    knockout = knockout_of(config)
    for round in rounds:
        for name in round.byes:
            survived[name] += 1
        for pairing in round.pairings:
            if winner := knockout.tie(pairing, scores).winner:
                survived[winner] += 1
    return {name: (survived[name],) for name in config.names}


def _direct(even: Keys, met: Met) -> dict[str, Fraction]:
    """For bots that are even so far: their share of the points in games among themselves."""
    direct = {}
    for name, key in even.items():
        tallies = [met[name, other] for _, other in _of(met, name) if even[other] == key]
        games = sum(tally.games for tally in tallies)
        points = sum((tally.points for tally in tallies), Fraction(0))
        direct[name] = points / games if games else Fraction(0)
    return direct


def _of(met: Met, name: str) -> list[tuple[str, str]]:
    return [pair for pair in met if pair[0] == name]
