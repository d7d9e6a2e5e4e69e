"""Records and positions that are handed in: replayed, shared, played from."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.places import hand_in, random_record, tzaar
from tests.browser.visitors import Visit, Visitor
from tests.selection import slow_but

# Drives a real browser for long: part of `make test-all`.
pytestmark = pytest.mark.slow

_DROP = """(text) => {
  const given = new DataTransfer();
  given.items.add(new File([text], 'game.dyr', { type: 'text/plain' }));
  return given;
}"""
_CURRENT = """() => {
  const list = document.querySelector('.moves .body').getBoundingClientRect();
  const entry = document.querySelector('.moves [aria-current]').getBoundingClientRect();
  return entry.top >= list.top && entry.bottom <= list.bottom;
}"""


def give(visitor: Visitor, how: str, text: str, directory: Path) -> None:
    page = visitor.page
    field = page.get_by_label("Record or position text")
    if how == "pasted":
        field.fill(text)
    elif how == "chosen":
        file = directory / "game.dyr"
        file.write_text(text)
        page.locator("input[type=file]").set_input_files(file)
    else:
        field.dispatch_event("drop", {"dataTransfer": page.evaluate_handle(_DROP, text)})
    page.get_by_role("button", name="Replay").click()


@pytest.mark.parametrize("how", slow_but("pasted", of=["pasted", "chosen", "dropped"]))
def test_a_record_is_replayed_and_shared(visit: Visit, how: str, tmp_path: Path) -> None:
    visitor = visit("/records")
    give(visitor, how, random_record("relati", 40, names=("Wei", "Ann"), cannon=True), tmp_path)
    page = visitor.page
    expect(page.locator('[data-table-status="replay"]')).to_have_attribute("data-table-at", "0")
    for position in ("1", "2", "3"):
        page.keyboard.press("ArrowRight")
        expect(page.locator("[data-table-at]")).to_have_attribute("data-table-at", position)
    page.get_by_role("button", name="Share").click()
    link = page.get_by_role("dialog").get_by_role("textbox").first.input_value()
    other = visit(None)
    other.page.goto(link)
    expect(other.page.locator("[data-table-at]")).to_have_attribute("data-table-at", "3")
    expect(other.page.get_by_role("list", name="Seats")).to_contain_text("Wei")


def test_what_is_no_record_is_refused_in_words(visit: Visit) -> None:
    visitor = visit("/records")
    visitor.page.get_by_label("Record or position text").fill("[nonsense")
    visitor.page.get_by_role("button", name="Replay").click()
    expect(visitor.page.get_by_role("alert")).to_contain_text("line 1, column 1")
    visitor.troubles.clear()  # a browser complains about every refusal


def test_a_position_is_shown_and_played_from(visit: Visit) -> None:
    visitor = visit("/records")
    page = visitor.page
    page.get_by_label("Record or position text").fill(tzaar().dump())
    page.get_by_label("The position's game").select_option("tzaar")
    page.get_by_role("button", name="Show", exact=True).click()
    page.get_by_role("link", name="Play from here").click()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator('[data-table-mine="true"]')).to_be_visible()
    standing = page.locator("svg.board-play [data-layer=pieces] > [data-site]")
    expect(standing).to_have_count(len(tzaar().view().pieces))


def test_more_records_are_listed_on_request(visit: Visit) -> None:
    visitor = visit(None)
    for seed in range(32):
        hand_in(visitor, random_record("tic-tac-toe", 9, seed=seed, names=(f"Many {seed}", "Q")))
    visitor.open("/records?name=Many")
    rows = visitor.page.locator("main a[href^='/record/']")
    expect(rows).to_have_count(30)
    visitor.page.get_by_role("button", name="Show more").click()
    expect(rows).to_have_count(32)
    expect(visitor.page.get_by_role("button", name="Show more")).to_have_count(0)


def test_the_current_move_is_in_sight_wherever_one_goes(visit: Visit) -> None:
    visitor = visit(None)
    handed = hand_in(visitor, random_record("atom", 200))
    visitor.open(f"/record/{handed}?at=120")
    page = visitor.page
    expect(page.locator("[data-table-at]")).to_have_attribute("data-table-at", "120")
    page.wait_for_function(_CURRENT)
    for key, position in (("ArrowLeft", 119), ("End", 200), ("ArrowLeft", 199)):
        page.keyboard.press(key)
        expect(page.locator("[data-table-at]")).to_have_attribute("data-table-at", str(position))
        page.wait_for_function(_CURRENT)
