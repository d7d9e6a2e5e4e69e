"""Tunes the evaluations of tzaar by self-play: `make tune-tzaar`.

A round plays games with the newest evaluation and learns from the newest games: the weights of the
linear evaluation by logistic regression, and the network. The games are in `bench/tune_tzaar`, the
weights in `src/duiyi/games/tzaar/weights`; a trial has folders of its own. With `--rounds 0` the
same weights are learned again from the games that are there. In an empty `--folder` everything
begins with weights set by hand.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
DATA = ROOT / "src/duiyi/games/tzaar/weights"
GAMES = ROOT / "bench/tune_tzaar"
LINEAR, NETWORK = "tzaar_linear.txt", "tzaar.net"
INCLUDES = ("-I", str(ROOT / "kernels"), "-I", str(ROOT / "bench"))
FLAGS = ("-std=c++20", "-O3", "-march=native", "-pthread", *INCLUDES)

FIRST_NETWORK_ROUND = 8
"""Until then games are played with the linear evaluation, which needs less of them."""
NEWEST = 3
"""So many files of games are learned from."""


def evaluation(number: int, weights: Path) -> str:
    """What a round is played with."""
    if number == 0:
        return "hand"
    if number < FIRST_NETWORK_ROUND:
        return f"linear:{weights / LINEAR}"
    return f"net:{weights / NETWORK}"


def played(folder: Path) -> list[Path]:
    """The games that are there, by rounds."""
    return sorted(folder.glob("round-*.games"))


def play(program: Path, folder: Path, weights: Path, games: int, limit: str) -> None:
    """One more round."""
    rounds = played(folder)
    number = int(rounds[-1].stem.removeprefix("round-")) + 1 if rounds else 0
    target = folder / f"round-{number:02}.games"
    unfinished = target.with_suffix(".unfinished")
    run(program, "selfplay", evaluation(number, weights), limit, games, 1 + number, unfinished)
    unfinished.rename(target)


def learn(program: Path, folder: Path, weights: Path) -> None:
    newest = played(folder)[-NEWEST:]
    run(program, "linear", 6, weights / LINEAR, *newest)
    run(program, "net", 8, weights / NETWORK, *newest)


def compiled(source: str, program: Path, *flags: str) -> Path:
    run("g++", *FLAGS, *flags, "-o", program, ROOT / source)
    return program


def run(*words: object) -> None:
    subprocess.run([str(word) for word in words], check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--games", type=int, default=14_000, help="games of a round")
    parser.add_argument("--limit", default="600n", help="of a decision: nodes (600n) or time (2ms)")
    parser.add_argument("--folder", type=Path, default=GAMES, help="of games")
    parser.add_argument("--weights", type=Path, default=DATA, help="the folder of weights")
    words = parser.parse_args()
    words.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        player = compiled("kernels/tools/tzaar_search_driver.cpp", Path(place) / "play")
        learner = compiled("kernels/tune/tune_tzaar.cpp", Path(place) / "learn", "-ffast-math")
        for _ in range(words.rounds):
            play(player, words.folder, words.weights, words.games, words.limit)
            learn(learner, words.folder, words.weights)
        if words.rounds == 0:
            learn(learner, words.folder, words.weights)


if __name__ == "__main__":
    main()
