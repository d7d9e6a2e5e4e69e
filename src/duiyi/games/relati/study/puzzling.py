"""Where puzzles of relati come from: wins, and cutting others' symbols off from their roots."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from duiyi.core.state import Seat
from duiyi.core.study.puzzling import FORCE, SAVE, WIN, Puzzling
from duiyi.games.relati.actions import Fire, Migrate
from duiyi.games.relati.links import reaches_of
from duiyi.games.relati.position import read

CUT = "cut"
LEAST_CUT = 3
SETUPS: tuple[dict[str, bool], ...] = (
    {},
    {"continuous": True},
    {"cannon": True},
    {"continuous": True, "cannon": True, "chain": True},
    {"migration": True},
)


@lru_cache(maxsize=8192)  # the same positions are asked about for each number
def cut_off(text: str, seat: Seat) -> int:
    """失聯符號: how many living symbols of the others are lost."""
    sides = read(text)["sides"]
    found = zip(sides, reaches_of(sides), strict=True)
    lost = [(side.plain & ~reach.connected).bit_count() for side, reach in found]
    return int(sum(lost) - lost[seat])


def themes(first: Any, last: Any, line: tuple[str, ...]) -> tuple[str, ...]:
    """By what the first action is."""
    match first.parse(line[0]):
        case Fire():
            return ("shot",)
        case Migrate():
            return ("migration",)
    return ()


PUZZLING = Puzzling(
    tasks=(WIN, FORCE, SAVE, CUT),
    counts={CUT: cut_off},
    least=LEAST_CUT,
    idle=frozenset({"pass"}),
    setups=SETUPS,
    themes=themes,
    grades=(9.2, 10.5, 13.2, 14.3),
)
