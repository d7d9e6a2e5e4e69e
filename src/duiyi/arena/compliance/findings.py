"""Findings: what was noticed about a bot, in words, with what helps against it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from duiyi.core import Message


class Level(StrEnum):
    """A problem loses games; a warning may, one day."""

    problem = "problem"
    warning = "warning"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing, however often it was noticed; where and what was said are of the first time."""

    level: Level
    what: Message
    advice: tuple[Message, ...] = ()
    where: Message | None = None
    position: str = ""
    stderr: str = ""
    times: int = 1

    def again(self) -> Finding:
        return replace(self, times=self.times + 1)
