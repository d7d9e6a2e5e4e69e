"""The program itself, outside any game: does it end when told to, and does it hold back output?"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from time import monotonic

from duiyi.engine.box import Box, Program
from duiyi.engine.client import open_talk
from duiyi.engine.fault import Fault, Verdict
from duiyi.engine.inbox import LINE, STDERR, STDOUT
from duiyi.engine.open_box import OpenBox

PATIENCE = 1.0
"""Seconds in which a program ends that was told to."""
QUIET = 0.4
"""Seconds without output and without CPU time: it waits for something."""
BUSY = 0.02
"""Seconds of CPU time; whoever uses more in `QUIET` is at work."""


class _Until:
    """A watch that waits for a moment, or for the program to fall quiet."""

    def __init__(self, box: Box, seconds: float) -> None:
        self.end = monotonic() + seconds
        self.due = monotonic() + QUIET
        self.quiet = False
        self._box = box
        self._used = self._now()

    def look(self, at: float | None = None) -> None:
        used = self._now()
        self.quiet = used - self._used < BUSY
        if self.quiet or monotonic() > self.end:
            raise Fault(Verdict.timeout, "timeout")
        self._used = used
        self.due = min(monotonic() + QUIET, self.end)

    def _now(self) -> float:
        """Whoever would work but gets no core is not quiet."""
        usage = self._box.usage()
        return usage.cpu + usage.delay


class Running:
    """A program that is spoken to directly, and what it has said so far."""

    def __init__(self, box: Box, arguments: Sequence[str], legal: str = "") -> None:
        self._box = box
        self._legal = legal
        self._program: Program = box.start(arguments)
        self._talk = open_talk(self._program, line=LINE, stdout=STDOUT, stderr=STDERR)
        self.said: list[str] = []
        self.quiet = False

    def tell(self, *lines: str) -> None:
        self._talk.send("".join(f"{line}\n" for line in lines))

    def hear(self, word: str, seconds: float) -> bool:
        """Listens until it says a line that begins so, falls quiet, or the time is over."""
        end = monotonic() + seconds
        while True:
            watch = _Until(self._box, end - monotonic())
            try:
                line = self._talk.line(watch)
            except Fault:
                self.quiet = watch.quiet
                return False
            if monotonic() > end:  # one that says little, again and again, is not heard for ever
                return False
            self.said.append(line)
            if line.split() == ["legal?"]:
                self.tell(self._legal)
            elif line.split()[:1] == [word]:
                return True

    def hear_all(self, seconds: float) -> None:
        """Whatever it says until it ends."""
        end = monotonic() + seconds
        with suppress(Fault):
            while True:
                watch = _Until(self._box, end - monotonic())
                self.said.append(self._talk.line(watch))

    def unfinished(self) -> str:
        return self._talk.unfinished()

    def end_input(self) -> None:
        """Its stdin is at its end; the descriptor stays ours, so that closing it is no mistake."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self._program.stdin)
        os.close(nowhere)

    def ends(self, seconds: float = PATIENCE) -> bool:
        return self._talk.finish(seconds) is not None

    def close(self) -> None:
        self._talk.close()


Boxes = Callable[[], Box]


@contextmanager
def running(arguments: Sequence[str], legal: str = "", boxes: Boxes = OpenBox) -> Iterator[Running]:
    """`legal` is what it is told when it asks `legal?`."""
    box = boxes()
    try:
        program = Running(box, arguments, legal)
        try:
            yield program
        finally:
            program.close()
    finally:
        box.close()


@dataclass(frozen=True, slots=True)
class Manners:
    """Whether it ended in time after `quit`, and after the end of its input."""

    quits: bool
    ends: bool


def manners(
    arguments: Sequence[str], game: str, allowance: float, boxes: Boxes = OpenBox
) -> Manners:
    found = []
    for way in ("quit", "end"):
        with running(arguments, boxes=boxes) as program:
            program.tell("hello 1", game)
            ready = program.hear("ready", allowance) and program.hear("ready", allowance)
            if ready and way == "quit":
                program.tell("quit")
            elif ready:
                program.end_input()
            found.append(not ready or program.ends())
    return Manners(*found)


@dataclass(frozen=True, slots=True)
class Withheld:
    """What a program has said and we could not hear: a line without its end, or lines that came
    only when its input had ended and it ended too."""

    unfinished: str = ""
    lines: tuple[str, ...] = ()
    quiet: bool = False
    """It used no CPU time while it was waited for."""


def withheld(
    arguments: Sequence[str],
    lines: Sequence[str],
    legal: str,
    word: str,
    seconds: float,
    boxes: Boxes = OpenBox,
) -> Withheld:
    """After a program was too late with a line that begins with `word`: had it been written?

    A program that does not flush keeps what it wrote until its buffer is full or it ends. So we
    wait until it is quiet, end its input, and see what still comes.
    """
    with running(arguments, legal, boxes) as program:
        program.tell(*lines)
        words = ["ready", "ready"] if word == "ready" else ["ready", "ready", word]
        if all(program.hear(each, seconds) for each in words):
            return Withheld()
        unfinished, heard, quiet = program.unfinished(), len(program.said), program.quiet
        program.end_input()
        program.hear_all(PATIENCE)
        later = (line for line in program.said[heard:] if line.split()[:1] == [word])
        return Withheld(unfinished, () if unfinished else tuple(later), quiet)
