"""Files that were handed in, each under the hash of its content.

A file is put in its place inside the transaction that writes its version, and removed inside one:
whoever holds the writer's lock sees files and versions that agree. A crash between the two leaves a
file that no version names, and the next sweep takes it away.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
import time
from collections.abc import Collection
from pathlib import Path

_name = re.compile(r"[0-9a-f]{64}")
OLD_SECONDS = 3_600
"""What is younger may be on its way."""


class Uploads:
    """The directory of them."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        directory.mkdir(parents=True, exist_ok=True)
        directory.chmod(0o700)

    def stage(self, data: bytes) -> tuple[Path, str]:
        """A file beside the others, whole and on the disk; and the hash that names it later."""
        handle, name = tempfile.mkstemp(dir=self.directory, prefix=".")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        return Path(name), hashlib.sha256(data).hexdigest()

    def keep(self, staged: Path, sha256: str) -> None:
        staged.replace(self.path(sha256))
        directory = os.open(self.directory, os.O_RDONLY)
        try:
            os.fsync(directory)
        finally:
            os.close(directory)

    def path(self, sha256: str) -> Path:
        if not _name.fullmatch(sha256):
            raise ValueError("not the name of an upload")
        return self.directory / sha256

    def read(self, sha256: str) -> bytes:
        return self.path(sha256).read_bytes()

    def sweep(self, named: Collection[str], *, old: float = OLD_SECONDS) -> int:
        """Remove what no version names and is older than so many seconds, or was never kept."""
        removed = 0
        for file in self.directory.iterdir():
            staged = file.name.startswith(".")
            young = time.time() - file.lstat().st_mtime < (OLD_SECONDS if staged else old)
            if file.name in named or young:
                continue
            file.unlink(missing_ok=True)
            removed += 1
        return removed
