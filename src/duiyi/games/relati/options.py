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
    migration: bool = switch()

    def check(self) -> None:
        if self.chain and not self.cannon:
            raise BadOptions(message("relati:bad-options.chain"), "chain")
