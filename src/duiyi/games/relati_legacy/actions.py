"""The actions of relati legacy (動作) and their tokens, which begin with the seed's own codes.

RN, RRN and RRS have the same effect, so that `R` stands for all three.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from duiyi.boards.square import SquareBoard

AttackKind = Literal["AN", "AR"]


@dataclass(frozen=True, slots=True)
class Locate:
    """定位 [L]: the first piece, a source."""

    cell: int


@dataclass(frozen=True, slots=True)
class Link:
    """連接 [R]: a new piece that a link holds."""

    cell: int


@dataclass(frozen=True, slots=True)
class Escape:
    """逃脫 [E]: a new source; the old pieces die."""

    cell: int


@dataclass(frozen=True, slots=True)
class Attack:
    """攻擊, 一般 [AN] or 遠程 [AR]: kill a target through a medium (攻擊媒介)."""

    kind: AttackKind
    target: int
    medium: int


@dataclass(frozen=True, slots=True)
class Bomb:
    """轟炸 [AB]: an own shield goes off."""

    cell: int


@dataclass(frozen=True, slots=True)
class Defend:
    """防禦 [D]: an own valid piece becomes a shield."""

    cell: int


Action = Locate | Link | Escape | Attack | Bomb | Defend

_attacks: dict[str, AttackKind] = {"AN": "AN", "AR": "AR"}
_others: dict[str, Callable[[int], Action]] = {
    "L": Locate,
    "R": Link,
    "E": Escape,
    "AB": Bomb,
    "D": Defend,
}
_codes = {kind: code for code, kind in _others.items()}


def write(action: Action, board: SquareBoard) -> str:
    if isinstance(action, Attack):
        return f"{action.kind}:{board.label(action.target)}:{board.label(action.medium)}"
    return f"{_codes[type(action)]}:{board.label(action.cell)}"


def split(token: str) -> tuple[str, tuple[str, ...]] | None:
    """A token as its code and the labels of its cells; `None` when it has no such form."""
    code, *labels = token.split(":")
    cells = 2 if code in _attacks else 1 if code in _others else 0
    return (code, tuple(labels)) if cells and len(labels) == cells else None


def make(code: str, cells: tuple[int, ...]) -> Action:
    """The action that `split` has found, once its cells are known."""
    if code in _attacks:
        target, medium = cells
        return Attack(_attacks[code], target, medium)
    return _others[code](cells[0])
