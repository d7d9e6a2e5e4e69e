"""The set-up (遊戲設置): the fixed start, and the pieces dealt at random (T-1)."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

from duiyi.games.tzaar import position
from duiyi.games.tzaar.options import TzaarOptions
from duiyi.games.tzaar.pieces import BLACK, KINDS, WHITE, Points, Stack

FIXED = "ttttT/TrrrRT/TRzzZRT/TRZtTZRT/TRZTtzrt/trztTzrt/trzZZrt/trRRRt/tTTTT"


@lru_cache(maxsize=16)
def dealt(options: TzaarOptions) -> Points:
    """The pieces at the start."""
    if options.setup == "random":
        return shuffled(options.seed)
    return position.read_points(FIXED)


def shuffled(seed: int) -> Points:
    """All pieces in an order that follows from the seed alone."""
    pieces = [
        Stack(seat, kind)
        for seat in (WHITE, BLACK)
        for kind, number in KINDS.items()
        for _ in range(number)
    ]
    for i in range(len(pieces) - 1, 0, -1):
        digest = sha256(f"tzaar {seed} {i}".encode("ascii")).digest()
        j = int.from_bytes(digest[:8], "big") % (i + 1)
        pieces[i], pieces[j] = pieces[j], pieces[i]
    return tuple(pieces)
