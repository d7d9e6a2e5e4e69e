"""What of the sandbox works on this machine: found out by trying, once in a process.

`duiyi doctor` shows the findings; whoever needs the sandbox asks `require`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from duiyi.arena.sandbox import seccomp
from duiyi.arena.sandbox.accounting import cgroups
from duiyi.arena.sandbox.command import PRLIMIT, system_files
from duiyi.arena.sandbox.files.memory_file import memory_files
from duiyi.arena.sandbox.files.work import mount, unmount
from duiyi.arena.sandbox.mechanisms import Mechanisms
from duiyi.core import DuiyiError, Message, message

TRIAL_USER = 61_000
"""Nobody: only for trying."""
TRIAL_LIMIT = 30.0
BWRAP_PATHS = "/usr/bin:/usr/local/bin:/bin"
"""Not the PATH of whoever calls: this program is trusted with everything."""


class State(StrEnum):
    """How well a part works."""

    works = "works"
    weaker = "weaker"
    """There is another way, or only some need it."""
    missing = "missing"
    """Without it nobody's programs can be run but one's own."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One part: what it is called, how well it works, what to do about it."""

    part: str
    state: State
    detail: str = ""
    """In the system's own words: a version, an error."""
    package: str = ""
    """The Debian package that brings it."""

    @property
    def name(self) -> Message:
        return message(f"sandbox.part.{self.part}")

    @property
    def words(self) -> Message:
        """What it means, and what would help where it does not work."""
        return message(f"sandbox.{self.part}.{self.state.value}")


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that was found."""

    findings: tuple[Finding, ...]
    mechanisms: Mechanisms
    bwrap: str

    @property
    def missing(self) -> tuple[Finding, ...]:
        return tuple(one for one in self.findings if one.state is State.missing)


class SandboxMissing(DuiyiError):
    """Programs of others cannot be run here."""


def require() -> Report:
    """The report of a machine that can lock programs in; otherwise what is missing, in words."""
    report = probe()
    if error := refusal(report):
        raise error
    return report


def refusal(report: Report) -> SandboxMissing | None:
    """What is said where something is missing."""
    missing = report.missing
    if not missing:
        return None
    packages = tuple(dict.fromkeys(one.package for one in missing if one.package))
    reasons = tuple(
        message("sandbox.reason", name=one.name, detail=one.detail) if one.detail else one.name
        for one in missing
    )
    if not packages:
        return SandboxMissing(message("sandbox.unavailable", reasons=reasons))
    named = " ".join(packages)
    return SandboxMissing(message("sandbox.unavailable-packages", reasons=reasons, packages=named))


@cache
def probe() -> Report:
    """Tries everything; the first call takes a tenth of a second."""
    if sys.platform != "linux":
        return Report((Finding("linux", State.missing, sys.platform),), Mechanisms(), "")
    bwrap = shutil.which("bwrap", path=BWRAP_PATHS) or ""
    mechanisms = _mechanisms()
    findings = (*_needed(bwrap), *_helpful(mechanisms), *_compilers())
    return Report(findings, mechanisms, bwrap)


def _mechanisms() -> Mechanisms:
    users = os.geteuid() == 0
    found = cgroups.find()
    return Mechanisms(
        memory=found.get("memory"),
        pids=found.get("pids"),
        cpu=found.get("cpu"),
        freezer=found.get("freezer"),
        pressure=found.get("pressure"),
        tmpfs=users and _can_mount(),
        users=users,
    )


def _needed(bwrap: str) -> Iterator[Finding]:
    yield _command("bwrap", bwrap, "bubblewrap", "--version", State.missing)
    yield _command("prlimit", shutil.which(PRLIMIT) or "", "util-linux", "-V", State.missing)
    rules = b""
    try:
        rules = seccomp.program(seccomp.Wanted())
        yield Finding("seccomp", State.works)
    except (ImportError, RuntimeError, OSError, AttributeError) as error:
        yield Finding("seccomp", State.missing, str(error), "libseccomp2")
    if bwrap:
        problem = trial(bwrap, rules)
        state = State.missing if problem else State.works
        yield Finding("namespaces", state, problem)


def _helpful(mechanisms: Mechanisms) -> Iterator[Finding]:
    yield Finding("users", State.works if mechanisms.users else State.weaker)
    for part in ("memory", "pids", "cpu", "freezer", "pressure"):
        place = getattr(mechanisms, part)
        if place is None:
            yield Finding(part, State.weaker)
        else:
            yield Finding(part, State.works, f"cgroup v{place.version}, {place.path}")
    yield Finding("tmpfs", State.works if mechanisms.tmpfs else State.weaker)
    cores = len(os.sched_getaffinity(0))
    yield Finding("cores", State.works if cores > 1 else State.weaker, str(cores))


def _compilers() -> Iterator[Finding]:
    for part, package in (("gcc", "gcc"), ("g++", "g++")):
        yield _command(part, shutil.which(part) or "", package, "--version", State.weaker)


def _command(part: str, path: str, package: str, option: str, otherwise: State) -> Finding:
    if not path:
        return Finding(part, otherwise, package=package)
    with suppress(OSError, subprocess.SubprocessError):
        asked = subprocess.run([path, option], capture_output=True, text=True, timeout=TRIAL_LIMIT)
        return Finding(part, State.works, (asked.stdout.splitlines() or [""])[0])
    return Finding(part, otherwise, path, package)


def trial(bwrap: str, rules: bytes) -> str:
    """Locks in the shortest program there is; what went wrong, in bubblewrap's words. It is shown
    system files alone, as bots are: below / the work directory of another box may vanish while
    bubblewrap is looking at it."""
    options = "--unshare-user --unshare-all --die-with-parent --new-session --cap-drop ALL"
    options += " --dev /dev --proc /proc --size 1000000 --tmpfs /tmp"
    user = TRIAL_USER if os.geteuid() == 0 else None
    with memory_files() as files:
        arguments = [bwrap, *options.split(), *system_files()]
        if rules:
            arguments += ["--seccomp", str(files.add(rules))]
        try:
            tried = subprocess.run(
                [*arguments, "--", "/bin/true"],
                env={},
                pass_fds=files.descriptors,
                user=user,
                group=user,
                extra_groups=None if user is None else [],
                cwd="/",
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=TRIAL_LIMIT,
            )
        except (OSError, subprocess.SubprocessError) as error:
            return str(error)
    if tried.returncode == 0:
        return ""
    return tried.stderr.decode(errors="replace").strip() or f"exit {tried.returncode}"


def _can_mount() -> bool:
    place = Path(tempfile.mkdtemp(prefix="duiyi-"))
    try:
        mount(place, "size=4096")
    except OSError:
        return False
    else:
        unmount(place)
        return True
    finally:
        place.rmdir()
