"""A player of ours, as the engine protocol needs it."""

from __future__ import annotations

from typing import Any

from duiyi import players
from duiyi.core import Game, State


class EnginePlayer:
    def __init__(self, player: players.Player) -> None:
        self._player = player

    def prepare(self, rules: Game) -> None:
        players.prepare(rules)

    def choose(self, state: State[Any], allowed: float | None) -> Any:
        players.allow(self._player, allowed)
        return self._player.choose(state)

    def stop(self) -> None:
        players.stop(self._player)
