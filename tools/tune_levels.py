"""Finds the levels of a game by games: `python -m tools.tune_levels tzaar`.

First rungs of the path from the weakest to the strongest row are measured against each other,
against greedy and against full strength. Then rows are chosen so that neighbouring levels are
equally far apart, and measured as they are; all games teach the curve (`tools.level_curve`). While
a pair is too near or too far, rows are chosen anew, and the table of levels is written whenever
they are. Games are kept in a file: after Ctrl-C the same command goes on, and `python -m
bench.strength levels GAME` finds the games of the rows there.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import typer
from bench.strength_games import Match
from bench.strength_players import row_text
from bench.strength_run import cores, elo_text, points, run
from bench.strength_standing import Standing, standing
from bench.strength_store import Results, Taken
from rich.console import Console
from tools.level_curve import Curve, Games, Ranked, Way, on_path

from duiyi.players.levels import ANY, NUMBERS, Level

TABLE = Path(__file__).parents[1] / "src/duiyi/players/data/levels.json"
RESULTS = Path("build/strength.jsonl")
WAYS = {
    "tzaar": Way(20, 220_000, seconds=0.18),
    "relati-classic": Way(10, 200_000),
    "relati": Way(20, 35_000, seconds=0.5),
    "relati-legacy": Way(5, 1000, seconds=0.1, kind="mcts"),
    "atom": Way(20, 60_000),
}
"""The most nodes take well below 100 ms a turn."""
SLOW = Way(5, 200)
"""Of a game without a kernel; what is found for it is taken for all of them."""
RUNGS = 7
BLIND = 3
"""So many of the lowest rungs are also played by one who misses wins."""
BELOW_GREEDY = 200
"""Elo of level 1: greedy then scores 0.76, where 0.7 is asked for."""
LEAST, MOST = 80, 225
"""Elo between neighbours that are left as they are; 60 to 250 is asked for."""
AIM = 110
"""They are at least so far apart, if the path is long enough."""
NEAR = 20
"""A row whose strength is so near to what it should be is kept, with its games."""
FIRST, FEW = 24, 16
"""Games of a pair of rungs, and of one that thinks for a second a turn."""
STAGES = (60, 160)
"""Games of a pair of levels, before it is asked whether they are as they should be."""
ATTEMPTS = 4
"""So often rows are chosen anew before more games are played."""
BELOW = NUMBERS[:-1]
"""The levels that are looked for."""


@dataclass(frozen=True, slots=True)
class Player:
    """As the curve knows it, and as a match does."""

    ranked: Ranked
    text: str


GREEDY = Player(Ranked("greedy"), "greedy")
FULL = Ranked("full strength")


def heights(curve: Curve, below: float = BELOW_GREEDY) -> list[float]:
    """The strength of each level below the highest: equally far apart, as far as the path goes."""
    top, greedy = curve.elo(FULL), curve.elo(GREEDY.ranked)
    lowest, strongest = curve.elo(on_path(BELOW[0], 0)), curve.elo(on_path(BELOW[-1], 1))
    steps = len(BELOW) - 1
    first = min(greedy - below, top - (steps + 1) * AIM, strongest - steps * AIM)
    first = max(lowest, first)
    last = min(strongest, top - (top - first) / (steps + 1))
    step = (last - first) / steps
    return [first + step * at for at in range(len(BELOW))]


class Tuner:
    """One game: what has been measured, and the rows that follow."""

    def __init__(
        self,
        game: str,
        results: Results,
        workers: int,
        few: int,
        below: float = BELOW_GREEDY,
        options: str = "",
    ) -> None:
        self._game = game
        self._options = options
        self._way = WAYS.get(game, SLOW)
        self._highest = self._way.highest(NUMBERS[-1])
        self._full = Player(FULL, row_text(self._highest))
        self._results = results
        self._workers = workers
        self._few = few
        self._below = below
        self._console = Console(stderr=True)
        self._knots = [rung / (RUNGS - 1) for rung in range(RUNGS)]
        self._met: dict[Match, tuple[Player, Player]] = {}
        self.places = [at / len(BELOW) for at in range(len(BELOW))]
        """Of the levels below the highest, on the path."""
        self.chosen = False
        """Whether these places follow from games."""

    def tune(self, games: int) -> bool:
        """Whether it came to an end; Ctrl-C stops it, and the same call goes on."""
        if not self._play(self._ladder(), FIRST):
            return False
        self._choose()
        self.chosen = True
        for stage in (*(stage for stage in STAGES if stage < games), games):
            for _ in range(ATTEMPTS):
                if not self._play(self.pairs(), stage):
                    return False
                if not self._wrong() or not self._choose():
                    break
        return True

    def rows(self) -> list[Level]:
        chosen = [self._way.row(level, x) for level, x in zip(BELOW, self.places, strict=True)]
        return [*chosen, self._highest]

    def pairs(self) -> list[tuple[Player, Player]]:
        """Greedy and level 1, then each level and the one below."""
        own = [self._at(level, x) for level, x in zip(BELOW, self.places, strict=True)]
        return [(GREEDY, own[0]), *((high, low) for low, high in pairwise([*own, self._full]))]

    def standing(self, pair: tuple[Player, Player]) -> Standing:
        match = self._match(pair)
        return standing(match, self._results.of(match))

    def curve(self) -> Curve:
        found = []
        for match, (one, other) in self._met.items():
            score = standing(match, self._results.of(match)).score
            found.append(Games(one.ranked, other.ranked, float(score.points), score.games))
        return Curve(self._knots, found)

    def ladder(self) -> list[tuple[Player, float]]:
        """The strengths of all rungs and of the others beside them, by all games."""
        curve = self.curve()
        rungs = [self._at(BELOW[-1], knot) for knot in self._knots]
        return [(player, curve.elo(player.ranked)) for player in (*rungs, GREEDY, self._full)]

    def _ladder(self) -> list[tuple[Player, Player]]:
        seeing = [self._at(BELOW[-1], knot) for knot in self._knots]
        blind = [self._at(BELOW[0], knot) for knot in self._knots[:BLIND]]
        neighbours = [(high, low) for rungs in (blind, seeing) for low, high in pairwise(rungs)]
        across = [*zip(seeing[1:BLIND], blind[1:], strict=True)]
        ends = [*((GREEDY, one) for one in blind), (self._full, seeing[-1])]
        return [*neighbours, *across, *ends]

    def _at(self, level: int, x: float) -> Player:
        return Player(on_path(level, x), row_text(self._way.row(level, x)))

    def _match(self, pair: tuple[Player, Player]) -> Match:
        one, other = pair
        return Match(self._game, (one.text, other.text), options=self._options)

    def _play(self, pairs: Sequence[tuple[Player, Player]], games: int) -> bool:
        self._met |= {self._match(pair): pair for pair in pairs}
        plan = {
            self._match(pair): min(games, self._few) if self._full in pair else games
            for pair in pairs
        }
        return run(plan, self._results, self._workers, self._console)

    def _wrong(self) -> bool:
        """Whether a pair of levels is not as far apart as it should be."""
        greedy, *others = (self.standing(pair).elo[1] for pair in self.pairs())
        return greedy < LEAST or any(not LEAST <= elo <= MOST for elo in others)

    def _choose(self) -> bool:
        """Rows by what is known now; whether they are others than before."""
        curve, before = self.curve(), self.rows()
        for at, (level, elo) in enumerate(zip(BELOW, heights(curve, self._below), strict=True)):
            if abs(curve.elo(on_path(level, self.places[at])) - elo) > NEAR:
                self.places[at] = round(curve.x(level, elo), 3)
        return self.rows() != before


def write(game: str, rows: Sequence[Level], file: Path = TABLE, options: str = "") -> None:
    """Puts the rows of a game, or of a game with these options, into the table, a line each."""
    table = json.loads(file.read_text("utf-8"))
    told = [{key: value for key, value in asdict(row).items() if value is not None} for row in rows]
    table[f"{game} {options}".strip() if game in WAYS else ANY] = told
    blocks = (
        f'  "{name}": [\n' + ",\n".join(f"    {json.dumps(row)}" for row in own) + "\n  ]"
        for name, own in table.items()
    )
    file.write_text("{\n" + ",\n".join(blocks) + "\n}\n", "utf-8")


def main(
    game: Annotated[str, typer.Argument(help="The game whose levels are looked for.")],
    games: Annotated[int, typer.Option(min=1, help="Of each pair of levels, at the end.")] = 400,
    few: Annotated[int, typer.Option(min=1, help="The same, against level 8.")] = FEW,
    options: Annotated[
        str, typer.Option(metavar="K=V…", help="Rows for these options: `cannon=on`.")
    ] = "",
    below_greedy: Annotated[float, typer.Option(help="Elo of level 1.")] = BELOW_GREEDY,
    results: Annotated[Path, typer.Option(metavar="FILE", help="Games that are over.")] = RESULTS,
    workers: Annotated[int | None, typer.Option(min=0, help="Processes; one per core.")] = None,
    table: Annotated[Path, typer.Option(metavar="FILE", help="The table of levels.")] = TABLE,
) -> None:
    """Finds the levels of a game, and writes them into the table."""
    with Results(results) as kept:
        crew = cores() if workers is None else workers
        tuner = Tuner(game, kept, crew, few, below_greedy, options)
        done = tuner.tune(games)
        for one, other in tuner.pairs():
            now = tuner.standing((one, other))
            print(f"{one.text} - {other.text}: {points(now)}, {elo_text(now)}")
        for player, elo in tuner.ladder():
            print(f"{player.text}: {elo:+.0f} Elo")
        if tuner.chosen:
            write(game, tuner.rows(), table, options)
    if not done:
        print("Not finished: the same command goes on.")
        raise typer.Exit(3)


if __name__ == "__main__":
    try:
        typer.run(main)
    except Taken as taken:
        sys.exit(f"{taken}: name another with --results")
