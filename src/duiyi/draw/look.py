"""Looks: which symbols draw which piece, on which material, in which colours. All data.

A look is a JSON file, its symbols a sheet of SVG symbols, a theme a set of colours. duiyi's own
are in `assets/`; a game may bring a directory `looks/` beside its code, with `NAME.json` for the
`look` that it names and the sheet that this one asks for.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from duiyi.core.errors import BadOptions
from duiyi.core.message import message
from duiyi.core.state import Game
from duiyi.draw.symbols import Sheet, read_sheet

MATERIALS = ("paper", "slab", "cloth")
PLACES = ("centre", "foot", "dogear")
COMMON = "relati"
"""The sheet with the marks that every game may use, and with the seats' six symbols."""
VERBS = "verbs"
"""The sheet with the marks of what a choice does, for looks that have any."""
_OPTIONAL = ("stack", "marks", "seats", "meters", "life", "letters", "names", "colours")
_assets = files("duiyi") / "assets"


@dataclass(frozen=True, slots=True)
class Layer:
    """One symbol of a piece: its size in cells, whose colour it has, how far it is raised."""

    symbol: str
    size: float
    colour: str = "seat"
    rise: float = 0.0


@dataclass(frozen=True, slots=True)
class Verb:
    """How the sites are marked at which a choice of one kind takes effect.

    `where`: `centre` of the cell, `foot` (lower right) or `dogear` (upper right, on pieces of
    others). `size` in cells: the usual one and that of small cells; `foot` the same where another
    act has the centre. `rest`: whether it shows before anything is chosen. The rest is for those
    who point: `chosen` is its symbol once a piece is, with that one's `{glyph}`; `aim` lies on
    what it would hit, `own` in its place where that is one's own; `ghost` is the state of the
    piece that it would leave there. `towards`: it is turned to the nearest piece of the mover
    that has one of these marks, "" being none. `count`: the parameter of the preview that is
    written on it.
    """

    symbol: str
    where: str
    size: tuple[float, float]
    foot: tuple[float, float] | None = None
    rest: bool = True
    chosen: str = ""
    aim: str = ""
    own: str = ""
    ghost: str = ""
    towards: tuple[str, ...] = ()
    count: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """How a game is drawn.

    `seal`: the character on a game's seal, by the game's id. `states`: the symbols of a piece by
    its mark, "" for a piece without one; `inert` marks lie under the links. `marks`: symbols of
    this look in place of the common ones, "" for no mark. `verbs`: how choices are marked, by
    their verb; the first that belongs in the centre has it. `seats`: what stands for a seat whose
    symbol has no glyph. `meters`: symbols of what is counted, by the end of the meter's key;
    `life`: the end of the key of the meter that is shown large. `letters`: glyphs in the terminal,
    one letter for all or one for each seat; `names`: how the game's locales call them.
    """

    sheets: tuple[Sheet, ...]
    material: str
    seal: Mapping[str, str]
    states: Mapping[str, tuple[Layer, ...]]
    inert: frozenset[str]
    links: Mapping[str, tuple[float, float, float]]
    stack: Mapping[str, Any] = field(default_factory=dict)
    marks: Mapping[str, str] = field(default_factory=dict)
    verbs: Mapping[str, Verb] = field(default_factory=dict)
    seats: Mapping[str, str] = field(default_factory=dict)
    meters: Mapping[str, str] = field(default_factory=dict)
    life: str = ""
    letters: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    colours: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def sheet_of(self, symbol: str) -> Sheet | None:
        """The sheet that has a symbol: the look's own, then the common one."""
        return next((sheet for sheet in self.sheets if symbol in sheet.symbols), None)

    def mark(self, name: str) -> str:
        """The symbol for `last`, `target` or `option` here."""
        return self.marks.get(name, f"mark-{name}")

    def palette(self, theme_name: str) -> Mapping[str, str]:
        """The colours of a theme, with those that this look adds or changes."""
        return {**theme(theme_name), **self.colours.get(theme_name, {})}


def look_of(game: Game) -> Look:
    """The look that a game names: its own, or one of duiyi's."""
    name = getattr(game, "look", COMMON)
    package = _package(type(game).__module__)
    own = package and (files(package) / "looks" / f"{name}.json").is_file()
    if not own and not (_assets / "looks" / f"{name}.json").is_file():
        raise ValueError(f"{game.id}: there is no look {name}")
    return _look(package if own else "", name)


def _package(module: str) -> str:
    """The package that a module belongs to; "" for one without a package."""
    if hasattr(sys.modules.get(module), "__path__"):
        return module
    return module.rpartition(".")[0]


@cache
def _look(package: str, name: str) -> Look:
    """A look of a package, or of duiyi's own where that is empty."""
    directory = files(package) / "looks" if package else _assets / "looks"
    data = json.loads((directory / f"{name}.json").read_text("utf-8"))
    if data["material"] not in MATERIALS:
        raise ValueError(f"look {name}: material {data['material']} is none of {MATERIALS}")
    verbs = data.get("verbs", {})
    return Look(
        sheets=(
            _sheet(package, data["sheet"]),
            _sheet("", COMMON),
            *((_sheet("", VERBS),) if verbs else ()),
        ),
        material=data["material"],
        seal=data.get("seal", {}),
        states={
            mark: tuple(Layer(**layer) for layer in layers)
            for mark, layers in data["states"].items()
        },
        inert=frozenset(data.get("inert", ())),
        verbs={name: _verb(verb) for name, verb in verbs.items()},
        links={kind: tuple(widths) for kind, widths in data.get("links", {}).items()},
        **{key: data[key] for key in _OPTIONAL if key in data},
    )


def _verb(data: Mapping[str, Any]) -> Verb:
    rows = {name: tuple(data[name]) for name in ("size", "foot", "towards") if name in data}
    verb = Verb(**{**data, **rows})
    if verb.where not in PLACES:
        raise ValueError(f"verb {verb.symbol}: {verb.where} is none of {PLACES}")
    return verb


@cache
def _sheet(package: str, name: str) -> Sheet:
    if package and (own := files(package) / "looks" / f"{name}.svg").is_file():
        return read_sheet(own, re.sub(r"\W", "-", package))
    return read_sheet(_assets / "glyphs" / f"{name}.svg")


@cache
def theme(name: str) -> Mapping[str, str]:
    """The colours of a theme, by name."""
    themes: dict[str, dict[str, str]] = json.loads((_assets / "themes.json").read_text("utf-8"))
    if name not in themes:
        raise BadOptions(
            message("bad-options.value", name="theme", value=name, allowed=tuple(themes)), "theme"
        )
    return themes[name]
