"""What must hold because states are values: dumps, equality, immutability, pickling."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

from duiyi.core.check.properties import Broken, expect, requirement, same
from duiyi.core.check.texts import edited, junk
from duiyi.core.check.walk import Point, decisions, inside
from duiyi.core.errors import BadPosition, BadToken
from duiyi.core.message import Message
from duiyi.core.state import State

PARTS = ("seats", "options", "actor", "owner", "turn", "out", "outcome")


@requirement("dump", weight=1)
def dump(point: Point) -> None:
    """dump is one printable line, and load makes an equal state of it."""
    text = point.state.dump()
    expect(bool(text) and text.isprintable(), "a dump is one line of printable text", text)
    expect_equal(f"load({text!r})", point.game.load(text), point.state)
    same("dump of the loaded state", point.game.load(text).dump(), text)


@requirement("edited-dumps", weight=2)
def edited_dumps(point: Point) -> None:
    """load refuses a damaged dump with BadPosition, or gives a state that can be used."""
    text = point.state.dump()
    damaged = [edited(text, point.choose) for _ in range(6)]
    for attempt in (*damaged, junk(point.choose), "", text + "\n" + text):
        try:
            state = point.game.load(attempt)
        except BadPosition as error:
            expect(isinstance(error.message, Message), "BadPosition carries a message", error)
            continue
        except Exception as error:
            raise Broken(f"load({attempt!r}) raises BadPosition, if anything", error) from error
        try:
            _expect_usable(state, point)
        except Broken as broken:
            raise Broken(f"after load({attempt!r}): {broken.expected}", broken.seen) from None
        except Exception as error:
            raise Broken(f"load({attempt!r}) gives a state that can be used", error) from error


@requirement("immutable", weight=1)
def immutable(point: Point) -> None:
    """Nothing that is asked of a state changes it."""
    state = point.state
    text, value = state.dump(), hash(state)
    for name, use in _uses(point).items():
        use(state)
        same(f"dump after {name}", state.dump(), text)
        same(f"hash after {name}", hash(state), value)


@requirement("frozen", weight=2)
def frozen(point: Point) -> None:
    """What a state says about itself cannot be assigned."""
    text = point.state.dump()
    for name in PARTS:
        copy = point.game.load(text)
        try:
            setattr(copy, name, 1)
        except (AttributeError, TypeError):
            continue
        expect(False, f"assigning {name} raises AttributeError", None)


@requirement("pickle", weight=2)
def pickled(point: Point) -> None:
    """A state that was pickled comes back equal."""
    copy = pickle.loads(pickle.dumps(point.state))
    expect_equal("the unpickled state", copy, point.state)


@requirement("stable-order", weight=1)
def stable_order(point: Point) -> None:
    """actions() and chances() are the same in the same order, each time and for equal states."""
    state, loaded = point.state, point.game.load(point.state.dump())
    same("actions() asked again", list(state.actions()), list(state.actions()))
    same("actions() of the loaded state", list(loaded.actions()), list(state.actions()))
    same("chances() of the loaded state", list(loaded.chances()), list(state.chances()))


def expect_equal(what: str, found: State[Any], state: State[Any]) -> None:
    for name in PARTS:
        same(f"{name} of {what}", getattr(found, name), getattr(state, name))
    expect(found == state, f"{what} equals the state", found)
    same(f"hash of {what}", hash(found), hash(state))


def _expect_usable(state: State[Any], point: Point) -> None:
    again = point.game.load(state.dump())
    expect_equal("a loaded state", again, state)
    actions = decisions(state)
    expect(bool(actions) == (state.outcome is None), "something to decide, or an outcome", state)
    state.view()
    for action in point.sample(actions, 1):
        state.play(action)


def _uses(point: Point) -> dict[str, Callable[[State[Any]], object]]:
    """Everything that can be asked of a state."""
    uses: dict[str, Callable[[State[Any]], object]] = {
        "actions()": lambda state: state.actions(),
        "chances()": lambda state: state.chances(),
        "view()": lambda state: state.view(),
        "dump()": lambda state: state.dump(),
        "parse('?')": lambda state: _unread(state, "?"),
        "leftover('?')": lambda state: state.leftover("?"),
    }
    if point.actions:
        action = point.pick(point.actions)
        token = point.state.text(action)
        uses[f"narrate({token!r})"] = lambda state: state.narrate(action)
        uses[f"why_not({token!r})"] = lambda state: state.why_not(token)
        uses[f"play({token!r})"] = lambda state: state.play(action)
        uses["withdraw"] = lambda state: state.withdraw(inside(state)[0])
    return uses


def _unread(state: State[Any], text: str) -> object:
    try:
        return state.parse(text)
    except BadToken:
        return None
