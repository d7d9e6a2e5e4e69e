"""What somebody loads to analyse a game: one of its modules and what its searches have learnt."""

from __future__ import annotations

import gzip

import pytest
from tests.differential.programs import GAMES
from tests.wasm.asked import modules

from duiyi.core import game
from duiyi.players.searches import searching_of

MOST = 1_000_000


@pytest.mark.parametrize("name", GAMES)
def test_an_engine_with_its_weights_is_less_than_a_megabyte(name: str) -> None:
    learnt = searching_of(game(name)).weights.values()
    for module in modules(name):
        size = sum(len(gzip.compress(file.read_bytes(), 6)) for file in (module, *learnt))
        assert 10_000 < size <= MOST
