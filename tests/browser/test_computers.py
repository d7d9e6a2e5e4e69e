"""Levels and hints on the page: choosing who plays, and asking what is best."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.measure import overflow
from tests.browser.places import hand_in, random_record, tzaar
from tests.browser.playing import TURN_TIMEOUT, Sitting, make_table
from tests.browser.visitors import Visit
from tests.selection import first_quick, slow_but

ME, FRIEND = {"kind": "me"}, {"kind": "friend"}
NARROW = (320, 640)
LEVEL = {"kind": "computer", "player": "level-2"}


def seats_of(page: Page) -> list[str]:
    """Who plays at the table that is shown."""
    table = page.url.rpartition("/")[2]
    found = page.request.get(re.sub("/table/.*", f"/api/tables/{table}", page.url)).json()
    return [seat["name"] for seat in found["seats"] if seat["kind"] == "computer"]


def hinted(page: Page) -> Locator:
    """The hint in words, once it has been thought about."""
    told = page.locator("[data-hint-text]")
    expect(told).to_be_visible(timeout=TURN_TIMEOUT)
    return told


@pytest.mark.slow
def test_a_level_chosen_on_the_front_page_plays_and_is_remembered(visit: Visit) -> None:
    visitor = visit("/")
    page = visitor.page
    level = page.get_by_label("The computer plays at")
    expect(level).to_have_value("level-3")
    level.select_option("Level 5")
    page.locator('[data-quick="relati-classic"]').click()
    expect(page.locator('[data-table-mine="true"]')).to_be_visible()
    assert seats_of(page) == ["level-5"]
    expect(page.get_by_role("list", name="Seats").get_by_text("Level 5")).to_be_visible()
    visitor.open("/")
    expect(page.get_by_label("The computer plays at")).to_have_value("level-5")


@pytest.mark.slow
def test_a_new_table_offers_the_players_that_can_play_it(visit: Visit) -> None:
    page = visit("/new/relati-classic").page
    seat = page.get_by_label("Player 2", exact=True)
    expect(seat).to_have_value("computer:level-3")
    groups = seat.locator("optgroup").evaluate_all(
        "(all) => all.map((one) => [one.label, [...one.children].map((o) => o.textContent)])"
    )
    assert [label for label, _ in groups] == ["People", "Computer", "Other computers"]
    levels = [f"Level {number}" for number in range(1, 9)]
    assert groups[1][1] == [*levels, "Full strength", "Perfect"]
    seat.select_option("Perfect")
    expect(page.get_by_text("Knows the best move in every position")).to_be_visible()
    page.get_by_role("radio", name="3", exact=True).check()
    expect(seat).to_have_value("computer:level-3")
    expect(seat.locator("option", has_text="Perfect")).to_have_count(0)
    seat.select_option("Full strength")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("[data-table-status]")).to_be_visible()
    assert sorted(seats_of(page)) == ["level-3", "strong"]


@pytest.mark.parametrize(("order", "labels"), first_quick(("First", (1, 2)), ("Second", (2, 1))))
def test_a_seat_is_drawn_by_lot_unless_it_is_chosen(
    visit: Visit, order: str, labels: tuple[int, int]
) -> None:
    page = visit("/new/tzaar").page
    expect(page.get_by_role("radio", name="By lot")).to_be_checked()
    expect(page.get_by_label("Player 1", exact=True)).to_have_value("me")
    page.get_by_role("radio", name=order).check()
    expect(page.get_by_label(f"Seat {labels[0]}", exact=True)).to_have_value("me")
    expect(page.get_by_label(f"Seat {labels[1]}", exact=True)).to_have_value("computer:level-3")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator('[data-table-mine="true"]')).to_be_visible()
    table = page.url.rpartition("/")[2]
    found = page.request.get(re.sub("/table/.*", f"/api/tables/{table}", page.url)).json()
    assert [seat["mine"] for seat in found["seats"]].index(True) == labels[0] - 1


@pytest.mark.parametrize("by", slow_but("button", of=["button", "key"]))
def test_a_hint_is_shown_on_the_board_said_and_played(visit: Visit, by: str) -> None:
    visitor = visit(None)
    sitting = Sitting(visitor, make_table(visitor, "relati-classic", seats=[ME, LEVEL])["id"])
    sitting.sit()
    assert sitting.wait_for_turn()
    page = visitor.page
    if by == "button":
        page.get_by_role("button", name="Hint").click()
    else:
        page.keyboard.press("h")
    told = hinted(page)
    token = told.get_attribute("data-hint-text")
    assert token
    assert sitting.state().why_not(token) is None
    expect(told).to_contain_text(f"Hint: place on {token}")
    expect(told).to_contain_text(re.compile(r"\d+ % of the score|wins with it|nobody wins|loses"))
    expect(sitting.board.locator(f'[data-hint="{token}"]')).to_have_count(1)
    expect(page.get_by_role("log")).to_contain_text(f"Hint: place on {token}")
    expect(page.get_by_text("had a hint")).to_be_visible()
    sitting.click(token)
    sitting.wait_past(0)
    expect(told).to_have_count(0)
    expect(sitting.board.locator("[data-hint]")).to_have_count(0)


@pytest.mark.slow
def test_people_who_play_each_other_have_no_hints_until_the_end(visit: Visit) -> None:
    host, friend = visit(None), visit(None)
    made = make_table(host, "relati-classic", seats=[ME, FRIEND])
    one, two = Sitting(host, made["id"], (0,)), Sitting(friend, made["id"], (1,))
    one.sit()
    two.sit(f"#seat={made['secrets']['1']}")
    assert one.wait_for_turn()
    hint = host.page.get_by_role("button", name="Hint")
    expect(hint).to_have_count(0)
    host.page.keyboard.press("h")
    one.click("C3")
    one.wait_past(0)
    friend.page.get_by_role("button", name="Resign").first.click()
    friend.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    host.page.get_by_role("dialog").get_by_role("button", name="Look at the board").click()
    host.page.get_by_role("button", name="Go to the start").click()
    hint.click()
    hinted(host.page)
    host.page.get_by_role("button", name="Next").click()
    expect(host.page.locator("[data-hint-text]")).to_have_count(0)


@pytest.mark.slow
def test_a_record_has_hints(visit: Visit) -> None:
    visitor = visit(None)
    handed = hand_in(visitor, random_record("tzaar", 5))
    visitor.open(f"/record/{handed}?at=3")
    visitor.page.get_by_role("button", name="Hint").click()
    expect(hinted(visitor.page)).to_contain_text("% of the score")
    expect(visitor.page.locator('[data-hint="arrow"]')).to_have_count(1)


@pytest.mark.slow
@pytest.mark.parametrize("language", slow_but("en", of=["en", "zh-Hant", "zh-Hans"]))
def test_on_the_narrowest_phone_everything_fits(
    visit: Visit, pictures: Path, language: str
) -> None:
    visitor = visit(None, size=NARROW, touch=True, language=language)
    visitor.open("/")
    page = visitor.page
    expect(page.locator("[data-quick]").first).to_be_visible()
    assert not overflow(page)
    page.screenshot(path=pictures / f"levels-{language}.png")
    made = make_table(visitor, "tzaar", seats=[ME, LEVEL], start=tzaar().dump())
    sitting = Sitting(visitor, made["id"])
    sitting.sit()
    assert sitting.wait_for_turn()
    page.locator("[data-hint-button]").click()
    hinted(page)
    assert not overflow(page)
    assert all(side >= 44 for side in target(page))
    page.screenshot(path=pictures / f"hint-{language}.png", full_page=True)


def target(page: Page) -> tuple[float, float]:
    box = page.locator("[data-hint-button]").bounding_box()
    assert box is not None
    return box["width"], box["height"]
