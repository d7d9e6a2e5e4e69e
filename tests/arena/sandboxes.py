"""Boxes with misbehaving programs in them, and a close look at what they leave behind."""

from __future__ import annotations

import atexit
import os
import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from duiyi.arena.game.conditions import MEGABYTE, Limits
from duiyi.arena.sandbox import ALL, Mechanisms, Pieces, SandboxBox, probe
from duiyi.arena.sandbox.accounting import slots
from duiyi.arena.sandbox.accounting.cgroups import NAME
from duiyi.arena.sandbox.files.locks import lock
from duiyi.arena.sandbox.process import SandboxProgram

SOURCE = Path(__file__).parent / "programs" / "misbehave.c"
PATIENCE = 60.0
"""Seconds; only a failing test needs them."""
SMALL = Limits(memory=128 * MEGABYTE, processes=16, scratch=8 * MEGABYTE, work=4 * MEGABYTE)
NOTHING = Mechanisms(users=os.geteuid() == 0)
"""A machine whose groups we may not use, and where we may not mount."""


@cache
def programs() -> Path:
    """A directory that everybody can read, with `misbehave` in it."""
    directory = Path(tempfile.mkdtemp(prefix="misbehave-"))
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    directory.chmod(0o755)
    command = ["gcc", "-O1", "-std=c11", "-Wall", "-Wextra", "-Werror", "-pthread"]
    subprocess.run([*command, "-o", str(directory / "misbehave"), str(SOURCE)], check=True)
    return directory


@contextmanager
def box(
    pieces: Pieces = ALL,
    limits: Limits = SMALL,
    mechanisms: Mechanisms | None = None,
    core: int | None = None,
    look: bool = True,
) -> Iterator[SandboxBox]:
    """A box whose place is looked at after it has been closed."""
    made = SandboxBox(limits, program=programs(), core=core, pieces=pieces, mechanisms=mechanisms)
    trace = Trace.of(made)
    try:
        yield made
    finally:
        inside = {pid for program in made._open for pid in program.pids()}
        inside |= {program._watcher.pid for program in made._open}
        made.close()
    if look:
        trace.assert_gone(inside)


def misbehave(made: SandboxBox, *words: str) -> SandboxProgram:
    inside = made.inside == "/work"
    return made.start([f"{'/bot' if inside else programs()}/misbehave", *words])


def outcome(made: SandboxBox, program: SandboxProgram) -> str:
    """Its first line, the limit that it broke, or how it ended: whatever comes first."""
    said, until = b"", time.monotonic() + PATIENCE
    waiting = select.poll()
    waiting.register(program.stdout, select.POLLIN)
    while time.monotonic() < until:
        if fault := made.breach():
            return f"{fault.verdict.value} {fault.code}"
        if waiting.poll(20):
            said += (part := os.read(program.stdout, 65536))
            if b"\n" in said:
                return (fault_of(made) or said.decode()).splitlines()[0]
            if not part:
                status = program.wait(PATIENCE)
                return fault_of(made) or f"ended {status}"
    raise AssertionError("nothing happened")


def fault_of(made: SandboxBox) -> str:
    fault = made.breach()
    return f"{fault.verdict.value} {fault.code}" if fault else ""


def attempt(made: SandboxBox, *words: str) -> str:
    """What came of one bad deed."""
    return outcome(made, misbehave(made, *words))


def output(program: SandboxProgram) -> bytes:
    """Everything that it prints until it ends."""
    said = b""
    waiting = select.poll()
    waiting.register(program.stdout, select.POLLIN)
    while waiting.poll(PATIENCE * 1000):
        part = os.read(program.stdout, 65536)
        if not part:
            break
        said += part
    return said


@dataclass(frozen=True)
class Trace:
    """Where a box was, so that one can go and look."""

    number: int
    user: int | None
    lock: tuple[int, int] | None = None
    """Which lock it was that held the number: its file, and when that was made."""

    @classmethod
    def of(cls, made: SandboxBox) -> Trace:
        return cls.at(made._slot)

    @classmethod
    def at(cls, slot: slots.Slot) -> Trace:
        return cls(slot.number, slot.user, lock_of(os.fstat(slot.lock)))

    def assert_gone(self, pids: set[int]) -> None:
        """No process, not even a zombie, no file, no mount and no group is left.

        The number may have a new owner at once; then it is waited for. One that was killed has left
        its own lock behind, and what is there is no longer ours.
        """
        home = slots._home()
        with suppress(FileNotFoundError):
            found = lock_of((home / f"{self.number}{slots.LOCK}").stat())
            if self.lock is not None and found != self.lock:
                assert [pid for pid in pids if Path(f"/proc/{pid}").exists()] == []
                return
        until = time.monotonic() + PATIENCE
        while (held := lock(home / f"{self.number}{slots.LOCK}")) is None:
            assert time.monotonic() < until
            time.sleep(0.01)  # a lock of another process has no event
        try:
            assert not (home / str(self.number)).exists()
            assert str(home / str(self.number)) + "/" not in Path("/proc/self/mounts").read_text()
            for place in probe().mechanisms.places():
                assert not (place.path / f"{NAME}{self.number}").exists()
            if self.user is not None:
                assert processes_of(self.user) == []
            assert [pid for pid in pids if Path(f"/proc/{pid}").exists()] == []
        finally:
            (home / f"{self.number}{slots.LOCK}").unlink()
            os.close(held)


def lock_of(status: os.stat_result) -> tuple[int, int]:
    return status.st_ino, status.st_mtime_ns


def _buried_elsewhere(status: dict[str, str]) -> bool:
    """Dead, and to be reaped by another process, which has lost a worker that had this number."""
    return status["State"][0] in "ZX" and status["PPid"] != str(os.getpid())


def status_of(pid: int | str) -> dict[str, str]:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return {}
    pairs = (line.partition(":") for line in lines)
    return {name: value.strip() for name, _, value in pairs}


def processes_of(user: int) -> list[dict[str, str]]:
    """The processes of a user, zombies too, unless they are another process's to bury."""
    found = (status_of(name) for name in os.listdir("/proc") if name.isdecimal())
    own = [one for one in found if one and int(one["Uid"].split()[0]) == user]
    return [one for one in own if not _buried_elsewhere(one)]
