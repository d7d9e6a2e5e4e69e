"""The one option of relati legacy: how large the board is (棋盤)."""

from __future__ import annotations

from dataclasses import dataclass

from duiyi.core.options import Options, number

SMALLEST, LARGEST = 9, 23


@dataclass(frozen=True)
class LegacyOptions(Options):
    """建議大小: 15 × 15, whatever the number of seats."""

    size: int = number(15, SMALLEST, LARGEST)
