"""SGF: nodes with properties in a tree. Little Golem, Boardspace and others write games so.

What properties mean is the matter of the formats that use this; here is only their syntax:

    tree     = "(" node { node } { tree } ")"
    node     = ";" { name value { value } }
    value    = "[" { character | "\\" character } "]"

A line is a node and its first child, again and again; the other children begin variations.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from duiyi.core.record.check import Flaw, shown

MOST_PARTS = 200_000
"""So many nodes and values are read. A text of nothing else would take hundreds of times its length
in memory."""
_space = re.compile(r"[ \t\r\n]*+")
_name = re.compile(r"[A-Za-z][A-Za-z0-9]*+")
_value = re.compile(r"\[((?:[^\\\]]++|\\.)*+)\]", re.DOTALL)
_escape = re.compile(r"\\(\r\n|\n\r|.)|\r\n", re.DOTALL)
_special = re.compile(r"[\\\]]")


class Value(NamedTuple):
    """A value of a property, and where it begins."""

    text: str
    at: int


class Property(NamedTuple):
    """A property of a node: its name and values, and where it begins."""

    name: str
    values: tuple[Value, ...]
    at: int


@dataclass(slots=True)
class Node:
    """A node: its properties in order, and what may follow it."""

    at: int
    properties: list[Property] = field(default_factory=list)
    children: list[Node] = field(default_factory=list)

    def values(self, name: str) -> Iterator[Value]:
        """All values that the properties of this name have."""
        for one in self.properties:
            if one.name == name:
                yield from one.values

    def first(self, name: str) -> Value | None:
        return next(self.values(name), None)


def read_sgf(text: str) -> Node:
    """The root of the only game in a text."""
    return _Reading(text).root()


def written(name: str, *values: str) -> str:
    """A property."""
    return name + "".join(f"[{_special.sub(_escaped, value)}]" for value in values)


def _escaped(match: re.Match[str]) -> str:
    return "\\" + match.group()


def joined(values: Iterable[Value]) -> str:
    """Values of a property that somebody else gave a meaning, as one text."""
    return "\n".join(value.text for value in values)


class _Reading:
    """One pass over a text; open trees are kept in a list, so that no depth can break it."""

    def __init__(self, text: str) -> None:
        self.text, self.at, self.parts = text, 0, 0

    def root(self) -> Node:
        self._skip()
        if not self._begins("("):
            raise Flaw("sgf", self.at)
        root: Node | None = None
        last: Node | None = None
        opened: list[tuple[int, Node | None]] = []
        while self.at < len(self.text):
            if self._begins("("):
                opened.append((self.at, last))
                self._step()
                if not self._begins(";"):
                    raise Flaw("sgf", opened[-1][0])
            elif self._begins(")"):
                if not opened:
                    raise Flaw("unbalanced", self.at)
                last = opened.pop()[1]
                self._step()
                if not opened:
                    break
            else:
                node = self._node()
                if last is not None:
                    last.children.append(node)
                root, last = root or node, node
        if opened:
            raise Flaw("truncated-tree", opened[-1][0])
        if self.at < len(self.text):
            if self._begins("("):
                raise Flaw("sgf-second", self.at)
            raise Flaw("unexpected", self.at, **self._here())
        assert root is not None
        return root

    def _node(self) -> Node:
        if not self._begins(";"):
            raise Flaw("unexpected", self.at, **self._here())
        node = Node(self.at)
        self._count()
        self._step()
        while (found := _name.match(self.text, self.at)) is not None:
            at, self.at = self.at, found.end()
            self._skip()
            values = []
            while self._begins("["):
                values.append(self._read_value())
            if not values:
                raise Flaw("sgf-value", at, name=shown(found.group()))
            node.properties.append(Property(found.group(), tuple(values), at))
        return node

    def _read_value(self) -> Value:
        found = _value.match(self.text, self.at)
        if found is None:
            raise Flaw("truncated-value", self.at)
        self._count()
        at, self.at = found.start(1), found.end()
        self._skip()
        return Value(_escape.sub(_plain, found.group(1)), at)

    def _count(self) -> None:
        self.parts += 1
        if self.parts > MOST_PARTS:
            raise Flaw("sgf-long", self.at, limit=MOST_PARTS)

    def _begins(self, sign: str) -> bool:
        return self.text.startswith(sign, self.at)

    def _here(self) -> dict[str, str]:
        return {"found": shown(self.text[self.at])}

    def _step(self) -> None:
        self.at += 1
        self._skip()

    def _skip(self) -> None:
        found = _space.match(self.text, self.at)
        assert found is not None
        self.at = found.end()


def _plain(match: re.Match[str]) -> str:
    """What is meant: a backslash takes a line end away, and keeps any other character."""
    escaped: str | None = match.group(1)
    if escaped is None:
        return "\n"
    return "" if escaped in ("\n", "\r", "\r\n", "\n\r") else escaped
