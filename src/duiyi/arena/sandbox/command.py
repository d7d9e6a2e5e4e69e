"""The command line of a box: what bubblewrap is told, and what is started inside of it.

Nothing here looks at the machine but for the names of its system directories.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from duiyi.arena.game.conditions import Limits
from duiyi.arena.sandbox.pieces import Pieces

WORK = "/work"
"""The working directory, as the bot knows it."""
PROGRAM = "/bot"
"""The directory of its program, as the bot knows it."""
PRLIMIT = "/usr/bin/prlimit"
SHELL = "/bin/sh"
SYSTEM_PATH = ("/usr/local/bin", "/usr/bin", "/bin")
ENVIRONMENT = {
    "HOME": "/tmp",
    "TMPDIR": "/tmp",
    "LANG": "C.UTF-8",
}
SYSTEM = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SETTINGS = ("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives", "localtime", "java-*")
"""In /etc: what programs do not start without."""
LAUNCH = 'echo; read -r go; exec "$@"'
"""Says that everything is set up, waits until it may go, and becomes the program."""

SLACK = 1_000_000
"""Bytes by which a bound of the system lies above ours, so that breaking ours can be seen."""
OPEN_FILES = 512
ADDRESSES = 1 << 44
"""Bytes of address space: run-time systems reserve much more than they use."""
FOLDER_LIMIT = 4096
"""Files in /tmp, /dev/shm and the working directory, each; and those on top of that."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a box shows its programs and what it holds them to."""

    work: Path
    shown: Mapping[str, Path]
    """Read-only directories and files: how they are called inside, and where they are."""
    limits: Limits
    pieces: Pieces
    bounded_together: bool
    """Whether the kernel bounds the memory of all processes together."""
    path: tuple[str, ...] = ()
    """Where programs are found, before those of the system."""
    addresses: int = ADDRESSES

    @property
    def inside(self) -> str:
        return WORK if self.pieces.mounts else str(self.work)


def bubblewrap(plan: Plan, files: Mapping[str, int], filter: int | None) -> list[str]:
    """The options, for `--args`; `files` are descriptors with the contents of files to make."""
    pieces = plan.pieces
    options = ["--unshare-user", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"]
    options += ["--hostname", "duiyi"]
    options += ["--unshare-pid"] if pieces.pids else []
    options += ["--unshare-net"] if pieces.network else []
    options += ["--die-with-parent"] if pieces.die_with_parent else []
    options += ["--new-session"] if pieces.session else []
    options += ["--cap-drop", "ALL"] if pieces.capabilities else []
    options += _own_files(plan, files) if pieces.mounts else _host_files(plan)
    if pieces.environment:
        options.append("--clearenv")
        path = {"PATH": ":".join((*plan.path, *SYSTEM_PATH))}
        for name, value in (path | ENVIRONMENT).items():
            options += ["--setenv", name, value]
    if filter is not None:
        options += ["--seccomp", str(filter)]
    return [*options, "--chdir", plan.inside]


def launcher(plan: Plan, arguments: Sequence[str]) -> list[str]:
    """What bubblewrap starts."""
    limits = [f"--{name}={value}:{value}" for name, value in _process_limits(plan)]
    if plan.pieces.processes and plan.pieces.inside:
        limits.append(process_bound(plan))
    wrapper = [PRLIMIT, *limits, "--"] if limits else []
    return [*wrapper, SHELL, "-c", LAUNCH, "sh", *arguments]


def process_bound(plan: Plan) -> str:
    """The option of prlimit that bounds how many processes there are; one is bubblewrap's own."""
    count = plan.limits.processes + 1
    return f"--nproc={count}:{count}"


def _process_limits(plan: Plan) -> Iterator[tuple[str, int]]:
    if not plan.pieces.limits:
        return
    yield "core", 0
    yield "nofile", OPEN_FILES
    yield "fsize", max(plan.limits.scratch, plan.limits.work) + SLACK
    yield "as", plan.addresses
    # Where memory is only looked at now and then, no process may outgrow us between two looks.
    yield "data", plan.addresses if plan.bounded_together else 2 * plan.limits.memory


def _own_files(plan: Plan, files: Mapping[str, int]) -> list[str]:
    """A file system of its own. Its root and /dev are memory too: read-only in the end."""
    pieces, size = plan.pieces, str(plan.limits.scratch)
    options = (
        [*system_files(), "--proc", "/proc"] if pieces.pids else [*system_files(), *_host_proc()]
    )
    options += ["--perms", "0755", "--dir", "/etc"]
    for name, descriptor in files.items():
        options += ["--perms", "0444", "--file", str(descriptor), name]
    options += ["--dev", "/dev"]
    for directory in ("/dev/shm", "/tmp"):
        options += ["--perms", "1777"]
        options += ["--size", size] if pieces.scratch else []
        options += ["--tmpfs", directory]
    options += ["--bind", str(plan.work), WORK]
    for inside, where in plan.shown.items():
        options += ["--ro-bind", str(where), inside]
    # In /proc a bot could lower its own priority.
    options += ["--remount-ro", "/proc"] if pieces.pids and pieces.seccomp else []
    return [*options, "--remount-ro", "/dev", "--remount-ro", "/"] if pieces.scratch else options


def _host_files(plan: Plan) -> list[str]:
    """The host's files as they are."""
    proc = ["--proc", "/proc"] if plan.pieces.pids else []
    return ["--bind", "/", "/", "--dev-bind", "/dev", "/dev", *proc]


def _host_proc() -> list[str]:
    return ["--ro-bind", "/proc", "/proc"]


@lru_cache
def system_places() -> Mapping[str, Path]:
    """What every box shows of the host: how it is called inside, and where it is."""
    found = {"/usr": Path("/usr")}
    found |= {name: Path(name) for name in SYSTEM if os.path.isdir(name)}
    for pattern in SETTINGS:
        for name in sorted(glob.glob(f"/etc/{pattern}")):
            found[name] = Path(os.path.realpath(name))
    return found


@lru_cache
def system_files() -> tuple[str, ...]:
    options: list[str] = []
    for inside, where in system_places().items():
        if inside in SYSTEM and os.path.islink(inside):
            options += ["--symlink", os.readlink(inside), inside]
        else:
            options += ["--ro-bind", str(where), inside]
    return tuple(options)
