"""A kernel that decides otherwise than the Python rules is not used."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

import pytest

import duiyi
from duiyi import kernels
from duiyi.core import BadOptions, Game, Options, State
from duiyi.core.options import switch
from duiyi.kernels import games, proof
from duiyi.kernels.fingerprint import Verdicts, difference
from duiyi.kernels.games import BUILT
from duiyi.players import searches
from duiyi.players.strong import StrongPlayer


@pytest.fixture
def unjudged(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a new process."""
    monkeypatch.setattr(games, "_verdicts", Verdicts())


@pytest.fixture
def no_passing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another tzaar: nobody may pass the second step of a turn."""
    kind = type(duiyi.game("tzaar").start())
    ruled = kind.actions

    def actions(self: State[Any]) -> list[Any]:
        return [action for action in ruled(self) if self.text(action) != "pass"]

    monkeypatch.setattr(kind, "actions", actions)


@pytest.mark.parametrize("name", BUILT)
def test_kernels_decide_as_the_rules_do(name: str) -> None:
    assert difference(duiyi.game(name), BUILT[name]) is None


@pytest.mark.usefixtures("unjudged", "no_passing")
def test_a_changed_rule_is_not_played_by_the_old_kernel(caplog: pytest.LogCaptureFixture) -> None:
    start = duiyi.game("tzaar").start()
    with caplog.at_level(logging.WARNING, "duiyi.kernels"):
        assert "tzaar" not in kernels.GAMES
        assert "tzaar" not in [*kernels.GAMES]
        assert "tzaar" not in proof.GAMES
        with pytest.raises(BadOptions):
            kernels.position(start)
        assert searches.best_kind(start) is None
    (told,) = caplog.records
    assert "The kernel of tzaar is not used" in told.getMessage()
    assert "tokens" in told.getMessage()
    assert "relati" in kernels.GAMES, "others stay"


@pytest.mark.usefixtures("unjudged", "no_passing")
def test_players_play_a_changed_rule_by_the_rules() -> None:
    state = duiyi.game("tzaar").start()
    state = state.play(state.actions()[0])
    state = state.play(state.actions()[0])
    chosen = StrongPlayer(1, seconds=0.05).choose(state)
    assert chosen in state.actions()


def test_a_kernel_is_compared_once_and_again_with_other_rules() -> None:
    rules = duiyi.game("relati-classic")
    loaded = []

    class Kernel:
        id = rules.id
        options: tuple[str, ...] = ()
        kinds: tuple[str, ...] = ()
        provable = False

        def load(self, text: str) -> Any:
            loaded.append(text)
            return BUILT[rules.id].load(text)

    verdicts: Any = Verdicts()
    assert verdicts.agrees(rules, Kernel())
    count = len(loaded)
    assert verdicts.agrees(rules, Kernel())
    assert len(loaded) == count > 0
    other: Game = type(rules)()
    assert verdicts.agrees(other, Kernel())
    assert len(loaded) == 2 * count


def test_an_option_that_the_kernel_does_not_know_is_a_difference() -> None:
    rules = duiyi.game("relati-classic")

    @dataclass(frozen=True)
    class More(Options):
        swap: bool = switch()

    class Newer(type(rules)):  # type: ignore[misc]
        options = More
        locales = rules.locales  # its words stay those of the game

    found = difference(Newer(), BUILT["relati-classic"])
    assert found is not None
    assert "swap" in found


def test_a_kernel_that_does_not_know_a_start_is_different() -> None:
    class Kernel:
        id = "relati-classic"
        options: tuple[str, ...] = ()

        def load(self, text: str) -> None:
            return None

    kernel: Any = Kernel()
    found = difference(duiyi.game("relati-classic"), kernel)
    assert found is not None
    assert "does not know" in found
