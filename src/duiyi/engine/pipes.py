"""Pipes: lines to and from a running program, while a watch looks after it.

Nothing here blocks for longer than the watch allows: a program that never reads, never ends its
line, floods us or dies costs us no more than its own time. What the lines mean is in
`duiyi.engine.protocol`, how time is charged in `duiyi.engine.stopwatch`.

The pipes are polled directly, without an event loop: the round trip counts. Where pipes cannot be
polled `duiyi.engine.pumps` does the same with threads.
"""

from __future__ import annotations

import os
import select
import signal
from abc import ABC, abstractmethod
from contextlib import suppress
from time import monotonic
from typing import Protocol

from duiyi.engine.box import Program
from duiyi.engine.fault import Fault, Verdict
from duiyi.engine.inbox import LINE, STDERR, STDOUT, Inbox

GRACE = 0.25
"""How long a program that has closed its output may take to end."""
BACKLOG = 1_000_000
"""While more than this waits to be read by a program, nothing that it says is heard."""
CHUNK = 65_536
MOST_CHUNKS = 32
"""More than a pipe holds."""


class Watch(Protocol):
    """Who looks after a program while it is waited for, such as a `Stopwatch`."""

    @property
    def due(self) -> float:
        """When to look next, by `time.monotonic`."""
        ...

    def look(self, at: float | None = None) -> None:
        """Raises `Fault` when the program has had enough, as things stood at some moment, or stand
        now; moves `due` otherwise."""
        ...


class Talk(ABC):
    """A conversation with a program in lines, however its pipes are served."""

    def __init__(
        self, program: Program, *, line: int = LINE, stdout: int = STDOUT, stderr: int = STDERR
    ) -> None:
        self._program = program
        self._inbox = Inbox(line=line, stdout=stdout, stderr=stderr)
        self._outbox = bytearray()
        self._deaf = False
        """Whether the program has closed its input."""
        self._closed = False
        self._heard: float | None = None
        """When the program was listened to once more, before the look that is due."""

    def send(self, text: str) -> None:
        """Queues lines, each with its end, and writes what fits; never blocks and never fails."""
        if not self._deaf:
            self._outbox += text.encode()
            self._write()

    def line(self, watch: Watch) -> str:
        """The next line without its end; `Fault` when there will be none."""
        inbox = self._inbox
        while True:
            if len(self._outbox) <= BACKLOG and (line := inbox.take()) is not None:
                return line
            if inbox.closed:
                raise gone(self._program)
            now = monotonic()
            if watch.due > now:
                self._heard = None
                self._serve(watch.due - now)
                continue
            if self._heard is None:
                # We may have waited for a core ourselves: what it said by now it said in time.
                self._heard = now
                if self._serve(0):
                    continue
            at, self._heard = self._heard, None
            watch.look(at)
            # A child of a program that has ended may hold its output open for ever.
            if self._program.ended is not None and not self._serve(0):
                raise gone(self._program)

    def arrived(self) -> str | None:
        """The next line if it is there already."""
        line = self._inbox.take()
        if line is None and self._serve(0):
            line = self._inbox.take()
        return line

    def buffered(self) -> str | None:
        """The next line if it came together with one that was taken."""
        return self._inbox.take()

    def fresh(self) -> None:
        """Something new is asked: from here on output is counted anew."""
        self._inbox.fresh()
        self._heard = None

    def unfinished(self) -> str:
        """What came after the last end of a line, shortened: perhaps an answer without its end."""
        return self._inbox.unfinished()

    def tail(self) -> bytes:
        """The end of what came through stderr, 4096 bytes at most."""
        if not self._closed:
            with suppress(Fault):
                self._drain_stderr()
        return self._inbox.tail

    def finish(self, seconds: float) -> int | None:
        """Lets the program end by itself, forgetting what it still says: its exit status."""
        end = monotonic() + seconds
        while (wait := end - monotonic()) > 0:
            if self._inbox.closed:
                return self._program.wait(wait)
            try:
                self._serve(wait)
            except Fault:
                break
            self._inbox.forget()
        return self._program.ended

    def close(self) -> None:
        """Ends the program; the last of its stderr is kept."""
        if not self._closed:
            self.tail()
            self._closed = True
            self._hang_up()
            self._program.close()

    @abstractmethod
    def _serve(self, seconds: float) -> bool:
        """Waits until something can be read or written, and does so; whether there was anything."""

    @abstractmethod
    def _write(self) -> None:
        """Writes what fits; the rest follows when the program has read."""

    @abstractmethod
    def _hang_up(self) -> None:
        """Lets go of what is held beside the program's pipes, which is ended next."""

    @abstractmethod
    def _drain_stderr(self) -> None:
        """Reads what has come by now; a program that goes on writing is not waited for."""


