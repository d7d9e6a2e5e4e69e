"""Sheets: SVG files of symbols, written out without classes and variables.

A symbol's colours are `currentColor`, or variables that the theme fills in. Many viewers know
neither classes nor variables, so what is written has every colour where it is used.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

SVG = "{http://www.w3.org/2000/svg}"
SHADOW = "var(--shadow)"
_rule = re.compile(r"\.([\w-]+)\{([^}]*)\}")
_variable = re.compile(r"var\(--([\w-]+)\)")
_reference = re.compile(r"url\(#([\w-]+)\)")
_rgba = re.compile(r"rgba\((\d+),(\d+),(\d+),([\d.]+)\)")


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """Symbols and gradients by id; `space` keeps the ids of a plug-in's sheet apart from ours."""

    space: str
    symbols: Mapping[str, ElementTree.Element]
    gradients: Mapping[str, ElementTree.Element]
    rules: Mapping[str, Mapping[str, str]]


@dataclass(slots=True)
class Ink:
    """How a symbol is written: its colours, what its ids begin with, and whether it is tiny.

    A tiny symbol has no gloss, no shadow and no dashes. `used` collects the gradients it needs.
    """

    colours: Mapping[str, str]
    prefix: str
    tiny: bool = False
    used: set[str] = field(default_factory=set)


def read_sheet(file: Traversable, space: str = "") -> Sheet:
    root = ElementTree.fromstring(file.read_text("utf-8"))
    style = "".join(element.text or "" for element in root.iter(f"{SVG}style"))
    return Sheet(
        space,
        {symbol.get("id", ""): symbol for symbol in root.iter(f"{SVG}symbol")},
        {child.get("id", ""): child for defs in root.iter(f"{SVG}defs") for child in defs},
        {name: _declarations(body) for name, body in _rule.findall(style)},
    )


def write_symbol(sheet: Sheet, name: str, ink: Ink, identity: str) -> str:
    inside = "".join(_write(child, sheet, ink) for child in sheet.symbols[name])
    return f'<symbol id="{identity}" viewBox="0 0 100 100" overflow="visible">{inside}</symbol>'


def write_gradient(sheet: Sheet, name: str, ink: Ink) -> str:
    """A gradient, by its own name; the id that it gets has the prefix before it."""
    return _write(sheet.gradients[name], sheet, ink)


def _declarations(body: str) -> dict[str, str]:
    pairs = (declaration.partition(":") for declaration in body.split(";") if declaration)
    return {key.strip(): value.strip() for key, _, value in pairs}


def _write(element: ElementTree.Element, sheet: Sheet, ink: Ink) -> str:
    attributes = dict(element.attrib)
    for name in attributes.pop("class", "").split():
        for key, value in sheet.rules[name].items():
            attributes.setdefault(key, value)
    fill = attributes.get("fill", "")
    if ink.tiny:
        if fill == SHADOW or _reference.fullmatch(fill):
            return ""
        attributes.pop("stroke-dasharray", None)
    if "id" in attributes:
        attributes["id"] = ink.prefix + attributes["id"]
    for key, value in list(attributes.items()):
        attributes.update(_plain(key, value, ink))
    tag = element.tag.removeprefix(SVG)
    text = "".join(f" {key}={quoteattr(value)}" for key, value in attributes.items())
    inside = "".join(_write(child, sheet, ink) for child in element)
    return f"<{tag}{text}>{inside}</{tag}>" if inside else f"<{tag}{text}/>"


def _plain(key: str, value: str, ink: Ink) -> dict[str, str]:
    """An attribute with its variables filled in, and with ids that are ours alone."""
    for name in _reference.findall(value):
        ink.used.add(name)
    value = _reference.sub(rf"url(#{ink.prefix}\1)", value)
    return opaque(key, _variable.sub(lambda found: ink.colours[found[1]], value))


def opaque(key: str, value: str) -> dict[str, str]:
    """A translucent colour as an opaque one and its opacity, which every viewer knows."""
    found = _rgba.fullmatch(value)
    if found is None:
        return {key: value}
    red, green, blue = (int(part) for part in found.groups()[:3])
    return {key: f"#{red:02X}{green:02X}{blue:02X}", f"{key}-opacity": found[4]}
