"""A choice to link shows the link that will hold the piece: the one that is drawn afterwards."""

from __future__ import annotations

import random
from typing import Any

import pytest

import duiyi
from duiyi.core.view import SPARE

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("relati", {"cannon": True, "migration": True}),
    ("relati-legacy", {"size": 9}),
]


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_the_link_of_a_choice_is_the_one_that_holds_the_piece(
    name: str, options: dict[str, Any]
) -> None:
    chance = random.Random(name)
    state, compared = duiyi.game(name).start(**options), 0
    for _ in range(60):
        if state.actor is None:
            state = duiyi.game(name).start(**options)
        links = [choice for choice in state.view().choices if choice.verb == "link"]
        for choice in chance.sample(links, min(3, len(links))):
            site = choice.paths[0][0]
            edges = state.play(choice.token).view().edges
            held = [edge for edge in edges if edge.target == site and edge.kind != SPARE]
            assert tuple(held) == choice.edges
            compared += 1
        state = state.play(chance.choice(state.actions()))
    assert compared > 40
