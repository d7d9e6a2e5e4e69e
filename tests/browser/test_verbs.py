"""Marks say what would happen: their kinds are those of the choices, what is marked as attackable
can be attacked, by clicking it first, and the bar at a cell plays what it says."""

from __future__ import annotations

import itertools
import json
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.node import node
from tests.browser.playing import Sitting, make_table
from tests.browser.test_games import GAMES, positions
from tests.browser.visitors import SOAK, Visit, Visitor
from tests.selection import slow_but
from tests.unit.games.atom.test_choices import ACTING, OPEN
from tests.unit.games.relati_legacy.boards import legacy

from duiyi.core import CHANCE, State
from duiyi.core.view import BUTTON, Choice
from duiyi.core.view.forced import forced
from duiyi.draw.look import look_of
from duiyi.server.http.catalogue import look_sheet
from duiyi.server.wire import encode

OURS = {name: options for name, options in GAMES.items() if name in
        ("relati-classic", "relati", "relati-legacy", "tzaar", "atom")}  # fmt: skip
MANY, WIDTH = 200, 740
POSITIONS = MANY if SOAK else 3
AIMED, RUBBED = {"verb-aim"}, {"verb-rub"}
TRIED = 12 if SOAK else 1
"""How many positions are played in, of each sort."""
DESK, PHONE = (1440, 900), (390, 844)


def decisions(game: str, seed: int = 7) -> Iterator[State[Any]]:
    """Positions of random games in which a seat decides, some way apart. What decides nothing is
    played by the page itself."""
    chance = random.Random(f"{game} {seed}")
    until = 0
    for number, state in enumerate(positions(game, GAMES[game], seed)):
        if number < until or state.actor == CHANCE:
            continue
        view = state.view()
        if view.choices and forced(view) is None:
            yield state
            until = number + chance.randrange(1, 12)


def last_site(path: tuple[str, ...]) -> str | None:
    sites = [step for step in path if not step.startswith(BUTTON)]
    return sites[-1] if sites else None


def effects(state: State[Any]) -> dict[str, list[Choice]]:
    """Where choices take effect; a button that says the same as a site is left out."""
    found: dict[str, list[Choice]] = {}
    for choice in state.view().choices:
        sites = [path for path in choice.paths if not path[-1].startswith(BUTTON)]
        for path in sites or choice.paths:
            if (site := last_site(path)) is not None:
                found.setdefault(site, []).append(choice)
    return found


def kinds_of(choice: Choice) -> list[str]:
    return [one.kind for one in choice.consequences]


def kinds(state: State[Any]) -> dict[str, str]:
    return {
        site: " ".join(sorted({choice.verb for choice in there}))
        for site, there in effects(state).items()
    }


def table(visitor: Visitor, state: State[Any]) -> Sitting:
    game = state.game.id
    seats = [{"kind": "me"}] * state.seats
    made = make_table(visitor, game, options=GAMES[game], seats=seats, start=state.dump())
    sitting = Sitting(visitor, made["id"], range(state.seats))
    if visitor.page.url.startswith(visitor.url):
        sitting.go_on()
    else:
        sitting.sit()
    assert sitting.wait_for_turn()
    return sitting


def marked(visitor: Visitor) -> dict[str, str]:
    found: dict[str, str] = visitor.page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('[data-hit][data-verbs]')]
          .map((hit) => [hit.dataset.hit, hit.dataset.verbs]))"""
    )
    return found


def drawn(visitor: Visitor) -> dict[str, list[str]]:
    """The symbols of the marks, by their site."""
    found: list[list[str]] = visitor.page.evaluate(
        """() => [...document.querySelectorAll('svg.board-play use[data-legal]')]
          .map((mark) => [mark.dataset.legal, mark.dataset.glyph])"""
    )
    marks: dict[str, list[str]] = {}
    for site, glyph in found:
        marks.setdefault(site, []).append(glyph)
    return marks


@pytest.mark.slow
@pytest.mark.parametrize("game", slow_but("relati-legacy", of=OURS))
def test_marks_have_the_kinds_of_the_choices(visit: Visit, game: str) -> None:
    visitor = visit(None)
    for state in itertools.islice(decisions(game), POSITIONS):
        table(visitor, state)
        marks_hold(state, marked(visitor), drawn(visitor))


def marks_hold(state: State[Any], found: dict[str, str], shown: dict[str, list[str]]) -> None:
    """Marks have the kinds of the choices; what has a dog-ear is another's, and can be taken."""
    assert found == kinds(state)
    verbs = look_of(state.game).verbs
    ears = {verb.symbol for verb in verbs.values() if verb.where == "dogear"}
    there = effects(state)
    owners = {piece.site: piece.stack[-1].seat for piece in state.view().pieces}
    for site, glyphs in shown.items():
        if ears & set(glyphs):
            taking = [one for one in there[site] if verbs[one.verb].where == "dogear"]
            biting = [one for one in taking if "holds" not in kinds_of(one)]
            assert biting, f"{site} has a dog-ear, and nothing can be done to it"
            assert owners.get(site) != state.actor
    for site, choices in there.items():
        seen = any(one.verb in verbs and verbs[one.verb].where == "centre"
                   and verbs[one.verb].rest for one in choices)  # fmt: skip
        assert not seen or site in shown


