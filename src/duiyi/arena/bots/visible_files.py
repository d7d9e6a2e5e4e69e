"""What a box shows, and what a path means in it: links are followed as they lead inside.

Only fixed directories of the system, the bot's own files and what the operator has listed are
there. Other paths (/proc, /tmp, what is nowhere) are `Outside`: what they mean when a game is
played is not known before.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

MOST_LINKS = 40


class Outside(Exception):
    """A path leads out of what a box shows; `path` is where to."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


class Missing(Exception):
    """A path leads to nothing, within what a box shows."""


@dataclass(frozen=True, slots=True)
class Found:
    """A file: what it is called inside after all links, where it is, and what shows it."""

    inside: str
    file: Path
    shown_by: str


@dataclass(frozen=True, slots=True)
class View:
    """`shown` maps names inside to places of the host; relative paths start from `start`."""

    shown: Mapping[str, Path]
    start: str = "/work"

    def find(self, path: str) -> Found:
        """The regular file that a path means."""
        inside = self._resolved(path if path.startswith("/") else f"{self.start}/{path}")
        root = self._root(inside)
        if root is None:
            raise Outside(inside)
        file = self._host(inside, root)
        try:
            regular = stat.S_ISREG(file.lstat().st_mode)
        except (OSError, ValueError):
            regular = False
        if not regular:
            raise Missing(inside)
        return Found(inside, file, root)

    def _resolved(self, path: str) -> str:
        waiting = [part for part in reversed(path.split("/")) if part not in ("", ".")]
        done: list[str] = []
        links = 0
        while waiting:
            part = waiting.pop()
            if part == "..":
                done = done[:-1]
                continue
            done.append(part)
            here = "/" + "/".join(done)
            leads_to = self._link(here)
            if leads_to is not None:
                links += 1
                if links > MOST_LINKS:
                    raise Missing(path)
                done = [] if leads_to.startswith("/") else done[:-1]
                waiting += [one for one in reversed(leads_to.split("/")) if one not in ("", ".")]
        return "/" + "/".join(done)

    def _link(self, inside: str) -> str | None:
        root = self._root(inside)
        if root is None:
            return None
        try:
            return os.readlink(self._host(inside, root))
        except (OSError, ValueError):
            return None

    def _root(self, inside: str) -> str | None:
        """The innermost of what is shown that holds this path."""
        holding = [root for root in self.shown if inside == root or inside.startswith(f"{root}/")]
        return max(holding, key=len, default=None)

    def _host(self, inside: str, root: str) -> Path:
        rest = inside[len(root) :].lstrip("/")
        return self.shown[root] / rest if rest else self.shown[root]
