"""A person who plays on the page, by mouse, by keys or by typing.

What stands on the board he reads from the table's record, so that the page is compared with the
rules and not with itself.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import dist, inf
from typing import Any, ClassVar

from playwright.sync_api import Locator, expect
from tests.browser.visitors import Visitor

from duiyi.core import State
from duiyi.core.record.files import read
from duiyi.core.view import BUTTON, Choice

NO_CLOCK = {"kind": "none", "seconds": 0, "increment": 0}
TURN_TIMEOUT = 30_000
PLAY = "#="
"""The button of a choice that needs no other."""
ARROWS = {"ArrowRight": (1, 0), "ArrowLeft": (-1, 0), "ArrowDown": (0, 1), "ArrowUp": (0, -1)}
_SPOT = """(name) => {
  const hit = [...document.querySelectorAll('[data-hit]')].find((one) => one.dataset.hit === name);
  const box = hit.getBoundingClientRect();
  for (const down of [0.5, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9]) {
    for (const across of [0.5, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9]) {
      const at = [box.x + box.width * across, box.y + box.height * down];
      if (document.elementFromPoint(...at) === hit) return at;
    }
  }
  return null;
}"""
Places = Mapping[str, tuple[float, float]]


def kind_of(state: State[Any], token: str) -> str:
    """What sort of action a token is: the class of the action, and its sign where it has one."""
    action = state.parse(token)
    more = (getattr(action, name, None) for name in ("sign", "kind", "colour"))
    return ":".join((type(action).__name__, *(str(part) for part in more if part is not None)))


def make_table(
    visitor: Visitor,
    game: str,
    *,
    options: Mapping[str, Any] | None = None,
    seats: Sequence[Mapping[str, Any]] = ({"kind": "me"}, {"kind": "computer", "player": "greedy"}),
    **more: Any,
) -> dict[str, Any]:
    """A table made by this visitor through the interface; `id` and `secrets`."""
    body: dict[str, Any] = {"game": game, "options": dict(options or {}), "seats": list(seats)}
    body |= {"clock": NO_CLOCK, "public": False, "undo": True, **more}
    answer = visitor.context.request.post(f"{visitor.url}api/tables", data=body)
    assert answer.ok, answer.text()
    made: dict[str, Any] = answer.json()
    return made


@dataclass
class Sitting:
    """Somebody at a table. `clicked` counts the kinds of actions that he has done.

    Pages say where they are by attributes: that of `place`, of an element, changes with every
    decision, and `busy` is what another one of that element says meanwhile.
    """

    page_root: ClassVar[str] = "[data-table-status]"
    place: ClassVar[tuple[str, str]] = (page_root, "data-table-at")
    busy: ClassVar[tuple[str, str] | None] = None

    visitor: Visitor
    table: str
    seats: Sequence[int] = (0,)
    seed: int = 0
    clicked: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    @property
    def root(self) -> Locator:
        return self.visitor.page.locator(self.page_root)

    @property
    def board(self) -> Locator:
        return self.visitor.page.locator("svg.board-play")

    def sit(self, query: str = "") -> None:
        """Opens the table; whoever comes by the link of a free seat keeps the name he is given."""
        self.visitor.open(f"/table/{self.table}{query}")
        asked = self.visitor.page.get_by_role("dialog").locator("button[type=submit]")
        expect(self.root.or_(asked).first).to_be_visible()
        if asked.is_visible():
            asked.click()
        expect(self.root).to_be_visible()

    def go_on(self) -> None:
        """To this table from another page, as by a link."""
        self.visitor.follow(f"/table/{self.table}")
        expect(self.root).to_be_visible()

    def state(self) -> State[Any]:
        """The position as the record has it."""
        address = f"{self.visitor.url}api/tables/{self.table}/record.json"
        answer = self.visitor.context.request.get(address)
        assert answer.ok, answer.text()
        return read(answer.text()).last()

    def decisions(self) -> int:
        address = f"{self.visitor.url}api/tables/{self.table}"
        return int(self.visitor.context.request.get(address).json()["decisions"])

    def wait_for_turn(self) -> bool:
        """Until it is this person's turn, the board drawn and at rest; False: the game is over."""
        self.visitor.page.wait_for_function(
            """() => {
              const table = document.querySelector('[data-table-status]');
              if (!table || table.dataset.tableBusy === 'true') return false;
              if (!document.querySelector('svg.board-play [data-hit]')) return false;
              return table.dataset.tableStatus === 'finished' || table.dataset.tableMine === 'true';
            }""",
            timeout=TURN_TIMEOUT,
        )
        return self.root.get_attribute("data-table-status") != "finished"

    def site(self, name: str) -> Locator:
        return self.board.locator(f"[data-hit={json.dumps(name)}]")

    def click(self, name: str) -> None:
        """With the mouse, where the site itself lies on top, as a person would."""
        self.visitor.page.mouse.click(*self.spot(name))

    def spot(self, name: str) -> tuple[float, float]:
        self.site(name).scroll_into_view_if_needed()
        found = self.visitor.page.evaluate(_SPOT, name)
        assert found, f"{name} is covered everywhere"
        x, y = found
        return x, y

    def press(self, button: str) -> None:
        self.visitor.page.locator(f"[data-button={json.dumps(button)}]").first.click()

    def wish(self, state: State[Any], choices: Iterable[Choice]) -> Choice:
        """A choice of a kind that has not been done yet, or any."""
        every = list(choices)
        new = [choice for choice in every if not self.clicked[kind_of(state, choice.token)]]
        return self._random.choice(new or every)

    def play_by_mouse(self, state: State[Any], choice: Choice) -> None:
        path = self._random.choice(choice.paths)
        before = self.shown()
        for step in path:
            if step.startswith(BUTTON):
                self.press(step)
            else:
                self.click(step)
        if self.asked(before):
            self.press(PLAY)
        self.wait_past(before)
        self.clicked[kind_of(state, choice.token)] += 1

    def asked(self, before: int) -> bool:
        """Whether the page asks before it plays, as it does where cells are small."""
        found = self.visitor.page.wait_for_function(
            """([before, play, [root, place]]) => {
              const at = Number(document.querySelector(root).getAttribute(place));
              if (at !== before) return 'played';
              return document.querySelector(`[data-button="${play}"]`) ? 'asked' : null;
            }""",
            arg=[before, PLAY, self.place],
        )
        return bool(found.json_value() == "asked")

    def play_by_keys(self, state: State[Any], choice: Choice) -> None:
        """Arrows to each site, Enter; Tab to a button, Enter."""
        keyboard, before = self.visitor.page.keyboard, self.shown()
        self.board.locator("[data-hit][tabindex='0']").first.focus()
        for step in choice.paths[0]:
            if step.startswith(BUTTON):
                self.visitor.page.locator(f"[data-button={json.dumps(step)}]").first.focus()
            else:
                self.walk_to(step)
            keyboard.press("Enter")
        self.wait_past(before)
        self.clicked[kind_of(state, choice.token)] += 1

    def walk_to(self, site: str) -> None:
        """From the focused site to another one, by arrows alone, learning how they lead."""
        page, places = self.visitor.page, self._places()
        leads: dict[tuple[str, str], str] = {}
        goal = places[site]
        far = {name: dist(place, goal) for name, place in places.items()}
        step = max(min(dist(goal, place) for place in places.values() if place != goal), 1.0)
        for _ in range(300):
            here = page.evaluate("() => document.activeElement?.dataset.hit ?? null")
            if here == site:
                return
            assert here is not None, "the focus has left the board"
            hopes = {
                arrow: self._hope(leads.get((here, arrow)), (here, arrow), places, far)
                for arrow in ARROWS
            }
            arrow = min(hopes, key=lambda one: hopes[one])
            far[here] = max(far[here], hopes[arrow] + step)
            page.keyboard.press(arrow)
            there = page.evaluate("() => document.activeElement?.dataset.hit ?? null")
            leads[here, arrow] = there
        raise AssertionError(f"no way by arrows to {site}")

    def _hope(
        self, known: str | None, way: tuple[str, str], places: Places, far: Mapping[str, float]
    ) -> float:
        """How far it may still be after an arrow; `known`: where it leads."""
        here, arrow = way
        if known is not None:
            return far[known] if known != here else inf
        (x, y), (dx, dy) = places[here], ARROWS[arrow]
        near = min(dist((x, y), place) for name, place in places.items() if name != here)
        goal = min(far, key=lambda name: far[name])
        return dist((x + dx * near, y + dy * near), places[goal])

    def _places(self) -> Places:
        found: dict[str, list[float]] = self.visitor.page.evaluate(
            """() => Object.fromEntries([...document.querySelectorAll('[data-hit]')].map((one) => {
              const box = one.getBoundingClientRect();
              return [one.dataset.hit, [box.x + box.width / 2, box.y + box.height / 2]];
            }))"""
        )
        return {name: (x, y) for name, (x, y) in found.items()}

    def play_by_typing(self, state: State[Any], choice: Choice) -> None:
        before = self.shown()
        field = self.visitor.page.get_by_role("combobox")
        field.fill(choice.token)
        field.press("Enter")
        self.wait_past(before)
        self.clicked[kind_of(state, choice.token)] += 1

    def shown(self) -> int:
        """The number of the position that the page shows."""
        root, place = self.place
        return int(self.visitor.page.locator(root).get_attribute(place) or -1)

    def wait_past(self, before: int) -> None:
        self.visitor.page.wait_for_function(
            """([before, [root, place], busy]) => {
              const here = document.querySelector(root);
              if (busy && here.getAttribute(busy[0]) === busy[1]) return false;
              return Number(here.getAttribute(place)) !== before;
            }""",
            arg=[before, self.place, self.busy],
        )
