"""Somebody at the analysis board: plays for every seat, by mouse and by keys."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect
from tests.browser.playing import Sitting

from duiyi import game
from duiyi.core import CHANCE, State
from duiyi.core.view import Choice

GAMES = ("relati-classic", "relati", "relati-legacy", "tzaar", "atom")


@dataclass
class Studying(Sitting):
    """`table` is not used: there is none."""

    page_root = "[data-analysis]"
    place = (page_root, "data-node")
    busy = ("data-busy", "true")
    table: str = ""

    def arrive(self, path: str) -> None:
        self.visitor.open(path)
        self.ready()

    def ready(self) -> None:
        expect(self.root).to_have_attribute("data-busy", "false")
        expect(self.board.locator("[data-hit]").first).to_be_attached()

    def moves(self) -> list[str]:
        """The tokens in the tree as it is listed."""
        found: list[str] = self.visitor.page.locator(".tree [data-node]").evaluate_all(
            "(all) => all.map((one) => one.title)"
        )
        return found

    def tree(self) -> dict[str, Any]:
        """What a study is, whatever its nodes are called."""
        found: dict[str, Any] = self.visitor.page.evaluate(
            """() => {
              const all = (what) => [...document.querySelectorAll(`.tree ${what}`)];
              const moves = all('[data-node]');
              return {
                moves: moves.map((one) => one.title),
                current: moves.findIndex((one) => one.hasAttribute('aria-current')),
                comments: all('.comment').map((one) => one.textContent),
                variations: all('[data-variation]').map((one) => one.textContent.trim()),
              };
            }"""
        )
        return found

    def heard(self) -> list[str]:
        return self.visitor.page.locator("[role=log] p").all_text_contents()


def line(name: str, length: int, seed: int = 5) -> Iterator[tuple[State[Any], Choice | str]]:
    """A random game: what is decided in each position, by whom it is; of chance the token."""
    chooser, state = random.Random(seed), game(name).start()
    for _ in range(length):
        if state.actor is None:
            return
        if state.actor == CHANCE:
            action, _ = max(state.chances(), key=lambda one: one[1])
            token = state.text(action)
            yield state, token
        else:
            choice = chooser.choice(state.view(None).choices)
            token = choice.token
            yield state, choice
        state = state.play(token)


_COVERED = """() => {
  const board = document.querySelector('svg.board-play');
  const shapes = [...board.querySelectorAll('[data-ink] path, [data-ink] circle, [data-ink] rect')];
  const numbers = [...board.querySelectorAll('text')].filter(
    (one) => !one.closest('[data-ink]') && one.closest('[data-site]')
      && /^[0-9]+$/.test(one.textContent.trim()));
  const covered = [];
  for (const number of numbers) {
    const box = number.getBoundingClientRect();
    for (const shape of shapes) {
      const back = shape.getScreenCTM().inverse();
      for (const x of [0.3, 0.5, 0.7]) for (const y of [0.35, 0.5, 0.65]) {
        const point = new DOMPoint(box.left + x * box.width, box.top + y * box.height)
          .matrixTransform(back);
        const filled = shape.getAttribute('fill') !== 'none' && shape.isPointInFill(point);
        if (filled || shape.isPointInStroke(point)) {
          covered.push(`${number.closest('[data-site]').dataset.site} ${number.textContent}`);
        }
      }
    }
  }
  return [...new Set(covered)];
}"""


def covered_numbers(page: Page) -> list[str]:
    """Numbers of pieces over which the engine's ink lies."""
    found: list[str] = page.evaluate(_COVERED)
    return found
