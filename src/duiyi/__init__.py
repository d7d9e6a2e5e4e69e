"""duiyi (對弈) plays, referees, analyses and broadcasts turn-based board games."""

from duiyi.core import (
    CHANCE,
    BadOptions,
    BadPosition,
    BadRecord,
    BadToken,
    DuiyiError,
    IllegalAction,
    Outcome,
    Record,
    Violation,
    game,
    games,
)

__version__ = "0.1.0"
__all__ = [
    "CHANCE",
    "BadOptions",
    "BadPosition",
    "BadRecord",
    "BadToken",
    "DuiyiError",
    "IllegalAction",
    "Outcome",
    "Record",
    "Violation",
    "game",
    "games",
]
