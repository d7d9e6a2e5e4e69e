"""States of a site, the seal, and small cells: what one sees while choosing, measured in pixels."""

from __future__ import annotations

import io
import itertools
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Page, expect
from tests.browser import measure
from tests.browser.places import CROWDED, DESK, PHONE, legacy, shown
from tests.browser.playing import Sitting
from tests.browser.visitors import SOAK, Visit
from tests.selection import slow_but
from tests.unit.draw.colours import contrast, rgb
from tests.unit.draw.svgs import walk

from duiyi.core import CHANCE, State
from duiyi.core.view import BUTTON
from duiyi.draw.look import look_of

# Drives a real browser for long: part of `make test-all`.
pytestmark = pytest.mark.slow

EXTENSIONS = {"continuous": True, "cannon": True, "chain": True, "migration": True}
MATERIALS: dict[str, dict[str, Any]] = {"relati": EXTENSIONS, "tzaar": {}, "atom": {}}
MARKS = {
    "legal": "[data-layer=dots] [data-legal]",
    "target": "[data-layer=marks] [data-legal]",
    "hover": "[data-hover]",
    "selected": "[data-selected]",
    "last": "[data-last]",
    "focus": ".frame path",
}
"""What draws a state, in the picture."""
THEMES = [False, True]
GROUND = "#ff00ff"
"""Behind marks that are looked at alone: no mark has this colour."""


@dataclass(frozen=True)
class Scene:
    """A position, the token that leads on from it, and then a path of two sites."""

    before: State[Any]
    token: str
    path: tuple[str, ...]


def scene_of(game: str, at: int) -> Scene:
    """The last decision changed the site of the path that `at` names."""
    for seed in itertools.count():
        for state, before in walk(game, seed, 120, **MATERIALS[game]):
            if before.actor == CHANCE or state.actor in (None, CHANCE):
                continue
            view = state.view(since=before)
            for path in (path for choice in view.choices for path in choice.paths):
                plain = len(path) == 2 and not any(step.startswith(BUTTON) for step in path)
                if plain and path[at] in view.last:
                    tokens = (before.text(action) for action in before.actions())
                    token = next(text for text in tokens if before.play(text) == state)
                    return Scene(before, token, path)
    raise AssertionError


def stand(visit: Visit, scene: Scene, **how: Any) -> Sitting:
    visitor = visit(None, size=(1280, 900), **how)
    sitting = shown(visitor, scene.before)
    choices = scene.before.view().choices
    sitting.play_by_typing(
        scene.before, next(choice for choice in choices if choice.token == scene.token)
    )
    assert sitting.wait_for_turn()
    return sitting


def photo(page: Page, site: str, only: str = "") -> Image.Image:
    """A site and a little around it; `only` shows nothing but what this selects."""
    if only:
        page.evaluate(
            """([only, ground]) => {
              const svg = document.querySelector('svg.board-play');
              const alone = svg.cloneNode(false);
              alone.append(...[...svg.querySelectorAll(only)].map((node) => node.cloneNode(true)));
              alone.id = 'alone';
              const place = svg.getBoundingClientRect();
              const look = { position: 'fixed', 'background-color': ground };
              for (const side of ['left', 'top', 'width', 'height']) {
                look[side] = `${place[side]}px`;
              }
              for (const name of Object.keys(look)) alone.style.setProperty(name, look[name]);
              svg.closest('.board').append(alone);
            }""",
            [only, GROUND],
        )
    box = page.locator(f"[data-hit={json.dumps(site)}]").bounding_box()
    assert box
    edge = 0.12 * box["width"]
    taken = page.screenshot(
        clip={
            "x": box["x"] - edge,
            "y": box["y"] - edge,
            "width": box["width"] + 2 * edge,
            "height": box["height"] + 2 * edge,
        }
    )
    page.evaluate("document.getElementById('alone')?.remove()")
    return Image.open(io.BytesIO(taken)).convert("RGB")


def changed(one: Image.Image, other: Image.Image) -> int:
    """How many pixels differ so that one sees it, in grey."""
    difference = ImageChops.difference(one.convert("L"), other.convert("L"))
    return sum(difference.histogram()[16:])


def shape(page: Page, site: str, own: str) -> Image.Image:
    """White where a mark is, black elsewhere."""
    bare, alone = photo(page, site, "[data-nothing]"), photo(page, site, own)
    red, green, blue = ImageChops.difference(bare, alone).split()
    most = ImageChops.lighter(red, ImageChops.lighter(green, blue))
    return most.point([255 * (part > 40) for part in range(256)])


def standing(page: Page, site: str) -> dict[str, str]:
    """The states that a site shows, with what selects their marks."""
    found = {}
    for name, selector in MARKS.items():
        own = f"{selector[:-1]}={json.dumps(site)}]" if selector.endswith("]") else selector
        if page.locator(f"svg.board-play :is({own})").count():
            found[name] = own
    return found


