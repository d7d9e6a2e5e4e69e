"""One way to think about a position: solve it, else prove it, else search it.

What a game brings to that is registered with the game (`duiyi.core.searching`). A game without a
kernel is searched on the Python rules. `StrongPlayer` adds the time of a turn and plans,
`duiyi.analysis` the share of every seat.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from typing import Any

from duiyi import kernels
from duiyi.core import State
from duiyi.kernels.native import Control, Report
from duiyi.kernels.proof import Proof, prove
from duiyi.kernels.thinker import MEMORY, NO_LIMIT, Line, Thinker, Thought
from duiyi.players.mcts import MctsPlayer
from duiyi.players.searches import TABLED, best_kind, solved, thinker

SOLVER, PROOF, RULES = "solver", "proof", "rules"
"""Kinds beside those of the kernels' searches: everything is known; a decision that certainly wins;
simulation on the Python rules."""
SOLVER_PART = 0.7
"""Of the time, for the solver; if that is too little the rest is searched as usual."""
PROOF_PART = 0.3
"""Of the time, for a proof; likewise."""
PROVEN_SECONDS = 0.2
"""Enough for the lines of a position whose value is known. Where nodes alone decide, they still do:
a clock would find something else every time."""
UNKNOWN = Proof("unknown", 0, 0.0, "", "")
NO_THOUGHT = Thought((), 0, 0, 0.0)


@dataclass(frozen=True, slots=True)
class Limits:
    """What thinking about one position may use, and who watches it. With `nodes` alone and one
    thread the same search gives the same answer again."""

    seconds: float = math.inf
    """CPU time of each thread."""
    nodes: int | None = None
    memory: int = MEMORY
    threads: int = 1
    seed: int = 0
    lines: int = 1
    """That are wanted, the best first."""
    control: Control | None = None
    """Ends the thinking from another thread."""
    report: Report | None = None
    """Hears of the nodes of a search."""

    def __post_init__(self) -> None:
        if math.isinf(self.seconds) and self.nodes is None and self.control is None:
            raise ValueError("a search needs a limit: seconds or nodes")


@dataclass(frozen=True, slots=True)
class Found:
    """What was found out about a position, and by which kind of thinking."""

    kind: str
    thought: Thought
    """Of a position that is solved, every decision."""


class Thinking:
    """Thinks about positions in which a seat decides.

    `kind` asks for another search than the best. `solving` and `proving` are the parts of the time
    for the solver and for proofs; 0 is for none. `table` is the size in bytes of a table of
    positions, where that is not all of the memory. Who `remembers` keeps searches and their trees
    for the positions that follow; the solver, which knows what is certain, is always kept. Who does
    not want lines `explained` takes a decision that certainly wins without a search.
    """

    def __init__(
        self,
        *,
        kind: str | None = None,
        solving: float = SOLVER_PART,
        proving: float = PROOF_PART,
        table: int | None = None,
        remembers: bool = False,
        explained: bool = True,
    ) -> None:
        self._kind = kind
        self._solving = solving
        self._proving = proving
        self._table = table
        self._remembers = remembers
        self._explained = explained
        self._like: tuple[str, int, Any] | None = None
        self._search: Thinker | None = None
        self._solver: Thinker | None = None
        self._rules: MctsPlayer | None = None

    def kind(self, state: State[Any]) -> str:
        """Of the search for a state like this one."""
        best = best_kind(state)
        return RULES if best is None else self._kind or best

    def think(self, state: State[Any], limits: Limits) -> Found:
        """Solves, else proves, else searches."""
        kind = self.kind(state)
        if kind == RULES:
            return Found(kind, self.search(state, limits))
        begun = time.thread_time()
        position = kernels.position(state)
        search = self._search_for(state, position)
        spent = time.thread_time() - begun
        limits = _less(limits, spent)
        known = self._solved(state, position, limits)
        spent += known.cpu_seconds
        if known.lines:
            return Found(SOLVER, replace(known, cpu_seconds=spent))
        proof = self._proven(position, limits)
        spent += proof.cpu_seconds
        if proof.result == "win" and not self._explained:
            return Found(PROOF, Thought((_won(proof),), proof.nodes, 0, spent))
        limits = _less(limits, known.cpu_seconds + proof.cpu_seconds)
        if proof.result != "unknown" and self._explained and not math.isinf(limits.seconds):
            limits = replace(limits, seconds=min(limits.seconds, PROVEN_SECONDS))
        thought = self._searched(search, position, limits)
        thought = replace(thought, cpu_seconds=thought.cpu_seconds + spent)
        return Found(kind, _with_truth(proof, thought))

    def search(self, state: State[Any], limits: Limits) -> Thought:
        """Searches only."""
        if self.kind(state) == RULES:
            return self._by_rules(state, limits)
        position = kernels.position(state)
        return self._searched(self._search_for(state, position), position, limits)

    def _search_for(self, state: State[Any], position: kernels.Position) -> Thinker:
        like = state.game.id, state.seats, state.options
        if self._search is None or like != self._like or not self._remembers:
            self._search = thinker(position, self.kind(state))
            if like != self._like:
                self._like, self._solver = like, None
        return self._search

    def _solved(self, state: State[Any], position: kernels.Position, limits: Limits) -> Thought:
        """Every decision with its certain value, where the game is solved and the time suffices;
        no line otherwise. A solver does not count nodes."""
        if not self._solving or limits.nodes is not None or not solved(state):
            return NO_THOUGHT
        if self._solver is None:
            self._solver = thinker(position, SOLVER)
        found = self._solver.think(
            position,
            seconds=self._solving * limits.seconds,
            nodes=NO_LIMIT,
            lines=len(position.tokens()),
            control=limits.control,
        )
        return found if found.lines[0].proof else replace(found, lines=())

    def _proven(self, position: kernels.Position, limits: Limits) -> Proof:
        """What can be proven of an endgame with a part of what is allowed."""
        if not self._proving or not position.endgame:
            return UNKNOWN
        return prove(
            position,
            seconds=self._proving * limits.seconds,
            nodes=None if limits.nodes is None else int(self._proving * limits.nodes),
            memory=limits.memory // 2,
            certificate=False,
            control=limits.control,
        )

    def _searched(self, search: Thinker, position: kernels.Position, limits: Limits) -> Thought:
        table = self._table if search.kind in TABLED else None
        return search.think(
            position,
            seconds=limits.seconds,
            nodes=limits.nodes,
            memory=limits.memory if table is None else table,
            threads=limits.threads,
            seed=limits.seed,
            lines=limits.lines,
            control=limits.control,
            report=limits.report,
        )

    def _by_rules(self, state: State[Any], limits: Limits) -> Thought:
        """On one thread, with as much memory as the tree needs."""
        if self._rules is None or not self._remembers:
            self._rules = MctsPlayer(limits.seed)
        return self._rules.think(
            state,
            seconds=limits.seconds,
            playouts=limits.nodes,
            lines=limits.lines,
            control=limits.control,
            report=limits.report,
        )


def _less(limits: Limits, spent: float) -> Limits:
    return replace(limits, seconds=max(0.0, limits.seconds - spent))


def _won(proof: Proof) -> Line:
    return Line((proof.token,), 1.0, 0, "win")


def _with_truth(proof: Proof, thought: Thought) -> Thought:
    """What a search thinks, put right by what is proven."""
    lines = thought.lines
    if proof.result == "loss":
        lines = tuple(replace(line, share=0.0, proof="loss") for line in lines)
    if proof.result == "win" and lines[0].proof != "win":
        same = [line for line in lines if line.tokens[0] == proof.token]
        best = replace(same[0], share=1.0, proof="win") if same else _won(proof)
        others = [line for line in lines if line.tokens[0] != proof.token]
        lines = (best, *others)[: len(lines)]
    return replace(thought, lines=lines, nodes=thought.nodes + proof.nodes)
