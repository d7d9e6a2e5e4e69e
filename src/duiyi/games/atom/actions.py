"""The decisions of atom and their tokens (A-13)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from duiyi.boards.triangle import Point


@dataclass(frozen=True, slots=True)
class Choose:
    """階段 0: (a) more atoms, (b) more placements, (c) more attacks."""

    what: str


@dataclass(frozen=True, slots=True)
class Draw:
    """階段 1: how many of each colour chance gives."""

    counts: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Place:
    """階段 2: an atom onto a lattice point of an own cell."""

    cell: int
    colour: str
    point: Point


@dataclass(frozen=True, slots=True)
class End:
    """The end of the placement, or of the turn."""


@dataclass(frozen=True, slots=True)
class Attack:
    """動作 1: an own cell against one of the other player's."""

    cell: int
    target: int


@dataclass(frozen=True, slots=True)
class Direct:
    """直接攻击: an own cell against the other player himself."""

    cell: int


@dataclass(frozen=True, slots=True)
class Destroy:
    """An atom of the cell that was attacked."""

    point: Point


@dataclass(frozen=True, slots=True)
class Stop:
    """No further destroying."""


@dataclass(frozen=True, slots=True)
class Effect:
    """動作 2: an own coloured atom is removed for its effect."""

    cell: int
    point: Point


@dataclass(frozen=True, slots=True)
class Lose:
    """What the other's red takes: an own atom of one's choice."""

    cell: int
    point: Point


@dataclass(frozen=True, slots=True)
class Keep:
    """Of a cell that fell apart: the part with this smallest black."""

    cell: int
    point: Point


Action = Choose | Draw | Place | End | Attack | Direct | Destroy | Stop | Effect | Lose | Keep

_whole = r"(?:0|-?[1-9][0-9]{0,5})"  # a cell that is cut and built on may wander far
_point = rf"({_whole}),({_whole})"
_choose = re.compile(r"[abc]")
_draw = re.compile(r"\+([0-8])([0-8])([0-8])([0-8])")
_place = re.compile(rf"([123])([KRBG]){_point}")
_attack = re.compile(r"A([123])([123])")
_direct = re.compile(r"D([123])")
_destroy = re.compile(rf"X{_point}")
_of_cell = re.compile(rf"([ELH])([123]):{_point}")
_kinds: dict[str, type[Effect | Lose | Keep]] = {"E": Effect, "L": Lose, "H": Keep}


def at(point: Point) -> str:
    """A lattice point as tokens, position texts and sentences write it."""
    return f"{point[0]},{point[1]}"


@lru_cache(maxsize=65536)
def placement(cell: int, colour: str, point: Point) -> Place:
    """The same placements come up again and again: each is made once."""
    return Place(cell, colour, point)


def write(action: Action) -> str:
    match action:
        case Choose(what):
            return what
        case Draw(counts):
            return "+" + "".join(map(str, counts))
        case Place(cell, colour, point):
            return f"{cell + 1}{colour}{at(point)}"
        case End():
            return "end"
        case Attack(cell, target):
            return f"A{cell + 1}{target + 1}"
        case Direct(cell):
            return f"D{cell + 1}"
        case Destroy(point):
            return f"X{at(point)}"
        case Stop():
            return "stop"
        case Effect(cell, point):
            return f"E{cell + 1}:{at(point)}"
        case Lose(cell, point):
            return f"L{cell + 1}:{at(point)}"
        case Keep(cell, point):
            return f"H{cell + 1}:{at(point)}"


def read(token: str) -> Action | None:
    """The decision that a token stands for, possible or not; `None` when it has no such form."""
    if token == "end":
        return End()
    if token == "stop":
        return Stop()
    if _choose.fullmatch(token):
        return Choose(token)
    if found := _draw.fullmatch(token):
        black, red, blue, green = map(int, found.groups())
        return Draw((black, red, blue, green))
    if found := _place.fullmatch(token):
        return placement(int(found[1]) - 1, found[2], (int(found[3]), int(found[4])))
    if found := _attack.fullmatch(token):
        return Attack(int(found[1]) - 1, int(found[2]) - 1)
    if found := _direct.fullmatch(token):
        return Direct(int(found[1]) - 1)
    if found := _destroy.fullmatch(token):
        return Destroy((int(found[1]), int(found[2])))
    if found := _of_cell.fullmatch(token):
        return _kinds[found[1]](int(found[2]) - 1, (int(found[3]), int(found[4])))
    return None
