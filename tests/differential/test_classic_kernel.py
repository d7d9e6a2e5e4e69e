"""The relati-classic kernel against a brute force written here, and against the rules in Python."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

import duiyi
from duiyi.kernels import relati_classic_moves, relati_classic_perft


@dataclass
class Brute:
    """Seed 002 in the slowest and plainest way: a dictionary of cells, nothing kept beside it."""

    seats: int
    symbols: dict[tuple[int, int], int] = field(default_factory=dict)
    actor: int | None = 0

    @property
    def side(self) -> int:
        return 2 * self.seats + 1

    def placements(self, seat: int) -> list[tuple[int, int]]:
        own = [cell for cell, owner in self.symbols.items() if owner == seat]
        empty = [
            (row, column)
            for row in range(self.side)
            for column in range(self.side)
            if (row, column) not in self.symbols
        ]
        if not own:
            return empty
        return [
            (row, column)
            for row, column in empty
            if any(max(abs(row - r), abs(column - c)) == 1 for r, c in own)
        ]

    def moves(self) -> list[tuple[int, int]]:
        return [] if self.actor is None else self.placements(self.actor)

    def play(self, cell: tuple[int, int]) -> Brute:
        assert self.actor is not None
        after = Brute(self.seats, {**self.symbols, cell: self.actor})
        others = [(self.actor + step) % self.seats for step in range(1, self.seats)]
        after.actor = next((seat for seat in others if after.placements(seat)), None)
        return after

    def perft(self, depth: int) -> int:
        if depth == 0:
            return 1
        return sum(self.play(cell).perft(depth - 1) for cell in self.moves())


def token(cell: tuple[int, int]) -> str:
    row, column = cell
    return f"{'ABCDEFGHI'[column]}{row + 1}"


def random_game(seats: int, seed: int) -> Iterator[tuple[list[str], Brute]]:
    """Every position of one random game, with the tokens that lead to it."""
    chance = random.Random(seed)
    tokens: list[str] = []
    position = Brute(seats)
    yield list(tokens), position
    while moves := position.moves():
        cell = chance.choice(moves)
        tokens.append(token(cell))
        position = position.play(cell)
        yield list(tokens), position


@pytest.mark.parametrize(
    ("seats", "depth"), [(2, 0), (2, 1), (2, 2), (2, 3), (2, 4), (3, 2), (4, 2)]
)
def test_perft_from_the_start_is_the_brute_force_count(seats: int, depth: int) -> None:
    assert relati_classic_perft(seats, [], depth) == Brute(seats).perft(depth)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(5))
def test_perft_of_late_positions_is_the_brute_force_count_until_nothing_is_left(
    seats: int, seed: int
) -> None:
    empty_cells = 6
    tokens, position = [
        (tokens, position)
        for tokens, position in random_game(seats, seed)
        if position.side**2 - len(position.symbols) >= empty_cells
    ][-1]
    for depth in range(empty_cells + 2):
        assert relati_classic_perft(seats, tokens, depth) == position.perft(depth), (tokens, depth)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(20))
def test_moves_are_those_of_the_brute_force_in_row_order(seats: int, seed: int) -> None:
    for tokens, position in random_game(seats, seed):
        assert relati_classic_moves(seats, tokens) == [token(cell) for cell in position.moves()]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(20))
def test_kernel_and_rules_go_in_lockstep(seats: int, seed: int) -> None:
    chance = random.Random(seed)
    state = duiyi.game("relati-classic").start(seats)
    tokens: list[str] = []
    while state.actor is not None:
        actions = state.actions()
        assert relati_classic_moves(seats, tokens) == [state.text(action) for action in actions]
        action = chance.choice(actions)
        tokens.append(state.text(action))
        state = state.play(action)
    assert state.outcome is not None
    assert relati_classic_moves(seats, tokens) == []


def test_c_6_the_second_worked_example_runs_on_and_then_ends_with_c1() -> None:
    tokens = "B1 A1 B2 A2 B3 A3 B4 A4 B5 A5".split()
    assert relati_classic_moves(2, tokens) == ["C1", "C2", "C3", "C4", "C5"]
    assert relati_classic_moves(2, [*tokens, "C1"]) == []


def test_finished_games_are_not_counted_at_greater_lengths() -> None:
    tokens = "B1 A1 B2 A2 B3 A3 B4 A4 B5 A5".split()
    assert relati_classic_perft(2, tokens, 1) == 5
    assert relati_classic_perft(2, tokens, 2) == 0
    assert relati_classic_perft(2, [*tokens, "C1"], 0) == 1


def exactly(message: str) -> str:
    return f"^{re.escape(message)}$"


@pytest.mark.parametrize("seats", [-1, 0, 1, 5])
def test_a_bad_seat_count_is_named(seats: int) -> None:
    with pytest.raises(ValueError, match=exactly(f"relati-classic has 2 to 4 seats, not {seats}")):
        relati_classic_moves(seats, [])
    with pytest.raises(ValueError, match=exactly(f"relati-classic has 2 to 4 seats, not {seats}")):
        relati_classic_perft(seats, [], 1)


def test_a_negative_depth_is_named() -> None:
    with pytest.raises(ValueError, match=exactly("depth must be 0 or more, not -1")):
        relati_classic_perft(2, [], -1)


@pytest.mark.parametrize("bad", ["", "C", "3", "c3", "C03", "C0", "F1", "A6", "C3 ", "C³", "pass"])
def test_a_bad_token_is_named_with_its_place(bad: str) -> None:
    message = f"token 2, '{bad}': not a cell of this board, which has A1 to E5"
    with pytest.raises(ValueError, match=exactly(message)):
        relati_classic_moves(2, ["C3", bad])


def test_a_taken_cell_is_named() -> None:
    with pytest.raises(ValueError, match=exactly("token 2, 'C3': the cell is taken")):
        relati_classic_moves(2, ["C3", "C3"])


def test_a_cell_without_a_link_is_named_with_the_seat() -> None:
    message = "token 4, 'A1': the cell is not next to a symbol of seat 1"
    with pytest.raises(ValueError, match=exactly(message)):
        relati_classic_moves(2, ["C3", "D2", "C2", "A1"])


def test_a_token_after_the_end_is_named() -> None:
    tokens = "B1 A1 B2 A2 B3 A3 B4 A4 B5 A5 C1 C2".split()
    with pytest.raises(ValueError, match=exactly("token 12, 'C2': the game is already over")):
        relati_classic_perft(2, tokens, 1)
