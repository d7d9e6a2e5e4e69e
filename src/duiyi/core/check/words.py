"""What must hold about the words of a game: narration, and messages in every language."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from typing import Any

from duiyi.core import locale
from duiyi.core.check.properties import Warned, When, expect, requirement
from duiyi.core.check.texts import edited
from duiyi.core.check.views import misfits
from duiyi.core.check.walk import Point, sites_of
from duiyi.core.errors import BadToken
from duiyi.core.message import Message, message
from duiyi.core.view import BUTTON, Event

_blank = re.compile(r"\{(\w+)")


@requirement("narration", weight=1)
def narration(point: Point) -> None:
    """Every action is told in one event or more, about sites that exist before or after it."""
    for action in _some_actions(point):
        token = point.state.text(action)
        events = list(point.state.narrate(action))
        expect(bool(events), f"narrate({token!r}) tells something", events)
        for event in events:
            expect(isinstance(event, Event), "narration consists of events", event)
        told = {site for event in events for site in (*event.sites, *event.causes)}
        unknown = told - point.sites
        if unknown:  # perhaps a site that comes with the action
            unknown -= sites_of(point.state.play(action))
        expect(not unknown, f"sites that narrate({token!r}) tells of exist", sorted(unknown))


@requirement("english", weight=1)
def english(point: Point) -> None:
    """Every message has English words, and the parameters that the words ask for."""
    for said in _said(point):
        expect(locale.has(said.key, locale.FALLBACK), f"English words for {said.key}", None)
        lacking = _lacking(said, locale.FALLBACK)
        expect(not lacking, f"parameters for all blanks of {said.key}", lacking)


@requirement("languages", weight=2)
def languages(point: Point) -> None:
    """A language that the game ships has every message that English has."""
    shipped = [name for name in locale.LANGUAGES if locale.catalog(point.game.id, name)]
    for said in _said(point):
        if not locale.has(said.key, locale.FALLBACK):
            continue  # `english` tells that
        for language in shipped:
            expect(locale.has(said.key, language), f"words for {said.key} in {language}", None)
            lacking = _lacking(said, language) - _lacking(said, locale.FALLBACK)
            expect(not lacking, f"only blanks of the English {said.key} in {language}", lacking)


@requirement("all-languages", when=When.START)
def all_languages(point: Point) -> None:
    """A game ships all languages; one that does not is shown in English, with a warning."""
    for language in locale.LANGUAGES:
        if not locale.catalog(point.game.id, language):
            raise Warned(f"locales/{language}.json", "none: English is shown instead")


def messages(value: object) -> Iterator[Message]:
    """All messages inside a value, those inside of messages included."""
    if isinstance(value, Message):
        yield value
        yield from messages(tuple(param for _, param in value.params))
    elif isinstance(value, tuple | list):
        for item in value:
            yield from messages(item)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from messages(getattr(value, field.name))


def _said(point: Point) -> Iterator[Message]:
    """What is said at this point: on the page, by events, and about bad input."""
    state, own = point.state, point.game.id
    view = point.view_since
    yield from messages(view)
    for choice in view.choices:
        if choice.verb:
            yield message(f"{own}:verb.{choice.verb}")
        for path in choice.paths:
            if path and path[-1].startswith(BUTTON):
                yield message(f"{own}:button.{path[-1].removeprefix(BUTTON)}")
    if state.outcome is not None:
        winner = {} if state.outcome.winner is None else {"symbol": ""}
        yield message(f"{own}:outcome.{state.outcome.reason}", **winner)
    if not point.played:
        yield from (message(f"{own}:title"), message(f"{own}:summary"))
        for name in point.game.options.kinds():
            yield from (message(f"{own}:option.{name}"), message(f"{own}:option.{name}.help"))
    for action in _some_actions(point):
        yield from messages(list(state.narrate(action)))
        yield from messages(state.notation(action))
    tokens = point.sample((*point.tokens, *point.known), 4)
    for text in (*tokens, *(edited(token, point.choose) for token in tokens)):
        yield from messages(_complaint(state, text))
        yield from messages(state.leftover(text))
    for path in misfits(point):
        yield from messages(_against(state, path))


def _complaint(state: Any, text: str) -> object:
    try:
        return state.why_not(text)
    except BadToken as error:
        return error.message
    except Exception:  # `junk-tokens` tells that
        return None


def _against(state: Any, path: tuple[str, ...]) -> object:
    try:
        return state.why_path(path)
    except Exception:  # `why-path` tells that
        return None


def _some_actions(point: Point) -> list[Any]:
    chosen = [] if point.action is None else [point.action]
    return [*chosen, *point.sample(point.actions, 2)]


def _lacking(said: Message, language: str) -> set[str]:
    """The blanks for which the message has no parameter."""
    template = locale.template(said.key, language) or ""
    return set(_blank.findall(template)) - {name for name, _ in said.params}
