"""What full strength and analysis make of fixed positions by nodes: always the same.

`python -m tests.unit.players.test_choices` writes the answers anew, where they are meant to change.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

import duiyi
from duiyi import kernels
from duiyi.analysis import Analyst, Limits
from duiyi.core import CHANCE, State
from duiyi.core.chance import Dice
from duiyi.players import StrongPlayer

ANSWERS = Path(__file__).parents[2] / "data" / "choices.json"
NODES = 3000
PROVING_NODES = 650_000
"""Enough to prove the endgame."""
DECISIONS = 6
"""Of one player in a row, so that what it keeps from decision to decision counts too."""
WON_SOON = "TT.Tt/R5...../t....../t...r2..r4/T......./.......Z3/z6....../Tt2...R3/T.T2tt b 1 3"
TABLES: dict[str, tuple[str, int, dict[str, Any], int]] = {
    "relati classic": ("relati-classic", 2, {}, 4),
    "relati classic for four": ("relati-classic", 4, {}, 4),
    "relati": ("relati", 2, {}, 10),
    "relati with all extensions": (
        "relati",
        2,
        {"continuous": True, "cannon": True, "chain": True, "migration": True},
        16,
    ),
    "relati for three": ("relati", 3, {}, 12),
    "relati legacy": ("relati-legacy", 2, {}, 6),
    "relati legacy for six": ("relati-legacy", 6, {}, 30),
    "tzaar": ("tzaar", 2, {}, 8),
    "tzaar, an endgame": ("tzaar", 2, {}, 0),
    "atom": ("atom", 2, {}, 25),
    "tic-tac-toe, without a kernel": ("tic-tac-toe", 2, {}, 0),
}
"""The game, its seats and options, and how many random decisions there were before."""


def position(table: str) -> State[Any]:
    name, seats, options, walked = TABLES[table]
    if table == "tzaar, an endgame":
        return duiyi.game(name).load(WON_SOON)
    state = duiyi.game(name).start(seats, **options)
    return kernels.walk(state, 5, walked)[1] if walked else state


def chosen(state: State[Any]) -> list[str]:
    """The decisions of one strong player who sits on all seats."""
    player, dice = StrongPlayer(3, nodes=NODES), Dice(2)
    tokens: list[str] = []
    while len(tokens) < DECISIONS and state.actor is not None:
        if state.actor == CHANCE:
            state = state.play(dice.choose(state))
            continue
        tokens.append(state.text(player.choose(state)))
        state = state.play(tokens[-1])
    return tokens


def analysed(state: State[Any]) -> dict[str, Any]:
    dice = Dice(4)
    while state.actor == CHANCE:
        state = state.play(dice.choose(state))
    if state.dump() == WON_SOON:
        best = Analyst(Limits(nodes=PROVING_NODES)).position(state).best
        # The line after what is proven is searched by time.
        lines = [{"tokens": best.tokens[0], "share": best.share, "proof": best.proof}]
        return {"lines": lines}
    found = Analyst(Limits(nodes=NODES, seed=9), lines=3).position(state)
    return {
        "kind": found.kind,
        "nodes": found.nodes,
        "lines": [
            {"tokens": " ".join(line.tokens), "share": line.share, "proof": line.proof}
            for line in found.lines
        ],
    }


def answers(table: str) -> dict[str, Any]:
    return {"chosen": chosen(position(table)), "analysed": analysed(position(table))}


@pytest.mark.parametrize("table", TABLES)
def test_full_strength_decides_as_before(table: str) -> None:
    assert chosen(position(table)) == _recorded()[table]["chosen"]


@pytest.mark.parametrize("table", TABLES)
def test_analysis_answers_as_before(table: str) -> None:
    found, expected = analysed(position(table)), _recorded()[table]["analysed"]
    for line, known in zip(found["lines"], expected["lines"], strict=True):
        assert math.isclose(line.pop("share"), known.pop("share"), abs_tol=1e-6)
    assert found == expected


def _recorded() -> dict[str, Any]:
    recorded: dict[str, Any] = json.loads(ANSWERS.read_text("utf-8"))
    return recorded


if __name__ == "__main__":
    written = {table: answers(table) for table in TABLES}
    ANSWERS.write_text(json.dumps(written, indent=1, ensure_ascii=False) + "\n", "utf-8")
