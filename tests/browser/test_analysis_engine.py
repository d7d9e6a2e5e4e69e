"""The engine, openings and deals beside the analysis board: what they find, show and say."""

from __future__ import annotations

import json
import random
from pathlib import Path
from statistics import median
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.analysing import GAMES, Studying, covered_numbers
from tests.browser.visitors import THREE_CORES, Visit
from tests.selection import slow_but

from duiyi import game
from duiyi.core import CHANCE
from duiyi.core.view import BUTTON
from duiyi.players.thinking import Limits, Thinking

DESK, PHONE = (1440, 900), (390, 844)
SOLVED = Path(__file__).parents[1] / "data" / "tzaar_solved.json"
THINKING = 60_000
"""Milliseconds until a line is there, on a busy machine."""
SLOWEST = 100
"""Milliseconds of work on the page's own thread for a click on the board."""


def wants_engine(studying: Studying, path: str) -> Page:
    studying.arrive(path)
    page = studying.visitor.page
    page.keyboard.press("e")
    expect(page.locator("[data-line='1']")).to_be_visible(timeout=THINKING)
    return page


def start(name: str, text: str) -> str:
    return f"/analysis/{name}?start={quote(text)}"


def midgame(name: str, seed: int, length: int = 14) -> str:
    """A position in which a seat decides, some decisions into a random game."""
    chooser, state = random.Random(seed), game(name).start()
    for number in range(length + 20):
        if number >= length and state.actor != CHANCE:
            break
        drawn = state.actor == CHANCE
        action = state.chances()[0][0] if drawn else chooser.choice(state.actions())
        following = state.play(state.text(action))
        if following.outcome is not None:
            break
        state = following
    return state.dump()


@pytest.mark.parametrize("name", slow_but("tzaar", of=GAMES))
def test_the_engine_thinks_in_the_page_and_its_chances_sum_to_a_hundred(
    visit: Visit, name: str
) -> None:
    studying = Studying(visit(None, size=DESK))
    asked: list[str] = []
    studying.visitor.page.on("request", lambda one: asked.append(one.url))
    page = wants_engine(studying, start(name, midgame(name, 3)))
    shown = page.locator("[data-chances]")
    if shown.count():
        assert sum(map(int, (shown.get_attribute("data-chances") or "").split())) == 100
    assert not [one for one in asked if one.endswith("/api/analysis")]
    assert [one for one in asked if one.endswith(".wasm")]
    expect(page.locator("[data-engine]")).to_contain_text("here")
    assert covered_numbers(page) == []
    page.keyboard.press("e")
    expect(page.locator("[data-engine=off]")).to_be_visible()
    assert page.locator("[data-engine]").evaluate("(one) => one.offsetHeight") <= 58
    expect(page.locator("[data-ink]")).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tzaar", "atom"])
def test_ink_covers_no_number(visit: Visit, name: str) -> None:
    """With what the engine draws; `test_paint` has many more positions."""
    studying = Studying(visit(None, size=DESK))
    for seed in range(0, 10, 3):
        page = wants_engine(studying, start(name, midgame(name, seed, 6 + 4 * seed)))
        page.keyboard.press("+")
        expect(page.locator("[data-line='1']")).to_be_visible(timeout=THINKING)
        assert covered_numbers(page) == [], seed


@pytest.mark.slow
def test_a_plug_in_is_thought_about_on_the_server(visit: Visit) -> None:
    studying = Studying(visit(None, size=DESK))
    page = wants_engine(studying, "/analysis/tic-tac-toe")
    expect(page.locator("[data-engine]")).to_contain_text("on the server")
    page.keyboard.press("1")
    page.keyboard.press("1")
    expect(page.locator(".tree [data-node]")).to_have_count(1)


