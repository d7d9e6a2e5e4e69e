"""A person who solves puzzles on the page, by mouse or by keys alone.

What is right comes from the puzzles as data, and where to click from the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, expect
from tests.browser.learning import Learner, Path
from tests.browser.playing import PLAY
from tests.browser.visitors import Visitor

from duiyi.analysis.puzzles.files import puzzles
from duiyi.analysis.puzzles.model import Puzzle
from duiyi.core import State, game, games

PUZZLED = [one.id for one in games() if puzzles(one.id)]
"""The games that have puzzles."""
ANSWERED = 25_000
"""What follows a wrong try may take a whole turn, which is shown step by step and taken back."""


def some_puzzle(name: str, kind: str = "") -> Puzzle:
    """A short one, in which the other answers if the game has such."""
    found = [one for one in puzzles(name).values() if kind in ("", one.task.kind)]
    answered = [one for one in found if one.task.number > 1 and one.refuted] or found
    return min(answered, key=lambda one: (not one.refuted, len(one.line)))


@dataclass
class Solver(Learner):
    """Somebody in a puzzle of a game; `table` is the game's id."""

    @classmethod
    def of(cls, visitor: Visitor, name: str) -> Solver:
        return cls(visitor, name)

    @property
    def puzzle_root(self) -> Locator:
        return self.visitor.page.locator("[data-puzzle]")

    def open(self, puzzle: Puzzle, query: str = "") -> None:
        self.visitor.open(f"/puzzles/{self.table}/{puzzle.id}{query}")
        self.wait_until_asked(puzzle.id)

    def wait_until_asked(self, id: str) -> None:
        expect(self.puzzle_root).to_have_attribute("data-puzzle", id)
        self.wait_for_phase("asking")
        expect(self.board.locator("[data-hit]").first).to_be_attached()

    def wait_for_phase(self, *phases: str) -> None:
        self.visitor.page.wait_for_function(
            """(phases) => {
              const puzzle = document.querySelector('[data-puzzle]');
              return phases.includes(puzzle?.dataset.puzzlePhase);
            }""",
            arg=list(phases),
        )

    def attempt(self, path: Path, *, by_keys: bool = False) -> None:
        """Tries something until it is answered; where the page asks, as it does where cells are
        small, the answer is yes."""
        before = self.puzzle_root.get_attribute("data-puzzle-answered")
        self.go(path, by_keys=by_keys)
        asked = self.visitor.page.wait_for_function(
            """([before, play]) => {
              const { puzzleAnswered, puzzlePhase } =
                document.querySelector('[data-puzzle]').dataset;
              if (puzzleAnswered !== before || puzzlePhase === 'trying') return 'no';
              return document.querySelector(`[data-button="${play}"]`) ? 'yes' : null;
            }""",
            arg=[before, PLAY],
            timeout=ANSWERED,
        )
        if asked.json_value() == "yes":
            self.press(PLAY)
        expect(self.puzzle_root).not_to_have_attribute(
            "data-puzzle-answered", before or "", timeout=ANSWERED
        )

    def finish(self, puzzle: Puzzle, *, by_keys: bool = False) -> None:
        for path in ways(self.table, puzzle):
            self.attempt(path, by_keys=by_keys)
        expect(self.puzzle_root).to_have_attribute("data-puzzle-phase", "solved")

    def miss(self, puzzle: Puzzle, *, by_keys: bool = False) -> str:
        """The wrong try that people make first."""
        token = next(iter(puzzle.refuted))
        state = game(self.table).load(puzzle.position)
        self.attempt(way(state, puzzle.seat, token), by_keys=by_keys)
        expect(self.puzzle_root).to_have_attribute("data-puzzle-phase", "wrong")
        return token


def way(state: State[Any], seat: int, token: str) -> Path:
    """The clicks that play a token."""
    return next(one.paths[0] for one in state.view(seat).choices if one.token == token)


def ways(name: str, puzzle: Puzzle) -> Iterator[Path]:
    """The clicks of each decision of the solver, along the stored line."""
    state: State[Any] = game(name).load(puzzle.position)
    for token in puzzle.line:
        if state.actor == puzzle.seat:
            yield way(state, puzzle.seat, token)
        state = state.play(token)
