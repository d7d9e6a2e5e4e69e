"""What people are called: who comes by a link, who changes his name, who shares a screen."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.playing import make_table
from tests.browser.visitors import Visit, Visitor
from tests.selection import slow_but

from duiyi.core.record.files import read

ME, FRIEND = {"kind": "me"}, {"kind": "friend"}


def seats(page: Page) -> Any:
    """The names beside the board."""
    return page.locator("ul[aria-label=Seats] .name .text")


def record_names(visitor: Visitor, table: str) -> tuple[str, ...]:
    answer = visitor.context.request.get(f"{visitor.url}api/tables/{table}/record.dyr")
    return read(answer.text()).names


def rename(page: Page, name: str) -> None:
    page.get_by_role("button", name="Change your name").click()
    page.get_by_role("dialog").get_by_label("Name").fill(name)
    page.get_by_role("dialog").get_by_role("button", name="Keep").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_friend_says_his_name_before_his_clock_runs_and_a_new_one_reaches_everybody(
    visit: Visit,
) -> None:
    host, friend = visit("/"), visit(None)
    rename(host.page, "Ann")
    clock = {"kind": "turn", "seconds": 600, "increment": 0}
    made = make_table(host, "relati-classic", seats=[FRIEND, ME], clock=clock)
    host.open(f"/table/{made['id']}")
    friend.open(f"/table/{made['id']}#seat={made['secrets']['0']}")
    dialog = friend.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Ann invites you to a game of Relati Classic")
    field = dialog.get_by_label("Name")
    expect(field).to_have_value(re.compile(r"Guest \d\d"))
    expect(field).to_be_focused()
    # Nothing has begun: the table waits, and a page that is loaded again asks again.
    answer = friend.context.request.get(f"{friend.url}api/tables/{made['id']}")
    assert answer.json()["status"] == "waiting"
    friend.page.reload()
    field.fill("Wei")
    dialog.get_by_role("button", name="Sit down").click()
    expect(friend.page.locator("[data-table-status=running]")).to_be_visible()
    assert "seat=" not in friend.page.url
    for page in (host.page, friend.page):
        expect(seats(page).filter(has_text="Wei")).to_be_visible()
    rename(friend.page, "Wei-Lin")
    for page in (host.page, friend.page):
        expect(seats(page).filter(has_text="Wei-Lin")).to_be_visible()
    assert record_names(host, made["id"]) == ("Wei-Lin", "Ann")


@pytest.mark.slow
def test_whoever_does_not_want_to_play_watches(visit: Visit) -> None:
    host, friend = visit(None), visit(None)
    made = make_table(host, "tzaar", seats=[ME, FRIEND])
    friend.open(f"/table/{made['id']}#seat={made['secrets']['1']}")
    friend.page.get_by_role("dialog").get_by_role("button", name="Only watch").click()
    expect(friend.page.locator("[data-table-status=waiting]")).to_be_visible()
    assert "seat=" not in friend.page.url


@pytest.mark.slow
def test_a_name_is_as_long_as_the_server_allows(visit: Visit) -> None:
    visitor = visit("/")
    visitor.page.get_by_role("button", name="Change your name").click()
    dialog = visitor.page.get_by_role("dialog")
    dialog.get_by_label("Name").press_sequentially("n" * 31)
    expect(dialog.get_by_label("Name")).to_have_value("n" * 30)
    dialog.get_by_role("button", name="Keep").click()
    expect(dialog).to_have_count(0)


def test_people_at_one_screen_have_names_in_the_record(visit: Visit) -> None:
    visitor = visit("/new/relati-classic")
    page = visitor.page
    expect(page.get_by_label("Name of player 1")).to_have_count(0)
    page.get_by_label("Player 2", exact=True).select_option("screen")
    expect(page.get_by_label("Name of player 1")).to_have_attribute("placeholder", "Player 1")
    page.get_by_label("Name of player 1").fill("Lan")
    page.get_by_text("First", exact=True).click()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("[data-table-status=running]")).to_be_visible()
    expect(seats(page)).to_have_text(["Lan", "Player 2"])
    assert record_names(visitor, page.url.rpartition("/")[2]) == ("Lan", "Player 2")


@pytest.mark.slow
@pytest.mark.parametrize("language", slow_but("zh-Hans", of=["en", "zh-Hant", "zh-Hans"]))
def test_records_say_levels_by_their_titles(visit: Visit, language: str) -> None:
    visitor = visit(None, language=language)
    computer = {"kind": "computer", "player": "level-3"}
    made = make_table(visitor, "relati-classic", seats=[ME, computer], public=True)
    visitor.open(f"/table/{made['id']}")
    title = {"en": "Level 3", "zh-Hant": "等級 3", "zh-Hans": "等级 3"}[language]
    expect(visitor.page.locator(".list .name .text").filter(has_text=title)).to_be_visible()
    assert record_names(visitor, made["id"])[1] == "Level 3"
