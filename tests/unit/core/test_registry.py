"""The registry: games are found by their ids."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.core.pebbles import PEBBLES

import duiyi
from duiyi.core import BadOptions, registry


@pytest.fixture
def pebbles_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    metadata = tmp_path / "pebbles-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: pebbles\nVersion: 1.0\n")
    entry = "[duiyi.games]\npebbles = tests.unit.core.pebbles:PEBBLES\n"
    (metadata / "entry_points.txt").write_text(entry)
    monkeypatch.syspath_prepend(str(tmp_path))
    registry.game.cache_clear()
    yield
    registry.game.cache_clear()


def test_our_games_are_found() -> None:
    assert {"relati-classic", "relati"} <= {game.id for game in duiyi.games()}


def test_games_are_listed_by_id_and_bear_the_name_they_are_found_by() -> None:
    assert [game.id for game in duiyi.games()] == sorted(registry.names())
    for name in registry.names():
        assert duiyi.game(name).id == name


def test_a_game_is_made_once() -> None:
    assert duiyi.game("relati") is duiyi.game("relati")


@pytest.mark.usefixtures("pebbles_installed")
def test_an_installed_package_brings_its_game() -> None:
    assert duiyi.game("pebbles") is PEBBLES
    assert PEBBLES in duiyi.games()


def test_a_name_that_is_nearly_right_is_corrected() -> None:
    with pytest.raises(BadOptions, match="there is no game relatti; did you mean relati"):
        duiyi.game("relatti")


def test_a_name_that_is_quite_wrong_gets_the_list() -> None:
    with pytest.raises(BadOptions, match=r"there are: .*relati-classic") as caught:
        duiyi.game("quoits" * 50)
    assert caught.value.field == "game"
    assert len(str(caught.value)) < 1000
