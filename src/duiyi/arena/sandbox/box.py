"""The sandbox as a box: one bot, one game, one user, one working directory.

with its slot        a number, from which user, directory and control group follow
for each program     bubblewrap with a new set of namespaces, held until it may go
at its end           everything is killed, reaped, unmounted and removed
"""

from __future__ import annotations

import os
import select
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

from duiyi.arena.game.conditions import Limits
from duiyi.arena.sandbox import seccomp
from duiyi.arena.sandbox.accounting import slots
from duiyi.arena.sandbox.accounting.cgroups import Group
from duiyi.arena.sandbox.accounting.meters import (
    CpuMeter,
    DelayMeter,
    Freezer,
    GroupCpu,
    GroupFreezer,
    GroupMemory,
    GroupStall,
    MemoryMeter,
    NoMemory,
    NoStall,
    ProcessCpu,
    ProcessMemory,
    SignalFreezer,
    StallMeter,
)
from duiyi.arena.sandbox.command import (
    ADDRESSES,
    PRLIMIT,
    PROGRAM,
    Plan,
    bubblewrap,
    launcher,
    process_bound,
)
from duiyi.arena.sandbox.files.memory_file import MemoryFiles, memory_files
from duiyi.arena.sandbox.files.work import BoundedWork, UnboundedWork, WatchedWork, WorkDirectory
from duiyi.arena.sandbox.mechanisms import Mechanisms
from duiyi.arena.sandbox.pieces import ALL, Pieces
from duiyi.arena.sandbox.probe import require
from duiyi.arena.sandbox.process import SandboxProgram
from duiyi.arena.sandbox.spawn import Start, become_reaper, forget, reap, reap_orphans, start
from duiyi.core import DuiyiError, message
from duiyi.engine.box import Usage
from duiyi.engine.fault import Fault, Verdict
from duiyi.engine.waiting import any_ready

START_LIMIT = 30.0
"""Seconds until bubblewrap has set everything up, on the busiest machine."""


