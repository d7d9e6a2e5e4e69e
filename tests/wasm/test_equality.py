"""The engine of the page finds what the native modules find, to the last bit, in Node."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.differential.programs import GAMES
from tests.wasm.asked import (
    Asked,
    kinds,
    native_modules,
    native_proof,
    native_search,
    positions,
    searching,
)

from duiyi import kernels
from duiyi.analysis import Analyst, Limits, Mark
from duiyi.analysis.game import judged, summary
from duiyi.core import CHANCE, Record, game
from duiyi.core.record import Decision
from duiyi.kernels.proof import provable
from duiyi.kernels.thinker import MEMORY
from duiyi.players.thinking import Thinking

LINES = 3
WITHOUT_TIME = {"cpu", "heard", "seconds"}


@pytest.fixture(scope="module", params=GAMES)
def asked(request: pytest.FixtureRequest) -> Iterator[tuple[str, Asked]]:
    page = Asked(request.param)
    yield request.param, page
    page.close()


def timeless(found: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name not in WITHOUT_TIME}


def compare_searches(
    asked: tuple[str, Asked], count: int, seeds: tuple[int, ...], nodes: int
) -> None:
    name, page = asked
    compared = 0
    for state in positions(game(name), count):
        text = state.dump()
        for kind in kinds(game(name), state.seats):
            for seed in seeds:
                limits = {"nodes": nodes, "memory": MEMORY, "seed": seed, "lines": LINES}
                said = timeless(page("search", text, kind, limits, False))
                for module in native_modules():
                    found = native_search(module, name, text, kind, nodes, seed, LINES)
                    assert said == timeless(found), (text, kind, seed, module.__name__)
                    compared += 1
    assert compared >= count * len(seeds)


def test_the_page_searches_as_natively(asked: tuple[str, Asked]) -> None:
    compare_searches(asked, 5, (1,), 300)


@pytest.mark.slow
def test_the_page_searches_as_natively_in_many_positions_with_several_seeds(
    asked: tuple[str, Asked],
) -> None:
    compare_searches(asked, 50, (0, 1, 2), 2000)


def test_the_page_sees_positions_as_natively(asked: tuple[str, Asked]) -> None:
    name, page = asked
    for state in positions(game(name), 6):
        position = kernels.position(state)
        look = page("look", state.dump(), [])
        assert look["text"] == state.dump()
        assert look["tokens"] == position.tokens()
        assert (look["actor"], look["owner"], look["turn"]) == (
            state.actor,
            state.owner,
            state.turn,
        )
        assert look["endgame"] == position.endgame
        after = page("look", state.dump(), [look["tokens"][-1]])
        assert after["text"] == state.play(look["tokens"][-1]).dump()
        left = page("look", state.dump(), [{"withdraws": state.actor}])
        assert left["text"] == state.withdraw(state.actor or 0).dump()
        assert page("look", state.dump(), ["no token"]) is None
        assert page("winning", state.dump(), 2000) == position.native.winning_turn(2000)
    assert page("look", "no position", []) is None


def test_hearing_of_a_search_changes_nothing_and_ends_in_what_is_found(
    asked: tuple[str, Asked],
) -> None:
    name, page = asked
    state = next(positions(game(name), 1))
    heard = 0
    for kind in kinds(game(name), state.seats):
        limits = {"nodes": 4000, "memory": MEMORY, "seed": 3, "lines": LINES}
        aloud = page("search", state.dump(), kind, limits, True)
        assert timeless(aloud) == timeless(page("search", state.dump(), kind, limits, False))
        assert all(one["nodes"] <= aloud["nodes"] for one in aloud["heard"])
        heard += len(aloud["heard"])
    assert heard or name in ("relati-classic", "relati-legacy"), "nothing was heard"


def test_the_page_proves_as_natively(asked: tuple[str, Asked]) -> None:
    name, page = asked
    known: set[str] = set()
    for state in positions(game(name), 12):
        if not provable(kernels.position(state)):
            continue
        said = timeless(page("prove", state.dump(), {"nodes": 3000, "memory": MEMORY}, True))
        for module in native_modules():
            assert said == native_proof(module, name, state.dump(), 3000)
        known.add(said["result"])
    assert not known or known != {"unknown"}


def test_the_page_thinks_as_players_do(asked: tuple[str, Asked]) -> None:
    name, page = asked
    one = game(name)
    for state in positions(one, 4):
        limits = {"nodes": 500, "seed": 1, "lines": 2}
        said = page("think", state.dump(), searching(one), limits)
        found = Thinking().think(state, Limits(nodes=500, seed=1, lines=2))
        assert said["kind"] == found.kind
        assert said["thought"]["nodes"] == found.thought.nodes
        assert [
            (tuple(line["tokens"]), line["share"], line["proof"])
            for line in said["thought"]["lines"]
        ] == [(line.tokens, line.share, line.proof) for line in found.thought.lines]


def random_game(name: str, seats: int, decisions: int) -> Record:
    """Of random decisions, which has all marks; a withdrawal, where others go on, is among them."""
    state = game(name).start(seats)
    record = Record.of(state)
    for number, token in enumerate(kernels.position(state).walk(seed=5, most=decisions)[0]):
        if seats > 2 and number == decisions // 2:
            record, state = record.withdrawn(seats - 1, "resigned"), state.withdraw(seats - 1)
        if token not in kernels.position(state).tokens() and state.actor != CHANCE:
            break
        record, state = record.played(state, token), state.play(token)
    return record


def compare_reviews(asked: tuple[str, Asked], seats: int, decisions: int, nodes: int) -> set[Mark]:
    """The marks that there were."""
    name, page = asked
    one = game(name)
    record = random_game(name, seats, decisions)
    nodes_of = [
        {"actor": node.actor, "token": node.token if isinstance(node, Decision) else None}
        for node in record.nodes
    ]
    limits = {"nodes": nodes, "seed": 1}
    said = page("review", record.first().dump(), nodes_of, searching(one), limits)
    found = list(judged(record, Analyst(Limits(nodes=nodes, seed=1))))
    assert [
        (one["number"], one["token"], one["share"], one["best"], one["mark"], one["forced"])
        for one in said["found"]
    ] == [(one.number, one.token, one.share, one.best, one.mark, one.forced) for one in found]
    assert [
        (one["decisions"], one["asSearched"], {m: n for m, n in one["marks"].items() if n})
        for one in said["summary"]
    ] == [(one.decisions, one.as_searched, dict(one.marks)) for one in summary(found, seats)]
    return {one.mark for one in found}


def test_a_review_gives_the_marks_that_analyse_gives(asked: tuple[str, Asked]) -> None:
    compare_reviews(asked, 2, 12, 150)


@pytest.mark.slow
def test_a_review_of_a_long_game_gives_the_marks_that_analyse_gives(
    asked: tuple[str, Asked],
) -> None:
    marks = [compare_reviews(asked, seats, 60, 1000) for seats in game(asked[0]).seats]
    assert any(Mark.blunder in found for found in marks)


def test_the_chances_of_all_seats_are_those_of_the_analyst(asked: tuple[str, Asked]) -> None:
    name, page = asked
    one = game(name)
    for seats in one.seats:
        record = random_game(name, seats, 9)
        state = record.last()
        if state.actor is None or state.actor == CHANCE:
            continue
        said = page("chances", state.dump(), searching(one), {"nodes": 200, "seed": 1})
        found = Analyst(Limits(nodes=200, seed=1)).chances(state)
        assert said == pytest.approx(found, abs=1e-12)
