"""Course interface B: a process for each step, which rewrites three files as the step leaves them.

    ./bot white 1 chessColor.txt chessLayer.txt chessType.txt stepLog.txt

What the files hold is said in docs/course-files.md. Here is also what step a change of the files
means.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import ClassVar, NamedTuple

from duiyi.engine.fault import Fault, Verdict
from duiyi.engine.files.bot import FilesBot, Turn
from duiyi.engine.files.tzaar import (
    NAMES,
    OFF,
    PASS,
    PLACES,
    RADIUS,
    SIDES,
    SIZE,
    Place,
    Position,
    Step,
    array,
    cell_of,
    heights,
    name_of,
)
from duiyi.engine.inbox import quoted

COLOUR, LAYER, TYPE, LOG = "chessColor.txt", "chessLayer.txt", "chessType.txt", "stepLog.txt"
COLOURS = ("white", "black")
ACTIONS = {"x": "Capture", "+": "Enhance", "": "Pass"}
KINDS = {1: 3, 2: 2, 3: 1}
"""Tzaar, Tzarra, Totts: from the number that interface A has for a kind to this one's."""

_number = re.compile(r"\s*([-+]?[0-9]{1,9})\s*")
_end = re.compile(r"\r\n|\n|\r")


class Cell(NamedTuple):
    """What the three files say of one place."""

    colour: int
    height: int
    kind: int

    @property
    def piece(self) -> bool:
        return self.colour in (1, 2) and self.height >= 1 and self.kind in (1, 2, 3)


Cells = dict[Place, Cell]
EMPTY = Cell(0, 0, 0)
NOWHERE = Cell(OFF, OFF, OFF)


class FilesBBot(FilesBot):
    """A program that speaks interface B."""

    answers: ClassVar[tuple[str, ...]] = (COLOUR, LAYER, TYPE)
    kept: ClassVar[tuple[str, ...]] = (LOG,)
    second_steps: ClassVar[bool] = True

    def call(self, position: Position) -> Sequence[str]:
        return (COLOURS[position.side], str(position.step), COLOUR, LAYER, TYPE, LOG)

    def files(self, turn: Turn) -> dict[str, str]:
        pieces = turn.position.pieces.items()
        return {
            COLOUR: array({place: piece.seat + 1 for place, piece in pieces}),
            LAYER: heights(turn.position),
            TYPE: array({place: KINDS[piece.kind] for place, piece in pieces}),
            LOG: step_log(turn.steps),
        }

    def idle(self, turn: Turn, found: dict[str, bytes]) -> bool:
        """Whether nothing was rewritten: a pass, or a program that did nothing."""
        return cells_of(turn.position) == read_cells(found)

    def tokens(self, turn: Turn, found: dict[str, bytes]) -> tuple[str, ...]:
        before, after = cells_of(turn.position), read_cells(found)
        step = step_between(before, after, turn.position.side)
        if step is not None:
            return (step,)
        if turn.position.single:
            state = turn.question.state
            for first in map(state.text, state.actions()):
                second = own_step(stepped(before, first), after, turn.position.side)
                if second is not None:
                    return first, second
        detail = wrong(before, after)
        raise Fault(Verdict.protocol, "not-a-step", changes(before, after), detail)

    def written(self, turn: Turn, found: dict[str, bytes]) -> tuple[str, ...]:
        """What was changed; both tokens of White's two steps in one call were."""
        changed = changes(cells_of(turn.position), read_cells(found))
        return changed, changed


def step_log(steps: Iterable[Step]) -> str:
    """A line for each step, the last one without an end. Rounds are turns: they grow by one with
    every change of player."""
    return "\n".join(map(log_line, steps))


def log_line(made: Step) -> str:
    """As in `W_1_1_Capture_2,0_1,1`."""
    (from_x, from_y), (to_x, to_y) = made.source, made.target
    start = f"{SIDES[made.side]}_{made.turn}_{made.step}_{ACTIONS[made.sign]}"
    return f"{start}_{from_x},{from_y}_{to_x},{to_y}"


def cells_of(position: Position) -> Cells:
    """Every place of the arrays, as the files say it."""
    reach = range(-RADIUS, RADIUS + 1)
    cells = {(x, y): EMPTY if (x, y) in NAMES else NOWHERE for y in reach for x in reach}
    for place, (seat, kind, height) in position.pieces.items():
        cells[place] = Cell(seat + 1, height, KINDS[kind])
    return cells


