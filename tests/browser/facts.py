"""What stands where in a picture, as a list of plain facts: from `duiyi.draw` and from the page.

The page writes colours as custom properties, stones as classes and one group per piece or edge;
`duiyi.draw` writes every colour out. Here both become the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
NUMBERS = (
    "x y width height cx cy r rx font-size stroke-width opacity fill-opacity stroke-opacity".split()
)
OWN = "data-site data-key data-last data-tray data-edge data-kind data-life lang".split()
"""What only one of the two writes; edges are compared by themselves."""
IRREGULAR = {"0.8", "1.2"}
"""How thick fibres and grain are: each side has its own, at its own places."""
_number = re.compile(r"-?\d*\.?\d+(?:e-?\d+)?")
_variable = re.compile(r"var\(--([\w-]+)\)")

Attributes = dict[str, str]


@dataclass(frozen=True)
class Fact:
    """One element: `what` is equal in both pictures, `where` nearly so."""

    layer: str
    what: tuple[tuple[str, str], ...]
    where: tuple[float, ...]


@dataclass(frozen=True)
class Facts:
    """All that is compared of a picture."""

    size: tuple[float, float]
    elements: tuple[Fact, ...]
    edges: frozenset[tuple[str, str]]
    """Which sites are linked, and how."""


def of_svg(svg: str, theme: str, look_spaces: tuple[str, ...] = ()) -> Facts:
    """The facts of a picture of `duiyi.draw`."""
    root = ElementTree.fromstring(svg)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    facts: list[Fact] = []
    edges: set[tuple[str, str]] = set()
    for group in root.findall(f"{SVG}g"):
        for element in group:
            attributes = dict(element.attrib)
            if "data-edge" in attributes:
                edges.add((attributes["data-edge"], attributes["data-kind"]))
            attributes = {
                key: value.replace(f"#{theme}-", "#") for key, value in attributes.items()
            }
            tag = element.tag.removeprefix(SVG)
            if tag == "use":
                attributes |= _drawn_symbol(attributes, look_spaces)
            if "font-family" in attributes:
                serif = attributes.pop("font-family").startswith("Noto Serif")
                attributes |= {"class": "serif"} if serif else {}
            facts += _fact(group.attrib["data-layer"], tag, attributes, element.text or "")
    return Facts((width, height), tuple(facts), frozenset(edges))


def _drawn_symbol(attributes: Attributes, spaces: tuple[str, ...]) -> Attributes:
    """A stone's colours are in the id of its symbol."""
    symbol, identity = attributes["data-glyph"], attributes["href"].removeprefix("#")
    for space in spaces:
        identity = identity.removeprefix(f"{space}-")
    rest = identity.removeprefix(symbol).split("-")
    stone = next((part for part in rest if part in ("white", "black")), "")
    tiny = "-tiny" if "tiny" in rest else ""
    return {"href": f"#{symbol}{tiny}", **({"class": f"stone-{stone}"} if stone else {})}


def of_scene(scene: Mapping[str, Any], colours: Mapping[str, str], ids: Mapping[str, str]) -> Facts:
    """The facts of a scene of the page; `ids` are those of its symbols, by name."""
    facts: list[Fact] = []
    edges: set[tuple[str, str]] = set()
    for layer in scene["layers"]:
        keys = [element["key"] for element in layer["elements"]]
        assert len(keys) == len(set(keys)), f"{layer['name']}: two elements have the same key"
        for element in layer["elements"]:
            if "data-edge" in element["attrs"]:
                edges.add((element["attrs"]["data-edge"], element["attrs"]["data-kind"]))
            for leaf in _leaves(element):
                attributes = {
                    key: _variable.sub(lambda found: colours[found[1]], str(value))
                    for key, value in leaf["attrs"].items()
                }
                if leaf["tag"] == "use":
                    symbol = attributes["data-glyph"]
                    tiny = "-tiny" if attributes["href"] == f"#{ids[symbol]}-tiny" else ""
                    assert attributes["href"] == f"#{ids[symbol]}{tiny}"
                    attributes["href"] = f"#{symbol}{tiny}"
                if attributes.get("fill") == "url(#sheet-light)":
                    assert attributes.pop("fill-opacity") == colours["sheen"]
                facts += _fact(layer["name"], leaf["tag"], attributes, leaf.get("text", ""))
    return Facts((scene["width"], scene["height"]), tuple(facts), frozenset(edges))


def _leaves(element: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    if element["tag"] != "g":
        yield element
    for child in element.get("children", ()):
        yield from _leaves(child)


def _fact(layer: str, tag: str, attributes: Attributes, words: str) -> Iterator[Fact]:
    if layer == "ground" and attributes.get("stroke-width") in IRREGULAR:
        return
    what = {"tag": tag, "words": words}
    where = []
    for name in sorted(attributes.keys() - set(OWN)):
        value = attributes[name]
        if name in NUMBERS:
            what[name] = ""
            where.append(float(value))
        elif name in ("d", "transform"):
            what[name] = _number.sub("_", value).replace(" ", "")
            where += map(float, _number.findall(value))
        else:
            what[name] = value
    yield Fact(layer, tuple(sorted(what.items())), tuple(where))


def differences(one: Facts, other: Facts, slack: float) -> list[str]:
    """What the two do not have in common; `slack` is how far apart two numbers may be."""
    found = [
        f"{'only drawn' if edge in one.edges else 'only on the page'}: edge {edge}"
        for edge in sorted(one.edges ^ other.edges)
    ]
    left: dict[tuple[Any, ...], list[Fact]] = {}
    for fact in other.elements:
        left.setdefault((fact.layer, fact.what), []).append(fact)
    for fact in one.elements:
        twins = left.get((fact.layer, fact.what), [])
        near = next((twin for twin in twins if _near(fact.where, twin.where, slack)), None)
        if near is None:
            found.append(f"only drawn: {fact}; the page has {twins[:3]}")
        else:
            twins.remove(near)
    return found + [f"only on the page: {fact}" for rest in left.values() for fact in rest]


def _near(one: tuple[float, ...], other: tuple[float, ...], slack: float) -> bool:
    return len(one) == len(other) and all(
        abs(a - b) <= slack for a, b in zip(one, other, strict=True)
    )


def order(facts: Facts, layers: tuple[str, ...]) -> list[tuple[str, str]]:
    """The symbols of some layers from below to the top."""
    return [
        (fact.layer, dict(fact.what)["data-glyph"])
        for fact in facts.elements
        if fact.layer in layers and "data-glyph" in dict(fact.what)
    ]
