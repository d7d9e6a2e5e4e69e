"""relati (seed 000): link your symbols to your root, and cut the others off from theirs."""

from duiyi.games.relati.actions import Action, Build, Fire, Migrate, Pass, Place
from duiyi.games.relati.options import RelatiOptions
from duiyi.games.relati.state import GAME, Relati, RelatiState

__all__ = [
    "GAME",
    "Action",
    "Build",
    "Fire",
    "Migrate",
    "Pass",
    "Place",
    "Relati",
    "RelatiOptions",
    "RelatiState",
]
