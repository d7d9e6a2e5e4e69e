"""The end of a game on the page: said once, taken back, played again, called what it is."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.playing import make_table
from tests.browser.visitors import Visit, Visitor

import duiyi
from duiyi.core.state import State

ME, RANDOM = {"kind": "me"}, {"kind": "computer", "player": "random"}
CLASSIC = duiyi.game("relati-classic")


def before(winner: int) -> tuple[State[Any], str]:
    """A position in which the first seat has a move after which the game surely ends so."""
    for seed in range(500):
        source, state = random.Random(seed), CLASSIC.start()
        while state.outcome is None:
            for action in state.actions() if state.actor == 0 else ():
                later = state.play(action)
                ends = [later.play(one) for one in later.actions()] or [later]
                if all(end.outcome and end.outcome.winner == winner for end in ends):
                    return state, state.text(action)
            state = state.play(source.choice(list(state.actions())))
    raise AssertionError("no such position")


def play_the_end(visitor: Visitor, winner: int, other: dict[str, Any]) -> str:
    """A table one move before its end, and that move; the address of the table."""
    state, token = before(winner)
    made = make_table(visitor, CLASSIC.id, seats=[ME, other], start=state.dump())
    visitor.open(f"/table/{made['id']}")
    page = visitor.page
    page.get_by_role("combobox", name="Type a move").fill(token)
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    return page.url


def shown(page: Page, sentence: str) -> int:
    """How many places on the screen say it."""
    found: int = page.evaluate(
        """(sentence) => [...document.querySelectorAll('p, h1, h2, h3, span, td, li')].filter(
          (one) => ![...one.children].some((child) => child.textContent.includes(sentence)) &&
            one.textContent.toLowerCase().includes(sentence) && !one.closest('[role=log]') &&
            one.checkVisibility({ checkVisibilityCSS: true })).length""",
        sentence,
    )
    return found


def test_the_result_is_said_once_and_a_rematch_is_one_click(visit: Visit) -> None:
    visitor = visit(None)
    address = play_the_end(visitor, 0, RANDOM)
    page, dialog = visitor.page, visitor.page.get_by_role("dialog")
    said = "nobody else can act: circle wins"
    expect(dialog).to_contain_text("You win")
    assert shown(page, said) == 1
    spoken = page.get_by_role("log").inner_text().lower()
    assert spoken.count(said) == 1, spoken
    expect(dialog.get_by_role("button", name="try again")).to_have_count(0)
    dialog.get_by_role("button", name="Look at the board").click()
    expect(dialog).to_have_count(0)
    assert shown(page, said) == 1
    page.get_by_role("button", name="Rematch").click()
    expect(page).not_to_have_url(address)
    # The seats have changed: the computer begins, and may end it with its first decision.
    expect(page.locator("ul[aria-label=Seats] .name .text").first).to_have_text("Random")


@pytest.mark.slow
def test_a_loss_to_a_computer_is_taken_back_and_tried_again(visit: Visit) -> None:
    visitor = visit(None)
    play_the_end(visitor, 1, RANDOM)
    page, dialog = visitor.page, visitor.page.get_by_role("dialog")
    expect(dialog).to_contain_text("You lose")
    dialog.get_by_role("button", name="Take back and try again").click()
    expect(dialog).to_have_count(0)
    expect(page.locator("[data-table-status=running][data-table-mine=true]")).to_be_visible()
    expect(page.locator("[data-table-at='0']")).to_be_visible()
    # The end comes again, and is said again.
    page.get_by_role("combobox", name="Type a move").fill(before(1)[1])
    page.keyboard.press("Enter")
    expect(dialog).to_contain_text("You lose")


def test_of_two_somebody_resigns(visit: Visit) -> None:
    visitor = visit(None)
    made = make_table(visitor, CLASSIC.id, seats=[ME, RANDOM])
    visitor.open(f"/table/{made['id']}")
    page, dialog = visitor.page, visitor.page.get_by_role("dialog")
    page.get_by_role("button", name="Resign").click()
    dialog.get_by_role("button", name="Resign").click()
    expect(dialog).to_contain_text("The opponent resigns: cross wins", ignore_case=True)
    expect(page.locator("section[aria-label=Moves] button[data-at='1']")).to_contain_text("resigns")
    expect(dialog.get_by_role("button", name="try again")).to_have_count(0)
    assert "withdrawn" not in page.locator("body").inner_text()


@pytest.mark.slow
def test_a_position_is_copied_and_begun_from(visit: Visit) -> None:
    visitor = visit(None)
    state, _ = before(0)
    made = make_table(visitor, CLASSIC.id, seats=[ME, RANDOM], start=state.dump())
    visitor.open(f"/table/{made['id']}")
    page = visitor.page
    page.get_by_role("button", name="Share").click()
    field = page.get_by_role("dialog").get_by_label("Copy position", exact=False)
    expect(field).to_have_value(state.dump())
    visitor.open(f"/new/{CLASSIC.id}")
    page.get_by_text("Begin from a position").click()
    page.get_by_label("Position text").fill("nonsense")
    expect(page.get_by_label("Position text")).to_have_attribute("aria-invalid", "true")
    visitor.troubles.clear()  # the browser reports that the server refused it
    page.get_by_label("Position text").fill(state.dump())
    figure = page.locator("figure")
    expect(figure).to_contain_text(f"turn {state.turn}, 2 seats")
    expect(figure.locator("svg")).to_be_visible()