def visible_marks(page: Page, site: str) -> dict[str, int]:
    """How many pixels of the whole picture each state of a site makes."""
    whole = photo(page, site)
    found = {}
    for name, own in standing(page, site).items():
        marks = page.locator(f"svg.board-play :is({own})")
        marks.evaluate_all("all => all.forEach((one) => one.style.setProperty('opacity', '0'))")
        found[name] = changed(whole, photo(page, site))
        marks.evaluate_all("all => all.forEach((one) => one.style.removeProperty('opacity'))")
    return found


@pytest.mark.parametrize("dark", THEMES if SOAK else THEMES[:1])
@pytest.mark.parametrize("game", slow_but("tzaar", of=MATERIALS))
def test_states_stand_together_and_differ_in_shape(
    visit: Visit, pictures: Path, game: str, dark: bool
) -> None:
    shapes: dict[str, Image.Image] = {}
    seen: set[frozenset[str]] = set()
    for at in (0, 1):
        scene = scene_of(game, at)
        sitting = stand(visit, scene, dark=dark)
        page = sitting.visitor.page
        for number, site in enumerate(scene.path):
            sitting.site(site).focus()
            for step in range(2):
                marks = visible_marks(page, site)
                assert all(count > 20 for count in marks.values()), (site, marks)
                seen.add(frozenset(marks))
                for name, own in standing(page, site).items():
                    shapes.setdefault(name, shape(page, site, own))
                if number or step:
                    break
                page.keyboard.press("Enter")
        page.screenshot(path=pictures / f"states-{game}-{at}-{'dark' if dark else 'light'}.png")
    assert any({"last", "focus", "selected"} <= one for one in seen), seen
    assert any({"last", "focus", "target"} <= one for one in seen), seen
    for (one, mask), (other, second) in itertools.combinations(shapes.items(), 2):
        resized = second.resize(mask.size)
        either = sum(ImageChops.lighter(mask, resized).histogram()[128:])
        apart = sum(ImageChops.difference(mask, resized).histogram()[128:])
        assert apart > 0.3 * either > 0, (one, other, apart, either)


@pytest.mark.parametrize("dark", slow_but(False, of=THEMES), ids=["light", "dark"])
@pytest.mark.parametrize("name", CROWDED)
def test_dots_and_targets_are_in_the_colour_of_the_mover(
    visit: Visit, name: str, dark: bool
) -> None:
    state = CROWDED[name]()
    sitting = shown(visit(None, size=PHONE, dark=dark), state)
    assert state.actor is not None
    slab = look_of(state.game).material == "slab"
    colour = ("ivory", "slate")[state.actor] if slab else f"s{state.actor}"
    found = measure.measured(
        sitting.visitor.page,
        """const probe = document.createElement('i');
        probe.style.setProperty('color', `var(--${given})`);
        document.body.append(probe);
        const wanted = getComputedStyle(probe).color;
        probe.remove();
        return [...svg.querySelectorAll('[data-legal]')].map((mark) => {
          const style = getComputedStyle(mark);
          const shown = mark.localName === 'use' ? style.color
            : mark.localName === 'circle' ? style.fill : style.stroke;
          const { left, right } = box(mark);
          const dot = mark.closest('[data-layer=dots]') !== null;
          return { site: mark.dataset.legal, right: shown === wanted, dot, wide: right - left };
        });""",
        colour,
    )
    assert found
    assert not [mark for mark in found if not mark["right"]]
    assert not [mark for mark in found if mark["dot"] and mark["wide"] < 4 - 0.05]


@pytest.mark.parametrize("dark", slow_but(False, of=THEMES), ids=["light", "dark"])
@pytest.mark.parametrize("name", CROWDED)
def test_the_focus_is_seen_and_never_covered(visit: Visit, name: str, dark: bool) -> None:
    """At every edge of the board: on top, not cut off, dark on light or light on dark."""
    state = CROWDED[name]()
    sitting = shown(visit(None, size=PHONE, dark=dark), state)
    page = sitting.visitor.page
    page.keyboard.press("Tab")
    for site in outermost(page):
        sitting.site(site).focus()
        found = measure.measured(
            page,
            """const frame = svg.querySelector('.frame');
            const room = box(document.querySelector('.board-frame'));
            const lines = [...frame.children];
            const colours = (name) => getComputedStyle(frame.querySelector(`.${name}`)).stroke;
            return {
              top: frame === svg.lastElementChild && frame.childElementCount === 3,
              last: lines[0].matches('.gap'),
              cut: lines.map(box).filter((line) => !inside(line, room, 1)).map(written),
              line: colours('line'), gap: colours('gap'),
              hits: [...svg.querySelectorAll('[data-hit]')]
                .filter((hit) => getComputedStyle(hit).fill !== 'rgba(0, 0, 0, 0)').length,
            };""",
        )
        assert found["top"], site
        assert found["last"], site
        assert not found["cut"], (site, found["cut"])
        assert found["hits"] == 0
        assert contrast(seen(found["line"]), seen(found["gap"])) >= 3
    palette = look_of(state.game).palette("dark" if dark else "light")
    ground = {"paper": "paper", "slab": "wood", "cloth": "tray"}[look_of(state.game).material]
    assert contrast(rgb(palette["ink"]), rgb(palette[ground])) >= 3


