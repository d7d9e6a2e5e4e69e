"""Lessons on the page: every one is completed, wrong tries get their answers, and a stranger finds
the way from the front page through all of them to a game."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.learning import SHORTEST, TAUGHT, Learner, way, wrong_ways
from tests.browser.measure import overflow, scrolling, sealed_controls, texts_outside
from tests.browser.test_accessibility import findings
from tests.browser.visitors import Visit
from tests.selection import first_quick, slow_but

from duiyi.core import game
from duiyi.core.lessons import Lesson, lessons
from duiyi.core.locale import text

TRANSCRIPTS = Path(__file__).parents[1] / "data" / "transcripts"
RENEW = bool(os.environ.get("DUIYI_RENEW"))
"""Writes the transcripts anew instead of comparing them."""
DESK, PHONE = (1440, 900), (390, 844)
Looks = tuple[tuple[tuple[int, int], bool], ...]
"""Sizes, and whether it is dark."""
ONE_LOOK: Looks = ((DESK, False),)
OTHER_LOOKS: Looks = ((DESK, True), (PHONE, False), (PHONE, True))
_LISTEN = """() => {
  window.spoken = [];
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (!target.matches?.('[data-speech=lesson]')) continue;
      window.spoken.push(...[...addedNodes].map((line) => line.textContent));
    }
  }).observe(document, { subtree: true, childList: true });
}"""

_TWO_FRAMES = """() => new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"""


def said(page: Page) -> list[str]:
    found: list[str] = page.evaluate("() => window.spoken")
    return found


@pytest.mark.parametrize("name", TAUGHT)
@pytest.mark.slow
def test_all_lessons_are_completed_by_mouse_and_wrong_tries_get_their_answers(
    visit: Visit, name: str
) -> None:
    first, *others = lessons(game(name))
    learner = Learner.of(visit(None, hasty=True), name)
    learner.begin(first)
    completed_by_mouse(learner, first)
    for lesson in others:
        learner.turn_to(lesson)
        completed_by_mouse(learner, lesson)


@pytest.mark.slow
def test_the_longest_first_lesson_is_completed_by_mouse(visit: Visit) -> None:
    learner, lesson = Learner.of(visit(None), "atom"), lessons(game("atom"))[0]
    learner.begin(lesson)
    completed_by_mouse(learner, lesson)


def completed_by_mouse(learner: Learner, lesson: Lesson) -> None:
    page, name = learner.visitor.page, learner.table
    for step in lesson.steps:
        ask = text(lesson.said(step, "ask"), "en")
        expect(page.locator("section.ask h2")).to_have_text(ask)
        for path, answer in wrong_ways(name, lesson, step):
            learner.attempt(path)
            expect(learner.answer).to_contain_text(text(answer, "en"))
            assert not scrolling(page, "section.answer"), lesson.id
        learner.solve(lesson, step)
    expect(learner.answer).to_contain_text(text(lesson.say("done"), "en"))
    assert len(sealed_controls(page)) == 1
    assert not scrolling(page, "section.ask, section.answer"), lesson.id


@pytest.mark.parametrize("name", TAUGHT)
@pytest.mark.slow
def test_all_lessons_are_completed_by_keys_alone(visit: Visit, name: str) -> None:
    completed_by_keys(Learner.of(visit(None, hasty=True), name), *lessons(game(name)))


def test_the_first_lesson_is_completed_by_keys_alone(visit: Visit) -> None:
    name = "relati-legacy"
    completed_by_keys(Learner.of(visit(None), name), lessons(game(name))[0])


def completed_by_keys(learner: Learner, *some: Lesson) -> None:
    """One lesson after the other; the way on has the focus when one is done."""
    learner.begin(some[0])
    for lesson in some:
        learner.wait_for(lesson)
        learner.complete(lesson, by_keys=True)
        expect(
            learner.visitor.page.locator("[data-lesson-next], [data-lesson-play]")
        ).to_be_focused()
        learner.visitor.page.keyboard.press("Enter")


@pytest.mark.parametrize("name", slow_but(SHORTEST, of=TAUGHT))
def test_hints_point_then_name_the_act_then_show_it_and_ask_again(visit: Visit, name: str) -> None:
    learner, lesson = Learner.of(visit(None), name), lessons(game(name))[0]
    page, step = learner.visitor.page, lesson.steps[0]
    learner.begin(lesson)
    page.keyboard.press("h")
    expect(learner.answer).to_contain_text(text(lesson.said(step, "look"), "en"))
    expect(page.locator("[data-attention]")).to_have_count(len(set(step.look)))
    page.keyboard.press("h")
    expect(learner.answer).to_contain_text(text(lesson.said(step, "act"), "en"))
    page.keyboard.press("h")
    learner.wait_for_phase("shown")
    page.get_by_role("button", name="All lessons").click()
    expect(page.get_by_role("dialog").locator("[aria-current]")).to_contain_text("solution seen")
    page.keyboard.press("Escape")
    learner.complete(lesson)
    page.get_by_role("button", name="All lessons").click()
    expect(page.get_by_role("dialog").locator("[aria-current]")).to_contain_text("done")


@pytest.mark.slow
def test_three_wrong_tries_open_the_hint_and_nothing_jumps(visit: Visit) -> None:
    name, lesson = next(
        (name, lesson)
        for name in (SHORTEST, *TAUGHT)
        for lesson in lessons(game(name))
        if list(wrong_ways(name, lesson, lesson.steps[0]))
    )
    learner, step = Learner.of(visit(None, size=DESK), name), lesson.steps[0]
    page = learner.visitor.page
    learner.begin(lesson)
    places = [boxes(page)]
    path, _ = next(wrong_ways(name, lesson, step))
    for _ in range(3):
        learner.attempt(path)
        places.append(boxes(page))
    learner.wait_for_phase("hint")
    expect(learner.answer).to_contain_text(text(lesson.said(step, "look"), "en"))
    learner.complete(lesson)
    places.append(boxes(page))
    assert all(one == places[0] for one in places)


def boxes(page: Page) -> list[list[float]]:
    """Where the parts of the page are whose places must not change."""
    found: list[list[float]] = page.evaluate(
        """() => ['.board', 'section.ask', 'section.answer', '.help-row', 'footer'].map((name) => {
          const part = document.querySelector(`.lesson ${name}`);
          const { x, y, width, height } = part.getBoundingClientRect();
          return [x, y, width, height].map(Math.round);
        })"""
    )
    return found


@pytest.mark.slow
def test_progress_is_kept_and_shown_on_the_front_page(visit: Visit) -> None:
    visitor = visit("/")
    page, name, some = visitor.page, SHORTEST, lessons(game(SHORTEST))
    link = page.locator(f"[data-learn={name}]")
    expect(link).to_have_text(f"New here? {len(some)} short lessons")
    learner = Learner.of(visitor, name)
    learner.begin(some[0])
    learner.complete(some[0])
    visitor.open("/")
    expect(link).to_contain_text(f"Lesson 2 of {len(some)}: go on")
    link.click()
    learner.wait_for(some[1])
    page.keyboard.press("b")
    learner.wait_for(some[0])
    page.keyboard.press("n")
    learner.wait_for(some[1])
    for lesson in some[1:]:
        learner.wait_for(lesson)
        learner.complete(lesson)
        if lesson is not some[-1]:
            page.keyboard.press("n")
    visitor.open("/")
    expect(link).to_contain_text("Lessons done")


@pytest.mark.parametrize(
    ("language", "size"), first_quick(("zh-Hant", PHONE), ("zh-Hans", DESK), ("en", PHONE)), ids=str
)
@pytest.mark.parametrize("name", slow_but(SHORTEST, of=TAUGHT))
def test_a_stranger_learns_a_game_and_then_plays_it_with_the_coach(
    visit: Visit, name: str, language: str, size: tuple[int, int]
) -> None:
    """Every lesson is solved at `size`, and looked at in both."""
    other = DESK if size == PHONE else PHONE
    visitor = visit("/", language=language, size=size, touch=size == PHONE, hasty=True)
    page, learner = visitor.page, Learner.of(visitor, name)
    page.locator(f"[data-learn={name}]").click()
    for lesson in lessons(game(name)):
        learner.wait_for(lesson)
        for seen in (other, size):
            resize(page, seen)
            assert not texts_outside(page), (lesson.id, seen)
        learner.complete(lesson)
        expect(learner.answer).to_contain_text(text(lesson.say("done"), language))
        for seen in (size, other):
            resize(page, seen)
            assert not texts_outside(page), (lesson.id, seen)
            assert not overflow(page), (lesson.id, seen)
        page.locator("[data-lesson-next], [data-lesson-play]").click()
    expect(page.locator("[data-table-status]")).to_be_visible()
    assert "coach=1" in page.url
    for seen in (other, size):
        resize(page, seen)
        assert not overflow(page), seen


def resize(page: Page, size: tuple[int, int]) -> None:
    """Until everything is laid out and drawn anew."""
    if page.viewport_size != {"width": size[0], "height": size[1]}:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate(_TWO_FRAMES)


def test_the_welcome_begins_the_first_lesson(visit: Visit) -> None:
    visitor = visit("/")
    visitor.page.locator("[data-learn-first]").click()
    expect(visitor.page.locator("[data-lesson-phase=asking]")).to_be_visible()
    assert "/learn/" in visitor.page.url


def test_another_language_is_chosen_in_the_middle_of_a_lesson(visit: Visit) -> None:
    learner, lesson = Learner.of(visit(None), SHORTEST), lessons(game(SHORTEST))[0]
    page = learner.visitor.page
    learner.begin(lesson)
    asked = requested(page, "/api/lessons/")
    page.get_by_role("button", name="简体中文").first.click()
    expect(page.locator("section.ask h2")).to_have_text(
        text(lesson.said(lesson.steps[0], "ask"), "zh-Hans")
    )
    assert len(asked) == 1
    assert not page.evaluate("() => window.__missingWords ?? []")


@pytest.mark.slow
@pytest.mark.parametrize("size", slow_but(DESK, of=[DESK, PHONE]), ids=["desk", "phone"])
def test_the_rules_lie_beside_a_lesson_at_what_it_is_about(
    visit: Visit, size: tuple[int, int]
) -> None:
    learner, lesson = Learner.of(visit(None, size=size), "tzaar"), lessons(game("tzaar"))[0]
    page = learner.visitor.page
    learner.begin(lesson)
    sheet = page.locator(".rules-sheet")
    page.locator("[data-lesson-rules]").click()
    expect(sheet.locator("section.marked")).to_have_attribute("data-part", lesson.clause)
    search = sheet.get_by_role("searchbox")
    search.fill("")
    search.press("h")
    search.press("s")
    expect(search).to_have_value("hs")
    assert learner.lesson_root.get_attribute("data-lesson-phase") == "asking"
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    page.keyboard.press("r")
    expect(sheet).to_be_visible()
    page.keyboard.press("r")
    expect(sheet).to_have_count(0)


def requested(page: Page, part: str) -> list[str]:
    """The addresses with this part that are asked for from now on."""
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url) if part in request.url else None)
    return found


@pytest.mark.slow
def test_no_other_page_loads_lessons(visit: Visit) -> None:
    visitor = visit(None)
    asked = requested(visitor.page, "")
    visitor.open("/")
    expect(visitor.page.locator("[data-quick]").first).to_be_visible()
    visitor.page.locator("[data-quick]").first.click()
    expect(visitor.page.locator("[data-table-status]")).to_be_visible()
    assert asked
    assert not [one for one in asked if "LessonPage" in one or "/api/lessons/" in one]


@pytest.mark.parametrize("name", slow_but("tzaar", of=TAUGHT))
def test_the_transcript_of_a_lesson_can_be_read(visit: Visit, name: str) -> None:
    """`DUIYI_RENEW=1` writes the transcripts anew, to be read before they are kept."""
    learner, lesson = Learner.of(visit(None), name), lessons(game(name))[0]
    page = learner.visitor.page
    page.add_init_script(f"({_LISTEN})()")
    learner.begin(lesson)
    lines: list[str] = []

    def note(*did: str) -> None:
        lines.extend(
            f"    {line}" for line in said(page)[sum(one.startswith("    ") for one in lines) :]
        )
        lines.extend(did)

    note("[H]")
    page.keyboard.press("h")
    for step in lesson.steps:
        for path, _ in list(wrong_ways(name, lesson, step))[:1]:
            note(*learner.heard(path))
            learner.attempt(path, by_keys=True)
        note(*learner.heard(way(name, lesson, step, step.solution) or ()))
        learner.solve(lesson, step, by_keys=True)
    note()
    file = TRANSCRIPTS / f"{name}.txt"
    written = "\n".join((f"{name}: {lesson.id}", "", *lines)) + "\n"
    if RENEW:
        file.parent.mkdir(exist_ok=True)
        file.write_text(written, "utf-8")
    assert written == file.read_text("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    "looks", slow_but(ONE_LOOK, of=[ONE_LOOK, OTHER_LOOKS]), ids=["one look", "the other looks"]
)
@pytest.mark.parametrize("name", slow_but(SHORTEST, of=TAUGHT))
def test_axe_finds_nothing_serious_in_a_lesson(visit: Visit, name: str, looks: Looks) -> None:
    learner = Learner.of(visit(None, touch=len(looks) > 1), name)
    page, lesson = learner.visitor.page, lessons(game(name))[0]
    learner.begin(lesson)
    page.keyboard.press("h")
    assert not findings_in(page, looks)
    page.locator("[data-lesson-all]").click()
    assert not findings_in(page, looks)
    page.keyboard.press("Escape")
    learner.complete(lesson)
    assert not findings_in(page, looks)


def findings_in(page: Page, looks: Looks) -> list[str]:
    found: list[str] = []
    for size, dark in looks:
        page.emulate_media(color_scheme="dark" if dark else "light")
        resize(page, size)
        found += [f"{size} dark={dark}: {one}" for one in findings(page)]
    return found


def test_there_is_no_such_lesson(visit: Visit) -> None:
    visitor = visit(f"/learn/{SHORTEST}/nothing")
    expect(visitor.page.get_by_role("heading", name="There is nothing here")).to_be_visible()
