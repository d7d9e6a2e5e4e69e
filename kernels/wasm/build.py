#!/usr/bin/env python3
"""Compiles the kernels for the page: two WebAssembly modules for each game of registry.def, one of
them with threads, which share its memory.

usage: build.py FOLDER [--zig PATH] [--needed]

The compiler is zig, which PyPI carries for all systems (`ziglang`): the module of this Python, or
the program `zig`. Without it nothing is built, which is said, and is an error if they are needed.
A module is made anew only when something has changed of what it is made of.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import product
from pathlib import Path

KERNELS = Path(__file__).parents[1]
FLAGS = (
    *("-target", "wasm32-wasi", "-mexec-model=reactor", "-std=c++20", "-O3", "-s"),
    *("-fno-exceptions", "-ffp-contract=off"),
)
# What every browser has had since 2021; without vectors evaluations are slow.
PROCESSOR = "-mcpu=generic+simd128+bulk_memory+sign_ext+nontrapping_fptoint"


@dataclass(frozen=True)
class Variant:
    """A way to compile a module: what its name has more, its flags and its sources."""

    name: str
    flags: tuple[str, ...]
    sources: tuple[str, ...] = ()


ALONE = Variant("", (PROCESSOR,))
# The page makes the memory, as large as engine/threads/crew.ts says. Every thread has a stack and
# thread-local variables of its own, which whoever starts it sets.
THREADS = Variant(
    ".threads",
    (
        f"{PROCESSOR}+atomics+mutable_globals",
        *("-Wl,--shared-memory", "-Wl,--import-memory"),
        *(f"-Wl,--initial-memory={32 << 20}", f"-Wl,--max-memory={512 << 20}"),
        *("-Wl,--export=__stack_pointer", "-Wl,--export=__wasm_init_tls"),
        *("-Wl,--export=__tls_size", "-Wl,--export=__tls_align"),
    ),
    ("wasm/allocation.cpp",),
)
MISSING = (
    "The page is built without its engine: there is no zig (pip install ziglang). "
    "It will ask the server instead."
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--zig")
    parser.add_argument("--needed", action="store_true")
    words = parser.parse_args()
    zig = compiler(words.zig)
    if zig is None:
        print(MISSING, file=sys.stderr)
        return 1 if words.needed else 0
    words.folder.mkdir(parents=True, exist_ok=True)
    version = subprocess.run([*zig, "version"], check=True, capture_output=True, text=True).stdout
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        wanted = product(games(), (ALONE, THREADS))
        list(pool.map(lambda one: build(*one, words.folder, zig, version), wanted))
    return 0


def compiler(named: str | None) -> list[str] | None:
    if named:
        return [named]
    if importlib.util.find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang"]
    found = shutil.which("zig")
    return [found] if found else None


def games() -> list[str]:
    text = (KERNELS / "registry.def").read_text("utf-8")
    return re.findall(r"^GAME\((\w+)\)$", text, re.MULTILINE)


def build(game: str, variant: Variant, folder: Path, zig: list[str], version: str) -> None:
    """`folder` gets the module by the game's id, and beside it what that was made of."""
    sources = ["wasm/engine.cpp", f"games/{game}/bind.cpp", *variant.sources]
    command = [*FLAGS, *variant.flags, f"-DDUIYI_GAME={game}"]
    made_of = hashlib.sha256(repr((contents(sources), command, version)).encode()).hexdigest()
    module = folder / f"{game.replace('_', '-')}{variant.name}.wasm"
    stamp = module.with_suffix(".made-of")
    if module.exists() and stamp.exists() and stamp.read_text() == made_of:
        return
    made = module.with_suffix(".new")
    files = [str(KERNELS / source) for source in sources]
    subprocess.run([*zig, "c++", *command, f"-I{KERNELS}", *files, "-o", str(made)], check=True)
    made.chmod(0o644)
    made.replace(module)
    stamp.write_text(made_of)


def contents(missing: list[str]) -> list[tuple[str, str]]:
    """These files and all that they include, with their texts."""
    found: dict[str, str] = {}
    missing = list(missing)
    while missing:
        path = missing.pop()
        found[path] = (KERNELS / path).read_text("utf-8")
        missing += set(re.findall(r'^#include "(.+)"', found[path], re.MULTILINE)) - found.keys()
    return sorted(found.items())


if __name__ == "__main__":
    sys.exit(main())
