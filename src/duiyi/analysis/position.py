"""A position: the best lines, and what each seat can hope for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from duiyi.core import CHANCE, BadPosition, Seat, State, message
from duiyi.kernels import thinker
from duiyi.kernels.native import Control, Report
from duiyi.kernels.thinker import Line
from duiyi.players.estimate import estimate
from duiyi.players.thinking import Limits, Thinking

TWO = 2
MOST_SEARCHES = 8
"""On the way to a seat's next decision; what is further off is not looked for."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a search thinks of a position in which a seat decides."""

    state: State[Any]
    lines: tuple[Line, ...]
    """The best first, never none."""
    kind: str
    """Of the search."""
    nodes: int
    depth: int
    """In decisions; 0 for a search that does not count it."""
    cpu_seconds: float

    @property
    def best(self) -> Line:
        return self.lines[0]


class Analyst:
    """Analyses positions, each once. `report` hears of the nodes of the search that goes on; after
    `control` was stopped, what was found until then is all there is.

    Searches begin with nothing, so that a position alone and the same position in a record are
    thought about alike; only what is certain is remembered.
    """

    def __init__(
        self,
        limits: Limits,
        lines: int = 2,
        control: Control | None = None,
        report: Report | None = None,
    ) -> None:
        self.control = thinker.control() if control is None else control
        self._limits = replace(limits, lines=lines, control=self.control, report=report)
        self._thinking = Thinking()
        self._known: dict[State[Any], Analysis] = {}

    @property
    def stopped(self) -> bool:
        return self.control.stopped

    def position(self, state: State[Any]) -> Analysis:
        """The analysis of a position; `BadPosition` where no seat decides."""
        if state not in self._known:
            self._known[state] = self._analysed(state, self._limits)
        return self._known[state]

    def line(self, state: State[Any], token: str) -> Line | None:
        """The line that begins with a token, where the search looks at all decisions at once."""
        here = _line(self.position(state).lines, token)
        if here is not None:
            return here
        all_lines = replace(self._limits, lines=len(state.actions()))
        return _line(self._analysed(state, all_lines).lines, token)

    def share(self, state: State[Any], seat: Seat) -> float | None:
        """The share of the score that a seat can hope for; `None` where chance decides before it.

        With more than two seats a search knows only the share of whoever decides, so that its best
        lines are followed to where the seat itself decides.
        """
        for _ in range(MOST_SEARCHES):
            if state.outcome is not None:
                return float(state.outcome.scores[seat])
            if seat in state.out:
                return 0.0
            if state.actor == CHANCE:
                return None
            best = self.position(state).best
            if state.actor == seat:
                return best.share
            if state.seats == TWO:
                return 1 - best.share
            state = _followed(state, best.tokens, seat)
        return None

    def chances(self, state: State[Any]) -> tuple[float, ...]:
        """What every seat can hope for, summing to 1. What is left by the seat that decides is
        divided among the others as they see it themselves, or as the position looks."""
        if state.outcome is not None:
            return tuple(float(score) for score in state.outcome.scores)
        own = self.position(state).best.share
        others = [seat for seat in range(state.seats) if seat != state.actor]
        if len(others) == 1:
            return tuple(own if seat == state.actor else 1 - own for seat in range(TWO))
        seen = [self.share(state, seat) for seat in others]
        looks = estimate(state)
        hopes = [
            looks[seat] if hope is None else hope for seat, hope in zip(others, seen, strict=True)
        ]
        inside = [float(seat not in state.out) for seat in others]
        parts = hopes if sum(hopes) > 0 else inside
        shares = [(1 - own) * part / (sum(parts) or 1) for part in parts]
        found = dict(zip(others, shares, strict=True))
        return tuple(found.get(seat, own) for seat in range(state.seats))

    def _analysed(self, state: State[Any], limits: Limits) -> Analysis:
        if state.actor is None or state.actor == CHANCE:
            raise BadPosition(message("bad-position.nobody-decides"))
        found = self._thinking.think(state, limits)
        thought, lines = found.thought, found.thought.lines[: limits.lines]
        return Analysis(state, lines, found.kind, thought.nodes, thought.depth, thought.cpu_seconds)


def _line(lines: Sequence[Line], token: str) -> Line | None:
    return next((line for line in lines if line.tokens[0] == token), None)


def _followed(state: State[Any], tokens: Sequence[str], seat: Seat) -> State[Any]:
    """Where a line comes to a decision of the seat, or to its end."""
    for token in tokens:
        state = state.play(token)
        if state.actor == seat:
            break
    return state
