"""A scripted program: it expects these lines and answers with those, and fails on purpose.

For tests of whoever talks to programs: there is no process, no sandbox and no waiting. The pipes
are real, and so is everything that is said through them; CPU time is what the script says.

    box = ScriptedBox("> hello 1", "< ready", Burn(0.3), "< move C3", Exit(-11))

A text that starts with `> ` is a line which has to come, one with `< ` is a line that is said.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from duiyi.engine.box import Usage
from duiyi.engine.fault import Fault
from duiyi.engine.inbox import quoted

MOMENT = 0.05
"""Seconds until a script that waits to go on looks whether it is over."""
MOST = 5
"""How many surprises are told."""


@dataclass(frozen=True, slots=True)
class Say:
    """Bytes as they are, whatever they are."""

    data: bytes
    stderr: bool = False


@dataclass(frozen=True, slots=True)
class Burn:
    """Seconds of CPU time, and seconds of waiting for a core that was taken."""

    cpu: float
    delay: float = 0.0


@dataclass(frozen=True, slots=True)
class Break:
    """A limit is found broken from here on."""

    fault: Fault


@dataclass(frozen=True, slots=True)
class Exit:
    """The end; the status is negative for a signal. Nothing can follow."""

    status: int


@dataclass(frozen=True, slots=True)
class CloseOutput:
    """Stdout is closed, and the program goes on."""


@dataclass(frozen=True, slots=True)
class Deaf:
    """Nothing more is read or said, and the program goes on. Nothing can follow."""


Act = str | Say | Burn | Break | Exit | CloseOutput | Deaf


class ScriptedProgram:
    """Plays the script in a thread of its own, as far as the other side lets it."""

    def __init__(self, box: ScriptedBox, script: Sequence[Act]) -> None:
        self._box = box
        self._script = script
        self._input, self.stdin = os.pipe()
        self.stdout, self._output = os.pipe()
        self.stderr, self._errors = os.pipe()
        for descriptor in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(descriptor, False)
        self._status: int | None = None
        self._over = False
        """Whether nothing is read any more."""
        self._ended = threading.Event()
        self._closing = threading.Event()
        self._open = {self._input, self._output, self._errors}
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def ended(self) -> int | None:
        return self._status

    @property
    def done(self) -> bool:
        return self.ended is not None

    def wait(self, seconds: float) -> int | None:
        self._ended.wait(seconds)
        return self._status

    def close(self) -> None:
        if self._closing.is_set():
            return
        self._closing.set()
        for descriptor in (self.stdin, self.stdout, self.stderr):
            os.close(descriptor)
        self._thread.join()

    def _run(self) -> None:
        lines = os.fdopen(self._input, "rb", closefd=False)
        with lines, suppress(BrokenPipeError):  # when nobody listens any more
            for act in self._script:
                self._play(act, lines.readline)
            if not self._over:
                for line in lines:
                    self._box.surprise(f"the script was over when {_shown(line)} came")
        self._closing.wait()
        for descriptor in [*self._open]:
            self._shut(descriptor)

    def _play(self, act: Act, next_line: Callable[[], bytes]) -> None:
        match act:
            case str():
                self._speak(act, next_line)
            case Say(data, stderr):
                _write(self._errors if stderr else self._output, data)
            case Burn(cpu, delay):
                while not (self._box.let_go.wait(MOMENT) or self._closing.is_set()):
                    pass
                self._box.burn(cpu, delay)
            case Break(fault):
                self._box.broken = fault
            case Exit(status):
                self._status = status
                self._over = True
                for descriptor in [*self._open]:
                    self._shut(descriptor)
                self._ended.set()
            case CloseOutput():
                self._shut(self._output)
            case Deaf():
                self._over = True
                self._closing.wait()

    def _speak(self, text: str, next_line: Callable[[], bytes]) -> None:
        mark, _, line = text.partition(" ")
        if mark == "<":
            _write(self._output, f"{line}\n".encode())
            return
        came = next_line()
        if came != f"{line}\n".encode():
            self._box.surprise(f"expected {line!r}, but {_shown(came)} came")

    def _shut(self, descriptor: int) -> None:
        self._open.discard(descriptor)
        os.close(descriptor)


class ScriptedBox:
    """A box in which a script plays the program. `verify` tells what went another way."""

    def __init__(self, *script: Act) -> None:
        self.work = Path()
        self.inside = "."
        self.broken: Fault | None = None
        self.let_go = threading.Event()
        """Nothing is burned in a stopped box; a script goes on with everything else."""
        self.let_go.set()
        self._script = script
        self.programs: list[ScriptedProgram] = []
        self._usage = Usage(0.0, 0.0)
        self._surprises: list[str] = []

    def start(self, arguments: Sequence[str]) -> ScriptedProgram:
        program = ScriptedProgram(self, self._script)
        self.programs.append(program)
        return program

    @property
    def running(self) -> bool:
        """Whether the box was let go last."""
        return self.let_go.is_set()

    def stop(self) -> None:
        self.let_go.clear()

    def go(self) -> None:
        self.let_go.set()

    def usage(self) -> Usage:
        return self._usage

    def ready(self) -> bool:
        return False

    def breach(self) -> Fault | None:
        return self.broken

    def close(self) -> None:
        for program in self.programs:
            program.close()

    def burn(self, cpu: float, delay: float) -> None:
        self._usage = Usage(self._usage.cpu + cpu, self._usage.delay + delay)

    def surprise(self, text: str) -> None:
        if len(self._surprises) < MOST:
            self._surprises.append(text)

    def verify(self) -> None:
        """Raises `AssertionError` when a line came that the script did not expect."""
        if self._surprises:
            raise AssertionError("; ".join(self._surprises))


def _write(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


def _shown(line: bytes) -> str:
    return repr(quoted(line.rstrip(b"\n"))) if line else "nothing"
