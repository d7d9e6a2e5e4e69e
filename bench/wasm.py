"""How fast the engine in the page is: nodes per CPU second, against the native kernels.

Both sides search the same positions with the same nodes and seed, one after the other, on one
thread; what they find is compared as well. The first searches of each kind are left out: a browser
compiles what is used much a second time, and better. All others count, by their nodes and their
time together: what is decided after a few nodes takes less time than clocks can tell, and so it
weighs little. The command ends with 1 when a target is missed.

With --threads several threads of the page are measured against one instead: the same positions, one
after the other, in the module with threads. Alone, a thread searches so many nodes; together they
have the time that it took. Nodes per second of the clock say what somebody gains, on a machine that
has nothing else to do; nodes per CPU second say what sharing costs, on any machine.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from tests.wasm.asked import Asked, native_modules, native_search, positions

from duiyi.core import game
from duiyi.kernels import built_for
from duiyi.kernels.thinker import MEMORY
from duiyi.players.searches import SIMULATION, searching_of

WARMING = 2
"""Positions that are searched before it counts."""
TARGETS = {"tzaar": 0.4, "relati": 0.4, "atom": 0.4}
NODES = {"tzaar": 200_000, "relati": 60_000, "atom": 40_000, "relati-classic": 20_000}
FEWEST = 6_000
NEVER = 1e9
"""Seconds after which a search is stopped."""


@dataclass
class Side:
    """What the searches of one side came to."""

    nodes: int = 0
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """Nodes per CPU second."""
        return self.nodes / self.seconds

    def count(self, found: dict[str, Any]) -> None:
        self.nodes += found["nodes"]
        self.seconds += found["cpu"]


@dataclass
class Figures:
    """A kind of search on both sides."""

    game: str
    kind: str
    native: Side = field(default_factory=Side)
    page: Side = field(default_factory=Side)

    @property
    def ratio(self) -> float:
        return self.page.rate / self.native.rate

    @property
    def target(self) -> float | None:
        best = searching_of(game(self.game)).best.get(2, SIMULATION)
        return TARGETS.get(self.game) if self.kind == best else None


def measure(name: str, kind: str, page: Asked, count: int, part: float) -> Figures:
    figures = Figures(name, kind)
    nodes = int(part * NODES.get(name, FEWEST))
    module = native_modules()[-1]
    of_two = (state.dump() for state in positions(game(name), 1000) if state.seats == 2)
    for number, text in enumerate(islice(of_two, WARMING + count)):
        limits = {"nodes": nodes, "memory": MEMORY, "seed": 1, "lines": 1}
        native = native_search(module, name, text, kind, nodes, 1, 1)
        said = page("search", text, kind, limits, False)
        assert said["lines"] == native["lines"], (name, kind, text)
        if number >= WARMING:
            figures.native.count(native)
            figures.page.count(said)
    return figures


@dataclass
class Together:
    """A kind of search by one thread and by several."""

    game: str
    kind: str
    alone: Side = field(default_factory=Side)
    several: Side = field(default_factory=Side)
    walls: tuple[float, float] = (0.0, 0.0)

    @property
    def faster(self) -> float:
        """By the clock."""
        one, more = self.walls
        return (self.several.nodes / more) / (self.alone.nodes / one)

    @property
    def kept(self) -> float:
        """Of the nodes per CPU second."""
        return self.several.rate / self.alone.rate


def measure_threads(name: str, kind: str, page: Asked, count: int, part: float) -> Together:
    figures = Together(name, kind)
    nodes = int(part * NODES.get(name, FEWEST))
    of_two = (state.dump() for state in positions(game(name), 1000) if state.seats == 2)
    for number, text in enumerate(islice(of_two, WARMING + count)):
        one = page("together", text, kind, {"nodes": nodes, "memory": MEMORY}, NEVER)
        more = page("together", text, kind, {"seconds": one["wall"], "memory": MEMORY}, NEVER)
        if number >= WARMING:
            figures.alone.count(one)
            figures.several.count(more)
            figures.walls = (figures.walls[0] + one["wall"], figures.walls[1] + more["wall"])
    return figures


def compare_threads(threads: int, games: list[str], count: int, part: float) -> None:
    table = Table("game", "search", "one thread", f"{threads} threads", "faster", "per CPU second")
    for name in games:
        page = Asked(name, threads)
        for kind in sorted({SIMULATION, searching_of(game(name)).best.get(2, SIMULATION)}):
            found = measure_threads(name, kind, page, count, part)
            rates = [
                side.nodes / wall / 1000
                for side, wall in zip((found.alone, found.several), found.walls, strict=True)
            ]
            words = [f"{rate:,.0f} k" for rate in rates]
            table.add_row(name, kind, *words, f"{found.faster:.2f}", f"{found.kept:.2f}")
        page.close()
    Console().print(table)


def main(
    games: Annotated[list[str] | None, typer.Argument(help="All that are meant.")] = None,
    count: Annotated[int, typer.Option(help="Positions of each game and kind.")] = 40,
    part: Annotated[float, typer.Option(help="Of the usual nodes.")] = 1.0,
    kept: Annotated[
        Path | None, typer.Option("--json", help="Write the figures there too.")
    ] = None,
    threads: Annotated[int, typer.Option(help="Measure so many against one instead.")] = 1,
) -> None:
    """Measure the engine in the page against the native kernels."""
    if threads > 1:
        compare_threads(threads, games or list(TARGETS), count, part)
        return
    table = Table("game", "search", f"native ({built_for})", "page", "ratio", "target")
    all_figures: list[Figures] = []
    for name in games or [*TARGETS, "relati-legacy", "relati-classic"]:
        page = Asked(name)
        for kind in sorted({SIMULATION, searching_of(game(name)).best.get(2, SIMULATION)}):
            found = measure(name, kind, page, count, part)
            all_figures.append(found)
            native, own = found.native.rate, found.page.rate
            target = f"≥ {found.target}" if found.target else ""
            words = f"{native / 1000:,.0f} k", f"{own / 1000:,.0f} k", f"{found.ratio:.2f}"
            table.add_row(name, kind, *words, target)
        page.close()
    Console().print(table)
    if kept is not None:
        rows = [asdict(one) | {"ratio": one.ratio, "target": one.target} for one in all_figures]
        kept.write_text(json.dumps(rows, indent=1) + "\n", "utf-8")
    if any(one.target is not None and one.ratio < one.target for one in all_figures):
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
