"""Positions that the page shows as pictures: one of each game, and what an option changes.

    python -m tools.page_examples

Writes `web/src/pages/shared/examples/*.json`, each `{game, geometry, view}` as on the wire, without
choices and without the edges that show only while one points at them. The page draws them with the
same code as any other position.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from tools import picture_positions as at
from tools.picture_positions import Shown
from tools.pictures import BUILDERS, EVERYTHING, PEACEFUL, cropped

import duiyi
from duiyi.core.message import Message
from duiyi.core.view import SPARE
from duiyi.server.teaching.diagrams import of_groups

OUT = Path("web/src/pages/shared/examples")
CHAIN = (
    "........./........./....O!.O!../........./....O*..../......X../......X../.......X*./........."
    " O X 9 cannon,chain"
)
FRIENDLY = "E5 G8 G5 H7 G6 H8 build:G5 I8"
"""G6 stands between the cannon on G5 and the other's root."""
TOWER = "K0,0;K1,1;K2,0;K3,1;G3,3"
WALL = "K0,0;K0,2;K0,4;R1,3"
TRAYS = (
    "17:5.1.0.2:K0,0;K1,1;R1,3;K2,0;K3,1;K4,0;G4,2;K5,1:K0,0;K0,2;K0,4;B1,1;G1,3:K0,0;R1,1;K2,0",
    "14:3.0.2.1:K0,0;K0,2;K0,4;K0,6;R1,3;G1,5:K0,0;K1,1;B2,0;K2,2;K3,1:K0,0;K0,2;G1,1",
)
"""A game of atom in the middle: three cells on each side."""


def relati(line: str, corners: str = "", **options: bool) -> Callable[[], tuple[Shown, str]]:
    """What playing the line leads to, seen between two corners."""
    return lambda: (at.after(duiyi.game("relati").start(**options), line), corners)


def chain(line: str) -> Callable[[], tuple[Shown, str]]:
    return lambda: (at.after(duiyi.game("relati").load(CHAIN), line), "C2 I8")


def start(name: str, **how: Any) -> Callable[[], tuple[Shown, str]]:
    return lambda: ((duiyi.game(name).start(**how), None), "")


def attacked(damage: str) -> Callable[[], tuple[Shown, str]]:
    """The same attack, 3 against 2, under each reading of damage."""

    def made() -> tuple[Shown, str]:
        options = duiyi.game("atom").options.of({"damage": damage}).text().replace(" ", ",")
        mine, other = f"20:1.0.1.0:{TOWER}:-:-", f"20:0.1.0.2:{WALL}:-:-"
        state = duiyi.game("atom").load(f"7 act:2 {mine} {other} {options}")
        return at.after(state, "A11 X0,4"), "0.1 0.2 1.1 1.2 0.held 1.held"

    return made


EXAMPLES: dict[str, Callable[[], tuple[Shown, str]]] = {
    "relati-classic": lambda: (at.played("relati-classic", 15, 2), ""),
    "relati": lambda: (at.played("relati", 45, 4, BUILDERS, **EVERYTHING), ""),
    "relati-legacy": lambda: (at.played("relati-legacy", 60, 6, PEACEFUL, seats=3), "D4 L12"),
    "tzaar": lambda: (at.played("tzaar", 22, 3), ""),
    "atom": lambda: ((at.atom("act:2", *TRAYS), None), "0.1 0.2 1.1 1.2"),
    "relati.continuous.0": relati("E5 G4 E3", "D2 H6", continuous=True),
    "relati.continuous.1": relati("E5 G4 E3 E4 G5", "D2 H6", continuous=True),
    "relati.cannon.0": relati("E5 G7 G5 H7 build:G5 H8", "D4 I9", cannon=True),
    "relati.cannon.1": relati("E5 G7 G5 H7 build:G5 H8 fire:G5:B", "D4 I9", cannon=True),
    "relati.chain.0": chain(""),
    "relati.chain.1": chain("fire:E3:R fire:G3:B fire:G3:B"),
    "relati.friendly_fire.0": relati(FRIENDLY, "D4 I9", cannon=True, friendly_fire=True),
    "relati.friendly_fire.1": relati(
        f"{FRIENDLY} fire:G5:B", "D4 I9", cannon=True, friendly_fire=True
    ),
    "relati.migration.0": relati("E5 G7 E6 G6", "D4 H8", migration=True),
    "relati.migration.1": relati("E5 G7 E6 G6 root:E6", "D4 H8", migration=True),
    "relati-legacy.size.0": start("relati-legacy", size=9),
    "relati-legacy.size.1": start("relati-legacy", size=23),
    "tzaar.setup.fixed": start("tzaar"),
    "tzaar.setup.random": start("tzaar", setup="random", seed=3),
    "atom.damage.attack": attacked("attack"),
    "atom.damage.none": attacked("none"),
    "atom.damage.excess": attacked("excess"),
}


def plain(value: Any) -> Any:
    """A view's values as on the wire."""
    if isinstance(value, Message):
        return {"key": value.key, "params": [[name, plain(one)] for name, one in value.params]}
    if dataclasses.is_dataclass(value):
        return {f.name: plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, tuple):
        return [plain(one) for one in value]
    if isinstance(value, Fraction):
        return str(value)
    return round(value, 4) if isinstance(value, float) else value


def example(name: str) -> dict[str, Any]:
    (state, before), corners = EXAMPLES[name]()
    view = state.view(since=before)
    edges = tuple(edge for edge in view.edges if edge.kind != SPARE)
    view = dataclasses.replace(view, edges=edges, choices=())
    geometry = state.game.geometry(state.seats, state.options)
    if corners and state.game.id == "atom":
        view = of_groups(view, tuple(corners.split()))
    elif corners:
        view, geometry = cropped(view, geometry, corners)
    return {"game": state.game.id, "geometry": plain(geometry), "view": plain(view)}


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    for name in EXAMPLES:
        text = json.dumps(example(name), ensure_ascii=False, separators=(",", ":"))
        (OUT / f"{name}.json").write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main()
