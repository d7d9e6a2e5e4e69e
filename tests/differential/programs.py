"""Compiles the drivers of `kernels/tools`, each once for all tests and all workers.

A program is kept under `build/` by what it is made of: the kernels' sources, the compiler, the
flags. So nothing is compiled twice, and never is an old program mistaken for a new one.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
KERNELS = ROOT / "kernels"
KEPT = ROOT / "build" / "differential"
SECONDS_KEPT = 3 * 24 * 3600
"""Of a program that nobody asks for any more."""
COMPILER = os.environ.get("CXX", "g++")
STRICT = ("-Wall", "-Wextra", "-Wconversion", "-Werror")
SANITIZED = (*STRICT, "-O0", "-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


@cache
def fast_paths() -> tuple[str, ...]:
    """Flags for the paths that need AVX2 and BMI2; none where the machine cannot run them."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return ()
    words = {word for line in lines if line.startswith("flags") for word in line.split()}
    return ("-march=x86-64-v3",) if {"avx2", "bmi2"} <= words else ()


PORTABLE = (*STRICT, "-O0", "-DDUIYI_PORTABLE")
"""Flags for the paths of machines that have neither."""


def compiled(name: str, flags: tuple[str, ...], changed: Mapping[str, str] | None = None) -> Path:
    """The driver of a kernel; `changed` has the texts of files that are not as in `kernels/`."""
    sources = {**_sources(name), **(changed or {})}
    command = [COMPILER, "-std=c++20", *flags]
    made_of = repr((sorted(sources.items()), _compiler(), name, command))
    program = KEPT / f"{name}-{hashlib.sha256(made_of.encode()).hexdigest()[:16]}"
    with _alone(program):
        if not program.exists():
            _forget_old_programs()
            _compile(name, sources, command, program)
        os.utime(program)
    return program


def _compile(name: str, sources: Mapping[str, str], command: list[str], program: Path) -> None:
    with tempfile.TemporaryDirectory(dir=KEPT) as folder:
        for path, text in sources.items():
            file = Path(folder) / "kernels" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
        subprocess.run(
            [*command, "-I", "kernels", "-o", "made", f"kernels/tools/{name}_driver.cpp"],
            cwd=folder,
            check=True,
        )
        (Path(folder) / "made").replace(program)


@contextmanager
def _alone(program: Path) -> Iterator[None]:
    """Of several workers that want the same program one makes it, and the others wait."""
    KEPT.mkdir(parents=True, exist_ok=True)
    with Path(f"{program}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _forget_old_programs() -> None:
    for path in KEPT.iterdir():
        if path.is_file() and path.stat().st_mtime < time.time() - SECONDS_KEPT:
            path.unlink(missing_ok=True)


def _sources(name: str) -> dict[str, str]:
    """The files that a driver is made of."""
    headers = [*KERNELS.glob("common/*.hpp"), *KERNELS.glob("games/*.hpp")]
    tools = [KERNELS / "tools" / "driver.hpp", KERNELS / "tools" / f"{name}_driver.cpp"]
    return {
        path.relative_to(KERNELS).as_posix(): path.read_text("utf-8") for path in headers + tools
    }


@cache
def _compiler() -> str:
    return subprocess.run(
        [COMPILER, "--version"], check=True, capture_output=True, text=True
    ).stdout
