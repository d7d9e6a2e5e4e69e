"""A person who takes lessons on the page, by mouse or by keys alone.

What is to be done comes from the lessons as data, and where to click from the rules, so that the
page is compared with them and not with itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, expect
from tests.browser.playing import PLAY, Sitting
from tests.browser.visitors import Visitor

from duiyi.core import State, game, games
from duiyi.core.lessons import Lesson, Step, begun, lessons
from duiyi.core.lessons.judge import offered
from duiyi.core.lessons.model import CLICKS, matches
from duiyi.core.message import Message
from duiyi.core.view import BUTTON, Choice
from duiyi.core.view.clicks import begins

TAUGHT = [one.id for one in games() if lessons(one)]
"""The games that have lessons."""
SHORTEST = min(TAUGHT, key=lambda name: len(lessons(game(name))))
OPEN = ("asking", "wrong", "hint", "shown")
POLLING = 20
"""Milliseconds. By frames, which is usual, the browser draws while nothing happens."""
Path = Sequence[str]


def choices(name: str, lesson: Lesson, step: Step) -> tuple[Choice, ...]:
    """What the page offers at a step that was reached by the solutions."""
    return offered(lesson, begun(game(name), lesson, step.number - 1).view(lesson.seat))


def way(name: str, lesson: Lesson, step: Step, token: str) -> Path | None:
    """The clicks that play a token; `None` where it is not offered."""
    found = (one.paths[0] for one in choices(name, lesson, step) if one.token == token)
    return next(found, None)


def wrong_ways(name: str, lesson: Lesson, step: Step) -> Iterator[tuple[Path, Message]]:
    """Wrong tries that can be clicked, with their answers; one for each answer that has any."""
    state: State[Any] = begun(game(name), lesson, step.number - 1)
    legal = [state.text(action) for action in state.actions()]
    offer = choices(name, lesson, step)
    for wrong in step.wrong:
        ways: list[Path] = []
        for pattern in wrong.tries:
            if pattern.startswith(CLICKS):
                clicks = tuple(pattern.removeprefix(CLICKS).split(">"))
                if begins(offer, clicks[:-1]) and not begins(offer, clicks):
                    ways.append(clicks)
                continue
            paths = (way(name, lesson, step, one) for one in legal if matches((pattern,), one))
            ways.extend(path for path in paths if path is not None)
        if ways:
            yield ways[0], lesson.said(step, f"wrong.{wrong.name}")


@dataclass
class Learner(Sitting):
    """Somebody in the lessons of a game; `table` is the game's id."""

    @classmethod
    def of(cls, visitor: Visitor, name: str) -> Learner:
        return cls(visitor, name)

    @property
    def lesson_root(self) -> Locator:
        return self.visitor.page.locator("[data-lesson]")

    @property
    def answer(self) -> Locator:
        return self.visitor.page.locator("section.answer")

    def begin(self, lesson: Lesson) -> None:
        self.visitor.open(f"/learn/{self.table}/{lesson.id}")
        self.wait_for(lesson)

    def turn_to(self, lesson: Lesson) -> None:
        """To another lesson, as by a link."""
        self.visitor.follow(f"/learn/{self.table}/{lesson.id}")
        self.wait_for(lesson)

    def wait_for(self, lesson: Lesson) -> None:
        """Until the lesson asks, on a board that is drawn."""
        expect(self.lesson_root).to_have_attribute("data-lesson", lesson.id)
        self.wait_for_phase(*OPEN)
        expect(self.board.locator("[data-hit]").first).to_be_attached()

    def wait_for_phase(self, *phases: str) -> None:
        self.visitor.page.wait_for_function(
            """(phases) => {
              const lesson = document.querySelector('[data-lesson]');
              return phases.includes(lesson?.dataset.lessonPhase);
            }""",
            arg=list(phases),
            polling=POLLING,
        )

    def go(self, path: Path, *, by_keys: bool = False) -> None:
        """Clicks, or walks and presses Enter; what was chosen before is let go."""
        self.visitor.page.keyboard.press("Escape")
        for step in path:
            if by_keys:
                self._enter(step)
            elif step.startswith(BUTTON):
                self.press(step)
            else:
                self.click(step)

    def _enter(self, step: str) -> None:
        keyboard = self.visitor.page.keyboard
        if step.startswith(BUTTON):
            self._tab_to(f"[data-button={json.dumps(step)}]")
        else:
            if self._focused("data-hit") is None:
                keyboard.press("ArrowDown")
            self.walk_to(step)
        keyboard.press("Enter")

    def _tab_to(self, selector: str) -> None:
        page = self.visitor.page
        expect(page.locator(selector).first).to_be_visible()
        for _ in range(60):
            if page.evaluate("(one) => Boolean(document.activeElement?.matches(one))", selector):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"no way by Tab to {selector}")

    def _focused(self, name: str) -> str | None:
        found: str | None = self.visitor.page.evaluate(
            "(name) => document.activeElement?.getAttribute(name) ?? null", name
        )
        return found

    def attempt(self, path: Path, *, by_keys: bool = False) -> None:
        """Tries something, until it is answered and played. Where the page asks before it plays, as
        it does where cells are small, the answer is yes."""
        before = self.lesson_root.get_attribute("data-lesson-answered")
        self.go(path, by_keys=by_keys)
        asked = self.visitor.page.wait_for_function(
            """([before, play]) => {
              const { lessonAnswered } = document.querySelector('[data-lesson]').dataset;
              if (lessonAnswered !== before) return 'no';
              return document.querySelector(`[data-button="${play}"]`) ? 'yes' : null;
            }""",
            arg=[before, PLAY],
            polling=POLLING,
        )
        if asked.json_value() == "yes":
            self.press(PLAY)
            expect(self.lesson_root).not_to_have_attribute("data-lesson-answered", before or "")
        self.wait_for_phase(*OPEN, "done")

    def heard(self, path: Path) -> list[str]:
        """What a reader says of each place or button that is entered."""
        return [f"[Enter] {self._name(one)}" for one in path]

    def _name(self, step: str) -> str:
        if step.startswith(BUTTON):
            return step
        label = self.site(step).get_attribute("aria-label")
        assert label is not None
        return label.partition(", ")[0]

    def solve(self, lesson: Lesson, step: Step, *, by_keys: bool = False) -> None:
        path = way(self.table, lesson, step, step.solution)
        assert path is not None, f"{step.solution} is not offered"
        self.attempt(path, by_keys=by_keys)
        if step.number == len(lesson.steps):
            expect(self.lesson_root).to_have_attribute("data-lesson-phase", "done")
        else:
            expect(self.lesson_root).to_have_attribute("data-lesson-step", str(step.number + 1))

    def complete(self, lesson: Lesson, *, by_keys: bool = False) -> None:
        for step in lesson.steps:
            self.solve(lesson, step, by_keys=by_keys)