class SandboxBox:
    """Programs that nobody has to trust.

    `program` is shown to them read-only as /bot, and what `readable` has under the names it has
    there: both as they are, so they have to be open to everybody (`copies`). Programs are found in
    `path` before the system's. With `core` they run on that core alone. `addresses` are the bytes
    of address space that a process may reserve. `mechanisms` and `pieces` are for tests: what the
    machine has is used, and nothing is left out.
    """

    def __init__(
        self,
        limits: Limits,
        *,
        program: Path | None = None,
        readable: Mapping[str, Path] | None = None,
        path: Sequence[str] = (),
        core: int | None = None,
        addresses: int = ADDRESSES,
        pieces: Pieces = ALL,
        mechanisms: Mechanisms | None = None,
    ) -> None:
        report = require()
        self._bwrap = report.bwrap
        mechanisms = report.mechanisms if mechanisms is None else mechanisms
        self._mechanisms = mechanisms
        self._pieces = pieces
        self._core = core
        self._running: list[SandboxProgram] = []
        self._open: list[SandboxProgram] = []
        self._stopped = self._closed = self._all_ended = False
        self._group: Group | None = None
        self._directory: WorkDirectory | None = None
        self._delay = DelayMeter(lambda: self._running, None, None)
        become_reaper(pieces.reaper)
        reap_orphans()
        self._slot = slots.take(mechanisms, own_user=pieces.user)
        try:
            shown = dict(readable or {})
            if program is not None:
                shown[PROGRAM] = program
            self._furnish(limits, shown, tuple(path), addresses)
        except BaseException:
            self.close()
            raise

    def _furnish(
        self,
        limits: Limits,
        shown: Mapping[str, Path],
        path: tuple[str, ...],
        addresses: int,
    ) -> None:
        slot, pieces, mechanisms = self._slot, self._pieces, self._mechanisms
        for place in shown.values():
            if not place.exists():
                raise DuiyiError(message("sandbox.not-there", file=str(place)))
        bounded = BoundedWork if mechanisms.tmpfs else WatchedWork
        kind = bounded if pieces.work else UnboundedWork
        self._directory = kind(slot.directory / "work", limits.work, slot.user)
        self._plan = Plan(
            work=self._directory.path,
            shown=shown,
            limits=limits,
            pieces=pieces,
            bounded_together=mechanisms.memory is not None,
            path=path,
            addresses=addresses,
        )
        self._group = Group(mechanisms, slot.number) if mechanisms.places() else None
        if self._group is not None:
            if pieces.memory:
                self._group.bound_memory(limits.memory)
            if pieces.processes:
                self._group.bound_processes(limits.processes + 1)
        self._meters(limits)

    def _meters(self, limits: Limits) -> None:
        group, mechanisms, running = self._group, self._mechanisms, lambda: self._running
        self._process_cpu = ProcessCpu(running)
        self._cpu: CpuMeter = self._process_cpu
        self._freezer: Freezer = SignalFreezer(running)
        self._memory: MemoryMeter = ProcessMemory(running, limits.memory)
        self._delay = DelayMeter(running, group, mechanisms.pids)
        self._stall: StallMeter = NoStall()
        if group is not None:
            if mechanisms.cpu is not None:
                self._cpu = GroupCpu(group, mechanisms.cpu)
            if mechanisms.freezer is not None:
                self._freezer = GroupFreezer(group, mechanisms.freezer)
            if mechanisms.memory is not None:
                self._memory = GroupMemory(group, mechanisms.memory, limits.memory)
            if mechanisms.pressure is not None and self._core is not None:
                self._stall = GroupStall(group, mechanisms.pressure)
        if not self._pieces.memory:
            self._memory = NoMemory()

    @property
    def work(self) -> Path:
        return self._plan.work

    @property
    def inside(self) -> str:
        return self._plan.inside

    @property
    def user(self) -> int | None:
        """The number of the user whose its programs are, where they have one of their own."""
        return self._slot.user

    @property
    def programs(self) -> Sequence[SandboxProgram]:
        """Those that run."""
        return tuple(self._running)

    def start(self, arguments: Sequence[str]) -> SandboxProgram:
        """Starts a program. In a stopped box it is there, but does not begin until `go`."""
        ours, theirs = _pipes(self._slot.user)
        try:
            with memory_files() as files:
                watcher = start(self._starting(arguments, theirs, files))
        except OSError as error:
            _close(ours)
            raise Fault(Verdict.infra, "sandbox", "", str(error)) from error
        finally:
            _close(theirs)
        try:
            _await_launcher(ours)
            program = SandboxProgram(watcher, ours, self._ended)
        except (Fault, OSError) as error:
            watcher.kill()
            watcher.wait()
            forget(watcher.pid)
            _close(ours)
            raise error if isinstance(error, Fault) else _infra(str(error)) from error
        self._running.append(program)
        self._open = [one for one in self._open if not one.closed] + [program]
        try:
            self._admit(program)
        except OSError as error:
            program.close()
            raise _infra(str(error)) from error
        return program

    def _starting(self, arguments: Sequence[str], pipes: _Three, files: MemoryFiles) -> Start:
        """Options travel through a file, so that the command line shows nothing of the host."""
        plan, pieces = self._plan, self._pieces
        wanted = seccomp.Wanted(
            internet=not pieces.network,
            uncounted=self._mechanisms.memory is not None or not pieces.memory,
            marks=not pieces.marks,
        )
        rules = files.add(seccomp.program(wanted)) if pieces.seccomp else None
        user = os.geteuid() if self._slot.user is None else self._slot.user
        accounts = {
            "/etc/passwd": f"bot:x:{user}:{user}::/tmp:/bin/sh\n",
            "/etc/group": f"bot:x:{user}:\n",
        }
        made = {name: files.add(text.encode()) for name, text in accounts.items()}
        options = "\0".join(bubblewrap(plan, made if pieces.mounts else {}, rules))
        bound = [PRLIMIT, process_bound(plan), "--"]
        return Start(
            arguments=[
                *(bound if pieces.processes and not pieces.inside else []),
                self._bwrap,
                "--args",
                str(files.add(options.encode())),
                "--",
                *launcher(plan, arguments),
            ],
            pipes=pipes,
            keep=files.descriptors,
            environment={} if pieces.environment else None,
            user=self._slot.user,
        )

    def _admit(self, program: SandboxProgram) -> None:
        """Counts and bounds it from here on, and lets it go; what it cost to set up is not its."""
        for pid in program.inside:
            with suppress(OSError):  # the first to go when the machine's memory is short
                Path(f"/proc/{pid}/oom_score_adj").write_text("1000")
            if self._core is not None:
                os.sched_setaffinity(pid, {self._core})
            if self._group is not None:
                self._group.add(pid)
        self._delay.admit(program)
        if self._cpu is self._process_cpu:
            program.read_clocks()
        if self._stopped:
            self._freezer.stop()
        os.write(program.stdin, b"\n")

    def stop(self) -> None:
        self._stopped = True
        self._freezer.stop()

    def go(self) -> None:
        if self._stopped:
            self._stopped = False
            self._freezer.go()

    def usage(self) -> Usage:
        stalled = self._stall.seconds(now=self._stopped)
        cpu, delay = self._delay.read(self._cpu)
        return Usage(cpu, delay, stalled)

    def ready(self) -> bool:
        return not self._stall.told and any_ready(self._delay.threads())

    def breach(self) -> Fault | None:
        if over := self._memory.over():
            return Fault(Verdict.memory_limit, "memory", "", over)
        if self._directory is not None and (over := self._directory.over()):
            return Fault(Verdict.output_limit, "file", "", over)
        return None

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        with ExitStack() as last_first:  # whatever fails, the rest is still done
            last_first.callback(self._release)
            if self._directory is not None:
                last_first.callback(self._directory.remove)
            if self._group is not None:
                last_first.callback(self._group.remove)
            last_first.callback(self._end_all)

    def _end_all(self) -> None:
        for program in self._open:
            program.close()
        self._delay.close()
        if self._group is not None:
            for pid in self._group.kill():  # what got away from its program
                reap(pid)
            self._all_ended = True
        reap_orphans()

    def _release(self) -> None:
        self._slot.release(all_ended=self._all_ended)

    def _ended(self, program: SandboxProgram) -> None:
        self._process_cpu.ended(program)
        self._running.remove(program)


