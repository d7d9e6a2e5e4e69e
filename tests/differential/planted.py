"""Deliberate mistakes in the kernels, to see that the comparisons find them.

They are nowhere in `kernels/`: `sources` gives copies of its files in which each of a game's
mistakes can be chosen when the program runs, by the environment variable `VARIABLE`. The tables
are `planted_relati`, for the three games of that name, and `planted_others`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

KERNELS = Path(__file__).parents[2] / "kernels"
VARIABLE = "DUIYI_PLANTED"
HEADER = "planted.hpp"
FLAGS = ("-O0", "-include", f"kernels/{HEADER}")


@dataclass(frozen=True, slots=True)
class Bug:
    """`old` is an expression, or statements that end in `;`; so is `new`, which may be nothing."""

    name: str
    game: str
    file: str
    old: str
    new: str


def occurrences(bug: Bug) -> int:
    """How often the old text is in its file: once, unless the kernel has changed."""
    return (KERNELS / bug.file).read_text("utf-8").count(bug.old)


def sources(bugs: Sequence[Bug]) -> dict[str, str]:
    """The files with all these bugs in them, and the header that says which one is chosen: that
    of the number in the environment, counted from 1; none for 0."""
    files = {bug.file: (KERNELS / bug.file).read_text("utf-8") for bug in bugs}
    for number, bug in enumerate(bugs, 1):
        before, after = files[bug.file].split(bug.old)
        files[bug.file] = before + _either(bug, number) + after
    return {**files, HEADER: _header}


def _either(bug: Bug, number: int) -> str:
    chosen = f"duiyi::planted == {number}"
    if bug.old.endswith(";"):
        return f"if ({chosen}) {{ {bug.new} }} else {{ {bug.old} }}"
    return f"({chosen} ? ({bug.new}) : ({bug.old}))"


_header = f"""#pragma once
#include <cstdlib>

namespace duiyi {{
inline const int planted = std::atoi(std::getenv("{VARIABLE}"));
}}
"""
