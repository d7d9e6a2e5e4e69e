"""What stands at the beginning of a game, whichever format it has: set-up, names, tags.

`DYO` and `DYT` are our own properties: options, and tags that SGF has no property for. Other
programs pass over them; we get the same record back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from duiyi.core.errors import BadOptions, BadPosition
from duiyi.core.message import message
from duiyi.core.record import Record, free_tag, sgf
from duiyi.core.record.check import Flaw, shown
from duiyi.core.registry import game
from duiyi.core.state import State
from duiyi.games.tzaar import position
from duiyi.games.tzaar.deal import dealt
from duiyi.games.tzaar.options import TzaarOptions
from duiyi.games.tzaar.pieces import WHITE, Points

CATALOG = "tzaar"
OPTIONS = "DYO"
TAG = "DYT"
_NAMES = {"Event": "EV", "Date": "DT", "Place": "PC", "Round": "RO", "Source": "SO"}
_tags = {name: tag for tag, name in _NAMES.items()}
_plain = re.compile(r"[A-Z]{2,3}")
_NOTHING: frozenset[int] = frozenset()


def read_tags(root: sgf.Node, own: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """What the root says beside the properties that the format knows itself, in its order."""
    tags: dict[str, str] = {}
    passed = {*own, OPTIONS, "C"}
    for name, values, at in root.properties:
        if name == TAG:
            tag, _, value = values[0].text.partition(":")
            if tag in tags:
                raise Flaw("twice", at, name=shown(tag))
        elif name in passed:
            continue
        else:
            tag, value = _tags.get(name, name), sgf.joined(root.values(name))
            passed.add(name)
        if not free_tag(tag):
            raise Flaw("tag-name", at, name=shown(tag))
        tags[tag] = value
    return tuple(tags.items())


def write_tags(tags: Iterable[tuple[str, str]], own: Iterable[str]) -> Iterator[str]:
    """Each tag as the property that `read_tags` makes it of."""
    taken = {*own, OPTIONS, TAG, "C", *_tags}
    for tag, value in tags:
        if tag in _NAMES and _NAMES[tag] not in own:
            yield sgf.written(_NAMES[tag], value)
        elif _plain.fullmatch(tag) and tag not in taken:
            yield sgf.written(tag, value)
        else:
            yield sgf.written(TAG, f"{tag}:{value}")


def write_options(record: Record) -> Iterator[str]:
    if record.options != TzaarOptions():
        yield sgf.written(OPTIONS, record.options.text())


def begin(
    root: sgf.Node,
    points: Points,
    at: int,
    names: tuple[str, str],
    tags: tuple[tuple[str, str], ...],
) -> tuple[Record, State[Any]]:
    """The record without its moves, and its first position; `at` is where the set-up is told."""
    options = TzaarOptions()
    said = root.first(OPTIONS)
    if said is not None:
        try:
            options = TzaarOptions.parse(said.text.split())
        except BadOptions as error:
            raise Flaw("options", said.at, problem=error.message) from None
    start = None
    if points != dealt(options):
        start = position.write(position.Fields(points, WHITE, 1, 1, frozenset()))
    record = Record(game("tzaar"), 2, options, start, names, tags)
    try:
        return record, record.first()
    except BadPosition as error:
        raise Flaw("start", at, problem=error.message) from None


def first_points(record: Record, name: str) -> Points:
    """The pieces before White's first turn; `BadOptions` for a record that begins elsewhere."""
    first = record.first()
    points: Points = first.points  # type: ignore[attr-defined]
    whole = all(stack is not None and stack.height == 1 for stack in points)
    if not whole or first.out or (first.owner, first.turn) != (WHITE, 1):
        raise BadOptions(message("tzaar:format.start", format=name), "to")
    return points
