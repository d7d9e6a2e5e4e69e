"""The inbox: what a program has written, cut into lines, within its limits.

It reads nothing itself: `duiyi.engine.pipes` and `duiyi.engine.pumps` fill it.
"""

from __future__ import annotations

from duiyi.engine.fault import Fault, Verdict

LINE, STDOUT, STDERR = 65_536, 4_000_000, 64_000_000
"""Bytes: one line of output, all output between a question and its answer, all of stderr."""
TAIL = 4096
"""How much of the end of stderr is kept."""
QUOTED = 200
"""How much of an offending text a fault quotes."""


class Inbox:
    """Lines of stdout in the order they came, and the end of stderr."""

    def __init__(self, *, line: int = LINE, stdout: int = STDOUT, stderr: int = STDERR) -> None:
        self.closed = False
        """Whether stdout is at its end."""
        self.tail = b""
        self._limits = line, stdout, stderr
        self._longest = line
        self._left = stdout
        self._stderr_left = stderr
        self._bytes = bytearray()
        self._searched = 0

    def fresh(self) -> None:
        """From here on stdout is counted anew."""
        self._left = self._limits[1]

    def put(self, data: bytes) -> None:
        """What came through stdout."""
        self._bytes += data
        self._left -= len(data)
        if self._left < 0:
            detail = f"more than {self._limits[1]} bytes"
            raise Fault(Verdict.output_limit, "stdout", quoted(self._bytes), detail)
        if 0 in data:
            raise Fault(Verdict.protocol, "not-text", quoted(self._bytes), "a NUL byte")

    def put_stderr(self, data: bytes) -> None:
        self.tail = (self.tail + data)[-TAIL:]
        self._stderr_left -= len(data)
        if self._stderr_left < 0:
            detail = f"more than {self._limits[2]} bytes"
            raise Fault(Verdict.output_limit, "stderr", "", detail)

    def take(self) -> str | None:
        """The next line without its end; `None` when none is complete."""
        end = self._bytes.find(10, self._searched)
        if end < 0:
            self._searched = len(self._bytes)
            if self._searched > self._longest:
                raise self._too_long(self._bytes)
            return None
        line = self._bytes[:end]
        del self._bytes[: end + 1]
        self._searched = 0
        if end > self._longest:
            raise self._too_long(line)
        try:
            return line.decode()
        except UnicodeDecodeError as error:
            raise not_utf8(line, error) from None

    def forget(self) -> None:
        """Whatever has come does not matter."""
        self._bytes.clear()
        self._searched = 0

    def unfinished(self) -> str:
        """What has come after the last complete line, shortened."""
        return quoted(self._bytes)

    def _too_long(self, line: bytearray) -> Fault:
        """Binary junk rarely has an end of line: what is no text is called so first."""
        try:
            line.decode()
        except UnicodeDecodeError as error:
            if error.start < len(line) - 3:  # else its last character may only be incomplete
                return not_utf8(line, error)
        detail = f"more than {self._longest} bytes without an end of line"
        return Fault(Verdict.protocol, "line-too-long", quoted(line), detail)


def not_utf8(line: bytes | bytearray, error: UnicodeDecodeError) -> Fault:
    return Fault(Verdict.protocol, "not-text", quoted(line), f"byte {error.start}: {error.reason}")


def quoted(data: bytes | bytearray) -> str:
    """The beginning of what was written, with what is no text made visible."""
    text = bytes(data[: QUOTED + 1]).decode("utf-8", "backslashreplace").replace("\0", "\\x00")
    return text if len(text) <= QUOTED else text[: QUOTED - 1] + "…"
