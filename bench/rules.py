"""How fast the rules are: random moves per CPU second, against OpenSpiel's Python tic-tac-toe.

A move is the same three things on both sides: make the list of legal actions, choose one of them
uniformly, play it. Games of ours and of the reference alternate in one process and are measured by
CPU time, so that their ratio means something on a busy machine too; the medians over the rounds
are what counts. The command ends with 1 when a target is missed.
"""

from __future__ import annotations

import importlib
import json
import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import duiyi
from duiyi.core import State

REFERENCE = "python_tic_tac_toe"
ALL_EXTENSIONS = dict.fromkeys(("continuous", "cannon", "chain", "migration"), True)
NO_EXTENSIONS = dict.fromkeys(ALL_EXTENSIONS, False)

PlayOut = Callable[[random.Random], int]
"""Plays one game at random; the number of its moves."""


@dataclass
class Contestant:
    """One of our games in one configuration, and what was measured of it."""

    name: str
    game: str
    seats: int
    options: dict[str, bool] = field(default_factory=dict)
    target: float | None = None
    rates: list[float] = field(default_factory=list)
    ratios: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        return statistics.median(self.rates)

    @property
    def ratio(self) -> float:
        return statistics.median(self.ratios)

    @property
    def reached(self) -> bool | None:
        return None if self.target is None else self.ratio >= self.target

    def summary(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "moves_per_cpu_second": round(self.rate, 1),
            "ratio": round(self.ratio, 4),
            "ratios": [round(ratio, 4) for ratio in self.ratios],
            "target": self.target,
            "reached": self.reached,
        }


def contestants() -> list[Contestant]:
    return [
        Contestant("relati-classic 5x5 (2 seats)", "relati-classic", 2, target=2.0),
        Contestant("relati 9x9 (2 seats), all extensions", "relati", 2, ALL_EXTENSIONS, 0.06),
        Contestant("tzaar", "tzaar", 2, target=0.23),
        Contestant("atom", "atom", 2, target=0.06),
        Contestant("relati-legacy 15x15 (2 seats)", "relati-legacy", 2, target=0.006),
        Contestant("relati-classic 9x9 (4 seats)", "relati-classic", 4),
        Contestant("relati 9x9 (2 seats), no extension", "relati", 2, NO_EXTENSIONS),
        Contestant("relati 17x17 (4 seats), all extensions", "relati", 4, ALL_EXTENSIONS),
    ]


def ours(contestant: Contestant) -> PlayOut:
    start = duiyi.game(contestant.game).start(contestant.seats, **contestant.options)

    def play_out(chooser: random.Random) -> int:
        state, moves = start, 0
        while state.outcome is None:
            state = state.play(chooser.choice(state.actions() or drawn(state)))
            moves += 1
        return moves

    return play_out


def drawn(state: State[Any]) -> list[Any]:
    """What chance may give."""
    return [result for result, _ in state.chances()]


def theirs() -> PlayOut:
    """The reference. Without OpenSpiel an `ImportError`: nothing stands in for it."""
    spiel = importlib.import_module("pyspiel")
    importlib.import_module("open_spiel.python.games")  # registers the games written in Python
    game = spiel.load_game(REFERENCE)

    def play_out(chooser: random.Random) -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(chooser.choice(state.legal_actions()))
            moves += 1
        return moves

    return play_out


def duel(pair: tuple[PlayOut, PlayOut], chooser: random.Random, seconds: float) -> list[float]:
    """Moves per CPU second of both; who has had less time plays the next game."""
    moves, spent = [0, 0], [0.0, 0.0]
    while min(spent) < seconds:
        one = int(spent[1] < spent[0])
        start = time.process_time()
        moves[one] += pair[one](chooser)
        spent[one] += time.process_time() - start
    return [count / used for count, used in zip(moves, spent, strict=True)]


def measure(
    reference: PlayOut, entered: list[Contestant], rounds: int, seconds: float, seed: int
) -> Iterator[float]:
    """Fills in the contestants' rates and ratios; yields each rate of the reference."""
    chooser = random.Random(seed)
    games = [ours(contestant) for contestant in entered]
    for play_out in (reference, *games):  # tables that are made once belong to no move
        play_out(chooser)
    for _ in range(rounds):
        for contestant, play_out in zip(entered, games, strict=True):
            base, rate = duel((reference, play_out), chooser, seconds)
            contestant.rates.append(rate)
            contestant.ratios.append(rate / base)
            yield base


def table(base: float, entered: list[Contestant]) -> Table:
    shown = Table(box=None, pad_edge=False)
    shown.add_column(no_wrap=True)
    for heading in ("moves/CPU second", "ratio", "target", "reached"):
        shown.add_column(heading, justify="right")
    shown.add_row(f"OpenSpiel {REFERENCE}", f"{base:,.0f}", "1", "", "")
    for one in entered:
        target = "" if one.target is None else f"{one.target:g}"
        reached = {None: "", True: "yes", False: "NO"}[one.reached]
        shown.add_row(one.name, f"{one.rate:,.0f}", f"{one.ratio:.3f}", target, reached)
    return shown


def main(
    seconds: Annotated[
        float, typer.Option(min=0.01, help="CPU seconds of each side in a round.")
    ] = 1.0,
    rounds: Annotated[int, typer.Option(min=1, help="Measurements of each game.")] = 5,
    seed: Annotated[int, typer.Option(help="Of the random moves.")] = 1,
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write the figures there too.")
    ] = None,
) -> None:
    """Random moves per CPU second, against OpenSpiel's Python tic-tac-toe."""
    errors = Console(stderr=True)
    try:
        reference = theirs()
    except ImportError as error:
        errors.print(f"OpenSpiel is not here ({error}): nothing to measure against.")
        errors.print("`make bench` installs it; so does: pip install open_spiel")
        raise typer.Exit(2) from None
    entered = contestants()
    bases = []
    with Progress(console=errors, transient=True) as progress:
        task = progress.add_task("measuring", total=rounds * len(entered))
        for base in measure(reference, entered, rounds, seconds, seed):
            bases.append(base)
            progress.advance(task)
    base = statistics.median(bases)
    Console().print(table(base, entered))
    if json_file:
        figures = {
            "reference": {"name": REFERENCE, "moves_per_cpu_second": round(base, 1)},
            "rounds": rounds,
            "seconds": seconds,
            "games": [one.summary() for one in entered],
        }
        json_file.write_text(json.dumps(figures, indent=2) + "\n")
    if any(one.reached is False for one in entered):
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
