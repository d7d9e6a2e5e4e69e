"""Previews of tzaar say who wins where a step ends the game, and only there."""

from __future__ import annotations

from random import Random

from tests.unit.games.tzaar.positions import position

from duiyi.core.locale import text
from duiyi.games.tzaar import GAME, TzaarState
from duiyi.games.tzaar.view import few_captures


def ends(state: TzaarState) -> int:
    """How many choices end the game; each says for whom."""
    number = 0
    for choice in state.view().choices:
        outcome = state.play(choice.token).outcome
        said = "" if choice.preview is None else text(choice.preview)
        assert said.endswith("you win") == bool(outcome and outcome.winner == state.side), said
        assert said.endswith("you lose") == bool(outcome and outcome.winner != state.side), said
        number += outcome is not None
    return number


def test_a_pass_that_leaves_nothing_to_capture_wins() -> None:
    assert ends(position("w 2 5")) == 5
    (end,) = [one for one in position("w 2 5").view().choices if one.token == "pass"]
    assert end.preview is not None
    assert text(end.preview, "zh-Hant") == "對方無子可吃：你就贏了"


def test_previews_say_who_wins_where_the_game_ends() -> None:
    """To the end of random games, where captures are few."""
    seen = 0
    for seed in range(4):
        choose, state = Random(seed), GAME.start()
        while state.actor is not None:
            if few_captures(state) or state.turn % 8 == 0:
                seen += ends(state)
            state = state.play(choose.choice(state.actions()))
    assert seen
