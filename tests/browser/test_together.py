"""Several browsers at one table: online, watching, resigning, reloading, losing the connection."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.playing import Sitting, make_table
from tests.browser.visitors import Visit, Visitor

FRIEND = {"kind": "friend"}
ME = {"kind": "me"}


def move(sitting: Sitting) -> None:
    """One decision, when it is this person's turn."""
    assert sitting.wait_for_turn()
    state = sitting.state()
    sitting.play_by_mouse(state, sitting.wish(state, state.view().choices))


def pieces(visitor: Visitor) -> list[str]:
    """What stands on the board, once it is drawn: every piece with its site."""
    drawn = visitor.page.locator("svg.board-play [data-layer] [data-site]")
    expect(drawn.first).to_be_attached()
    found: list[str] = visitor.page.evaluate(
        """() => [...document.querySelectorAll('svg.board-play [data-layer] [data-site]')]
          .map((one) => `${one.dataset.site} ${one.querySelector('use')?.getAttribute('href')}`)
          .sort()"""
    )
    return found


def seen(sitting: Sitting, at: int) -> None:
    """Until this browser shows as many decisions."""
    expect(sitting.root).to_have_attribute("data-table-at", str(at), timeout=20_000)


@pytest.mark.slow
def test_four_browsers_play_relati_and_one_resigns(visit: Visit) -> None:
    host = visit(None)
    made = make_table(host, "relati", seats=[ME, FRIEND, FRIEND, FRIEND])
    sittings = [Sitting(host, made["id"], (0,))]
    sittings[0].sit()
    for seat in (1, 2, 3):
        guest = visit(None)
        sitting = Sitting(guest, made["id"], (seat,), seed=seat)
        sitting.sit(f"#seat={made['secrets'][str(seat)]}")
        assert "seat=" not in guest.page.url
        sittings.append(sitting)
    for _ in range(2):
        for sitting in sittings:
            move(sitting)
    for sitting in sittings:
        seen(sitting, 8)
    leaver = sittings[1].visitor.page
    leaver.get_by_role("button", name="Resign").first.click()
    leaver.get_by_role("dialog").get_by_role("button", name="Resign").click()
    for sitting in sittings:
        seen(sitting, 9)
    assert sittings[0].state().out == frozenset({1})
    for _ in range(2):
        for sitting in (sittings[0], sittings[2], sittings[3]):
            move(sitting)
    for sitting in sittings:
        seen(sitting, 15)
    boards = [pieces(sitting.visitor) for sitting in sittings]
    assert boards[0]
    assert all(board == boards[0] for board in boards)


@pytest.mark.slow
def test_the_link_of_a_seat_shows_its_secret_to_nobody_on_the_way(visit: Visit) -> None:
    host, friend = visit(None), visit(None)
    made = make_table(host, "tzaar", seats=[ME, FRIEND])
    host.open(f"/table/{made['id']}")
    link = host.page.get_by_label("link", exact=False).first.input_value()
    secret = made["secrets"]["1"]
    assert link.endswith(f"/table/{made['id']}#seat={secret}")
    asked: list[str] = []
    friend.page.on("request", lambda request: asked.append(request.url.partition("#")[0]))
    # It is opened where the table is looked at already: only what stands behind the # is new.
    friend.open(f"/table/{made['id']}")
    expect(friend.page.locator("[data-table-status]")).to_be_visible()
    friend.page.evaluate("(link) => { location.href = link; }", link)
    friend.page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    expect(friend.page.get_by_role("button", name="Resign").first).to_be_visible()
    assert "seat=" not in friend.page.url
    assert asked
    assert not any(secret in url for url in asked)


@pytest.mark.slow
def test_links_of_older_versions_still_work(visit: Visit) -> None:
    host, friend = visit(None), visit(None)
    made = make_table(host, "tzaar", seats=[ME, FRIEND])
    Sitting(friend, made["id"], (1,)).sit(f"?seat={made['secrets']['1']}")
    expect(friend.page.get_by_role("button", name="Resign").first).to_be_visible()
    assert "seat=" not in friend.page.url


@pytest.mark.slow
def test_two_play_online_and_a_third_watches(visit: Visit) -> None:
    host, friend, watcher = visit(None), visit(None), visit(None, language="zh-Hant")
    made = make_table(host, "tzaar", seats=[ME, FRIEND], public=True)
    one, two = Sitting(host, made["id"], (0,)), Sitting(friend, made["id"], (1,), seed=5)
    third = Sitting(watcher, made["id"], ())
    one.sit()
    two.sit(f"#seat={made['secrets']['1']}")
    third.sit()
    move(one)
    for _ in range(3):
        for sitting in (two, two, one, one):
            move(sitting)
    for sitting in (one, two, third):
        seen(sitting, 13)
    assert pieces(host) == pieces(friend) == pieces(watcher)
    assert third.root.get_attribute("data-table-mine") == "false"
    assert third.board.locator(".open").count() == 0


@pytest.mark.slow
def test_a_reload_loses_nothing(visit: Visit) -> None:
    visitor = visit(None)
    sitting = Sitting(visitor, make_table(visitor, "relati", seats=[ME, ME])["id"], (0, 1))
    sitting.sit()
    for _ in range(4):
        move(sitting)
    before = pieces(visitor)
    visitor.page.reload()
    seen(sitting, 4)
    assert pieces(visitor) == before
    move(sitting)
    seen(sitting, 5)


def test_a_dropped_socket_loses_nothing(visit: Visit) -> None:
    host, friend = visit(None), visit(None)
    made = make_table(host, "relati-classic", seats=[ME, FRIEND])
    one, two = Sitting(host, made["id"], (0,)), Sitting(friend, made["id"], (1,), seed=3)
    one.sit()
    two.sit(f"#seat={made['secrets']['1']}")
    move(one)
    seen(two, 1)
    host.context.set_offline(True)
    host.page.evaluate("() => dispatchEvent(new Event('offline'))")
    move(two)
    seen(two, 2)
    assert one.shown() == 1
    host.context.set_offline(False)
    seen(one, 2)
    move(one)
    seen(two, 3)
    assert pieces(host) == pieces(friend)
    host.troubles.clear()  # a browser without a connection complains about it


@pytest.mark.slow
def test_undo_is_asked_for_and_agreed_to(visit: Visit) -> None:
    host, friend = visit(None), visit(None)
    made = make_table(host, "relati-classic", seats=[ME, FRIEND])
    one, two = Sitting(host, made["id"], (0,)), Sitting(friend, made["id"], (1,), seed=3)
    one.sit()
    two.sit(f"#seat={made['secrets']['1']}")
    move(one)
    seen(two, 1)
    host.page.get_by_role("button", name="Undo").first.click()
    friend.page.get_by_role("button", name="Accept").first.click()
    seen(one, 0)
    seen(two, 0)
    assert one.wait_for_turn()


@pytest.mark.slow
def test_a_shared_link_opens_at_its_move(visit: Visit) -> None:
    visitor = visit(None)
    sitting = Sitting(visitor, make_table(visitor, "relati", seats=[ME, ME])["id"], (0, 1))
    sitting.sit()
    for _ in range(5):
        move(sitting)
    other = visit(None)
    looking = Sitting(other, sitting.table, ())
    looking.sit("?at=3")
    seen(looking, 3)
    other.page.keyboard.press("ArrowLeft")
    seen(looking, 2)
    other.page.keyboard.press("End")
    seen(looking, 5)
    other.page.keyboard.press("Home")
    seen(looking, 0)
