"""Small games in one small file: `SimpleGame` and `SimpleState`."""

from duiyi.core.simple.palette import CellsPalette
from duiyi.core.simple.state import Move, SimpleGame, SimpleState, Standing

__all__ = ["CellsPalette", "Move", "SimpleGame", "SimpleState", "Standing"]
