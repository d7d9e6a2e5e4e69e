"""A position of each plug-in game for its card: a few decisions from its start, always the same.

The games that come with duiyi have none here: the page brings pictures that were chosen for them.
"""

from __future__ import annotations

import dataclasses
import logging
import random
from typing import Any

from duiyi.core.state import CHANCE, Game, State
from duiyi.core.view import SPARE, View
from duiyi.server import wire
from duiyi.server.wire.catalogue import Example

OURS = "duiyi.games."
DECISIONS = 12

_log = logging.getLogger(__name__)


def example(game: Game) -> Example | None:
    """`None` for our own games, and for a plug-in that fails: its fault costs only its picture."""
    if type(game).__module__.startswith(OURS):
        return None
    try:
        state, before = walk(game)
        geometry = game.geometry(state.seats, state.options)
        return Example(wire.raw(geometry), wire.raw(_picture(state, before)))
    except Exception:
        _log.exception("no example of %s", game.id)
        return None


def walk(game: Game) -> tuple[State[Any], State[Any] | None]:
    """A position in which the game still goes on, and the one before it."""
    source = random.Random(game.id)
    state: State[Any] = game.start()
    before: State[Any] | None = None
    for _ in range(DECISIONS):
        after = state.play(source.choice(_possible(state)))
        if after.outcome is not None:
            break
        before, state = state, after
    return state, before


def _possible(state: State[Any]) -> list[Any]:
    if state.actor == CHANCE:
        return [action for action, _ in state.chances()]
    return list(state.actions())


def _picture(state: State[Any], before: State[Any] | None) -> View:
    """What is to be seen, without what is to be chosen or pointed at."""
    view = state.view(since=before)
    edges = tuple(edge for edge in view.edges if edge.kind != SPARE)
    return dataclasses.replace(view, edges=edges, choices=())
