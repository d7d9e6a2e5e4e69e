"""The rules beside the board: opened by a key or by what was said, searched, never in the way."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.measure import overflow
from tests.browser.places import shown
from tests.browser.playing import Sitting
from tests.browser.test_accessibility import findings
from tests.browser.visitors import Visit
from tests.selection import first_quick, slow_but

import duiyi

DESK, PHONE = (1440, 900), (390, 844)
GAMES = ("relati-classic", "relati", "relati-legacy", "tzaar", "atom")
PLUG_INS = ("amazons", "hex")
SEEN = [("tzaar", DESK, False), ("atom", DESK, True), ("relati", PHONE, False)]
SEEN += [("relati-legacy", PHONE, True), ("tzaar", PHONE, False)]


def begin(visit: Visit, game: str, size: tuple[int, int] = DESK, **how: object) -> Sitting:
    visitor = visit(None, size=size, touch=size == PHONE, **how)
    return shown(visitor, duiyi.game(game).start())


def sheet_of(page: Page) -> Locator:
    return page.locator(".rules-sheet")


def open_by_key(page: Page) -> Locator:
    page.keyboard.press("r")
    sheet = sheet_of(page)
    expect(sheet.locator("[data-part]").first).to_be_attached()
    return sheet


@pytest.mark.parametrize("game", slow_but("tzaar", of=GAMES))
def test_a_key_opens_and_closes_them_beside_the_board(visit: Visit, game: str) -> None:
    page = begin(visit, game).visitor.page
    page.keyboard.press("b")
    before = page.evaluate("document.activeElement.dataset.hit")
    assert before
    sheet = open_by_key(page)
    board, beside = page.locator("svg.board-play").bounding_box(), sheet.bounding_box()
    assert board is not None
    assert beside is not None
    assert board["x"] + board["width"] <= beside["x"]
    assert beside["y"] + beside["height"] <= DESK[1]
    assert sheet.evaluate("(sheet) => sheet.contains(document.activeElement)")
    assert sheet.locator("figure").count() >= 4
    for picture in sheet.locator("figure svg").all():
        expect(picture.locator("[data-layer] > *").first).to_be_attached()
        box = picture.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 110
    page.keyboard.press("r")
    expect(sheet).to_have_count(0)
    page.wait_for_function("(site) => document.activeElement?.dataset.hit === site", arg=before)


@pytest.mark.parametrize("game", slow_but("amazons", of=PLUG_INS))
def test_plug_ins_have_the_same_sheet(visit: Visit, game: str) -> None:
    page = begin(visit, game).visitor.page
    page.keyboard.press("r")
    expect(sheet_of(page).locator(".body p").first).not_to_be_empty()
    page.keyboard.press("Escape")
    expect(sheet_of(page)).to_have_count(0)


@pytest.mark.slow
def test_moves_go_on_while_they_are_open_and_sentences_lead_to_their_clauses(visit: Visit) -> None:
    sitting = begin(visit, "tzaar")
    page = sitting.visitor.page
    sheet = open_by_key(page)
    sitting.click("D3")
    sitting.click("C3")
    sitting.wait_past(0)
    expect(sheet).to_be_visible()
    sheet.get_by_role("button", name="Close").click()
    page.locator(".narration [data-clause]").click()
    expect(sheet.locator(".quote")).to_contain_text("D3")
    expect(sheet.locator("section.marked")).to_have_attribute("data-part", "capture")
    focused = "() => document.activeElement?.closest('section')?.dataset.part"
    page.wait_for_function(f"() => ({focused})() === 'capture'")
    marked = sheet.locator("section.marked")
    assert marked.evaluate("(part) => getComputedStyle(part).borderLeftWidth") == "4px"
    expect(marked).to_be_in_viewport()
    expect(sheet.locator("nav [aria-current]")).to_have_text("Moving")


def test_a_refusal_leads_to_its_clause_and_the_focus_comes_back(visit: Visit) -> None:
    sitting = begin(visit, "tzaar")
    page = sitting.visitor.page
    sitting.click("B1")
    sitting.click("C1")
    link = page.locator(".prompt [data-clause]")
    expect(link).to_have_attribute("data-clause", "turn")
    said = page.locator(".prompt .reason").inner_text()
    link.focus()
    page.keyboard.press("Enter")
    sheet = sheet_of(page)
    expect(sheet.locator("section.marked")).to_have_attribute("data-part", "turn")
    assert said.strip().lower() in sheet.locator(".quote").inner_text().lower()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(link).to_be_focused()


def test_searching_marks_and_counts_also_words_of_other_languages(visit: Visit) -> None:
    page = begin(visit, "tzaar").visitor.page
    sheet = open_by_key(page)
    field, count = sheet.get_by_role("searchbox"), sheet.get_by_role("status")
    field.fill("TZARRA")
    places = sheet.locator("mark")
    expect(places).not_to_have_count(0)
    expect(count).to_have_text(f"{places.count()} places")
    assert {text.lower() for text in places.all_inner_texts()} == {"tzarra"}
    expect(places.first).to_be_in_viewport()
    field.fill("併子")
    expect(count).to_contain_text("place")
    found = sheet.locator("section:has(> .found)")
    expect(found).not_to_have_count(0)
    assert "stacking" in found.evaluate_all("(parts) => parts.map((one) => one.dataset.part)")
    expect(sheet.locator("mark")).to_have_count(0)
    field.fill("castling")
    expect(count).to_have_text("0 places")
    page.keyboard.press("Escape")  # first empties the field, then closes
    expect(field).to_have_value("")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "title", "part"),
    first_quick(
        ("zh-Hant", "規則 疊套棋", "併子"),
        ("zh-Hans", "规则 叠套棋", "并子"),
        ("en", "Rules Tzaar", "Stack"),
    ),
)
def test_they_speak_the_language_of_the_page(
    visit: Visit, language: str, title: str, part: str
) -> None:
    page = begin(visit, "tzaar", language=language).visitor.page
    sheet = open_by_key(page)
    expect(sheet.locator("h1")).to_have_text(title)
    expect(sheet.locator("[data-part=stacking] h3")).to_have_text(part)
    assert page.evaluate("window.__missingWords ?? []") == []


@pytest.mark.slow
def test_on_a_phone_they_lie_over_what_is_below_the_board(visit: Visit) -> None:
    page = begin(visit, "relati", PHONE).visitor.page
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Read the rules").click()
    sheet = sheet_of(page)
    expect(sheet.locator("[data-part]").first).to_be_attached()
    box = sheet.bounding_box()
    assert box is not None
    assert box["y"] == pytest.approx(0.12 * PHONE[1], abs=2)
    assert box["y"] + box["height"] == pytest.approx(PHONE[1], abs=1)
    assert overflow(page) == []
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "size", "dark"), first_quick(*SEEN), ids=str)
def test_axe_finds_nothing_serious(
    visit: Visit, game: str, size: tuple[int, int], dark: bool
) -> None:
    page = begin(visit, game, size, dark=dark).visitor.page
    open_by_key(page)
    page.wait_for_load_state("networkidle")
    assert not findings(page)


@pytest.mark.parametrize("game", slow_but("tzaar", of=(*GAMES, "amazons")))
def test_the_page_of_rules_has_the_same_text(visit: Visit, game: str) -> None:
    visitor = visit("/rules/" + game)
    page = visitor.page
    expect(page.locator("[data-part]").first).to_be_attached()
    if game != "amazons":
        assert page.locator("figure svg").count() >= 4
        visitor.open(f"/rules/{game}#rules-winning")
    assert overflow(page) == []


def test_a_diagram_opens_in_place_is_played_on_and_closed_again(visit: Visit) -> None:
    page = begin(visit, "relati-classic").visitor.page
    sheet = open_by_key(page)
    sheet.locator("figure button.picture").first.click()
    played = sheet.locator("[data-diagram]")
    cell = played.locator("[data-hit][data-verbs]").first
    expect(cell).to_be_attached()
    said = played.get_by_role("status")
    before = said.inner_text()
    cell.click()
    expect(said).not_to_have_text(before)
    expect(sheet.locator(".error")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(played).to_have_count(0)
    expect(sheet).to_have_count(1)
    assert page.evaluate("document.activeElement.classList.contains('picture')")
