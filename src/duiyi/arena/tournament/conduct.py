"""How bots behaved in a cup: games that they lost by a fault of their own, games in which they
moved, and what is said about each of them beside a grade.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from duiyi.arena.tournament.history import FinishedGame, SeatConduct
from duiyi.arena.tournament.standings import Standing
from duiyi.core import Message, message


@dataclass(slots=True)
class Conduct:
    """A bot in all its games. `clean` games are those that it ended without a fault, having moved;
    of a bot that never had a fault all games are."""

    games: int = 0
    moved: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    _clean: int = 0

    @property
    def faults(self) -> int:
        return self.verdicts.total()

    @property
    def clean(self) -> int:
        return self._clean if self.faults else self.games

    @property
    def never_moved(self) -> bool:
        return bool(self.faults) and not self.moved

    def add(self, seat: SeatConduct) -> None:
        self.games += 1
        self.moved += seat.moved
        self._clean += seat.moved and not seat.fault
        if seat.fault:
            self.verdicts[seat.fault] += 1


def conduct_of(names: Sequence[str], games: Iterable[FinishedGame]) -> dict[str, Conduct]:
    found = {name: Conduct() for name in names}
    for game in games:
        for name, seat in zip(game.names, game.conduct, strict=True):
            found[name].add(seat)
    return found


def remark_of(conduct: Conduct) -> Message | None:
    """What has to be said beside a place in the standings, if anything."""
    if not conduct.never_moved:
        return None
    return message(
        "cup.remark.never-moved", games=conduct.games, verdicts=_verdicts(conduct.verdicts)
    )


def feedback_of(standing: Standing, among: int, conduct: Conduct) -> Message:
    """For the student, beside the grade."""
    points = f"{float(standing.points):g}"
    place = message(
        "cup.feedback.place", rank=standing.rank, n=among, points=points, games=standing.games
    )
    if remark := remark_of(conduct):
        return message("cup.feedback.remark", place=place, remark=remark)
    if not conduct.faults:
        return place
    remark = message(
        "cup.remark.faults", count=conduct.faults, verdicts=_verdicts(conduct.verdicts)
    )
    return message("cup.feedback.remark", place=place, remark=remark)


def _verdicts(verdicts: Counter[str]) -> tuple[Message, ...]:
    return tuple(message(f"report.verdict.{verdict}") for verdict, _ in verdicts.most_common())
