"""Where two players of tzaar choose differently, and who is right.

    python -m bench.study_tzaar play POOLFILE ONE OTHER --games 40 > positions.txt
    python -m bench.study_tzaar ask POOLFILE positions.txt ONE OTHER --judge J --json study.json

Players are entries of a pool (`bench.strength_pool`). `play` writes every decision of their games:
the position, who won, and who decided. `ask` gives a sample of the positions to both; where their
turns differ, every judge searches the positions that these lead to. They say what they think with
`info depth 8 nodes 50000 share 0.62`, for whoever decides.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer
from bench import strength_pool
from bench.strength_engines import Engine, EnginePlayer
from bench.strength_games import Match, play
from bench.strength_players import make
from bench.strength_pool import Opponent

import duiyi
from duiyi.core import State
from duiyi.players import Player

TZAAR = "tzaar"
PHASES = (48, 38, 28, 20, 0)
"""Pieces on the board, at least."""
CERTAIN = 1e-6
"""Of a share: whoever is so sure is right or wrong by no more than this for the logarithm."""
SAME = 0.02
"""Two turns whose shares differ by less are equally good."""

app = typer.Typer(add_completion=False, help=__doc__.splitlines()[0])
PoolFile = Annotated[Path, typer.Argument(exists=True, dir_okay=False)]


@dataclass(frozen=True, slots=True)
class Case:
    """A position of a game that is over, and who won it."""

    position: str
    winner: int

    @property
    def side(self) -> int:
        return int(self.position.split()[1] == "b")

    @property
    def step(self) -> int:
        return int(self.position.split()[2])

    @property
    def pieces(self) -> int:
        return sum(letter.isalpha() for letter in self.position.split()[0])

    @property
    def phase(self) -> str:
        least = next(least for least in PHASES if self.pieces >= least)
        return f"{least}+" if least else f"<{PHASES[-2]}"


@dataclass(frozen=True, slots=True)
class Opinion:
    """What somebody would play, and why."""

    turn: tuple[str, ...]
    depth: int
    nodes: int
    share: float
    cpu: float


@dataclass(slots=True)
class Studied:
    """A position, both opinions about it, and by judge the share that each of the turns leaves."""

    case: Case
    opinions: tuple[Opinion, Opinion]
    judged: dict[str, tuple[float, float]] = field(default_factory=dict)

    @property
    def differ(self) -> bool:
        return {*self.opinions[0].turn} != {*self.opinions[1].turn}

    @property
    def kind(self) -> str:
        """Which decision it is about: the first step in which the turns differ."""
        one, other = (opinion.turn for opinion in self.opinions)
        if one[:1] != other[:1] and self.case.step == 1:
            return "step 1"
        signs = {_sign(turn[-1]) for turn in (one, other)}
        return "step 2: " + " or ".join(sorted(signs))


def _sign(token: str) -> str:
    return "pass" if token == "pass" else "capture" if "x" in token else "stack"


@app.command("play")
def write_positions(
    pool: PoolFile, one: str, other: str, games: int = 20, seed: int = 1, options: str = ""
) -> None:
    """Games of two entries (or of one with itself); prints position|winner|who decided."""
    players = [_entry(pool, name) for name in (one, other)]
    match = Match(TZAAR, (players[0].text, players[1].text), options=options, seed=seed)
    for number in range(games):
        for position, winner, who in seen(match, number):
            print(f"{position}|{winner}|{(one, other)[who]}", flush=True)


def seen(
    match: Match, number: int, maker: Callable[[str, int], Player] = make
) -> Iterator[tuple[str, int, int]]:
    """Every decision of a game: where, who won, and which of the two players decided."""
    found: list[tuple[str, int]] = []

    class Seeing(EnginePlayer):
        """Closed by whoever plays the game, as any program's player."""

        def __init__(self, who: int, own: Player) -> None:
            self.cpu, self._who, self._own = 0.0, who, own

        def choose(self, state: State[Any]) -> Any:
            found.append((state.dump(), self._who))
            return self._own.choose(state)

        def close(self) -> None:
            if isinstance(self._own, EnginePlayer):
                self._own.close()

    order = iter(match.seating(number))
    played = play(match, number, lambda text, seed: Seeing(next(order), maker(text, seed)))
    winner = played.scores.index(max(played.scores))
    return ((position, winner, who) for position, who in found)


@app.command("ask")
def study(
    pool: PoolFile,
    positions: Annotated[Path, typer.Argument(exists=True, dir_okay=False)],
    one: str,
    other: str,
    judge: Annotated[list[str] | None, typer.Option(help="Entries; any number.")] = None,
    number: Annotated[int, typer.Option(min=1, help="Of positions.")] = 300,
    seed: int = 1,
    told: Annotated[Path | None, typer.Option("--json", help="All answers.")] = None,
) -> None:
    """Asks both about a sample of positions, and the judges where they differ."""
    cases = sample(positions.read_text("utf-8").splitlines(), number, seed)
    judges = {name: _entry(pool, name) for name in judge or ()}
    pair = _entry(pool, one), _entry(pool, other)
    found = [studied(case, pair, judges) for case in cases]
    if told is not None:
        rows = [asdict(row) for row in found]
        told.write_text(json.dumps(rows, ensure_ascii=False) + "\n", "utf-8")
    for line in summary(found, (one, other)):
        print(line)


