"""The packages of the games: the same role has the same file name, and imports point one way."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

import duiyi

GAMES = ("relati_classic", "relati", "relati_legacy", "tzaar", "atom")
ROLES = (
    "actions",
    "effects",
    "narration",
    "position",
    "rules",
    "searching",
    "state",
    "view",
    "violations",
)
MOST_MODULES = 14


def modules(game: str) -> dict[str, str]:
    """The texts of a game's modules by name."""
    folder = Path(str(import_module(f"duiyi.games.{game}").__file__)).parent
    return {
        path.stem: path.read_text("utf-8")
        for path in folder.glob("*.py")
        if path.stem != "__init__"
    }


@pytest.mark.parametrize("game", GAMES)
def test_every_role_has_its_file_and_a_package_stays_small(game: str) -> None:
    found = modules(game)
    assert set(ROLES) <= set(found)
    assert len(found) <= MOST_MODULES


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_imported_for_types_only(game: str) -> None:
    assert [name for name, text in modules(game).items() if "TYPE_CHECKING" in text] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_state_is_on_top_of_all_modules(game: str) -> None:
    below = {name: text for name, text in modules(game).items() if name != "state"}
    above = f"duiyi.games.{game}.state import"
    assert [name for name, text in below.items() if above in text] == []


@pytest.mark.parametrize("game", GAMES)
def test_what_is_played_is_the_state_of_its_own_module(game: str) -> None:
    state = duiyi.game(game.replace("_", "-")).start()
    assert type(state).__module__ == f"duiyi.games.{game}.state"
    assert type(state.play(state.actions()[0])) is type(state)
