"""Pumps: the same conversation as `duiyi.engine.pipes`, with threads that read and write.

For systems on which pipes cannot be polled. A round trip takes several times as long.
"""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable

from duiyi.engine.box import Program
from duiyi.engine.inbox import LINE, STDERR, STDOUT
from duiyi.engine.pipes import CHUNK, MOST_CHUNKS, Talk

Parcel = tuple[bool, bytes]
"""Whether it came from stdout, and what came: nothing, at the end."""
_ROOM = 0.1
"""Seconds after which a thread that waits for room sees whether anybody still listens."""


class Pumps(Talk):
    """The threads have descriptors of their own, so that nothing is closed under their hands; they
    end when the program has."""

    def __init__(
        self, program: Program, *, line: int = LINE, stdout: int = STDOUT, stderr: int = STDERR
    ) -> None:
        super().__init__(program, line=line, stdout=stdout, stderr=stderr)
        self._parcels: queue.Queue[Parcel] = queue.Queue(MOST_CHUNKS)
        self._posted = threading.Event()
        self._start(self._read, program.stdout, True)
        self._start(self._read, program.stderr, False)
        self._start(self._deliver, program.stdin)

    def _hang_up(self) -> None:
        self._posted.set()

    def _serve(self, seconds: float) -> bool:
        try:
            if seconds > 0:
                is_stdout, data = self._parcels.get(timeout=seconds)
            else:
                is_stdout, data = self._parcels.get_nowait()
        except queue.Empty:
            return False
        if not is_stdout:
            self._inbox.put_stderr(data)
        elif data:
            self._inbox.put(data)
        else:
            self._inbox.closed = True
        return True

    def _drain_stderr(self) -> None:
        for _ in range(MOST_CHUNKS):
            if not self._serve(0):
                break

    def _write(self) -> None:
        self._posted.set()

    def _start(self, work: Callable[..., None], descriptor: int, *rest: bool) -> None:
        own = os.dup(descriptor)
        if hasattr(os, "set_blocking"):
            os.set_blocking(own, True)
        threading.Thread(target=self._run, args=(work, own, *rest), daemon=True).start()

    def _run(self, work: Callable[..., None], descriptor: int, *rest: bool) -> None:
        try:
            work(descriptor, *rest)
        finally:
            os.close(descriptor)

    def _read(self, descriptor: int, is_stdout: bool) -> None:
        data = b"-"
        while data and not self._closed:
            try:
                data = os.read(descriptor, CHUNK)
            except OSError:
                data = b""
            self._hand_in((is_stdout, data))

    def _hand_in(self, parcel: Parcel) -> None:
        while not self._closed:
            try:
                self._parcels.put(parcel, timeout=_ROOM)
            except queue.Full:
                continue
            return

    def _deliver(self, descriptor: int) -> None:
        while self._posted.wait() and not self._closed:
            self._posted.clear()
            while self._outbox and not self._closed:
                chunk = bytes(self._outbox[:CHUNK])
                try:
                    done = os.write(descriptor, chunk)
                except OSError:
                    self._deaf = True
                    self._outbox.clear()
                    return
                del self._outbox[:done]
