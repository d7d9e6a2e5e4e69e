"""The coach on the page: a move that loses is held, asked about once, and sent if it is meant."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect
from tests.browser.measure import overflow
from tests.browser.playing import TURN_TIMEOUT, Sitting, make_table
from tests.browser.visitors import Visit, Visitor
from tests.selection import slow_but
from tests.unit.analysis.coached import SETUPS, Chosen, blunders

ME = {"kind": "me"}
LEVEL = {"kind": "computer", "player": "level-1"}
FIRST = 5
SIZES = {"desk": (1440, 900), "phone": (390, 844)}


def blunder(skip: int = 0) -> Chosen:
    """A decision of relati classic that allows cross to win at once."""
    return [one for one in blunders(SETUPS[0], 12) if one.state.actor == 0][skip]


def seated(visitor: Visitor, made: Chosen, query: str = "") -> Sitting:
    start = made.state.dump()
    table = make_table(visitor, "relati-classic", seats=[ME, LEVEL], start=start)
    sitting = Sitting(visitor, table["id"])
    sitting.sit(query)
    assert sitting.wait_for_turn()
    return sitting


def card(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("region", name="Coach")


def held(visitor: Visitor) -> Locator:
    return visitor.page.locator("[data-held]")


@pytest.mark.parametrize("by", slow_but("mouse", of=["mouse", "typing"]))
def test_a_move_that_loses_is_held_and_asked_about_once(visit: Visit, by: str) -> None:
    visitor, made = visit(None, coach=True), blunder()
    sitting = seated(visitor, made)
    page = visitor.page
    expect(card(visitor).get_by_role("switch")).to_be_checked()

    def choose() -> None:
        if by == "mouse":
            sitting.click(made.token)
        else:
            page.get_by_role("combobox").fill(made.token)
            page.keyboard.press("Enter")

    choose()
    expect(held(visitor)).to_be_visible(timeout=TURN_TIMEOUT)
    expect(held(visitor)).to_have_role("alert")
    expect(held(visitor)).to_contain_text("Are you sure? Then cross wins")
    expect(card(visitor)).to_contain_text("Are you sure? Then cross wins")
    again = page.get_by_role("button", name="Choose again")
    expect(again).to_be_focused()
    page.keyboard.press("Enter")
    expect(held(visitor)).to_have_count(0)
    assert sitting.decisions() == 0
    choose()
    expect(held(visitor)).to_have_count(0)
    page.wait_for_function("() => document.querySelector('[data-table-at]').dataset.tableAt > 0")


@pytest.mark.slow
def test_what_is_meant_is_sent(visit: Visit) -> None:
    visitor, made = visit(None, coach=True), blunder(1)
    sitting = seated(visitor, made)
    sitting.click(made.token)
    visitor.page.get_by_role("button", name="Place anyway").click(timeout=TURN_TIMEOUT)
    visitor.page.wait_for_function(
        "() => document.querySelector('[data-table-at]').dataset.tableAt > 0"
    )
    expect(held(visitor)).to_have_count(0)
    assert sitting.decisions() >= 1


def test_after_a_sound_move_it_says_what_is_threatened(visit: Visit) -> None:
    visitor = visit(None, coach=True)
    table = make_table(visitor, "relati-classic", seats=[ME, LEVEL])
    sitting = Sitting(visitor, table["id"])
    sitting.sit()
    assert sitting.wait_for_turn()
    expect(card(visitor)).to_contain_text("Speaks up before a move")
    sitting.click("C3")
    expect(card(visitor)).to_contain_text("places", timeout=TURN_TIMEOUT)
    expect(card(visitor)).to_contain_text("Nothing is threatened.", timeout=TURN_TIMEOUT)


@pytest.mark.slow
def test_switched_off_it_holds_nothing_and_the_address_brings_it_back(visit: Visit) -> None:
    visitor, made = visit(None, coach=True), blunder()
    sitting = seated(visitor, made)
    card(visitor).get_by_role("switch").uncheck()
    sitting.click(made.token)
    visitor.page.wait_for_function(
        "() => document.querySelector('[data-table-at]').dataset.tableAt > 0"
    )
    other = seated(visitor, made)
    expect(card(visitor)).to_have_count(0)
    other.sit("?coach=1")
    assert other.wait_for_turn()
    expect(card(visitor)).to_be_visible()
    other.click(made.token)
    expect(held(visitor)).to_be_visible(timeout=TURN_TIMEOUT)


@pytest.mark.slow
def test_after_five_games_of_a_kind_it_asks_whether_to_stay(visit: Visit) -> None:
    visitor = visit(None, coach=True)
    page = visitor.page
    for number in range(FIRST + 1):
        table = make_table(visitor, "relati-classic", seats=[ME, LEVEL])
        sitting = Sitting(visitor, table["id"])
        sitting.sit()
        assert sitting.wait_for_turn()
        if number < FIRST:
            expect(card(visitor).get_by_role("switch")).to_be_checked()
            sitting.click("C3")
            expect(card(visitor)).to_contain_text("places", timeout=TURN_TIMEOUT)
    expect(card(visitor)).to_contain_text("Shall the coach stay?")
    page.get_by_role("button", name="No, thank you").click()
    expect(card(visitor)).to_have_count(0)
    page.reload()
    assert sitting.wait_for_turn()
    expect(card(visitor)).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "zh-Hant", "zh-Hans"])
def test_everything_fits(visit: Visit, size: str, language: str, pictures: Path) -> None:
    visitor = visit(
        None, coach=True, size=SIZES[size], language=language, dark=language == "zh-Hans"
    )
    made = blunder()
    sitting = seated(visitor, made)
    sitting.click(made.token)
    expect(held(visitor)).to_be_visible(timeout=TURN_TIMEOUT)
    visitor.page.screenshot(path=pictures / f"coach-{size}-{language}.png")
    assert overflow(visitor.page) == []
    box, board = held(visitor).bounding_box(), sitting.board.bounding_box()
    assert box
    assert board
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= SIZES[size][0]
    ring = visitor.page.locator("[data-attention]").bounding_box()
    assert ring
    apart = box["x"] + box["width"] <= ring["x"] or ring["x"] + ring["width"] <= box["x"]
    over = box["y"] + box["height"] <= ring["y"] or ring["y"] + ring["height"] <= box["y"]
    assert apart or over, "the box covers what the warning is about"


@pytest.mark.slow
def test_the_list_of_moves_can_be_used_beside_the_coach(visit: Visit) -> None:
    """On a screen 900 pixels high at least three moves are seen, and nothing lies over them."""
    visitor = visit(None, size=(1440, 900), coach=True)
    made = make_table(
        visitor, "relati", seats=[{"kind": "me"}, {"kind": "computer", "player": "level-1"}]
    )
    sitting = Sitting(visitor, made["id"])
    sitting.sit()
    assert sitting.wait_for_turn()
    expect(visitor.page.locator(".coach.open")).to_be_visible()
    high = visitor.page.evaluate(
        """() => {
          const list = document.querySelector('.moves .body').getBoundingClientRect();
          const below = document.querySelector('.actions').getBoundingClientRect();
          return Math.min(list.bottom, below.top) - list.top;
        }"""
    )
    assert high >= 3 * 28
