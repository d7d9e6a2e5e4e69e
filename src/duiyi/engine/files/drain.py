"""Reads what a program prints that nobody asked, within limits, and forgets most of it."""

from __future__ import annotations

import os
import queue
import select
import threading
from abc import ABC, abstractmethod
from contextlib import suppress

from duiyi.engine.box import Program
from duiyi.engine.fault import Fault, Verdict
from duiyi.engine.inbox import TAIL

_CHUNK = 65_536
_LAST = 32
"""How many chunks are still read when the program has ended; more than a pipe holds."""


class Drain(ABC):
    """The output of one program. Its input is at its end from the first."""

    def __init__(self, program: Program, *, stdout: int, stderr: int, keep: int = 0) -> None:
        self.head = b""
        """The beginning of all that came, `keep` bytes at the most."""
        self.said = b""
        """The end of what came through stdout."""
        self.tail = b""
        """The end of what came through stderr."""
        self.errors = 0
        """How many bytes came through stderr."""
        self._keep = keep
        self._program = program
        self._limits = {"stdout": stdout, "stderr": stderr}
        self._left = dict(self._limits)
        # Not closed, which is for the program to do: the pipe's end gives way to nothing at all.
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, program.stdin, inheritable=False)
        os.close(nothing)

    @abstractmethod
    def serve(self, seconds: float) -> bool:
        """Reads what comes, or sleeps; whether anything came. `Fault` when it is too much."""

    def close(self) -> None:
        """Ends the program, after what it has written has been looked through."""
        with suppress(Fault):
            for _ in range(_LAST):
                if not self.serve(0):
                    break
        self._program.close()

    def _put(self, name: str, data: bytes) -> None:
        self.head += data[: self._keep - len(self.head)]
        if name == "stdout":
            self.said = (self.said + data)[-TAIL:]
        if name == "stderr":
            self.errors += len(data)
            self.tail = (self.tail + data)[-TAIL:]
        self._left[name] -= len(data)
        if self._left[name] < 0:
            detail = f"more than {self._limits[name]} bytes"
            raise Fault(Verdict.output_limit, name, "", detail)


class PolledDrain(Drain):
    """Pipes that are polled."""

    def __init__(self, program: Program, *, stdout: int, stderr: int, keep: int = 0) -> None:
        super().__init__(program, stdout=stdout, stderr=stderr, keep=keep)
        self._names = {program.stdout: "stdout", program.stderr: "stderr"}
        self._poll = select.poll()
        for descriptor in self._names:
            self._poll.register(descriptor, select.POLLIN)

    def serve(self, seconds: float) -> bool:
        if not self._names:
            self._program.wait(seconds)
            return False
        found = [self._read(descriptor) for descriptor, _ in self._poll.poll(seconds * 1000)]
        return any(found)

    def _read(self, descriptor: int) -> bool:
        try:
            data = os.read(descriptor, _CHUNK)
        except BlockingIOError:
            return False
        except OSError:
            data = b""
        if data:
            self._put(self._names[descriptor], data)
        else:
            self._poll.unregister(descriptor)
            del self._names[descriptor]
        return bool(data)


class PumpedDrain(Drain):
    """Pipes that threads read, where they cannot be polled."""

    def __init__(self, program: Program, *, stdout: int, stderr: int, keep: int = 0) -> None:
        super().__init__(program, stdout=stdout, stderr=stderr, keep=keep)
        self._parcels: queue.Queue[tuple[str, bytes]] = queue.Queue()
        for name, descriptor in (("stdout", program.stdout), ("stderr", program.stderr)):
            own = os.dup(descriptor)  # which nobody closes while it is read
            if hasattr(os, "set_blocking"):
                os.set_blocking(own, True)
            threading.Thread(target=self._pump, args=(name, own), daemon=True).start()

    def serve(self, seconds: float) -> bool:
        try:
            self._put(*self._parcels.get(timeout=max(seconds, 0.001)))
        except queue.Empty:
            return False
        return True

    def _pump(self, name: str, descriptor: int) -> None:
        """Within twice the limit, so that nothing piles up."""
        left = 2 * max(self._limits[name], _CHUNK)
        with open(descriptor, "rb", buffering=0) as pipe, suppress(OSError):
            while left > 0 and (data := pipe.read(_CHUNK)):
                left -= len(data)
                self._parcels.put((name, data))


def open_drain(program: Program, *, stdout: int, stderr: int, keep: int = 0) -> Drain:
    """The better one of those that this system can have."""
    kind = PolledDrain if hasattr(select, "poll") else PumpedDrain
    return kind(program, stdout=stdout, stderr=stderr, keep=keep)
