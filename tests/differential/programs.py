"""The games of `kernels/registry.def`; and programs of `kernels/`, each compiled once for all tests
and all workers.

A program is kept under `build/` by what it is made of: all files that it includes, the compiler,
the flags. So nothing is compiled twice, and never is an old program mistaken for a new one.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
KERNELS = ROOT / "kernels"
INCLUDED_FROM = (KERNELS, ROOT / "bench")
KEPT = ROOT / "build" / "differential"
SECONDS_KEPT = 3 * 24 * 3600
"""Of a program that nobody asks for any more."""
COMPILER = os.environ.get("CXX", "g++")
GAMES = tuple(
    folder.replace("_", "-")
    for folder in re.findall(
        r"^GAME\((\w+)\)$", (KERNELS / "registry.def").read_text("utf-8"), re.MULTILINE
    )
)
"""Those that have a kernel."""
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


def folder_of(game: str) -> str:
    """Of `kernels/games`."""
    return game.replace("-", "_")


def compiled(
    source: str,
    flags: tuple[str, ...],
    changed: Mapping[str, str] | None = None,
    *,
    game: str | None = None,
) -> Path:
    """A program by its source in `kernels/`, for one game where it says so; `changed` has the texts
    of files that are not as in `kernels/`."""
    begins = [source]
    if game is not None:
        begins.append(f"games/{folder_of(game)}/kernel.hpp")
        flags = (*flags, f"-DDUIYI_GAME={folder_of(game)}")
    sources = {**_sources(begins), **(changed or {})}
    command = [COMPILER, "-std=c++20", "-ffp-contract=off", *flags]
    made_of = repr((sorted(sources.items()), _compiler(), source, command))
    name = "-".join((*([game] if game else []), Path(source).stem))
    program = KEPT / f"{name}-{hashlib.sha256(made_of.encode()).hexdigest()[:16]}"
    with _alone(program):
        if not program.exists():
            _forget_old_programs()
            _compile(source, sources, command, program)
        os.utime(program)
    return program


def _compile(source: str, sources: Mapping[str, str], command: list[str], program: Path) -> None:
    with tempfile.TemporaryDirectory(dir=KEPT) as folder:
        for path, text in sources.items():
            file = Path(folder) / "kernels" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
        subprocess.run(
            [*command, "-I", "kernels", "-o", "made", f"kernels/{source}"], cwd=folder, check=True
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


def _sources(missing: list[str]) -> dict[str, str]:
    """These files and all that they include, by the names under which they are included."""
    sources: dict[str, str] = {}
    while missing:
        path = missing.pop()
        sources[path] = _found(path).read_text("utf-8")
        included = re.findall(r'^#include "(.+)"', sources[path], re.MULTILINE)
        missing += set(included) - sources.keys()
    return sources


def _found(path: str) -> Path:
    places = [folder / path for folder in INCLUDED_FROM]
    return next((place for place in places if place.exists()), places[0])


@cache
def _compiler() -> str:
    return subprocess.run(
        [COMPILER, "--version"], check=True, capture_output=True, text=True
    ).stdout
