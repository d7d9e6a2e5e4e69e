"""The pool: opponents from outside, named by a file, and the matches against them.

`docs/architecture/strength.md` has the form of the file.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.strength_engines import Engine, digest_of
from bench.strength_games import Match
from bench.strength_players import brief, read
from bench.strength_standing import standing
from bench.strength_store import Results
from bench.strength_suites import Line

from duiyi import players

GAMES = 100
MILLI = 1000


class BadPool(ValueError):
    """A pool that cannot be read, and why."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """An entry of the file."""

    name: str
    game: str
    command: tuple[str, ...]
    seconds: float
    """CPU time of a turn, of both sides."""
    wrapper: tuple[str, ...] = ()
    """A program that speaks the engine protocol for the command, which it is given as arguments."""
    told: bool = False
    games: int = GAMES
    seats: int = 2
    options: str = ""
    seed: int = 1

    def engine(self, here: Path) -> Engine:
        """As it is started, where the file lies in the folder `here`."""
        places = {
            "{here}": str(here),
            "{seconds}": f"{self.seconds:g}",
            "{ms}": f"{self.seconds * MILLI:g}",
        }
        words = tuple(_put(word, places) for word in (*self.wrapper, *self.command))
        digest = " ".join(filter(None, map(digest_of, words)))
        return Engine(self.name, words, self.seconds, self.told, digest)


def _put(word: str, places: dict[str, str]) -> str:
    for place, value in places.items():
        word = word.replace(place, value)
    return word


def read_pool(text: str) -> list[Opponent]:
    """Names are unique."""
    try:
        told = tomllib.loads(text)
        found = [_opponent(entry) for entry in told.pop("opponent")]
    except (tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise BadPool(f"a pool has entries [[opponent]]: {error}") from None
    if told:
        raise BadPool(f"what is {', '.join(told)}?")
    names = [one.name for one in found]
    if len({*names}) < len(names):
        raise BadPool("two opponents of one name")
    return found


def _opponent(entry: dict[str, Any]) -> Opponent:
    lists: dict[str, Any] = {
        key: tuple(entry[key]) for key in ("command", "wrapper") if key in entry
    }
    found = Opponent(**(entry | lists))
    if any(isinstance(entry.get(key), str) for key in ("command", "wrapper")):
        raise BadPool(f"{found.name}: a command is a list of words")
    if found.seconds <= 0 or found.games < 1:
        raise BadPool(f"{found.name}: seconds and games are above 0")
    return found


def lines(
    pool: Sequence[Opponent],
    here: Path,
    player: str = "strong",
    instead: str | None = None,
    games: int | None = None,
) -> list[Line]:
    """A match of ours against each: of `player` with the opponent's time, or of the entry of the
    pool that is named `instead`, against the others of its game."""
    stand_in = next((one for one in pool if one.name == instead), None)
    if instead is not None and stand_in is None:
        raise BadPool(f"nobody is called {instead}")
    found = []
    for one in pool:
        if stand_in is not None and (one is stand_in or one.game != stand_in.game):
            continue
        ours = timed(player, one.seconds) if stand_in is None else _text(stand_in, here)
        match = Match(one.game, (ours, _text(one, here)), one.seats, one.options, one.seed)
        title = f"{instead or player} - {one.name}"
        found.append(Line(title, match, games or one.games))
    return found


def timed(player: str, seconds: float) -> str:
    """A player of ours with so much time, where it can be told."""
    name, settings = read(player)
    if not players.timed(name):
        return player
    return f"{player}{',' if settings else ':'}seconds={seconds:g}"


def of_names(lines: Sequence[Line], names: Sequence[str] | None) -> list[Line]:
    """Those against opponents of these names; all where none is named."""
    own = {_opponent_of(line): line for line in lines}
    if strangers := {*(names or ())} - {*own}:
        raise BadPool(f"nobody is called {', '.join(sorted(strangers))}")
    return [own[name] for name in names] if names else [*lines]


def _opponent_of(line: Line) -> str:
    return brief(line.match.players[1])


def _text(one: Opponent, here: Path) -> str:
    return one.engine(here).text


def report(lines: Sequence[Line], results: Results) -> str:
    """What came of it, as JSON."""
    rows = []
    for line in lines:
        now = standing(line.match, results.of(line.match))
        score = now.score
        rows.append(
            {
                "title": line.title,
                "match": line.match.key,
                "games": score.games,
                "score": round(score.share, 4),
                "interval": [round(score.low, 4), round(score.high, 4)],
                "ms_a_turn": [round(one.mean * MILLI, 2) for one in now.thinking],
                "longest_ms": [round(one.longest * MILLI, 2) for one in now.thinking],
                "failures": now.failures,
            }
        )
    return json.dumps(rows, ensure_ascii=False, indent=1)
