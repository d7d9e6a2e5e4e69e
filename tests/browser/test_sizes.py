"""Crowded positions on phones and large screens, measured: nothing overlaps, leaves its place or is
cut off, and everything that is touched is large enough."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser import measure
from tests.browser.places import (
    CROWDED,
    DESK,
    PHONE,
    PHONE_WIDTH,
    atom,
    legacy,
    pages,
    shown,
    tzaar,
)
from tests.browser.playing import make_table
from tests.browser.visitors import SOAK, Visit
from tests.selection import slow_but

from duiyi.core import State
from duiyi.draw.look import look_of

# Drives a real browser for long: part of `make test-all`.
pytestmark = pytest.mark.slow

SIZES = [PHONE, DESK]
LANGUAGES = ["en"]
if SOAK:
    SIZES += [
        (320, 568),
        (414, 896),
        (760, 360),
        (799, 1100),
        (800, 700),
        (1280, 720),
        (3840, 2160),
    ]
    LANGUAGES += ["zh-Hant", "zh-Hans"]
LONG_NAME = "Wolfeschlegelsteinhausen"
TINY_CELL = 18


def stated_rise(state: State[Any]) -> tuple[float, float]:
    """How far the highest stack goes above and below its cell, in cells."""
    stack = look_of(state.game).stack
    high = float(stack.get("highest", 0)) / 100 * float(stack.get("size", 0))
    sink = float(stack.get("sink", 0))
    return high * (1 - sink), high * sink


def coordinate_names(state: State[Any]) -> set[str]:
    labels = [site.label for site in state.game.geometry(state.seats, state.options).sites]
    letters = {label.rstrip("0123456789") for label in labels}
    return letters | {label.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for label in labels}


def offences(page: Page, state: State[Any]) -> Iterator[tuple[str, list[str]]]:
    yield "wider than the screen", measure.overflow(page)
    yield "pieces outside of their cells", measure.escaped_pieces(page, *stated_rise(state))
    yield "numbers outside of their places", measure.escaped_numbers(page)
    yield "texts upon each other", measure.colliding_texts(page)
    yield "numbers on pieces", measure.numbers_on_pieces(page)
    yield "too small texts", measure.small_texts(page, coordinate_names(state))
    yield "cut off numbers", measure.clipped_figures(page)
    if measure.cell_size(page) < TINY_CELL:
        yield "too rich for tiny cells", measure.rich_parts(page)
    yield "too small to touch", measure.small_targets(page, least_target(page))


def least_target(page: Page) -> int:
    assert page.viewport_size
    return 44 if page.viewport_size["width"] < PHONE_WIDTH else 40


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("dark", slow_but(False, of=[False, True]), ids=["light", "dark"])
@pytest.mark.parametrize("size", slow_but(PHONE, of=SIZES), ids=lambda size: f"{size[0]}")
def test_crowded_positions_stand_where_they_should(
    visit: Visit, pictures: Path, size: tuple[int, int], dark: bool, language: str
) -> None:
    visitor = visit(None, size=size, dark=dark, language=language, touch=size[0] < PHONE_WIDTH)
    for name, position in CROWDED.items():
        state = position()
        shown(visitor, state)
        theme = "dark" if dark else "light"
        visitor.page.screenshot(path=pictures / f"{name}-{size[0]}-{theme}-{language}.png")
        found = {what: names for what, names in offences(visitor.page, state) if names}
        assert not found, (name, json.dumps(found, indent=1, ensure_ascii=False))


def test_the_positions_are_as_crowded_as_they_claim() -> None:
    board = legacy()
    assert (board.seats, len(board.game.geometry(6, board.options).sites)) == (6, 23 * 23)
    assert max(len(piece.stack) for piece in tzaar().view().pieces) == 12
    in_trays = [piece.site.partition(":")[0] for piece in atom().view().pieces]
    assert max(map(in_trays.count, in_trays)) >= 30


def test_the_measures_find_what_is_wrong(visit: Visit) -> None:
    """Each of these is one mistake, made in the document."""
    visitor = visit(None, size=PHONE)
    state = tzaar()
    shown(visitor, state)
    page = visitor.page

    def spoilt(script: str) -> set[str]:
        page.evaluate(script)
        return {what for what, names in offences(page, state) if names}

    number = "document.querySelector('svg.board-play [data-layer=labels] [data-site] text')"
    assert not spoilt("0")
    assert "too small texts" in spoilt(f"{number}.setAttribute('font-size', 9)")
    assert "numbers outside of their places" in spoilt(f"{number}.setAttribute('font-size', 200)")
    kept = "svg.board-play [data-layer=pieces] > [data-site] > use:last-child"
    piece = f"document.querySelector('{kept}')"
    assert "pieces outside of their cells" in spoilt(f"{piece}.setAttribute('x', 0)")
    assert "texts upon each other" in spoilt(
        "document.querySelectorAll('svg.board-play [data-layer=labels] > text')"
        ".forEach((text) => { text.setAttribute('x', 99); text.setAttribute('y', 99); })"
    )
    assert "too small to touch" in spoilt(
        "document.querySelector('.tabs button').style.setProperty('min-height', '20px');"
        "document.querySelector('.tabs').style.setProperty('align-items', 'start')"
    )
    assert "cut off numbers" in spoilt(
        "const { style } = document.querySelector('.strip .num').parentElement;"
        "style.setProperty('width', '4px'); style.setProperty('overflow', 'hidden')"
    )
    assert "wider than the screen" in spoilt(
        "document.querySelector('.tabs').style.setProperty('width', '500px')"
    )


@pytest.mark.parametrize("seats", slow_but(4, 5, of=[2, 4, 5, 6]))
def test_the_strip_of_seats_has_two_rows_from_five_seats_on(visit: Visit, seats: int) -> None:
    visitor = visit(None, size=PHONE, touch=True)
    visitor.context.request.put(f"{visitor.url}api/me", data={"name": LONG_NAME})
    made = make_table(
        visitor, "relati-legacy", options={"size": 23}, seats=[{"kind": "me"}] * seats
    )
    visitor.open(f"/table/{made['id']}")
    places = visitor.page.locator(".strip .seat")
    expect(places).to_have_count(seats)
    boxes = [place.bounding_box() for place in places.all()]
    tops = {round(box["y"]) for box in boxes if box}
    assert len(tops) == (2 if seats >= 5 else 1)
    assert {round(box["height"]) for box in boxes if box} == {52}
    assert not measure.overflow(visitor.page)
    assert not measure.clipped_figures(visitor.page)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", slow_but(PHONE, of=SIZES), ids=lambda size: f"{size[0]}")
def test_pages_fit_and_can_be_touched(
    visit: Visit, pictures: Path, size: tuple[int, int], language: str
) -> None:
    visitor = visit(None, size=size, language=language, touch=size[0] < PHONE_WIDTH)
    visitor.context.request.put(f"{visitor.url}api/me", data={"name": LONG_NAME})
    for path in pages(visitor):
        visitor.open(path)
        visitor.page.wait_for_load_state("networkidle")
        name = path.strip("/").replace("/", "-")[:16] or "front"
        picture = pictures / f"page-{name}-{size[0]}-{language}.png"
        visitor.page.screenshot(path=picture, full_page=True)
        page = visitor.page
        found = measure.overflow(page) + measure.small_targets(page, least_target(page))
        found += measure.clipped_figures(page)
        assert not found, (path, json.dumps(found, indent=1, ensure_ascii=False))
        assert len(measure.sealed_controls(page)) <= 1, (path, measure.sealed_controls(page))
