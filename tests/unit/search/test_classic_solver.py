"""The solver of relati classic, through its driver: beside a brute force, and beside the rules."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import cache, reduce
from operator import or_
from pathlib import Path

import pytest
from tests.unit.search.asked import Asked, compiled

import duiyi
from duiyi.games.relati_classic import RelatiClassicState

# Its driver has to be compiled first.
pytestmark = pytest.mark.slow

Values = dict[str, int]


@pytest.fixture(scope="module")
def program() -> Path:
    return compiled("classic_solver")


class Solver(Asked):
    """A running solver for boards of one side."""

    def __init__(self, program: Path, side: int, *arguments: str) -> None:
        super().__init__(program, str(side), *arguments)
        self._side = side
        self.seconds = 0.0

    def values(self, dump: str = "") -> Values:
        seconds, *words = self.ask(f"values {dump}".strip()).split()
        self.seconds = float(seconds)
        names = (
            f"{letter}{row + 1}" for row in range(self._side) for letter in "ABCDE"[: self._side]
        )
        return {name: int(word) for name, word in zip(names, words, strict=True) if word != "-"}

    def best(self, dump: str) -> tuple[int, str]:
        seconds, value, cell = self.ask(f"best {dump}").split()
        self.seconds = float(seconds)
        return int(value), cell


@pytest.fixture(scope="module", params=[3, 4])
def small(request: pytest.FixtureRequest, program: Path) -> Iterator[tuple[int, Solver]]:
    solver = Solver(program, request.param)
    yield request.param, solver
    solver.close()


@pytest.fixture(scope="module")
def solver(program: Path) -> Iterator[Solver]:
    solver = Solver(program, 5)
    yield solver
    solver.close()


class Brute:
    """Seed 002 for two seats on a board of any side: all that can happen, nothing left out.

    Cells are bits. Beside its symbols a seat has the cells around them, which for the first symbol
    are all (C-2).
    """

    def __init__(self, side: int) -> None:
        places = [(row, column) for row in range(side) for column in range(side)]
        self.names = {
            1 << n: f"{'ABCDE'[place[1]]}{place[0] + 1}" for n, place in enumerate(places)
        }
        self.all = (1 << len(places)) - 1
        self.around = {
            1 << number: sum(
                1 << other
                for other, (r, c) in enumerate(places)
                if abs(row - r) <= 1 and abs(column - c) <= 1
            )
            for number, (row, column) in enumerate(places)
        }
        self._known: dict[tuple[int, int], int] = {}

    def near(self, symbols: int) -> int:
        return sum_of(self.around[cell] for cell in cells(symbols)) if symbols else self.all

    def value(self, own: int, other: int, own_near: int, other_near: int) -> int:
        """For who is to act, and can."""
        known = self._known.get((own, other))
        if known is None:
            empty = self.all & ~(own | other)
            known = max(
                self.after(own, other, own_near, other_near, cell)
                for cell in cells(empty & own_near)
            )
            self._known[own, other] = known
        return known

    def after(self, own: int, other: int, own_near: int, other_near: int, cell: int) -> int:
        """The same, when he has taken the cell: C-3."""
        near = self.around[cell] | own_near if own else self.around[cell]
        empty = self.all & ~(own | other | cell)
        if empty & other_near:
            return -self.value(other, own | cell, other_near, near)
        return 1 if empty & near else 0

    def values(self, own: int, other: int) -> Values:
        """Of every cell that may be taken."""
        own_near, other_near = self.near(own), self.near(other)
        return {
            self.names[cell]: self.after(own, other, own_near, other_near, cell)
            for cell in cells(self.all & ~(own | other) & own_near)
        }

    def dump(self, own: int, other: int) -> str:
        """As the game writes it; the actor is O."""
        letters = ["O" if own & cell else "X" if other & cell else "." for cell in self.names]
        side = round(len(letters) ** 0.5)
        rows = ["".join(letters[start : start + side]) for start in range(0, len(letters), side)]
        return f"{'/'.join(rows)} O - 1"


def cells(symbols: int) -> Iterator[int]:
    while symbols:
        cell = symbols & -symbols
        symbols ^= cell
        yield cell


def sum_of(sets: Iterable[int]) -> int:
    return reduce(or_, sets)


@cache
def brute(side: int) -> Brute:
    return Brute(side)


def test_small_boards_have_the_values_that_brute_force_finds(small: tuple[int, Solver]) -> None:
    side, solver = small
    assert solver.values() == brute(side).values(0, 0)


def test_all_positions_of_random_small_games_have_the_values_of_brute_force(
    small: tuple[int, Solver],
) -> None:
    side, solver = small
    known = brute(side)
    for seed in range(40):
        chance = random.Random(seed)
        own = other = 0
        while expected := known.values(own, other):
            text = known.dump(own, other)
            assert solver.values(text) == expected, text
            value, best = solver.best(text)
            assert value == max(expected.values()) == expected[best], text
            taken = chance.choice([*expected])
            cell = next(cell for cell, name in known.names.items() if name == taken)
            own, other = other, own | cell


def test_the_first_actions_of_the_real_board(solver: Solver) -> None:
    values = solver.values()
    assert solver.seconds <= 10
    border = {cell for cell in values if cell[0] in "AE" or cell[1] in "15"}
    assert values == {cell: -1 if cell in border else 0 for cell in values}
    assert len(values) == 25
    assert len(border) == 16


def rules(seed: int, from_turn: int = 1) -> Iterator[RelatiClassicState]:
    """The positions of a random game, by the rules."""
    chance = random.Random(seed)
    state = duiyi.game("relati-classic").start(2)
    while state.outcome is None:
        assert isinstance(state, RelatiClassicState)
        if state.turn >= from_turn:
            yield state
        state = state.play(chance.choice(state.actions()))


def value_by_rules(state: RelatiClassicState, solver: Solver, seat: int) -> int:
    """For a seat; of an unfinished game as the solver says."""
    if state.outcome is not None:
        winner = state.outcome.winner
        return 0 if winner is None else 1 if winner == seat else -1
    value, _ = solver.best(state.dump())
    return value if state.actor == seat else -value


def test_values_agree_with_the_rules_one_decision_further(solver: Solver) -> None:
    """So from the end of the game backwards all values are right, if any is."""
    for seed in range(60):
        for state in rules(seed, from_turn=9 if seed else 3):
            expected = {
                state.text(action): value_by_rules(state.play(action), solver, state.owner)
                for action in state.actions()
            }
            assert solver.values(state.dump()) == expected, state.dump()
            value, best = solver.best(state.dump())
            assert value == max(expected.values()) == expected[best], state.dump()


def test_late_positions_have_the_values_of_the_rules_alone(solver: Solver) -> None:
    @cache
    def value(state: RelatiClassicState) -> int:
        if state.outcome is not None:
            return value_by_rules(state, solver, 0)
        values = [value(state.play(action)) for action in state.actions()]
        return max(values) if state.actor == 0 else min(values)

    for seed in range(100, 160):
        for state in rules(seed, from_turn=19):
            told, _ = solver.best(state.dump())
            assert (told if state.actor == 0 else -told) == value(state), state.dump()


@pytest.mark.parametrize("seat", [0, 1])
def test_the_best_action_never_gives_anything_away(solver: Solver, seat: int) -> None:
    """Against chance, from wherever it leads."""
    for seed in range(8):
        chance = random.Random(seed)
        state = duiyi.game("relati-classic").start(2)
        assert isinstance(state, RelatiClassicState)
        held = -1
        while state.outcome is None:
            value, best = solver.best(state.dump())
            assert held <= (value if state.actor == seat else -value), state.dump()
            if state.actor == seat:
                held = value
                state = state.play(best)
            else:
                state = state.play(chance.choice(state.actions()))
        assert held <= value_by_rules(state, solver, seat), state.dump()


def test_any_position_is_answered_within_a_second_by_a_solver_that_knows_nothing(
    program: Path,
) -> None:
    for seed in range(3):
        for state in list(rules(seed))[:5]:
            solver = Solver(program, 5)
            solver.best(state.dump())
            solver.close()
            assert solver.seconds <= 1, state.dump()


def test_a_small_table_and_a_large_one_say_the_same(program: Path, solver: Solver) -> None:
    small = Solver(program, 5, "1")
    assert small.values() == solver.values()
    small.close()


def test_what_cannot_be_answered(program: Path) -> None:
    solver = Solver(program, 5)
    over = "OOOOO/O...O/O...O/O...O/OOOOO - O 17"
    for bad in (over, "...../..... O - 1", ".....|.....|.....|.....|..... O - 1", "x" * 40):
        assert solver.ask(f"best {bad}") == "bad"
    assert solver.ask("seconds 0") == "set"
    assert solver.ask("values") == "unknown"
    assert solver.ask("best ...../...../...../...../..... O - 1") == "unknown"
    solver.close()
