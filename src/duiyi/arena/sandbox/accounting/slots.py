"""Slots: numbers that no two living boxes share, on the whole machine.

From its number a box has its user, its directory and the name of its control group. A slot is
held by a lock on a file, which the system takes back however its holder ends; whoever gets the
lock next finds what the holder could not clear away, and does it for him.
"""

from __future__ import annotations

import os
import stat
import threading
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from duiyi.arena.sandbox.accounting.cgroups import Group, leftovers
from duiyi.arena.sandbox.files.locks import lock
from duiyi.arena.sandbox.files.work import remove_tree, unmount
from duiyi.arena.sandbox.mechanisms import Mechanisms
from duiyi.arena.sandbox.spawn import kill_all
from duiyi.core import DuiyiError, message

FIRST_USER = 60_000
SLOTS = 1_000
LOCK = ".lock"

_swept: set[int] = set()
_sweeping = threading.Lock()


@dataclass(frozen=True, slots=True)
class Slot:
    """A number with all that belongs to it, held until `release`."""

    number: int
    directory: Path
    user: int | None
    """Whose programs run in it; `None`: our own user's."""
    lock: int
    mechanisms: Mechanisms

    def release(self, *, all_ended: bool) -> None:
        """`all_ended`: it is known that no process is left, so nobody has to look for one."""
        if not all_ended:
            clear(self.number, self.mechanisms)
        _remove(self.directory)
        (_home() / f"{self.number}{LOCK}").unlink(missing_ok=True)
        os.close(self.lock)


def take(mechanisms: Mechanisms, *, own_user: bool = True) -> Slot:
    """A free slot, with an empty directory that others may pass through but not look into."""
    home = _make_home()
    _sweep(mechanisms)
    for number in range(SLOTS):
        user = FIRST_USER + number if mechanisms.users and own_user else None
        if user is not None and _is_taken(user):
            continue
        held = lock(home / f"{number}{LOCK}")
        if held is None:
            continue
        try:
            clear(number, mechanisms)
            directory = home / str(number)
            directory.mkdir(mode=0o711)
            directory.chmod(0o711)
        except BaseException:
            os.close(held)
            raise
        return Slot(number, directory, user, held, mechanisms)
    raise DuiyiError(message("sandbox.no-slot", count=SLOTS))


def clear(number: int, mechanisms: Mechanisms) -> None:
    """Ends and removes whatever there is under this number."""
    directory = _home() / str(number)
    if not directory.exists() and not leftovers(mechanisms, number):
        return
    if mechanisms.places():
        group = Group(mechanisms, number)
        group.kill()
        group.remove()
    if mechanisms.users and not _is_taken(FIRST_USER + number):
        _kill_all_of(FIRST_USER + number)
    _remove(directory)


def _remove(directory: Path) -> None:
    if directory.exists():
        for inner in directory.iterdir():
            unmount(inner)
        remove_tree(directory)


def _sweep(mechanisms: Mechanisms) -> None:
    """Once in the life of a process: clears away what the dead have left in any slot."""
    with _sweeping:
        if os.getpid() in _swept:
            return
        _swept.add(os.getpid())
        for path in list(_home().glob(f"*{LOCK}")):
            number = path.name.removesuffix(LOCK)
            if number.isdecimal() and (held := lock(path)) is not None:
                clear(int(number), mechanisms)
                path.unlink(missing_ok=True)
                os.close(held)


def _kill_all_of(user: int) -> None:
    """Kills all processes of a user that is nobody but the bot of a slot."""
    kill_all(
        lambda: {
            int(name)
            for name in os.listdir("/proc")
            if name.isdecimal() and _user(int(name)) == user
        }
    )


def _user(pid: int) -> int | None:
    """Whose process it is; nobody's once it is dead and waits to be reaped."""
    try:
        with open(f"/proc/{pid}/status", "rb") as file:
            lines = (line.partition(b":") for line in file.read().splitlines())
            fields = {name: value.split() for name, _, value in lines}
    except OSError:
        return None
    return None if fields[b"State"][0] in (b"Z", b"X") else int(fields[b"Uid"][0])


@lru_cache(SLOTS)
def _is_taken(user: int) -> bool:
    """Whether the machine has somebody of this number."""
    import pwd  # only here, so that other systems can load the module

    try:
        pwd.getpwuid(user)
    except KeyError:
        return False
    return True


def _home() -> Path:
    """Where slots are: for all boxes of a machine the same when root makes them."""
    user = os.geteuid()
    if user == 0:
        return Path("/run/duiyi")
    given = os.environ.get("XDG_RUNTIME_DIR", "")
    if given and os.access(given, os.W_OK):
        return Path(given) / "duiyi"
    return Path(f"/tmp/duiyi-{user}")


def _make_home() -> Path:
    home = _home()
    home.mkdir(mode=0o711, exist_ok=True)
    found = home.lstat()
    # Somebody else's directory in /tmp could be changed under our feet.
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
        raise DuiyiError(message("sandbox.foreign-directory", file=str(home)))
    home.chmod(0o711)
    return home
