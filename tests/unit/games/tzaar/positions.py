"""Positions of tzaar made by hand: a few pieces on named points."""

from __future__ import annotations

from duiyi.games.tzaar import GAME, TzaarState

START = "ttttT/TrrrRT/TRzzZRT/TRZtTZRT/TRZTtzrt/trztTzrt/trzZZrt/trRRRt/tTTTT w 1 1"
SIZES = {"A": 5, "B": 6, "C": 7, "D": 8, "E": 8, "F": 8, "G": 7, "H": 6, "I": 5}
KINDS_KEPT = {"A1": "Z", "A2": "R", "A3": "T", "I5": "z", "I4": "r", "I3": "t"}
"""One piece of each kind for both sides, out of each other's way: by itself nobody can capture."""


def written(tail: str, pieces: dict[str, str]) -> str:
    """The position text with these pieces; `tail` is what comes after the columns."""
    columns = [
        "".join(pieces.get(f"{letter}{number}", ".") for number in range(1, size + 1))
        for letter, size in SIZES.items()
    ]
    return f"{'/'.join(columns)} {tail}"


def position(tail: str, **pieces: str) -> TzaarState:
    """These pieces together with `KINDS_KEPT`; an empty text takes a piece away."""
    kept = {site: piece for site, piece in {**KINDS_KEPT, **pieces}.items() if piece}
    return GAME.load(written(tail, kept))


def tokens(state: TzaarState) -> str:
    return " ".join(state.text(action) for action in state.actions())


def played(state: TzaarState, line: str) -> TzaarState:
    for token in line.split():
        state = state.play(token)
    return state
