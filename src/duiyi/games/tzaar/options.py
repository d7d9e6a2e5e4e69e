"""How a game of tzaar is set up; the rules themselves have no options."""

from __future__ import annotations

from dataclasses import dataclass

from duiyi.core.options import Options, choice, number

LARGEST_SEED = 2**64 - 1


@dataclass(frozen=True)
class TzaarOptions(Options):
    """遊戲設置 (T-1). `seed` deals the pieces when `setup` is random."""

    setup: str = choice("fixed", "random", start_only=True)
    seed: int = number(0, 0, LARGEST_SEED, start_only=True)
