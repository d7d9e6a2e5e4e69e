"""Reading lessons: `lessons/lessons.toml` beside a game's package, and its words.

```toml
[[lesson]]
id = "height"                    # the words of this lesson begin with it
position = "5 act:1 20:…"        # as `dump` writes it
teaches = ["attack"]             # verbs that may be used from here on; none anywhere: all may
clause = "attack"                # the part of the rules page

[[lesson.step]]
goal = { tokens = ["A11"] }      # see `Goal`
solution = "A11"                 # what "show me" plays; the goal's token where it is only one
then = ["+2111"]                 # what chance and the others decide next; `["L", "R"]`: L, else R
look = ["0.1"]                   # sites that a hint points at
wrong = { flat = ["A21"] }       # the answer `height.wrong.flat` to these tries
```
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from typing import Any

from duiyi.core.errors import DuiyiError
from duiyi.core.lessons.model import Goal, Lesson, Step, Wrong
from duiyi.core.locale import add_catalog
from duiyi.core.message import message
from duiyi.core.state import Game

FILE = "lessons.toml"
_of_lesson = {"id", "position", "seat", "teaches", "clause", "step"}
_of_step = {"goal", "solution", "then", "look", "wrong"}
_of_goal = {"tokens", "event", "with", "piece", "meter", "winner"}
_of_meter = {"name", "with", "seat", "value"}
_read: dict[str, tuple[Lesson, ...]] = {}


class BadLesson(DuiyiError):
    """A file of lessons that cannot be used; `message` says which part."""


def catalog_name(game: Game) -> str:
    """Where the words of a game's lessons are."""
    return f"{game.id}.lessons"


def lessons(game: Game) -> tuple[Lesson, ...]:
    """The lessons that a game brings, in order; `BadLesson` when its file is none."""
    if game.id not in _read:
        _read[game.id] = _lessons(game)
    return _read[game.id]


def _lessons(game: Game) -> tuple[Lesson, ...]:
    directory: Traversable | None = getattr(game, "lessons", None)
    if directory is None or not (file := directory / FILE).is_file():
        return ()
    add_catalog(catalog_name(game), directory)
    try:
        entries = tomllib.loads(file.read_text("utf-8")).get("lesson", [])
    except ValueError as error:
        raise _bad(game, FILE, str(error)) from None
    taught: set[str] = set()
    found: list[Lesson] = []
    for number, entry in enumerate(entries, 1):
        name = str(entry.get("id", number))
        try:
            _known(entry, _of_lesson)
            taught |= set(entry.get("teaches", ()))
            found.append(_lesson(game, number, entry, frozenset(taught)))
        except (KeyError, TypeError, ValueError) as error:
            raise _bad(game, name, str(error)) from None
    ids = [lesson.id for lesson in found]
    if len(set(ids)) < len(ids):
        raise _bad(game, FILE, f"an id twice: {ids}")
    return tuple(found)


def _lesson(game: Game, number: int, entry: Mapping[str, Any], taught: frozenset[str]) -> Lesson:
    steps = tuple(_step(at, one) for at, one in enumerate(entry["step"], 1))
    if not steps:
        raise ValueError("no step")
    return Lesson(
        id=entry["id"],
        number=number,
        catalog=catalog_name(game),
        position=entry["position"],
        seat=entry.get("seat", 0),
        steps=steps,
        verbs=taught,
        clause=entry.get("clause", ""),
    )


def _step(number: int, entry: Mapping[str, Any]) -> Step:
    _known(entry, _of_step)
    goal = _goal(entry["goal"])
    solution = entry.get("solution") or " ".join(goal.tokens)
    if not solution or " " in solution or "*" in solution:
        raise ValueError(f"step {number} needs one token as its solution")
    return Step(
        number=number,
        goal=goal,
        solution=solution,
        then=tuple(map(_follows, entry.get("then", ()))),
        wrong=tuple(Wrong(name, tuple(tries)) for name, tries in entry.get("wrong", {}).items()),
        look=tuple(entry.get("look", ())),
    )


def _follows(entry: str | list[str]) -> tuple[str, ...]:
    """One token, or several of which the first that is legal is played."""
    tokens = (entry,) if isinstance(entry, str) else tuple(entry)
    if not tokens or not all(isinstance(token, str) for token in tokens):
        raise ValueError(f"what follows is a token or several: {entry}")
    return tokens


def _goal(entry: Mapping[str, Any]) -> Goal:
    _known(entry, _of_goal)
    if not entry:
        raise ValueError("a goal that asks for nothing")
    piece, meter = entry.get("piece"), entry.get("meter", {})
    _known(meter, _of_meter)
    return Goal(
        tokens=tuple(entry.get("tokens", ())),
        event=entry.get("event", ""),
        event_params=tuple(entry.get("with", {}).items()),
        piece=None if piece is None else (piece[0], piece[1]),
        meter=meter.get("name", ""),
        meter_params=tuple(meter.get("with", {}).items()),
        meter_seat=meter.get("seat"),
        meter_value=str(meter.get("value", "")),
        winner=entry.get("winner"),
    )


def _known(entry: Mapping[str, Any], names: set[str]) -> None:
    if unknown := set(entry) - names:
        raise ValueError(f"unknown: {', '.join(sorted(unknown))}")


def _bad(game: Game, lesson: str, problem: str) -> BadLesson:
    return BadLesson(message("bad-lesson", game=game.id, lesson=lesson, problem=problem))
