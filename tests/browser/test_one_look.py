"""The page and `duiyi.draw` show the same view in the same way: what stands where, how large,
in which colour and in which layer. The page's code runs in Node; no browser is needed."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.browser.facts import Facts, differences, of_scene, of_svg, order
from tests.browser.node import node
from tests.unit.draw.svgs import walk

import duiyi
from duiyi.core.locale import text
from duiyi.core.message import message
from duiyi.core.state import State
from duiyi.core.view import Geometry, View
from duiyi.draw.look import look_of
from duiyi.draw.svg import draw
from duiyi.server.http.catalogue import look_sheet
from duiyi.server.wire import encode

HERE = Path(__file__).parent
EXTENSIONS = {"continuous": True, "cannon": True, "chain": True, "migration": True}
LANGUAGES = ("en", "zh-Hant", "zh-Hans")
WIDTHS = (900, 360, 1400, 620)
GAMES: dict[str, list[dict[str, Any]]] = {
    "relati-classic": [{}, {"seats": 4}],
    "relati": [{}, {"seats": 3, **EXTENSIONS}, {"seats": 4, **EXTENSIONS}],
    "relati-legacy": [
        {"seats": 2, "size": 9},
        {"seats": 4, "size": 15},
        {"seats": 6, "size": 23},
    ],
    "tzaar": [{}],
    "atom": [{"turn_limit": 30}],
}
PLUGINS: dict[str, list[dict[str, Any]]] = {
    "amazons": [{"size": "6"}, {}],
    "hex": [{}],
    "tic-tac-toe": [{}],
}
VIEWS_PER_GAME = 10
EMPTY = "........./"
BLOB = ";".join(f"{'KKGB'[(r + at) % 4]}{r},{2 * at + r % 2}" for r in range(6) for at in range(5))
TALL = ";".join(f"K{r},{r % 2}" for r in range(20))
POSITIONS = (
    # A safe zone, and an attack to consider.
    (
        "relati-legacy",
        f"{EMPTY * 2}.X#..X#..../..X*....../..X...OO*./{EMPTY}.X#..X#..../{EMPTY}......... 2 O 9",
    ),
    ("relati-legacy", f"{EMPTY * 4}...XOO*.../..X*....../{EMPTY * 2}......... 2 O 9"),
    (
        "atom",
        f"7 act:3 18:12.3.4.10:{BLOB}:K0,0;K0,2;R1,1:- 7:3.0.21.1:K0,0;G1,-1;K1,1:{TALL}:- "
        "damage=attack,life_cap=40,turn_limit=200,max_height=24,max_width=23",
    ),
)


@dataclass(frozen=True)
class Case:
    """A view and how it is shown."""

    name: str
    game: str
    geometry: Geometry
    view: View
    theme: str
    width: int
    language: str
    coordinates: bool
    legal: bool
    choice: str | None

    def __str__(self) -> str:
        return self.name

    def request(self) -> bytes:
        """What the page is given."""
        said = [message("draw.empty"), *(meter.name for meter in self.view.meters)]
        said += [message(f"symbol.{seat.symbol}") for seat in self.view.seats]
        return encode(
            {
                "game": self.game,
                "sheet": look_sheet(duiyi.game(self.game)),
                "geometry": self.geometry,
                "view": self.view,
                "coordinates": self.coordinates,
                "width": self.width,
                "language": self.language,
                "words": {one.key: text(one, self.language) for one in said},
                "legal": self.legal,
                "choice": self.choice,
            }
        )

    def drawn(self) -> Facts:
        game = duiyi.game(self.game)
        svg = draw(
            self.view,
            self.geometry,
            game,
            theme=self.theme,
            legal=self.legal,
            choice=self.choice,
            coordinates=self.coordinates,
            language=self.language,
            width=self.width,
        )
        return of_svg(svg, self.theme, tuple(sheet.space for sheet in look_of(game).sheets))


def cases() -> Iterator[Case]:
    for game, configurations in (GAMES | PLUGINS).items():
        share = -(-VIEWS_PER_GAME // len(configurations))
        for seed, how in enumerate(configurations):
            yield from walked(game, how, seed, share)
    for at, (game, dump) in enumerate(POSITIONS):
        state = duiyi.game(game).load(dump)
        for number in (3 * at, 3 * at + 1):
            yield case(f"{game}-position-{number}", state, state.view(), number)


def walked(game: str, how: dict[str, Any], seed: int, count: int) -> Iterator[Case]:
    """Views of one random game, early and late; those with most kinds of edges."""
    states = list(walk(game, seed + 4, 240, **how))
    for at in range(count):
        start = (len(states) - 1) * at // max(count - 1, 1)
        near = [(state, state.view(since=since)) for state, since in states[start : start + 8]]
        state, view = max(near, key=lambda found: len({edge.kind for edge in found[1].edges}))
        yield case(f"{game}-{seed}-{at}", state, view, seed + at)


def case(name: str, state: State[Any], view: View, number: int) -> Case:
    """What is asked of a picture goes round."""
    tokens = [choice.token for choice in view.choices]
    attacks = [choice.token for choice in view.choices if choice.edges] or tokens
    return Case(
        name=name,
        game=state.game.id,
        geometry=state.game.geometry(state.seats, state.options),
        view=view,
        theme=("light", "dark")[number % 2],
        width=WIDTHS[number % len(WIDTHS)],
        language=LANGUAGES[number % len(LANGUAGES)],
        coordinates=number % 5 != 3,
        legal=number % 3 == 0,
        choice=attacks[len(attacks) // 2] if attacks and number % 3 == 1 else None,
    )


CASES = list(cases())


@pytest.fixture(scope="module")
def scenes() -> dict[str, dict[str, Any]]:
    """What the page draws, by the name of the case."""
    done = subprocess.run(
        [node(), str(HERE / "scenes.mjs")],
        input=b"".join(case.request() + b"\n" for case in CASES),
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    lines = done.stdout.splitlines()
    return {case.name: json.loads(line) for case, line in zip(CASES, lines, strict=True)}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_page_draws_what_duiyi_draws(case: Case, scenes: dict[str, dict[str, Any]]) -> None:
    game = duiyi.game(case.game)
    palette = look_of(game).palette(case.theme)
    page = of_scene(scenes[case.name], palette, look_sheet(game).ids)
    drawn = case.drawn()
    assert page.size == pytest.approx(drawn.size, rel=0.005)
    assert not differences(drawn, page, slack=0.03)
    shown = ("inert", "pieces")
    assert order(page, shown) == order(drawn, shown)


def test_enough_views_are_compared() -> None:
    """All five games, everything that a picture may be asked for, and every kind of edge."""
    own = [case for case in CASES if case.game in GAMES]
    assert len(own) >= 50
    assert {case.theme for case in own} == {"light", "dark"}
    assert sum(case.legal for case in own) >= 10
    assert sum(case.choice is not None for case in own) >= 10
    assert max(len(case.view.seats) for case in own) == 6
    assert max(len(case.geometry.sites) for case in own) == 23 * 23
    kinds = {edge.kind for case in own for edge in case.view.edges}
    assert {"adjacent", "straight", "bond", "cut", "attack", "defence"} <= kinds
    assert any(case.view.areas for case in own)
    considered = [case.view.choices for case in own if case.choice is not None]
    assert any(choice.edges for choices in considered for choice in choices)


def test_a_difference_is_found(scenes: dict[str, dict[str, Any]]) -> None:
    """The comparison is worth something: each of these is one small mistake."""
    case = next(case for case in CASES if case.view.edges and case.game == "relati")
    game = duiyi.game(case.game)
    palette, ids = look_of(game).palette(case.theme), look_sheet(game).ids
    drawn = case.drawn()

    def changed(layer: str, **attributes: object) -> list[str]:
        scene = json.loads(json.dumps(scenes[case.name]))
        (elements,) = [one["elements"] for one in scene["layers"] if one["name"] == layer]
        first = (elements[0].get("children") or elements)[0]
        first["attrs"] |= attributes
        return differences(drawn, of_scene(scene, palette, ids), slack=0.03)

    assert not changed("pieces")
    assert changed("pieces", x=0)
    assert changed("pieces", color="var(--s5)")
    assert changed("links", opacity=0.5)
    assert changed("labels", fill="var(--ink)", x=5)
