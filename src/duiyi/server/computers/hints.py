"""Hints and lines: what seems best in a position, thought about in a worker process.

Who may have a hint is a table's affair; how positions are thought about is in `duiyi.analysis`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from duiyi.analysis import Analyst, Limits
from duiyi.core.state import State
from duiyi.server import wire
from duiyi.server.wire.analysis import Analysed, AnalysisLine, Hint, HintStep

SECONDS = 0.5
"""CPU time for a hint: somebody waits for it, and thinks himself meanwhile."""
LONGEST_LINE = 8
"""Decisions that are told; what is further away is less and less likely."""

LONGEST_ANALYSED = 40
"""Decisions of a line that somebody looks at by himself."""


def hint(state: State[Any], at: int, seconds: float, seed: int) -> Hint:
    """For whoever decides in this position, which is the one after `at` decisions."""
    best = Analyst(Limits(seconds=seconds, seed=seed), lines=1).position(state).best
    actor = state.actor
    assert actor is not None
    choice = next(one for one in state.view(None).choices if one.token == best.tokens[0])
    return Hint(
        at=at,
        actor=actor,
        token=choice.token,
        path=choice.paths[0],
        label=wire.raw(choice.label),
        share=best.share,
        proof=best.proof,  # type: ignore[arg-type]
        line=tuple(_steps(state, best.tokens[:LONGEST_LINE])),
    )


def analysed(state: State[Any], lines: int, seconds: float, seed: int) -> Analysed:
    """The best lines of a position, for whoever decides in it."""
    found = Analyst(Limits(seconds=seconds, seed=seed), lines=lines).position(state)
    return Analysed(
        kind=found.kind,
        nodes=found.nodes,
        depth=found.depth,
        lines=tuple(
            AnalysisLine(one.tokens[:LONGEST_ANALYSED], one.share, one.proof)  # type: ignore[arg-type]
            for one in found.lines
        ),
    )


def _steps(state: State[Any], tokens: Sequence[str]) -> Iterator[HintStep]:
    """Up to where chance decides: nobody expects one of its results."""
    for token in tokens:
        if state.actor is None or state.actor < 0:
            return
        yield HintStep(state.actor, token, wire.raw(state.notation(state.parse(token))))
        state = state.play(token)
