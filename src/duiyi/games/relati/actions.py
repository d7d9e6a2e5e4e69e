"""The actions of relati (玩家行動) and their tokens."""

from __future__ import annotations

from dataclasses import dataclass

from duiyi.boards.square import RAYS, SquareBoard


@dataclass(frozen=True, slots=True)
class Place:
    """放置符號."""

    cell: int


@dataclass(frozen=True, slots=True)
class Build:
    """建立砲台: an own plain symbol becomes a cannon."""

    cell: int


@dataclass(frozen=True, slots=True)
class Fire:
    """砲台攻擊: an own cannon shoots forwards, backwards, left or right."""

    cell: int
    direction: str


@dataclass(frozen=True, slots=True)
class Migrate:
    """遷移根源: an own plain symbol becomes the root."""

    cell: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Decline a bonus action (R-7)."""


Action = Place | Build | Fire | Migrate | Pass


def write(action: Action, board: SquareBoard) -> str:
    match action:
        case Place(cell):
            return board.label(cell)
        case Build(cell):
            return f"build:{board.label(cell)}"
        case Fire(cell, direction):
            return f"fire:{board.label(cell)}:{direction}"
        case Migrate(cell):
            return f"root:{board.label(cell)}"
        case Pass():
            return "pass"


def split(token: str) -> tuple[str, str, str] | None:
    """A token as kind, cell label and direction; `None` when it has no such form."""
    match token.split(":"):
        case ["pass"]:
            return "pass", "", ""
        case [label]:
            return "place", label, ""
        case ["build" | "root" as kind, label]:
            return kind, label, ""
        case ["fire", label, direction] if len(direction) == 1 and direction in RAYS:
            return "fire", label, direction
    return None


def make(kind: str, cell: int, direction: str) -> Action:
    match kind:
        case "place":
            return Place(cell)
        case "build":
            return Build(cell)
        case "fire":
            return Fire(cell, direction)
        case "root":
            return Migrate(cell)
    return Pass()
