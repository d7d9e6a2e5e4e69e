"""Cups for tests: configurations from a few words, and results out of thin air."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

from duiyi.arena.cup.config import CupConfig, parse_config
from duiyi.arena.cup.plan import Plan, plan
from duiyi.arena.cup.schedule import Scores


def bots(count: int) -> str:
    """`bots = […]`, names b0, b1, …"""
    entries = ", ".join(f'{{ name = "b{n}", spec = "random" }}' for n in range(count))
    return f"bots = [{entries}]\n"


def cup(text: str = "", count: int = 4, folder: Path = Path("/nowhere")) -> CupConfig:
    return parse_config(f'game = "relati-classic"\n{bots(count)}{text}', "cup.toml", folder)


def some_scores(seats: int, chance: random.Random) -> Scores:
    """One wins; of two also a draw is possible."""
    won = chance.randrange(seats + (seats == 2))
    if won == seats:
        return Fraction(1, 2), Fraction(1, 2)
    return tuple(Fraction(int(seat == won)) for seat in range(seats))


def played_out(config: CupConfig, seed: int) -> tuple[Plan, dict[str, Scores]]:
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
