"""Bots that answer through files in their working directory: what both course interfaces share.

Before each call all files are written anew, so that whatever the bot did to them does not matter;
the directory is kept for the whole game, and nothing else in it is touched.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import ClassVar

from duiyi.core import Outcome
from duiyi.core.record import Decision
from duiyi.engine.bot import Answer, Beginning, Question, Spent
from duiyi.engine.box import Box
from duiyi.engine.fault import Fault, Verdict
from duiyi.engine.files.folder import Folder
from duiyi.engine.files.run import Ran, Runs
from duiyi.engine.files.tzaar import GAME, Position, Step, read_position, steps_since
from duiyi.engine.inbox import STDERR, STDOUT, quoted
from duiyi.engine.pipes import crash

LARGEST = 4096
"""Bytes of a file that is an answer; none needs more than 500."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What a program was called for."""

    question: Question
    position: Position

    @property
    def steps(self) -> Iterator[Step]:
        """All steps of the game so far."""
        nodes = self.question.nodes
        tokens = [node.token for node in nodes if isinstance(node, Decision)]
        return steps_since(read_position(self.question.first.dump()), tokens)


class FilesBot(ABC):
    """A program that is started for each question in a box, and writes its answer to files."""

    answers: ClassVar[tuple[str, ...]]
    """The files that an answer is read from."""
    kept: ClassVar[tuple[str, ...]] = ()
    """Files that the program must leave as they were."""
    second_steps: ClassVar[bool]
    """Whether it can be asked for the second step of a turn alone."""

    def __init__(
        self,
        box: Box,
        arguments: Sequence[str],
        *,
        cores: int = 1,
        stdout: int = STDOUT,
        stderr: int = STDERR,
    ) -> None:
        self._box = box
        self._arguments = tuple(arguments)
        self._runs = Runs(box, cores=cores, stdout=stdout, stderr=stderr)
        self._folder = Folder(box.work)

    # What an interface adds

    @abstractmethod
    def call(self, position: Position) -> Sequence[str]:
        """The arguments of the program."""

    @abstractmethod
    def files(self, turn: Turn) -> dict[str, str]:
        """What is written before a call: the text of each file."""

    @abstractmethod
    def tokens(self, turn: Turn, found: dict[str, bytes]) -> tuple[str, ...]:
        """What an answer means; `Fault` where it means nothing."""

    def idle(self, turn: Turn, found: dict[str, bytes]) -> bool:
        """Whether the files are those that a program leaves that did nothing."""
        return False

    def written(self, turn: Turn, found: dict[str, bytes]) -> tuple[str, ...]:
        """What the program itself wrote, for each token of an answer."""
        return ()

    # What the referee asks

    def begin(self, beginning: Beginning) -> Spent:
        """Nothing runs yet: each call is charged from its start."""
        game = beginning.state.game.id
        if game != GAME:
            raise Fault(Verdict.infra, "referee", "", f"the file interfaces know no {game}")
        return Spent()

    def ask(self, question: Question) -> Answer:
        turn = Turn(question, read_position(question.state.dump()))
        if turn.position.step == 2 and not self.second_steps:
            detail = "this interface cannot be asked for a second step alone"
            raise Fault(Verdict.infra, "referee", "", detail)
        written = self._write(turn)
        call = (*self._arguments, *self.call(turn.position))
        ran = self._runs.run(call, question.left, question.cap)
        try:
            found = self._found(ran, turn)
            if ran.status and self.idle(turn, found):
                raise crash(ran.status)
            for name in self.kept:
                self._check_kept(name, written[name].encode())
            tokens = self.tokens(turn, found)
            return Answer(tokens, ran.spent, written=self.written(turn, found))
        except Fault as fault:
            fault.spent = ran.spent
            raise

    def end(self, outcome: Outcome) -> None:
        """Nothing runs that could be told, and nothing shall."""
        self._box.stop()

    def close(self) -> None:
        self._folder.close()
        self._box.close()

    def stderr(self) -> bytes:
        return self._runs.tail

    # The files

    def _write(self, turn: Turn) -> Mapping[str, str]:
        files = self.files(turn)
        try:
            self._folder.reopen()
            for name in self.answers:
                self._folder.remove(name)
            for name, text in files.items():
                self._folder.write(name, text)
        except OSError as error:  # no room is left: by what the bot wrote, or by others
            raise self._box.breach() or Fault(
                Verdict.infra, "referee", "", f"{self._box.work}: {error.strerror}"
            ) from error
        return files

    def _found(self, ran: Ran, turn: Turn) -> dict[str, bytes]:
        """The answer's files. A program that was killed has not answered, whatever it wrote.

        An exit status does not matter where there is an answer: a `main` that returns nothing has
        any status.
        """
        if ran.status < 0:
            raise crash(ran.status)
        found: dict[str, bytes] = {}
        for name in self.answers:
            data = self._folder.read(name, LARGEST)
            if data is None:
                said = self._said(turn, name)
                if said:
                    raise Fault(Verdict.protocol, "printed-answer", said, name)
                if ran.status:
                    raise crash(ran.status)
                raise Fault(Verdict.protocol, "no-answer", name, f"the program left no {name}")
            found[name] = data
        return found

    def _said(self, turn: Turn, name: str) -> str:
        """The legal answer that was printed instead of written to the only file there is for it;
        other lines may stand before it."""
        if self.answers != (name,):
            return ""
        state = turn.question.state
        legal = {state.text(action) for action in state.actions()}
        lines = self._runs.said.strip().splitlines()
        for start in range(len(lines)):
            said = b"\n".join(lines[start:])
            try:
                tokens = self.tokens(turn, {name: said})
            except Fault:
                continue
            if tokens[0] in legal:
                return " / ".join(quoted(said).split("\n"))
        return ""

    def _check_kept(self, name: str, written: bytes) -> None:
        """`Fault` where a file is not as it was written."""
        try:
            found = self._folder.read(name, len(written) + LARGEST)
        except Fault as fault:
            raise Fault(Verdict.protocol, "log-changed", name, fault.detail) from None
        if found is None:
            raise Fault(Verdict.protocol, "log-changed", name, f"{name} is gone")
        if found != written:
            number, line = changed_line(written, found)
            detail = f"{name}, line {number}: {quoted(line)}"
            raise Fault(Verdict.protocol, "log-changed", quoted(line), detail)


def changed_line(before: bytes, after: bytes) -> tuple[int, bytes]:
    """The first line that differs: its number, and what it is now; nothing where it is gone."""
    lines = zip_longest(after.split(b"\n"), before.split(b"\n"))
    return next((at, now or b"") for at, (now, then) in enumerate(lines, 1) if now != then)
