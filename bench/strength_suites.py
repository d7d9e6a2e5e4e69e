"""The suites: which matches show what the players promise, and with which bounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bench.strength_games import Match
from bench.strength_players import row_text
from bench.strength_standing import Bound

import duiyi
from duiyi import kernels
from duiyi.players.levels import NUMBERS, row_of

GAMES, FEW = 400, 100
"""Games between neighbouring levels; of the highest, which takes its time."""
TINY = 20
"""Nodes of a search that is to be over at once."""
MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table: a match, how many games of it, and what they should show."""

    title: str
    match: Match
    games: int
    bound: Bound | None = None
    seat: int | None = None


def levels(game: str, games: int = GAMES, few: int = FEW, options: str = "") -> list[Line]:
    """Each level against the one below, and the one-ply player against level 1."""
    found = [
        Line(
            "greedy - level-1",
            Match(game, ("greedy", "level-1"), options=options),
            games,
            Bound(games, least_share=0.70),
        )
    ]
    for level in NUMBERS[1:]:
        count = few if level == NUMBERS[-1] else games
        names = (f"level-{level}", f"level-{level - 1}")
        bound = Bound(count, least_elo=20, band=(60, 250))
        found.append(Line(" - ".join(names), Match(game, names, options=options), count, bound))
    return found


def against_random(game: str, seats: int, strong: str, games: int) -> list[Line]:
    """With two seats both together, with more of them every seat for itself."""
    match = Match(game, (strong, "random"), seats)
    if seats == 2:
        return [Line(f"{strong} - random", match, games, Bound(games, least_share=0.95))]
    least = min(0.95, 3 / seats)
    own = -(-games // seats)
    return [
        Line(f"{strong} - random, seat {seat}", match, own * seats, Bound(own, least), seat)
        for seat in range(seats)
    ]


def longer(game: str, seconds: tuple[float, float], games: int) -> list[Line]:
    """More time against less."""
    more, less = (f"strong:seconds={one:g}" for one in seconds)
    bound = Bound(games, least_elo=0)
    return [Line(f"{more} - {less}", Match(game, (more, less)), games, bound)]


def kinds(game: str, seconds: float, games: int) -> list[Line]:
    """The best search against Monte Carlo tree search, with the same time."""
    best, other = (f"strong:{kind}seconds={seconds:g}" for kind in ("", "kind=mcts,"))
    bound = Bound(games, least_share=0.65)
    return [Line(f"{best} - {other}", Match(game, (best, other)), games, bound)]


def everything(names: tuple[str, ...] | None = None, nodes: int = TINY) -> list[Match]:
    """All levels in all samples of all games, hurried: to see whether they ever fail."""
    return [
        Match(game, players, seats, options.text())
        for game in names or [game.id for game in duiyi.games()]
        for seats, options in duiyi.game(game).samples()
        for players in _hurried(game, nodes)
    ]


def parts(names: Sequence[str], decisions: int) -> dict[str, int]:
    """Decisions of each game: those without a kernel, which are slow, a tenth of the others'."""
    weights = {name: 10 if name in kernels.GAMES else 1 for name in names}
    return {
        name: -(-decisions * weight // sum(weights.values())) for name, weight in weights.items()
    }


def _hurried(game: str, nodes: int) -> list[tuple[str, str]]:
    """Levels 1 and 2, 3 and 4, and so on, with their errors but with few nodes."""
    rows = (row_of(game, None, number) for number in NUMBERS)
    texts = [row_text(replace(row, nodes=nodes, seconds=None)) for row in rows]
    return [*zip(texts[::2], texts[1::2], strict=True)]
