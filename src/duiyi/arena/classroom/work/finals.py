"""The final of a class at work: which games are wanted, what is drawn next, how it stands.

Its schedule is that of [finals among cups](`duiyi.arena.tournament.formats.final`), with versions
as bots. What the results decide is written down before it is played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from time import monotonic

import msgspec

from duiyi.arena.bots.entrants import Entrant
from duiyi.arena.classroom.work.programs import settings_of
from duiyi.arena.final.again import usual_looks
from duiyi.arena.final.places import neighbours, places_of
from duiyi.arena.game.openings import seed_of
from duiyi.arena.tournament.config import Format, TournamentConfig
from duiyi.arena.tournament.formats.final import belief_after, plan
from duiyi.arena.tournament.schedule import Pairing, Plan, Round, ScheduledGame, Scores
from duiyi.classes.final import Final, FinalRow, final_of, write_final
from duiyi.classes.rows import Class, ClassState, GameKind, JobKind, NewJob
from duiyi.classes.store.store import ClassStore

DIGITS = 3
PAUSE = 0.5
"""Seconds between two times that it is reckoned, at least."""
SHARE = 20
"""It is not reckoned for more than this part of the time."""
PATIENCE = 60_000
"""Milliseconds until what failed too often is tried once more."""
FINEST = 60
"""Scores are shares of points, halves and thirds and so on up to this."""


@dataclass
class ClassFinal:
    """What the worker knows about a class's final."""

    store: ClassStore
    kept: Class
    _scores: dict[str, Scores] = field(default_factory=dict)
    _last: int = 0
    _shown: int = -1
    _next: float = 0.0

    def top_up(self, wanted: int, now: int) -> int:
        """Sees to it that so many games of it wait or run; how many came."""
        final = final_of(self.store, self.kept.id)
        if self.kept.state is not ClassState.frozen or final is None or final.finished:
            return 0
        self._read()
        found = self._planned(final)
        missing = wanted - self.store.jobs.pending(self.kept.id, JobKind.final)
        added = 0
        for game in found.games:
            if added >= missing:
                break
            if game.id not in self._scores:
                added += self.store.jobs.add(self._job(game), now) is not None
        if not added and missing == wanted:
            # All that is left has failed too often: a final is not over without it.
            added = self.store.jobs.revive(self.kept.id, JobKind.final, now + PATIENCE)
        return added

    def rate(self, now: int) -> bool:
        """Reckons how it stands if there is something new and it is time; whether it did."""
        if monotonic() < self._next:
            return False
        self._next = monotonic() + PAUSE
        final = final_of(self.store, self.kept.id)
        if final is None or final.finished:
            return False
        self._read()
        if len(self._scores) == self._shown:
            return False
        begun = monotonic()
        found = self._planned(final)
        over = found.final and all(game.id in self._scores for game in found.games)
        self._put(final_of(self.store, self.kept.id) or final, found, now if over else 0)
        self._shown = len(self._scores)
        self._next = monotonic() + max(PAUSE, SHARE * (monotonic() - begun))
        return True

    def _planned(self, final: Final) -> Plan:
        """The plan; a round that is new in it is written down first."""
        rounds = [
            Round(number, tuple(Pairing(number, at, one) for at, one in enumerate(pairings, 1)))
            for number, pairings in enumerate(final.rounds, 1)
        ]
        found = plan(self._config(final), self._scores, rounds)
        drawn = tuple(tuple(one.names for one in round.pairings) for round in found.rounds)
        if len(drawn) > len(final.rounds):
            renewed = msgspec.structs.replace(final, rounds=drawn)
            self.store.ladders.put_final(self.kept.id, write_final(renewed))
        return found

    def _put(self, final: Final, found: Plan, finished: int) -> None:
        games = [(game, self._scores[game.id]) for game in found.games if game.id in self._scores]
        belief = belief_after(self._config(final), games)
        place = {name: one.number for one in places_of(belief) for name in one.names}
        rows = []
        for name in belief.names:
            rating = belief.rating(name)
            value, low, high = (
                round(one, DIGITS) for one in (rating.value, rating.low, rating.high)
            )
            rows.append(FinalRow(name, value, low, high, place[name]))
        renewed = msgspec.structs.replace(
            final,
            played=len(games),
            of=len(found.games),
            finished=finished,
            rows=tuple(rows),
            certainties=tuple(round(one, DIGITS + 1) for one in neighbours(belief)),
        )
        self.store.ladders.put_final(self.kept.id, write_final(renewed))

    def _config(self, final: Final) -> TournamentConfig:
        settings = settings_of(self.kept.settings)
        return TournamentConfig(
            title=self.kept.title,
            game=settings.game,
            options=settings.options,
            seats=settings.seats,
            format=Format.final,
            games=final.games,
            again=min(final.again, len(final.versions)),
            looks=usual_looks(settings.seats),
            random_turns=0,
            seed=self.seed,
            conditions=settings.conditions,
            bots=tuple(Entrant(version, "") for version in final.versions),
            folder=Path(),
        )

    @property
    def seed(self) -> int:
        return seed_of(1, self.kept.id)

    def _job(self, game: ScheduledGame) -> NewJob:
        payload = {
            "seats": [*game.names],
            "opening": game.opening,
            "game": game.id,
            "seed": seed_of(self.seed, game.id),
        }
        key = f"{self.kept.id}/final/{game.id}"
        return NewJob(self.kept.id, JobKind.final, payload, key=key)

    def _read(self) -> None:
        for result in self.store.games.results(self.kept.id, GameKind.final, self._last):
            scores = tuple(Fraction(one).limit_denominator(FINEST) for one in result.scores)
            self._scores[scheduled(result.opening)] = scores
            self._last = result.n


def kept_opening(payload: Mapping[str, str]) -> str:
    """What is kept of a game's place: its own name in a final, and the opening of its twins."""
    own = payload.get("game", "")
    return f"{own}/{payload['opening']}" if own else payload["opening"]


def scheduled(opening: str) -> str:
    return opening.partition("/")[0]
