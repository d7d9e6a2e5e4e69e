"""Cups for tests: configurations from a few words, and results out of thin air."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import duiyi
from duiyi.arena.bots.entrants import Entrant
from duiyi.arena.game.conditions import Conditions
from duiyi.arena.game.sprt import Bounds
from duiyi.arena.tournament.config import Format, TournamentConfig, parse_config
from duiyi.arena.tournament.plan import plan
from duiyi.arena.tournament.schedule import Plan, Scores


def bots(count: int) -> str:
    """`bots = […]`, names b0, b1, …"""
    entries = ", ".join(f'{{ name = "b{n}", spec = "random" }}' for n in range(count))
    return f"bots = [{entries}]\n"


def cup(text: str = "", count: int = 4, folder: Path = Path("/nowhere")) -> TournamentConfig:
    return parse_config(f'game = "relati-classic"\n{bots(count)}{text}', "cup.toml", folder)


def a_match(
    games: int, names: tuple[str, ...] = ("a", "b"), seats: int = 2, sprt: Bounds | None = None
) -> TournamentConfig:
    """A match of trivial bots."""
    return TournamentConfig(
        title="",
        game="relati-classic",
        options=duiyi.game("relati-classic").options(),
        seats=seats,
        format=Format.match,
        games=games,
        random_turns=2,
        seed=7,
        conditions=Conditions(),
        bots=tuple(Entrant(name, "random") for name in names),
        folder=Path("/nowhere"),
        sprt=sprt,
    )


def some_scores(seats: int, chance: random.Random) -> Scores:
    """One wins; of two also a draw is possible."""
    won = chance.randrange(seats + (seats == 2))
    if won == seats:
        return Fraction(1, 2), Fraction(1, 2)
    return tuple(Fraction(int(seat == won)) for seat in range(seats))


def played_out(config: TournamentConfig, seed: int) -> tuple[Plan, dict[str, Scores]]:
    """A whole cup with results by chance, its games finished in any order."""
    chance = random.Random(seed)
    scores: dict[str, Scores] = {}
    while True:
        now = plan(config, scores)
        due = [game for game in now.games if game.id not in scores]
        if not due:
            return now, scores
        chance.shuffle(due)
        for game in due[: chance.randint(1, len(due))]:
            scores[game.id] = some_scores(config.seats, chance)
