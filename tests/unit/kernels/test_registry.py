"""A kernel is its own folder and one line of `kernels/registry.def`: nothing else names games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.differential.programs import GAMES, KERNELS, folder_of

import duiyi
from duiyi import kernels
from duiyi.kernels import native, proof
from duiyi.kernels.games import BUILT

SHARED = ("bind", "common", "fuzz", "search")
"""Folders of `kernels/` that serve any game; `tools` and `tune` have programs for single games."""
FOR_ANY_GAME = ("kernel_driver.cpp", "mcts_driver.cpp", "proof_driver.cpp", "driver.hpp")
NEEDED = ("kernel.hpp", "bind.cpp", "rules.hpp", "fuzz.dict")


def shared_files() -> list[Path]:
    found = [path for folder in SHARED for path in (KERNELS / folder).rglob("*") if path.is_file()]
    drivers = [KERNELS / "tools" / name for name in FOR_ANY_GAME]
    return [*found, *drivers, KERNELS / "CMakeLists.txt"]


def test_python_has_the_games_of_the_registry_in_its_order() -> None:
    assert tuple(BUILT) == GAMES
    assert tuple(kernels.GAMES) == GAMES
    assert len(kernels.GAMES) == len(GAMES)
    assert kernels.GAMES[0] == GAMES[0]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_the_registry_has_all_that_a_kernel_needs(game: str) -> None:
    folder = KERNELS / "games" / folder_of(game)
    assert [name for name in NEEDED if not (folder / name).is_file()] == []
    assert game in duiyi.core.registry.names()


def test_every_folder_of_a_game_is_registered() -> None:
    folders = {path.name for path in (KERNELS / "games").iterdir()}
    assert folders == {folder_of(game) for game in GAMES}


def test_what_serves_any_game_names_none() -> None:
    ids = "|".join({*GAMES, *map(folder_of, GAMES)})
    naming = re.compile(rf'"games/\w|"({ids})"|registered::({ids})|bound_({ids})')
    assert len(shared_files()) > 40
    named = {path: naming.findall(path.read_text("utf-8")) for path in shared_files()}
    assert {path: found for path, found in named.items() if found} == {}


def test_the_module_says_which_searches_and_proofs_there_are() -> None:
    for name, built in BUILT.items():
        start = kernels.position(duiyi.game(name).start(2))
        assert "mcts" in built.kinds
        assert (name in proof.GAMES) == proof.provable(start) == built.provable
        with pytest.raises(ValueError, match="no such search"):
            native.native.thinker(start.native, "no such kind", b"")


def test_a_kernel_knows_the_options_of_its_rules() -> None:
    for name, built in BUILT.items():
        assert sorted(built.options) == sorted(dict(duiyi.game(name).options().items()))
