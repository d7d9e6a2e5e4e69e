"""The games that have a kernel, as the compiled module lists them.

A kernel counts only where it decides as the Python rules do (`fingerprint`). That is looked at when
somebody first asks for the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from duiyi.core import BadOptions, Game, game
from duiyi.kernels.fingerprint import Verdicts
from duiyi.kernels.native import NativePosition, native


@dataclass(frozen=True, slots=True)
class Kernel:
    """A game that has a kernel."""

    id: str
    options: tuple[str, ...]
    """The names of the rules' options that the kernel knows."""
    kinds: tuple[str, ...]
    """Of searches, for some of its positions at least."""
    provable: bool
    """Whether positions of two seats can be proven."""

    def load(self, text: str) -> NativePosition | None:
        """`None` where the text is no position."""
        return native.load(self.id, text)


BUILT = {
    one.id: Kernel(one.id, tuple(one.options), tuple(one.kinds), one.provable)
    for one in native.games()
}
"""All games of the kernels' registry, by id, in its order."""
_verdicts = Verdicts()


def kernel_of(rules: Game) -> Kernel | None:
    """The kernel that decides as these rules do; `None` where there is none."""
    kernel = BUILT.get(rules.id)
    return kernel if kernel is not None and _verdicts.agrees(rules, kernel) else None


class Games(Sequence[str]):
    """Ids of games whose kernels can be used, in the order of the registry.

    Only what is asked for is looked at: whether a game is among them concerns its kernel alone.
    """

    def __init__(self, fits: Callable[[Kernel], bool]) -> None:
        self._ids = tuple(kernel.id for kernel in BUILT.values() if fits(kernel))

    def __contains__(self, name: object) -> bool:
        return name in self._ids and _usable(str(name))

    def __iter__(self) -> Iterator[str]:
        return filter(_usable, self._ids)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        return tuple(iter(self))[index]

    def __repr__(self) -> str:
        return f"Games{self._ids}"


def _usable(name: str) -> bool:
    try:
        return kernel_of(game(name)) is not None
    except BadOptions:
        return False  # Its rules are not installed.
