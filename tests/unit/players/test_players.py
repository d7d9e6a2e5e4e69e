"""Players by name, and the one that plays at random."""

from __future__ import annotations

from collections import Counter

import pytest

import duiyi
from duiyi import players
from duiyi.core import BadOptions
from duiyi.core.locale import LANGUAGES, has
from duiyi.players.random import RandomPlayer

KNOWN = ", ".join(
    [
        "greedy",
        *(f"level-{number}" for number in range(1, 9)),
        "mcts",
        "perfect",
        "random",
        "strong",
    ]
)


def game_between(first: int, second: int) -> list[str]:
    state = duiyi.game("relati").start(2, cannon=True, continuous=True)
    seats = [RandomPlayer(first), RandomPlayer(second)]
    tokens: list[str] = []
    while state.actor is not None:
        action = seats[state.actor].choose(state)
        tokens.append(state.text(action))
        state = state.play(action)
    return tokens


def test_the_same_seeds_play_the_same_game_and_others_another() -> None:
    assert game_between(1, 2) == game_between(1, 2)
    assert game_between(1, 2) != game_between(1, 3)


def test_every_action_is_about_equally_likely() -> None:
    state = duiyi.game("relati-classic").start()
    player = RandomPlayer(0)
    seen = Counter(state.text(player.choose(state)) for _ in range(25 * 400))
    assert len(seen) == 25
    assert 300 < min(seen.values()) <= max(seen.values()) < 500


def test_players_are_made_by_name() -> None:
    assert isinstance(players.make("random", 5), RandomPlayer)
    assert "random" in players.names()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("rndom", "there is no player rndom; did you mean random?"),
        ("kasparov", f"there is no player kasparov; there are: {KNOWN}"),
        ("", f"there is no player ; there are: {KNOWN}"),
    ],
)
def test_an_unknown_player_is_refused_with_those_there_are(name: str, said: str) -> None:
    with pytest.raises(BadOptions) as refused:
        players.make(name, 0)
    assert str(refused.value) == said
    assert refused.value.field == "player"


def test_players_have_titles_in_all_languages() -> None:
    for name in players.OWN:
        for key in (f"core:player.{name}", f"core:player.{name}.help"):
            assert all(has(key, language) for language in LANGUAGES), key


def test_time_is_given_to_those_who_ask_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    class Timed(RandomPlayer):
        def __init__(self, seed: int, seconds: float = 7) -> None:
            super().__init__(seed)
            self.seconds = seconds

    monkeypatch.setitem(players.OWN, "timed", Timed)
    for given, wanted in ((None, 7), (2.5, 2.5)):
        made = players.make("timed", 1, given)
        assert isinstance(made, Timed)
        assert made.seconds == wanted
    assert isinstance(players.make("random", 1, 2.5), RandomPlayer)
