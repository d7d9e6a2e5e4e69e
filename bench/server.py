"""How much the server carries: real rules, real sockets, moves committed before they are answered.

The server has one core and the load another. Beside it an echo on the same uvicorn is measured in
the same run, so that the figures have something to be compared with. Run it from the root of the
checkout: `python -m bench.server`. The command ends with 1 when a target is missed.
"""

from __future__ import annotations

import asyncio
import gc
import json
import random
from collections.abc import Coroutine
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
import uvloop
from bench import server_load as load
from bench.server_processes import Cores, echo_server, many_files, server
from rich.console import Console
from rich.table import Table
from tests.server_process import Served

T = TypeVar("T")


@dataclass(frozen=True)
class Size:
    """How much is done; the figures of a smaller form mean less."""

    tables: int = 500
    rounds: int = 3
    relay_moves: int = 4_000
    watchers: int = 300
    watched_games: int = 3
    idle: int = 3_000
    echo_seconds: float = 5.0


QUICK = Size(60, 1, 400, 50, 1, 300, 1.0)
MOVES, RELAY, ROOM, IDLE = 800.0, 50.0, 100.0, 60.0
WIDTH = 150
"""Of the result, also where no terminal is."""


@dataclass(frozen=True)
class Figure:
    """One line of the result; a target is the least or, with `at_most`, the most."""

    name: str
    value: float
    unit: str
    target: float | None = None
    at_most: bool = False
    more: str = ""

    @property
    def reached(self) -> bool | None:
        if self.target is None:
            return None
        return self.value <= self.target if self.at_most else self.value >= self.target


class Bench:
    """Starts a server for each measurement and takes the figures."""

    def __init__(self, size: Size, seed: int, say: Console) -> None:
        self.size, self.say = size, say
        self.chance = random.Random(seed)
        self.cores = Cores()
        self.figures: list[Figure] = []

    def run(self) -> list[Figure]:
        echo = self.echo()
        moves = self.throughput(echo)
        self.relay(min(moves / 2, MOVES / 2))
        self.room()
        self.memory()
        return self.figures

    def echo(self) -> load.Rate:
        connections = self.size.tables * 2
        with self.cores.on_the_servers(echo_server()) as (url, process):
            rate = self._measure(load.echo(url, process, connections, self.size.echo_seconds))
        self._add(
            Figure(
                f"echo, {connections:,} connections",
                rate.per_second,
                "messages/s",
                more=f"{rate.per_cpu_second:,.0f} per CPU second",
            )
        )
        return rate

    def throughput(self, echo: load.Rate) -> float:
        rates: list[load.Rate] = []
        for _ in range(self.size.rounds):
            with self._server() as running:
                rates.append(
                    self._measure(
                        load.throughput(
                            running.url, running.process.pid, self.size.tables, self.chance
                        )
                    )
                )
        moves = load.median([rate.per_second for rate in rates])
        by_cpu = load.median([rate.per_cpu_second for rate in rates])
        share = load.median([rate.share for rate in rates])
        self._add(
            Figure(
                f"{load.GAME}, {self.size.tables * 2:,} connections",
                moves,
                "moves/s",
                MOVES,
                more=f"{by_cpu:,.0f} per CPU second, {share:.0%} of a core,"
                f" {by_cpu / echo.per_cpu_second:.3f} of the echo",
            )
        )
        return moves

    def relay(self, rate: float) -> None:
        with self._server() as running:
            seconds = self._measure(
                load.relay(running.url, self.size.tables, rate, self.size.relay_moves, self.chance)
            )
        name = f"relay at {rate:,.0f} moves/s"
        self._add(
            Figure(
                name,
                load.percentile(seconds, 0.99) * 1000,
                "ms p99",
                RELAY,
                at_most=True,
                more=f"p50 {load.percentile(seconds, 0.5) * 1000:.1f} ms, {len(seconds):,} moves",
            )
        )

    def room(self) -> None:
        with self._server() as running:
            seconds = self._measure(
                load.full_room(
                    running.url, self.size.watchers, self.size.watched_games, self.chance
                )
            )
        self._add(
            Figure(
                f"{self.size.watchers:,} watchers have a move",
                load.percentile(seconds, 0.99) * 1000,
                "ms p99",
                ROOM,
                at_most=True,
                more=f"p50 {load.percentile(seconds, 0.5) * 1000:.1f} ms, {len(seconds):,} moves",
            )
        )

    def memory(self) -> None:
        with self._server() as running:
            used = self._measure(
                load.memory(running.url, running.process.pid, self.size.idle, self.chance)
            )
        self._add(
            Figure(
                f"idle connection, {self.size.idle:,} of them",
                used / 1024,
                "KB",
                IDLE,
                at_most=True,
            )
        )

    def _server(self) -> AbstractContextManager[Served]:
        return self.cores.on_the_servers(server())

    def _measure(self, measured: Coroutine[Any, Any, T]) -> T:
        gc.disable()
        try:
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                return runner.run(measured)
        finally:
            gc.enable()
            gc.collect()

    def _add(self, figure: Figure) -> None:
        self.figures.append(figure)
        self.say.print(f"{figure.name}: {figure.value:,.1f} {figure.unit}  {figure.more}")


def table(figures: list[Figure]) -> Table:
    shown = Table(box=None, pad_edge=False)
    shown.add_column(no_wrap=True)
    for heading in ("measured", "", "target", "reached"):
        shown.add_column(heading, justify="left" if not heading else "right")
    shown.add_column("")
    for one in figures:
        sign = "≤" if one.at_most else "≥"
        target = "" if one.target is None else f"{sign} {one.target:g}"
        reached = {None: "", True: "yes", False: "NO"}[one.reached]
        shown.add_row(one.name, f"{one.value:,.1f}", one.unit, target, reached, one.more)
    return shown


def main(
    quick: Annotated[bool, typer.Option("--quick", help="A small form, to see that it runs.")] = (
        False
    ),
    seed: Annotated[int, typer.Option(help="Of the random moves.")] = 1,
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write the figures there too.")
    ] = None,
) -> None:
    """Throughput, relay, a full room and memory of `duiyi serve`."""
    size = QUICK if quick else Size()
    many_files()
    figures = Bench(size, seed, Console(stderr=True)).run()
    Console(width=max(Console().width, WIDTH)).print(table(figures))
    if json_file:
        listed = [asdict(figure) | {"reached": figure.reached} for figure in figures]
        json_file.write_text(json.dumps({"size": asdict(size), "figures": listed}, indent=2) + "\n")
    if any(figure.reached is False for figure in figures):
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
