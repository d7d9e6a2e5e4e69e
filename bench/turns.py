"""Whether players keep their time: CPU time of every turn, beside a loop that does nothing.

    python -m bench.turns                        all games, 20, 50 and 100 ms a turn
    python -m bench.turns relati-legacy --seats 2 --busy 2

Full strength plays against itself. After each turn the process runs idly until it has used as
much CPU time as that turn, and looks at its clock all the while. A machine that takes a processor
away for a moment charges that moment to whoever was running, and it does so to the loop as often
as to the player. What is over the bound (the time of a turn and 50 ms) more often than in the loop
is the player's own fault. `--busy` starts so many programs beside it that want a processor.

The command ends with 1 where turns are late more often than by chance.
"""

from __future__ import annotations

import itertools
import math
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Annotated

import typer
from bench.random_moves import followed
from rich.console import Console
from rich.table import Table

import duiyi
from duiyi import kernels
from duiyi.arena.game.openings import seed_of
from duiyi.core import CHANCE
from duiyi.core.chance import Dice
from duiyi.players import Player, StrongPlayer

LENGTHS = (20, 50, 100)
"""Milliseconds of a turn."""
SLACK = 0.05
"""CPU seconds that a turn may take beyond its time."""
DOUBT = 0.01
"""So improbable must it be that chance alone made more turns late than loops."""
BUSY = "while True: pass"
WIDTH = 100
"""Of the table, also where the terminal is narrower."""
HEADINGS = ("seats", "given", "turns", "median", "longest", "late", "idle: longest", "late")

MILLI = 1000

Maker = Callable[[int, float], Player]


@dataclass
class Turns:
    """Turns of one game and length, and the loops beside them, in CPU seconds."""

    game: str
    seats: int
    seconds: float
    played: list[float] = field(default_factory=list)
    idle: list[float] = field(default_factory=list)

    @property
    def late(self) -> int:
        return self._late(self.played)

    @property
    def idle_late(self) -> int:
        return self._late(self.idle)

    def _late(self, times: list[float]) -> int:
        return sum(one > self.seconds + SLACK for one in times)


def kept(late: int, idle_late: int) -> bool:
    """Whether so many late turns beside so many late loops may be chance: each of them could as
    well have happened to the other."""
    both = late + idle_late
    as_many = sum(math.comb(both, number) for number in range(late, both + 1))
    return as_many >= DOUBT * 2.0**both


def play(sample: Turns, number: int, seed: int, make: Maker = StrongPlayer) -> Iterator[None]:
    """Plays games until there are so many turns, and yields after each."""
    for game in itertools.count():
        for used in _turns(sample, seed_of(seed, game), make):
            sample.played.append(used)
            sample.idle.append(idle(min(used, sample.seconds)))
            yield
            if len(sample.played) == number:
                return


def _turns(sample: Turns, seed: int, make: Maker) -> Iterator[float]:
    """CPU seconds of the turns of a game. What somebody decides while it is the turn of another
    has a time of its own."""
    state = duiyi.game(sample.game).start(sample.seats)
    sitting = [make(seed_of(seed, seat), sample.seconds) for seat in range(sample.seats)]
    dice = Dice(seed)
    used = dict.fromkeys(range(sample.seats), 0.0)
    while (actor := state.actor) is not None:
        turn = state.turn, state.owner
        if actor == CHANCE:
            state = state.play(dice.choose(state))
        else:
            begun = time.process_time()
            action = sitting[actor].choose(state)
            used[actor] += time.process_time() - begun
            state = state.play(action)
        if turn != (state.turn, state.owner):
            yield from filter(None, used.values())
            used = dict.fromkeys(used, 0.0)


def idle(seconds: float) -> float:
    """Uses CPU time and nothing else; how much it was when it was noticed."""
    begun = time.process_time()
    while (used := time.process_time() - begun) < seconds:
        pass
    return used


@contextmanager
def busy(number: int) -> Iterator[None]:
    """Other programs that want a processor."""
    others = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(number)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


def table(samples: list[Turns]) -> Table:
    shown = Table(box=None, pad_edge=False)
    shown.add_column("CPU ms of a turn", no_wrap=True)
    for heading in HEADINGS:
        shown.add_column(heading, justify="right", no_wrap=True)
    for one in samples:
        middle = sorted(one.played)[len(one.played) // 2]
        shown.add_row(
            one.game,
            str(one.seats),
            f"{one.seconds * MILLI:g}",
            str(len(one.played)),
            f"{middle * MILLI:.1f}",
            f"{max(one.played) * MILLI:.1f}",
            str(one.late),
            f"{max(one.idle) * MILLI:.1f}",
            str(one.idle_late),
        )
    return shown


def main(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]…", help="All, when none is named.")
    ] = None,
    seats: Annotated[
        list[int] | None, typer.Option(min=2, help="So many seats only; may be repeated.")
    ] = None,
    ms: Annotated[
        list[float] | None, typer.Option(min=1, help="Of a turn; may be repeated.")
    ] = None,
    turns: Annotated[int, typer.Option(min=1, help="Of each game and length.")] = 200,
    busy_with: Annotated[
        int, typer.Option("--busy", min=0, help="Programs beside it that want a processor.")
    ] = 0,
    seed: Annotated[int, typer.Option(help="Of games and players.")] = 1,
) -> None:
    """CPU time of every turn of full strength, beside a loop that does nothing."""
    for name in games or ():
        if name not in kernels.GAMES:
            raise typer.BadParameter(f"`{name}` is none of {', '.join(kernels.GAMES)}")
    samples = [
        Turns(name, number, length / MILLI)
        for name in games or kernels.GAMES
        for number in duiyi.game(name).seats
        if not seats or number in seats
        for length in ms or LENGTHS
    ]
    if not samples:
        raise typer.BadParameter("no game has so many seats", param_hint="--seats")
    everything = itertools.chain.from_iterable(play(one, turns, seed) for one in samples)
    with busy(busy_with):
        followed(everything, turns * len(samples))
    Console(width=WIDTH).print(table(samples))
    late = sum(one.late for one in samples)
    idle_late = sum(one.idle_late for one in samples)
    all_kept = kept(late, idle_late)
    verdict = "time is kept" if all_kept else "time is NOT kept"
    print(f"late: {late} turns, {idle_late} idle loops of the same length: {verdict}")
    raise typer.Exit(0 if all_kept else 1)


if __name__ == "__main__":
    typer.run(main)
