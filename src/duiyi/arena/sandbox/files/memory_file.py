"""Files that exist only as open descriptors, to hand something to a program that is started."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager


class MemoryFiles:
    """Descriptors to be inherited, closed together."""

    def __init__(self) -> None:
        self.descriptors: list[int] = []

    def add(self, contents: bytes) -> int:
        descriptor = os.memfd_create("duiyi", os.MFD_CLOEXEC)
        self.descriptors.append(descriptor)
        with open(descriptor, "wb", closefd=False) as file:
            file.write(contents)
        os.lseek(descriptor, 0, os.SEEK_SET)
        return descriptor


@contextmanager
def memory_files() -> Iterator[MemoryFiles]:
    files = MemoryFiles()
    try:
        yield files
    finally:
        for descriptor in files.descriptors:
            os.close(descriptor)
