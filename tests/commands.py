"""What running a command gives; the fixture `run` of `tests/unit/cli` does it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Ran:
    """What a command said."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]
