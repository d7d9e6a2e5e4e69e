"""Small games in one small file: `SimpleGame` and `SimpleState`."""

from duiyi.core.simple.state import Move, SimpleGame, SimpleState, Standing

__all__ = ["Move", "SimpleGame", "SimpleState", "Standing"]