_Three = tuple[int, int, int]


def _pipes(user: int | None) -> tuple[_Three, _Three]:
    """Our ends, which never block, and theirs, which belong to them: /dev/stdout can be opened."""
    stdin, stdout, stderr = (os.pipe2(os.O_CLOEXEC) for _ in range(3))
    ours, theirs = (stdin[1], stdout[0], stderr[0]), (stdin[0], stdout[1], stderr[1])
    for descriptor in ours:
        os.set_blocking(descriptor, False)
    if user is not None:
        for descriptor in theirs:
            os.fchown(descriptor, user, user)
    return ours, theirs


def _close(descriptors: _Three) -> None:
    for descriptor in descriptors:
        os.close(descriptor)


def _await_launcher(pipes: _Three) -> None:
    """Waits for its sign of life; what it said instead, if there is none."""
    _, stdout, stderr = pipes
    poll = select.poll()
    poll.register(stdout, select.POLLIN)
    if not poll.poll(START_LIMIT * 1000):
        raise _infra("bubblewrap does not get ready")
    if os.read(stdout, 1) != b"\n":
        with suppress(BlockingIOError):
            raise _infra(os.read(stderr, 4096).decode(errors="replace").strip())
        raise _infra("bubblewrap has ended")


def _infra(detail: str) -> Fault:
    return Fault(Verdict.infra, "sandbox", "", detail)
