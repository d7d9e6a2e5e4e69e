"""Every page by axe-core: nothing serious to find, in both themes, on desks and phones."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.measure import overflow
from tests.browser.places import CROWDED, PHONE, atom, pages, shown, tzaar
from tests.browser.visitors import SOAK, Visit, Visitor
from tests.selection import first_quick, slow_but

import duiyi
from duiyi.core import State

# Drives a real browser for long: part of `make test-all`.
pytestmark = pytest.mark.slow

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
SEEN = [((1280, 900), False), ((1280, 900), True), (PHONE, False)]
if SOAK:
    SEEN.append((PHONE, True))


def linked() -> State[Any]:
    """A game of relati in the middle."""
    state: State[Any] = duiyi.game("relati").start(cannon=True)
    for token in "E5 H8 G5 G7 build:G5 I8".split():
        state = state.play(token)
    return state


OPENERS = ["Share", "Settings", "Keys", "Resign"]
TABLES: dict[str, Callable[[], State[Any]]] = {"paper": linked, "slab": tzaar, "cloth": atom}
if SOAK:
    TABLES |= CROWDED


@cache
def axe() -> str:
    assert AXE.is_file(), "axe-core comes with the page's packages: make install"
    return AXE.read_text("utf-8")


def findings(page: Page) -> list[str]:
    """What is serious or worse, with the elements that it is about."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe())
    found = page.evaluate(
        """async () => {
          const { violations } = await axe.run(document, { resultTypes: ['violations'] });
          return violations.filter(({ impact }) => ['serious', 'critical'].includes(impact))
            .map(({ id, help, nodes }) => ({
              id, help, nodes: nodes.slice(0, 4).map((one) => `${one.html} ${one.failureSummary}`),
            }));
        }"""
    )
    return [json.dumps(one, ensure_ascii=False, indent=1) for one in found]


def visited(visitor: Visitor) -> Iterator[str]:
    """Every page, open; the name of each."""
    for path in (*pages(visitor), "/rules"):
        visitor.open(path)
        expect(visitor.page.locator("h1").first).to_be_visible()
        visitor.page.wait_for_load_state("networkidle")
        yield path
    for name, position in TABLES.items():
        shown(visitor, position())
        yield name


@pytest.mark.parametrize(("size", "dark"), first_quick(*reversed(SEEN)), ids=str)
def test_axe_finds_nothing_serious(visit: Visit, size: tuple[int, int], dark: bool) -> None:
    visitor = visit(None, size=size, dark=dark, touch=size == PHONE)
    found = {}
    for name in visited(visitor):
        serious = findings(visitor.page)
        if serious:
            found[name] = serious
    assert not found, "\n".join(f"{name}: {one}" for name, all_ in found.items() for one in all_)


@pytest.mark.parametrize("opener", slow_but("Share", of=OPENERS))
def test_axe_finds_nothing_serious_in_dialogs(visit: Visit, opener: str) -> None:
    visitor = visit(None)
    shown(visitor, linked())
    visitor.page.get_by_role("button", name=opener, exact=True).click()
    expect(visitor.page.get_by_role("dialog")).to_be_visible()
    assert not findings(visitor.page)


@pytest.mark.parametrize(("size", "dark"), first_quick(*(SEEN if SOAK else SEEN[1:])), ids=str)
def test_axe_finds_nothing_serious_in_the_description_of_the_interface(
    visit: Visit, size: tuple[int, int], dark: bool
) -> None:
    visitor = visit("/api/docs", size=size, dark=dark)
    expect(visitor.page.get_by_text("/api/tables").first).to_be_visible()
    assert not findings(visitor.page)
    assert not overflow(visitor.page)


def test_axe_finds_nothing_serious_where_there_is_no_page(visit: Visit) -> None:
    visitor = visit("/nowhere")
    expect(visitor.page.locator("h1").first).to_be_visible()
    assert not findings(visitor.page)
    visitor.troubles.clear()  # The browser reports the answer 404, which is what it should be.


def test_axe_would_find_something(visit: Visit) -> None:
    visitor = visit("/records")
    expect(visitor.page.locator("h1").first).to_be_visible()
    visitor.page.evaluate(
        """() => {
          const nameless = document.createElement('button');
          document.querySelector('main').append(nameless);
        }"""
    )
    assert any("button-name" in one for one in findings(visitor.page))
