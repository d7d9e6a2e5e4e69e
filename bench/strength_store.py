"""Results on disk: a line for every game that is over, so that a second run goes on with them.

One file holds any number of matches. A line that was cut off by a kill is taken away when the file
is opened; one process at a time has it.
"""

from __future__ import annotations

import fcntl
import json
from collections import defaultdict
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from bench.strength_games import Failure, Match, Played, Thinking


class Taken(BlockingIOError):
    """Another run has the file."""


class Results:
    """To be entered by `with`; then `of` a match gives its games so far."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._games: dict[str, dict[int, Played]] = defaultdict(dict)

    def __enter__(self) -> Self:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._file = self.path.open("a+b")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise Taken(f"another run writes to {self.path}") from None
        self._file.seek(0)
        data = self._file.read()
        whole = data[: data.rfind(b"\n") + 1]
        self._file.truncate(len(whole))
        for line in whole.splitlines():
            told = json.loads(line)
            self._games[told["match"]][told["game"]] = read(told)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def of(self, match: Match) -> dict[int, Played]:
        return self._games[match.key]

    def add(self, match: Match, played: Played) -> None:
        line = json.dumps(written(match, played), ensure_ascii=False)
        self._file.write(line.encode() + b"\n")
        self._file.flush()
        self.of(match)[played.number] = played


def written(match: Match, played: Played) -> dict[str, Any]:
    told: dict[str, Any] = {
        "match": match.key,
        "game": played.number,
        "scores": [str(score) for score in played.scores],
        "thinking": [
            [one.decisions, one.turns, round(one.seconds, 6), round(one.longest, 6)]
            for one in played.thinking
        ],
    }
    if played.failures:
        told["failures"] = [[one.player, one.position, one.what] for one in played.failures]
    return told


def read(told: dict[str, Any]) -> Played:
    one, other = (Thinking(*values) for values in told["thinking"])
    return Played(
        told["game"],
        tuple(map(Fraction, told["scores"])),
        (one, other),
        tuple(Failure(*values) for values in told.get("failures", ())),
    )