class Pipes(Talk):
    """Pipes that are polled."""

    def __init__(
        self, program: Program, *, line: int = LINE, stdout: int = STDOUT, stderr: int = STDERR
    ) -> None:
        super().__init__(program, line=line, stdout=stdout, stderr=stderr)
        self._stdin, self._stdout, self._stderr = program.stdin, program.stdout, program.stderr
        self._poll = select.poll()
        self._poll.register(self._stdout, select.POLLIN)
        self._poll.register(self._stderr, select.POLLIN)
        self._writing = False

    def _serve(self, seconds: float) -> bool:
        ready = self._poll.poll(seconds * 1000)
        for descriptor, _ in ready:
            if descriptor == self._stdout:
                self._read_stdout()
            elif descriptor == self._stderr:
                self._read_stderr()
            else:
                self._write()
        return bool(ready)

    def _read_stdout(self) -> None:
        data = _read(self._stdout)
        if data:
            self._inbox.put(data)
        elif data is not None:
            self._inbox.closed = True
            self._poll.unregister(self._stdout)

    def _read_stderr(self) -> bool:
        """Whether there may be more."""
        data = _read(self._stderr)
        if data:
            self._inbox.put_stderr(data)
        elif data is not None:
            with suppress(KeyError):  # it was at its end before
                self._poll.unregister(self._stderr)
        return bool(data)

    def _drain_stderr(self) -> None:
        for _ in range(MOST_CHUNKS):
            if not self._read_stderr():
                break

    def _hang_up(self) -> None:
        pass

    def _write(self) -> None:
        try:
            del self._outbox[: os.write(self._stdin, self._outbox)]
        except BlockingIOError:
            pass
        except OSError:  # whether it still lives is seen at its output
            self._outbox.clear()
            self._deaf = True
        if bool(self._outbox) != self._writing:
            self._writing = not self._writing
            if self._writing:
                self._poll.register(self._stdin, select.POLLOUT)
            else:
                self._poll.unregister(self._stdin)


def _read(descriptor: int) -> bytes | None:
    """What is there, empty at the end, `None` when there is nothing now."""
    try:
        return os.read(descriptor, CHUNK)
    except BlockingIOError:
        return None
    except OSError:  # the other end of a socket was reset
        return b""


def gone(program: Program) -> Fault:
    """What it is that a program's output has ended."""
    status = program.wait(GRACE)
    if status is None:
        return Fault(Verdict.protocol, "closed-output", "", "the program goes on")
    return crash(status)


def crash(status: int) -> Fault:
    """A program has ended when it should not have: `exit-3`, `signal-SEGV`."""
    if status >= 0:
        return Fault(Verdict.crash, f"exit-{status}", "", f"exit status {status}")
    try:
        name = signal.Signals(-status).name.removeprefix("SIG")
    except ValueError:  # a real-time signal has no name
        name = str(-status)
    words = signal.strsignal(-status) if -status < signal.NSIG else None
    return Fault(Verdict.crash, f"signal-{name}", "", words or f"signal {-status}")
