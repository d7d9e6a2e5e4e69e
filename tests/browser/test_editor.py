"""The editor: a position built by mouse and by keys alone, problems and repairs, its looks."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.measure import overflow, sealed_controls
from tests.browser.playing import Sitting
from tests.browser.test_accessibility import findings
from tests.browser.visitors import Visit
from tests.browser.wording import wording
from tests.selection import first_quick
from tests.server_process import served

from duiyi import game

DESK, PHONE = (1440, 900), (390, 844)
TWO_SOURCES = "/".join(["..O*.O*....", *["........."] * 7, "X*........"]) + " 2 O 3"
RACE = Path(__file__).parents[1] / "unit" / "cli" / "race"
BUILT = {
    "relati-classic": (("0 symbol", "C3"), ("1 symbol", "D4")),
    "relati": (("0 root", "E5"), ("1 root", "A1")),
    "relati-legacy": (("0 source", "E3"), ("1 source", "C3")),
    "tzaar": (("0 tzaar", "A1"), ("1 totts", "C2")),
    "atom": ((" K", "0.1:0,0"), (" R", "0.1:0,2")),
}
"""For each game: what is taken from its box, and where it goes."""


def arrive(page: Page) -> Locator:
    root = page.locator("[data-editor]")
    expect(root).to_have_attribute("data-busy", "false")
    expect(page.locator("[data-hit]").first).to_be_attached()
    return root


def placed(page: Page, site: str) -> Locator:
    return page.locator(f".board-play [data-site='{site}']").first


def settled(page: Page) -> None:
    expect(page.locator("[data-editor]")).to_have_attribute("data-busy", "false")


@pytest.mark.parametrize(
    ("name", "size", "language"),
    first_quick(
        ("relati-legacy", DESK, "en"),
        ("relati-classic", PHONE, "zh-Hant"),
        ("relati", DESK, "zh-Hans"),
        ("tzaar", PHONE, "en"),
        ("atom", PHONE, "zh-Hans"),
    ),
    ids=str,
)
def test_a_position_is_built_by_mouse_and_its_link_opens_the_same(
    visit: Visit, name: str, size: tuple[int, int], language: str
) -> None:
    visitor = visit(None, size=size, language=language, touch=size == PHONE)
    page = visitor.page
    visitor.open(f"/editor/{name}")
    arrive(page)
    page.locator("[data-clear]").click()
    settled(page)
    for stock, site in BUILT[name]:
        page.locator(f"[data-stock='{stock}']").click()
        page.locator(f"[data-hit='{site}']").click()
        settled(page)
        expect(placed(page, site)).to_be_attached()
    text = page.locator("[data-position-text]").input_value()
    page.reload()
    arrive(page)
    assert page.locator("[data-position-text]").input_value() == text
    page.locator(f"[data-stock='{BUILT[name][1][0]}']").click()
    page.locator(f"[data-hit='{BUILT[name][1][1]}']").click()
    settled(page)
    expect(placed(page, BUILT[name][1][1])).not_to_be_attached()
    page.locator("[data-undo]").click()
    settled(page)
    assert page.locator("[data-position-text]").input_value() == text
    assert not visitor.troubles


@pytest.mark.parametrize(
    ("name", "size", "language"),
    first_quick(
        ("tzaar", DESK, "en"),
        ("relati-classic", PHONE, "zh-Hans"),
        ("relati", PHONE, "zh-Hant"),
        ("relati-legacy", DESK, "zh-Hant"),
        ("atom", DESK, "zh-Hans"),
    ),
    ids=str,
)
def test_a_position_is_built_by_keys_alone(
    visit: Visit, name: str, size: tuple[int, int], language: str
) -> None:
    visitor = visit(None, size=size, language=language)
    page = visitor.page
    visitor.open(f"/editor/{name}")
    arrive(page)
    page.locator("[data-clear]").focus()
    page.keyboard.press("Enter")
    settled(page)
    (stock, site), _ = BUILT[name]
    seat, kind = stock.split(" ")
    kinds = list(dict.fromkeys(
        one.split(" ")[1]
        for one in page.locator("[data-stock]").evaluate_all("all => all.map(e => e.dataset.stock)")
    ))  # fmt: skip
    page.locator("[data-stock]").first.focus()
    if seat:
        page.keyboard.press("QWERTY"[int(seat)])
    page.keyboard.press(str(kinds.index(kind) + 1))
    expect(page.locator("[data-hand]")).to_have_attribute("data-hand", stock)
    page.keyboard.press("b")
    Sitting(visitor, "").walk_to(site)
    page.keyboard.press("Enter")
    settled(page)
    expect(placed(page, site)).to_be_attached()
    expect(page.locator("[role='log']")).to_contain_text(wording("editor:said.on", language))
    page.keyboard.press("x")
    settled(page)
    expect(placed(page, site)).not_to_be_attached()
    page.keyboard.press("z")
    settled(page)
    expect(placed(page, site)).to_be_attached()
    assert not visitor.troubles


def test_what_is_impossible_is_marked_said_and_mended(visit: Visit) -> None:
    visitor = visit(None, size=DESK)
    page = visitor.page
    visitor.open(f"/editor/relati-legacy?position={quote(TWO_SOURCES)}")
    arrive(page)
    marks = page.locator("[data-impossible]")
    assert set(marks.evaluate_all("all => all.map(e => e.dataset.impossible)")) == {"C1", "E1"}
    expect(page.locator("[data-problem]")).to_contain_text("circle has more than one source")
    expect(page.locator("[data-analyse]")).to_be_disabled()
    expect(page.locator("[data-wait]")).to_have_text("solve 1 problem first")
    page.locator("[data-repair='0']").click()
    settled(page)
    expect(marks).to_have_count(0)
    expect(page.locator("[role='log']")).to_contain_text("Possible again.")
    text = page.locator("[data-position-text]").input_value()
    game("relati-legacy").load(text)
    page.locator("[data-analyse]").click()
    expect(page.locator("[data-analysis]")).to_have_attribute("data-busy", "false")
    assert not visitor.troubles


def test_keys_change_heights_and_the_mover(visit: Visit) -> None:
    visitor = visit(None, size=DESK)
    page, text = visitor.page, visitor.page.locator("[data-position-text]")
    visitor.open("/editor/tzaar")
    arrive(page)
    page.locator("[data-clear]").click()
    page.locator("[data-stock='0 tzaar']").click()
    for key in ("+", "+", "-", "="):
        page.keyboard.press(key)
    expect(page.locator("[data-height]")).to_have_text("3")
    page.locator("[data-hit='A1']").click()
    expect(text).to_have_value(re.compile("^Z3"))
    page.locator("[data-hit='A1']").focus()
    page.keyboard.press("-")
    expect(text).to_have_value(re.compile("^Z2"))
    expect(page.locator("[data-height]")).to_have_text("3")
    assert " w " in text.input_value()
    page.keyboard.press("u")
    expect(text).to_have_value(re.compile(" b "))
    expect(page.locator("[role='log']")).to_contain_text("To move: black.")
    page.keyboard.press("u")
    expect(text).to_have_value(re.compile(" w "))


@pytest.mark.slow
def test_a_key_leads_from_one_problem_to_the_next(visit: Visit) -> None:
    visitor = visit(None, size=DESK)
    page = visitor.page
    visitor.open(f"/editor/relati-legacy?position={quote(TWO_SOURCES)}")
    arrive(page)
    page.locator("[data-hit][tabindex='0']").focus()
    for site in ("C1", "E1", "C1"):
        page.keyboard.press("!")
        expect(page.locator(f"[data-hit='{site}']")).to_be_focused()


@pytest.mark.slow
def test_a_long_press_takes_up_on_a_phone(visit: Visit) -> None:
    visitor = visit(None, size=PHONE, touch=True)
    page = visitor.page
    visitor.open("/editor/relati-classic?position=" + quote("O..../...../...../...../..... X O 2"))
    arrive(page)
    page.locator("[data-stock='1 symbol']").tap()
    box = page.locator("[data-hit='A1']").bounding_box()
    assert box
    finger = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    expect(placed(page, "A1")).not_to_be_attached()
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    settled(page)
    expect(page.locator("[data-hand]")).to_have_attribute("data-hand", "0 symbol")
    expect(placed(page, "A1")).not_to_be_attached()
    page.locator("[data-hit='C3']").tap()
    settled(page)
    expect(placed(page, "C3")).to_be_attached()
    assert page.locator("[data-position-text]").input_value().startswith("...../...../..O../")


@pytest.mark.slow
def test_an_edited_position_is_played_from(visit: Visit) -> None:
    visitor = visit(None, size=DESK)
    page = visitor.page
    visitor.open("/editor/relati-classic?position=" + quote("O..../...../...../...../..... X O 2"))
    arrive(page)
    page.locator("[data-hit='A1']").drag_to(page.locator("[data-hit='C3']"))
    settled(page)
    page.locator("[data-play]").click()
    page.wait_for_url("**/new/relati-classic?start=*")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/table/*")
    table = re.sub(r"^.*/table/([^?#]+).*$", r"\1", page.url)
    board = Sitting(visitor, table).state().dump().split()[0]
    # The computer may have answered.
    assert board.replace("X", ".") == "...../...../..O../...../....."


@pytest.mark.slow
def test_a_plug_in_without_a_box_has_its_text(visit: Visit, tmp_path: Path) -> None:
    shutil.copytree(RACE, tmp_path / "race")
    about = tmp_path / "race-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: race\nVersion: 1\n", "utf-8")
    (about / "entry_points.txt").write_text("[duiyi.games]\nrace = race:RACE\n", "utf-8")
    with served(env={"PYTHONPATH": str(tmp_path)}) as server:
        visitor = visit(None, size=DESK, url=server.url)
        page = visitor.page
        visitor.open("/editor/race")
        arrive(page)
        expect(page.locator("[data-editor]")).to_contain_text("write its position as text below")
        expect(page.locator("[data-stock]")).to_have_count(0)
        text = page.locator("[data-position-text]")
        text.fill(text.input_value().replace('"steps":0', '"steps":2'))
        page.locator("[data-set]").click()
        settled(page)
        expect(page.locator("[data-set]")).to_be_disabled()
        assert '"steps":2' in text.input_value()
        assert "steps" in page.url
        page.locator("[data-hit='A1']").click()
        expect(page.locator("[data-analyse]")).to_be_visible()


@pytest.mark.slow
def test_a_piece_is_dragged_and_a_text_is_set_up(visit: Visit) -> None:
    visitor = visit(None, size=DESK)
    page = visitor.page
    visitor.open("/editor/relati-classic?position=" + quote("O..../...../...../...../..... X O 2"))
    arrive(page)
    page.locator("[data-hit='A1']").drag_to(page.locator("[data-hit='C3']"))
    settled(page)
    expect(placed(page, "C3")).to_be_attached()
    expect(placed(page, "A1")).not_to_be_attached()
    field = page.locator("[data-position-text]")
    field.fill("....X/...../..O../...../..... O X 3")
    page.locator("[data-set]").click()
    settled(page)
    expect(placed(page, "E1")).to_be_attached()
    field.fill("nonsense")
    page.locator("[data-set]").click()
    expect(page.get_by_role("alert").filter(has_text="form")).to_be_visible()
    assert all("422" in one for one in visitor.troubles)
    visitor.troubles.clear()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "size", "language", "dark"),
    first_quick(
        ("relati-legacy", PHONE, "zh-Hant", True),
        ("relati-legacy", DESK, "en", False),
        ("atom", PHONE, "en", False),
        ("atom", DESK, "zh-Hans", True),
        ("tzaar", PHONE, "zh-Hans", False),
        ("tzaar", DESK, "zh-Hant", False),
        ("relati", PHONE, "zh-Hant", False),
        ("relati-classic", DESK, "en", True),
    ),
)
def test_it_fits_and_can_be_read_by_everybody(
    visit: Visit, name: str, size: tuple[int, int], language: str, dark: bool
) -> None:
    visitor = visit(None, size=size, language=language, dark=dark, touch=size == PHONE)
    page = visitor.page
    query = f"?position={quote(TWO_SOURCES)}" if name == "relati-legacy" else ""
    visitor.open(f"/editor/{name}{query}")
    arrive(page)
    assert findings(page) == []
    assert overflow(page) == []
    assert len(sealed_controls(page)) <= 1
    assert not page.evaluate("window.__missingWords ?? []")
    assert not visitor.troubles
