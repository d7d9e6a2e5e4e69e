"""Steps that decide nothing: the only thing that can be done, and done by a button alone.

Whoever is asked for such a step has nothing to think about and nothing to point at: ending a turn
in which nothing is left to do, passing where nothing else is possible. A page or a terminal may
play it by itself. It is an ordinary decision, so a record with it replays like any other.
"""

from __future__ import annotations

from typing import Any

from duiyi.core.state import State
from duiyi.core.view.model import BUTTON, View


def forced(view: View) -> str | None:
    """The token of the step that decides nothing; `None` where there is something to decide.

    With two choices there is; a single one that needs a site is left to the person, too: he should
    see where it happens.
    """
    if view.outcome is not None or len(view.choices) != 1:
        return None
    (choice,) = view.choices
    alone = any(path and all(step.startswith(BUTTON) for step in path) for path in choice.paths)
    return choice.token if alone else None


def forced_in(state: State[Any]) -> str | None:
    """`forced` of the position as its actor sees it; a view is made only where it could be so."""
    if state.actor is None or state.actor < 0 or len(state.actions()) != 1:
        return None
    return forced(state.view())
