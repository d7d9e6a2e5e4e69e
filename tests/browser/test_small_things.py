"""Small things that hurt: forced colours, the shelf of plug-ins, coordinates on phones."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.playing import make_table
from tests.browser.visitors import Visit

PLUG_INS = {"amazons", "hex", "tic-tac-toe"}
OURS = ["relati-classic", "relati", "relati-legacy", "tzaar", "atom"]


@pytest.mark.slow
def test_forced_colours_keep_language_and_selection_visible(visit: Visit) -> None:
    visitor = visit(None)
    page = visitor.page
    page.emulate_media(forced_colors="active")
    made = make_table(visitor, "relati-classic")
    visitor.open(f"/table/{made['id']}")
    page.get_by_role("combobox", name="Type a move").fill("C3")
    page.keyboard.press("Enter")
    expect(page.locator("[data-at][aria-current=step]")).to_be_visible()
    ground = "(one) => getComputedStyle(one).backgroundColor"
    for chosen, other in (
        ("[aria-label=Language] [aria-pressed=true]", "[aria-label=Language] [aria-pressed=false]"),
        ("[data-at][aria-current=step]", "[data-at]:not([aria-current])"),
    ):
        on, off = (page.locator(one).first.evaluate(ground) for one in (chosen, other))
        assert on != off, chosen


def test_plug_ins_have_a_shelf_below_our_own_games_and_the_list_of_computers_no_jargon(
    visit: Visit,
) -> None:
    page = visit("/").page
    expect(page.locator("[data-quick]").first).to_be_visible()
    shelf = page.locator("section.shelf")
    named = "(all) => all.map((one) => one.dataset.quick)"
    assert set(shelf.locator("[data-quick]").evaluate_all(named)) >= PLUG_INS
    assert page.locator("[data-quick]").evaluate_all(named)[: len(OURS)] == OURS
    offered = page.get_by_label("The computer plays at").locator("option").all_inner_texts()
    assert offered[:1] == ["Level 1"]
    assert not {"Greedy", "Search", "Random"} & set(offered)


@pytest.mark.slow
def test_phones_name_cells_beside_the_board(visit: Visit) -> None:
    visitor = visit(None, size=(390, 844), touch=True)
    for game, last in (("relati-classic", "E"), ("tzaar", "I"), ("relati-legacy", "9")):
        made = make_table(visitor, game)
        visitor.open(f"/table/{made['id']}")
        board = visitor.page.locator("svg.board-play")
        label = board.locator("text", has_text=last).first
        expect(label).to_be_visible()
        frame, box = board.bounding_box(), label.bounding_box()
        assert frame is not None
        assert box is not None
        assert frame["x"] <= box["x"]
        assert box["x"] + box["width"] <= frame["x"] + frame["width"] + 1
        assert box["y"] + box["height"] <= frame["y"] + frame["height"] + 1
