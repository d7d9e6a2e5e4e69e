"""The options of atom."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from duiyi.core.errors import BadOptions
from duiyi.core.message import message
from duiyi.core.options import Options, choice, number


@dataclass(frozen=True)
class AtomOptions(Options):
    """All of them are rules, not only of the start."""

    damage: str = choice("attack", "none", "excess")
    life_cap: int | None = number(None, 1, 999)
    turn_limit: int = number(200, 1, 9999)
    max_height: int = number(24, 1, 60)
    max_width: int = number(23, 1, 60)

    def check(self) -> None:
        """A-2: otherwise a wall could be unbreakable."""
        if self.max_width >= self.max_height:
            key = "atom:bad-options.width"
            raise BadOptions(
                message(key, width=self.max_width, height=self.max_height), "max_width"
            )

    @classmethod
    def samples(cls) -> tuple[Self, ...]:
        """Caps at both ends come in pairs; what is not about the length of a game is played short.

        Random players take a thousand decisions and more to finish a game of 200 turns.
        """
        default = cls()
        caps = (replace(default, max_height=high, max_width=high - 1) for high in (2, 60))
        found = dict.fromkeys(
            replace(one, turn_limit=30)
            if one != default and one.turn_limit == default.turn_limit
            else one
            for one in (*super().samples(), *caps)
        )
        return tuple(found)
