"""What people do on the page besides playing whole games: typing, touching, choosing a language,
hearing sounds, asking each other, forgetting."""

from __future__ import annotations

import pytest
from playwright.sync_api import CDPSession, expect
from tests.browser.places import atom, legacy, shown
from tests.browser.playing import Sitting, make_table
from tests.browser.visitors import Visit
from tests.selection import first_quick, slow_but
from tools import picture_positions as positions

ME, FRIEND = {"kind": "me"}, {"kind": "friend"}
_COUNT_SOUNDS = """
window.contexts = 0; window.tones = 0;
const Real = window.AudioContext;
window.AudioContext = class extends Real {
  constructor() { super(); window.contexts += 1; }
  createOscillator() { window.tones += 1; return super.createOscillator(); }
};"""
_KEEP_NOTICES = """
window.notices = [];
window.Notification = class {
  static permission = 'granted';
  constructor(title, { body }) { window.notices.push([title, body]); }
  close() {}
};
Object.defineProperty(document, 'visibilityState', { get: () => window.away ?? 'visible' });"""
_WATCH_MOTION = """() => {
  window.moved = [];
  const watch = (changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        window.moved.push(node.tagName === 'text' ? node.textContent : node.tagName);
      }
    }
  };
  new MutationObserver(watch).observe(document.querySelector('.motion'), { childList: true });
}"""


def type_in(sitting: Sitting, text: str) -> None:
    field = sitting.visitor.page.get_by_role("combobox")
    expect(field).to_be_enabled()
    field.fill(text)
    field.press("Enter")


