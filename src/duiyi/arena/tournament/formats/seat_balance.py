"""Seats for a list of games such that every bot has every seat equally often, give or take one.

Bots and games are the two sides of a graph with an edge for each bot in each game; a seat is a
colour, and no two bots of a game may share one. Each bot is cut into portions of as many games as
there are seats. Then no vertex has more edges than there are colours, so that a colouring exists
(König): a full portion has every seat exactly once, and the last one no seat twice.
"""

from __future__ import annotations

from collections.abc import Sequence

Vertex = tuple[str, int]


def balanced_seats(games: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """The same games with their bots in balanced order of seats."""
    seats = max(map(len, games), default=0)
    taken: dict[Vertex, list[Vertex | None]] = {}
    count: dict[str, int] = {}
    for index, names in enumerate(games):
        if len(names) != seats or len({*names}) != seats:
            raise ValueError(f"{seats} different bots are needed, unlike {names}")
        for name in names:
            portion: Vertex = (name, count.get(name, 0) // seats)
            count[name] = count.get(name, 0) + 1
            _connect(taken, portion, ("", index), seats)
    return tuple(
        tuple(other[0] for other in taken["", index] if other is not None)
        for index in range(len(games))
    )


def _connect(
    taken: dict[Vertex, list[Vertex | None]], portion: Vertex, game: Vertex, seats: int
) -> None:
    """Colours one more edge, and turns colours round along a path where none is free at both."""
    at_portion = taken.setdefault(portion, [None] * seats)
    at_game = taken.setdefault(game, [None] * seats)
    free, wanted = at_portion.index(None), at_game.index(None)
    if at_game[free] is not None:
        _swap(taken, game, free, wanted)
    at_portion[free], at_game[free] = game, portion


def _swap(taken: dict[Vertex, list[Vertex | None]], start: Vertex, one: int, other: int) -> None:
    """Exchanges two colours along the path that leaves `start` by colour `one`.

    It never comes to the portion that is to be connected: every step into a portion has colour
    `one`, which is free there.
    """
    path = [start]
    colour = one
    while (following := taken[path[-1]][colour]) is not None:
        path.append(following)
        colour = other if colour == one else one
    for vertex in path:
        colours = taken[vertex]
        colours[one], colours[other] = colours[other], colours[one]
