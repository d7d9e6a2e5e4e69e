"""Which of the compiled modules is used: that for any machine, or that for newer ones.

The environment variable `DUIYI_KERNELS` (`generic` or `x86-64-v3`) decides where it is set.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from typing import Protocol, cast

GENERIC, NEWER = "generic", "x86-64-v3"
MODULES = {GENERIC: "duiyi.kernels._kernels", NEWER: "duiyi.kernels._kernels_v3"}
VARIABLE = "DUIYI_KERNELS"

Report = Callable[[int], object]


class NativePlayouts(Protocol):
    games: int
    decisions: int
    wins: list[int]
    cpu_seconds: float


class NativePosition(Protocol):
    """A position as the compiled modules give it: -1 is chance, -2 nobody."""

    game: str
    seats: int
    actor: int
    owner: int
    turn: int
    out: int
    over: bool
    winner: int
    reason: str
    hash: int
    size: int
    endgame: bool

    def dump(self) -> str: ...
    def tokens(self) -> list[str]: ...
    def chances(self) -> list[tuple[str, int]]: ...
    def play(self, token: str) -> NativePosition | None: ...
    def withdraw(self, seat: int) -> NativePosition | None: ...
    def walk(self, seed: int, most: int) -> tuple[list[str], NativePosition]: ...
    def winning_turn(self, most: int) -> list[str]: ...
    def perft(self, depth: int, threads: int, report: Report | None) -> int: ...
    def playouts(
        self, games: int, seed: int, threads: int, report: Report | None
    ) -> NativePlayouts: ...


class NativeGame(Protocol):
    """A game that has a kernel, as the kernels' registry has it."""

    id: str
    options: list[str]
    kinds: list[str]
    provable: bool


class NativeLine(Protocol):
    tokens: list[str]
    share: float
    visits: int
    proof: str


class NativeThought(Protocol):
    lines: list[NativeLine]
    nodes: int
    depth: int
    cpu_seconds: float


class Control(Protocol):
    """Ends a search from another thread."""

    stopped: bool

    def stop(self) -> None: ...


class NativeThinker(Protocol):
    def forget(self) -> None: ...
    def think(
        self,
        position: NativePosition,
        seconds: float,
        nodes: int,
        memory: int,
        threads: int,
        seed: int,
        lines: int,
        control: Control,
        report: Report | None,
    ) -> NativeThought: ...


class NativeProven(Protocol):
    value: str
    nodes: int
    cpu_seconds: float
    token: str
    certificate: str


Stoppable = Control
"""A name that is not also one of the module's functions."""


class NativeModule(Protocol):
    def Control(self) -> Control: ...  # noqa: N802
    def thinker(self, position: NativePosition, kind: str, weights: bytes) -> NativeThinker: ...
    def prove(
        self,
        position: NativePosition,
        seconds: float,
        nodes: int,
        memory: int,
        certificate: bool,
        control: Stoppable,
        report: Report | None,
    ) -> NativeProven: ...
    def games(self) -> list[NativeGame]: ...
    def load(self, game: str, text: str) -> NativePosition | None: ...
    def is_new_machine(self) -> bool: ...


def _module(name: str) -> NativeModule:
    return cast(NativeModule, importlib.import_module(MODULES[name]))


def _chosen() -> tuple[str, NativeModule]:
    wanted = os.environ.get(VARIABLE)
    if wanted:
        if wanted not in MODULES:
            raise ImportError(f"{VARIABLE} is {' or '.join(MODULES)}, not {wanted}")
        return wanted, _module(wanted)
    generic = _module(GENERIC)
    if generic.is_new_machine():
        try:
            return NEWER, _module(NEWER)
        except ModuleNotFoundError:
            pass  # Not every build has it.
    return GENERIC, generic


built_for, native = _chosen()
"""What the kernels in use were built for, and their module."""

__all__ = [
    "GENERIC",
    "NEWER",
    "Control",
    "NativePosition",
    "Report",
    "built_for",
    "native",
]
