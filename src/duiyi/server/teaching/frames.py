"""The positions that some tokens lead through, as they travel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Raw

from duiyi.core.record import Decision
from duiyi.core.state import State
from duiyi.core.view import View
from duiyi.server import wire
from duiyi.server.table.history import encoded_entry, events_of

Shown = Callable[[State[Any], State[Any] | None], View]
"""What is shown of a state, and of the one before it."""


def frames(
    states: Sequence[State[Any]], tokens: Sequence[str], shown: Shown, begin: int = 0
) -> Raw:
    """Of the states after each token; `begin` tokens were played before the first."""
    found = []
    for at, token in enumerate(tokens):
        before, state = states[at], states[at + 1]
        assert before.actor is not None
        number, node = begin + at + 1, Decision(before.actor, token)
        entry = encoded_entry(number, node, before, None, events_of(node, before))
        found.append(wire.encode(wire.Frame(number, Raw(entry), wire.raw(shown(state, before)))))
    return wire.joined(found)
