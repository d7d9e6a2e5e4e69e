"""Whole games on the page, against greedy: by mouse, and by keyboard alone.

Over all of them every kind of action is done at least once; they are counted.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.playing import Sitting, kind_of, make_table
from tests.browser.visitors import Visit
from tests.selection import slow_but

import duiyi
from duiyi.core import CHANCE, State
from duiyi.core.view import Choice

GAMES: dict[str, dict[str, Any]] = {
    "relati-classic": {},
    "relati": dict.fromkeys(("continuous", "cannon", "chain", "migration"), True),
    "relati-legacy": {"size": 9},
    "tzaar": {},
    "atom": {"turn_limit": 12},
    "amazons": {"size": "6"},
    "hex": {},
    "tic-tac-toe": {},
}
How = Callable[[Sitting, State[Any], Choice], None]
BY_MOUSE: How = Sitting.play_by_mouse
BY_KEYS: How = Sitting.play_by_keys


def play_out(sitting: Sitting, how: How) -> State[Any]:
    """Until the game is over."""
    while sitting.wait_for_turn():
        state = sitting.state()
        assert state.actor in sitting.seats
        how(sitting, state, sitting.wish(state, state.view().choices))
    return sitting.state()


def positions(game: str, options: dict[str, Any], seed: int) -> Iterator[State[Any]]:
    """The positions of random games, one after the other."""
    chance = random.Random(seed)
    while True:
        state = duiyi.game(game).start(**options)
        while state.actor is not None:
            yield state
            actions = (
                [action for action, _ in state.chances()]
                if state.actor == CHANCE
                else state.actions()
            )
            state = state.play(chance.choice(actions))


def kinds_to_find(game: str, options: dict[str, Any], most: int) -> dict[str, State[Any]]:
    """Each kind of action that random games know, with a position where it can be done."""
    found: dict[str, State[Any]] = {}
    for number, state in enumerate(positions(game, options, 1)):
        if number == most:
            break
        if state.actor == CHANCE:
            continue
        for action in state.actions():
            found.setdefault(kind_of(state, state.text(action)), state)
    return found


@pytest.mark.parametrize("game", slow_but("relati-classic", of=GAMES))
def test_a_whole_game_by_mouse(visit: Visit, game: str) -> None:
    visitor = visit(None)
    sitting = Sitting(visitor, make_table(visitor, game, options=GAMES[game])["id"])
    sitting.sit()
    over = play_out(sitting, BY_MOUSE)
    assert over.outcome is not None
    expect(visitor.page.get_by_role("dialog")).to_be_visible()
    _click_the_rest(visit, game, sitting.clicked)


def _click_the_rest(visit: Visit, game: str, clicked: Counter[str]) -> None:
    """Kinds that did not come up: from a position where they can be done."""
    wanted = kinds_to_find(game, GAMES[game], 1500)
    visitor = visit(None)
    for kind, state in wanted.items():
        if clicked[kind]:
            continue
        seats = [{"kind": "me"}] * state.seats
        made = make_table(visitor, game, options=GAMES[game], seats=seats, start=state.dump())
        sitting = Sitting(visitor, made["id"], range(state.seats), clicked=clicked)
        sitting.sit()
        assert sitting.wait_for_turn()
        here = sitting.state()
        assert here == state
        choice = next(c for c in here.view().choices if kind_of(here, c.token) == kind)
        sitting.play_by_mouse(here, choice)
    print(game, dict(clicked))
    assert set(wanted) <= set(clicked), set(wanted) - set(clicked)


@pytest.mark.parametrize("game", slow_but("tic-tac-toe", of=GAMES))
def test_a_whole_game_by_keyboard_alone(visit: Visit, game: str) -> None:
    visitor = visit(None)
    sitting = Sitting(visitor, make_table(visitor, game, options=GAMES[game])["id"], seed=1)
    sitting.sit()
    over = play_out(sitting, BY_KEYS)
    assert over.outcome is not None
    expect(visitor.page.get_by_role("dialog")).to_be_visible()


@pytest.mark.slow
def test_a_whole_game_by_typing_tokens(visit: Visit) -> None:
    visitor = visit(None)
    sitting = Sitting(visitor, make_table(visitor, "tzaar")["id"], seed=2)
    sitting.sit()
    assert play_out(sitting, Sitting.play_by_typing).outcome is not None
