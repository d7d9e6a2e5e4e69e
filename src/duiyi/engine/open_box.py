"""The open box: programs run as they are, for whom they belong to. Nothing is kept from them.

It works on any system with Python: where processes can be stopped they are while it is not their
turn, where the system tells CPU times these are charged. What has to be locked in goes into a box
of `duiyi.arena.sandbox`.
"""

from __future__ import annotations

import errno
import os
import select
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from duiyi.engine.box import Usage
from duiyi.engine.fault import Fault, Verdict
from duiyi.engine.processes import await_group, go_group, kill_group, stop_group, times_of
from duiyi.engine.waiting import any_ready

UNSTARTABLE = {
    errno.ENOENT: 127,
    errno.EACCES: 126,
    errno.ENOEXEC: 126,
    errno.EISDIR: 126,
    errno.ENOTDIR: 127,
}
"""What is wrong with a program that cannot be started, and the exit status of a shell for it."""


class OpenProgram:
    """A process that leads a group of its own, which is what is stopped and ended.

    It is not waited for before `close`, so that its number cannot become another's meanwhile.
    """

    def __init__(
        self, arguments: Sequence[str], work: Path, closing: Callable[[OpenProgram], None]
    ) -> None:
        self.process = subprocess.Popen(
            list(arguments),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=work,
            start_new_session=True,
        )
        process = self.process
        self._pipes = [pipe for pipe in (process.stdin, process.stdout, process.stderr) if pipe]
        self.stdin, self.stdout, self.stderr = (pipe.fileno() for pipe in self._pipes)
        if sys.platform != "win32":
            for pipe in self._pipes:
                os.set_blocking(pipe.fileno(), False)
        self.times = times_of(self.process.pid)
        self._pidfd = os.pidfd_open(self.process.pid) if sys.platform == "linux" else -1
        self._closing = closing
        self._closed = False

    @property
    def ended(self) -> int | None:
        if sys.platform != "linux" or self._closed:
            return self.process.poll()
        flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
        found = os.waitid(os.P_PID, self.process.pid, flags)
        if found is None:
            return None
        return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status

    @property
    def done(self) -> bool:
        return self.ended is not None

    def wait(self, seconds: float) -> int | None:
        if sys.platform == "linux" and not self._closed:
            poll = select.poll()
            poll.register(self._pidfd, select.POLLIN)
            poll.poll(max(0.0, seconds) * 1000)
            return self.ended
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def close(self) -> None:
        if self._closed:
            return
        self._closing(self)
        self._closed = True
        kill_group(self.process.pid)
        self.process.wait()
        await_group(self.process.pid)
        self.times.close()
        for pipe in self._pipes:
            pipe.close()
        if self._pidfd >= 0:
            os.close(self._pidfd)


class OpenBox:
    """`work` is where programs start: a given directory is left as it is, one of its own goes."""

    def __init__(self, work: Path | None = None) -> None:
        self._own = work is None
        self.work = Path(tempfile.mkdtemp(prefix="duiyi-")) if work is None else work.resolve()
        self.inside = str(self.work)
        self._programs: list[OpenProgram] = []
        self._before = Usage(0.0, 0.0)
        self._stopped = False

    def start(self, arguments: Sequence[str]) -> OpenProgram:
        try:
            program = OpenProgram(arguments, self.work, self._closing)
        except OSError as error:
            if error.errno not in UNSTARTABLE:
                raise Fault(Verdict.infra, "sandbox", "", str(error)) from None
            code = f"exit-{UNSTARTABLE[error.errno]}"
            raise Fault(Verdict.crash, code, "", str(error)) from None
        self._programs.append(program)
        return program

    def stop(self) -> None:
        self._stopped = True
        for program in self._programs:
            stop_group(program.process.pid)

    def go(self) -> None:
        if self._stopped:
            self._stopped = False
            for program in self._programs:
                go_group(program.process.pid)

    def usage(self) -> Usage:
        cpu, delay = self._before.cpu, 0.0
        for program in self._programs:
            usage = program.times.read()
            cpu += usage.cpu
            if usage.delay > delay:
                delay = usage.delay
        return Usage(cpu, self._before.delay + delay)

    def ready(self) -> bool:
        return any(any_ready(program.times.threads()) for program in self._programs)

    def breach(self) -> Fault | None:
        return None

    def close(self) -> None:
        for program in [*self._programs]:
            program.close()
        if self._own:
            shutil.rmtree(self.work, ignore_errors=True)

    def _closing(self, program: OpenProgram) -> None:
        """A program is about to end: what it has used stays."""
        usage, before = program.times.read(), self._before
        self._before = Usage(before.cpu + usage.cpu, before.delay + usage.delay)
        self._programs.remove(program)