def _entry(pool: Path, name: str) -> Engine:
    entries: dict[str, Opponent] = {
        entry.name: entry for entry in strength_pool.read_pool(pool.read_text("utf-8"))
    }
    if name not in entries:
        raise typer.BadParameter(f"nobody is called {name}")
    return entries[name].engine(pool.resolve().parent)


def sample(lines: Sequence[str], number: int, seed: int) -> list[Case]:
    """As many of every phase and step as there are, up to equal parts."""
    groups: dict[tuple[str, int], list[Case]] = {}
    for line in dict.fromkeys(lines):
        position, winner, *_ = line.split("|")
        case = Case(position, int(winner))
        groups.setdefault((case.phase, case.step), []).append(case)
    chance = random.Random(seed)
    part = math.ceil(number / max(1, len(groups)))
    return [
        case
        for _, group in sorted(groups.items())
        for case in chance.sample(group, min(part, len(group)))
    ]


def studied(case: Case, pair: tuple[Engine, Engine], judges: dict[str, Engine]) -> Studied:
    state = duiyi.game(TZAAR).load(case.position)
    found = Studied(case, (opinion(pair[0], state), opinion(pair[1], state)))
    if found.differ:
        for name, judge in judges.items():
            one, other = (after(judge, state, own.turn) for own in found.opinions)
            found.judged[name] = one, other
    return found


def opinion(engine: Engine, state: State[Any]) -> Opinion:
    """From a program that has just been started."""
    player, turn, now = EnginePlayer(engine), [], state
    try:
        while now.actor == state.actor:
            turn.append(now.text(player.choose(now)))
            if now is state:  # what comes with the second step is another opinion
                said, cpu = _said(player.info), player.cpu
            now = now.play(turn[-1])
    finally:
        player.close()
    return Opinion(tuple(turn), int(said["depth"]), int(said["nodes"]), said["share"], cpu)


def after(judge: Engine, state: State[Any], turn: Iterable[str]) -> float:
    """What a turn leaves its side, as the judge sees it."""
    side, now = state.actor, state
    for token in turn:
        now = now.play(token)
    if now.outcome is not None:
        return float(now.outcome.scores[side or 0])
    share = opinion(judge, now).share
    return share if now.actor == side else 1 - share


def _said(info: Sequence[str]) -> dict[str, float]:
    words = info[-1].split() if info else []
    return {key: float(value) for key, value in zip(words[::2], words[1::2], strict=True)}


def summary(found: Sequence[Studied], names: tuple[str, str]) -> Iterator[str]:
    """By phase, by step and by kind of decision."""
    one, other = names
    yield f"{one} : {other}"
    yield from _rows("all", [("", found)])
    phases = sorted({row.case.phase for row in found}, reverse=True)
    yield from _rows("pieces", [(p, [r for r in found if r.case.phase == p]) for p in phases])
    yield from _rows("step", [(str(s), [r for r in found if r.case.step == s]) for s in (1, 2)])
    differ = [row for row in found if row.differ]
    kinds = sorted({row.kind for row in differ})
    yield from _rows("differ in", [(k, [r for r in differ if r.kind == k]) for k in kinds])


def _rows(title: str, groups: Iterable[tuple[str, Sequence[Studied]]]) -> Iterator[str]:
    for name, rows in groups:
        if not rows:
            continue
        told = [f"{title} {name}".strip(), f"n {len(rows)}"]
        for key, form in (("depth", ".1f"), ("nodes", ",.0f"), ("cpu", ".4f")):
            means = (_mean([getattr(row.opinions[i], key) for row in rows]) for i in (0, 1))
            told.append(f"{key} " + " : ".join(format(mean, form) for mean in means))
        errors = (_mean([error(row, i) for row in rows]) for i in (0, 1))
        told.append("error " + " : ".join(f"{one:.3f}" for one in errors))
        differ = [row for row in rows if row.differ]
        told.append(f"differ {len(differ)}")
        for judge in differ[0].judged if differ else ():
            pairs = [row.judged[judge] for row in differ]
            better = sum(a > b + SAME for a, b in pairs), sum(b > a + SAME for a, b in pairs)
            gain = _mean([a - b for a, b in pairs])
            told.append(f"{judge}: better {better[0]} : {better[1]}, mean {gain:+.4f}")
        yield "  ".join(told)


def error(row: Studied, index: int) -> float:
    """Of an opinion against the result: the logarithm of the share that it gave the winner."""
    share = row.opinions[index].share
    given = share if row.case.winner == row.case.side else 1 - share
    return -math.log(max(given, CERTAIN))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


if __name__ == "__main__":
    app()