@pytest.mark.slow
def test_perfect_values_are_those_of_the_solver_and_no_percentage_stays(visit: Visit) -> None:
    state = game("relati-classic").start().play("C3").play("B2").play("D4").play("B3")
    studying = Studying(visit(None, size=DESK))
    page = studying.visitor.page
    studying.arrive(start("relati-classic", state.dump()))
    page.keyboard.press("v")
    cells = page.locator("[data-value-site]")
    expect(cells).to_have_count(len(state.actions()), timeout=THINKING)
    found = dict(
        cells.evaluate_all("(all) => all.map((one) => [one.dataset.valueSite, one.dataset.value])")
    )
    solved = Thinking().think(state, Limits(seconds=20.0))
    assert found == {line.tokens[0]: line.proof for line in solved.thought.lines}
    assert len(set(found.values())) > 1
    expect(page.locator("[data-proven]")).to_be_visible()
    assert "%" not in page.locator("[data-engine]").inner_text()
    assert "%" not in (page.locator(".chance [role=img]").get_attribute("aria-label") or "")
    page.keyboard.press("v")
    expect(cells).to_have_count(0)
    page.set_viewport_size({"width": 260, "height": 600})
    page.keyboard.press("v")
    expect(cells).to_have_count(len(found))


def test_a_proof_has_a_certificate_that_the_rules_check(visit: Visit) -> None:
    endgames = json.loads(SOLVED.read_text("utf-8"))
    text = next(one["text"] for one in endgames if one["result"] == "win")
    studying = Studying(visit(None, size=DESK))
    page = wants_engine(studying, start("tzaar", text))
    expect(page.locator("[data-proven=win]")).to_be_visible(timeout=THINKING)
    expect(page.locator("[data-certificate]")).to_be_visible(timeout=THINKING)
    held: list[Route] = []

    def hold(route: Route) -> None:
        """The check is done when the count has been seen."""
        if route.request.method == "POST":
            held.append(route)
        else:
            route.fulfill(json={"positions": 40})

    page.route("**/api/explore/certificate*", hold)
    page.keyboard.press("k")
    expect(page.locator("[data-counted='40']")).to_contain_text("40 of ")
    assert page.locator("[data-certificate] progress").evaluate("(one) => one.value") == 40
    held[0].continue_()
    expect(page.locator("[data-checked]")).to_be_visible(timeout=THINKING)
    assert int(page.locator("[data-checked]").get_attribute("data-checked") or 0) > 10
    assert any("proven" in said for said in studying.heard())
    with page.expect_download() as kept:
        page.keyboard.press("k")
    assert kept.value.suggested_filename.endswith("certificate.txt")
    best = page.locator("[data-line='1']").inner_text()
    assert "%" not in best


def test_openings_are_shown_pointed_at_and_played(visit: Visit) -> None:
    studying = Studying(visit(None, size=DESK))
    page = studying.visitor.page
    studying.arrive("/analysis/relati-classic")
    page.keyboard.press("o")
    rows = page.locator("[data-source=selfplay] [data-opening]")
    expect(rows).to_have_count(6)
    games = [int(one.get_attribute("data-games") or 0) for one in rows.all()]
    assert games == sorted(games, reverse=True)
    assert any("Self-play" in said for said in studying.heard())
    rows.nth(1).hover()
    expect(page.locator("[data-ink='1']").first).to_be_attached()
    token = rows.nth(1).get_attribute("data-opening")
    before = studying.shown()
    rows.nth(1).click()
    studying.wait_past(before)
    expect(rows.first).to_be_visible()
    few = [one.inner_text() for one in rows.all() if int(one.get_attribute("data-games") or 0) < 5]
    assert not [one for one in few if "%" in one]
    page.get_by_role("switch", name="Self-play").click()
    expect(rows).to_have_count(0)
    page.get_by_role("tab", name="Moves").click()
    assert studying.moves() == [token]


@pytest.mark.slow
def test_few_games_have_no_percentage(visit: Visit) -> None:
    """Deep in a line self-play knows some decisions from one or two games only."""
    studying = Studying(visit(None, size=DESK))
    page = studying.visitor.page
    studying.arrive("/analysis/relati-classic")
    page.keyboard.press("o")
    rows = page.locator("[data-source=selfplay] [data-opening]")
    for _ in range(4):
        expect(rows.first).to_be_visible()
        before = studying.shown()
        rows.first.click()
        studying.wait_past(before)
    expect(rows.first).to_be_visible()
    few = [one for one in rows.all() if int(one.get_attribute("data-games") or 0) < 5]
    assert few
    assert not [one.inner_text() for one in few if "%" in one.inner_text()]
    assert all(one.locator("[data-interval]").count() == 0 for one in few)


