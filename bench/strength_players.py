"""Players by a text: a name, and settings where it has some.

    random   level-3   strong:seconds=0.5   strong:kind=mcts,nodes=2000
    row:level=3,nodes=200,careless=0.4

`row` is a player of a level that is not (yet) in the table of levels; `engine:{…}` is a program
(`bench.strength_engines`).
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from bench.strength_engines import EnginePlayer, engine_of

import duiyi
from duiyi import players
from duiyi.players import Player
from duiyi.players.levels import Level, LevelPlayer, row_of

ROW = "row"
LEVEL = "level-"

Setting = int | float | str


def read(text: str) -> tuple[str, dict[str, Setting]]:
    """The name and the settings."""
    name, _, rest = text.partition(":")
    settings = {}
    for pair in rest.split(",") if rest else ():
        key, equals, value = pair.partition("=")
        if not key or not equals or not value:
            raise ValueError(f"`{pair}` in `{text}` should look like seconds=0.5")
        settings[key] = _value(value)
    return name, settings


def make(text: str, seed: int) -> Player:
    """A new player, for one game."""
    if engine := engine_of(text):
        return EnginePlayer(engine)
    name, settings = read(text)
    if name == ROW:
        return LevelPlayer(seed, _row(settings))
    if not settings:
        return players.make(name, seed)
    if name not in players.OWN:
        raise ValueError(f"{name} has no settings here; {', '.join(players.OWN)} may have some")
    return players.OWN[name](seed, **settings)


def row_text(row: Level) -> str:
    """The player of a row of the table of levels."""
    told = asdict(row).items()
    return f"{ROW}:" + ",".join(f"{key}={value}" for key, value in told if value is not None)


def identity(text: str, game: str, options: str = "") -> str:
    """What a player is: a level by its row, so that results of an older table are not taken for
    results of this one."""
    if engine_of(text):
        return text
    name, settings = read(text)
    if not name.startswith(LEVEL) or settings:
        return text
    chosen = duiyi.game(game).options.parse(options.split())
    return row_text(row_of(game, chosen, int(name.removeprefix(LEVEL))))


def brief(text: str) -> str:
    """A player in a few words."""
    engine = engine_of(text)
    return text if engine is None else engine.name


def _row(settings: dict[str, Setting]) -> Level:
    values: dict[str, Any] = {"nodes": None, "careless": 0.0, **settings}
    return Level(**values)


def _value(text: str) -> Setting:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
