"""The extensions of relati (擴充規則) as options."""

from __future__ import annotations

from dataclasses import dataclass

from duiyi.core.errors import BadOptions
from duiyi.core.message import message
from duiyi.core.options import Options, switch


@dataclass(frozen=True)
class RelatiOptions(Options):
    """擴充規則."""

    continuous: bool = switch()
    cannon: bool = switch()
    chain: bool = switch()
    friendly_fire: bool = switch()
    migration: bool = switch()

    def check(self) -> None:
        if not self.cannon:
            for name in ("chain", "friendly_fire"):
                if getattr(self, name):
                    raise BadOptions(message(f"relati:bad-options.{name}"), name)
