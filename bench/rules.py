"""How fast the rules are: random moves per CPU second, against OpenSpiel's Python tic-tac-toe.

A move is the same three things on both sides: make the list of legal actions, choose one of them
uniformly, play it. Games of ours and of the reference alternate in one process and are measured by
CPU time, so that their ratio means something on a busy machine too; the medians over the rounds
are what counts. The command ends with 1 when a target is missed.
"""

from __future__ import annotations

import importlib
import random
import statistics
from collections.abc import Iterator

import typer
from bench import random_moves
from bench.random_moves import ALL_EXTENSIONS, NO_EXTENSIONS, Contestant, PlayOut
from rich.console import Console
from rich.table import Table

REFERENCE = "python_tic_tac_toe"


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


def measure(
    reference: PlayOut, entered: list[Contestant], rounds: int, seconds: float, seed: int
) -> Iterator[float]:
    """Fills in the contestants' rates and ratios; yields each rate of the reference."""
    chooser = random.Random(seed)
    games = [random_moves.by_python_rules(contestant) for contestant in entered]
    for play_out in (reference, *games):  # tables that are made once belong to no move
        play_out(chooser)
    for _ in range(rounds):
        for contestant, play_out in zip(entered, games, strict=True):
            base, rate = random_moves.duel((reference, play_out), chooser, seconds)
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
        shown.add_row(one.name, f"{one.rate:,.0f}", f"{one.ratio:.3f}", *one.verdict)
    return shown


def main(
    seconds: random_moves.Seconds = 1.0,
    rounds: random_moves.Rounds = 5,
    seed: random_moves.Seed = 1,
    json_file: random_moves.JsonFile = None,
) -> None:
    """Random moves per CPU second, against OpenSpiel's Python tic-tac-toe."""
    try:
        reference = theirs()
    except ImportError as error:
        random_moves.say_missing(error, "nothing to measure against")
        raise typer.Exit(2) from None
    entered = contestants()
    measurements = measure(reference, entered, rounds, seconds, seed)
    base = statistics.median(random_moves.followed(measurements, rounds * len(entered)))
    Console().print(table(base, entered))
    if json_file:
        about = {"reference": {"name": REFERENCE, "moves_per_cpu_second": round(base, 1)}}
        random_moves.write_figures(json_file, about, rounds, seconds, entered)
    random_moves.end_if_missed(entered)


if __name__ == "__main__":
    typer.run(main)
