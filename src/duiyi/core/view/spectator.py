"""Watching: a position for somebody who decides nothing, such as a report or a picture.

Choices and their previews are most of what a view costs. A game whose `view` takes `choices=False`
leaves them out; a game that does not know the word is asked as always, and they are dropped here.
"""

from __future__ import annotations

import inspect
from dataclasses import replace
from functools import cache
from typing import Any

from duiyi.core.state import State
from duiyi.core.view.model import View


def watched(state: State[Any], since: State[Any] | None = None) -> View:
    """`state.view(since=since)` without choices."""
    if _leaves_out(type(state)):
        view: View = state.view(since=since, choices=False)  # type: ignore[call-arg]
        return view
    return replace(state.view(since=since), choices=())


@cache
def _leaves_out(kind: type[Any]) -> bool:
    return "choices" in inspect.signature(kind.view).parameters
