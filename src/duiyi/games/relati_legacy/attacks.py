"""攻擊, 一般 and 遠程: the lines along which a piece can be killed (L-7 to L-10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from duiyi.boards.square import DIRECTIONS, SquareBoard, bits
from duiyi.core.state import Seat
from duiyi.games.relati_legacy.actions import Attack, AttackKind
from duiyi.games.relati_legacy.sides import Sides, occupied
from duiyi.games.relati_legacy.zones import covered


class Line(NamedTuple):
    """From a target over the cells between to the medium, and one further to the material."""

    between: tuple[int, ...]
    material: int | None
    """攻擊耗材: the cell beyond the medium, if the board has it."""


def line(board: SquareBoard, target: int, medium: int) -> Line | None:
    """The line from target to medium, if they are on one (跨無限八方)."""
    for cells in board.lines[target].values():
        if medium in cells:
            at = cells.index(medium)
            return Line(cells[:at], cells[at + 1] if at + 1 < len(cells) else None)
    return None


def targets(board: SquareBoard, sides: Sides, seat: Seat) -> int:
    """L-7: others' source and plain pieces, forbidden ones too, outside their owner's zones."""
    cells = 0
    for other, side in enumerate(sides):
        if other != seat:
            cells |= (side.source | side.normal) & ~covered(board, side.shield)
    return cells


def guarded(board: SquareBoard, sides: Sides, seat: Seat) -> int:
    """The cells inside another seat's zones: no material of this seat can stand there (L-8)."""
    cells = 0
    for other, side in enumerate(sides):
        if other != seat:
            cells |= covered(board, side.shield)
    return cells


def passable(kind: AttackKind, sides: Sides, seat: Seat) -> int:
    """The cells that may lie between target and medium.

    AN (L-8): not blank to the attacker, or another seat's weapon, bomb or dead piece.
    AR (L-9): blank to the attacker, or his own. As a set that reaches beyond the board.
    """
    own = sides[seat]
    if kind == "AN":
        return occupied(sides) & ~(own.shield | own.inert)
    others = 0
    for side in sides:
        others |= side.living
    return ~(others & ~own.all)


def attacks(board: SquareBoard, sides: Sides, seat: Seat, own: int) -> Iterator[Attack]:
    """All attacks: AN before AR, each by target and then by medium (L-10: any that fits). `own` are
    the valid pieces of the seat."""
    aims = targets(board, sides, seat)
    if not aims:
        return
    materials = own & ~guarded(board, sides, seat)
    armed = {d: own & board.moved(materials, d) for d in DIRECTIONS}
    kinds: tuple[AttackKind, AttackKind] = ("AN", "AR")
    for kind in kinds:
        free = passable(kind, sides, seat)
        pairs = []
        for direction, mediums in armed.items():
            for medium in bits(mediums):
                ahead = board.line_bits[direction][medium]
                if ahead & aims:
                    reached = _up_to_first(ahead, ahead & ~free, ahead >> medium)
                    pairs += [(target, medium) for target in bits(reached & aims)]
        for target, medium in sorted(pairs):
            yield Attack(kind, target, medium)


def _up_to_first(ahead: int, stops: int, rising: int) -> int:
    """The cells of a ray up to its first stop, which can itself be a target.

    `rising`: whether the ray's cells have greater numbers than where it begins.
    """
    if not stops:
        return ahead
    if rising:
        return ahead & (stops ^ stops - 1)
    return ahead & -1 << stops.bit_length() - 1


def spent(action: Attack, found: Line) -> int:
    """What becomes a weapon: the material, in AR the medium too (L-8, L-9)."""
    assert found.material is not None
    return 1 << found.material | (1 << action.medium if action.kind == "AR" else 0)
