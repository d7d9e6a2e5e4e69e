"""What the arena costs: a decision of sandboxed bots, and a game of players in this process.

1. Two trivial C bots, each in its sandbox, play given moves. Of the time between one move and the
   next the rules' own time (the same moves played on the same states, which are written down for
   the bots) is taken away; what remains is referee, sandbox and clock. It is compared with the
   bare round trip of a line through pipes to an equally trivial program without a sandbox. All of
   it is on one core and counted in CPU time, ours (medians) and that of the programs (means). The
   round trip is counted in two ways: many back to back after each game, which is the cheapest
   that it can be and what the target is about; and one after each decision, where it meets the
   same cold caches as the decision did.
2. Random players of relati-classic in this process, refereed, timed and recorded, against
   connectx of kaggle-environments with its own random agents: games per CPU second.

The command ends with 1 when a target is missed.
"""

from __future__ import annotations

import json
import os
import random
import select
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

import duiyi
from duiyi.arena.bots.entrants import Entrant, Ready, prepare
from duiyi.arena.game.conditions import Conditions
from duiyi.arena.game.referee import play_game
from duiyi.core import State
from duiyi.core.record import Decision, Node

MOST_DECISION = 12.0
LEAST_GAMES = 20.0
REFERENCE = "connectx"
PEERS = Path(__file__).parents[1] / "build" / "peers" / "bin" / "python"
SOURCE = Path(__file__).with_name("scripted_bot.c")
MICRO = 1e6
Trip = Callable[[], float]


@dataclass(frozen=True)
class Figure:
    """What was measured, and whether it is good enough."""

    name: str
    ours: float
    theirs: float
    unit: str
    ratio: float
    target: str
    reached: bool | None


# Decisions of sandboxed bots


def given_line(seed: int) -> list[str]:
    """A long game of relati-classic."""
    chooser = random.Random(seed)
    best: list[str] = []
    for _ in range(200):
        state, tokens = duiyi.game("relati-classic").start(), []
        while state.outcome is None:
            action = chooser.choice(state.actions())
            tokens.append(state.text(action))
            state = state.play(action)
        best = max(best, tokens, key=len)
    return best


def split_line(tokens: list[str]) -> tuple[list[str], list[str]]:
    """Who plays what."""
    state: State[Any] = duiyi.game("relati-classic").start()
    own: tuple[list[str], list[str]] = ([], [])
    for token in tokens:
        own[state.owner].append(token)
        state = state.play(token)
    return own


@dataclass
class Samples:
    """CPU seconds of this process for single decisions, for the rules alone, and for bare round
    trips, many back to back or one after each decision; and in all those of the bots, and of the
    program that sends lines back for the trips back to back."""

    decisions: list[float] = field(default_factory=list)
    rules: list[float] = field(default_factory=list)
    together: list[float] = field(default_factory=list)
    between: list[float] = field(default_factory=list)
    bots: float = 0.0
    questions: int = 0
    echo: float = 0.0


def play_timed(bots: list[Ready], core: int, seed: int, trip: Trip, samples: Samples) -> None:
    """A game; what belongs to no decision happens while the referee waits for its watcher."""
    conditions = Conditions()
    state: State[Any] = duiyi.game("relati-classic").start()
    last: float | None = None

    def watch(node: Node, after: State[Any]) -> None:
        nonlocal state, last
        now = time.process_time()
        if last is not None:
            samples.decisions.append(now - last)
        assert isinstance(node, Decision)
        begun = time.process_time()
        state.dump()
        state = state.play(node.token)
        samples.rules.append(time.process_time() - begun)
        samples.between.append(trip())
        last = time.process_time()

    played = play_game(
        state,
        [ready.bot(conditions, seed, core) for ready in bots],
        conditions,
        seed=seed,
        names=("a", "b"),
        watch=watch,
    )
    if played.offences:
        raise RuntimeError(f"a trivial bot failed: {played.offences}")
    samples.bots += sum(use.total.cpu for use in played.uses)
    samples.questions += sum(use.questions for use in played.uses)


