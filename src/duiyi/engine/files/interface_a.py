"""Course interface A: a process for each turn, which answers with two lines in `out.txt`.

    ./bot White 1 board.txt chessLayer.txt stepHistory.txt

What the files hold is said in docs/course-files.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import ClassVar

from duiyi.engine.fault import Fault, Verdict
from duiyi.engine.files.bot import FilesBot, Turn
from duiyi.engine.files.tzaar import (
    PASS,
    SIDES,
    Place,
    Position,
    Step,
    array,
    cell_of,
    heights,
    name_of,
)
from duiyi.engine.inbox import quoted

BOARD, LAYER, HISTORY, OUT = "board.txt", "chessLayer.txt", "stepHistory.txt", "out.txt"
COLOURS = ("White", "Black")
TYPES = {"x": "E", "+": "S", "": "P"}
SIGNS = {kind: sign for sign, kind in TYPES.items()}
_number = r"\s*([-+]?[0-9]+)\s*"
_line = re.compile(rf"\s*([ESP])\s*,{_number},{_number},{_number},{_number}")
_end = re.compile(r"\r\n|\n|\r")


class FilesABot(FilesBot):
    """A program that speaks interface A."""

    answers: ClassVar[tuple[str, ...]] = (OUT,)
    second_steps: ClassVar[bool] = False

    def call(self, position: Position) -> Sequence[str]:
        return (COLOURS[position.side], str(round_of(position.turn)), BOARD, LAYER, HISTORY)

    def files(self, turn: Turn) -> dict[str, str]:
        return {
            BOARD: board(turn.position) + "\n",
            LAYER: heights(turn.position) + "\n",
            HISTORY: history(turn.steps),
        }

    def tokens(self, turn: Turn, found: dict[str, bytes]) -> tuple[str, ...]:
        return tuple(map(token_of, read_lines(found[OUT])))

    def written(self, turn: Turn, found: dict[str, bytes]) -> tuple[str, ...]:
        """The lines; one that cannot be read is a token itself."""
        lines = read_lines(found[OUT])
        return tuple(line.strip() if _read(line) else "" for line in lines)


def board(position: Position) -> str:
    """0 empty; 1, 2, 3 White's Tzaar, Tzarra, Totts; 4, 5, 6 Black's."""
    return array({place: piece.kind + 3 * piece.seat for place, piece in position.pieces.items()})


def round_of(turn: int) -> int:
    """輪: 1 for the first turns of both, 2 for the second."""
    return (turn + 1) // 2


def history(steps: Iterable[Step]) -> str:
    """A line for each step, and a pass for the step that White's first turn lacks."""
    lines: list[str] = []
    for made in steps:
        lines.append(history_line(made))
        if (made.side, made.turn) == (0, 1):
            lines.append(history_line(Step(made.turn, made.side, 2, "")))
    return "".join(lines)


def history_line(made: Step) -> str:
    cells = (*cell_of(made.source), *cell_of(made.target)) if made.sign else (0, 0, 0, 0)
    words = round_of(made.turn), SIDES[made.side], made.step, TYPES[made.sign], *cells
    return ",".join(map(str, words)) + "\n"


def read_lines(data: bytes) -> list[str]:
    """Both lines of an answer."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise Fault(Verdict.protocol, "not-text", quoted(data), str(error)) from None
    if "\0" in text:
        raise Fault(Verdict.protocol, "not-text", quoted(data), "a NUL byte")
    lines = _end.split(text.rstrip())
    if lines == [""]:
        raise Fault(Verdict.protocol, "no-answer", OUT, f"{OUT} is empty")
    if len(lines) != 2:
        detail = f"{OUT} must have two lines, but has {len(lines)}"
        raise Fault(Verdict.protocol, "bad-answer", quoted(data), detail)
    return lines


def token_of(line: str) -> str:
    """The token that a line means; a line that means none is handed on, for the rules to refuse.

    So a second line is only looked at once the first one has been judged.
    """
    read = _read(line)
    if read is None:
        return line if "," in line else f"'{line}'"  # which no token of the game looks like
    kind, source, target = read
    return PASS if kind == "P" else name_of(*source) + SIGNS[kind] + name_of(*target)


def _read(line: str) -> tuple[str, Place, Place] | None:
    match = _line.fullmatch(line)
    if match is None:
        return None
    kind, *numbers = match.groups()
    from_x, from_y, to_x, to_y = map(int, numbers)
    return kind, (from_x, from_y), (to_x, to_y)
