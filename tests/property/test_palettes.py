"""Palettes: any position can be built from the empty board by the operations of the editor."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from duiyi.core import CHANCE, State, game, games
from duiyi.core.errors import BadPosition
from duiyi.core.study.editing import (
    building,
    edited,
    emptied,
    judged,
    palette_of,
    problems_of,
    view_of,
)
from duiyi.core.study.palette import Palette, put, remove, setting

NAMES = [one.id for one in games() if palette_of(one) is not None]
ROWS = [row for name in NAMES for row in ((name, 200), (name, 12))]


def positions(name: str, count: int) -> Iterator[State[Any]]:
    """Positions of random games of every sample, some with withdrawals, some finished."""
    kind, chance = game(name), random.Random(f"palettes {name}")
    samples = list(kind.samples())
    for _ in range(count):
        seats, options = chance.choice(samples)
        state = kind.start(seats, **dict(options.items()))
        for _ in range(chance.randrange(120)):
            if state.outcome is not None:
                break
            if chance.random() < 0.01:
                inside = [seat for seat in range(state.seats) if seat not in state.out]
                state = state.withdraw(chance.choice(inside))
            elif state.actor == CHANCE:
                state = state.play(chance.choice(list(state.chances()))[0])
            else:
                state = state.play(chance.choice(list(state.actions())))
        yield state


def found(name: str) -> Palette:
    palette = palette_of(game(name))
    assert palette is not None
    return palette


@pytest.mark.parametrize(
    ("name", "count"),
    [pytest.param(*row, marks=() if row[1] < 200 else pytest.mark.slow) for row in ROWS],
)
def test_every_position_is_built_from_the_empty_board(name: str, count: int) -> None:
    kind, palette = game(name), found(name)
    pieces = 0
    for state in positions(name, count):
        text = state.dump()
        read = palette.read(kind, text)
        board = emptied(kind, palette, read.seats, read.options)
        assert not board.pieces
        built = edited(kind, palette, board, building(kind, palette, read))
        assert palette.write(kind, built) == text
        assert kind.load(palette.write(kind, built)) == state
        pieces += len(read.pieces)
    assert pieces > count, "positions with pieces are among them"


@pytest.mark.parametrize(
    ("name", "count"),
    [pytest.param(*row, marks=() if row[1] < 200 else pytest.mark.slow) for row in ROWS],
)
def test_whatever_is_taken_away_can_be_drawn_and_repairs_leave_less_wrong(
    name: str, count: int
) -> None:
    kind, palette = game(name), found(name)
    chance = random.Random(name)
    for state in positions(name, count):
        read = palette.read(kind, state.dump())
        if not read.pieces:
            continue
        less = edited(kind, palette, read, [remove(chance.choice([*read.pieces]))])
        now = judged(kind, palette, less)
        drawn = {piece.site for piece in view_of(kind, palette, now).pieces}
        assert set(less.pieces) <= drawn
        for problem in problems_of(kind, palette, now):
            assert len(problem.repairs) <= 2
            for repair in problem.repairs:
                mended = edited(kind, palette, less, repair.operations)
                assert len(judged(kind, palette, mended).problems) < len(now.problems)
        # An impossible text is read again as it was written.
        assert palette.write(kind, palette.read(kind, now.text)) == now.text


def test_what_no_box_holds_is_refused() -> None:
    kind, palette = game("relati"), found("relati")
    start = palette.read(kind, kind.start().dump())
    for operation in (
        put("Z9", "plain", 0),
        put("A1", "queen", 0),
        put("A1", "plain", 3),
        setting("weather", 1),
        setting("actor", 7),
        setting("actor", True),
        setting("out", (5,)),
        setting("chain", "Z9"),
    ):
        with pytest.raises(BadPosition):
            edited(kind, palette, start, [operation])


def test_numbers_are_brought_within_their_bounds() -> None:
    kind, palette = game("tzaar"), found("tzaar")
    start = palette.read(kind, kind.start().dump())
    board = edited(kind, palette, start, [setting("turn", -5), put("A1", "tzaar", 0, 5_000)])
    assert board.fields["turn"] == 1
    assert board.pieces["A1"].height == palette.tallest