def read_cells(found: dict[str, bytes]) -> Cells:
    """Every place of the arrays, as the files say it."""
    arrays = [read_array(name, found[name]) for name in (COLOUR, LAYER, TYPE)]
    values = zip(*arrays, strict=True)
    return {
        (at % SIZE - RADIUS, RADIUS - at // SIZE): Cell(*value) for at, value in enumerate(values)
    }


def read_array(name: str, data: bytes) -> list[int]:
    """Nine lines of nine numbers; `Fault` with the first line that is not."""
    lines = _end.split(data.decode("ascii", "replace").rstrip())
    if len(lines) != SIZE:
        raise _no_array(name, data, f"has {len(lines)} lines")
    numbers: list[int] = []
    for at, line in enumerate(lines, 1):
        words = line.split(",")
        if len(words) != SIZE:
            raise _no_array(name, data, f"line {at} has {len(words)} numbers")
        for column, word in enumerate(words, 1):
            match = _number.fullmatch(word)
            if match is None:
                raise _no_array(name, data, f"line {at}, number {column} is none")
            numbers.append(int(match[1]))
    return numbers


def _no_array(name: str, data: bytes, problem: str) -> Fault:
    detail = f"{name} must have {SIZE} lines of {SIZE} numbers with commas between, but {problem}:"
    return Fault(Verdict.protocol, "bad-answer", quoted(data), detail)


def step_between(before: Cells, after: Cells, side: int) -> str | None:
    """The step that a change means, legal or not; `None` where no single step can be told.

    One place was left, one other was entered, and what stands there now is the piece that left.
    """
    changed = [place for place in before if before[place] != after[place]]
    if not changed:
        return PASS
    left = [place for place in changed if after[place] == EMPTY]
    entered = [place for place in changed if after[place].piece]
    if len(changed) != 2 or len(left) != 1 or len(entered) != 1:
        return None
    source, target = left[0], entered[0]
    sign = sign_of(before[source], before[target], after[target], side)
    return None if sign is None else name_of(*source) + sign + name_of(*target)


def own_step(before: Cells, after: Cells, side: int) -> str | None:
    """The step of a piece of the side's own that a change means."""
    step = step_between(before, after, side)
    own = step is not None and before[PLACES.get(step[:2], (0, 0))].colour == side + 1
    return step if own else None


def sign_of(moved: Cell, met: Cell, now: Cell, side: int) -> str | None:
    """`x` where the piece kept its height, `+` where heights were added; `None` for anything else.

    Of what is no piece, or the opponent's, the rules only say that it cannot be moved.
    """
    if moved.colour != side + 1:
        return "x"
    if (now.colour, now.kind) != (moved.colour, moved.kind):
        return None
    if now.height == moved.height:
        return "x"
    return "+" if now.height == moved.height + max(met.height, 0) else None


def stepped(cells: Cells, token: str) -> Cells:
    """After a legal step."""
    source, target = PLACES[token[:2]], PLACES[token[3:]]
    moved = cells[source]
    if token[2] == "+":
        moved = moved._replace(height=moved.height + cells[target].height)
    return {**cells, source: EMPTY, target: moved}


def wrong(before: Cells, after: Cells) -> str:
    """Which place is wrong in a change that is no single step, for a person."""
    changed = [place for place in before if before[place] != after[place]]
    for place in changed:
        if (place in NAMES and after[place] != EMPTY and not after[place].piece) or (
            place not in NAMES and not after[place].piece
        ):
            right = "0 in all three files or a piece" if place in NAMES else "-1 in all three files"
            return f"{where(place)} must be {right}: {told(before[place], after[place])}"
    left = [place for place in changed if after[place] == EMPTY]
    entered = [place for place in changed if after[place].piece]
    if (len(left), len(entered)) != (1, 1):
        return (
            f"a step leaves one point and enters one; left: {places(left)};"
            f" entered: {places(entered)}"
        )
    source, target = left[0], entered[0]
    moved, met, now = before[source], before[target], after[target]
    heights = f"{moved.height} (capture) or {moved.height + max(met.height, 0)} (stack)"
    return f"{where(target)} after a step from {where(source)}: " + ", ".join(
        f"{name} must be {right}, is {value}"
        for name, right, value, fits in (
            (COLOUR, moved.colour, now.colour, now.colour == moved.colour),
            (LAYER, heights, now.height, now.height in (moved.height, moved.height + met.height)),
            (TYPE, moved.kind, now.kind, now.kind == moved.kind),
        )
        if not fits
    )


def where(place: Place) -> str:
    """The name of a point, or of any other place in the arrays its line and number there."""
    row, column = cell_of(place)
    return NAMES.get(place, f"line {row + 1}, number {column + 1}")


def places(found: Sequence[Place]) -> str:
    return ", ".join(map(where, found[:6])) + (", …" if len(found) > 6 else "") or "none"


def told(cell: Cell, now: Cell) -> str:
    """Colour, height and kind, before and now."""
    return f"{','.join(map(str, cell))} -> {','.join(map(str, now))}"


def changes(before: Cells, after: Cells) -> str:
    """What was rewritten, for a person: `C2 1,1,2 -> 0,0,0`."""
    found = [
        f"{where(place)} {told(cell, after[place])}"
        for place, cell in before.items()
        if after[place] != cell
    ]
    return "; ".join(found[:6]) + ("; …" if len(found) > 6 else "")
