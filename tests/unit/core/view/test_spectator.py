"""Watching a game: views without choices, of games that leave them out and of those that cannot."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Self

import pytest
from tests.unit.core.pebbles import PEBBLES, PebblesState

import duiyi
from duiyi.core.state import Seat
from duiyi.core.view import View
from duiyi.core.view.spectator import watched

NAMES = ("tzaar", "relati", "relati-classic", "relati-legacy", "atom", "tic-tac-toe")


@pytest.mark.parametrize("name", NAMES)
def test_who_looks_on_makes_no_game_list_its_actions(name: str) -> None:
    """Choices are not made and thrown away: they are never made."""
    state = duiyi.game(name).start()
    kind = type(state)

    def asked(self: Any) -> Any:
        raise AssertionError("nobody is to choose")

    actions = kind.actions
    try:
        kind.actions = asked  # type: ignore[method-assign]
        view = watched(state)
    finally:
        kind.actions = actions  # type: ignore[method-assign]
    assert view == replace(state.view(), choices=())


class OlderState(PebblesState):
    """A game written before views could be without choices."""

    def view(self, seat: Seat | None = None, since: Self | None = None) -> View:  # type: ignore[override]
        return super().view(seat, since)


def test_a_game_that_does_not_know_the_word_is_watched_all_the_same() -> None:
    start = PEBBLES.start()
    older = OlderState(start.game, start.seats, start.options)
    assert older.view().choices
    assert watched(older) == replace(older.view(), choices=())
