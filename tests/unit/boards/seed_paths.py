"""The lists of seed 000, copied word by word: paths from a linked symbol to its source."""

from __future__ import annotations

NEIGHBOURS = "F B L R FR FL BR BL".split()
STRAIGHT = "F-FF B-BB L-LL R-RR FL-FFLL FR-FFRR BL-BBLL BR-BBRR".split()
STRAIGHT_THEN_TURN = (
    "F-FF-FFR F-FF-FFL B-BB-BBR B-BB-BBL L-LL-FLL L-LL-BLL R-RR-FRR R-RR-BRR".split()
)
TURN_THEN_STRAIGHT = (
    "F-FR-FRR F-FL-FLL B-BL-BLL B-BR-BRR L-FL-FFL L-BL-BBL R-FR-FFR R-BR-BBR".split()
)
TURN_AND_TURN = "F-FR-FFR F-FL-FFL B-BL-BBL B-BR-BBR L-FL-FLL L-BL-BLL R-FR-FRR R-BR-BRR".split()
SEED = [*NEIGHBOURS, *STRAIGHT, *STRAIGHT_THEN_TURN, *TURN_THEN_STRAIGHT, *TURN_AND_TURN]


def walked(size: int, cell: int, way: str) -> int | None:
    """The cell that a word such as FFR leads to, letter by letter; `None` beyond the edge."""
    row, column = divmod(cell, size)
    for letter in way:
        row += {"F": -1, "B": 1}.get(letter, 0)
        column += {"L": -1, "R": 1}.get(letter, 0)
    return row * size + column if 0 <= row < size and 0 <= column < size else None


def kind(way: str) -> str:
    """What the links call a path: by its number of cells, and whether it goes slantwise."""
    diagonal = "-diagonal" if len(set(way.split("-")[-1])) == 2 else ""
    return ("adjacent" + diagonal, "straight" + diagonal, "stable")[way.count("-")]