@pytest.mark.parametrize("game", slow_but("relati-legacy", of=OURS))
def test_marks_of_many_positions_have_the_kinds_of_the_choices(game: str) -> None:
    """By the page's own code in Node: a browser shows the same of a few."""
    states = list(itertools.islice(decisions(game, 8), MANY))
    sheet = look_sheet(states[0].game)
    asked: list[dict[str, Any]] = [
        {
            "game": game,
            "sheet": sheet,
            "geometry": state.game.geometry(state.seats, state.options),
            "view": state.view(),
            "coordinates": False,
            "width": WIDTH,
            "language": "en",
            "words": {},
            "choice": None,
            "marks": True,
        }
        for state in states
    ]
    done = subprocess.run(
        [node(), str(Path(__file__).parent / "scenes.mjs")],
        input=b"".join(encode(one) + b"\n" for one in asked),
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    for state, line in zip(states, done.stdout.splitlines(), strict=True):
        made = json.loads(line)
        shown: dict[str, list[str]] = {}
        for site, glyph in made["drawn"]:
            shown.setdefault(site, []).append(glyph)
        marks_hold(state, made["verbs"], shown)


def hovered(visitor: Visitor, site: str) -> dict[str, set[str]]:
    """What is drawn of consequences while one points at a site: glyphs by their site."""
    sitting_at = visitor.page.evaluate(
        """(name) => {
          const hit = [...document.querySelectorAll('[data-hit]')]
            .find((one) => one.dataset.hit === name);
          const box = hit.getBoundingClientRect();
          return [box.x + box.width / 2, box.y + box.height / 2];
        }""",
        site,
    )
    visitor.page.mouse.move(*sitting_at)
    found: list[list[str]] = visitor.page.evaluate(
        """() => [...document.querySelectorAll('svg.board-play use[data-consequence]')]
          .map((mark) => [mark.dataset.site, mark.dataset.glyph])"""
    )
    marks: dict[str, set[str]] = {}
    for where, glyph in found:
        marks.setdefault(where, set()).add(glyph)
    return marks


@pytest.mark.slow
def test_whoever_points_at_an_escape_sees_who_dies_and_at_a_shield_how_far_it_goes(
    visit: Visit,
) -> None:
    state = legacy("O*C4 OC3 OD3 O#E4 OE3 OC5 X*F5 XF4 XE5 XG6", "2 O 9")
    visitor = visit(None)
    sitting = table(visitor, state)
    escape = next(site for site, there in kinds(state).items() if there == "escape")
    assert hovered(visitor, escape) == dict.fromkeys(("C4", "C3", "D3", "E3", "C5"), RUBBED)
    sitting.click("E4")
    expected = {"F5": AIMED, "F4": AIMED, "E5": AIMED, "D3": RUBBED, "E3": RUBBED}
    assert hovered(visitor, "E4") == expected
    page = visitor.page
    expect(page.locator("rect[data-consequence=reach]")).to_have_count(1)
    ash = page.locator("[data-ash]").evaluate_all("all => all.map((one) => one.dataset.ash)")
    assert set(ash) == {"D4", "D5", "F3"}
    covers = page.evaluate(
        """() => {
          const [bar, frame] = ['.action-bar', 'rect[data-consequence=reach]']
            .map((one) => document.querySelector(one).getBoundingClientRect());
          return bar.left < frame.right && frame.left < bar.right
            && bar.top < frame.bottom && frame.top < bar.bottom;
        }"""
    )
    assert not covers, "the bar covers nothing of what it is about"
    page.mouse.click(1200, 880)
    expect(page.locator(".action-bar")).to_have_count(0)


@pytest.mark.slow
def test_plates_stand_between_trays_and_the_life_can_be_clicked(visit: Visit) -> None:
    visitor = visit(None)
    page = visitor.page
    sitting = table(visitor, ACTING)
    sitting.click("0.1")
    plates = {
        one.sites[1]: one.kind
        for choice in ACTING.view().choices
        if choice.paths[0][0] == "0.1"
        for one in choice.consequences
        if one.said
    }
    shown = page.locator("[data-plate]").evaluate_all("all => all.map((one) => one.dataset.plate)")
    assert plates
    assert sorted(shown) == sorted(plates.values())
    sitting = table(visitor, OPEN)
    assert drawn(visitor)["1.life"] == ["verb-take"]
    before = sitting.shown()
    sitting.click("1.life")
    expect(page.locator("[data-selected]")).to_have_count(1)
    sitting.click("1.life")
    sitting.wait_past(before)
    assert sitting.state().dump() == OPEN.play("D2").dump()


def begins(state: State[Any]) -> set[str]:
    return {path[0] for choice in state.view().choices for path in choice.paths}


def aimed(state: State[Any]) -> list[tuple[Choice, tuple[str, ...]]]:
    """Choices whose target may be clicked before the piece."""
    starts = begins(state)
    return [
        (choice, path)
        for choice in state.view().choices
        for path in choice.paths
        if len(path) > 1 and path[1] == last_site(path) and path[1] not in starts
    ]


@pytest.mark.parametrize(
    "game", slow_but("relati-legacy", of=("relati", "relati-legacy", "tzaar", "atom"))
)
def test_theirs_first_plays_the_attack(visit: Visit, game: str) -> None:
    visitor = visit(None)
    chance = random.Random(game)
    found = (state for state in decisions(game, 5) if aimed(state))
    for state in itertools.islice(found, TRIED):
        choice, path = chance.choice(aimed(state))
        others = {way[0] for _, way in aimed(state) if way[1] == path[1]}
        sitting = table(visitor, state)
        before = sitting.shown()
        sitting.click(path[1])
        ringed = visitor.page.locator("[data-selected]")
        expect(ringed).to_have_count(len(others))
        sitting.click(path[1] if len(others) == 1 else path[0])
        if len(path) > 2:
            sitting.press(path[2])
        sitting.wait_past(before)
        assert sitting.state().dump() == state.play(choice.token).dump()


def barred(state: State[Any]) -> list[tuple[str, Choice]]:
    """Cells on which a button decides, with what a second click on them plays."""
    view, found = state.view(), []
    for site in sorted(begins(state)):
        after = [(c, path[1:]) for c in view.choices for path in c.paths if path[0] == site]
        buttons = [c for c, rest in after if len(rest) == 1 and rest[0].startswith(BUTTON)]
        if len(buttons) < len(after) or not buttons or () in [rest for _, rest in after]:
            continue
        usual = buttons if len(buttons) == 1 else [c for c in buttons if c.default]
        found += [(site, choice) for choice in usual[:1]]
    return found


@pytest.mark.parametrize("size", slow_but(DESK, of=[DESK, PHONE]), ids=["desk", "phone"])
@pytest.mark.parametrize("game", slow_but("relati-legacy", of=("relati", "relati-legacy", "atom")))
def test_the_bar_at_the_cell_plays_its_default_by_a_second_click(
    visit: Visit, game: str, size: tuple[int, int]
) -> None:
    visitor = visit(None, size=size)
    chance = random.Random(game)
    found = (state for state in decisions(game, 3) if barred(state))
    for state in itertools.islice(found, TRIED):
        site, choice = chance.choice(barred(state))
        sitting = table(visitor, state)
        before = sitting.shown()
        sitting.click(site)
        bar = visitor.page.locator(".action-bar")
        if not bar.count():  # cells are small: the close-up and its buttons
            continue
        rows = bar.locator("button")
        high = 40 if size[0] > 800 else 44
        boxes = [one.bounding_box() for one in rows.all()]
        assert all(box is not None and box["height"] >= high for box in boxes)
        inside = visitor.page.evaluate(
            """() => {
              const bar = document.querySelector('.action-bar').getBoundingClientRect();
              const frame = document.querySelector('.board-frame').getBoundingClientRect();
              return bar.left >= frame.left - 1 && bar.right <= frame.right + 1
                && bar.top >= frame.top - 1 && bar.bottom <= frame.bottom + 1;
            }"""
        )
        assert inside
        visitor.page.keyboard.press("Escape")
        expect(bar).to_have_count(0)
        sitting.click(site)
        expect(bar).to_be_visible()
        sitting.click(site)
        sitting.wait_past(before)
        assert sitting.state().dump() == state.play(choice.token).dump()


@pytest.mark.slow
def test_digits_and_chips(visit: Visit) -> None:
    """A digit is a row of the bar; a chip shows the marks of one verb alone."""
    found = (state for state in decisions("relati-legacy", 2) if {"link", "escape"} <= set(
        " ".join(kinds(state).values()).split()))  # fmt: skip
    state = next(found)
    visitor = visit(None)
    sitting = table(visitor, state)
    page = visitor.page
    chip = page.locator('[data-verb="escape"]')
    count = sum("escape" in one.split() for one in kinds(state).values())
    expect(chip).to_contain_text(str(count))
    chip.click()
    page.mouse.move(1, 1)
    assert set().union(*drawn(visitor).values()) <= {"foot-escape", "mark-option"}
    chip.click()
    page.mouse.move(1, 1)
    assert "verb-link" in set().union(*drawn(visitor).values())
    site = next(site for site, there in kinds(state).items() if there == "escape link")
    before = sitting.shown()
    sitting.click(site)
    page.keyboard.press("2")
    sitting.wait_past(before)
    assert sitting.state().dump() == state.play(f"E:{site}").dump()
