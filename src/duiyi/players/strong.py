"""The strongest player that there is for each game: thinking, with the time of a turn and plans.

It keeps what it has found out from turn to turn.
"""

from __future__ import annotations

import random
import time
from dataclasses import replace
from typing import Any

from duiyi.core import State
from duiyi.kernels.native import Control
from duiyi.kernels.thinker import MEMORY, Line, control
from duiyi.players.searches import FORESEEING
from duiyi.players.thinking import PROOF_PART, SOLVER, Limits, Thinking
from duiyi.players.turn_time import TurnTime, allowance, part_of

PLANNED, UNPLANNED = 0.95, 0.6
"""What a decision takes of the time that is left, where it plans the turn (or is all of it), and
where it does not."""
LIKING = 0.1
"""Seconds for a choice among decisions of a solved game that are equally good."""
TABLE, LEAST_TABLE = 64 << 20, 4 << 20
"""Bytes of a table of positions for a second of thought, and at least. More would only be slower:
memory that is used for the first time has to be fetched, and what no cache holds has to be waited
for."""


class StrongPlayer:
    """Thinks for `seconds` of CPU time about a turn, for `nodes` about a decision, or for what is
    less, on so many threads.

    The same seed and nodes choose alike with one thread. `kind` asks for another search than the
    best. With either, nothing is solved or proven. `allowed` may be set at any time: what the turn
    that is played may still take at most. `stop`, from another thread, ends what is being thought
    about.
    """

    def __init__(
        self,
        seed: int,
        seconds: float | None = None,
        *,
        nodes: int | None = None,
        kind: str | None = None,
        threads: int = 1,
        memory: int = MEMORY,
    ) -> None:
        self.allowed: float | None = None
        self._random = random.Random(seed)
        self._time = TurnTime(allowance(seconds, nodes))
        self._nodes = nodes
        self._threads = threads
        self._memory = memory
        plain = kind is not None or nodes is not None
        self._thinking = Thinking(
            kind=kind,
            solving=0.0 if plain else PLANNED,
            proving=0.0 if plain else PROOF_PART,
            table=None if nodes is not None else table_size(self._time.seconds, memory),
            remembers=True,
            explained=False,
        )
        self._control: Control | None = None
        self._plan: tuple[State[Any], tuple[str, ...]] | None = None

    def choose(self, state: State[Any]) -> Any:
        begun = time.thread_time()
        actions = state.actions()
        if len(actions) == 1:
            return actions[0]
        tokens = self._planned(state) or self._found(state, begun)
        self._remember(state, tokens)
        return state.parse(tokens[0])

    def stop(self) -> None:
        if self._control is not None:
            self._control.stop()

    def used(self, state: State[Any]) -> float:
        """CPU seconds of the turn that this decision belongs to, so far."""
        return self._time.used(state)

    def _planned(self, state: State[Any]) -> tuple[str, ...]:
        """What the decision before was made for, if the game went on as expected."""
        plan, self._plan = self._plan, None
        return plan[1] if plan is not None and plan[0] == state else ()

    def _remember(self, state: State[Any], tokens: tuple[str, ...]) -> None:
        if len(tokens) < 2:
            return
        after = state.play(tokens[0])
        if after.actor == state.actor and (after.turn, after.owner) == (state.turn, state.owner):
            self._plan = after, tokens[1:]

    def _found(self, state: State[Any], begun: float) -> tuple[str, ...]:
        """The best decision, and what is to follow where that is a plan."""
        left = self._time.left(state)
        if self.allowed is not None:
            left = min(left, self.allowed)
        foresees = self._thinking.kind(state) in FORESEEING
        whole = foresees or not self._time.several
        seconds = left * part_of(state, PLANNED if whole else UNPLANNED)
        self._control = control()
        spent = time.thread_time() - begun
        limits = Limits(
            seconds=max(0.0, seconds - spent),
            nodes=self._nodes,
            memory=self._memory,
            threads=self._threads,
            seed=self._random.getrandbits(64),
            control=self._control,
        )
        found = self._thinking.think(state, limits)
        spent += found.thought.cpu_seconds
        tokens = found.thought.lines[0].tokens
        if found.kind == SOLVER:
            limits = replace(limits, seconds=max(0.0, min(LIKING, seconds - spent)))
            tokens, liking = self._liked(state, found.thought.lines, limits)
            spent += liking
        self._time.use(spent)
        return tokens if foresees else tokens[:1]

    def _liked(
        self, state: State[Any], lines: tuple[Line, ...], limits: Limits
    ) -> tuple[tuple[str, ...], float]:
        """Of decisions that are equally good against the best answers, one that simulation likes:
        the other side may err. And the CPU time that it took."""
        best = [line.tokens[:1] for line in lines if line.proof == lines[0].proof]
        if len(best) < 2 or lines[0].proof == "win":
            return self._random.choice(best), 0.0
        thought = self._thinking.search(state, replace(limits, lines=len(lines)))
        liked = [line.tokens[:1] for line in thought.lines if line.tokens[:1] in best]
        return (liked or best)[0], thought.cpu_seconds


def table_size(seconds: float, memory: int) -> int:
    """Bytes of the table for turns of so many seconds. The same for a whole game: a table of
    another size begins anew."""
    wanted = max(LEAST_TABLE, TABLE * min(seconds, memory / TABLE))
    return min(memory, int(wanted))
