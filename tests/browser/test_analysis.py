"""The analysis board: whole runs by mouse and by keys alone, links, what is guarded, its looks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.analysing import GAMES, Studying, line
from tests.browser.measure import overflow, scrolling, sealed_controls, small_targets
from tests.browser.places import hand_in, random_record
from tests.browser.playing import make_table
from tests.browser.test_accessibility import findings
from tests.browser.visitors import Visit
from tests.selection import first_quick

from duiyi import game
from duiyi.core import CHANCE
from duiyi.core.record import Decision, Node
from duiyi.core.record.files import read
from duiyi.core.view.forced import forced_in

DESK, PHONE = (1440, 900), (390, 844)
LOOKS = [
    (DESK, "en", False), (PHONE, "zh-Hant", True), (DESK, "zh-Hans", True), (PHONE, "en", False),
]  # fmt: skip


def played(studying: Studying, name: str, length: int, *, keys: bool) -> list[str]:
    """A line on the board; the tokens. What decides nothing is played by the page."""
    tokens, skipped = list[str](), False
    for state, choice in line(name, length):
        skipped = forced_in(state) is not None and bool(tokens)
        if isinstance(choice, str):
            before = studying.shown()
            drawn = studying.visitor.page.locator(f"[data-draw='{choice}']")
            if keys:
                drawn.focus()
                studying.visitor.page.keyboard.press("Enter")
            else:
                drawn.click()
            studying.wait_past(before)
            tokens.append(choice)
            continue
        if not skipped:
            play = studying.play_by_keys if keys else studying.play_by_mouse
            play(state, choice)
        tokens.append(choice.token)
    for token in tokens_after(name, tokens):
        tokens.append(token)
        expect(studying.visitor.page.locator(".tree [data-node]")).to_have_count(len(tokens))
    return tokens


def tokens_after(name: str, tokens: Sequence[str]) -> list[str]:
    """What the page plays by itself after these."""
    state, found = game(name).start(), list[str]()
    for token in tokens:
        state = state.play(token)
    while state.actor is not None and (alone := forced_in(state)) is not None:
        found.append(alone)
        state = state.play(alone)
    return found


def comment(page: Page, text: str) -> None:
    page.locator("[data-panel=comment]").click()
    page.get_by_role("tabpanel").locator("textarea").fill(text)
    page.locator("[data-panel=moves]").click()


RUNS = [
    ("relati-classic", DESK, "en"),
    *((name, DESK, "en") for name in GAMES if name != "relati-classic"),
    *((name, PHONE, "zh-Hant") for name in GAMES),
    *((name, DESK, "zh-Hans") for name in GAMES),
]


@pytest.mark.parametrize(("name", "size", "language"), first_quick(*RUNS), ids=str)
def test_a_study_by_mouse_and_its_link_opens_the_same(
    visit: Visit, name: str, size: tuple[int, int], language: str
) -> None:
    studying = Studying(visit(None, size=size, language=language))
    page = studying.visitor.page
    studying.arrive(f"/analysis/{name}")
    tokens = played(studying, name, 6, keys=False)
    if size == PHONE:
        page.locator("[data-tab=variations]").click()
    assert studying.moves() == tokens
    comment(page, 'the end "so far" {1}')
    page.locator(".tree [data-node]").first.click()
    before = studying.shown()
    other = other_than(studying, name, tokens[0])
    studying.wait_past(before)
    assert {*studying.moves()} >= {*tokens, other}
    expect(page.locator("[data-variation]")).to_have_count(1)
    page.wait_for_function("() => location.hash.length > 5")
    link, tree = settled_link(page), studying.tree()
    page.reload()
    studying.ready()
    expect(page.locator(".tree [data-node]")).to_have_count(len(tree["moves"]))
    assert studying.tree() == tree
    stranger = Studying(visit(None, size=DESK, language=language))
    stranger.arrive(link[link.index("/analysis") :])
    expect(stranger.visitor.page.locator(".tree [data-node]")).to_have_count(len(tree["moves"]))
    assert stranger.tree() == tree


def other_than(studying: Studying, name: str, token: str) -> str:
    """Decides something else after the first decision, or has it drawn; the token."""
    page, state = studying.visitor.page, game(name).start().play(token)
    _, next_one = list(line(name, 2))[1]
    taken = next_one if isinstance(next_one, str) else next_one.token
    if state.actor == CHANCE:
        drawn = page.locator(f"[data-draw]:not([data-draw='{taken}'])").first
        found = drawn.get_attribute("data-draw") or ""
        drawn.click()
        return found
    texts = [state.text(action) for action in state.actions()]
    found = next(one for one in texts if one != taken)
    page.get_by_role("combobox").fill(found)
    page.get_by_role("combobox").press("Enter")
    return found


def settled_link(page: Page) -> str:
    """The address when it does not change any more."""
    return str(
        page.evaluate(
            """async () => {
              for (let before = ''; before !== location.href; ) {
                before = location.href;
                await new Promise((done) => setTimeout(done, 700));
              }
              return location.href;
            }"""
        )
    )


@pytest.mark.parametrize(("name", "size", "language"), first_quick(*RUNS), ids=str)
def test_a_study_by_keys_alone(
    visit: Visit, name: str, size: tuple[int, int], language: str
) -> None:
    studying = Studying(visit(None, size=size, language=language))
    page, keys = studying.visitor.page, studying.visitor.page.keyboard
    studying.arrive(f"/analysis/{name}")
    tokens = played(studying, name, 4, keys=True)
    assert studying.moves() == tokens
    page.locator("h1").first.evaluate("(one) => { one.tabIndex = -1; one.focus(); }")
    keys.press("Home")
    expect(studying.root).to_have_attribute("data-node", "0")
    keys.press("ArrowRight")
    expect(page.locator(".tree [data-node]").first).to_have_attribute("aria-current", "step")
    page.locator(".tree [data-node]").last.focus()
    keys.press("Shift+F10")
    expect(page.get_by_role("menu")).to_be_visible()
    page.locator("[role=menuitem][data-act=delete]").focus()
    keys.press("Enter")
    expect(page.locator(".tree [data-node]")).to_have_count(len(tokens) - 1)
    keys.press("z")
    expect(page.locator(".tree [data-node]")).to_have_count(len(tokens))
    keys.press("Shift+Z")
    expect(page.locator(".tree [data-node]")).to_have_count(len(tokens) - 1)
    keys.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    keys.press("Escape")
    said = len(studying.heard())
    keys.press("m")
    page.wait_for_function(
        "(before) => document.querySelectorAll('[role=log] p').length > before", arg=said
    )


@pytest.mark.slow
def test_every_key_of_the_list_does_something(visit: Visit) -> None:
    """What is said, shown, or where one is has changed after each."""
    studying = Studying(visit(None, size=DESK))
    page = studying.visitor.page
    studying.arrive("/analysis/relati-classic")
    for token in ("C3", "B2", "D4"):
        before = studying.shown()
        page.get_by_role("combobox").fill(token)
        page.get_by_role("combobox").press("Enter")
        studying.wait_past(before)
    page.locator("h1").first.evaluate("(one) => { one.tabIndex = -1; one.focus(); }")
    page.evaluate(
        """() => {
          window.happened = 0;
          new MutationObserver(() => { window.happened += 1; }).observe(
            document.body, { subtree: true, childList: true, attributes: true });
          document.addEventListener('focusin', () => { window.happened += 1; });
        }"""
    )
    pressed = [
        *("Home", "ArrowRight", "ArrowLeft", "End", "ArrowLeft", ".", ",", "m", "p", "l", "a", "n"),
        *("f", "w", "1", "k", "d", "o", "v", "e", "e", "+", "-", "t", "/", "b", "r", "r", "?"),
    ]
    for key in pressed:
        page.evaluate("() => { window.happened = 0; }")
        page.keyboard.press(key)
        page.wait_for_function("() => window.happened > 0")
        if key == "?":
            page.keyboard.press("Escape")
        if key in "tTb/":
            page.locator("h1").first.evaluate("(one) => one.focus()")


def test_a_finished_game_leads_to_its_analysis_and_is_saved_with_variations(
    visit: Visit, tmp_path: Path
) -> None:
    visitor = visit(None, size=DESK)
    record = random_record("relati-classic", 12)
    id = hand_in(visitor, record)
    visitor.open(f"/record/{id}?at=2")
    visitor.page.locator("[data-analyse]").click()
    studying = Studying(visitor)
    studying.ready()
    page = visitor.page
    nodes = tokens_of(read(record).nodes)
    expect(page.locator(".tree [data-node]")).to_have_count(len(nodes))
    assert studying.moves() == nodes
    assert studying.tree()["current"] == 1
    comment(page, "here it was decided")
    other = another_after(nodes[:2], nodes[2])
    page.get_by_role("combobox").fill(other)
    page.get_by_role("combobox").press("Enter")
    expect(page.locator("[data-variation]")).to_have_count(1)
    with page.expect_download() as kept:
        page.locator("[data-save]").click()
    saved = tmp_path / "study.dyr"
    kept.value.save_as(saved)
    again = read(saved.read_text("utf-8"))
    assert tokens_of(again.nodes) == nodes
    assert again.nodes[1].comments == ("here it was decided",)
    assert [tokens_of(line[:1]) for line in again.nodes[2].variations] == [[other]]


def tokens_of(nodes: Sequence[Node]) -> list[str]:
    return [node.token for node in nodes if isinstance(node, Decision)]


def another_after(tokens: list[str], token: str) -> str:
    state = game("relati-classic").start()
    for one in tokens:
        state = state.play(one)
    return next(state.text(action) for action in state.actions() if state.text(action) != token)


def test_clicks_that_mean_nothing_are_explained(visit: Visit) -> None:
    studying = Studying(visit(None, size=DESK))
    studying.arrive("/analysis/relati-classic")
    played(studying, "relati-classic", 1, keys=False)
    studying.click(studying.moves()[0])
    expect(studying.visitor.page.locator("[data-reason]")).to_be_visible()


def test_a_position_that_people_play_has_no_engine(visit: Visit) -> None:
    ann, ben = visit(None, size=DESK), visit(None, size=DESK)
    made = make_table(ann, "relati-classic", seats=({"kind": "me"}, {"kind": "friend"}))
    tokens = [
        choice.token for _, choice in line("relati-classic", 6) if not isinstance(choice, str)
    ]
    sitting = Studying(ann)
    ben.context.request.post(
        f"{ben.url}api/tables/{made['id']}/sit", data={"secret": made["secrets"]["1"]}
    )
    play_out(ann, ben, made["id"], tokens)
    sitting.arrive(f"/analysis?table={made['id']}&at={len(tokens)}")
    expect(ann.page.locator("[data-guarded]")).to_be_visible()
    expect(ann.page.get_by_role("switch", name="Engine")).to_have_count(0)
    ann.page.keyboard.press("o")
    expect(ann.page.locator("[data-openings-refused]")).to_be_visible()
    refused = ann.context.request.post(
        f"{ann.url}api/openings", data={"game": "relati-classic", "tokens": tokens}
    )
    assert refused.status == 403
    ann.page.keyboard.press("e")
    expect(ann.page.locator("[data-engine]")).to_have_attribute("data-engine", "off")
    ann.page.keyboard.press("Home")
    expect(ann.page.get_by_role("switch", name="Engine")).to_be_visible()


def play_out(ann: object, ben: object, table: str, tokens: list[str]) -> None:
    """By the sockets of both, as their pages do."""
    people = [Studying(ann, table), Studying(ben, table)]  # type: ignore[arg-type]
    state = game("relati-classic").start()
    for token in tokens:
        assert state.actor is not None
        page = people[state.actor].visitor.page
        page.goto(people[0].visitor.url)
        page.evaluate(
            """([table, token]) => new Promise((done) => {
              const server = location.origin.replace('http', 'ws');
              const socket = new WebSocket(`${server}/api/tables/${table}/socket`);
              const tell = (said) => socket.send(JSON.stringify(said));
              socket.onmessage = ({ data }) => {
                const said = JSON.parse(data);
                if (said.type === 'table') tell({ do: 'play', on: said.id, token, ref: 1 });
                if (said.ref === 1) { socket.close(); done(); }
              };
            })""",
            [table, token],
        )
        state = state.play(token)


@pytest.mark.parametrize(("size", "language", "dark"), first_quick(*LOOKS), ids=str)
def test_the_page_is_whole_in_every_look(
    visit: Visit, size: tuple[int, int], language: str, dark: bool
) -> None:
    visitor = visit(None, size=size, language=language, dark=dark, touch=size == PHONE)
    studying = Studying(visitor)
    visitor.open("/analysis")
    expect(visitor.page.locator("[data-game=tzaar]")).to_be_visible()
    assert not findings(visitor.page)
    for name in ("tzaar", "atom"):
        studying.arrive(f"/analysis/{name}")
        assert not findings(visitor.page)
        assert not overflow(visitor.page)
        visitor.page.keyboard.press("o")
        expect(visitor.page.locator("[data-openings]")).to_be_visible()
        visitor.page.keyboard.press("e")
        expect(visitor.page.locator("[data-line='1']")).to_be_visible(timeout=60_000)
        assert not findings(visitor.page)
        assert not overflow(visitor.page)
        if size == PHONE:
            assert not small_targets(visitor.page, 44, row=32)
        if size == DESK:
            assert not scrolling(visitor.page, "html, .side")
        assert len(sealed_controls(visitor.page)) <= 1
    assert visitor.page.evaluate("() => window.__missingWords ?? []") == []


@pytest.mark.slow
def test_a_position_is_handed_to_a_friend_and_played_against_a_computer(visit: Visit) -> None:
    ann, ben = visit(None, size=DESK), visit(None, size=DESK)
    studying = Studying(ann)
    studying.arrive("/analysis/relati-classic")
    played(studying, "relati-classic", 3, keys=False)
    ann.page.locator("[data-hand]").click()
    ann.page.get_by_role("button", name="Make the table").click()
    ann.page.wait_for_url("**/table/*")
    link = ann.page.locator("input[readonly]").first
    expect(link).to_be_visible()
    ben.page.goto(link.input_value())
    expect(ben.page.get_by_role("dialog")).to_be_visible()
    ann.page.go_back()
    studying.ready()
    ann.page.locator("[data-play]").click()
    ann.page.get_by_role("button", name="Play", exact=True).click()
    ann.page.wait_for_url("**/table/*")
    expect(ann.page.locator("[data-table-at]")).to_be_visible()
