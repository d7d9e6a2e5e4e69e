"""The page's review: marks as `duiyi analyse` gives them, wins that were missed, and what learning
takes for as good. The games in `data/missed_wins` are made up: in each somebody had a win in the
turn that he played, and played something else (`[missed]`)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.selection import slow_but
from tests.wasm.asked import Asked, searching

from duiyi import game, kernels
from duiyi.analysis import Analyst, Limits
from duiyi.analysis.game import judged
from duiyi.core import Record, State
from duiyi.core.record import Decision
from duiyi.core.record.files import read
from duiyi.kernels.proof import provable, prove
from duiyi.players.searches import searching_of

MADE_UP = sorted((Path(__file__).parents[1] / "data" / "missed_wins").glob("*.dyr"))
NODES = {"tzaar": 6000, "relati": 2000, "atom": 2000}
FEWEST = 1000
SURE = 24_000
"""Nodes with which it is proven that a turn wins later."""
QUICK = ("relati-classic-2", "relati-2")


def named(path: Path) -> str:
    return path.stem


def test_every_game_and_more_seats_have_a_missed_win() -> None:
    found = {path.stem.rsplit("-", 1)[0] for path in MADE_UP}
    assert found == {"relati-classic", "relati", "relati-legacy", "tzaar", "atom"}
    made = {(path.stem.rsplit("-", 1)[0], read(path.read_text()).first().seats) for path in MADE_UP}
    assert made == {(name, seats) for name in found for seats in game(name).seats}


def paths() -> list[Any]:
    quick = [path for path in MADE_UP if path.stem in QUICK]
    return slow_but(*quick, of=MADE_UP)


@pytest.fixture
def page(path: Path) -> Iterator[Asked]:
    asked = Asked(read(path.read_text()).first().game.id)
    yield asked
    asked.close()


def decisions(record: Record) -> list[dict[str, Any]]:
    return [
        {"actor": node.actor, "token": node.token if isinstance(node, Decision) else None}
        for node in record.nodes
    ]


def whole_turns(state: State[Any]) -> dict[tuple[str, ...], State[Any]]:
    """Every way to play a turn, and where it leads."""
    found: dict[tuple[str, ...], State[Any]] = {}
    open_: list[tuple[State[Any], tuple[str, ...]]] = [(state, ())]
    while open_:
        here, tokens = open_.pop()
        if tokens and (here.actor, here.turn) != (state.actor, state.turn):
            found[tokens] = here
            continue
        open_ += [(here.play(one), (*tokens, here.text(one))) for one in here.actions()]
    return found


def wins_now(state: State[Any], seat: int) -> bool:
    return state.outcome is not None and state.outcome.scores[seat] == 1


def wins_later(state: State[Any], seat: int) -> bool:
    """Proven by the solver, without the page: between two whoever is to act loses."""
    if state.outcome is not None or state.actor is None or state.actor < 0:
        return False
    if not provable(kernels.position(state)):
        return False
    proof = prove(kernels.position(state), nodes=SURE, certificate=False)
    return proof.result == ("win" if state.actor == seat else "loss")


@pytest.mark.parametrize("path", paths(), ids=named)
def test_a_missed_win_is_found_named_and_learnt(path: Path, page: Asked) -> None:
    record = read(path.read_text())
    [number] = [at for at, node in enumerate(record.nodes) if "[missed]" in node.comments]
    first = record.first()
    nodes = NODES.get(first.game.id, FEWEST)
    brought = searching(first.game)
    said = page("verdicts", first.dump(), decisions(record), brought, nodes)
    verdict = next(one for one in said["found"] if one["number"] == number)
    assert verdict["missed"]
    assert verdict["before"]["proof"] == "win"
    assert verdict["after"]["proof"] != "win"
    before = state_before(record, number)
    assert number in page("lessons", [verdict], before.actor)
    turns = whole_turns(before)
    accepted = {
        tuple(one)
        for one in page(
            "accepted", before.dump(), list(turns), verdict, brought, nodes, first.seats
        )
    }
    seat = before.actor
    assert seat is not None
    winning = {tokens for tokens, end in turns.items() if wins_now(end, seat)}
    assert winning
    assert winning <= accepted
    for tokens in accepted - winning:
        assert wins_later(turns[tokens], seat), tokens
    rejected = [tokens for tokens in turns if tokens not in accepted]
    assert rejected, "something else could be played"
    for tokens in rejected:
        assert not wins_later(turns[tokens], seat), tokens


@pytest.mark.parametrize("path", paths(), ids=named)
def test_the_page_marks_as_analyse_does(path: Path, page: Asked) -> None:
    record = read(path.read_text())
    first = record.first()
    nodes = NODES.get(first.game.id, FEWEST) // 4
    said = page("verdicts", first.dump(), decisions(record), searching(first.game), nodes)
    found = judged(record, Analyst(Limits(nodes=nodes, seed=1)))
    assert [
        (one["number"], one["mark"], one["after"]["share"], one["before"]["share"])
        for one in said["found"]
    ] == [(one.number, one.mark, one.share, one.best) for one in found]


def state_before(record: Record, number: int) -> State[Any]:
    if number == 0:
        return record.first()
    return next(after for at, (_, after) in enumerate(record.replay()) if at == number - 1)


def test_games_say_with_how_many_nodes_they_are_reviewed() -> None:
    games = {read(path.read_text()).first().game for path in MADE_UP}
    assert all(searching_of(one).review_nodes >= FEWEST for one in games)
