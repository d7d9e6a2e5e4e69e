"""Diagrams of a page of rules: positions of the game's own, drawn by the page like any other.

`rules/diagrams.toml` beside a game's package names them; a page of rules says where each stands and
what is to be seen there, in its language.

```toml
[too-weak]
position = "ZRT../....../…"      # as `dump` writes it
play = ["D2xD5"]                 # what is played before it is drawn
can = "D2xD5"                    # the choice that is marked; `cannot`: a token that is refused
see = ["C2", "E5"]               # only the part of the board around these; of trays, their groups
```
"""

from __future__ import annotations

import dataclasses
import logging
import tomllib
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from typing import Any

from duiyi.core.state import Game, State
from duiyi.core.view import SPARE, View
from duiyi.server import wire
from duiyi.server.table.history import geometry
from duiyi.server.wire.teaching import Diagram

FILE = "diagrams.toml"

_log = logging.getLogger(__name__)


def diagrams(game: Game, directory: Traversable) -> dict[str, Diagram]:
    """By name; one that cannot be made is left out, and the log says why."""
    file = directory / FILE
    if not file.is_file():
        return {}
    found = {}
    for name, entry in tomllib.loads(file.read_text("utf-8")).items():
        try:
            found[name] = diagram(game, name, entry)
        except Exception:
            _log.exception("no diagram %s of %s", name, game.id)
    return found


def position(game: Game, entry: Mapping[str, Any]) -> tuple[State[Any], State[Any] | None]:
    """The position of a diagram, and the one before what was played last in it."""
    state: State[Any] = game.load(entry["position"])
    before = None
    for token in entry.get("play", ()):
        before, state = state, state.play(token)
    return state, before


def diagram(game: Game, name: str, entry: Mapping[str, Any]) -> Diagram:
    """What an entry of the file shows; any error where it names what is not there or not so."""
    state, before = position(game, entry)
    can, cannot = entry.get("can"), entry.get("cannot")
    if cannot is not None and state.why_not(cannot) is None:
        raise ValueError(f"{cannot} can be played")
    view = state.view(since=before)
    choices = tuple(choice for choice in view.choices if choice.token == can)
    if can is not None and not choices:
        raise ValueError(f"{can} cannot be played")
    edges = tuple(edge for edge in view.edges if edge.kind != SPARE)
    shown = dataclasses.replace(view, choices=choices, edges=edges)
    see = tuple(entry.get("see", ()))
    if shown.sites and see:
        shown, see = of_groups(shown, see), ()
    return Diagram(
        id=name,
        verdict="can" if can else "cannot" if cannot else "",
        geometry=geometry(game, state.seats, state.options),
        view=wire.raw(shown),
        see=see,
    )


def of_groups(view: View, groups: tuple[str, ...]) -> View:
    """Only these groups of a view's own sites: some trays, with or without what is held."""
    kept = {site.id for site in view.sites if site.group in groups}
    return dataclasses.replace(
        view,
        sites=tuple(site for site in view.sites if site.id in kept),
        pieces=tuple(piece for piece in view.pieces if piece.site in kept),
        edges=tuple(edge for edge in view.edges if {edge.source, edge.target} <= kept),
        last=tuple(site for site in view.last if site in kept),
    )
