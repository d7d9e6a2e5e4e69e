"""The themes, from their file: everything can be read, and seats can be told apart."""

from __future__ import annotations

from itertools import combinations

import pytest
from tests.unit.draw.colours import SIGHT, Rgb, contrast, distance, over, rgb

from duiyi.core import BadOptions
from duiyi.draw.look import theme

THEMES = ("light", "dark")
SEATS = tuple(f"s{seat}" for seat in range(6))
LAST_TINT = 0.07
TEXT, LARGE = 4.5, 3.0
"""Contrasts that text needs; large text is 19 pixels and bold, or more."""
SHAPE = 3.0


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize(
    ("ink", "ground", "least"),
    [
        *((ink, ground, TEXT) for ink in ("ink", "ink2") for ground in ("paper", "desk")),
        *((ink, ground, TEXT) for ink in ("ink", "ink2") for ground in ("cloth", "tray")),
        ("onseal", "seal", TEXT),
        ("onivory", "ivory", TEXT),
        ("onslate", "slate", TEXT),
        ("tzlab", "wood", LARGE),
    ],
)
def test_text_stands_out_from_its_ground(name: str, ink: str, ground: str, least: float) -> None:
    colours = theme(name)
    assert contrast(rgb(colours[ink]), rgb(colours[ground])) >= least


def grounds(name: str) -> dict[str, Rgb]:
    """Paper as it is, under the last move, and inside every seat's zone."""
    colours = theme(name)
    paper = rgb(colours["paper"])
    zones = {
        f"zone of {seat}": over(colours[seat], float(colours["zone"]), paper) for seat in SEATS
    }
    return {"paper": paper, "last": over(colours["ink"], LAST_TINT, paper), **zones}


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("pigment", [*SEATS, "ash"])
def test_pieces_stand_out_wherever_they_lie(name: str, pigment: str) -> None:
    colour = rgb(theme(name)[pigment])
    for where, ground in grounds(name).items():
        assert contrast(colour, ground) >= SHAPE, where


@pytest.mark.parametrize("name", THEMES)
def test_ash_stands_out_from_the_patch_that_was_rubbed(name: str) -> None:
    colours = theme(name)
    red, green, blue, opacity = colours["rub"].removeprefix("rgba(").removesuffix(")").split(",")
    rubbed = "#{:02X}{:02X}{:02X}".format(*map(int, (red, green, blue)))
    for where, ground in grounds(name).items():
        patch = over(rubbed, float(opacity), ground)
        assert contrast(rgb(colours["ash"]), patch) >= SHAPE, where


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize(
    ("colours_of", "ground"),
    [
        (("ivory",), "wood"),
        (("slate",), "wood"),
        (("woodline",), "wood"),
        (("tz-hi",), "wood"),
        (("K", "Kr"), "tray"),
        (("R",), "tray"),
        (("B",), "tray"),
        (("G",), "tray"),
        (("bond",), "tray"),
        (("onatom",), "R"),
        (("onatom",), "B"),
        (("onatom",), "G"),
        (("inlayw",), "ivory"),
        (("inlayb",), "slate"),
    ],
)
def test_stones_and_atoms_stand_out(name: str, colours_of: tuple[str, ...], ground: str) -> None:
    colours = theme(name)
    best = max(contrast(rgb(colours[one]), rgb(colours[ground])) for one in colours_of)
    assert best >= SHAPE


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("sight", SIGHT)
def test_seats_differ_for_every_kind_of_sight(name: str, sight: str) -> None:
    colours = theme(name)
    for one, other in combinations(SEATS, 2):
        assert distance(colours[one], colours[other], SIGHT[sight]) >= 8, (one, other)
    assert distance(colours["s0"], colours["s1"], SIGHT[sight]) >= 15


def test_both_themes_have_the_same_colours() -> None:
    light, dark = map(theme, THEMES)
    assert light.keys() == dark.keys()


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(BadOptions):
        theme("pink")
