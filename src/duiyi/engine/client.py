"""Programs that speak the engine protocol, as bots.

This is the referee's side of the conversation: what is said when, what is charged, and which fault
each mistake is. The other side, for our own players, is `duiyi.engine.player_engine`.
"""

from __future__ import annotations

import math
import select
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from duiyi.core import Outcome, State
from duiyi.engine import protocol
from duiyi.engine.bot import Answer, Beginning, Question, Spent
from duiyi.engine.box import Box, Program
from duiyi.engine.fault import Fault, Verdict
from duiyi.engine.inbox import LINE, STDERR, STDOUT, quoted
from duiyi.engine.pipes import Pipes, Talk
from duiyi.engine.protocol import BadLine, FromBot, steps_of, write
from duiyi.engine.pumps import Pumps
from duiyi.engine.stopwatch import Stopwatch

GRACE = 0.5
"""How long a program that was told to quit may take before it is killed."""
INFO = 100
"""How many lines of `info` an answer keeps: the last ones."""
NAMES = 16
"""How many things a program may tell about itself."""
START_CAP = 3.0
"""Start-up ends after this many times its allowance by the wall clock."""


class EngineBot:
    """A program in a box, asked through its pipes."""

    def __init__(
        self,
        box: Box,
        arguments: Sequence[str],
        *,
        cores: int = 1,
        line: int = LINE,
        stdout: int = STDOUT,
        stderr: int = STDERR,
    ) -> None:
        self.names: dict[str, str] = {}
        """What it told with `id`: its `name`, its `author`."""
        self._box = box
        self._arguments = arguments
        self._limits = {"line": line, "stdout": stdout, "stderr": stderr}
        self._watch = Stopwatch(box, cores)
        self._talk: Talk | None = None
        self._tail = b""
        self._info: deque[str] = deque(maxlen=INFO)
        self._rested: Spent | None = None
        """What a question had cost when the clock rested for `legal?`."""

    def begin(self, beginning: Beginning) -> Spent:
        """Starts the program and tells it which game it plays."""
        try:
            self._rested = None
            # It begins when the clock does: on a busy machine a box takes long to be set up.
            self._box.stop()
            self._talk = talk = open_talk(self._box.start(self._arguments), **self._limits)
            self._watch.go(beginning.allowance, START_CAP * beginning.allowance, "start-up")
            for line in (protocol.Hello(), game_line(beginning)):
                talk.send(f"{write(line)}\n")
                self._wait_until_ready(talk)
            spent = self._watch.stop()
            self._watch.judge(spent)
        except Fault as fault:
            raise self._cause(fault) from None
        return spent

    def ask(self, question: Question) -> Answer:
        """Asks for a decision. The clock runs from the last byte of the question to the answer."""
        talk = self._talk
        if talk is None:
            raise Fault(Verdict.infra, "referee", "", "asked before it was started")
        self._overhear(talk.arrived)
        self._rested = None
        self._info.clear()
        talk.fresh()
        talk.send(asked(question))
        try:
            return self._answer(talk, question)
        except Fault as fault:
            raise self._cause(fault) from None

    def end(self, outcome: Outcome) -> None:
        """Tells how the game ended, and lets the program go. Nothing is a fault any more."""
        if self._talk is not None:
            result = write(protocol.Result(outcome.scores, outcome.reason))
            self._talk.send(f"{result}\n{write(protocol.Quit())}\n")
            self._box.go()
            self._talk.finish(GRACE)

    def close(self) -> None:
        if self._talk is not None:
            self._talk.close()
            self._tail = self._talk.tail()
            self._talk = None
        self._box.close()

    def stderr(self) -> bytes:
        return self._tail if self._talk is None else self._talk.tail()

    def _wait_until_ready(self, talk: Talk) -> None:
        while not isinstance(said := self._next(talk), protocol.Ready):
            if not isinstance(said, protocol.Id | protocol.Info):
                raise unexpected(said)

    def _answer(self, talk: Talk, question: Question) -> Answer:
        watch = self._watch
        legal = ""
        watch.go(question.left, question.cap)
        while not isinstance(said := self._next(talk), protocol.Move):
            if isinstance(said, protocol.LegalQuestion):
                if not legal:  # the clock rests while the rules are asked, once a question
                    spent = watch.stop()
                    watch.judge(spent)
                    self._rested = spent
                    legal = legal_line(question.state)
                    talk.send(legal)
                    watch.go(less(question.left, spent.charged), less(question.cap, spent.unwaited))
                else:
                    talk.send(legal)
            elif not isinstance(said, protocol.Id | protocol.Info):
                raise unexpected(said)
        spent = watch.stop()
        watch.judge(spent, " ".join(said.tokens))
        if self._rested is not None:
            spent = self._rested + spent
        answer = Answer(said.tokens, spent, tuple(self._info))
        self._overhear(talk.buffered)
        return answer

    def _overhear(self, next_line: Callable[[], str | None]) -> None:
        """What came after the answer: a program may tell about itself, but not move again."""
        while (line := next_line()) is not None:
            said = self._understood(line)
            if said is not None and not isinstance(said, protocol.Id | protocol.Info):
                raise unexpected(said)

    def _next(self, talk: Talk) -> FromBot:
        while (said := self._understood(talk.line(self._watch))) is None:
            pass
        return said

    def _understood(self, line: str) -> FromBot | None:
        """`None` for an empty line."""
        if not line:  # no exception for each: somebody could send millions
            return None
        try:
            said = protocol.read_from_bot(line)
        except BadLine as bad:
            if not bad.line:
                return None
            raise Fault(Verdict.protocol, bad.code, shortened(line)) from None
        if isinstance(said, protocol.Move):
            return said
        if isinstance(said, protocol.Info):
            self._info.append(said.text)
        elif isinstance(said, protocol.Id):
            if len(self.names) < NAMES or said.key in self.names:
                self.names[said.key] = shortened(said.text)
        elif isinstance(said, protocol.Error):
            raise Fault(Verdict.protocol, "gave-up", shortened(said.text))
        return said

    def _cause(self, fault: Fault) -> Fault:
        """What is to blame, with what it cost.

        One that was killed for breaking a limit has not crashed; one whose time is up may have
        begun a line that it never ended.
        """
        cause = self._box.breach() or fault
        spent = self._watch.stop()
        if cause.verdict is Verdict.timeout and self._talk is not None:
            cause.text = cause.text or self._talk.unfinished()
        cause.spent = spent if self._rested is None else self._rested + spent
        return cause


