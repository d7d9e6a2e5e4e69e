"""What must hold before the first decision: samples, options, the start, the geometry."""

from __future__ import annotations

import json
import math
from functools import partial
from typing import Any

from duiyi.core.check.properties import When, expect, refused, requirement, same
from duiyi.core.check.walk import Point
from duiyi.core.errors import BadOptions
from duiyi.core.options import Options
from duiyi.core.view import BUTTON


@requirement("samples", when=When.START)
def samples(point: Point) -> None:
    """samples() are valid and show every seat count, every choice and the ends of numbers."""
    game = point.game
    found = list(game.samples())
    for seats, options in found:
        expect(seats in game.seats, "samples() have an allowed number of seats", seats)
        expect(type(options) is game.options, "samples() have the game's options", options)
    same("seat counts in samples()", {seats for seats, _ in found}, set(game.seats))
    for name, kind in game.options.kinds().items():
        default = getattr(game.options(), name)
        shown = {getattr(options, name) for _, options in found}
        for value in kind.values(default):
            if kind.choices or _accepted(game.options, name, value):
                expect(value in shown, f"samples() with {name}={value}", shown)


@requirement("options", when=When.START)
def options_round_trip(point: Point) -> None:
    """Options come back equal from their text and from their JSON."""
    options = point.options
    same("parse(text())", type(options).parse(options.text().split()), options)
    through = json.loads(json.dumps(options.json()))
    same("of_json(json())", type(options).of_json(through), options)
    json.dumps(type(options).schema())


@requirement("start", when=When.START)
def start(point: Point) -> None:
    """A game starts with what was asked for, at turn 1, the same each time, or says BadOptions."""
    game, state = point.game, point.state
    same("game of the start", state.game, game)
    same("seats of the start", state.seats, point.seats)
    same("rules of the start", dict(state.options.rules()), dict(point.options.rules()))
    same("turn of the start", state.turn, 1)
    same("seats out at the start", state.out, frozenset())
    again = game.start(point.seats, **dict(point.options.items()))
    expect(again == state, "starting twice gives equal states", again)
    expect(game.start().seats in game.seats, "start() without arguments works", game.start())
    for count in (game.seats.start - 1, game.seats.stop, -1, 10**9):
        refused(BadOptions, f"start({count})", game.start, count)
    refused(BadOptions, "an unknown option", partial(game.start, no_such_option=1))
    for name in game.options.kinds():
        wrong: dict[str, Any] = {name: object()}
        refused(BadOptions, f"{name}=object()", partial(game.start, **wrong))


@requirement("geometry", when=When.START)
def geometry(point: Point) -> None:
    """Sites have distinct ids and finite places; the geometry is the same each time."""
    board = point.game.geometry(point.seats, point.options)
    same("geometry asked again", point.game.geometry(point.seats, point.options), board)
    ids = [site.id for site in board.sites]
    expect(len(set(ids)) == len(ids), "ids of sites are distinct", ids)
    for site in board.sites:
        good = site.id.isascii() and site.id.isprintable() and site.id and " " not in site.id
        expect(bool(good), "ids of sites are printable ASCII", site.id)
        expect(not site.id.startswith(BUTTON), f"no id of a site starts with {BUTTON}", site.id)
        corners = len(site.outline)
        expect(corners == 0 or corners >= 3, "an outline has three corners or more", site)
        places = ((site.x, site.y), *site.outline)
        expect(all(map(_finite, places)), "sites are at finite places", site)
    for line in board.lines:
        expect(len(line) >= 2 and all(map(_finite, line)), "lines join finite places", line)


def _finite(place: tuple[float, float]) -> bool:
    return all(math.isfinite(number) for number in place)


def _accepted(options: type[Options], name: str, value: object) -> bool:
    """Whether the value is allowed while all others have their defaults."""
    try:
        options(**{name: value})
    except BadOptions:
        return False
    return True
