"""One class's ladder at work: which games are wanted next, and how it stands.

First the references play each other, so that their marks can be fixed: by these everybody is
measured from then on. Then members' versions meet, as long as there is one with fewer than `ENOUGH`
games. Everything that is known here is read from the store when the process begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from time import monotonic

from duiyi import players
from duiyi.arena.classroom.work.standings import standing_of
from duiyi.arena.game.openings import seed_of, turns_needed
from duiyi.arena.ladder.pairing import LATELY, Entrant, Meeting, Past, next_meetings
from duiyi.arena.ladder.ratings import Ladder, ladder_of, marks_of
from duiyi.arena.ratings.picks import GameResult
from duiyi.classes.rows import Class, ClassState, GameKind, JobKind, NewJob, Version, VersionState
from duiyi.classes.standing import REFERENCE
from duiyi.classes.store.store import ClassStore
from duiyi.core import DuiyiError, game

ENOUGH = 300
"""With so many games a version is asked to play no more by itself."""
OPENINGS = 1_000
"""There are to be enough different ones for so many meetings."""
ROTATIONS = 4
"""Of the references among each other."""
ZERO = 1000.0
"""The rating of the first reference."""
PAUSE = 1.0
"""Seconds between two times that ratings are reckoned, at least;"""
SHARE = 20
"""and so many times as long as it took."""
MEETING, CALIBRATION = "m", "c"


@dataclass
class ClassLadder:
    """What the worker knows about a class's ladder."""

    store: ClassStore
    kept: Class
    references: Sequence[str]
    _results: list[GameResult] = field(default_factory=list)
    _last: int = 0
    _meetings: list[Meeting] = field(default_factory=list)
    _number: int = 0
    _shown: tuple[object, ...] = ()
    _next: float = 0.0
    _ladder: Ladder | None = None

    def __post_init__(self) -> None:
        self._read()
        jobs = self.store.jobs.recent(self.kept.id, JobKind.game, LATELY * 2_000)
        numbers = {number(job.payload["opening"]) for job in jobs} | {
            number(result.opening) for result in self._results
        }
        self._number = max(numbers, default=0)
        seen: set[str] = set()
        for job in jobs:
            opening = job.payload["opening"]
            if number(opening) and opening not in seen and job.member is not None:
                seen.add(opening)
                seats = tuple(job.payload["seats"])
                self._meetings.append(Meeting(number(opening), seats, job.member))

    @property
    def seed(self) -> int:
        return seed_of(0, self.kept.id)

    @cached_property
    def random_turns(self) -> int:
        settings = self.kept.settings
        ruleset = game(settings.game)
        options = ruleset.options.of(settings.options)
        return turns_needed(ruleset, settings.seats, options, OPENINGS)

    # What is to be played

    def top_up(self, wanted: int, now: int) -> int:
        """Sees to it that so many games wait or run, if there are any to play; how many came."""
        if self.kept.state is not ClassState.open:
            return 0
        missing = wanted - self.store.jobs.pending(self.kept.id, JobKind.game)
        if missing <= 0:
            return 0
        self._read()
        marks = self.store.ladders.marks(self.kept.id)
        if not marks and self._calibration():
            if self._calibrated(now):
                marks = self.store.ladders.marks(self.kept.id)
            else:
                return 0
        return self._meet(missing, marks, now)

    def _meet(self, games: int, marks: dict[str, float], now: int) -> int:
        active = self._active()
        ladder = self._ladder or self._reckoned(active)
        entrants = [*self._entrants(active, ladder), *(Entrant(name) for name in marks)]
        seats = self.kept.settings.seats
        past = Past(self._meetings, self._number - len(self._meetings))
        count = -(-games // seats)
        added = 0
        found = next_meetings(entrants, ladder, past, seats=seats, seed=self.seed, count=count)
        for meeting in found:
            with self.store.transaction():
                for turn, names in enumerate(meeting.games):
                    job = self._job(meeting.opening, turn, names, meeting.member)
                    added += self.store.jobs.add(job, now) is not None
            self._meetings.append(meeting)
            self._number = meeting.number
        del self._meetings[: -LATELY * max(1, len(active))]
        return added

    def _entrants(self, active: Sequence[Version], ladder: Ladder) -> list[Entrant]:
        """Who has played enough is met by others only."""
        return [
            Entrant(
                version.id,
                version.member if ladder.games.get(version.id, 0) < ENOUGH else None,
                self._guess(version, ladder),
            )
            for version in active
        ]

    def _guess(self, version: Version, ladder: Ladder) -> float | None:
        if ladder.games.get(version.id):
            return None
        earlier = [
            one
            for one in self.store.versions.outline(self.kept.id)
            if one.member == version.member
            and one.number < version.number
            and ladder.games.get(one.id)
        ]
        last = max(earlier, key=lambda one: one.number, default=None)
        return None if last is None else ladder.rating(last.id).value

    def _job(self, opening: str, turn: int, names: Sequence[str], member: str | None) -> NewJob:
        payload = {
            "seats": [*names],
            "opening": opening,
            "turn": turn,
            "seed": seed_of(self.seed, opening, turn),
        }
        key = f"{self.kept.id}/{opening}/{turn}"
        return NewJob(self.kept.id, JobKind.game, payload, member, key=key)

    # References

    def _fitting(self) -> list[str]:
        settings = self.kept.settings
        start = game(settings.game).start(settings.seats, **settings.options)
        found = []
        for name in self.references:
            try:
                players.require_fit(name, start)
            except DuiyiError:
                continue
            found.append(REFERENCE + name)
        return found

    def _calibration(self) -> list[NewJob]:
        seats = self.kept.settings.seats
        together = combinations(self._fitting(), seats)
        meetings = [
            Meeting(at, names, "")
            for at, names in enumerate((one for one in together for _ in range(ROTATIONS)), 1)
        ]
        return [
            self._job(f"{CALIBRATION}{meeting.number:07}", turn, names, None)
            for meeting in meetings
            for turn, names in enumerate(meeting.games)
        ]

    def _calibrated(self, now: int) -> bool:
        """Whether the references have played; else it is seen to that they do."""
        played = [one for one in self._results if one.opening.startswith(CALIBRATION)]
        jobs = self._calibration()
        if len(played) < len(jobs):
            with self.store.transaction():
                added = [self.store.jobs.add(job, now) for job in jobs]
            if any(added) or self.store.jobs.pending(self.kept.id, JobKind.game):
                return False
        self.store.ladders.fix_marks(self.kept.id, marks_of(played, self._fitting()[0], ZERO))
        return True

    # How it stands

    def rate(self, now: int, *, at_once: bool = False) -> bool:
        """Reckons again if there is something new and it is time; whether it did."""
        if monotonic() < self._next and not at_once:
            return False
        self._read()
        active = self._active()
        marks = self.store.ladders.marks(self.kept.id)
        shown = (self._last, tuple(one.id for one in active), tuple(marks.items()))
        if shown == self._shown:
            self._next = monotonic() + PAUSE
            return False
        begun = monotonic()
        self._ladder = self._reckoned(active)
        names = [one.id for one in active]
        standing = standing_of(self._ladder, names, len(self._results), now)
        self.store.ladders.put_standing(self.kept.id, standing)
        self._shown = shown
        self._next = monotonic() + max(PAUSE, SHARE * (monotonic() - begun))
        return True

    def _reckoned(self, active: Sequence[Version]) -> Ladder:
        marks = self.store.ladders.marks(self.kept.id)
        return ladder_of(self._results, marks, [one.id for one in active])

    def _active(self) -> list[Version]:
        found = self.store.versions.outline(self.kept.id)
        return [one for one in found if one.state is VersionState.active]

    def _read(self) -> None:
        for result in self.store.games.results(self.kept.id, GameKind.ladder, self._last):
            self._results.append(GameResult(result.seats, result.scores, result.opening))
            self._last = result.n


def number(opening: str) -> int:
    """Of a meeting; 0 where it is none."""
    return int(opening[1:]) if opening.startswith(MEETING) and opening[1:].isdecimal() else 0
