"""A real `duiyi serve` in a process of its own, for tests that talk to it.

    with served() as server:
        httpx.get(server.url + "health")

It listens on a free port unless told which, with a database in a directory that goes with it
unless told where. What it logs is in the file `log`.
"""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

START_SECONDS = 60.0
STOP_SECONDS = 15.0
_address = re.compile(rb"https?://[^\s/]+/")


@dataclass(frozen=True)
class Served:
    """A running server; `url` ends with a slash."""

    url: str
    process: subprocess.Popen[bytes]
    database: Path
    log: Path
    said: str
    """What it printed until it was ready."""

    @property
    def port(self) -> int:
        return int(self.url.rstrip("/").rpartition(":")[2])

    @property
    def socket_url(self) -> str:
        return "ws" + self.url.removeprefix("http")

    def stop(self) -> int:
        """Ask it to end; the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(STOP_SECONDS)

    def kill(self) -> None:
        """End it without warning, as a crash of the machine would."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(STOP_SECONDS)

    def logged(self) -> str:
        return self.log.read_text("utf-8", "replace")


@contextlib.contextmanager
def served(
    database: Path | None = None,
    extra_args: Sequence[str] = (),
    env: Mapping[str, str] | None = None,
    *,
    port: int = 0,
    python: str = sys.executable,
) -> Iterator[Served]:
    """A server that answers on `/health`; killed at the end where it has not ended by then."""
    with tempfile.TemporaryDirectory(prefix="duiyi-served-") as directory:
        log = Path(directory) / "log"
        kept = database if database is not None else Path(directory) / "duiyi.sqlite3"
        command = [python, "-m", "duiyi", "serve", "--host", "127.0.0.1"]
        command += ["--port", str(port), "--database", str(kept), *extra_args]
        with log.open("ab") as errors:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
                env={**os.environ, "LC_ALL": "C.UTF-8", **(env or {})},
            )
        try:
            said = _until_ready(process, log)
            found = _address.findall(said)
            server = Served(found[-1].decode(), process, kept, log, said.decode("utf-8", "replace"))
            with urllib.request.urlopen(server.url + "health", timeout=START_SECONDS) as answer:
                answer.read()
            yield server
        finally:
            if process.poll() is None:
                process.kill()
            process.wait(STOP_SECONDS)
            if process.stdout is not None:
                process.stdout.close()


def _until_ready(process: subprocess.Popen[bytes], log: Path) -> bytes:
    """All that the server prints until it has told its address in a whole line."""
    assert process.stdout is not None
    said, end = b"", time.monotonic() + START_SECONDS
    while not any(_address.search(line) for line in said.split(b"\n")[:-1]):
        left = max(0.0, end - time.monotonic())
        ready, _, _ = select.select([process.stdout], [], [], left)
        more = os.read(process.stdout.fileno(), 65536) if ready else b""
        if not more:
            why = "ended" if ready else "did not begin in time"
            raise RuntimeError(f"the server {why}:\n{said.decode()}{log.read_text('utf-8')}")
        said += more
    return said
