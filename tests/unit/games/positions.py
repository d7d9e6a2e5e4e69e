"""Positions by hand, and what is asked of them: short forms for the tests of the relati games.

Symbols are written letter, mark and cell: `O*E5` a root, `OC3` plain, `X!D4` a cannon, `X-D4` a
spent one, `dG7` a dead symbol; `.B1` leaves a cell empty on a board that is filled otherwise.
"""

from __future__ import annotations

import re
from typing import Any

from duiyi.core.errors import Violation
from duiyi.core.locale import text
from duiyi.core.view import Event
from duiyi.games.relati import GAME as RELATI
from duiyi.games.relati import RelatiState
from duiyi.games.relati_classic import GAME as CLASSIC
from duiyi.games.relati_classic import RelatiClassicState

COLUMNS = "ABCDEFGHIJKLMNOPQ"
_symbol = re.compile(r"(\.|[A-Za-z][*!-]?)([A-Q])([0-9]+)")


def rows(size: int, symbols: str, fill: str = ".") -> str:
    """The rows of a position text; cells that are not named hold `fill`."""
    cells = [[fill] * size for _ in range(size)]
    for word in symbols.split():
        found = _symbol.fullmatch(word)
        assert found is not None, word
        cells[int(found[3]) - 1][COLUMNS.index(found[2])] = found[1]
    return "/".join("".join(row) for row in cells)


def relati(symbols: str, fields: str, fill: str = ".", seats: int = 2) -> RelatiState:
    """A position of relati; `fields` is what follows the rows in its text."""
    return RELATI.load(f"{rows(seats * 4 + 1, symbols, fill)} {fields}")


def classic(symbols: str, fields: str, fill: str = ".", seats: int = 2) -> RelatiClassicState:
    """A position of relati classic; `fields` is what follows the rows in its text."""
    return CLASSIC.load(f"{rows(seats * 2 + 1, symbols, fill)} {fields}")


def played(state: Any, line: str) -> Any:
    """The state after the tokens of a line."""
    for token in line.split():
        state = state.play(token)
    return state


def tokens(state: Any) -> str:
    """The tokens of all legal actions, in order."""
    return " ".join(state.text(action) for action in state.actions())


def special(state: Any) -> str:
    """The tokens of all legal actions but placing."""
    return " ".join(token for token in tokens(state).split() if ":" in token or token == "pass")


def symbols(state: Any) -> str:
    """What stands on the board, row by row: the inverse of `rows`."""
    found = []
    for number, row in enumerate(state.dump().split(" ")[0].split("/")):
        cells = re.findall(r"\.|[A-Za-z][*!-]?", row)
        found += [f"{c}{COLUMNS[i]}{number + 1}" for i, c in enumerate(cells) if c != "."]
    return " ".join(found)


def marked(state: Any, mark: str) -> str:
    """The sites of the pieces with a mark, seat by seat."""
    return " ".join(piece.site for piece in state.view().pieces if mark in piece.marks)


def fields(state: Any) -> str:
    """What follows the rows: actor, last mover, turn and so on."""
    return str(state.dump()).split(" ", 1)[1]


def result(state: Any) -> str:
    """Scores and reason, or `-` while the game goes on."""
    outcome = state.outcome
    if outcome is None:
        return "-"
    assert state.actor is None
    assert state.actions() == ()
    return " ".join([*map(str, outcome.scores), outcome.reason])


def told(events: Any, language: str = "en") -> list[str]:
    """The sentences of a narration."""
    return [text(event.message, language) for event in events]


def narrated(state: Any, token: str) -> list[Event]:
    return list(state.narrate(state.parse(token)))


def breach(found: Violation | None) -> tuple[str, tuple[str, ...], str]:
    """Code, sites and English sentence of a violation."""
    assert found is not None
    catalog, _, key = found.message.key.partition(":")
    assert catalog in ("core", RELATI.id, CLASSIC.id)
    assert key == f"violation.{found.code}"
    return found.code, found.sites, str(found)
