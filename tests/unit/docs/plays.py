"""Playing the example games in the rules pages, and checking everything they say.

A block begins with `start GAME seats=2 option=on` or `load GAME POSITION`. Each further line is
an instruction below, or a row of a picture: the columns' letters first, then each row's number
and cells, written as in position texts, with `O?` for a lost symbol.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.unit.docs.pages import Block

import duiyi
from duiyi.core import BadToken, State, View

LETTERS = {"circle": "O", "cross": "X", "triangle": "D", "square": "U"}
MARKS = {"root": "*", "cannon": "!", "spent": "-", "lost": "?"}
_columns = re.compile(r" +[A-Z]( +[A-Z])*")
_row = re.compile(r"[0-9]+ +\S.*")


def play_block(block: Block) -> None:
    state = _begin(block.lines[0])
    columns: list[str] = []
    for line in block.lines[1:]:
        where = f"{block}: {line}"
        if _columns.fullmatch(line):
            columns = line.split()
        elif _row.fullmatch(line):
            number, *shown = line.split()
            cells = picture(state.view())
            assert shown == [cells.get(f"{c}{number}", ".") for c in columns], where
        else:
            word, _, rest = line.partition(" ")
            state = INSTRUCTIONS[word](state, rest, where)


def _begin(line: str) -> State[Any]:
    word, name, *rest = line.split(" ")
    game = duiyi.game(name)
    if word == "load":
        return game.load(" ".join(rest))
    assert word == "start", line
    seats, *pairs = rest
    options = game.options.parse(pairs)
    started: State[Any] = game.start(int(seats.removeprefix("seats=")), **dict(options.items()))
    return started


def picture(view: View) -> dict[str, str]:
    """What stands on each site, as the pages draw it."""
    cells = {}
    for piece in view.pieces:
        letter = LETTERS[piece.stack[-1].glyph]
        dead = "dead" in piece.marks
        marks = "".join(MARKS[mark] for mark in piece.marks if mark != "dead")
        cells[piece.site] = letter.lower() if dead else letter + marks
    return cells


def _marked(state: State[Any], mark: str) -> list[str]:
    return sorted(piece.site for piece in state.view().pieces if mark in piece.marks)


def _play(state: State[Any], rest: str, where: str) -> State[Any]:
    for token in rest.split():
        assert state.why_not(token) is None, f"{where}: {token}: {state.why_not(token)}"
        state = state.play(token)
    return state


def _withdraw(state: State[Any], rest: str, where: str) -> State[Any]:
    return state.withdraw(list(LETTERS.values()).index(rest))


def _refused(state: State[Any], rest: str, where: str) -> State[Any]:
    token, _, code = rest.partition(" ")
    if not code:
        with pytest.raises(BadToken):
            state.play(token)
        return state
    broken = state.why_not(token)
    assert broken is not None, where
    assert broken.code == code, where
    return state


def _says(state: State[Any]) -> dict[str, str]:
    """What a position says of itself, by the instruction that asks for it."""
    actor = state.actor
    outcome = state.outcome
    return {
        "actor": "-" if actor is None else list(LETTERS.values())[actor],
        "turn": str(state.turn),
        "bonus": str(getattr(state, "bonus", 0)),
        "lost": " ".join(_marked(state, "lost")) or "-",
        "dead": " ".join(_marked(state, "dead")) or "-",
        "actions": " ".join(state.text(action) for action in state.actions()) or "-",
        "score": " ".join(map(str, outcome.scores)) if outcome else "-",
        "reason": outcome.reason if outcome else "-",
        "dump": state.dump(),
    }


def _ask(word: str) -> Any:
    def asked(state: State[Any], rest: str, where: str) -> State[Any]:
        assert _says(state)[word] == rest, where
        return state

    return asked


INSTRUCTIONS = {"play": _play, "withdraw": _withdraw, "refused": _refused} | {
    word: _ask(word)
    for word in ("actor", "turn", "bonus", "lost", "dead", "actions", "score", "reason", "dump")
}
