"""The plug-in examples: small, installed, and in order."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import duiyi
from duiyi.core import IllegalAction
from duiyi.core.check import check

ROOT = Path(__file__).parents[3] / "examples"
EXAMPLES = {"tic-tac-toe": 80, "hex": 150}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_found_when_it_is_installed(name: str) -> None:
    assert duiyi.game(name) in duiyi.games()


@pytest.mark.parametrize(("name", "limit"), EXAMPLES.items())
def test_an_example_is_one_small_python_file(name: str, limit: int) -> None:
    (file,) = (ROOT / name).rglob("*.py")
    assert len(file.read_text("utf-8").splitlines()) <= limit


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_conforms(name: str) -> None:
    report = check(duiyi.game(name), walks=2)
    assert report.ok, str(report)
    assert not report.warnings, str(report)


def played(name: str, tokens: str, **options: bool) -> Any:
    state = duiyi.game(name).start(**options)
    for token in tokens.split():
        state = state.play(token)
    return state


@pytest.mark.parametrize(
    ("tokens", "scores"),
    [
        ("A1 A2 B1 B2 C1", (1, 0)),  # a row
        ("A1 B1 A2 B2 C3 B3", (0, 1)),  # a column
        ("A1 A2 B2 A3 C3", (1, 0)),  # a diagonal
        ("C1 A2 B2 A1 A3", (1, 0)),  # the other one
        ("A1 B1 C1 B2 A2 C2 B3 A3 C3", (Fraction(1, 2), Fraction(1, 2))),
    ],
)
def test_tic_tac_toe_ends(tokens: str, scores: Sequence[Fraction]) -> None:
    *before, last = tokens.split()
    state = played("tic-tac-toe", " ".join(before))
    assert state.outcome is None
    assert state.play(last).outcome.scores == scores


def test_tic_tac_toe_refuses_a_taken_cell() -> None:
    state = played("tic-tac-toe", "B2")
    assert state.why_not("B2").code == "occupied"
    with pytest.raises(IllegalAction):
        state.play("B2")


def test_hex_circle_connects_top_and_bottom() -> None:
    rows = " ".join(f"A{row} K{row}" for row in range(1, 11))
    state = played("hex", rows)
    assert state.outcome is None
    assert state.play("A11").outcome.winner == 0


def test_hex_cross_connects_left_and_right() -> None:
    columns = " ".join(f"{a}1 {b}6" for a, b in zip("KJIHGFEDCB", "ABCDEFGHIJ", strict=True))
    state = played("hex", columns + " K11")
    assert state.outcome is None
    assert state.play("K6").outcome.winner == 1


def test_hex_cells_touch_six_neighbours() -> None:
    """A chain that leans goes down; one that leans the other way leaves gaps."""
    touching = " ".join(f"{c}{r} A{r}" for r, c in enumerate("KJIHGFEDCB", 1))
    assert played("hex", touching + " A11").outcome.winner == 0
    apart = " ".join(f"{c}{r} K{r}" for r, c in enumerate("ABCDEFGHIJ", 1))
    assert played("hex", apart + " K11").outcome is None


def test_hex_swap_takes_over_the_first_stone_mirrored() -> None:
    state = played("hex", "C1 swap")
    assert state.board() == {"A3": ("cross", 1)}
    assert state.actor == 0
    assert "swap" not in [action.token for action in state.actions()]
    assert state.view(since=played("hex", "C1")).last == ("C1", "A3")


def test_hex_swap_is_there_for_the_second_turn_only() -> None:
    def can_swap(state: Any) -> bool:
        return state.why_not("swap") is None

    assert not can_swap(played("hex", ""))
    assert can_swap(played("hex", "C1"))
    assert not can_swap(played("hex", "C1 D1"))
    assert not can_swap(played("hex", "C1", swap=False))


def test_hex_swap_is_a_button() -> None:
    choice = played("hex", "C1").view().choices[-1]
    assert (choice.token, choice.paths) == ("swap", (("#swap",),))
