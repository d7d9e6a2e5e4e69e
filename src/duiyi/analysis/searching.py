"""One search of one position: the truth where it can be had, or the best search that there is.

Searches begin with nothing, so that a position alone and the same position in a record are thought
about alike; only what is certain is remembered.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

from duiyi import kernels
from duiyi.core import State
from duiyi.kernels import classic
from duiyi.kernels.native import Control, Report
from duiyi.kernels.proof import Proof, prove
from duiyi.kernels.thinker import MEMORY, Line, Thought
from duiyi.players.mcts import MctsPlayer
from duiyi.players.searches import best_kind, thinker
from duiyi.players.strong import ENDGAME, PROOF_PART, pieces

SOLVER, RULES = "solver", "rules"
"""Kinds beside those of the kernels: everything is known; simulation on the Python rules."""
SOLVER_PART = 0.7
"""Of the time, for the solver; if that is too little the rest is searched as usual."""
PROVEN_SECONDS = 0.2
"""Enough for the lines of a position whose value is known."""
PIECE_SECONDS = 0.1
"""On the Python rules a search goes on in pieces, and between them looks whether it is stopped."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What the search of one position may use. With `nodes` alone and one thread the same search
    gives the same answer again."""

    seconds: float = math.inf
    """CPU time of each thread."""
    nodes: int | None = None
    memory: int = MEMORY
    threads: int = 1
    seed: int = 0

    def __post_init__(self) -> None:
        if math.isinf(self.seconds) and self.nodes is None:
            raise ValueError("a search needs a limit: seconds or nodes")


class Searcher:
    """Searches positions until `control` is stopped; `report` hears of the nodes of each."""

    def __init__(self, limits: Limits, control: Control, report: Report | None = None) -> None:
        self._limits = limits
        self._control = control
        self._report = report
        self._solver: classic.Solver | None = None

    def search(self, state: State[Any], lines: int) -> tuple[str, Thought]:
        """The kind of the search, and what it thinks of a state in which a seat decides."""
        kind = best_kind(state)
        if kind is None:
            return RULES, self._by_rules(state, lines)
        position = kernels.position(state)
        solved = self._solved(position)
        if solved.lines:
            return SOLVER, replace(solved, lines=solved.lines[:lines])
        proven = self._proven(position)
        spent = solved.cpu_seconds + proven.cpu_seconds
        seconds = self._limits.seconds - spent
        if proven.result != "unknown":
            seconds = min(seconds, PROVEN_SECONDS)
        thought = self._by_kernel(position, kind, lines, seconds)
        found = replace(thought, cpu_seconds=thought.cpu_seconds + spent)
        return kind, _with_truth(proven, found)

    def _solved(self, position: kernels.Position) -> Thought:
        """Every decision with its certain value, where the game is small enough and the time that
        may be spent on that suffices; no line otherwise."""
        if position.game != classic.GAME or position.seats != 2 or self._limits.nodes is not None:
            return Thought((), 0, 0, 0.0)
        if self._solver is None:
            self._solver = classic.Solver()
        seconds = SOLVER_PART * self._limits.seconds
        lines, spent = self._solver.lines(position, seconds=seconds, control=self._control)
        return Thought(lines, 0, 0, spent)

    def _proven(self, position: kernels.Position) -> Proof:
        """What can be proven of an endgame with a part of what is allowed."""
        if position.game != "tzaar" or pieces(position) > ENDGAME:
            return Proof("unknown", 0, 0.0, "", "")
        limits = self._limits
        return prove(
            position,
            seconds=PROOF_PART * limits.seconds,
            nodes=None if limits.nodes is None else int(PROOF_PART * limits.nodes),
            memory=limits.memory // 2,
            certificate=False,
            control=self._control,
        )

    def _by_kernel(
        self, position: kernels.Position, kind: str, lines: int, seconds: float
    ) -> Thought:
        limits = self._limits
        return thinker(position, kind).think(
            position,
            seconds=seconds,
            nodes=limits.nodes,
            memory=limits.memory,
            threads=limits.threads,
            seed=limits.seed,
            lines=lines,
            control=self._control,
            report=self._report,
        )

    def _by_rules(self, state: State[Any], lines: int) -> Thought:
        """On one thread, with as much memory as the tree needs."""
        player, limits = MctsPlayer(self._limits.seed), self._limits
        done, spent = 0, 0.0
        while True:
            thought = player.think(
                state,
                seconds=min(PIECE_SECONDS, limits.seconds - spent),
                playouts=None if limits.nodes is None else limits.nodes - done,
                lines=lines,
            )
            spent += thought.cpu_seconds
            certain = thought.nodes == done
            full = spent >= limits.seconds or thought.nodes == limits.nodes
            if certain or full or self._control.stopped:
                return replace(thought, cpu_seconds=spent)
            done = thought.nodes
            if self._report is not None:
                self._report(done)


def _with_truth(proof: Proof, thought: Thought) -> Thought:
    """What a search thinks, put right by what is proven."""
    lines = thought.lines
    if proof.result == "loss":
        lines = tuple(replace(line, share=0.0, proof="loss") for line in lines)
    if proof.result == "win" and lines[0].proof != "win":
        same = [line for line in lines if line.tokens[0] == proof.token]
        won = same[0] if same else Line((proof.token,), 1.0, 0, "win")
        others = [line for line in lines if line.tokens[0] != proof.token]
        best = replace(won, share=1.0, proof="win")
        lines = (best, *others)[: len(lines)]
    return replace(thought, lines=lines, nodes=thought.nodes + proof.nodes)
