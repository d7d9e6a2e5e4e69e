"""Reviews by mouse where the others are not: on phones and in Chinese, down to a mistake mended."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.reviewing import PATIENCE, Reviewing, handed_in, made_up, missed_at, winning_turn
from tests.browser.test_review import play
from tests.browser.visitors import Visit
from tests.browser.wording import wording

from duiyi.core.record import Decision

DESK, PHONE = (1440, 900), (390, 844)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "size", "language"),
    [("relati-classic", PHONE, "zh-Hant"), ("relati-legacy", DESK, "zh-Hans")],
    ids=str,
)
def test_a_review_by_mouse_on_a_phone_and_in_chinese(
    visit: Visit, name: str, size: tuple[int, int], language: str
) -> None:
    visitor = visit(None, size=size, language=language, touch=size == PHONE)
    page, reviewing, record = visitor.page, Reviewing(visitor), made_up(name)
    number, state = missed_at(record)
    visitor.open(f"/record/{handed_in(visitor, name)}")
    if size == PHONE:
        moves = page.get_by_role("navigation").get_by_role("button")
        moves.filter(has_text=wording("table:moves", language)).click()
    page.locator("[data-review-link]").first.click()
    reviewing.reviewed()
    page.locator("[data-table]").click()
    page.locator(f"[data-row='{number}'] button").click()
    expect(reviewing.root).to_have_attribute("data-at", str(number))
    expect(page.locator("[data-here]")).to_contain_text(wording("review:mark.missed", language))
    if state.actor:
        flip = page.get_by_role("button").filter(has_text=wording("review:flip", language))
        flip.click()
    reviewing.begin.click()
    while reviewing.learn.get_attribute("data-learn-number") != str(number):
        page.locator("[data-learn-skip]").click()
        expect(reviewing.learn).to_have_attribute("data-learn", "find")
    made = [node.token for node in record.nodes[number:] if isinstance(node, Decision)]
    play(reviewing, made, keys=False)
    expect(reviewing.learn).to_have_attribute("data-learn", "wrong", timeout=PATIENCE)
    page.locator("[data-learn-again]").click()
    play(reviewing, winning_turn(state), keys=False)
    expect(reviewing.learn).to_have_attribute("data-learn", "good", timeout=PATIENCE)
    assert not page.evaluate("() => window.__missingWords ?? []")
