"""relati classic (seed 002): place a symbol next to one of your own; who cannot, waits."""

from duiyi.games.relati_classic.actions import Place
from duiyi.games.relati_classic.state import GAME, RelatiClassic, RelatiClassicState

__all__ = ["GAME", "Place", "RelatiClassic", "RelatiClassicState"]