@pytest.mark.slow
def test_a_deal_is_asked_about_and_its_games_are_counted(visit: Visit) -> None:
    studying = Studying(visit(None, size=DESK))
    page = studying.visitor.page
    studying.arrive("/analysis/tzaar")
    expect(page.get_by_role("tab", name="Deal")).to_have_count(0)
    studying.arrive("/analysis/tzaar?setup=random&seed=7")
    page.keyboard.press("d")
    expect(page.get_by_role("tab", name="Deal")).to_have_attribute("aria-selected", "true")
    page.locator("[data-deal-ask]").click()
    progress = page.locator("[data-deal] progress")
    expect(progress).to_be_visible()
    page.wait_for_function(
        "() => document.querySelector('[data-deal] progress')?.value >= 2", timeout=THINKING
    )
    expect(page.locator("[data-deal-word]")).to_have_count(0)
    page.keyboard.press("d")
    assert any("scores" in said for said in studying.heard())


@pytest.mark.slow
def test_a_deal_ends_in_one_of_three_words(visit: Visit) -> None:
    studying = Studying(visit(None, size=DESK))
    page = studying.visitor.page
    studying.arrive("/analysis/tzaar?setup=random&seed=8")
    page.keyboard.press("d")
    page.locator("[data-deal-ask]").click()
    word = page.locator("[data-deal-word]")
    expect(word).to_be_visible(timeout=10 * THINKING)
    said = word.inner_text()
    assert any(one in said for one in ("Fair", "Favours", "Not decided"))


def test_what_chance_decides_is_listed_said_and_drawn(visit: Visit) -> None:
    state = game("atom").start().play("a")
    assert state.actor == CHANCE
    studying = Studying(visit(None, size=DESK))
    page = studying.visitor.page
    studying.arrive(start("atom", state.dump()))
    odds = state.chances()
    expect(page.locator("[data-draws]")).to_have_attribute("data-draws", str(len(odds)))
    expect(page.locator("[data-draw]")).to_have_count(min(5, len(odds)))
    page.keyboard.press("e")
    expect(page.locator("[data-chances]")).to_be_visible(timeout=THINKING)
    expect(page.locator("[data-engine]")).to_contain_text("on average")
    page.keyboard.press("d")
    assert any("likeliest" in said for said in studying.heard())
    before = studying.shown()
    page.keyboard.press("d")
    studying.wait_past(before)


def clicks(name: str, count: int) -> tuple[str, list[tuple[str, ...]]]:
    """A position, and the sites on which one clicks for some of its decisions."""
    for seed in range(50):
        text = midgame(name, seed, 20)
        paths = [choice.paths[0] for choice in game(name).load(text).view(None).choices]
        on_board = [path for path in paths if not any(step.startswith(BUTTON) for step in path)]
        if len(on_board) >= count:
            return text, random.Random(seed).sample(on_board, count)
    raise AssertionError(f"no such position of {name}")


def test_the_engine_says_how_many_threads_think(visit: Visit) -> None:
    studying = Studying(visit(None, size=DESK))
    studying.visitor.page.add_init_script(THREE_CORES)
    page = wants_engine(studying, start("tzaar", midgame("tzaar", 3)))
    expect(page.locator("[data-engine]")).to_contain_text("2 threads")
    assert covered_numbers(page) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tzaar", "relati", "atom"])
def test_a_click_is_quick_while_the_engine_thinks(visit: Visit, name: str) -> None:
    """From the click until its decision is on the board, by the work of the page's own thread: what
    it does for the engine is included, what others do on the machine is not."""
    studying = Studying(visit(None, size=DESK))
    text, paths = clicks(name, 5)
    page = wants_engine(studying, start(name, text))
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def worked() -> float:
        found = session.send("Performance.getMetrics")["metrics"]
        return 1000 * float(next(one["value"] for one in found if one["name"] == "TaskDuration"))

    times = []
    for path in paths:
        page.keyboard.press("e")
        page.keyboard.press("e")
        expect(page.locator("[data-engine-thinking=true]")).to_be_attached()
        shown, before = studying.shown(), worked()
        for site in path:
            studying.click(site)
        studying.wait_past(shown)
        times.append((worked() - before) / len(path))
        page.keyboard.press("Home")
        expect(studying.root).to_have_attribute("data-node", str(shown))
    assert median(times) <= SLOWEST, times
