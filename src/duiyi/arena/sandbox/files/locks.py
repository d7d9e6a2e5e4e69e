"""Locks of files by which processes of ours know each other's things from those of the dead."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def lock(path: Path) -> int | None:
    """The file's lock, if nobody has it; the system takes it back however its holder ends."""
    import fcntl  # only here, so that other systems can load the module

    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
    descriptor = os.open(path, flags, 0o600)
    with suppress(OSError):
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # Its last holder may have removed it between our opening and our locking.
        if os.path.samestat(os.fstat(descriptor), os.stat(path, follow_symlinks=False)):
            return descriptor
    os.close(descriptor)
    return None
