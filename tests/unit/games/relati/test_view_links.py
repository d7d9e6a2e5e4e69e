"""The links that are drawn: one for each connected symbol, the cheapest tree from the root."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from itertools import pairwise

import pytest
from tests.unit.boards.seed_paths import SEED, kind, walked
from tests.unit.games.positions import COLUMNS, played, relati

from duiyi.core.view import SPARE, Edge
from duiyi.games.relati import GAME, RelatiState

WEIGHTS = {
    "adjacent": Fraction(1),
    "adjacent-diagonal": Fraction("1.35"),
    "straight": Fraction("2.6"),
    "straight-diagonal": Fraction(3),
    "stable": Fraction(4),
}
Links = dict[int, tuple[int, tuple[int, ...], str]]


def drawn_links(state: RelatiState) -> tuple[Edge, ...]:
    """The links that always show; `test_spare_links` looks at the others."""
    return tuple(edge for edge in state.view().edges if edge.kind != SPARE)


def cells_of(state: RelatiState) -> list[str]:
    """Letter and mark of each cell, read from the position text."""
    return re.findall(r"\.|[A-Za-z][*!-]?", state.dump().split(" ")[0])


def by_brute_force(cells: list[str], letter: str) -> tuple[dict[int, Fraction], Links]:
    """Bellman-Ford: relax every path of every symbol until nothing changes."""
    size = int(len(cells) ** 0.5)
    sources = [at for at, cell in enumerate(cells) if cell in (letter, letter + "*")]
    living = [at for at, cell in enumerate(cells) if cell[0] == letter]
    paths = [
        (at, end, tuple(between), kind(way))
        for at in living
        for way in SEED
        for *between, end in [[walked(size, at, word) for word in way.split("-")]]
        if end in sources and not any(cells[b][0].isupper() for b in between if b is not None)
    ]
    cost = {at: Fraction(0) for at in living if cells[at] == letter + "*"}
    before = None
    while cost != before:
        before = dict(cost)
        for at, end, _between, way in paths:
            if end in cost:
                cost[at] = min(cost.get(at, Fraction(9999)), cost[end] + WEIGHTS[way])
    links: Links = {}
    for at, end, between, way in paths:
        if end in cost and cost[end] + WEIGHTS[way] == cost[at]:
            links.setdefault(at, (end, tuple(b for b in between if b is not None), way))
    return cost, links


def label(size: int, cell: int) -> str:
    return f"{COLUMNS[cell % size]}{cell // size + 1}"


def check(state: RelatiState) -> int:
    """Compares the drawn links with the brute force; says how many there were."""
    cells, drawn, size = cells_of(state), drawn_links(state), state.board.size
    count = 0
    for seat, letter in enumerate("OXDU"[: state.seats]):
        cost, links = by_brute_force(cells, letter)
        expected = {
            Edge(
                label(size, end),
                label(size, at),
                tuple(label(size, cell) for cell in reversed(between)),
                seat,
                way,
            )
            for at, (end, between, way) in links.items()
        }
        own = [edge for edge in drawn if edge.owner == seat]
        assert len(own) == len(expected)
        assert set(own) == expected
        order = [cost[at] for edge in own for at in cost if label(size, at) == edge.target]
        assert all(a <= b for a, b in pairwise(order))
        count += len(own)
    lost = {piece.site for piece in state.view().pieces if {"lost", "dead"} & set(piece.marks)}
    inert = {p.site for p in state.view().pieces if set(p.marks) & {"cannon", "spent"}} | lost
    roots = {piece.site for piece in state.view().pieces if "root" in piece.marks}
    standing = {piece.site for piece in state.view().pieces}
    assert {edge.target for edge in drawn} == standing - roots - lost
    assert not inert & {edge.source for edge in drawn}
    assert count == len(drawn)
    return count


@pytest.mark.parametrize(
    ("seats", "options", "seed"),
    [
        (2, (), 1),
        (2, (), 2),
        (2, ("cannon", "chain"), 3),
        (2, ("cannon",), 4),
        (2, ("migration",), 5),
        (2, ("continuous", "cannon", "chain", "migration"), 6),
        (3, ("cannon", "chain"), 7),
        (4, ("cannon", "migration"), 8),
    ],
)
def test_the_links_of_random_positions_are_the_cheapest_tree(
    seats: int, options: tuple[str, ...], seed: int
) -> None:
    chance = random.Random(seed)
    state = GAME.start(seats, **dict.fromkeys(options, True))
    seen = number = 0
    while state.actor is not None and number < 120:
        actions = state.actions()
        placing = [action for action in actions if ":" not in state.text(action)]
        state = state.play(chance.choice(placing if placing and number % 4 else actions))
        number += 1
        if number % 30 == 0 or state.actor is None:
            seen += check(state)
    assert seen > 20


@pytest.mark.parametrize("seed", range(4))
def test_the_links_of_scattered_symbols_are_the_cheapest_tree(seed: int) -> None:
    chance = random.Random(seed)
    names = [f"{column}{row}" for row in range(1, 10) for column in "ABCDEFGHI"]
    chance.shuffle(names)
    words = ["O*", "X*", *["O"] * 14, *["X"] * 10, *["o"] * 4, *["x"] * 4]
    text = " ".join(word + name for word, name in zip(words, names, strict=False))
    state = relati(text, "O X 9 cannon")
    assert check(state) > 5


@pytest.mark.parametrize(
    ("symbols", "edges"),
    [
        ("O*E5 OE4", [Edge("E5", "E4", (), 0, "adjacent")]),
        ("O*E5 OF4", [Edge("E5", "F4", (), 0, "adjacent-diagonal")]),
        ("O*E5 OE3", [Edge("E5", "E3", ("E4",), 0, "straight")]),
        ("O*E5 OG3", [Edge("E5", "G3", ("F4",), 0, "straight-diagonal")]),
        ("O*E5 OF3", [Edge("E5", "F3", ("F5", "F4"), 0, "stable")]),
    ],
)
def test_each_kind_of_link_is_drawn_from_the_source_over_the_cells_between(
    symbols: str, edges: list[Edge]
) -> None:
    assert list(drawn_links(relati(f"{symbols} X*I9", "O X 9 -"))) == edges


@pytest.mark.parametrize(
    ("symbols", "edge"),
    [
        ("O*E5 XE4 OD4 OF4 OE3", Edge("F4", "E3", (), 0, "adjacent-diagonal")),
        ("O*E5 XE6 OD6 OF6 OE7", Edge("F6", "E7", (), 0, "adjacent-diagonal")),
        ("O*E5 OF3", Edge("E5", "F3", ("F5", "F4"), 0, "stable")),
        ("O*E5 OF3 XF5", Edge("E5", "F3", ("E4", "E3"), 0, "stable")),
        ("O*E5 OF3 XF5 XE3", Edge("E5", "F3", ("E4", "F4"), 0, "stable")),
        ("O*E5 OF3 XE4", Edge("E5", "F3", ("F5", "F4"), 0, "stable")),
    ],
)
def test_among_equals_the_first_in_the_seeds_lists_is_drawn(symbols: str, edge: Edge) -> None:
    """The lists are read from the symbol: for E3, BR comes before BL."""
    state = relati(f"{symbols} X*I9", "O X 9 -")
    assert [found for found in drawn_links(state) if found.target == edge.target] == [edge]


def test_a_cheaper_way_over_another_symbol_is_preferred() -> None:
    state = relati("O*E5 OE4 OE3 OG3 OF3 X*I9", "O X 9 -")
    assert drawn_links(state) == (
        Edge("E5", "E4", (), 0, "adjacent"),
        Edge("E4", "E3", (), 0, "adjacent"),
        Edge("E4", "F3", (), 0, "adjacent-diagonal"),
        Edge("E5", "G3", ("F4",), 0, "straight-diagonal"),
    )


def test_a_cannon_has_a_link_but_is_the_source_of_none() -> None:
    state = relati("O*E5 O!E4 O-D5 OE3 OC5 OF4 X*I9", "O X 9 cannon")
    assert set(drawn_links(state)) == {
        Edge("E5", "E4", (), 0, "adjacent"),
        Edge("E5", "D5", (), 0, "adjacent"),
        Edge("E5", "F4", (), 0, "adjacent-diagonal"),
        Edge("F4", "E3", (), 0, "adjacent-diagonal"),
        Edge("E3", "C5", ("D4",), 0, "straight-diagonal"),
    }


def test_lost_and_dead_symbols_have_no_link() -> None:
    state = relati("oE5 OE4 OE3 X*I9 XI8 XA1", "X O 9 cannon")
    assert state.view().edges == (Edge("I9", "I8", (), 1, "adjacent"),)


def test_the_links_that_the_last_action_cut_are_shown_as_cut() -> None:
    before = played(GAME.start(2), "E5 F5 C3 G5 C1 G6 A1")
    state = before.play("D4")
    cut = [edge for edge in state.view(since=before).edges if edge.kind == "cut"]
    assert cut == [
        Edge("E5", "C3", ("D4",), 0, "cut"),
        Edge("C3", "C1", ("C2",), 0, "cut"),
        Edge("C3", "A1", ("B2",), 0, "cut"),
    ]
    assert state.view(since=before).edges[: -len(cut)] == state.view().edges
    assert not any(edge.kind == "cut" for edge in state.view().edges)
    later = state.play("D5")
    assert not any(edge.kind == "cut" for edge in later.view(since=state).edges)


def test_what_was_lost_before_and_what_died_is_not_shown_as_cut() -> None:
    before = relati("O*E5 O!E4 XE2 XE1 XA1 X*G2 X!C2 D*M13", "O D 9 cannon", seats=3)
    state = before.play("fire:E4:F")
    cut = [edge for edge in state.view(since=before).edges if edge.kind == "cut"]
    assert cut == []
    before = relati("O*E5 O!E4 XE2 XC2 XA9 X*G2 D*M13", "O D 9 cannon", seats=3)
    state = before.play("fire:E4:F")
    cut = [edge for edge in state.view(since=before).edges if edge.kind == "cut"]
    assert cut == [Edge("E2", "C2", ("D2",), 1, "cut")]


@pytest.mark.parametrize("symbols", ["E6 F7", "F5 F6 G6 E6"])
def test_a_symbol_that_is_found_twice_has_one_link(symbols: str) -> None:
    """A dearer way is found first, or two ways cost the same."""
    state = relati("O*E5 X*I1 " + " ".join(f"O{cell}" for cell in symbols.split()), "X O 9 -")
    assert sorted(edge.target for edge in drawn_links(state)) == sorted(symbols.split())
