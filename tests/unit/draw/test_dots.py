"""The points of atom's trays can be seen: large, dark, and in the middle of their tray."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from tests.unit.games.atom.test_choices import PLACING

from duiyi.core.view import View
from duiyi.draw.layout import board_of
from duiyi.draw.look import look_of, theme
from duiyi.draw.materials import trays
from duiyi.draw.svg import draw
from duiyi.games.atom import GAME
from duiyi.games.atom.view import BRACKET

VIEW: View = PLACING.view()
GEOMETRY = GAME.geometry(2, PLACING.options)
WIDTHS = (984, 620, 390)
LEAST = 3.0
"""Contrast of what is not text, by WCAG 1.4.11."""


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", ["light", "dark"])
def test_points_and_marks_stand_out_from_their_tray(name: str) -> None:
    colours = theme(name)
    for mark in ("traydot", "s0", "s1"):
        assert contrast(colours[mark], colours["tray"]) >= LEAST, (mark, name)


@pytest.mark.parametrize("width", WIDTHS)
def test_a_point_is_at_least_four_pixels_wide_and_a_mark_eight(width: int) -> None:
    svg = draw(VIEW, GEOMETRY, GAME, width=width)
    share = width / float(ElementTree.fromstring(svg).attrib["viewBox"].split()[2])
    dots = [float(r) for r in re.findall(r'<circle [^>]*\br="([0-9.]+)"[^>]*fill="#858271"', svg)]
    dots += [float(r) for r in re.findall(r'fill="#858271"[^>]*\br="([0-9.]+)"', svg)]
    assert dots
    assert min(dots) * 2 * share >= 4 - 0.05
    marked = draw(VIEW, GEOMETRY, GAME, width=width, legal=True)
    sizes = [
        float(re.search(r'\bwidth="([0-9.]+)"', use)[1])  # type: ignore[index]
        for use in re.findall(r"<use [^>]*verb-place[^>]*>", marked)
    ]
    assert sizes
    assert min(sizes) * 0.46 * share >= 8, "the ring is 46 hundredths of its symbol"


def test_points_lie_in_the_middle_of_the_room_that_their_tray_has_for_them() -> None:
    look = look_of(GAME)
    board = trays.spread(board_of(VIEW, GEOMETRY, look.material), VIEW)
    for tray in [site for site in board.sites.values() if site.outline]:
        points = [board.xy(s.id) for s in board.sites.values() if s.group == tray.id and s != tray]
        if not points:
            continue
        xs, ys = zip(*board.outline(tray.id), strict=True)
        room = BRACKET * board.scale
        across, down = zip(*points, strict=True)
        assert (min(across) + max(across)) / 2 == pytest.approx((min(xs) + room + max(xs)) / 2)
        assert (min(down) + max(down)) / 2 == pytest.approx((min(ys) + max(ys) - room) / 2)
