"""Calls of the course's file interfaces without a program: what is written, what is read back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from duiyi.core import State
from duiyi.core.record import Decision, Node
from duiyi.engine.bot import Question
from duiyi.engine.files.bot import FilesBot, Turn
from duiyi.engine.files.tzaar import read_position
from duiyi.engine.open_box import OpenBox

B = TypeVar("B", bound=FilesBot)
Make = Callable[..., B]


def idle_bot(make: Make[B], work: Path) -> B:
    """A bot of this interface that is never started."""
    return make(OpenBox(work), ["nothing"])


def played(start: State[Any], tokens: str) -> tuple[State[Any], list[Node]]:
    """The state after these tokens, and what the record has of them."""
    state, nodes = start, list[Node]()
    for token in tokens.split():
        assert state.actor is not None
        nodes.append(Decision(state.actor, token))
        state = state.play(token)
    return state, nodes


def turn_in(state: State[Any], first: State[Any], nodes: Sequence[Node] = ()) -> Turn:
    assert state.actor is not None
    question = Question(state, state.actor, first, nodes, 0, None, None)
    return Turn(question, read_position(state.dump()))


def written(bot: FilesBot, turn: Turn) -> dict[str, str]:
    """The files before the call."""
    return bot.files(turn)
