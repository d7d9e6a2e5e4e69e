"""Counted decision sequences: T-7 from the start, and positions from real games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from duiyi.core.perft import perft
from duiyi.games.tzaar import GAME

ROOT = Path(__file__).parents[4]
COPIED = ROOT / "tests/data/tzaar_endgames.json"
SHARED = ROOT.parent / "shared/data/tzaar_endgames.json"


def endgames(file: Path) -> list[Any]:
    return [
        pytest.param(entry["text"], entry["perft"], id=entry["name"])
        for entry in (json.loads(file.read_text()) if file.exists() else ())
    ]


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 42), (2, 1_797), (3, 260_556)])
def test_t_7_sequences_from_the_fixed_start(depth: int, count: int) -> None:
    assert perft(GAME.start(), depth) == count


def test_t_7_finished_games_are_not_counted_at_greater_lengths() -> None:
    last = "Z..../R...../T....../......../......../...T..../......./....../..trz w 1 5"
    state = GAME.load(last)
    assert perft(state, 1) == len(state.actions()) > 0
    ending = sum(1 for action in state.actions() if state.play(action).outcome)
    assert ending > 0
    going_on = [state.play(action) for action in state.actions() if not state.play(action).outcome]
    assert perft(state, 2) == sum(len(later.actions()) for later in going_on)


@pytest.mark.parametrize(("text", "counts"), endgames(COPIED))
def test_endgames_count_right(text: str, counts: list[int]) -> None:
    assert [perft(GAME.load(text), depth) for depth in (1, 2, 3)] == counts


def test_all_shared_endgames_count_right() -> None:
    if not SHARED.exists():
        pytest.skip("the shared data are not beside this repository")
    entries = endgames(SHARED)
    assert len(entries) == 23
    for entry in entries:
        text, counts = entry.values
        state = GAME.load(text)
        assert state.dump() == text
        assert [perft(state, depth) for depth in (1, 2, 3)] == counts, entry.id
