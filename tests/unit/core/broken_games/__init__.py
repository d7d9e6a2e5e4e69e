"""Games that break one property each, so that the suite can be seen to notice.

All are pebbles with one thing changed. States carry `noise` where a game needs something that
differs and decides nothing.
"""

from tests.unit.core.broken_games import (  # noqa: F401  (they fill the table)
    edited,
    rules,
    shown,
    symmetric,
    taught,
)
from tests.unit.core.broken_games.several import SEVERAL
from tests.unit.core.broken_games.table import BROKEN, Case

__all__ = ["BROKEN", "SEVERAL", "Case"]
