"""Tunes the evaluation of atom by self-play: `python tools/tune_atom.py`.

Generations of quick games of the best weights so far, each followed by a regression on its games
and by a match that says whether the new weights are better. Everything follows from the seed. The
best weights go to `src/duiyi/games/atom/weights/atom.txt`.
"""

from __future__ import annotations

import argparse
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]
WEIGHTS = ROOT / "src/duiyi/games/atom/weights/atom.txt"
FLAGS = ("-std=c++20", "-O2", "-march=native", "-pthread", f"-I{ROOT / 'kernels'}")
QUICK = "beam=3,acted=4,finalists=1,levels=1,orders=20,rounds=2"
"""Turns as they look at first sight, choices after two answers: a game takes 20 milliseconds."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=ROOT / "build/tune_atom")
    parser.add_argument("--generations", type=int, default=6)
    parser.add_argument("--games", type=int, default=8000, help="of a generation")
    parser.add_argument("--limit", default="1000000n", help="for each turn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--further", action="store_true", help="from the weights that there are")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    WEIGHTS.parent.mkdir(parents=True, exist_ok=True)
    program = arguments.folder / "search"
    source = ROOT / "kernels/tools/atom_search_driver.cpp"
    subprocess.run(["g++", *FLAGS, "-o", program, source], check=True)
    player = f"turns:{WEIGHTS}" if arguments.further else "hand"
    words = [f"{player},{QUICK}", arguments.limit, arguments.generations, arguments.games]
    command = [program, "tune", *words, arguments.seed, WEIGHTS]
    subprocess.run([str(word) for word in command], check=True)


if __name__ == "__main__":
    main()
