"""How much the page weighs and how fast it draws. Times are the best of a few tries: a machine that
does other things meanwhile says nothing about the page."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.places import DESK, hand_in, legacy, random_record, shown, tzaar
from tests.browser.playing import Sitting
from tests.browser.visitors import SOAK, Visit

from duiyi.core import State
from duiyi.core.record_io import read
from duiyi.core.view import BUTTON
from duiyi.server.page import directory

TRIES = 3
HEAVIEST = 120 * 1024
SLOWEST = 100
"""Milliseconds from the message to the picture."""
FEWEST_FRAMES = 30
DECISIONS = 400

_LISTEN = """
window.drawn = [];
const painted = () => new Promise((done) => requestAnimationFrame(() => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => done(performance.now());
  port2.postMessage(0);
}));
const Plain = window.WebSocket;
window.WebSocket = class extends Plain {
  constructor(...address) {
    super(...address);
    this.addEventListener('message', async ({ data }) => {
      const heard = performance.now();
      const message = JSON.parse(data);
      if (message.type !== 'played') return;
      const site = message.view.last.find((one) =>
        message.view.pieces.some((piece) => piece.site === one));
      const there = `svg.board-play [data-layer] > [data-site="${CSS.escape(site)}"]`;
      const table = () => document.querySelector('[data-table-at]').dataset.tableAt;
      let now = await painted();
      while (table() !== `${message.entry.at}` || !document.querySelector(there)) {
        now = await painted();
      }
      window.drawn.push({ token: message.entry.token, ms: now - heard });
    });
  }
};
"""
_SCRUB = """async () => {
  const at = () => Number(document.querySelector('[data-table-at]').dataset.tableAt);
  const seen = new Set([at()]);
  const times = [];
  const pieces = [];
  const begin = performance.now();
  while (at() < given && performance.now() - begin < 30000) {
    document.dispatchEvent(new KeyboardEvent('keydown',
      { key: 'ArrowRight', repeat: true, bubbles: true, cancelable: true }));
    times.push(await new Promise(requestAnimationFrame));
    if (!seen.has(at())) {
      seen.add(at());
      pieces.push(document.querySelectorAll('svg.board-play [data-layer] > [data-site]').length);
    }
  }
  const seconds = (performance.now() - begin) / 1000;
  return { shown: seen.size, seconds, frames: times.length, most: Math.max(...pieces) };
}"""


def test_the_page_weighs_little() -> None:
    place = directory()
    if place is None:
        pytest.skip("the page has not been built")
    scripts = sorted((place / "assets").glob("*.js"))
    assert scripts
    sizes = {one.name: len(gzip.compress(one.read_bytes(), 9)) for one in scripts}
    print(sum(sizes.values()), sizes)
    assert sum(sizes.values()) <= HEAVIEST, sizes


@pytest.mark.parametrize("still", [True, False], ids=["still", "moving"])
@pytest.mark.parametrize("position", [legacy, tzaar])
def test_a_move_is_drawn_at_once(
    visit: Visit, position: Callable[[], State[Any]], still: bool
) -> None:
    visitor = visit(None, size=DESK, still=still)
    visitor.page.add_init_script(_LISTEN)
    sitting = shown(visitor, position())
    best = min(_slowest_of(sitting, 2) for _ in range(TRIES))
    print(position.__name__, still, best)
    assert best <= SLOWEST


def _slowest_of(sitting: Sitting, moves: int) -> float:
    """Milliseconds that the slowest of some moves took to be seen."""
    page = sitting.visitor.page
    page.evaluate("window.drawn.length = 0")
    for number in range(moves):
        assert sitting.wait_for_turn()
        state = sitting.state()
        simple = [
            choice
            for choice in state.view().choices
            if not any(step.startswith(BUTTON) for path in choice.paths for step in path)
        ]
        sitting.play_by_typing(state, simple[0])
        page.wait_for_function("(count) => window.drawn.length > count", arg=number)
    times: list[float] = page.evaluate("window.drawn.map(({ ms }) => ms)")
    return max(times)


def long_record(game: str, **how: Any) -> str:
    """A record of four hundred random decisions."""
    for seed in range(40):
        text = random_record(game, DECISIONS, seed=seed, **how)
        if len(read(text).nodes) == DECISIONS:
            return text
    raise AssertionError(f"{game} never lasts {DECISIONS} decisions")


LONG: dict[str, dict[str, Any]] = {"relati-legacy": {"seats": 6, "size": 23}}
if SOAK:
    LONG["atom"] = {"turn_limit": 300}


@pytest.mark.parametrize("game", LONG)
def test_a_long_record_scrubs_smoothly(visit: Visit, game: str) -> None:
    """The key → held from the first position to the last."""
    visitor = visit(None, size=DESK)
    record = hand_in(visitor, long_record(game, **LONG[game]))
    results = []
    for _ in range(TRIES):
        visitor.open(f"/record/{record}?at=0")
        expect(visitor.page.locator("svg.board-play [data-hit]").first).to_be_attached()
        visitor.page.wait_for_load_state("networkidle")
        results.append(_scrubbed(visitor.page))
        if results[-1]["shown"] / results[-1]["seconds"] >= FEWEST_FRAMES:
            break
    print(game, results)
    best = max(results, key=lambda one: one["shown"] / one["seconds"])
    assert best["shown"] >= 0.9 * DECISIONS, best
    assert best["most"] > 20
    assert best["shown"] / best["seconds"] >= FEWEST_FRAMES, best
    assert best["frames"] / best["seconds"] >= FEWEST_FRAMES, best


def _scrubbed(page: Page) -> dict[str, float]:
    found: dict[str, float] = page.evaluate(_SCRUB.replace("given", str(DECISIONS)))
    return found
