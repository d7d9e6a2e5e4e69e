"""Links beside the drawn ones: they show while one points at a symbol, and only then."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser import measure
from tests.browser.places import DESK, PHONE, legacy, shown
from tests.browser.playing import Sitting
from tests.browser.visitors import Visit
from tests.selection import slow_but
from tests.unit.draw.svgs import walk

from duiyi.core import State
from duiyi.core.view import SPARE, Edge, View

# Drives a real browser for long: part of `make test-all`.
pytestmark = pytest.mark.slow

LINES = "svg.board-play [data-layer=spare] > [data-spare]"
RESTING = "svg.board-play [data-layer]:not([data-layer=spare])"


def relati() -> State[Any]:
    """The position of a random game with cannons that has most spare links."""
    running = [state for state, _ in walk("relati", 5, 40, cannon=True) if state.actor is not None]
    return max(running, key=lambda state: len(spare(state.view())))


def spare(view: View) -> list[Edge]:
    return [edge for edge in view.edges if edge.kind == SPARE]


POSITIONS: dict[str, Callable[[], State[Any]]] = {"relati": relati, "legacy": legacy}


def expected(view: View, site: str) -> Counter[str]:
    """The spare links of a symbol, as the view has them."""
    return Counter(
        f"{edge.source} {edge.target}" for edge in spare(view) if site in (edge.source, edge.target)
    )


def symbols(view: View) -> list[str]:
    """For each seat the symbol with most spare links and one with fewer, and one without any."""
    found = []
    for seat in view.seats:
        own = [piece.site for piece in view.pieces if piece.stack[-1].seat == seat.seat]
        own.sort(key=lambda site: expected(view, site).total())
        found += own[-1:] + own[len(own) // 2 : len(own) // 2 + 1] + own[:1]
    return list(dict.fromkeys(found))


def wait_for_lines(page: Page, wanted: Counter[str]) -> None:
    """Until exactly these lines are drawn."""
    expect(page.locator(LINES)).to_have_count(wanted.total())
    lines = page.locator(LINES)
    assert Counter(lines.evaluate_all("all => all.map((one) => one.dataset.spare)")) == wanted


def resting(page: Page) -> list[str]:
    """All other layers, as the document has them."""
    found: list[str] = page.locator(RESTING).evaluate_all(
        "all => all.filter((one) => !['dots', 'marks'].includes(one.dataset.layer))"
        ".map((one) => one.outerHTML)"
    )
    return found


def check_lines(page: Page, view: View, site: str) -> None:
    """One and a half pixels, in the seat's colour, under the symbols."""
    owner = next(piece.stack[-1].seat for piece in view.pieces if piece.site == site)
    found = measure.measured(
        page,
        """const probe = document.createElement('i');
        probe.style.setProperty('color', `var(--s${given})`);
        document.body.append(probe);
        const wanted = getComputedStyle(probe).color;
        probe.remove();
        const layers = [...svg.querySelectorAll('[data-layer]')].map((one) => one.dataset.layer);
        return {
          order: layers.indexOf('links') < layers.indexOf('spare')
            && layers.indexOf('spare') < layers.indexOf('pieces'),
          lines: [...svg.querySelectorAll('[data-layer=spare] > *')].map((line) => {
            const { stroke, strokeWidth, fill } = getComputedStyle(line);
            return [parseFloat(strokeWidth) * line.getScreenCTM().a, stroke === wanted, fill];
          }),
          moving: document.getAnimations().length,
        };""",
        owner,
    )
    assert found["order"]
    assert found["moving"] == 0
    for wide, own, fill in found["lines"]:
        assert wide == pytest.approx(1.5, abs=0.05)
        assert own
        assert fill == "none"


@pytest.mark.parametrize("name", slow_but("relati", of=POSITIONS))
def test_the_spare_links_of_a_symbol_show_while_it_is_hovered_or_focused(
    visit: Visit, pictures: Path, name: str
) -> None:
    state = POSITIONS[name]()
    view = state.view()
    visitor = visit(None, size=DESK)
    sent: list[str] = []
    visitor.page.on(
        "websocket", lambda socket: socket.on("framesent", lambda text: sent.append(str(text)))
    )
    sitting = shown(visitor, state)
    page = visitor.page
    visitor.page.on("request", lambda request: sent.append(request.url))
    before, told = resting(page), len(sent)
    sites = symbols(view)
    assert max(expected(view, site).total() for site in sites) > 2
    assert min(expected(view, site).total() for site in sites) == 0
    wait_for_lines(page, Counter())
    for site in sites:
        page.mouse.move(*sitting.spot(site))
        wait_for_lines(page, expected(view, site))
        check_lines(page, view, site)
        assert resting(page) == before
    busiest = max(sites, key=lambda site: expected(view, site).total())
    page.mouse.move(*sitting.spot(busiest))
    wait_for_lines(page, expected(view, busiest))
    page.screenshot(path=pictures / f"spare-{name}.png")
    page.mouse.move(1, 1)
    wait_for_lines(page, Counter())
    page.keyboard.press("Tab")
    for site in sites:
        sitting.site(site).focus()
        wait_for_lines(page, expected(view, site))
        check_lines(page, view, site)
        assert resting(page) == before
    sitting.site(busiest).focus()
    wait_for_lines(page, expected(view, busiest))
    sitting.site(busiest).evaluate("one => one.blur()")
    wait_for_lines(page, Counter())
    assert sent[told:] == []


def test_a_finger_shows_them_by_touching_the_symbol(visit: Visit, pictures: Path) -> None:
    state = relati()
    view = state.view()
    sitting = shown(visit(None, size=PHONE, touch=True), state)
    page = sitting.visitor.page
    sites = [site for site in symbols(view) if not playing(view, site)]
    assert max(expected(view, site).total() for site in sites) > 2
    for site in sites:
        tap(sitting, site)
        wait_for_lines(page, expected(view, site))
        if expected(view, site):
            check_lines(page, view, site)
            page.screenshot(path=pictures / "spare-touch.png")
    tap(sitting, max(sites, key=lambda site: expected(view, site).total()))
    expect(page.locator(LINES)).not_to_have_count(0)
    page.get_by_text("The game starts here.").tap()
    wait_for_lines(page, Counter())
    assert sitting.decisions() == 0


def playing(view: View, site: str) -> bool:
    """Whether a tap on it alone would play."""
    return any((site,) in choice.paths for choice in view.choices)


def tap(sitting: Sitting, site: str) -> None:
    box = sitting.board.locator(f"[data-hit={json.dumps(site)}]").bounding_box()
    assert box
    sitting.visitor.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
