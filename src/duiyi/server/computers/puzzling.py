"""Tries in puzzles, thought about in a worker process: what they are, and what follows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from duiyi.analysis.puzzles.files import puzzles
from duiyi.analysis.puzzles.trying import hint, played_out, tried
from duiyi.server.wire.puzzles import PuzzleJudged

SECONDS = 1.5
"""CPU time at most; most tries take a few milliseconds. They are bounded in positions."""


@dataclass(frozen=True, slots=True)
class Puzzled:
    """A question about a puzzle after some tokens, which can be played."""

    game: str
    puzzle: str
    wanted: Literal["try", "hint", "solution"]
    played: tuple[str, ...]
    token: str = ""


def judged(question: Puzzled) -> PuzzleJudged:
    puzzle = puzzles(question.game)[question.puzzle]
    if question.wanted == "hint":
        _, token = hint(question.game, puzzle, question.played)
        return PuzzleJudged("right" if token else "unclear", (token,) if token else ())
    if question.wanted == "solution":
        found = played_out(question.game, puzzle, question.played)
    else:
        found = tried(question.game, puzzle, question.played, question.token)
    return PuzzleJudged(found.verdict.value, found.tokens)
