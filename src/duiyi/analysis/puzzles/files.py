"""Files of puzzles: `puzzles/puzzles.jsonl` beside a game's package, and `certificates.zip`.

The first line says which game they are for and which command made them; each further line is one
puzzle (`model`).
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources.abc import Traversable
from pathlib import Path

from duiyi.analysis.puzzles.model import Made, Puzzle, read, write
from duiyi.core import DuiyiError, Game, game, message

FILE, CERTIFICATES = "puzzles.jsonl", "certificates.zip"
FORMAT = 1
SAME_TIME = (2000, 1, 1, 0, 0, 0)
"""Of every certificate, so that the same puzzles give the same file."""


class BadPuzzles(DuiyiError):
    """A file of puzzles that cannot be used; `message` says which line."""


@lru_cache(maxsize=32)
def puzzles(name: str) -> Mapping[str, Puzzle]:
    """The puzzles that a game brings, by id, in their order; `BadPuzzles` where they are none."""
    directory = _directory(game(name))
    if directory is None:
        return {}
    return {puzzle.id: puzzle for puzzle in read_all(directory / FILE, name)}


def read_all(file: Traversable | Path, name: str) -> list[Puzzle]:
    head, *lines = file.read_text("utf-8").splitlines() or ["{}"]
    found, number = [], 1
    try:
        fields = json.loads(head)
        if (fields["format"], fields["game"]) != (FORMAT, name):
            raise ValueError(head)
        for line in lines:
            number += 1
            found.append(read(line))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise BadPuzzles(message("bad-puzzles", game=name, line=number)) from None
    return found


def command(name: str) -> str:
    """That made a game's puzzles."""
    directory = _directory(game(name))
    if directory is None:
        return ""
    head = (directory / FILE).read_text("utf-8").partition("\n")[0]
    return str(json.loads(head)["command"])


def certificate(name: str, id: str) -> str:
    """Of a puzzle; empty where it has none."""
    return _certificates(name).get(id, "")


@lru_cache(maxsize=32)
def _certificates(name: str) -> Mapping[str, str]:
    directory = _directory(game(name))
    if directory is None or not (directory / CERTIFICATES).is_file():
        return {}
    with zipfile.ZipFile(io.BytesIO((directory / CERTIFICATES).read_bytes())) as archive:
        return {
            each.removesuffix(".txt"): archive.read(each).decode() for each in archive.namelist()
        }


def write_all(folder: Path, name: str, made: Iterable[Made], command: str) -> None:
    """Both files of a game."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = list(made)
    head = json.dumps({"format": FORMAT, "game": name, "command": command})
    lines = [head, *(write(one.puzzle) for one in kept)]
    (folder / FILE).write_text("\n".join(lines) + "\n", "utf-8")
    proofs = [one for one in kept if one.certificate]
    if proofs:
        with zipfile.ZipFile(folder / CERTIFICATES, "w", zipfile.ZIP_DEFLATED, True, 9) as archive:
            for one in proofs:
                info = zipfile.ZipInfo(f"{one.puzzle.id}.txt", SAME_TIME)
                info.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(info, one.certificate, compresslevel=9)


def _directory(one: Game) -> Traversable | None:
    """`puzzles/` of a game that has some."""
    found: Traversable | None = getattr(one, "puzzles", None)
    return found if found is not None and (found / FILE).is_file() else None
