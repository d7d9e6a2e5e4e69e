"""The relati-classic kernel against a brute force that shares nothing with the rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

import duiyi
from duiyi import kernels
from duiyi.kernels import Position


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


def reached(seats: int, tokens: list[str]) -> Position:
    position = kernels.position(duiyi.game("relati-classic").start(seats))
    for one in tokens:
        position = position.play(one)
    return position


@pytest.mark.parametrize(
    ("seats", "depth"), [(2, 0), (2, 1), (2, 2), (2, 3), (2, 4), (3, 2), (4, 2)]
)
def test_perft_from_the_start_is_the_brute_force_count(seats: int, depth: int) -> None:
    assert reached(seats, []).perft(depth) == Brute(seats).perft(depth)


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
    there = reached(seats, tokens)
    for depth in range(empty_cells + 2):
        assert there.perft(depth, threads=2) == position.perft(depth), (tokens, depth)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(20))
def test_tokens_are_those_of_the_brute_force_in_row_order(seats: int, seed: int) -> None:
    for tokens, position in random_game(seats, seed):
        assert reached(seats, tokens).tokens() == [token(cell) for cell in position.moves()]


def test_c_6_the_second_worked_example_runs_on_and_then_ends_with_c1() -> None:
    there = reached(2, "B1 A1 B2 A2 B3 A3 B4 A4 B5 A5".split())
    assert there.tokens() == ["C1", "C2", "C3", "C4", "C5"]
    assert there.perft(1) == 5
    assert there.perft(2) == 0
    ended = there.play("C1")
    assert (ended.tokens(), ended.winner, ended.reason) == ([], 0, "others-cannot-act")
    assert ended.perft(0) == 1