@contextmanager
def echo(program: Path) -> Iterator[tuple[Trip, Trip]]:
    """A program that sends lines back: what one round trip costs us, what all have cost it."""
    with subprocess.Popen(
        [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        write, read = process.stdin.fileno(), process.stdout.fileno()
        poll = select.poll()
        poll.register(read, select.POLLIN)

        def trip() -> float:
            begun = time.process_time()
            os.write(write, b"go left 4.930 since @1 C3\n")
            poll.poll()
            os.read(read, 4096)
            return time.process_time() - begun

        def used() -> float:
            return int(Path(f"/proc/{process.pid}/schedstat").read_text().split()[0]) / 1e9

        try:
            yield trip, used
        finally:
            process.stdin.close()


def measure_decisions(games: int, seed: int) -> list[Figure]:
    core = min(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    tokens = given_line(seed)
    samples = Samples()
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "bot"
        subprocess.run(["gcc", "-O2", "-o", program, SOURCE], check=True)
        bots = [
            prepare(Entrant(f"bot{at}", f"{program} {' '.join(own)}"), Conditions(), Path(folder))
            for at, own in enumerate(split_line(tokens))
        ]
        with echo(program) as (trip, used):
            for number in range(games):
                play_timed(bots, core, number, trip, samples)
                before = used()
                samples.together += (trip() for _ in tokens)
                samples.echo += used() - before
            all_echo = used()
    cost = statistics.median(samples.decisions) - statistics.median(samples.rules)
    cost += samples.bots / samples.questions
    figures = []
    for name, trips, theirs in (
        ("back to back", samples.together, samples.echo),
        ("in between", samples.between, all_echo - samples.echo),
    ):
        base = statistics.median(trips) + theirs / len(trips)
        decides = trips is samples.together
        figures.append(
            Figure(
                f"a decision of sandboxed bots, against a bare round trip ({name})",
                cost * MICRO,
                base * MICRO,
                "CPU µs",
                cost / base,
                f"≤ {MOST_DECISION:g}" if decides else "",
                cost / base <= MOST_DECISION if decides else None,
            )
        )
    return figures


# Games in this process


def random_game(ready: Ready, seed: int) -> None:
    conditions = Conditions()
    bots = [ready.bot(conditions, seed + seat, None) for seat in range(2)]
    start = duiyi.game("relati-classic").start()
    played = play_game(start, bots, conditions, seed=seed, names=("a", "b"))
    assert played.scores is not None


@contextmanager
def reference_game() -> Iterator[Callable[[], float]]:
    """The reference in a process of its own: each call plays a game and tells its CPU seconds."""
    if not PEERS.is_file():
        raise FileNotFoundError(f"{PEERS} is not here: `make bench-arena` makes it")
    command = [PEERS, Path(__file__).with_name("connectx.py")]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as child:
        asking, answers = child.stdin, child.stdout
        assert asking is not None
        assert answers is not None

        def play() -> float:
            asking.write("\n")
            asking.flush()
            while True:
                line = answers.readline()
                if not line:
                    raise RuntimeError("the reference has ended")
                try:
                    return float(line)
                except ValueError:  # it greets whoever imports it
                    continue

        yield play
        asking.close()


def measure_games(seconds: float, rounds: int) -> Figure:
    with reference_game() as theirs:
        return _measure_games(theirs, seconds, rounds)


def _measure_games(theirs: Callable[[], float], seconds: float, rounds: int) -> Figure:
    ready = prepare(Entrant("random", "random"), Conditions(), Path(tempfile.gettempdir()))
    theirs()
    random_game(ready, 0)
    rates: tuple[list[float], list[float]] = ([], [])
    for number in range(rounds):
        done, spent = [0, 0], [0.0, 0.0]
        while min(spent) < seconds:
            one = int(spent[1] < spent[0])
            if one:
                spent[1] += theirs()
            else:
                begun = time.process_time()
                random_game(ready, number * 1_000_000 + done[0])
                spent[0] += time.process_time() - begun
            done[one] += 1
        for rate, count, used in zip(rates, done, spent, strict=True):
            rate.append(count / used)
    ratio = statistics.median(a / b for a, b in zip(*rates, strict=True))
    return Figure(
        f"refereed random games of relati-classic, against {REFERENCE}",
        statistics.median(rates[0]),
        statistics.median(rates[1]),
        "games/CPU second",
        ratio,
        f"≥ {LEAST_GAMES:g}",
        ratio >= LEAST_GAMES,
    )


def table(figures: list[Figure]) -> Table:
    shown = Table(box=None, pad_edge=False)
    shown.add_column()
    for heading in ("ours", "reference", "", "ratio", "target", "reached"):
        shown.add_column(heading, justify="right", no_wrap=True)
    for one in figures:
        reached = {None: "", True: "yes", False: "NO"}[one.reached]
        values = (f"{one.ours:,.1f}", f"{one.theirs:,.1f}", one.unit, f"{one.ratio:.1f}")
        shown.add_row(one.name, *values, one.target, reached)
    return shown


def main(
    games: Annotated[int, typer.Option(min=1, help="Games of the sandboxed bots.")] = 40,
    seconds: Annotated[float, typer.Option(min=0.1, help="CPU seconds a side and round.")] = 2.0,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds of games in this process.")] = 5,
    seed: Annotated[int, typer.Option(help="Of the line that is played.")] = 1,
    only: Annotated[str, typer.Option(help="`decisions` or `games`; both by default.")] = "",
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write the figures there too.")
    ] = None,
) -> None:
    """What a decision and a game cost in the arena."""
    figures = []
    if only in ("", "games"):
        try:
            figures.append(measure_games(seconds, rounds))
        except FileNotFoundError as error:
            Console(stderr=True).print(str(error))
            raise typer.Exit(2) from None
    if only in ("", "decisions"):
        figures += measure_decisions(games, seed)
    Console().print(table(figures))
    if json_file:
        json_file.write_text(json.dumps([vars(one) for one in figures], indent=2) + "\n")
    if any(one.reached is False for one in figures):
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
