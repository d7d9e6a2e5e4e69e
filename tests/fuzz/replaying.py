"""`kernels/fuzz/replay.cpp`, compiled with sanitizers and asked by tests."""

from __future__ import annotations

import fcntl
import os
import subprocess
from pathlib import Path

import pytest
from tests.fuzz.make_seeds import SEEDS

SOAK = bool(os.environ.get("DUIYI_SOAK"))
KERNELS = Path(__file__).parents[2] / "kernels"
FLAGS = (
    "-std=c++20",
    "-D_GLIBCXX_ASSERTIONS",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
    "-Wall",
    "-Wextra",
    "-Wconversion",
    "-Werror",
)
QUICK = ("-O0", "-fno-sanitize=null,alignment,object-size,vptr,pointer-overflow")
"""Half the time to compile: what is left out looks at pointers, as the address sanitizer does."""


class Replay:
    """The program, compiled once for all workers of a test run."""

    def __init__(self, tmp_path_factory: pytest.TempPathFactory) -> None:
        folder = tmp_path_factory.getbasetemp()
        if "PYTEST_XDIST_WORKER" in os.environ:
            folder = folder.parent
        self.program = folder / "replay"
        with (folder / "replay.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not self.program.exists():
                self._compile()

    def _compile(self) -> None:
        fresh = self.program.with_suffix(".fresh")
        flags = [*FLAGS, *(["-O1", "-g1"] if SOAK else QUICK), "-I", str(KERNELS)]
        source = KERNELS / "fuzz" / "replay.cpp"
        subprocess.run(["g++", *flags, "-o", str(fresh), str(source)], check=True)
        fresh.rename(self.program)

    def check(self, game: str, mutations: int) -> subprocess.CompletedProcess[str]:
        """How checking the seeds and so many mutations of each ended."""
        return subprocess.run(
            [self.program, "check", game, str(mutations), SEEDS / game],
            capture_output=True,
            text=True,
            errors="replace",
        )

    def texts(self, game: str, mutations: int) -> list[str]:
        """The position texts among them, without repetitions."""
        found = subprocess.run(
            [self.program, "texts", game, str(mutations), SEEDS / game],
            capture_output=True,
            check=True,
        )
        return [*dict.fromkeys(found.stdout.decode("latin-1").split("\n"))]
