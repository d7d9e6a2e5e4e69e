"""What the review of a game costs in the page: CPU seconds, at the depth that the game says.

The page's own code judges a game of levels in Node, with the module that browsers run. The command
ends with 1 when the target is missed.
"""

from __future__ import annotations

import random
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from tests.wasm.asked import Asked, searching

from duiyi.core import CHANCE, Record, State, game
from duiyi.core.record import Decision
from duiyi.players.levels import GradedPlayer
from duiyi.players.searches import searching_of

TARGETS = {"tzaar": 10.0}
"""CPU seconds for so many decisions as are asked for."""
GAMES = ("tzaar", "relati", "atom", "relati-classic", "relati-legacy")


def played(name: str, level: int, decisions: int, seed: int) -> Record:
    """A game of two at a level, or its beginning."""
    chance = random.Random(seed)
    state: State[Any] = game(name).start()
    record, made = Record.of(state), 0
    players = [GradedPlayer(seed + seat, level) for seat in range(state.seats)]
    while state.actor is not None and made < decisions:
        if state.actor == CHANCE:
            results, weights = zip(*state.chances(), strict=True)
            action = chance.choices(results, [float(weight) for weight in weights])[0]
        else:
            action, made = players[state.actor].choose(state), made + 1
        record, state = record.played(state, action), state.play(action)
    return record


def main(
    games: Annotated[list[str] | None, typer.Argument(help="All that are meant.")] = None,
    level: Annotated[int, typer.Option(help="Of those who played.")] = 6,
    decisions: Annotated[int, typer.Option(help="Of a game, at most.")] = 60,
    seed: int = 1,
) -> None:
    """Measure reviews in the page."""
    table = Table("game", "decisions", "nodes each", "CPU seconds", "for 60", "target")
    missed = False
    for name in games or GAMES:
        record = played(name, level, decisions, seed)
        nodes = searching_of(game(name)).review_nodes
        of = [
            {"actor": node.actor, "token": node.token}
            for node in record.nodes
            if isinstance(node, Decision)
        ]
        page = Asked(name)
        said = page("verdicts", record.first().dump(), of, searching(game(name)), nodes)
        page.close()
        counted = len(said["found"])
        whole = said["cpu"] / max(1, counted) * 60
        target = TARGETS.get(name)
        missed |= target is not None and whole > target
        words = f"{counted}", f"{nodes:,}", f"{said['cpu']:.1f}", f"{whole:.1f}"
        table.add_row(name, *words, "" if target is None else f"≤ {target:g}")
    Console().print(table)
    if missed:
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