def outermost(page: Page) -> list[str]:
    """The sites that lie furthest to each side."""
    found: list[str] = measure.measured(
        page,
        """const hits = [...svg.querySelectorAll('[data-hit]')];
        const most = (by) => hits.reduce((a, b) => (by(box(b)) > by(box(a)) ? b : a)).dataset.hit;
        return [...new Set([most((at) => -at.left), most((at) => at.right),
          most((at) => -at.top), most((at) => at.bottom)])];""",
    )
    return found


def seen(colour: str) -> tuple[float, float, float]:
    """A computed colour as three parts from 0 to 1."""
    red, green, blue = (float(part) / 255 for part in colour[4:-1].split(","))
    return red, green, blue


# ---- small cells ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", slow_but("atom", of=["legacy", "atom"]))
def test_on_small_cells_one_tap_asks_before_it_plays(
    visit: Visit, pictures: Path, name: str
) -> None:
    state = CROWDED[name]()
    visitor = visit(None, size=PHONE, touch=True)
    sent: list[str] = []
    visitor.page.on(
        "websocket", lambda socket: socket.on("framesent", lambda text: sent.append(str(text)))
    )
    sitting = shown(visitor, state)
    page = visitor.page
    assert measure.cell_size(page) < 24
    legal = sorted({path[0] for choice in state.view().choices for path in choice.paths})
    taps = [site for site in legal if not site.startswith(BUTTON)]
    asked = 0
    for site in taps[:: 1 if SOAK else max(1, len(taps) // 6)]:
        tap(page, site)
        expect(page.locator(".choice-bar .loupe")).to_be_visible()
        buttons = page.locator(".choice-bar .actions .btn")
        asked += buttons.count()
        assert page.locator(".choice-bar .actions .btn.primary").count() <= 1
        assert not measure.small_targets(page, 44)
        page.locator("[data-button=clear]").click()
        expect(page.locator(".choice-bar .loupe")).to_be_hidden()
    assert asked
    assert not [text for text in sent if '"play"' in text]
    assert sitting.shown() == sitting.decisions() == 0
    page.screenshot(path=pictures / f"small-{name}.png")


def tap(page: Page, site: str) -> None:
    """A finger on the middle of a site."""
    box = page.locator(f"[data-hit={json.dumps(site)}]").bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_the_sheet_names_the_action_shows_three_cells_and_plays(
    visit: Visit, pictures: Path
) -> None:
    state = legacy()
    sitting = shown(visit(None, size=PHONE, touch=True), state)
    page = sitting.visitor.page
    places = [choice.paths[0] for choice in state.view().choices]
    alone = [path for path in places if len(path) == 1 and not path[0].startswith(BUTTON)]
    tap(page, alone[0][0])
    default = page.locator(".choice-bar .actions .btn.primary")
    expect(default).to_have_count(1)
    assert default.inner_text().strip()
    cells = measure.measured(
        page,
        """const loupe = document.querySelector('.loupe svg');
        const cell = loupe.viewBox.baseVal.width / given.cells;
        const corner = loupe.querySelector('[data-layer=grid]');
        return { pixels: loupe.getBoundingClientRect().width / given.cells, cell };""",
        {"cells": 3},
    )
    assert cells["pixels"] >= 24
    page.screenshot(path=pictures / "loupe.png")
    default.click()
    sitting.wait_past(0)
    assert sitting.decisions() >= 1


# ---- the seal -------------------------------------------------------------------------------


@pytest.mark.parametrize("size", slow_but(PHONE, of=[PHONE, DESK]), ids=["phone", "desk"])
def test_the_seal_is_on_one_button_and_never_where_one_plays(
    visit: Visit, size: tuple[int, int]
) -> None:
    visitor = visit(None, size=size)
    page = visitor.page
    for position in CROWDED.values():
        shown(visitor, position())
        assert len(measure.sealed_controls(page)) <= 1, measure.sealed_controls(page)
        assert not measure.seal_on_sites(page)
        for button in opened_dialogs(page):
            assert len(measure.sealed_controls(page)) <= 1, (button, measure.sealed_controls(page))
            assert not measure.overflow(page), button
            assert not measure.small_targets(page, 44 if size == PHONE else 40), button


def opened_dialogs(page: Page) -> Iterator[str]:
    """Each dialog of a table, open, one after the other."""
    small, large = ".title .icon-btn, .bar .icon-btn", ".side > .actions > .btn, .tabs button"
    openers = page.locator(".game").locator(f"{small}, {large}")
    for opener in openers.all():
        name = opener.get_attribute("aria-label") or opener.inner_text()
        pressed = opener.get_attribute("aria-pressed") is not None
        if not opener.is_enabled() or pressed or name == "Leave":
            continue
        opener.click()
        if name == "Read the rules":  # no dialog: a sheet that lies where the buttons are
            expect(page.locator(".rules-sheet")).to_be_visible()
            page.keyboard.press("Escape")
            expect(page.locator(".rules-sheet")).to_have_count(0)
            continue
        dialog = page.locator("dialog[open]")
        if dialog.count() == 0:
            continue
        yield name
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
