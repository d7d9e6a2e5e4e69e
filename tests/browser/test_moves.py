"""What happened stays visible, what decides nothing is skipped, and moves are said as people do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.playing import Sitting, make_table
from tests.browser.visitors import Visit, Visitor
from tests.selection import slow_but

from duiyi.core.view.forced import forced_in

ME, COMPUTER = {"kind": "me"}, {"kind": "computer", "player": "greedy"}
DESK, PHONE = (1440, 900), (390, 844)
STILL = (".narration", ".prompt", ".moves", "[data-button='#end-placing']", ".side > .actions")
"""What somebody may be about to press."""


def seated(visitor: Visitor, game: str, *seats: dict[str, Any], **more: Any) -> Sitting:
    made = make_table(visitor, game, seats=seats or [ME, ME], **more)
    sitting = Sitting(visitor, made["id"], (0, 1))
    sitting.sit()
    assert sitting.wait_for_turn()
    return sitting


def type_in(sitting: Sitting, text: str) -> None:
    before = sitting.shown()
    field = sitting.visitor.page.get_by_role("combobox")
    expect(field).to_be_enabled()
    field.fill(text)
    field.press("Enter")
    sitting.wait_past(before)
    sitting.wait_for_turn()


def setting(visitor: Visitor, words: str, on: bool) -> None:
    page = visitor.page
    page.get_by_role("button", name="Settings").first.click()
    page.get_by_role("switch", name=words).set_checked(on)
    page.keyboard.press("Escape")


def told(page: Page) -> Locator:
    return page.locator("[data-told]")


def discs(page: Page) -> list[tuple[str, str]]:
    found: list[list[str]] = page.evaluate(
        """() => [...document.querySelectorAll('[data-disc]')].map((one) =>
          [one.dataset.disc, one.dataset.discSite])"""
    )
    return [(number, site) for number, site in found]


# ---- skipping


def test_a_step_that_decides_nothing_is_played_by_itself(visit: Visit) -> None:
    sitting = seated(visit(None), "atom")
    type_in(sitting, "a")
    # Nobody attacks in the very first turn: after placing nothing but the end of the turn is left.
    type_in(sitting, "end")
    state = sitting.state()
    assert (state.turn, sitting.decisions(), sitting.shown()) == (2, 4, 4)
    moves = sitting.visitor.page.locator("[data-at]")
    expect(moves).to_have_count(3)
    expect(moves.last).to_have_attribute("aria-current", "step")


@pytest.mark.slow
def test_an_undo_is_not_trapped_by_what_was_skipped(visit: Visit) -> None:
    sitting = seated(visit(None), "atom")
    type_in(sitting, "a")
    before = sitting.state()
    type_in(sitting, "end")
    sitting.visitor.page.get_by_role("button", name="Undo").click()
    expect(sitting.root).to_have_attribute("data-table-at", "2")
    sitting.wait_for_turn()
    assert sitting.state() == before


@pytest.mark.slow
def test_who_wants_to_be_asked_is_asked(visit: Visit) -> None:
    visitor = visit(None)
    sitting = seated(visitor, "atom")
    setting(visitor, "leave no choice", False)
    type_in(sitting, "a")
    type_in(sitting, "end")
    assert forced_in(sitting.state()) == "end"
    expect(visitor.page.locator("[data-button='#end']").first).to_be_visible()
    setting(visitor, "leave no choice", True)
    expect(sitting.root).to_have_attribute("data-table-at", "4")
    assert sitting.decisions() == 4


# ---- what happened


@pytest.mark.slow
@pytest.mark.parametrize("size", slow_but(PHONE, of=[DESK, PHONE]), ids=["desk", "phone"])
@pytest.mark.parametrize("dark", slow_but(True, of=[False, True]), ids=["light", "dark"])
def test_all_steps_of_the_last_turn_stay_until_i_move(
    visit: Visit, pictures: Path, size: tuple[int, int], dark: bool
) -> None:
    visitor = visit(None, size=size, dark=dark)
    page = visitor.page
    sitting = seated(visitor, "tzaar", ME, COMPUTER, options={"setup": "fixed"})
    sitting.play_by_mouse(sitting.state(), sitting.state().view().choices[0])
    assert sitting.wait_for_turn()
    assert sitting.decisions() == 3
    page.screenshot(path=pictures / f"last-turn-{size[0]}-{'dark' if dark else 'light'}.png")
    numbers = [number for number, _ in discs(page)]
    assert numbers[0] == "1"
    assert len(numbers) >= 2
    marked = set(
        page.locator("[data-last]").evaluate_all("(all) => all.map((one) => one.dataset.last)")
    )
    assert {site for _, site in discs(page)} <= marked
    if size == DESK:
        assert told(page).count() >= len(numbers)
        second = told(page).nth(1)
        assert second.inner_text().startswith("2")
        second.focus()
        page.keyboard.press("Enter")
        expect(second).to_have_attribute("aria-current", "step")
    else:
        page.get_by_role("button", name="The line before").click()
    expect(page.locator("[data-framed]").first).to_be_attached()
    choice = sitting.state().view().choices[0]
    sitting.play_by_mouse(sitting.state(), choice)
    expect(page.locator("[data-framed]")).to_have_count(0)


@pytest.mark.slow
def test_a_sentence_shows_its_step_again(visit: Visit) -> None:
    visitor = visit(None, still=False)
    page = visitor.page
    sitting = seated(visitor, "tzaar", ME, COMPUTER, options={"setup": "fixed"})
    sitting.play_by_mouse(sitting.state(), sitting.state().view().choices[0])
    assert sitting.wait_for_turn()
    page.evaluate(
        """() => {
          window.flown = 0;
          const watch = (all) => { for (const one of all) window.flown += one.addedNodes.length; };
          new MutationObserver(watch).observe(
            document.querySelector('.motion'), { childList: true });
        }"""
    )
    told(page).first.click()
    page.wait_for_function("() => window.flown > 0")
    page.wait_for_function("() => !document.querySelector('.motion').childElementCount")
    assert sitting.decisions() == 3
    assert sitting.shown() == 3
    expect(page.locator("[data-framed]").first).to_be_attached()


@pytest.mark.slow
@pytest.mark.parametrize("language", slow_but("zh-Hant", of=["en", "zh-Hant", "zh-Hans"]))
def test_nothing_moves_under_the_pointer_between_steps(visit: Visit, language: str) -> None:
    visitor = visit(None, size=DESK, language=language)
    page = visitor.page
    sitting = seated(visitor, "atom")
    places: list[dict[str, float]] = []

    def measure() -> None:
        places.append(
            page.evaluate(
                """(names) => Object.fromEntries(names
                    .map((name) => [name, document.querySelector(name)])
                    .filter(([, found]) => found)
                    .map(([name, found]) => [name, Math.round(found.getBoundingClientRect().y)])
                )""",
                STILL,
            )
        )

    measure()
    type_in(sitting, "a")
    measure()
    for _ in range(3):
        state = sitting.state()
        type_in(sitting, next(one.token for one in state.view().choices if one.token != "end"))
        measure()
    assert len(places) == 5
    for name in (
        ".narration",
        ".prompt",
        ".moves",
        "[data-button='#end-placing']",
        ".side > .actions",
    ):
        tops = {one[name] for one in places if name in one}
        assert len(tops) == 1, (name, places)


# ---- notation


def test_moves_are_typed_in_any_case_and_copied_as_tokens(visit: Visit) -> None:
    visitor = visit(None)
    page = visitor.page
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    sitting = seated(visitor, "relati")
    type_in(sitting, "e5")
    type_in(sitting, "f5")
    first = page.locator("[data-at='1']")
    expect(first).to_have_attribute("title", "E5")
    first.focus()
    page.keyboard.press("Control+c")
    assert page.evaluate("() => navigator.clipboard.readText()") == "E5"


@pytest.mark.slow
def test_what_is_drawn_is_shown_as_beads_and_read_in_words(visit: Visit, pictures: Path) -> None:
    visitor = visit(None, size=DESK)
    page = visitor.page
    sitting = seated(visitor, "atom")
    type_in(sitting, "a")
    drawn = page.locator("[data-at='2']")
    expect(drawn.locator("svg use").first).to_be_attached()
    label = drawn.get_attribute("aria-label") or ""
    assert "draws" in label
    page.screenshot(path=pictures / "beads.png")
    setting(visitor, "as tokens", True)
    expect(drawn).to_contain_text("+")
