"""The ladder of a class from its games: what the page shows, and what anybody can reckon again.

It is a function of the games, the marks and who is active; nothing else is in it.
"""

from __future__ import annotations

from collections.abc import Collection

from duiyi.arena.ladder.places import rows_of
from duiyi.arena.ladder.ratings import Ladder, ladder_of
from duiyi.arena.ratings.picks import GameResult
from duiyi.classes.rows import GameKind, VersionState
from duiyi.classes.standing import Beats, Standing, StandingRow
from duiyi.classes.store.store import ClassStore

DIGITS = 3
"""Of ratings; certainties have one more."""


def recomputed(store: ClassStore, class_id: str, at: int) -> Standing:
    """From what is kept, as if nothing had been reckoned before."""
    games = [
        GameResult(result.seats, result.scores, result.opening)
        for result in store.games.results(class_id, GameKind.ladder)
    ]
    active = [
        one.id for one in store.versions.outline(class_id) if one.state is VersionState.active
    ]
    ladder = ladder_of(games, store.ladders.marks(class_id), active)
    return standing_of(ladder, active, len(games), at)


def standing_of(ladder: Ladder, active: Collection[str], games: int, at: int) -> Standing:
    rows = rows_of(ladder, active)
    placed = tuple(
        _row(
            ladder,
            row.name,
            place=row.place,
            best=row.best,
            worst=row.worst,
            even=row.even,
        )
        for row in rows
    )
    shown = {row.name for row in rows}
    earlier = tuple(_row(ladder, name) for name in ladder.names if name not in shown)
    return Standing(at, games, placed, earlier)


def _row(
    ladder: Ladder,
    name: str,
    *,
    place: int = 0,
    best: int = 0,
    worst: int = 0,
    even: tuple[str, ...] = (),
) -> StandingRow:
    rating = ladder.rating(name)
    marks = () if name in ladder.references else ladder.references
    return StandingRow(
        name=name,
        rating=round(rating.value, DIGITS),
        low=round(rating.low, DIGITS),
        high=round(rating.high, DIGITS),
        games=ladder.games[name],
        place=place,
        best=best,
        worst=worst,
        even=even,
        beats=tuple(
            Beats(mark, round(ladder.difference(name, mark).certainty, DIGITS + 1))
            for mark in marks
        ),
    )


def differs(shown: Standing, again: Standing) -> bool:
    """Whether the same games and versions came out otherwise."""
    same = shown.games == again.games and _names(shown) == _names(again)
    return same and (shown.rows, shown.earlier) != (again.rows, again.earlier)


def _names(standing: Standing) -> set[str]:
    return {row.name for row in standing.rows}
