"""What must hold between actions, their tokens, and the rules that tokens break."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from duiyi.core.check.properties import expect, refused, requirement, same
from duiyi.core.check.texts import edited, junk
from duiyi.core.check.walk import Point
from duiyi.core.errors import BadToken, IllegalAction, Violation
from duiyi.core.message import Message

LONGEST = 64
"""More than any token needs; the same bound that parsers may refuse by."""


@requirement("tokens", weight=1)
def tokens(point: Point) -> None:
    """parse(text(action)) is the action; tokens are distinct printable ASCII without spaces."""
    state = point.state
    for action in point.actions:
        expect(not isinstance(action, str), "actions are no bare str", action)
        token = state.text(action)
        good = token.isascii() and token.isprintable() and token and " " not in token
        expect(bool(good), "tokens are printable ASCII without spaces", token)
        expect(len(token) <= LONGEST, f"tokens have at most {LONGEST} characters", token)
        again = state.parse(token)
        expect(again == action, f"parse(text({action!r})) is the action", again)
    distinct = len(set(point.tokens)) == len(point.tokens)
    expect(distinct, "different actions have different tokens", point.tokens)


@requirement("legal")
def legal(point: Point) -> None:
    """What actions() and chances() list is legal: why_not gives None and play takes it."""
    state = point.state
    chosen = [] if point.action is None else [point.action]
    for action in (*chosen, *point.sample(point.actions, 2)):
        token = state.text(action)
        same(f"why_not({token!r})", state.why_not(token), None)
    for action in chosen:
        state.play(action)


@requirement("play-by-token", weight=1)
def play_by_token(point: Point) -> None:
    """Playing a token gives the same state as playing its action."""
    for action in point.sample(point.actions, 3):
        token = point.state.text(action)
        by_action, by_token = point.state.play(action), point.state.play(token)
        expect(by_token == by_action, f"play({token!r}) equals play({action!r})", by_token)


@requirement("junk-tokens", weight=1)
def junk_tokens(point: Point) -> None:
    """parse, why_not and play refuse unreadable text with BadToken, and nothing else."""
    state = point.state
    for text in _texts(point):
        try:
            action = state.parse(text)
        except BadToken as error:
            expect(isinstance(error.message, Message), "BadToken carries a message", error)
            refused(BadToken, f"why_not({text!r})", state.why_not, text)
            refused(BadToken, f"play({text!r})", state.play, text)
        else:
            same(f"text(parse({text!r}))", state.text(action), text)


@requirement("illegal", weight=1)
def illegal(point: Point) -> None:
    """A readable token that is not legal breaks a named rule, and playing it says the same."""
    state, sites, before = point.state, point.sites, point.state.dump()
    for token, action in readable(point):
        if token in point.tokens:
            continue
        found = state.why_not(token)
        expect(found is not None, f"why_not({token!r}) names a broken rule", found)
        expect_violation(found, sites)
        for played in (token, action):
            error = refused(IllegalAction, f"play({played!r})", state.play, played)
            same(f"violation of play({played!r})", error.violation, found)
    same("state after refused actions", state.dump(), before)


@requirement("leftover", weight=2)
def leftover(point: Point) -> None:
    """leftover judges any text without raising; unreadable text is always a violation."""
    state, sites = point.state, point.sites
    unread = [text for text in _texts(point) if _read(point, text) is None]
    for text in (*point.sample(point.tokens, 3), *unread):
        found = state.leftover(text)
        if found is not None or text in unread:
            expect_violation(found, sites)


def expect_violation(found: object, sites: frozenset[str]) -> None:
    if not isinstance(found, Violation):
        expect(False, "a Violation", found)
        return
    code = found.code
    expect(bool(code) and code.isascii() and " " not in code, "a violation has a code", found)
    expect(isinstance(found.message, Message), "a violation has a message", found)
    expect(set(found.sites) <= sites, "sites of a violation exist", found)


def readable(point: Point) -> Iterator[tuple[str, Any]]:
    """Readable tokens, most of them not legal here, and what they stand for."""
    for text in (*_texts(point), *point.sample(point.known, 4)):
        action = _read(point, text)
        if action is not None:
            yield text, action


def _texts(point: Point) -> list[str]:
    sources = (*point.sample(point.tokens, 4), *point.sample(point.known, 4))
    return [*(edited(token, point.choose) for token in sources), junk(point.choose), ""]


def _read(point: Point, text: str) -> Any:
    try:
        return point.state.parse(text)
    except Exception:  # `junk-tokens` tells when it is no BadToken
        return None
