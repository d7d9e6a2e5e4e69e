"""How things move: as long as they should, not at all where people want it still, and never on."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from tests.browser.motion_log import Motion, at_rest, forget, motions, watch
from tests.browser.places import shown
from tests.browser.playing import Sitting
from tests.browser.visitors import SOAK, Visit, Visitor
from tests.selection import slow_but
from tools import picture_positions as positions

import duiyi
from duiyi.core import State

# Drives a real browser for long: part of `make test-all`.
pytestmark = pytest.mark.slow

SLACK = 20
OUT = "cubic-bezier(0.2, 0.8, 0.2, 1)"
LINE = 900
TOWER, WALL = "K0,0;K1,1;K2,0;K3,1;G3,3", "K0,0;K0,2;K0,4;R1,5"


def relati(line: str, **options: Any) -> State[Any]:
    state: State[Any] = duiyi.game("relati").start(**options)
    for token in line.split():
        state = state.play(token)
    return state


def attacking() -> State[Any]:
    return positions.atom("act:2", f"20:1.0.1.0:{TOWER}:-:-", f"20:0.0.0.0:{WALL}:K0,0:-")


@dataclass(frozen=True)
class Expected:
    """A motion that must be there; `far` are the pixels that it goes at first."""

    duration: float
    changing: str = ""
    """A property that changes; none: it is hidden meanwhile."""
    delay: float = 0
    site: str | None = None
    """None: on something that is there for the motion only."""
    easing: str = OUT
    count: int = 1
    far: float | None = None

    def of(self, found: list[Motion]) -> list[Motion]:
        return [one for one in found if self.fits(one)]

    def fits(self, one: Motion) -> bool:
        place = one.overlay if self.site is None else self.site in (one.site, one.tray, one.life)
        changing = self.changing in one.changing if self.changing else not one.changing
        times = abs(one.duration - self.duration) <= SLACK and abs(one.delay - self.delay) <= SLACK
        there = not one.pause and place and changing and times and one.easing == self.easing
        return there and (self.far is None or abs(self.far - _pixels(one)) <= 1)


def _pixels(motion: Motion) -> float:
    """How far apart the first two frames are, on the screen."""
    moved = [list(map(float, re.findall(r"(-?[\d.e-]+)px", frame))) for frame in motion.frames[:2]]
    return float(sum(abs(b - a) for a, b in zip(*moved, strict=True))) * motion.scale


@dataclass(frozen=True)
class Scenario:
    """A decision, what must move, and how long each step waits for the next."""

    state: Callable[[], State[Any]]
    token: str
    expected: tuple[Expected, ...]
    waits: tuple[float, ...]


SCENARIOS: dict[str, Scenario] = {
    "cut": Scenario(
        lambda: relati("E5 G4 E3 H5 D2 H6 C1"),
        "E4",
        (
            Expected(180, "transform", site="E4", far=8),
            Expected(240, "strokeDashoffset", count=2),
            Expected(120, "opacity", delay=240),
            Expected(90, "strokeDashoffset", count=2),
            Expected(120, "opacity", delay=90, count=2),
        ),
        (LINE, LINE, 90, 90 + 120),
    ),
    "mend": Scenario(
        lambda: relati("E5 G4 E3 H5 D2 H6 C1 E4"),
        "D4",
        (
            Expected(300, "strokeDashoffset", count=3),
            Expected(120, "opacity", delay=300, count=3),
        ),
        (LINE, 90, 90, 300 + 120),
    ),
    "shot": Scenario(
        lambda: relati("E5 H8 G5 G7 build:G5 I8", cannon=True),
        "fire:G5:B",
        (
            Expected(2 * 60, "transform", easing="linear"),
            Expected(200, "opacity", delay=120, easing="steps(3)"),
            *(Expected(200 / 3, "strokeDashoffset", delay=120 + at * 200 / 3) for at in range(3)),
        ),
        (120 + 200,),
    ),
    "capture": Scenario(
        lambda: duiyi.game("tzaar").load(positions.TZAAR_CROWDED),
        "A1xA3",
        (Expected(220, "transform", count=2), Expected(220, "opacity"), Expected(220, site="A3")),
        (LINE,),
    ),
    "stack": Scenario(
        lambda: duiyi.game("tzaar").load(positions.TZAAR_JUMP),
        "A1+A2",
        (Expected(220, "transform", easing="linear"), Expected(220, site="A2")),
        (LINE,),
    ),
    "attack": Scenario(
        attacking,
        "A11",
        (
            Expected(320, "strokeDashoffset"),
            Expected(160, "transform", delay=320, site="1.1", easing="linear", far=7),
        ),
        (),
    ),
    "crack": Scenario(
        lambda: attacking().play("A11"),
        "X0,2",
        (Expected(120, "transform", easing="linear"),),
        (),
    ),
    "life": Scenario(
        lambda: positions.atom("act:2", f"20:0.0.0.0:{TOWER}:-:-", "20:0.0.0.0:-:-:-"),
        "D1",
        (
            Expected(320, "strokeDashoffset"),
            Expected(160, "transform", delay=320, site="1", easing="linear", far=7),
            Expected(400, site="1"),
        ),
        (LINE, 400),
    ),
}


def decide(visitor: Visitor, scenario: Scenario) -> Sitting:
    """Plays the decision of a scenario and waits for a second after its last step."""
    state = scenario.state()
    sitting = shown(visitor, state)
    forget(visitor.page)
    choice = next(one for one in state.view().choices if one.token == scenario.token)
    sitting.play_by_typing(state, choice)
    at_rest(visitor.page, 1000)
    return sitting


def still(visitor: Visitor) -> None:
    """Nothing moves, and nothing of the picture changes during some frames."""
    assert visitor.page.evaluate("document.getAnimations().length") == 0
    changes = visitor.page.evaluate(
        """async () => {
          let changes = 0;
          const watch = new MutationObserver((seen) => { changes += seen.length; });
          const all = { subtree: true, childList: true, attributes: true };
          watch.observe(document.querySelector('svg.board-play'), all);
          for (let frame = 0; frame < 20; frame += 1) await new Promise(requestAnimationFrame);
          return changes;
        }"""
    )
    assert changes == 0


@pytest.mark.parametrize("name", slow_but("cut", of=SCENARIOS))
def test_motion_takes_its_time(visit: Visit, name: str) -> None:
    scenario = SCENARIOS[name]
    visitor = visit(None, still=False)
    watch(visitor.page)
    decide(visitor, scenario)
    still(visitor)
    found = motions(visitor.page)
    for expected in scenario.expected:
        assert len(expected.of(found)) >= expected.count, (expected, found)
    waits = [one.duration for one in found if one.pause]
    assert waits[: len(scenario.waits)] == pytest.approx(scenario.waits, abs=SLACK)
    assert all(one.iterations == 1 for one in found)
    early = [one for one in found if one.ended and one.ended - one.at < one.end - SLACK]
    assert not early


@pytest.mark.slow
def test_at_double_pace_everything_takes_half_the_time(visit: Visit) -> None:
    scenario = SCENARIOS["cut"]
    visitor = visit(None, still=False)
    watch(visitor.page)
    visitor.page.add_init_script(
        """localStorage.setItem('duiyi.settings', JSON.stringify({ pace: 2 }))"""
    )
    decide(visitor, scenario)
    found = motions(visitor.page)
    waits = [one.duration for one in found if one.pause]
    assert waits == pytest.approx([wait / 2 for wait in scenario.waits], abs=SLACK)
    assert max(one.end for one in found if not one.pause) == pytest.approx(180, abs=SLACK)


@pytest.mark.parametrize("name", slow_but("cut", of=SCENARIOS if SOAK else ["cut", "life"]))
def test_reduced_motion_only_fades(visit: Visit, name: str) -> None:
    visitor = visit(None, still=True)
    watch(visitor.page)
    decide(visitor, SCENARIOS[name])
    still(visitor)
    found = [one for one in motions(visitor.page) if not one.pause]
    assert found or name in ("attack", "life")
    assert {changed for one in found for changed in one.changing} <= {"opacity"}
    assert all(one.end <= 80 for one in found)
    slow = visitor.page.evaluate(
        """() => [...document.querySelectorAll('*')].filter((node) => {
          const { transitionDuration, animationName } = getComputedStyle(node);
          return animationName !== 'none'
            || transitionDuration.split(',').some((time) => parseFloat(time) > 0.08);
        }).map((node) => node.outerHTML.slice(0, 80))"""
    )
    assert not slow


LAYERS = """() => {
  const svg = document.querySelector('svg.board-play');
  const layers = [...svg.querySelectorAll('[data-layer]')];
  const left = svg.querySelector('.motion').childElementCount;
  return layers.map((layer) => layer.outerHTML).join('\\n').replaceAll(' class=""', '') + left;
}"""


@pytest.mark.parametrize("name", slow_but("life", of=SCENARIOS if SOAK else ["cut", "life"]))
def test_skipping_ends_in_the_same_picture(visit: Visit, name: str) -> None:
    """Played through, skipped in the middle of a step, and opened anew."""
    visitor = visit(None, still=False)
    watch(visitor.page)
    page = visitor.page
    sitting = decide(visitor, SCENARIOS[name])
    played = page.evaluate(LAYERS)
    page.locator("h1").first.click()
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("document.querySelector('[data-table-at]').dataset.tableAt === '0'")
    forget(page)
    page.keyboard.press("ArrowRight")
    page.wait_for_function("document.getAnimations().length > 0")
    assert page.evaluate(LAYERS) != played
    page.keyboard.press("s")
    page.wait_for_function(
        "document.querySelector('[data-table-busy]').dataset.tableBusy === 'false'"
    )
    assert page.evaluate("document.getAnimations().length") == 0
    assert any(one.cancelled for one in motions(page))
    assert page.evaluate(LAYERS) == played
    page.reload()
    assert sitting.wait_for_turn() or sitting.root.get_attribute("data-table-status") == "finished"
    page.wait_for_function("document.querySelector('svg.board-play [data-layer] [data-site]')")
    assert page.evaluate(LAYERS) == played
