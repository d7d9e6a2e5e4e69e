"""A layer below SQLite that behaves like a disk whose power can fail.

Files live in a real directory, where SQLite reads back what it has written. Beside them `Disk`
keeps for each file what would be found after a loss of power: the content as of its last sync. What
was written since then is pending; a cut throws it away, or with `torn` an arbitrary part of it.
A file that was deleted is there again after a cut, unless its directory was synced since then:
as on Unix, the first sync of a new journal or write-ahead log does that. Shared memory and locks
are the real ones of the directory and go with the power.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import apsw

SECTOR = 512
JOURNALS = apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_SUPER_JOURNAL
_numbers = count()


@dataclass
class Platter:
    """One file: what is durable of it (None: not even its name), and what is pending, in order.

    A pending change is (offset, bytes), or (length, None) for a truncation.
    """

    durable: bytearray | None = None
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)
    deleted: bool = False
    """Its name has been taken away, and the directory was not synced since."""
    fresh: bool = True
    """Its name is new, and the directory was not synced since."""

    def sync(self) -> None:
        content = bytearray() if self.durable is None else self.durable
        for offset, data in self.pending:
            _change(content, offset, data)
        self.durable = content
        self.pending.clear()

    def tear(self, chance: random.Random) -> None:
        """Some of the sectors that were on their way have arrived, whatever their order."""
        if self.durable is not None:
            for offset, data in self.pending:
                if data is None:
                    if chance.random() < 0.5:
                        _change(self.durable, offset, None)
                    continue
                for start in range(0, len(data), SECTOR):
                    if chance.random() < 0.5:
                        _change(self.durable, offset + start, data[start : start + SECTOR])
        self.pending.clear()


def _change(content: bytearray, offset: int, data: bytes | None) -> None:
    if data is None:
        del content[offset:]
        return
    if len(content) < offset:
        content.extend(bytes(offset - len(content)))
    content[offset : offset + len(data)] = data


class Disk(apsw.VFS):
    """A disk with a name that `apsw.Connection(vfs=...)` takes. Its power is on at first."""

    def __init__(self, directory: Path, *, torn: random.Random | None = None) -> None:
        self.vfs = f"power-loss-{next(_numbers)}"
        self.directory = directory
        self.torn = torn
        self.platters: dict[str, Platter] = {}
        self.operations = 0
        self._life = 0
        self._on = True
        self._cut_at: int | None = None
        super().__init__(self.vfs, "", maxpathname=0)

    def cut_after(self, operations: int) -> None:
        """Fail at this many writes, syncs, truncations or deletions from now."""
        self._cut_at = self.operations + operations

    def cut(self) -> None:
        """The power fails now: nothing works until `power_on`."""
        self._on = False
        self._life += 1

    def power_on(self) -> None:
        """Only what was synced is there; connections of before stay dead."""
        for name, platter in self.platters.items():
            if self.torn is not None:
                platter.tear(self.torn)
            platter.pending.clear()
            platter.deleted = platter.fresh = False
            path = Path(name)
            if platter.durable is None:
                path.unlink(missing_ok=True)
            else:
                path.write_bytes(platter.durable)
        self.platters = {n: p for n, p in self.platters.items() if p.durable is not None}
        for shared in self.directory.glob("*-shm"):
            shared.unlink()
        self._cut_at = None
        self._on = True

    @property
    def life(self) -> int:
        return self._life

    def operate(self, life: int) -> None:
        """Count an operation that changes the disk; it fails if the power does."""
        self.operations += 1
        if self._cut_at is not None and self.operations >= self._cut_at and self._on:
            self.cut()
        self.need_power(life)

    def need_power(self, life: int) -> None:
        if not self._on or life != self._life:
            raise apsw.IOError("the power is off")

    # -- what SQLite calls ------------------------------------------------------------------

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> DiskFile:  # noqa: N802
        self.need_power(self._life)
        return DiskFile(self, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        self.operate(self._life)
        super().xDelete(filename, False)
        platter = self.platters.get(filename)
        if platter is None:
            return
        platter.deleted = True
        platter.pending.clear()
        if syncdir:
            self.sync_directory()

    def sync_directory(self) -> None:
        self.platters = {name: file for name, file in self.platters.items() if not file.deleted}
        for platter in self.platters.values():
            platter.fresh = False

    def platter(self, name: str) -> Platter:
        """The file of this name for someone who opens it, made anew where there is none."""
        platter = self.platters.setdefault(name, Platter())
        if platter.deleted:
            platter.deleted, platter.fresh = False, True
            platter.pending = [(0, None)]
        return platter


class DiskFile(apsw.VFSFile):
    """An open file; it works as long as the power that was on when it was opened."""

    def __init__(self, disk: Disk, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        super().__init__("", name, flags)
        self.disk = disk
        self.life = disk.life
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        self.platter = disk.platter(path) if path else Platter()
        self.syncs_directory = bool(flags[0] & JOURNALS)

    def xRead(self, amount: int, offset: int) -> Any:  # noqa: N802
        self.disk.need_power(self.life)
        return super().xRead(amount, offset)

    def xWrite(self, data: Any, offset: int) -> None:  # noqa: N802
        self.disk.operate(self.life)
        super().xWrite(data, offset)
        self.platter.pending.append((offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        self.disk.operate(self.life)
        super().xTruncate(newsize)
        self.platter.pending.append((newsize, None))

    def xSync(self, flags: int) -> None:  # noqa: N802
        # The real directory needs no sync: what it says is only believed while the power is on.
        self.disk.operate(self.life)
        self.platter.sync()
        if self.platter.fresh and self.syncs_directory:
            self.disk.sync_directory()

    def xFileSize(self) -> int:  # noqa: N802
        self.disk.need_power(self.life)
        return super().xFileSize()

    def xDeviceCharacteristics(self) -> int:  # noqa: N802
        return 0

    def xSectorSize(self) -> int:  # noqa: N802
        return SECTOR
