"""Scenes in a document: whatever was painted before, what is to be seen is the scene; and what has
not changed is not touched."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.analysing import covered_numbers
from tests.browser.node import node
from tests.browser.test_one_look import HERE, Case, case
from tests.selection import slow_but
from tests.unit.draw.svgs import walk

from duiyi.core import CHANCE, State

# Drives a real browser for long: part of `make test-all`.
pytestmark = pytest.mark.slow

CHAINS: dict[str, dict[str, Any]] = {
    "relati": {"seats": 4, "continuous": True, "cannon": True, "chain": True, "migration": True},
    "tzaar": {},
    "atom": {"turn_limit": 30},
}


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page's drawing code, for a document without the page."""
    place = tmp_path_factory.mktemp("drawing") / "drawing.js"
    subprocess.run([node(), str(HERE / "scenes.mjs"), str(place)], check=True, timeout=60)
    return place


@pytest.fixture
def page(chromium: Browser, script: Path) -> Iterator[Page]:
    opened = chromium.new_page(viewport={"width": 1000, "height": 1000})
    opened.set_content("<html lang=en><body></body></html>")
    opened.add_script_tag(path=script)
    opened.evaluate(
        """() => {
          window.picture = () => {
            const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
            document.body.append(svg);
            return svg;
          };
          window.show = (svg, request) => {
            const { sheet, geometry } = window.given;
            drawing.installSymbols(sheet.symbols);
            drawing.paint(svg, drawing.drawn({ ...request, sheet, geometry }));
          };
        }"""
    )
    yield opened
    opened.close()


def given(page: Page, cases: list[Case]) -> list[dict[str, Any]]:
    """Requests to draw; what they share is in the document already."""
    requests = [json.loads(one.request()) for one in cases]
    page.evaluate("given => { window.given = given; }", requests[0])
    return [
        {key: value for key, value in request.items() if key not in ("sheet", "geometry")}
        for request in requests
    ]


def course(game: str, moves: int, **how: Any) -> list[Case]:
    found = enumerate(walk(game, 11, moves, **how))
    return [case(f"{at}", state, state.view(since=since), at) for at, (state, since) in found]


@pytest.mark.parametrize("game", slow_but("tzaar", of=CHAINS))
def test_painting_over_gives_the_same_as_painting_anew(page: Page, game: str) -> None:
    """Back and forth through a game, at changing sizes, with and without legal marks."""
    cases = course(game, 36, **CHAINS[game])[::3]
    requests = given(page, [*cases, *reversed(cases)])
    different = page.evaluate(
        """(requests) => {
          const kept = picture();
          return requests.filter((request) => {
            const fresh = picture();
            show(kept, request);
            show(fresh, request);
            const layers = [...fresh.children];
            const same = layers.every((layer, at) => layer.isEqualNode(kept.children[at]));
            const box = fresh.getAttribute('viewBox') === kept.getAttribute('viewBox');
            fresh.remove();
            return !same || !box;
          }).length;
        }""",
        requests,
    )
    assert different == 0


def test_a_move_touches_little(page: Page) -> None:
    """One placement on a full board changes a few nodes, and no ground; others stay the same."""
    one, other = [
        json.loads(found.request())
        | {"width": 900, "coordinates": True, "legal": False, "choice": None}
        for found in course("relati-legacy", 90, size=23, seats=6)[-2:]
    ]
    page.evaluate("given => { window.given = given; }", one)
    changed = page.evaluate(
        """async ([one, other]) => {
          const svg = picture();
          show(svg, one);
          const before = new Set(svg.querySelectorAll('[data-layer=pieces] > g'));
          const seen = [];
          const watch = new MutationObserver((records) => seen.push(...records));
          watch.observe(svg, { subtree: true, childList: true, attributes: true });
          show(svg, other);
          seen.push(...watch.takeRecords());
          const layer = (node) => node.closest('[data-layer]').dataset.layer;
          const pieces = [...svg.querySelectorAll('[data-layer=pieces] > g')];
          return {
            records: seen.length,
            layers: [...new Set(seen.map((record) => layer(record.target)))],
            pieces: pieces.length,
            kept: pieces.filter((piece) => before.has(piece)).length,
            all: svg.querySelectorAll('*').length,
          };
        }""",
        [one, other],
    )
    assert not {"ground", "grid"} & set(changed["layers"])
    assert 0 < changed["records"] < changed["all"] / 4
    assert changed["kept"] >= changed["pieces"] - 2


def test_what_others_put_into_the_picture_stays(page: Page) -> None:
    (request,) = given(page, course("tzaar", 1))
    kept = page.evaluate(
        """(request) => {
          const svg = picture();
          const own = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
          svg.append(own);
          show(svg, request);
          show(svg, request);
          return svg.lastElementChild === own && svg.children.length;
        }""",
        request,
    )
    assert kept == 12


def test_tiny_symbols_have_no_gloss_shadow_or_dashes(page: Page) -> None:
    for game in CHAINS:
        given(page, course(game, 1, **CHAINS[game]))
        page.evaluate("drawing.installSymbols(given.sheet.symbols)")
    tiny, plain = page.evaluate(
        """() => [...document.querySelectorAll('symbol')].reduce(([tiny, plain], symbol) => {
          const rich = [...symbol.querySelectorAll('*')].filter((part) =>
            part.hasAttribute('stroke-dasharray')
            || /^url|--shadow/.test(part.getAttribute('fill') ?? '')).length;
          return symbol.id.endsWith('-tiny') ? [tiny + rich, plain] : [tiny, plain + rich];
        }, [0, 0])"""
    )
    assert tiny == 0
    assert plain > 20


INK_POSITIONS = 50


def inked(game: str) -> list[dict[str, Any]]:
    """Positions of random games, each with some lines as an engine would draw them: turns of
    whoever decides."""
    found = list[dict[str, Any]]()
    for seed in range(INK_POSITIONS):
        chance = random.Random(seed)
        course = list(walk(game, seed, 8 + 3 * (seed % 25), **CHAINS[game]))
        state = next(one for one, _ in reversed(course) if one.actor not in (None, CHANCE))
        shown = case(str(seed), state, state.view(None), seed)
        lines = [{"rank": rank, "steps": turn(state, chance, rank)} for rank in (1, 2, 3)]
        found.append(json.loads(shown.request()) | {"legal": False, "choice": None, "ink": lines})
    return found


def turn(state: State[Any], chance: random.Random, rank: int) -> list[dict[str, Any]]:
    """What is clicked in a turn, up to three decisions."""
    seat, steps = state.actor, list[dict[str, Any]]()
    while state.actor == seat and len(steps) < 3:
        choice = chance.choice(state.view(None).choices)
        steps.append({"path": choice.paths[0], "label": f"{rank}{'abc'[len(steps)]}"})
        state = state.play(choice.token)
    return steps


@pytest.mark.parametrize("game", ["tzaar", "atom"])
def test_ink_covers_no_number_of_a_piece(page: Page, game: str) -> None:
    """In the games that have numbers on their pieces or beside them."""
    covered, numbers = dict[int, list[str]](), 0
    for at, request in enumerate(inked(game)):
        page.evaluate(
            """(request) => {
              window.given = request;
              document.querySelector('svg.board-play')?.remove();
              const svg = picture();
              svg.classList.add('board-play');
              svg.setAttribute('width', request.width);
              show(svg, request);
            }""",
            request,
        )
        numbers += page.locator("svg.board-play [data-site] text").count()
        if found := covered_numbers(page):
            covered[at] = found
    assert not covered
    assert numbers > 100
