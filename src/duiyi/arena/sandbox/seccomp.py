"""The system call filter: what no bot needs is refused, so that no hole in it can be used.

It allows what it does not name, because bots are written in any language and their run-time
systems want much; what is dangerous, and every call younger than this list, is refused. Programs
of another architecture (32 bit, x32), for which the list would have other numbers, are killed.
"""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

NAMESPACES = 0x00000080 | 0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000
NAMESPACES |= 0x20000000 | 0x40000000
"""The flags CLONE_NEW… of clone(2)."""
TERMINAL_INPUT = (0x5412, 0x541C)
"""TIOCSTI and TIOCLINUX: typing into a terminal as if one were sitting there."""
YOUNGEST = 450
"""set_mempolicy_home_node, of Linux 5.17. The numbers from 424 on are the same everywhere."""
FAMILIES = 64
"""More than there are families of sockets."""

FORBIDDEN = """
    unshare setns mount umount umount2 pivot_root chroot fsopen fsconfig fsmount fspick move_mount
    open_tree mount_setattr swapon swapoff quotactl quotactl_fd
    ptrace process_vm_readv process_vm_writev process_madvise pidfd_getfd kcmp
    kexec_load kexec_file_load reboot init_module finit_module delete_module create_module
    bpf perf_event_open keyctl add_key request_key userfaultfd fanotify_init fanotify_mark
    name_to_handle_at open_by_handle_at lookup_dcookie acct syslog
    settimeofday stime clock_settime clock_settime64 adjtimex clock_adjtime clock_adjtime64
    sethostname setdomainname iopl ioperm modify_ldt vm86 vm86old uselib ustat sysfs _sysctl
    nfsservctl vhangup migrate_pages move_pages mbind set_mempolicy
    sched_setscheduler sched_setparam sched_setattr sched_setaffinity setpriority nice ioprio_set
""".split()
"""The last line: who could put himself behind others would wait for as long as he likes, on
nobody's time."""
ABSENT = "io_uring_setup io_uring_enter io_uring_register clone3".split()
"""As if the kernel were older: libraries then take the older way, whose flags can be read."""
UNCOUNTED = "memfd_create memfd_secret shmget msgget mq_open".split()
"""Memory that belongs to no process: forbidden where only processes can be asked for theirs."""
WATCHES = "inotify_init inotify_init1 inotify_add_watch".split()
"""As if the kernel did not have them: who opens and reads which file of the system."""
LOCKS = (5, 6, 7, 36, 37, 38)
"""F_GETLK, F_SETLK, F_SETLKW and the same for open files (F_OFD_…), of fcntl(2)."""
GRANTED = 0
"""The error that says that all went well."""
STAYING = (1024, 1026, 1036, 1038, 1040)
"""F_SETLEASE, F_NOTIFY, F_SET_RW_HINT, F_SET_FILE_RW_HINT and F_SETDELEG."""


class Wanted(NamedTuple):
    """What the filter depends on."""

    internet: bool = False
    """Whether sockets of the internet may be made."""
    uncounted: bool = False
    """Whether memory may be had that belongs to no process."""
    marks: bool = False
    """Whether files may be marked in ways that others see, however read-only they are."""


class _Rule(NamedTuple):
    error: int
    call: str | int
    conditions: tuple[tuple[int, str, int, int], ...] = ()
    """Argument, comparison, one or two values."""


@lru_cache
def program(wanted: Wanted) -> bytes:
    """The filter as the kernel reads it."""
    # Loads the system's libseccomp, which may not be there.
    import pyseccomp  # type: ignore[import-untyped]

    built: Any = pyseccomp.SyscallFilter(pyseccomp.ALLOW)
    for rule in _rules(wanted):
        conditions = [
            pyseccomp.Arg(argument, getattr(pyseccomp, comparison), first, second)
            for argument, comparison, first, second in rule.conditions
        ]
        try:
            built.add_rule(pyseccomp.ERRNO(rule.error), rule.call, *conditions)
        except (OSError, ValueError):
            # This architecture or this version of libseccomp does not know the call by name.
            if isinstance(rule.call, str) and not _is_known(rule.call):
                continue
            raise
    descriptor = os.memfd_create("duiyi-filter", os.MFD_CLOEXEC)
    with open(descriptor, "w+b", buffering=0) as file:
        built.export_bpf(file)
        file.seek(0)
        return file.readall() or b""


def _is_known(call: str) -> bool:
    import pyseccomp

    try:
        return bool(pyseccomp.resolve_syscall(pyseccomp.system_arch(), call) >= 0)
    except (OSError, ValueError):
        return False


def _rules(wanted: Wanted) -> Iterator[_Rule]:
    for call in FORBIDDEN:
        yield _Rule(errno.EPERM, call)
    for absent in (*ABSENT, *range(YOUNGEST + 1, YOUNGEST + 62)):
        yield _Rule(errno.ENOSYS, absent)
    for bit in range(32):
        if NAMESPACES >> bit & 1:
            yield _Rule(errno.EPERM, "clone", ((0, "MASKED_EQ", 1 << bit, 1 << bit),))
    for request in TERMINAL_INPUT:
        yield _Rule(errno.EPERM, "ioctl", ((1, "MASKED_EQ", 0xFFFFFFFF, request),))
    yield from _socket_rules(wanted)
    if not wanted.uncounted:
        for call in UNCOUNTED:
            yield _Rule(errno.EPERM, call)
    if not wanted.marks:
        yield from _mark_rules()


def _mark_rules() -> Iterator[_Rule]:
    """Files of the system are the same ones in all boxes, and a lock needs no right to write.

    A filter cannot tell files apart, so locks on a bot's own are gone as well. They are granted and
    hold nothing: refused, they would end programs that lock what nobody else has (SQLite its
    database, Java a file of counters, with a warning on stdout).
    """
    yield _Rule(GRANTED, "flock")
    for command in LOCKS:
        yield _Rule(GRANTED, "fcntl", ((1, "MASKED_EQ", 0xFFFFFFFF, command),))
    for command in STAYING:
        yield _Rule(errno.EPERM, "fcntl", ((1, "MASKED_EQ", 0xFFFFFFFF, command),))
    for call in WATCHES:
        yield _Rule(errno.ENOSYS, call)


def _socket_rules(wanted: Wanted) -> Iterator[_Rule]:
    """Only sockets of its own machine room: of files that it cannot see, and between its own.

    A family is 32 bits wide and the kernel ignores the rest of the register, so the filter does.
    """
    allowed = {int(socket.AF_UNIX)}
    if wanted.internet:
        allowed |= {int(socket.AF_INET), int(socket.AF_INET6)}
    for family in range(FAMILIES):
        if family not in allowed:
            for call in ("socket", "socketpair"):
                condition = (0, "MASKED_EQ", 0xFFFFFFFF, family)
                yield _Rule(errno.EAFNOSUPPORT, call, (condition,))
