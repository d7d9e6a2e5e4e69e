"""Tunes the evaluation of two-seat relati legacy by self-play: `make tune-legacy`.

Generations of quick games, each followed by a regression on its games and on those before; the
first one plays with the weights that there are, or with a guess (`--anew`). The games follow from
the seed. Each generation is told as it ends, and the last one's weights go to
`kernels/games/relati_legacy/phase_weights.hpp`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import duiyi

ROOT = Path(__file__).parents[1]
WEIGHTS = ROOT / "kernels/games/relati_legacy/phase_weights.hpp"
FLAGS = ("-std=c++20", "-O3", "-march=native", "-DNDEBUG", "-pthread", f"-I{ROOT / 'kernels'}")
GAME = "relati-legacy"
NUMBERS = 12
"""Weights of a phase."""
IN_A_LINE = 6
PHASES = 3
GUESS = (-15.0, -1.0, 1.0, *([0.0] * (NUMBERS - 3)))
"""Nothing left, no source, and valid pieces."""


def header(weights: Sequence[float]) -> str:
    """The file of weights: a paragraph for each phase."""
    phases = [weights[at : at + NUMBERS] for at in range(0, len(weights), NUMBERS)]
    blocks = ("\n".join(_lines(phase)) for phase in phases)
    return (
        "// Learnt by tools/tune_legacy.py: for each phase of a game the weights of what is seen\n"
        "// in a position, in the order of LegacyPhases.\n"
        "#pragma once\n\n#include <array>\n\nnamespace duiyi {\n\n// clang-format off\n"
        f"inline constexpr std::array<float, {len(weights)}> legacy_phase_weights{{\n"
        + "\n\n".join(blocks)
        + "\n};\n// clang-format on\n\n}  // namespace duiyi\n"
    )


def _lines(phase: Sequence[float]) -> list[str]:
    rows = [phase[at : at + IN_A_LINE] for at in range(0, len(phase), IN_A_LINE)]
    return ["    " + " ".join(f"{weight:.3f}F," for weight in row) for row in rows]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=ROOT / "build/tune_legacy")
    parser.add_argument("--anew", action="store_true", help="from a guess")
    parser.add_argument("--generations", type=int, default=8)
    parser.add_argument("--games", type=int, default=600, help="of a generation")
    parser.add_argument("--nodes", type=int, default=15, help="for each decision")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    if arguments.anew:
        WEIGHTS.write_text(header(GUESS * PHASES))
    program = arguments.folder / "search"
    source = ROOT / "kernels/tools/mcts_driver.cpp"
    flags = (*FLAGS, "-DDUIYI_GAME=relati_legacy")
    subprocess.run(["g++", *flags, "-o", program, source], check=True)
    start = duiyi.game(GAME).start(2).dump()
    fit = (
        f"fit generations={arguments.generations} games={arguments.games} opening=2 "
        f"nodes={arguments.nodes} memory={16 << 20} seed={arguments.seed} "
        f"threads={arguments.threads}"
    )
    answer = subprocess.run(
        [str(program), "narrow", "phases"],
        input=f"load {start}\n{fit}\n",
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout
    told, _, found = answer.splitlines()[-1].partition(" after:")
    weights = [float(word) for word in found.split()]
    if not weights:
        raise SystemExit(f"no weights were learnt: {answer}")
    WEIGHTS.write_text(header(weights))
    print(f"{told} after; {WEIGHTS} is written: build again (make install) to use it")


if __name__ == "__main__":
    main()
