"""Diagrams of the rules that are played on: what a try in one leads to. Nothing is kept here.

Positions are our own or a plug-in's, never a visitor's; he brings tokens, and few of them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec import Raw

from duiyi.core import CHANCE
from duiyi.core import game as find_game
from duiyi.core.chance import drawn
from duiyi.core.errors import BadToken, DuiyiError, Violation
from duiyi.core.message import message
from duiyi.core.record import Decision
from duiyi.core.state import State
from duiyi.server import wire
from duiyi.server.table.history import encoded_entry, events_of
from duiyi.server.teaching.attempts import legal
from duiyi.server.teaching.diagrams import FILE, position
from duiyi.server.wire.refusal import Refused, refused_by
from duiyi.server.wire.teaching import DiagramAnswer

States = list[State[Any]]


def diagram_answer(game_id: str, name: str, played: tuple[str, ...], text: str) -> DiagramAnswer:
    """`Refused` where there is no such diagram, or the tokens before the try lead nowhere."""
    state, before = _position(game_id, name, played)
    tried, broken = _legal(state, text)
    states, tokens = [state], []
    if tried is not None:
        tokens.append(tried)
        states.append(state.play(tried))
    # What chance decides comes at once: nobody is asked for it.
    while states[-1].actor == CHANCE and states[-1].outcome is None:
        result = drawn(states[-1], 0, len(played) + len(tokens))
        tokens.append(states[-1].text(result))
        states.append(states[-1].play(result))
    view = states[-1].view(since=states[-2] if tokens else before)
    return DiagramAnswer(wire.raw(view), _frames(len(played), states, tokens), broken)


def _position(
    game_id: str, name: str, played: tuple[str, ...]
) -> tuple[State[Any], State[Any] | None]:
    """A diagram after these tokens, and the position before the last of them."""
    game = find_game(game_id)
    entry = _entries(game.id).get(name)
    if entry is None:
        raise Refused(404, "no-diagram", message("http:no-diagram"))
    try:
        state, before = position(game, entry)
        for token in played:
            before, state = state, state.play(token)
    except DuiyiError as error:
        raise refused_by(error, "bad-diagram-try", "played") from None
    return state, before


def _legal(state: State[Any], text: str) -> tuple[str | None, Violation | None]:
    """The token that a try plays, or why it plays none."""
    if not text:
        return None, None
    try:
        return legal(state, text)
    except BadToken as error:
        return None, Violation("bad-token", error.message)


def _frames(before: int, states: States, tokens: list[str]) -> Raw:
    frames = []
    for at, token in enumerate(tokens):
        old, new = states[at], states[at + 1]
        assert old.actor is not None
        node = Decision(old.actor, token)
        entry = encoded_entry(before + at + 1, node, old, None, events_of(node, old))
        view = wire.raw(new.view(since=old))
        frames.append(wire.encode(wire.Frame(before + at + 1, Raw(entry), view)))
    return wire.joined(frames)


@cache
def _entries(game_id: str) -> Mapping[str, Mapping[str, Any]]:
    directory = getattr(find_game(game_id), "rules", None)
    file = directory / FILE if directory is not None else None
    if file is None or not file.is_file():
        return {}
    found: dict[str, dict[str, Any]] = tomllib.loads(file.read_text("utf-8"))
    return found
