"""Reviews: whole runs by mouse and by keys alone, learning without a spoiler, what is guarded."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.analysing import line
from tests.browser.measure import overflow, scrolling, sealed_controls
from tests.browser.places import hand_in, random_record
from tests.browser.playing import make_table
from tests.browser.reviewing import (
    GAMES,
    PATIENCE,
    Reviewing,
    handed_in,
    made_up,
    missed_at,
    winning_turn,
)
from tests.browser.test_accessibility import findings
from tests.browser.test_analysis import play_out
from tests.browser.visitors import Visit
from tests.browser.wording import wording
from tests.meaningless import meaningless
from tests.selection import first_quick, slow_but

from duiyi import game
from duiyi.core.locale import text as said
from duiyi.core.record import Decision, Node, Record
from duiyi.core.record.dyr import write_dyr
from duiyi.core.record.files import read
from duiyi.core.state import State
from duiyi.core.view.forced import forced_in

DESK, PHONE = (1440, 900), (390, 844)
LOOKS = [
    (DESK, "en", False), (PHONE, "zh-Hant", True), (DESK, "zh-Hans", True), (PHONE, "en", False),
]  # fmt: skip
SPOILERS = ("%", "→", "blunder", "inaccuracy", "missed win", "proven", "only move")


def learn_from(reviewing: Reviewing, name: str, *, keys: bool, language: str = "en") -> None:
    """To the win that was missed; then what was played in the game, which is not it, and a turn
    that wins, which is."""
    page, record = reviewing.visitor.page, made_up(name)
    number, state = missed_at(record)
    if state.actor:
        page.keyboard.press("f")
    if keys:
        page.keyboard.press("j")
    else:
        reviewing.begin.click()
    expect(reviewing.learn).to_have_attribute("data-learn", "find")
    for _ in range(5):
        if reviewing.learn.get_attribute("data-learn-number") == str(number):
            break
        page.keyboard.press("y") if keys else page.locator("[data-learn-skip]").click()
        expect(reviewing.learn).to_have_attribute("data-learn", "find")
    expect(reviewing.learn).to_have_attribute("data-learn-number", str(number))
    nothing_is_given_away(reviewing)
    # A click on a tray of atom is a click on its cell, with which something begins.
    if not keys and name != "atom":
        nothing = meaningless(state)
        reviewing.click(nothing)
        _, broken = state.why_path([nothing])
        assert broken is not None
        expect(page.locator("[data-reason]")).to_contain_text(said(broken.message))
    made = [node.token for node in record.nodes[number:] if isinstance(node, Decision)]
    play(reviewing, made, keys=keys)
    expect(reviewing.learn).to_have_attribute("data-learn", "wrong", timeout=PATIENCE)
    if keys:
        assert any(map(wording("review:learn.wrong", language).search, reviewing.heard()))
        page.keyboard.press("z")
    else:
        page.locator("[data-learn-again]").click()
    expect(reviewing.learn).to_have_attribute("data-learn", "find")
    play(reviewing, winning_turn(state), keys=keys)
    expect(reviewing.learn).to_have_attribute("data-learn", "good", timeout=PATIENCE)
    assert any(map(wording("review:learn.good", language).search, reviewing.heard()))


def play(reviewing: Reviewing, tokens: list[str], *, keys: bool) -> None:
    """What decides nothing is played by the page."""
    _, state = missed_at(made_up(str(reviewing.root.get_attribute("data-review"))))
    for at, token in enumerate(tokens):
        if at == 0 or forced_in(state) is None:
            choice = next(one for one in state.view(None).choices if one.token == token)
            (reviewing.play_by_keys if keys else reviewing.play_by_mouse)(state, choice)
        state = state.play(token)


def nothing_is_given_away(reviewing: Reviewing) -> None:
    """No line, sign or value is in the page before something was tried."""
    page = reviewing.visitor.page
    html = str(page.locator("main").inner_html())
    for sign in (
        "data-sign",
        "data-mark",
        "data-moment",
        "data-graph",
        "data-ink",
        "data-accuracy",
    ):
        assert sign not in html, sign
    said = str(page.evaluate("() => document.body.textContent"))
    assert not [word for word in SPOILERS if word in said]


def wins_at_once(state: State[Any], played: Sequence[Node]) -> bool:
    """Whether a line begins with a turn that wins for whoever decides there; there may be others
    that win."""
    seat, turn = state.actor, state.turn
    assert seat is not None
    for node in played:
        if (state.actor, state.turn) != (seat, turn):
            break
        assert isinstance(node, Decision)
        state = state.play(node.token)
    return state.outcome is not None and state.outcome.scores[seat] == 1


@pytest.mark.parametrize("name", slow_but("relati-classic", of=GAMES))
def test_a_review_by_mouse(visit: Visit, name: str) -> None:
    visitor = visit(None, size=DESK)
    page, reviewing = visitor.page, Reviewing(visitor)
    record = made_up(name)
    number, missed = missed_at(record)
    visitor.open(f"/record/{handed_in(visitor, name)}")
    page.locator("[data-review-link]").first.click()
    reviewing.reviewed()
    assert int(page.locator("[data-graph]").get_attribute("data-known") or 0) > 1
    expect(page.locator("[data-moment]").first).to_be_visible()
    assert page.locator("[data-moment]").count() <= 7
    with page.expect_download() as started:
        page.locator("[data-save]").click()
    annotated = read(Path(started.value.path()).read_text("utf-8"))
    judged = annotated.nodes[number]
    assert any("missed win" in comment for comment in judged.comments)
    assert wins_at_once(missed, judged.variations[0])
    assert [one.actor for one in annotated.nodes] == [one.actor for one in record.nodes]
    page.locator("[data-table]").click()
    page.locator(f"[data-row='{number}'] button").click()
    expect(reviewing.root).to_have_attribute("data-at", str(number))
    expect(page.locator("[data-here]")).to_contain_text("missed win")
    page.locator("[data-sum]").click()
    expect(page.get_by_role("dialog").locator("tfoot")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("[data-table]").click()
    page.locator("[data-graph]").click(position={"x": 1200, "y": 60})
    expect(reviewing.root).not_to_have_attribute("data-at", str(number))
    at = reviewing.root.get_attribute("data-cursor")
    page.locator("[data-analyse]").click()
    page.wait_for_url(lambda address: "/analysis" in address)
    page.go_back()
    expect(reviewing.root).to_have_attribute("data-work", "done", timeout=3000)
    expect(reviewing.root).to_have_attribute("data-cursor", str(at))
    learn_from(reviewing, name, keys=False)
    expect(page.locator("[data-comes-back]")).to_contain_text("tomorrow")
    kept = page.evaluate("() => Object.keys(JSON.parse(localStorage['duiyi.puzzles']).cards)")
    assert [key.rsplit("/", 1)[1] for key in kept] == [str(number)]


@pytest.mark.parametrize("name", slow_but("relati-classic", of=GAMES))
def test_what_was_missed_comes_back_among_the_puzzles(visit: Visit, name: str) -> None:
    visitor = visit("/puzzles", size=DESK)
    page, reviewing = visitor.page, Reviewing(visitor)
    number, state = missed_at(made_up(name))
    record = handed_in(visitor, name)
    card = {
        "game": name, "href": f"/review?record={record}&learn={number}", "due": 1, "last": 0,
        "stability": 1, "difficulty": 5, "days": 1, "reps": 1, "lapses": 0, "state": 2,
        "own": {"turn": state.turn, "mine": True, "names": ["Ann"]},
    }  # fmt: skip
    kept = json.dumps({"cards": {f"review/records/{record}/{number}": card}})
    page.evaluate("(kept) => localStorage.setItem('duiyi.puzzles', kept)", kept)
    visitor.open("/puzzles")
    due = page.locator("[data-due-card=own]")
    expect(due).to_contain_text(f"from your game with Ann, turn {state.turn}")
    due.locator("a").click()
    expect(reviewing.learn).to_have_attribute("data-learn", "find", timeout=PATIENCE)
    expect(reviewing.learn).to_have_attribute("data-learn-number", str(number))
    nothing_is_given_away(reviewing)
    play(reviewing, winning_turn(state), keys=False)
    expect(reviewing.learn).to_have_attribute("data-learn", "good", timeout=PATIENCE)
    expect(page.locator("[data-comes-back]")).to_contain_text("days")
    page.locator("[data-learn-next]").click()
    expect(page.locator("[data-due]")).to_have_attribute("data-due", "0")


@pytest.mark.parametrize("asks", slow_but(False, of=[False, True]), ids=["shown", "asked"])
def test_a_game_that_was_dealt_says_whether_that_was_fair(visit: Visit, asks: bool) -> None:
    visitor = visit(None, size=DESK)
    page, reviewing = visitor.page, Reviewing(visitor)
    reviewing.arrive(handed_in(visitor, "relati-classic"))
    expect(page.locator("[data-deal]")).to_have_count(0)
    state = game("tzaar").start(2, setup="random", seed=7)
    record = Record.of(state).withdrawn(0, "resigned")
    reviewing.arrive(hand_in(visitor, write_dyr(record)))
    expect(page.locator("[data-deal]")).to_contain_text("Is this deal fair?")
    if not asks:
        return
    page.locator("[data-deal-ask]").click()
    expect(page.locator("[data-deal] progress")).to_be_visible()
    expect(page.locator("[data-deal]")).to_contain_text("games")


def test_a_record_without_a_result_is_not_reviewed(visit: Visit) -> None:
    visitor = visit(None, size=DESK)
    tags = '[Game "relati-classic"] [Version "1"] [Seats "2"] [Result "*"]'
    record = hand_in(visitor, f"{tags}\n1 @0 E5\n")
    visitor.open(f"/record/{record}")
    expect(visitor.page.locator("[data-unfinished]")).to_contain_text("no result")
    expect(visitor.page.locator("[data-review-link]")).to_have_count(0)
    visitor.open(f"/review?record={record}")
    expect(visitor.page.locator("[data-unfinished]")).to_be_visible()


@pytest.mark.parametrize(
    ("name", "size", "language"),
    first_quick(
        ("relati-classic", DESK, "en"),
        ("relati", PHONE, "zh-Hant"),
        ("relati-legacy", DESK, "zh-Hans"),
        ("tzaar", PHONE, "zh-Hans"),
        ("atom", DESK, "zh-Hant"),
    ),
    ids=str,
)
def test_a_review_by_keys_alone(
    visit: Visit, name: str, size: tuple[int, int], language: str
) -> None:
    visitor = visit(None, size=size, language=language)
    page, reviewing = visitor.page, Reviewing(visitor)
    number, _ = missed_at(made_up(name))
    reviewing.arrive(handed_in(visitor, name))
    reviewing.reviewed()
    assert any(map(wording("review:said.moments", language).search, reviewing.heard()))
    page.keyboard.press("End")
    expect(reviewing.root).to_have_attribute("data-cursor", str(len(made_up(name).nodes)))
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(reviewing.root).to_have_attribute("data-cursor", "1")
    page.keyboard.press("End")
    for _ in range(len(made_up(name).nodes)):
        if reviewing.root.get_attribute("data-cursor") == str(number):
            break
        page.keyboard.press("Shift+ArrowLeft")
    expect(reviewing.root).to_have_attribute("data-cursor", str(number))
    assert wording("review:said.from-win", language).search(reviewing.heard()[-1])
    assert wording("review:mark.missed", language).search(reviewing.heard()[-1])
    page.keyboard.press("n")
    assert "%" in reviewing.heard()[-1]
    page.keyboard.press("Shift+G")
    expect(page.locator("[data-review-table]")).to_be_visible()
    page.keyboard.press("Shift+G")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    learn_from(reviewing, name, keys=True, language=language)
    page.keyboard.press("Escape")
    expect(page.locator("[data-graph]")).to_be_visible()


@pytest.mark.slow
def test_a_long_review_is_stopped_gone_on_with_hinted_at_and_heard(visit: Visit) -> None:
    visitor = visit(None, size=DESK)
    page, reviewing = visitor.page, Reviewing(visitor)
    reviewing.arrive(hand_in(visitor, random_record("tzaar", 500)))
    page.locator("[data-stop]").click()
    expect(reviewing.root).to_have_attribute("data-work", "stopped")
    page.locator("[data-go-on]").click()
    reviewing.reviewed()
    if reviewing.begin.is_disabled():
        page.keyboard.press("f")
    reviewing.begin.click()
    expect(reviewing.learn).to_have_attribute("data-learn", "find")
    for step in ("1", "2"):
        page.keyboard.press("h")
        expect(page.locator("[data-hint]")).to_have_attribute("data-hint", step)
    page.keyboard.press("h")
    expect(reviewing.learn).to_have_attribute("data-learn", "shown", timeout=PATIENCE)
    page.keyboard.press("Escape")
    page.keyboard.press("Home")
    page.keyboard.press("g")
    expect(reviewing.root).not_to_have_attribute("data-cursor", "0")
    page.keyboard.press("x")
    stopped = reviewing.root.get_attribute("data-cursor")
    assert "Turn" in reviewing.heard()[-1]
    page.wait_for_timeout(300)
    expect(reviewing.root).to_have_attribute("data-cursor", str(stopped))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), [("relati-classic", 3), ("relati-legacy", 3)])
def test_more_seats_have_bands_and_lines(visit: Visit, name: str, seats: int) -> None:
    visitor = visit(None, size=DESK)
    page, reviewing = visitor.page, Reviewing(visitor)
    reviewing.arrive(handed_in(visitor, name, seats))
    reviewing.reviewed()
    expect(page.locator("[data-graph=bands]")).to_be_visible()
    page.get_by_role("button", name="Lines").click()
    expect(page.locator("[data-graph=lines]")).to_be_visible()
    assert page.locator("li[data-seat]").count() == seats


@pytest.mark.slow
def test_the_server_judges_where_the_browser_cannot(visit: Visit) -> None:
    visitor = visit(None, size=DESK)
    visitor.page.add_init_script("delete window.WebAssembly;")
    reviewing = Reviewing(visitor)
    reviewing.arrive(handed_in(visitor, "relati-classic"))
    reviewing.reviewed()
    expect(visitor.page.locator("[data-moment]").first).to_be_visible()


@pytest.mark.slow
def test_what_people_play_now_is_not_reviewed(visit: Visit) -> None:
    ann, ben = visit(None, size=DESK), visit(None, size=DESK)
    made = make_table(ann, "relati-classic", seats=({"kind": "me"}, {"kind": "friend"}))
    ben.context.request.post(
        f"{ben.url}api/tables/{made['id']}/sit", data={"secret": made["secrets"]["1"]}
    )
    moves = [
        (state, one.token) for state, one in line("relati-classic", 6) if not isinstance(one, str)
    ]
    play_out(ann, ben, made["id"], [token for _, token in moves])
    ann.open(f"/review?table={made['id']}")
    expect(ann.page.locator("[data-unfinished]")).to_be_visible()
    record = Record.of(moves[0][0])
    for state, token in moves:
        record = record.played(state, token)
    handed = hand_in(ann, write_dyr(record.withdrawn(0, "resigned")))
    reviewing = Reviewing(ann)
    reviewing.arrive(handed)
    reviewing.reviewed()
    assert int(reviewing.root.get_attribute("data-skipped") or 0) >= 1
    ann.open(f"/table/{made['id']}")
    expect(ann.page.locator("[data-table-status=running]")).to_be_visible()
    expect(ann.page.locator("[data-review-link]")).to_have_count(0)


@pytest.mark.parametrize(("size", "language", "dark"), first_quick(*LOOKS), ids=str)
def test_a_review_is_whole_in_every_look(
    visit: Visit, size: tuple[int, int], language: str, dark: bool
) -> None:
    visitor = visit(None, size=size, language=language, dark=dark, touch=size == PHONE)
    page, reviewing = visitor.page, Reviewing(visitor)
    reviewing.arrive(handed_in(visitor, "relati-classic"))
    reviewing.reviewed()
    looked_at(reviewing, size)
    page.locator("[data-table]").click()
    assert not findings(page)
    if reviewing.begin.is_disabled():
        page.keyboard.press("f")
    reviewing.begin.click()
    expect(reviewing.learn).to_have_attribute("data-learn", "find")
    looked_at(reviewing, size)


def looked_at(reviewing: Reviewing, size: tuple[int, int]) -> None:
    page = reviewing.visitor.page
    assert not findings(page)
    assert not overflow(page)
    if size == DESK:
        assert not scrolling(page, "html")
    assert len(sealed_controls(page)) <= 1
    assert page.evaluate("() => window.__missingWords ?? []") == []
