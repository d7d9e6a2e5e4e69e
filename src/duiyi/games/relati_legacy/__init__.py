"""relati legacy (連奕, seed 001): link, escape, attack and shield; the last player left wins."""

from duiyi.games.relati_legacy.actions import (
    Action,
    Attack,
    Bomb,
    Defend,
    Escape,
    Link,
    Locate,
)
from duiyi.games.relati_legacy.options import LegacyOptions
from duiyi.games.relati_legacy.state import GAME, RelatiLegacy, RelatiLegacyState

__all__ = [
    "GAME",
    "Action",
    "Attack",
    "Bomb",
    "Defend",
    "Escape",
    "LegacyOptions",
    "Link",
    "Locate",
    "RelatiLegacy",
    "RelatiLegacyState",
]
