"""What a puzzle is: a position, what is asked for there, and all that is known about it.

In files a puzzle is one line of JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from duiyi.core import Game, State, canonical
from duiyi.core.study.puzzling import HOLD, ORDINARY, SAVE, Puzzling

GRADES = range(1, 6)
FIRST_RATING, RATING_STEP = 900, 300
EXHAUSTED, PROVEN = "exhausted", "certificate"
"""How it is known: everything within the task's turns was tried; or a proof without such a limit,
with its certificate."""


def puzzling_of(game: Game) -> Puzzling:
    """What a game brings to puzzles; the ordinary, where it does not say."""
    found: Puzzling = getattr(game, "puzzling", ORDINARY)
    return found


@dataclass(frozen=True, slots=True)
class Task:
    """What is asked for."""

    kind: str
    """`win`: in this turn; `force`: in so many turns at most; `hold`: not to lose the game; `save`:
    that the other does not win in his next turn; or what a count of the game is raised by."""
    number: int = 1
    """Of turns, or how much is counted."""
    known: str = EXHAUSTED

    @property
    def counted(self) -> bool:
        return self.kind not in ("win", "force", HOLD, SAVE)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle of two seats."""

    id: str
    position: str
    seat: int
    """Who solves it, and is to act."""
    task: Task
    grade: int
    themes: tuple[str, ...]
    line: tuple[str, ...]
    """A solution, with the hardest defence."""
    refuted: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What people try first and what follows then, up to the end of the other's answer."""
    work: float = 0.0
    """What the grade is made of (`grading`)."""

    @property
    def rating(self) -> int:
        """With which it begins, before anybody has tried it."""
        return FIRST_RATING + RATING_STEP * (self.grade - 1)


@dataclass(frozen=True, slots=True)
class Made:
    """A puzzle, and its certificate where it has one."""

    puzzle: Puzzle
    certificate: str = ""


def id_of(state: State[Any]) -> str:
    """The same for all positions that are symmetric to each other."""
    return blake2b(canonical(state).text.encode(), digest_size=5).hexdigest()


def write(puzzle: Puzzle) -> str:
    task = puzzle.task
    fields: dict[str, Any] = {
        "id": puzzle.id,
        "position": puzzle.position,
        "seat": puzzle.seat,
        "task": task.kind,
        "number": task.number,
        "known": task.known,
        "grade": puzzle.grade,
        "work": round(puzzle.work, 1),
        "themes": puzzle.themes,
        "line": " ".join(puzzle.line),
        "refuted": {token: " ".join(line) for token, line in puzzle.refuted.items()},
    }
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def read(text: str) -> Puzzle:
    """`ValueError` or `KeyError` where a line is no puzzle."""
    fields = json.loads(text)
    return Puzzle(
        id=fields["id"],
        position=fields["position"],
        seat=fields["seat"],
        task=Task(fields["task"], fields["number"], fields["known"]),
        grade=fields["grade"],
        themes=tuple(fields["themes"]),
        line=tuple(fields["line"].split()),
        refuted={token: tuple(line.split()) for token, line in fields["refuted"].items()},
        work=fields["work"],
    )
