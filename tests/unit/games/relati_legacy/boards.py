"""Positions by hand, and what is asked of them: short forms for the tests of relati legacy.

Pieces are written letter, mark and cell: `O*E5` a source, `OC3` plain, `X#D4` a shield, `X!D4` a
weapon, `X@D4` a bomb, `xG7` a dead piece; `.B1` leaves a cell empty on a board filled otherwise.
"""

from __future__ import annotations

import re
from typing import Any

from duiyi.core.errors import Violation
from duiyi.core.locale import text
from duiyi.core.view import Event
from duiyi.games.relati_legacy import GAME, RelatiLegacyState

COLUMNS = "ABCDEFGHIJKLMNOPQRSTUVW"
_piece = re.compile(r"(\.|[A-Za-z][*#!@]?)([A-W])([0-9]+)")


def rows(pieces: str, size: int = 9, fill: str = ".") -> str:
    """The rows of a position text; cells that are not named hold `fill`."""
    cells = [[fill] * size for _ in range(size)]
    for word in pieces.split():
        found = _piece.fullmatch(word)
        assert found is not None, word
        cells[int(found[3]) - 1][COLUMNS.index(found[2])] = found[1]
    return "/".join("".join(row) for row in cells)


def legacy(pieces: str, fields: str = "2 O 9", size: int = 9, fill: str = ".") -> RelatiLegacyState:
    """A position; `fields` is what follows the rows in its text."""
    return GAME.load(f"{rows(pieces, size, fill)} {fields}")


def played(state: Any, line: str) -> Any:
    """The state after the tokens of a line."""
    for token in line.split():
        state = state.play(token)
    return state


def tokens(state: Any, *codes: str) -> str:
    """The tokens of the legal actions, in order; only those with one of these codes, if given."""
    found = [state.text(action) for action in state.actions()]
    return " ".join(t for t in found if not codes or t.split(":")[0] in codes)


def pieces(state: Any) -> str:
    """What stands on the board, row by row: the inverse of `rows`."""
    found = []
    for number, row in enumerate(state.dump().split(" ")[0].split("/")):
        cells = re.findall(r"\.|[A-Za-z][*#!@]?", row)
        found += [f"{c}{COLUMNS[i]}{number + 1}" for i, c in enumerate(cells) if c != "."]
    return " ".join(found)


def fields(state: Any) -> str:
    """What follows the rows: seats, owner, turn and so on."""
    return str(state.dump()).split(" ", 1)[1]


def marked(state: Any, mark: str) -> str:
    """The sites of the pieces that are shown with a mark."""
    return " ".join(piece.site for piece in state.view().pieces if mark in piece.marks)


def result(state: Any) -> str:
    """Scores and reason, or `-` while the game goes on."""
    outcome = state.outcome
    if outcome is None:
        return "-"
    assert state.actor is None
    assert state.actions() == ()
    return " ".join([*map(str, outcome.scores), outcome.reason])


def narrated(state: Any, token: str) -> list[Event]:
    return list(state.narrate(state.parse(token)))


def told(state: Any, token: str, language: str = "en") -> list[str]:
    """The sentences that tell what a token does."""
    return [text(event.message, language) for event in narrated(state, token)]


def breach(found: Violation | None) -> tuple[str, tuple[str, ...], str]:
    """Code, sites and English sentence of a violation."""
    assert found is not None
    return found.code, found.sites, str(found)
