"""tzaar (seed 003): capture, then capture or stack, and never run out of one of three kinds."""

from duiyi.games.tzaar.actions import Action, Pass, Step
from duiyi.games.tzaar.options import TzaarOptions
from duiyi.games.tzaar.pieces import Stack
from duiyi.games.tzaar.state import GAME, Tzaar, TzaarState

__all__ = ["GAME", "Action", "Pass", "Stack", "Step", "Tzaar", "TzaarOptions", "TzaarState"]
