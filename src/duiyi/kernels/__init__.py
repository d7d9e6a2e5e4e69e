"""The Python face of the C++ kernels: the same rules as in `duiyi.games`, fast.

    position = kernels.position(duiyi.game("tzaar").start())
    position.perft(4)
    position.playouts(1000, seed=1).wins

The rules in Python stay the truth; `tests/differential` shows that the kernels agree with them.
The kernels themselves are in `kernels/` at the top of the repository.
"""

from duiyi.kernels.games import kernel_of
from duiyi.kernels.native import GENERIC, NEWER, built_for
from duiyi.kernels.position import (
    ENOUGH,
    GAMES,
    Playouts,
    Position,
    load,
    perft,
    playouts,
    position,
    walk,
)

__all__ = [
    "ENOUGH",
    "GAMES",
    "GENERIC",
    "NEWER",
    "Playouts",
    "Position",
    "built_for",
    "kernel_of",
    "load",
    "perft",
    "playouts",
    "position",
    "walk",
]