def open_talk(program: Program, *, line: int, stdout: int, stderr: int) -> Talk:
    """The fastest conversation that this system can have."""
    kind = Pipes if hasattr(select, "poll") else Pumps
    return kind(program, line=line, stdout=stdout, stderr=stderr)


def game_line(beginning: Beginning) -> protocol.Game:
    state = beginning.state
    rules = dict(state.options.rules())
    words = [word for word in state.options.text().split() if word.partition("=")[0] in rules]
    return protocol.Game(
        state.game.id,
        state.game.version,
        state.seats,
        beginning.seat,
        beginning.clock,
        tuple(words),
    )


def asked(question: Question) -> str:
    """The lines of a question. A bot is never told of more time than it has."""
    left = question.left
    if left is not None:
        left = math.floor(left * 1000) / 1000 if left > 0 else 0.0
    go = protocol.write_go(left, steps_of(question.nodes[question.told :]))
    return f"position {question.state.dump()}\n{go}\n"


def legal_line(state: State[Any]) -> str:
    return f"legal {' '.join(map(state.text, state.actions()))}\n"


def less(limit: float | None, spent: float) -> float | None:
    return None if limit is None else limit - spent


def unexpected(said: FromBot) -> Fault:
    """A line that is protocol, at a time when it means nothing."""
    code = "answered-twice" if isinstance(said, protocol.Move) else "unknown-line"
    return Fault(Verdict.protocol, code, shortened(write(said)), "not asked for at this time")


def shortened(text: str) -> str:
    return quoted(text.encode())
