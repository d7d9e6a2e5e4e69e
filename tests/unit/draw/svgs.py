"""Reading a picture back: its elements by layer, and the boxes that they fill."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

import duiyi
from duiyi.core import State
from duiyi.draw.canvas import text_width

SVG = "{http://www.w3.org/2000/svg}"
_point = re.compile(r"[ML](-?[\d.]+) (-?[\d.]+)")

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Element:
    """One element of a layer; `box` is left, top, right, bottom."""

    layer: str
    tag: str
    attributes: dict[str, str]
    words: str
    box: Box

    def __getitem__(self, name: str) -> str:
        return self.attributes.get(name, "")

    @property
    def middle(self) -> tuple[float, float]:
        left, top, right, bottom = self.box
        return (left + right) / 2, (top + bottom) / 2


@dataclass(frozen=True)
class Picture:
    """A parsed picture."""

    root: ElementTree.Element
    width: float
    height: float
    layers: tuple[str, ...]
    elements: tuple[Element, ...]

    def glyphs(self) -> list[Element]:
        return [e for e in self.elements if e["data-glyph"]]

    def texts(self) -> list[Element]:
        return [e for e in self.elements if e.tag == "text"]


def picture(svg: str) -> Picture:
    root = ElementTree.fromstring(svg)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    groups = root.findall(f"{SVG}g")
    layers = tuple(group.attrib["data-layer"] for group in groups)
    return Picture(root, width, height, layers, tuple(e for g in groups for e in _elements(g)))


def _elements(group: ElementTree.Element) -> Iterator[Element]:
    for element in group:
        tag = element.tag.removeprefix(SVG)
        # a symbol that is turned around its middle stays where it is
        if "transform" not in element.attrib or "data-glyph" in element.attrib:
            words = element.text or ""
            box = _box(tag, element.attrib, words)
            yield Element(group.attrib["data-layer"], tag, dict(element.attrib), words, box)


def _box(tag: str, of: dict[str, str], words: str) -> Box:
    if tag == "circle":
        x, y, r = (float(of[name]) for name in ("cx", "cy", "r"))
        return x - r, y - r, x + r, y + r
    if tag in ("rect", "use"):
        x, y = float(of.get("x", 0)), float(of.get("y", 0))
        return x, y, x + float(of["width"]), y + float(of["height"])
    if tag == "text":
        size = float(of["font-size"])
        wide = text_width(words, size)
        shift = {"middle": wide / 2, "start": 0.0, "end": wide}[of["text-anchor"]]
        left, base = float(of["x"]) - shift, float(of["y"])
        return left, base - 0.74 * size, left + wide, base + 0.02 * size
    points = [(float(x), float(y)) for x, y in _point.findall(of["d"])]
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def apart(one: Box, other: Box, slack: float = 0.0) -> bool:
    """Whether two boxes have nothing in common."""
    return (
        one[2] <= other[0] + slack
        or other[2] <= one[0] + slack
        or one[3] <= other[1] + slack
        or other[3] <= one[1] + slack
    )


def inside(inner: Box, outer: Box) -> bool:
    return (
        inner[0] >= outer[0]
        and inner[1] >= outer[1]
        and inner[2] <= outer[2]
        and inner[3] <= outer[3]
    )


def walk(name: str, seed: int, moves: int, **how: Any) -> Iterator[tuple[State[Any], State[Any]]]:
    """A random game: each state with the one before it."""
    chance = random.Random(seed)
    state: State[Any] = duiyi.game(name).start(**how)
    for _ in range(moves):
        actions = state.actions() or [action for action, _ in state.chances()]
        if not actions:
            return
        before, state = state, state.play(chance.choice(actions))
        yield state, before