def drag(session: CDPSession, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A finger goes from one place to another."""

    def touch(kind: str, *points: tuple[float, float]) -> None:
        given = [{"x": x, "y": y} for x, y in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": given})

    touch("touchStart", start)
    for step in range(1, 9):
        (ax, ay), (bx, by) = start, end
        touch("touchMove", (ax + (bx - ax) * step / 8, ay + (by - ay) * step / 8))
    touch("touchEnd")


@pytest.mark.slow
def test_one_person_at_all_seats_reads_who_won_by_symbol(visit: Visit) -> None:
    visitor = visit(None)
    table = make_table(visitor, "tic-tac-toe", seats=[ME, ME])["id"]
    sitting = Sitting(visitor, table, (0, 1))
    sitting.sit()
    for token in ("A1", "A2", "B1", "B2", "C1"):
        before = sitting.shown()
        type_in(sitting, token)
        sitting.wait_past(before)
    dialog = visitor.page.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_have_text("Circle wins")
    expect(dialog.get_by_role("row")).to_have_text(["Circle1", "Cross0"])


@pytest.mark.slow
def test_tokens_of_one_turn_are_typed_at_once_and_stop_with_it(visit: Visit) -> None:
    visitor = visit(None)
    made = make_table(visitor, "tzaar", seats=[ME, ME], options={"setup": "fixed"})
    sitting = Sitting(visitor, made["id"], (0, 1))
    sitting.sit()
    type_in(sitting, sitting.state().view().choices[0].token)
    sitting.wait_past(0)
    first = sitting.state()
    capture = first.view().choices[0].token
    type_in(sitting, f"{capture} pass A1xA2")
    expect(sitting.root).to_have_attribute("data-table-at", "3")
    note = visitor.page.get_by_text("Your turn is over; not played: A1xA2")
    expect(note).to_be_visible()
    assert sitting.decisions() == 3
    type_in(sitting, f"{sitting.state().view().choices[0].token} Z9xZ8")
    expect(visitor.page.get_by_text("Not played: Z9xZ8")).to_be_visible()
    expect(visitor.page.get_by_role("alert").first).to_contain_text("Z9")
    assert sitting.decisions() == 4


@pytest.mark.slow
def test_a_neighbour_is_chosen_in_the_close_up(visit: Visit) -> None:
    visitor = visit(None, size=(360, 760), touch=True)
    sitting = shown(visitor, legacy())
    visitor.page.touchscreen.tap(*sitting.spot("D8"))
    title = visitor.page.locator(".choice-bar h2")
    expect(title).to_have_text("D8")
    box = visitor.page.locator(".loupe svg").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 5 / 6
    visitor.page.touchscreen.tap(x, y)
    expect(title).to_have_text("D9")
    assert sitting.decisions() == 0


@pytest.mark.slow
def test_a_piece_is_carried_by_a_finger(visit: Visit) -> None:
    visitor = visit(None, size=(400, 800), touch=True)
    made = make_table(visitor, "tzaar", seats=[ME, ME], options={"setup": "fixed"})
    sitting = Sitting(visitor, made["id"], (0, 1))
    sitting.sit()
    assert sitting.wait_for_turn()
    start, end = next(path for c in sitting.state().view().choices for path in c.paths)
    session = visitor.context.new_cdp_session(visitor.page)
    drag(session, sitting.spot(start), sitting.spot(end))
    sitting.wait_past(0)
    assert visitor.page.evaluate("() => scrollY") == 0


@pytest.mark.slow
def test_a_click_waits_for_consent_where_one_wants_to_be_asked(visit: Visit) -> None:
    visitor = visit(None)
    sitting = Sitting(visitor, make_table(visitor, "relati-classic", seats=[ME, ME])["id"], (0, 1))
    sitting.sit()
    visitor.page.get_by_role("button", name="Settings").click()
    visitor.page.get_by_role("switch", name="Ask before every move").check()
    visitor.page.keyboard.press("Escape")
    sitting.click("C3")
    button = visitor.page.locator('[data-button="#="]')
    expect(button).to_be_visible()
    assert sitting.decisions() == 0
    button.click()
    sitting.wait_past(0)


@pytest.mark.slow
@pytest.mark.parametrize("still", slow_but(False, of=[False, True]), ids=["moving", "still"])
def test_an_attack_on_a_player_strikes_and_his_life_counts_down(visit: Visit, still: bool) -> None:
    visitor = visit(None, still=still)
    first = f"18:3.0.0.0:{positions.blob(6, 5, 'K')}:-:-"
    sitting = shown(visitor, positions.atom("act:3", first, "7:3.0.0.0:-:-:-"))
    visitor.page.evaluate(_WATCH_MOTION)
    type_in(sitting, "D1")
    sitting.wait_past(0)
    expect(sitting.root).to_have_attribute("data-table-busy", "false")
    lost = 7 - int(visitor.page.locator('[data-life="1"]').text_content() or "7")
    assert lost > 1
    numbers = [str(7 - gone) for gone in range(lost)]
    assert visitor.page.evaluate("() => moved") == ([] if still else ["path", *numbers])
    expect(visitor.page.locator(".motion > *")).to_have_count(0)


@pytest.mark.parametrize("width", slow_but(360, of=[360, 604]))
def test_what_may_still_be_done_stands_beside_a_small_board(visit: Visit, width: int) -> None:
    visitor = visit(None, size=(width, 900))
    sitting = shown(visitor, atom())
    seats = visitor.page.get_by_role("list", name="Seats")
    for words in ("life 18", "attacks left 3"):
        expect(seats.get_by_role("listitem").first).to_contain_text(words)
    for name in ("the first player", "the second player"):
        drawn = sitting.board.locator("text", has_text=name)
        expect(drawn).to_have_count(1 if width > 400 else 0)


@pytest.mark.parametrize(
    ("language", "play", "title"),
    first_quick(
        ("zh-Hant", "對電腦下", "● 輪到你 · Relati 經典"),
        ("zh-Hans", "对电脑下", "● 轮到你 · Relati 经典"),
        ("en", "Play the computer", "● Your turn · Relati Classic"),
    ),
)
def test_somebody_new_plays_with_one_click(
    visit: Visit, language: str, play: str, title: str
) -> None:
    page = visit("/", language=language).page
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.get_by_role("button", name=play).first.click()
    expect(page.locator('[data-table-mine="true"]')).to_be_visible()
    expect(page).to_have_title(title)
    page.get_by_role("button", name="English").first.click()
    expect(page).to_have_title("● Your turn · Relati Classic")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.get_by_role("link", name="Records").click()
    expect(page).to_have_title("Records · duiyi")


@pytest.mark.slow
def test_sounds_wait_for_a_gesture_and_silence_is_remembered(visit: Visit) -> None:
    visitor = visit(None)
    visitor.page.add_init_script(_COUNT_SOUNDS)
    sitting = Sitting(visitor, make_table(visitor, "relati-classic", seats=[ME, ME])["id"], (0, 1))
    sitting.sit()
    assert sitting.wait_for_turn()
    assert visitor.page.evaluate("() => [contexts, tones]") == [0, 0]
    sitting.click("C3")
    sitting.wait_past(0)
    assert visitor.page.evaluate("() => contexts") == 1
    visitor.page.wait_for_function("() => tones > 0")
    visitor.page.get_by_role("button", name="Sound").click()
    visitor.page.reload()
    assert sitting.wait_for_turn()
    expect(visitor.page.get_by_role("button", name="Sound")).to_have_attribute(
        "aria-pressed", "false"
    )
    sitting.click("C4")
    sitting.wait_past(1)
    assert visitor.page.evaluate("() => tones") == 0


@pytest.mark.slow
def test_somebody_who_looks_elsewhere_is_notified(visit: Visit) -> None:
    host, friend = visit(None), visit(None)
    host.page.add_init_script(_KEEP_NOTICES)
    made = make_table(host, "relati-classic", seats=[FRIEND, ME])
    Sitting(host, made["id"], (1,)).sit()
    other = Sitting(friend, made["id"], (0,))
    other.sit(f"#seat={made['secrets']['0']}")
    assert other.wait_for_turn()
    expect(host.page).to_have_title("Relati Classic · duiyi")
    host.page.evaluate("() => { window.away = 'hidden'; }")
    other.click("A1")
    expect(host.page).to_have_title("● Your turn · Relati Classic")
    asked = "Put your first symbol on any empty cell. The next ones go beside your own."
    assert host.page.evaluate("() => notices") == [["Your turn", asked]]


@pytest.mark.slow
def test_an_undo_is_declined_and_a_rematch_agreed_to(visit: Visit) -> None:
    host, friend = visit(None), visit(None)
    made = make_table(host, "tic-tac-toe", seats=[ME, FRIEND])
    one, two = Sitting(host, made["id"], (0,)), Sitting(friend, made["id"], (1,))
    one.sit()
    two.sit(f"#seat={made['secrets']['1']}")
    assert one.wait_for_turn()
    one.click("B2")
    one.wait_past(0)
    host.page.get_by_role("button", name="Undo").first.click()
    friend.page.get_by_role("button", name="Decline").click()
    expect(host.page.get_by_text("The undo is not agreed to.")).to_be_visible()
    assert one.decisions() == 1
    host.page.get_by_role("button", name="Resign").first.click()
    host.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(friend.page.get_by_role("dialog").get_by_role("heading")).to_have_text("You win")
    dialog = host.page.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_have_text("You lose")
    dialog.get_by_role("button", name="Rematch").click()
    friend.page.get_by_role("dialog").get_by_role("button", name="Accept").click()
    for visitor in (host, friend):
        expect(visitor.page.get_by_role("dialog").get_by_text("asks for a rematch")).to_have_count(
            0
        )
        visitor.page.get_by_role("dialog").get_by_role("link", name="Go to the rematch").click()
        expect(visitor.page.locator('[data-table-status="running"]')).to_be_visible()
        expect(visitor.page.get_by_role("dialog")).to_have_count(0)
    assert host.page.url == friend.page.url
    expect(friend.page.locator('[data-table-mine="true"]')).to_be_visible()


@pytest.mark.slow
def test_a_guest_is_forgotten_at_once(visit: Visit) -> None:
    visitor = visit("/")
    page = visitor.page
    page.get_by_role("button", name="Choose a name").click()
    page.get_by_role("textbox", name="Name").fill("Wei")
    page.get_by_role("button", name="Keep").click()
    page.locator('[data-quick="relati"]').click()
    expect(page.locator("[data-table-status]")).to_be_visible()
    visitor.open("/")
    expect(page.get_by_role("heading", name="Go on: Relati, against Level 3")).to_be_visible()
    page.get_by_role("button", name="Wei").click()
    page.get_by_role("button", name="Forget me").click()
    page.get_by_role("button", name="Forget", exact=True).click()
    expect(page.get_by_role("heading", name="New here?")).to_be_visible()
    expect(page.get_by_role("button", name="Choose a name")).to_be_visible()
    expect(page.get_by_role("heading", name="Go on")).to_have_count(0)
