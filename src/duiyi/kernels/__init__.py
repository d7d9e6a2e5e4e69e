"""The Python face of the C++ kernels: the same rules as in ``duiyi.games``, fast.

The rules in Python stay the truth; ``tests/differential`` shows that the kernels agree with them.
The kernels themselves are in ``kernels/`` at the top of the repository.
"""

from duiyi.kernels._kernels import relati_classic_moves, relati_classic_perft

__all__ = ["relati_classic_moves", "relati_classic_perft"]
