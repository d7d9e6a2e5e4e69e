"""Tunes the evaluation of two-seat relati by self-play: `make tune-relati`.

First games without extensions and with all of them, from guessed weights; what they teach is the
beginning for every other choice of extensions. Then rounds of games with each choice, each followed
by a logistic regression on the results. Everything follows from the seeds. Games are kept in
`--folder`, so that a run that was broken off goes on where it was; weights go to
`src/duiyi/games/relati/weights/relati.txt`.
"""

from __future__ import annotations

import argparse
import subprocess
from dataclasses import dataclass
from itertools import compress, product
from pathlib import Path

ROOT = Path(__file__).parents[1]
WEIGHTS = ROOT / "src/duiyi/games/relati/weights/relati.txt"
FLAGS = ("-std=c++20", "-O2", "-march=native", "-pthread", f"-I{ROOT / 'kernels'}")
EXTENSIONS = ("continuous", "cannon", "chain", "migration")
PLAIN, FULL = "none", "+".join(EXTENSIONS)


def choices() -> list[str]:
    """Every choice of extensions that can be played: no chain without cannons."""
    sets = [set(compress(EXTENSIONS, marks)) for marks in product((0, 1), repeat=len(EXTENSIONS))]
    return ["+".join(sorted(each, key=EXTENSIONS.index)) or PLAIN
            for each in sets if "chain" not in each or "cannon" in each]  # fmt: skip


@dataclass(frozen=True)
class Tuning:
    """The program and the folder for games and weights of one run."""

    folder: Path
    program: Path
    limit: str
    trust: int

    def games(self, weights: str, choice: str, number: int, seed: int) -> Path:
        """A file of games, played unless it is there."""
        path = self.folder / f"{seed}-{choice}.games"
        if not path.exists():
            games = self._run("selfplay", weights, choice, self.limit, number, seed)
            unfinished = path.with_suffix(".unfinished")
            unfinished.write_text(games)
            unfinished.rename(path)
        return path

    def fitted(self, weights: str, name: str, games: dict[str, list[Path]]) -> str:
        """A file of weights, where those of each choice are fitted to its games."""
        path = self.folder / f"{name}.txt"
        for choice, files in games.items():
            path.write_text(self._run("fit", weights, choice, self.trust, *files))
            weights = str(path)
        return weights

    def _run(self, *words: object) -> str:
        command = [str(self.program), *map(str, words)]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def spread(text: str) -> str:
    """Weights in which every choice has those without extensions or, with cannons, with all."""
    rows = [line.split() for line in text.splitlines()]
    known = {(row[0], row[1]): row[2:] for row in rows}
    lines = []
    for choice, feature, *_ in rows:
        likest = FULL if "cannon" in choice else PLAIN
        lines.append(" ".join((choice, feature, *known[likest, feature])))
    return "\n".join(lines) + "\n"


def tune(tuning: Tuning, rounds: int, games: int, target: Path) -> None:
    """Each round learns from its own games and those of the round before."""
    first = {choice: [tuning.games("hand", choice, 2 * games, 1)] for choice in (PLAIN, FULL)}
    current = Path(tuning.fitted("hand", "first", first))
    current.write_text(spread(current.read_text()))
    played: dict[str, list[Path]] = {choice: [] for choice in choices()}
    for number in range(2, rounds + 2):
        weights = str(current)
        for choice, files in played.items():
            files.append(tuning.games(weights, choice, games, number))
        latest = {choice: files[-2:] for choice, files in played.items()}
        current = Path(tuning.fitted(weights, f"round-{number}", latest))
        target.write_bytes(current.read_bytes())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=ROOT / "build/tune_relati")
    parser.add_argument("--weights", type=Path, default=WEIGHTS, help="the file of weights")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=300, help="of a round, for each choice")
    parser.add_argument("--limit", default="1000n", help="for each decision")
    parser.add_argument(
        "--trust", type=int, default=200, help="in the weights before, as positions"
    )
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    program = arguments.folder / "search"
    source = ROOT / "kernels/tools/relati_search_driver.cpp"
    subprocess.run(["g++", *FLAGS, "-o", program, source], check=True)
    tuning = Tuning(arguments.folder, program, arguments.limit, arguments.trust)
    tune(tuning, arguments.rounds, arguments.games, arguments.weights)


if __name__ == "__main__":
    main()
