"""`kernels/fuzz/replay.cpp`, compiled with sanitizers and asked by tests."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.differential.programs import STRICT, compiled
from tests.fuzz.make_seeds import SEEDS

SOAK = bool(os.environ.get("DUIYI_SOAK"))
FLAGS = (
    "-D_GLIBCXX_ASSERTIONS",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
    *STRICT,
)
QUICK = ("-O0", "-fno-sanitize=null,alignment,object-size,vptr,pointer-overflow")
"""Half the time to compile: what is left out looks at pointers, as the address sanitizer does."""


@dataclass(frozen=True)
class Replay:
    """The program of a game."""

    game: str
    program: Path

    def check(self, mutations: int) -> subprocess.CompletedProcess[str]:
        """How checking the seeds and so many mutations of each ended."""
        return subprocess.run(
            [self.program, "check", str(mutations), SEEDS / self.game],
            capture_output=True,
            text=True,
            errors="replace",
        )

    def texts(self, mutations: int) -> list[str]:
        """The position texts among them, without repetitions."""
        found = self._said("texts", str(mutations), str(SEEDS / self.game))
        return [*dict.fromkeys(found.split("\n"))]

    def kernels(self) -> list[str]:
        """Their names; an only one has none."""
        return self._said("kernels").splitlines()

    def _said(self, *words: str) -> str:
        found = subprocess.run([self.program, *words], capture_output=True, check=True)
        return found.stdout.decode("latin-1")


@cache
def replay_of(game: str) -> Replay:
    flags = (*FLAGS, *(("-O1", "-g1") if SOAK else QUICK))
    return Replay(game, compiled("fuzz/replay.cpp", flags, game=game))
