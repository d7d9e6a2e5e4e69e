"""Random moves per CPU second: what `rules` and `kernels`, which measure them, have in common.

Our games and what was measured of them, random games by the Python rules, the duel in which two
sides alternate; the command line, and how a run is shown, kept and ended. What a game is measured
against is the business of each of them.
"""

from __future__ import annotations

import json
import random
import statistics
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from rich.console import Console
from rich.progress import Progress

import duiyi
from duiyi.core import State

ALL_EXTENSIONS = dict.fromkeys(("continuous", "cannon", "chain", "migration"), True)
NO_EXTENSIONS = dict.fromkeys(ALL_EXTENSIONS, False)

PlayOut = Callable[[random.Random], int]
"""Plays at random, one game or a batch; the number of moves."""

Seconds = Annotated[float, typer.Option(min=0.01, help="CPU seconds of each side in a round.")]
Rounds = Annotated[int, typer.Option(min=1, help="Measurements of each game.")]
Seed = Annotated[int, typer.Option(help="Of the random moves.")]
JsonFile = Annotated[
    Path | None, typer.Option("--json", metavar="FILE", help="Write the figures there too.")
]

errors = Console(stderr=True)

Measured = TypeVar("Measured")


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

    @property
    def verdict(self) -> tuple[str, str]:
        """The target and whether it is reached, for a table."""
        target = "" if self.target is None else f"{self.target:g}"
        return target, {None: "", True: "yes", False: "NO"}[self.reached]

    def start(self) -> State[Any]:
        return duiyi.game(self.game).start(self.seats, **self.options)

    def summary(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "moves_per_cpu_second": round(self.rate, 1),
            "ratio": round(self.ratio, 4),
            "ratios": [round(ratio, 4) for ratio in self.ratios],
            "target": self.target,
            "reached": self.reached,
        }


def by_python_rules(contestant: Contestant) -> PlayOut:
    start = contestant.start()

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


def duel(pair: tuple[PlayOut, PlayOut], chooser: random.Random, seconds: float) -> list[float]:
    """Moves per CPU second of both; who has had less time plays next."""
    moves, spent = [0, 0], [0.0, 0.0]
    while min(spent) < seconds:
        one = int(spent[1] < spent[0])
        start = time.process_time()
        moves[one] += pair[one](chooser)
        spent[one] += time.process_time() - start
    return [count / used for count, used in zip(moves, spent, strict=True)]


def say_missing(error: ImportError, so: str) -> None:
    """That there is no OpenSpiel, and what comes of it."""
    errors.print(f"OpenSpiel is not here ({error}): {so}.")
    errors.print("`make bench` installs it; so does: pip install open_spiel")


def followed(measurements: Iterable[Measured], number: int) -> list[Measured]:
    """All of them; a bar shows how many there are."""
    found = []
    with Progress(console=errors, transient=True) as progress:
        task = progress.add_task("measuring", total=number)
        for measurement in measurements:
            found.append(measurement)
            progress.advance(task)
    return found


def write_figures(
    file: Path,
    about: Mapping[str, object],
    rounds: int,
    seconds: float,
    entered: Sequence[Contestant],
) -> None:
    games = [one.summary() for one in entered]
    figures = {**about, "rounds": rounds, "seconds": seconds, "games": games}
    file.write_text(json.dumps(figures, indent=2) + "\n")


def end_if_missed(entered: Sequence[Contestant]) -> None:
    """With 1, when a target is missed."""
    if any(one.reached is False for one in entered):
        raise typer.Exit(1)
