"""How fast the kernels are: random moves per CPU second, against OpenSpiel's C++ rollouts.

Both sides play games to their end, each move chosen uniformly from all legal ones, on one core.
OpenSpiel offers its rollouts only inside its MCTS bot. A search of one simulation there is nothing
but the evaluation of the position that it is given: 200 random games in C++ from the start, hardly
anything else. It does not say how many moves they had, so the mean length of random games is
measured beforehand, by playing some through its Python interface; moves are rollouts times that.

Batches of ours and of the peer alternate in one process and are measured by CPU time, so that
their ratio means something on a busy machine too; the medians over the rounds are what counts. The
same games by our rules in Python show what the kernels are worth to us. The command ends with 1
when a target is missed, and with 2 when there is no OpenSpiel to be compared with.
"""

from __future__ import annotations

import importlib
import random
import statistics
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import typer
from bench import random_moves
from bench.random_moves import ALL_EXTENSIONS, NO_EXTENSIONS, Contestant, PlayOut
from rich.console import Console
from rich.table import Table

from duiyi.kernels import built_for, playouts

CLOBBER, LINES_OF_ACTION, HEX = "clobber", "lines_of_action", "hex(board_size=11)"
ROLLOUTS = 200
LENGTHS = 2000
"""Random games of a peer that are counted; the mean is then known to about one per cent."""
BATCH = 0.05
"""CPU seconds that a batch of ours should take: long enough for the clock."""


@dataclass
class Kernel(Contestant):
    """One of our games in one configuration, and what was measured of it and its peer."""

    peer: str = ""
    peer_rates: list[float] = field(default_factory=list)
    python_rates: list[float] = field(default_factory=list)

    @property
    def reached(self) -> bool | None:
        return super().reached if self.ratios else None

    @property
    def python_ratio(self) -> float:
        return self.rate / statistics.median(self.python_rates)

    def summary(self) -> dict[str, Any]:
        compared = super().summary() if self.ratios else {"name": self.name, "target": self.target}
        return compared | {
            "moves_per_cpu_second": round(self.rate),
            "peer": self.peer or None,
            "peer_rate": round(statistics.median(self.peer_rates)) if self.peer_rates else None,
            "python_rate": round(statistics.median(self.python_rates)),
            "python_ratio": round(self.python_ratio, 1),
        }


def kernels() -> list[Kernel]:
    return [
        Kernel("relati-classic 5x5 (2 seats)", "relati-classic", 2, target=60, peer=CLOBBER),
        Kernel("tzaar", "tzaar", 2, target=50, peer=LINES_OF_ACTION),
        Kernel("relati 9x9 (2 seats), no extension", "relati", 2, NO_EXTENSIONS, 1, peer=HEX),
        Kernel("relati 9x9 (2 seats), all extensions", "relati", 2, ALL_EXTENSIONS, 0.3, peer=HEX),
        Kernel(
            "relati-legacy 15x15 (2 seats)", "relati-legacy", 2, target=0.3, peer=LINES_OF_ACTION
        ),
        Kernel("atom", "atom", 2, target=3, peer=LINES_OF_ACTION),
        Kernel("relati-classic 9x9 (4 seats)", "relati-classic", 4),
        Kernel("relati 17x17 (4 seats), all extensions", "relati", 4, ALL_EXTENSIONS),
    ]


def ours(kernel: Kernel) -> PlayOut:
    start = kernel.start()
    tried = playouts(start, 100, seed=1)
    games = max(1, round(tried.games * BATCH / max(tried.cpu_seconds, 1e-6)))

    def play_out(chooser: random.Random) -> int:
        return playouts(start, games, seed=chooser.getrandbits(32)).decisions

    return play_out


def theirs(name: str, seed: int) -> PlayOut:
    """A peer. Without OpenSpiel an `ImportError`: nothing stands in for it."""
    spiel = importlib.import_module("pyspiel")
    game = spiel.load_game(name)
    length = mean_length(game, random.Random(seed))
    bot = spiel.MCTSBot(
        game,
        spiel.RandomRolloutEvaluator(ROLLOUTS, seed),
        uct_c=1.0,
        max_simulations=1,
        max_memory_mb=100,
        solve=False,
        seed=seed,
        verbose=False,
    )

    def play_out(_: random.Random) -> int:
        bot.mcts_search(game.new_initial_state())
        return round(ROLLOUTS * length)

    return play_out


def mean_length(game: Any, chooser: random.Random) -> float:
    moves = 0
    for _ in range(LENGTHS):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chooser.choice(state.legal_actions()))
            moves += 1
    return moves / LENGTHS


def measure(
    peers: dict[str, PlayOut], entered: list[Kernel], rounds: int, seconds: float, seed: int
) -> Iterator[None]:
    """Fills in rates and ratios. Where a game has no peer, our Python rules alternate with it."""
    chooser = random.Random(seed)
    for _ in range(rounds):
        for kernel in entered:
            rules, fast = random_moves.by_python_rules(kernel), ours(kernel)
            rules(chooser)  # tables that are made once belong to no move
            slow, rate = random_moves.duel((rules, fast), chooser, seconds)
            kernel.python_rates.append(slow)
            if kernel.peer in peers:
                base, rate = random_moves.duel((peers[kernel.peer], fast), chooser, seconds)
                kernel.peer_rates.append(base)
                kernel.ratios.append(rate / base)
            kernel.rates.append(rate)
            yield


def table(entered: list[Kernel]) -> Table:
    """Each peer, and below it the games that are compared with it: millions of moves per CPU
    second, how many times as many as by our Python rules, and as by the peer."""
    shown = Table(box=None, pad_edge=False)
    shown.add_column(f"kernels: {built_for}", no_wrap=True)
    for heading in ("M/CPU s", "Python", "ratio", "target", ""):
        shown.add_column(heading, justify="right", no_wrap=True)
    for peer in dict.fromkeys(one.peer for one in entered):
        group = [one for one in entered if one.peer == peer]
        if peer:
            rates = [rate for one in group for rate in one.peer_rates]
            known = f"{statistics.median(rates) / 1e6:.3f}" if rates else "not here"
            shown.add_row(f"OpenSpiel {peer}", known, "", "1" if rates else "")
        for one in group:
            shown.add_row(
                one.name,
                f"{one.rate / 1e6:.2f}",
                f"{one.python_ratio:,.0f}",
                f"{one.ratio:.2f}" if one.ratios else "",
                *one.verdict,
            )
    return shown


def main(
    seconds: random_moves.Seconds = 1.0,
    rounds: random_moves.Rounds = 5,
    seed: random_moves.Seed = 1,
    json_file: random_moves.JsonFile = None,
) -> None:
    """Random moves per CPU second of the kernels, against OpenSpiel's C++ rollouts."""
    entered = kernels()
    peers = {}
    try:
        peers = {name: theirs(name, seed) for name in (CLOBBER, LINES_OF_ACTION, HEX)}
    except ImportError as error:
        random_moves.say_missing(error, "only our own figures are measured")
    measurements = measure(peers, entered, rounds, seconds, seed)
    random_moves.followed(measurements, rounds * len(entered))
    Console().print(table(entered))
    if json_file:
        about = {"built_for": built_for}
        random_moves.write_figures(json_file, about, rounds, seconds, entered)
    random_moves.end_if_missed(entered)
    if not peers:
        raise typer.Exit(2)


if __name__ == "__main__":
    typer.run(main)
