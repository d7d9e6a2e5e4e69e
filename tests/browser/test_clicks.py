"""What the page lets one click is what the rules allow, and everything else is explained."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.playing import Sitting, make_table
from tests.browser.test_games import GAMES, positions
from tests.browser.visitors import SOAK, Visit
from tests.selection import slow_but

from duiyi.core import CHANCE, State
from duiyi.core.locale import LANGUAGES, text
from duiyi.core.view import BUTTON

POSITIONS = 10 if SOAK else 2


def some_positions(game: str, count: int) -> list[State[Any]]:
    """Positions of random games in which a seat decides, far apart."""
    found = []
    chance = random.Random(game)
    until = chance.randrange(3, 30)
    for number, state in enumerate(positions(game, GAMES[game], 7)):
        if number >= until and state.actor != CHANCE:
            found.append(state)
            until = number + chance.randrange(5, 60)
        if len(found) == count:
            break
    return found


def firsts(state: State[Any]) -> set[str]:
    """The sites at which a click path begins."""
    return {
        path[0]
        for choice in state.view().choices
        for path in choice.paths
        if not path[0].startswith(BUTTON)
    }


def lasts(state: State[Any]) -> set[str]:
    """The sites at which a click path ends, which may be clicked first too."""
    sites = [
        [step for step in path if not step.startswith(BUTTON)]
        for choice in state.view().choices
        for path in choice.paths
    ]
    return {steps[-1] for steps in sites if steps}


@pytest.mark.parametrize("game", slow_but("relati-classic", of=GAMES))
def test_what_is_highlighted_is_what_the_rules_allow(visit: Visit, game: str) -> None:
    visitor = visit(None)
    for state in some_positions(game, POSITIONS):
        seats = [{"kind": "me"}] * state.seats
        made = make_table(visitor, game, options=GAMES[game], seats=seats, start=state.dump())
        sitting = Sitting(visitor, made["id"], range(state.seats))
        sitting.sit()
        assert sitting.wait_for_turn()
        shown = visitor.page.evaluate(
            "() => [...document.querySelectorAll('[data-hit].open')].map((one) => one.dataset.hit)"
        )
        assert set(shown) == firsts(state)
        start = min(firsts(state), default=None)
        paths = [p for c in state.view().choices for p in c.paths if p[0] == start]
        if start is None or any(len(path) == 1 for path in paths):
            continue
        sitting.click(start)
        after = {path[1] for path in paths if not path[1].startswith(BUTTON)}
        buttons = {path[1] for path in paths if path[1].startswith(BUTTON)}
        for button in buttons:
            expect(visitor.page.locator(f'[data-button="{button}"]').first).to_be_visible()
        shown = visitor.page.evaluate(
            "() => [...document.querySelectorAll('[data-hit].open')].map((one) => one.dataset.hit)"
        )
        assert after <= set(shown)


@pytest.mark.slow
@pytest.mark.parametrize("game", slow_but("relati", of=GAMES))
def test_a_click_that_is_not_legal_says_why_in_every_language(visit: Visit, game: str) -> None:
    chance = random.Random(game)
    for language in LANGUAGES:
        visitor = visit(None, language=language)
        for state in some_positions(game, POSITIONS):
            geometry = state.game.geometry(state.seats, state.options)
            sites = [site.id for site in (*geometry.sites, *state.view().sites)]
            wrong = [site for site in sites if site not in firsts(state) | lasts(state)]
            if not wrong:
                continue
            seats = [{"kind": "me"}] * state.seats
            made = make_table(visitor, game, options=GAMES[game], seats=seats, start=state.dump())
            sitting = Sitting(visitor, made["id"], range(state.seats))
            sitting.sit()
            assert sitting.wait_for_turn()
            site = chance.choice(wrong)
            token, broken = state.why_path([site])
            assert broken is not None
            if token is not None:
                assert broken == state.why_not(token)
            sitting.click(site)
            reason = visitor.page.get_by_role("alert").first
            expect(reason).to_contain_text(text(broken.message, language))
            assert sitting.decisions() == 0
