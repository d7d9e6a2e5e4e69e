"""The strongest player that there is for each game: the best search on its kernel.

It proves what can be proven, and keeps what it has found out from turn to turn. A game without a
kernel is searched on the Python rules.
"""

from __future__ import annotations

import random
import time
from typing import Any

from duiyi import kernels
from duiyi.core import State
from duiyi.kernels import classic, proof
from duiyi.kernels.native import Control
from duiyi.kernels.thinker import MEMORY, Thinker, Thought, control
from duiyi.players import searches
from duiyi.players.mcts import MctsPlayer
from duiyi.players.turn_time import TurnTime, allowance, part_of

PLANNED, UNPLANNED = 0.95, 0.6
"""What a decision takes of the time that is left, where it plans the turn (or is all of it), and
where it does not."""
ENDGAME = 20
"""From so few pieces of tzaar on proofs are tried."""
LIKING = 0.1
"""Seconds for a choice among decisions of a solved game that are equally good."""
PROOF_PART = 0.3
"""Of the time, for a proof; if it fails the rest is searched as usual."""
TABLED = "alphabeta"
"""The kind of search that keeps a table of positions."""
TABLE, LEAST_TABLE = 64 << 20, 4 << 20
"""Bytes of that table for a second of thought, and at least. More would only be slower: memory that
is used for the first time has to be fetched, and what no cache holds has to be waited for."""


class StrongPlayer:
    """Thinks for `seconds` of CPU time about a turn, for `nodes` about a decision, or for what is
    less, on so many threads.

    The same seed and nodes choose alike with one thread. `kind` asks for another search than the
    best. `allowed` may be set at any time: what the turn that is played may still take at most.
    `stop`, from another thread, ends what is being thought about.
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
        self._kind = kind
        self._threads = threads
        self._memory = memory
        self._like: tuple[str, int, Any] | None = None
        self._thinker: Thinker | None = None
        self._solver: classic.Solver | None = None
        self._bridge: MctsPlayer | None = None
        self._control: Control | None = None
        self._plan: tuple[State[Any], tuple[str, ...]] | None = None

    def choose(self, state: State[Any]) -> Any:
        begun = time.thread_time()
        actions = state.actions()
        if len(actions) == 1:
            return actions[0]
        if state.game.id not in kernels.GAMES:
            return self._on_python_rules(state)
        tokens = self._planned(state) or self._found(state, begun)
        self._remember(state, tokens)
        return state.parse(tokens[0])

    def stop(self) -> None:
        if self._control is not None:
            self._control.stop()
        if self._bridge is not None:
            self._bridge.stop()

    def used(self, state: State[Any]) -> float:
        """CPU seconds of the turn that this decision belongs to, so far."""
        return self._time.used(state)

    def _on_python_rules(self, state: State[Any]) -> Any:
        if self._bridge is None:
            seed = self._random.getrandbits(64)
            self._bridge = MctsPlayer(seed, self._time.seconds, self._nodes)
        self._bridge.allowed = self.allowed
        return self._bridge.choose(state)

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
        self._control = control()
        position = kernels.position(state)
        thinker = self._thinker_for(state, position)
        foresees = thinker.kind in searches.FORESEEING
        whole = foresees or not self._time.several
        seconds = left * part_of(state, PLANNED if whole else UNPLANNED)
        spent = time.thread_time() - begun
        known, proving = self._proven(thinker, position, seconds - spent)
        spent += proving
        if not known:
            thought = self._thought(thinker, position, seconds - spent)
            spent += thought.cpu_seconds
            line = thought.lines[0].tokens
            known = line if foresees else line[:1]
        self._time.use(spent)
        return known

    def _thinker_for(self, state: State[Any], position: kernels.Position) -> Thinker:
        """It is kept for a whole game."""
        like = state.game.id, state.seats, state.options
        if self._thinker is None or like != self._like:
            kind = self._kind or searches.best_kind(state) or searches.SIMULATION
            self._like, self._thinker = like, searches.thinker(position, kind)
            self._solver = classic.Solver() if self._solves(position) else None
        return self._thinker

    def _thought(
        self, thinker: Thinker, position: kernels.Position, seconds: float, lines: int = 1
    ) -> Thought:
        return thinker.think(
            position,
            lines=lines,
            seconds=max(0.0, seconds),
            nodes=self._nodes,
            memory=self._memory_for(thinker),
            threads=self._threads,
            seed=self._random.getrandbits(64),
            control=self._control,
        )

    def _memory_for(self, thinker: Thinker) -> int:
        """The same for a whole game: a table of another size begins anew."""
        if thinker.kind != TABLED or self._nodes is not None:
            return self._memory
        wanted = max(LEAST_TABLE, TABLE * min(self._time.seconds, self._memory / TABLE))
        return min(self._memory, int(wanted))

    def _solves(self, position: kernels.Position) -> bool:
        unlimited = self._kind is None and self._nodes is None
        return unlimited and position.game == classic.GAME and position.seats == 2

    def _proven(
        self, thinker: Thinker, position: kernels.Position, seconds: float
    ) -> tuple[tuple[str, ...], float]:
        """A decision that is certainly best, where one is found; and the CPU time it took."""
        if self._solver is not None:
            return self._solved(self._solver, thinker, position, seconds)
        if self._kind is not None or self._nodes is not None:
            return (), 0.0
        if position.game != "tzaar" or pieces(position) > ENDGAME:
            return (), 0.0
        found = proof.prove(
            position,
            seconds=max(0.0, PROOF_PART * seconds),
            memory=self._memory // 2,
            certificate=False,
            control=self._control,
        )
        return (found.token,) if found.result == "win" else (), found.cpu_seconds

    def _solved(
        self,
        solver: classic.Solver,
        thinker: Thinker,
        position: kernels.Position,
        seconds: float,
    ) -> tuple[tuple[str, ...], float]:
        """Of decisions that are equally good against the best answers, one that simulation likes:
        the other side may err."""
        lines, spent = solver.lines(
            position, seconds=max(0.0, PLANNED * seconds), control=self._control
        )
        best = [line.tokens for line in lines if line.proof == lines[0].proof]
        if len(best) < 2 or lines[0].proof == "win":
            return self._random.choice(best) if best else (), spent
        thought = self._thought(thinker, position, min(LIKING, seconds - spent), len(lines))
        liked = [line.tokens[:1] for line in thought.lines if line.tokens[:1] in best]
        return (liked or best)[0], spent + thought.cpu_seconds


def pieces(position: kernels.Position) -> int:
    """On the board, by the position's text: a stack is a letter and its height."""
    return sum(letter.isalpha() for letter in position.dump().split(" ")[0])
