"""Openings as a book: symmetric positions are one, files are small and come back as they were."""

from __future__ import annotations

import random
from fractions import Fraction
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duiyi.analysis.openings import book
from duiyi.analysis.openings.book import BadBook, Book, made_of, packaged, read, write
from duiyi.analysis.openings.making import Plan, played
from duiyi.analysis.openings.positions import DEPTH, decisions_by_child, edges, key
from duiyi.analysis.openings.tally import Tally
from duiyi.core import Record, game, games
from duiyi.core.study.intervals import wilson
from duiyi.core.study.symmetry import symmetries

TALLIES = st.builds(Tally, st.integers(1, 10**6), st.integers(0, 60 * 10**6))
POSITIONS = st.dictionaries(
    st.binary(min_size=8, max_size=8),
    st.dictionaries(st.binary(min_size=4, max_size=4), TALLIES, min_size=1, max_size=5),
    max_size=6,
)


@given(POSITIONS)
def test_a_book_comes_back_as_it_was(positions: dict[bytes, book.Rows]) -> None:
    often = {
        at: rows
        for at, rows in positions.items()
        if sum(one.games for one in rows.values()) >= book.FEWEST
    }
    found = read(write(Book({"seed": 1}, positions)))
    assert (found.about, found.positions) == ({"seed": 1}, often)


@given(st.binary(max_size=80))
def test_other_bytes_are_no_book(data: bytes) -> None:
    for text in (data, write(Book())[:-1] + data):
        try:
            read(text)
        except BadBook:
            continue
        assert text.startswith(b"{")


def test_a_file_is_bounded_and_keeps_what_was_met_most() -> None:
    positions = {
        number.to_bytes(8, "big"): {b"abcd": Tally(number + 2, 0)} for number in range(1000)
    }
    data = write(Book({}, positions), most=2000)
    assert len(data) <= 2000
    kept = read(data).positions
    assert (999).to_bytes(8, "big") in kept
    assert (0).to_bytes(8, "big") not in kept


@pytest.mark.parametrize("name", ["tzaar", "relati-classic", "relati", "relati-legacy", "atom"])
def test_symmetric_positions_and_decisions_are_one(name: str) -> None:
    lot, state = random.Random(1), game(name).start()
    for _ in range(4):
        for symmetry in symmetries(state).of(state):
            assert key(symmetry.state(state)) == key(state)
        results = state.actions() or [action for action, _ in state.chances()]
        state = state.play(lot.choice(results))


def test_decisions_of_a_symmetric_position_are_one() -> None:
    classes = decisions_by_child(game("relati-classic").start())
    assert sorted(map(len, classes.values())) == [1, 4, 4, 4, 4, 8]


def test_a_game_counts_its_first_decisions_with_who_made_them() -> None:
    state = game("relati-classic").start()
    record = Record.of(state)
    for token in "B1 A1 B2 A2 B3 A3 B4 A4 B5 A5 C1".split():
        record, state = record.played(state, token), state.play(token)
    found = list(edges(record.first(), record.nodes, 5))
    assert [edge.seat for edge in found] == [0, 1, 0, 1, 0]
    assert len(list(edges(record.first(), record.nodes))) == min(DEPTH, 11)
    assert found[0].position == key(record.first())
    turned = list(edges(record.first(), Record.of(record.first()).nodes))
    assert turned == []


def test_points_are_those_of_who_moved() -> None:
    state = game("relati-classic").start()
    record = Record.of(state)
    for token in ("C3", "B2"):
        record, state = record.played(state, token), state.play(token)
    steps = list(edges(record.first(), record.nodes))
    positions = made_of([(steps, (60, 0)), (steps, (30, 30)), (steps, (60, 0))])
    found = Book({}, positions)
    first, second = steps
    assert found.tally(first.position, first.child) == Tally(3, 150)
    assert found.tally(second.position, second.child) == Tally(3, 30)


def test_intervals_are_wilsons() -> None:
    tally = Tally()
    for score in (1, 1, 1, 1, 1, 1, 1, 1, Fraction(1, 2), 0):
        tally = tally.with_game(Fraction(score))
    assert tally == Tally(10, 510)
    low, high = tally.interval()
    assert low < tally.score < high
    assert (low, high) == wilson(8.5, 10)


@pytest.mark.parametrize("one", games(), ids=lambda one: one.id)
def test_the_book_that_comes_with_a_game_is_small_and_knows_its_start(one: object) -> None:
    found = packaged(one)  # type: ignore[arg-type]
    if not found.about:
        return
    file = files("duiyi.analysis.openings") / "data" / f"{found.about['game']}.book"
    assert len(file.read_bytes()) < 500_000
    rows = found.rows(key(one.start()))  # type: ignore[attr-defined]
    assert sum(row.games for row in rows.values()) > 0.9 * found.about["games"]


def test_all_five_games_have_a_book() -> None:
    for name in ("tzaar", "relati-classic", "relati", "relati-legacy", "atom"):
        assert packaged(game(name)).about["game"] == name


@pytest.mark.parametrize("name", ["tzaar", "relati-classic", "atom"])
def test_the_first_game_of_a_book_is_played_again_as_it_was(name: str) -> None:
    found = packaged(game(name))
    step = played(Plan(**found.about), 0).edges[0]
    assert found.tally(step.position, step.child).games > 0
