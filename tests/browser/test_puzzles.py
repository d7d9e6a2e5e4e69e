"""Puzzles on the page: solved by mouse and by keys, first tries, what comes back, streaks, and that
nothing on the page tells a solution before it is found."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.measure import overflow, sealed_controls, texts_outside
from tests.browser.solving import ANSWERED, PUZZLED, Solver, some_puzzle
from tests.browser.test_accessibility import findings
from tests.browser.visitors import Visit
from tests.browser.wording import wording
from tests.meaningless import meaningless
from tests.selection import first_quick, slow_but

from duiyi.analysis.puzzles.files import puzzles
from duiyi.analysis.puzzles.model import Puzzle
from duiyi.analysis.puzzles.words import facts_message, task_message, theme_message
from duiyi.core import game
from duiyi.core.locale import LANGUAGES, text

DESK, PHONE = (1440, 900), (390, 844)
QUICK = "tzaar"
_LISTEN = """() => {
  window.spoken = [];
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (!target.matches?.('[data-speech=puzzle]')) continue;
      window.spoken.push(...[...addedNodes].map((line) => line.textContent));
    }
  }).observe(document, { subtree: true, childList: true });
}"""


_SAID = """() => {
  const copy = document.body.cloneNode(true);
  // What can be clicked and what was narrated has words of the rules, which may be those of themes.
  copy.querySelectorAll('svg, .choosing, .answer li').forEach((one) => one.remove());
  return copy.textContent;
}"""


def told(page: Page, name: str, puzzle: Puzzle, language: str = "en") -> list[str]:
    """What the page says of a solution: its themes, anywhere; its first decision."""
    task = text(task_message(name, puzzle.task), language).lower()
    said = str(page.evaluate(_SAID)).lower().replace(task, "")
    names = [text(theme_message(name, theme), language).lower() for theme in puzzle.themes]
    found = [one for one in names if one not in task and one in said]
    secrets = [theme for theme in puzzle.themes if "-" in theme] + ["data-themes"]
    if len(puzzle.line[0]) > 3:
        secrets += [f">{puzzle.line[0]}<", f'"{puzzle.line[0]}"']
    return found + [one for one in secrets if one in page.content()]


@pytest.mark.parametrize("name", slow_but(QUICK, of=PUZZLED))
def test_a_puzzle_is_solved_by_mouse_after_a_wrong_try(visit: Visit, name: str) -> None:
    puzzle, solver = some_puzzle(name), Solver.of(visit(None, size=DESK), name)
    page = solver.visitor.page
    solver.open(puzzle)
    expect(page.get_by_role("heading", level=2)).to_have_text(
        text(task_message(name, puzzle.task), "en")
    )
    assert not told(page, name, puzzle)
    solver.miss(puzzle)
    expect(solver.answer).to_contain_text("Your move:")
    assert page.locator("section.answer li").count() >= 1
    assert not faint(page)
    expect(solver.answer).to_contain_text("First try missed. Comes back")
    assert not told(page, name, puzzle)
    solver.finish(puzzle)
    done = page.locator("[data-puzzle-done]")
    expect(done).to_contain_text("Solved; first try missed")
    expect(done).to_contain_text("Comes back tomorrow")
    expect(page.locator("[data-gain]")).to_have_count(0)
    for theme in puzzle.themes:
        expect(page.locator("[data-themes]")).to_contain_text(
            text(theme_message(name, theme), "en")
        )
    expect(page.locator("[data-line-step]")).to_have_count(len(puzzle.line))
    assert len(sealed_controls(page)) == 1
    walked_through(page, puzzle)
    solver.visitor.open("/puzzles")
    expect(page.locator("[data-due]")).to_contain_text("Comes back tomorrow")


def faint(page: Page) -> list[str]:
    """Pieces that cannot be seen, though they stand on the board."""
    found: list[str] = page.locator("svg.board-play [data-layer] > [data-site]").evaluate_all(
        """(all) => all.filter((one) => getComputedStyle(one).opacity !== '1')
          .map((one) => one.dataset.site)"""
    )
    return found


def walked_through(page: Page, puzzle: Puzzle) -> None:
    """The solution step by step, another defence, the proof."""
    root = page.locator("[data-puzzle]")
    page.locator('[data-line-step="1"]').click()
    expect(root).to_have_attribute("data-puzzle-at", "1")
    page.locator("[data-step-back]").click()
    expect(root).to_have_attribute("data-puzzle-at", "0")
    if page.locator("[data-defence]").count():
        page.locator("[data-defence]").first.click()
        expect(page.locator("[data-defence-back]")).to_be_visible()
        expect(page.locator("[data-step-play]")).to_have_attribute(
            "aria-label", "Play it", timeout=ANSWERED
        )
        page.locator("[data-defence-back]").click()
        expect(page.locator("[data-line-step]")).to_have_count(len(puzzle.line))
    certificate = page.locator("[data-puzzle-certificate]")
    expect(certificate).to_have_count(1 if puzzle.task.known == "certificate" else 0)
    if puzzle.task.known == "certificate":
        with page.expect_download() as started:
            certificate.click()
        assert started.value.suggested_filename == f"{puzzle.id}.txt"


# A click on a tray of atom is a click on its cell, with which something begins.
@pytest.mark.parametrize("name", slow_but(QUICK, of=[one for one in PUZZLED if one != "atom"]))
def test_clicks_that_mean_nothing_are_explained_and_do_not_count(visit: Visit, name: str) -> None:
    puzzle, solver = some_puzzle(name), Solver.of(visit(None, size=DESK), name)
    page = solver.visitor.page
    solver.open(puzzle)
    state = game(name).load(puzzle.position)
    nothing = meaningless(state)
    solver.click(nothing)
    _, broken = state.why_path([nothing])
    assert broken is not None
    expect(page.locator("[data-reason]")).to_have_text(text(broken.message, "en"))
    expect(page.locator("[data-puzzle-facts]")).to_have_count(0)
    solver.finish(puzzle)
    expect(page.locator("[data-puzzle-done]")).to_contain_text("Solved, first try")


def test_a_puzzle_of_atom_says_the_numbers_that_one_needs(visit: Visit) -> None:
    puzzle = some_puzzle("atom", "win")
    solver = Solver.of(visit(None, size=PHONE), "atom")
    solver.open(puzzle)
    facts = facts_message(game("atom").load(puzzle.position), puzzle.task)
    assert facts is not None
    said = text(facts, "en")
    assert re.fullmatch(r"The other side has \d+ life left, you have \d+ .*", said)
    expect(solver.visitor.page.locator("[data-puzzle-facts]")).to_have_text(said)


def everywhere(*names: str) -> list[tuple[str, tuple[int, int], str]]:
    """Each game once, with sizes and languages in turn."""
    places = [(DESK, "en"), (PHONE, "zh-Hant"), (DESK, "zh-Hans"), (PHONE, "zh-Hans")]
    return [(name, *places[at % len(places)]) for at, name in enumerate(names)]


@pytest.mark.parametrize(
    ("name", "size", "language"),
    first_quick(*everywhere(QUICK, *(one for one in PUZZLED if one != QUICK))),
    ids=str,
)
def test_a_puzzle_is_solved_by_keys_alone_and_heard(
    visit: Visit, name: str, size: tuple[int, int], language: str
) -> None:
    puzzle = some_puzzle(name)
    solver = Solver.of(visit(None, size=size, language=language), name)
    page = solver.visitor.page
    page.add_init_script(f"({_LISTEN})()")
    solver.open(puzzle)
    solver.finish(puzzle, by_keys=True)
    solved = wording("puzzle:outcome.solved", language)
    expect(page.locator("[data-puzzle-done]")).to_contain_text(solved)
    expect(page.locator("[data-puzzle-next]")).to_be_focused()
    heard: list[str] = page.evaluate("() => window.spoken")
    assert heard[0].startswith(text(task_message(name, puzzle.task), language))
    assert solved.search(heard[-1])
    assert wording("puzzle:said.rating", language).search(heard[-1])
    assert re.search(r"\d+\D+\d+", heard[-1])
    assert not re.search(r"\.\.|。。", "".join(heard))
    assert len(heard) == len({*heard}), heard
    page.keyboard.press("Home")
    expect(solver.puzzle_root).to_have_attribute("data-puzzle-at", "0")
    page.keyboard.press("ArrowRight")
    expect(solver.puzzle_root).to_have_attribute("data-puzzle-at", "1")
    page.keyboard.press("y")
    expect(solver.puzzle_root).not_to_have_attribute("data-puzzle", puzzle.id)
    solver.wait_for_phase("asking")


@pytest.mark.parametrize("name", slow_but(QUICK, of=PUZZLED))
def test_hints_point_then_name_the_act_and_the_solution_is_played(visit: Visit, name: str) -> None:
    puzzle, solver = some_puzzle(name), Solver.of(visit(None), name)
    page = solver.visitor.page
    solver.open(puzzle)
    page.keyboard.press("h")
    expect(page.locator("[data-attention]").first).to_be_attached()
    page.keyboard.press("h")
    solver.wait_for_phase("hint")
    assert not told(page, name, puzzle)
    page.keyboard.press("j")
    expect(solver.puzzle_root).to_have_attribute("data-puzzle-phase", "shown")
    end = str(len(puzzle.line))
    expect(solver.puzzle_root).to_have_attribute("data-puzzle-at", end, timeout=ANSWERED)
    expect(page.locator("[data-puzzle-done]")).to_contain_text("Solution shown")


@pytest.mark.slow
@pytest.mark.parametrize("size", slow_but(PHONE, of=[DESK, PHONE]), ids=str)
@pytest.mark.parametrize("language", slow_but("zh-Hant", of=LANGUAGES))
@pytest.mark.parametrize("name", slow_but(QUICK, of=PUZZLED))
def test_a_stranger_finds_a_puzzle_and_solves_it(
    visit: Visit, name: str, language: str, size: tuple[int, int]
) -> None:
    visitor = visit("/", language=language, size=size, touch=size == PHONE)
    page, solver = visitor.page, Solver.of(visitor, name)
    page.locator(f"[data-puzzles={name}]").click()
    solver.wait_for_phase("asking")
    id = solver.puzzle_root.get_attribute("data-puzzle") or ""
    puzzle = puzzles(name)[id]
    assert not overflow(page)
    assert not texts_outside(page)
    assert not told(page, name, puzzle, language)
    solver.finish(puzzle)
    assert not overflow(page)
    assert not page.evaluate("() => window.__missingWords ?? []")
    page.locator("[data-puzzle-next]").click()
    expect(solver.puzzle_root).not_to_have_attribute("data-puzzle", id)


@pytest.mark.slow
def test_the_front_shows_the_day_and_what_was_solved(visit: Visit) -> None:
    visitor = visit("/puzzles", size=DESK)
    page = visitor.page
    expect(page.locator("[data-daily]")).to_have_count(len(PUZZLED))
    expect(page.locator("[data-daily] svg [data-site]").first).to_be_attached()
    card = page.locator(f"[data-daily={QUICK}]")
    expect(card).to_contain_text("not tried yet")
    card.click()
    solver = Solver.of(visitor, QUICK)
    solver.wait_for_phase("asking")
    solver.finish(puzzles(QUICK)[solver.puzzle_root.get_attribute("data-puzzle") or ""])
    visitor.open("/puzzles")
    expect(card).to_contain_text("solved, first try")
    page.locator('[data-practice=" 3"]').click()
    solver.wait_for_phase("asking")
    expect(page.locator("[data-grade]")).to_have_attribute("data-grade", "3")
    assert "grade=3" in page.url


@pytest.mark.slow
def test_what_was_missed_comes_back_when_it_is_due(visit: Visit) -> None:
    puzzle, visitor = some_puzzle(QUICK), visit("/puzzles")
    card = {
        "game": QUICK, "href": f"/puzzles/{QUICK}/{puzzle.id}?from=due", "due": 1, "last": 0,
        "stability": 1, "difficulty": 5, "days": 1, "reps": 1, "lapses": 0, "state": 2,
    }  # fmt: skip
    kept = json.dumps({"cards": {f"{QUICK}/{puzzle.id}": card}})
    visitor.page.evaluate("(kept) => localStorage.setItem('duiyi.puzzles', kept)", kept)
    visitor.open("/puzzles")
    expect(visitor.page.locator("[data-due]")).to_have_attribute("data-due", "1")
    visitor.page.locator("[data-due-first]").click()
    solver = Solver.of(visitor, QUICK)
    solver.wait_until_asked(puzzle.id)
    solver.finish(puzzle)
    expect(visitor.page.locator("[data-comes-back]")).to_contain_text(re.compile(r"in \d+ days"))
    visitor.page.keyboard.press("y")
    expect(visitor.page.locator("[data-due]")).to_have_attribute("data-due", "0")


@pytest.mark.slow
def test_a_streak_rises_skips_once_and_ends_at_the_first_wrong_turn(visit: Visit) -> None:
    visitor = visit("/puzzles")
    page, solver = visitor.page, Solver.of(visitor, QUICK)
    page.locator(f"[data-streak={QUICK}]").click()
    solver.wait_for_phase("asking")
    expect(page.locator("[data-puzzle-hint]")).to_have_count(0)
    solver.finish(now(solver))
    expect(page.locator(".side > header")).to_contain_text("1 in a row")
    skipped = step_on(solver)
    after = step_on(solver)
    assert after != skipped
    page.keyboard.press("y")
    expect(page.locator("[data-puzzle-next]")).to_have_attribute("aria-disabled", "true")
    assert now(solver).grade == 1
    solver.miss(now(solver))
    expect(page.locator(".side > header")).to_contain_text("The streak ends at 1. Record: 1.")
    visitor.open("/puzzles")
    expect(page.locator("section:has(#streak)")).to_contain_text("record 1")


def now(solver: Solver) -> Puzzle:
    return puzzles(solver.table)[solver.puzzle_root.get_attribute("data-puzzle") or ""]


def step_on(solver: Solver) -> str:
    """To the next one by its key."""
    before = solver.puzzle_root.get_attribute("data-puzzle") or ""
    solver.visitor.page.keyboard.press("y")
    expect(solver.puzzle_root).not_to_have_attribute("data-puzzle", before)
    solver.wait_for_phase("asking")
    return solver.puzzle_root.get_attribute("data-puzzle") or ""


@pytest.mark.slow
@pytest.mark.parametrize("dark", slow_but(False, of=[False, True]), ids=["light", "dark"])
@pytest.mark.parametrize("size", slow_but(DESK, of=[DESK, PHONE]), ids=str)
@pytest.mark.parametrize("name", slow_but(QUICK, of=PUZZLED))
def test_axe_finds_nothing_serious_in_puzzles(
    visit: Visit, name: str, size: tuple[int, int], dark: bool
) -> None:
    solver = Solver.of(visit(None, size=size, dark=dark, touch=size == PHONE), name)
    page, puzzle = solver.visitor.page, some_puzzle(name)
    solver.open(puzzle)
    assert not findings(page)
    solver.finish(puzzle)
    assert not findings(page)
    solver.visitor.open("/puzzles")
    expect(page.locator("table")).to_be_visible()
    assert not findings(page)


def test_the_game_page_loads_nothing_of_puzzles(visit: Visit) -> None:
    visitor = visit(None)
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    visitor.open("/")
    visitor.page.locator("[data-quick]").first.click()
    expect(visitor.page.locator("[data-table-status]")).to_be_visible()
    assert asked
    assert not [one for one in asked if "PuzzlesPage" in one or "/api/puzzles" in one]


def test_there_is_no_such_puzzle(visit: Visit) -> None:
    visitor = visit(f"/puzzles/{QUICK}/nothing")
    expect(visitor.page.get_by_role("heading", name="There is nothing here")).to_be_visible()
