"""The glyph sheets: clean files, and glyphs that tell apart in grey even when they are small."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.unit.draw.pixels import grey_pieces, share_that_differs
from tests.unit.draw.svgs import SVG

import duiyi
from duiyi.core.view import Piece, Stone
from duiyi.draw.look import Look, look_of, theme

SHEETS = sorted((Path(duiyi.__file__).parent / "assets" / "glyphs").glob("*.svg"))
SHAPES = ("circle", "cross", "triangle", "square", "star", "hexagram")
MARKS = (
    "", "root", "cannon", "spent", "lost", "forbidden", "dead", "shield", "weapon", "bomb",
)  # fmt: skip
DIFFERENT = 0.15
"""How much two grey values must differ to count."""
ENOUGH = 0.06
"""The share of a cell's pixels that must count."""
_declared = re.compile(r"(?:fill|stroke|stop-color)(?:=\"|:)([^\";}]+)")
_coloured = re.compile(r"currentColor|none|var\(--[\w-]+\)|url\(#[\w-]+\)")


def look(name: str) -> Look:
    return look_of(duiyi.game(name))


def assert_apart(pieces: list[Piece], of: Look, name: str, cell: int, ground: str) -> None:
    drawn = grey_pieces([[piece] for piece in pieces], of, name, cell, ground)
    alike = {
        (a.marks, a.stack[-1], b.marks, b.stack[-1])
        for (a, one), (b, other) in combinations(zip(pieces, drawn, strict=True), 2)
        if share_that_differs(one, other, DIFFERENT) < ENOUGH
    }
    assert not alike


@pytest.mark.parametrize("name", ["light", "dark"])
def test_six_seats_in_ten_states_tell_apart_in_grey_at_24_pixels(name: str) -> None:
    pieces = [
        Piece("", (Stone(shape, seat, "1" if mark == "cannon" else ""),), (mark,) if mark else ())
        for seat, shape in enumerate(SHAPES)
        for mark in MARKS
    ]
    assert_apart(pieces, look("relati-legacy"), name, 24, "paper")


@pytest.mark.parametrize("name", ["light", "dark"])
def test_three_kinds_of_two_sides_tell_apart_in_grey_at_30_pixels(name: str) -> None:
    kinds = ("tzaar", "tzarra", "totts")
    pieces = [Piece("", (Stone(kind, seat),)) for kind in kinds for seat in (0, 1)]
    assert_apart(pieces, look("tzaar"), name, 30, "wood")


@pytest.mark.parametrize("name", ["light", "dark"])
def test_four_atoms_tell_apart_in_grey_at_11_pixels(name: str) -> None:
    pieces = [Piece("", (Stone(glyph, 0),)) for glyph in ("black", "red", "blue", "green")]
    assert_apart(pieces, look("atom"), name, 11, "tray")


def test_pieces_that_are_the_same_are_noticed() -> None:
    twice = [Piece("", (Stone("circle", 0),))] * 2
    with pytest.raises(AssertionError):
        assert_apart(twice, look("relati"), "light", 24, "paper")


@pytest.mark.parametrize("file", SHEETS, ids=lambda file: file.stem)
def test_a_sheet_holds_nothing_but_shapes_in_the_colours_of_the_theme(file: Path) -> None:
    source = file.read_text("utf-8")
    root = ElementTree.fromstring(source)
    assert "style=" not in source
    assert "http" not in source.replace("http://www.w3.org/2000/svg", "")
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert not tags & {"text", "image", "filter", "foreignObject", "script", "a", "use"}
    for symbol in root.iter(f"{SVG}symbol"):
        assert symbol.attrib["viewBox"] == "0 0 100 100"
    for value in _declared.findall(source):
        light = value in ("#fff", "#000")  # the stops of gloss are light and shade
        assert light or _coloured.fullmatch(value), value


@pytest.mark.parametrize("file", SHEETS, ids=lambda file: file.stem)
def test_a_sheet_asks_only_for_what_there_is(file: Path) -> None:
    source = file.read_text("utf-8")
    root = ElementTree.fromstring(source)
    known = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
    assert set(re.findall(r"url\(#([\w-]+)\)", source)) <= known
    colours = {*theme("light"), "face", "edge", "orn", "inlay"}
    assert set(re.findall(r"var\(--([\w-]+)\)", source)) <= colours
    classes = set(re.findall(r"\.([\w-]+)\{", source))
    used = {name for e in root.iter() for name in e.attrib.get("class", "").split()}
    assert used == classes


@pytest.mark.parametrize("name", ["relati", "relati-legacy", "tzaar", "atom"])
def test_a_look_names_only_symbols_that_there_are(name: str) -> None:
    of = look(name)
    glyphs = {"tzaar": ["tzaar", "tzarra", "totts"], "atom": ["black", "red", "blue", "green"]}
    symbols = {
        layer.symbol.format(glyph=glyph, label="1")
        for layers in of.states.values()
        for layer in layers
        for glyph in glyphs.get(name, SHAPES)
    }
    symbols |= {*of.marks.values(), *of.seats.values(), *of.meters.values()}
    symbols |= {of.mark(mark) for mark in ("last", "target", "option")}
    for verb in of.verbs.values():
        named = {verb.symbol, verb.aim, verb.own} - {""}
        symbols |= named | {verb.chosen.format(glyph=one) for one in glyphs.get(name, SHAPES)}
        assert not verb.ghost or verb.ghost in of.states
    symbols -= {""}
    assert not [symbol for symbol in symbols if of.sheet_of(symbol) is None]
