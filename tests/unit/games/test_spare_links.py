"""The links that show only while someone points at a symbol: with those that are always drawn they
are all links that the rules give.

What the rules give is worked out here from the text of the position and the lists of the seed.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from tests.unit.boards.seed_paths import SEED, walked
from tests.unit.games.positions import classic, relati
from tests.unit.games.relati_legacy.boards import legacy

import duiyi
from duiyi.core.state import State
from duiyi.core.view import SPARE, Edge
from duiyi.games.relati_legacy import RelatiLegacyState

LETTERS = "OXDUAH"
COLUMNS = "ABCDEFGHIJKLMNOPQRSTUVW"
Way = tuple[int, ...]
"""The cells of a link from one end to the other, the smaller end first: it has no direction."""


class Reading(NamedTuple):
    """What a game says about a cell, as the text writes it: letter and mark."""

    roots: Callable[[str], bool]
    sources: Callable[[str], bool]
    """Whether links go on from it, once they have reached it."""
    receives: Callable[[str], bool]
    blank: Callable[[str, str], bool]
    """Whether a link of a letter may cross it."""


READINGS = {
    "relati": Reading(
        roots=lambda cell: cell[1:] == "*",
        sources=lambda cell: cell[1:] in ("", "*"),
        receives=lambda cell: cell[1:] in ("", "*", "!", "-"),
        blank=lambda cell, _: not cell[0].isupper(),
    ),
    "relati-legacy": Reading(
        roots=lambda cell: cell[1:] == "*",
        sources=lambda cell: cell[1:] in ("", "*"),
        receives=lambda cell: cell[1:] in ("", "*"),
        blank=lambda cell, letter: (
            not cell[0].isupper() or cell[1:] in ("!", "@") or cell == letter + "#"
        ),
    ),
}


def by_the_rules(state: State[Any], letter: str) -> set[Way]:
    """All links among the connected symbols of a letter."""
    cells = re.findall(r"\.|[A-Za-z][*!#@-]?", state.dump().split(" ")[0])
    size, reading = int(len(cells) ** 0.5), READINGS[state.game.id]
    own = [at for at, cell in enumerate(cells) if cell[0] == letter and reading.receives(cell)]
    open_ways: list[Way] = []
    for at in own:
        for words in SEED:
            steps = [walked(size, at, word) for word in words.split("-")]
            way = (at, *(cell for cell in steps if cell is not None))
            if steps[-1] in own and all(reading.blank(cells[b], letter) for b in way[1:-1]):
                open_ways.append(way)
    connected = {at for at in own if reading.roots(cells[at])}
    found: set[Way] = set()
    before = -1
    while len(found) > before:
        before = len(found)
        for way in open_ways:
            if way[-1] in connected and reading.sources(cells[way[-1]]):
                connected.add(way[0])
                found.add(undirected(way))
    return found


def undirected(way: Way) -> Way:
    return min(way, way[::-1])


def way_of(edge: Edge, size: int) -> Way:
    sites = (edge.source, *edge.via, edge.target)
    return undirected(tuple((int(site[1:]) - 1) * size + COLUMNS.index(site[0]) for site in sites))


def check(state: State[Any]) -> int:
    """Compares the links of a view with the rules; says how many spare ones there were."""
    view = state.view()
    size = state.dump().split(" ")[0].count("/") + 1
    marks = {piece.site: set(piece.marks) for piece in view.pieces}
    owners = {piece.site: piece.stack[0].seat for piece in view.pieces}
    for seat, letter in enumerate(LETTERS[: state.seats]):
        shown = [way_of(edge, size) for edge in view.edges if edge.owner == seat]
        assert len(set(shown)) == len(shown)
        assert set(shown) == by_the_rules(state, letter)
    for edge in view.edges:
        assert owners[edge.source] == owners[edge.target] == edge.owner
        assert not marks[edge.source] & {"cannon", "spent"}
    return sum(edge.kind == SPARE for edge in view.edges)


def random_walk(game: str, seed: int, **how: Any) -> Iterator[State[Any]]:
    """A random game in which symbols are placed more often than not."""
    chance = random.Random(seed)
    state: State[Any] = duiyi.game(game).start(**how)
    for _ in range(150):
        if state.actor is None:
            return
        actions = list(state.actions())
        placing = [a for a in actions if ":" not in state.text(a) or state.text(a)[:2] == "R:"]
        state = state.play(chance.choice(placing if placing and chance.random() < 0.9 else actions))
        yield state


ALL = {"continuous": True, "cannon": True, "chain": True, "migration": True}


@pytest.mark.parametrize(
    ("game", "how", "seed"),
    [
        ("relati", {}, 1),
        ("relati", {"cannon": True}, 2),
        ("relati", {"seats": 3, "migration": True}, 3),
        ("relati", {"seats": 4, **ALL}, 4),
        ("relati-legacy", {"size": 9}, 5),
        ("relati-legacy", {"size": 9, "seats": 3}, 6),
        ("relati-legacy", {"size": 15, "seats": 4}, 7),
        ("relati-legacy", {"size": 23, "seats": 6}, 8),
    ],
)
def test_the_drawn_and_the_spare_links_are_all_links_of_connected_symbols(
    game: str, how: dict[str, Any], seed: int
) -> None:
    spare = [check(state) for state in list(random_walk(game, seed, **how))[9::20]]
    assert len(spare) >= 2
    assert max(spare) > 3


def spare_of(state: State[Any]) -> set[Edge]:
    return {edge for edge in state.view().edges if edge.kind == SPARE}


def test_a_link_that_runs_both_ways_is_there_once_from_the_symbol_nearer_to_the_root() -> None:
    state = relati("O*E5 OE4 OD4 X*I9", "X O 9 -")
    assert spare_of(state) == {Edge("E4", "D4", (), 0, SPARE)}


def test_each_open_way_between_the_same_two_symbols_is_a_link() -> None:
    state = relati("O*E5 OF3 X*I9", "X O 9 -")
    assert spare_of(state) == {
        Edge("E5", "F3", ("E4", "E3"), 0, SPARE),
        Edge("E5", "F3", ("E4", "F4"), 0, SPARE),
    }
    assert not spare_of(relati("O*E5 OF3 XE4 X*I9", "O X 9 -"))


def test_a_cannon_ends_links_of_all_who_reach_it_but_none_of_another_cannon() -> None:
    """F3 is further from the root than both."""
    state = relati("O*E5 O!E4 O-D4 OF3 X*I9", "O X 9 cannon")
    assert spare_of(state) == {
        Edge("F3", "E4", (), 0, SPARE),
        Edge("F3", "D4", ("E3", "D3"), 0, SPARE),
    }


def test_lost_and_dead_symbols_have_no_spare_link() -> None:
    assert not spare_of(relati("O*E5 OA1 OA2 OB1 oI1 X*I9", "X O 9 cannon"))


def test_in_relati_legacy_a_spare_link_goes_over_ones_own_shield_but_begins_at_none() -> None:
    state: RelatiLegacyState = legacy("O*A1 OA2 O#B2 OC2 OC1 X*I9")
    spare = spare_of(state)
    assert Edge("A2", "C2", ("B2",), 0, SPARE) in spare
    assert "B2" not in {end for edge in spare for end in (edge.source, edge.target)}


def test_relati_classic_has_no_root_and_shows_no_links() -> None:
    assert classic("OC3 OC4 OD4 XA1", "O X 4").view().edges == ()
