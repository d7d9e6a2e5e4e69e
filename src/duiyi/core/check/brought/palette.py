"""What must hold about the palette that a game brings: every position can be built from it."""

from __future__ import annotations

from typing import Any

from duiyi.core import locale
from duiyi.core.check.properties import expect, requirement, same
from duiyi.core.check.walk import Point
from duiyi.core.message import Message
from duiyi.core.state import Game
from duiyi.core.study.editing import (
    building,
    edited,
    emptied,
    judged,
    palette_of,
    problems_of,
    view_of,
)
from duiyi.core.study.palette import Arrangement, Palette, options_of, remove


@requirement("palette", weight=2)
def palette(point: Point) -> None:
    """A position that is built from the empty board by the palette is the same position."""
    game, found = point.game, palette_of(point.game)
    if found is None:
        return
    text = point.state.dump()
    read = found.read(game, text)
    same("what the palette writes of what it reads", found.write(game, read), text)
    empty = emptied(game, found, read.seats, read.options)
    built = edited(game, found, empty, building(game, found, read))
    same("a position that was built by the palette", found.write(game, built), text)
    _words(game, found, read)


@requirement("palette-problems", weight=2)
def palette_problems(point: Point) -> None:
    """A position without one of its pieces can be drawn, and each repair leaves less wrong."""
    game, found = point.game, palette_of(point.game)
    if found is None:
        return
    read = found.read(game, point.state.dump())
    for site in point.sample([*read.pieces], 1):
        _mended(game, found, edited(game, found, read, [remove(site)]))


def _mended(game: Game, palette: Palette, arrangement: Arrangement) -> None:
    now = judged(game, palette, arrangement)
    drawn = {piece.site for piece in view_of(game, palette, now).pieces}
    expect(set(arrangement.pieces) <= drawn, "every piece that was put is drawn", sorted(drawn))
    for problem in problems_of(game, palette, now):
        for repair in problem.repairs:
            mended = edited(game, palette, arrangement, repair.operations)
            left = len(judged(game, palette, mended).problems)
            expect(left < len(now.problems), f"{repair.message.key} leaves less wrong", left)


def _words(game: Game, palette: Palette, read: Arrangement) -> None:
    stocks = palette.stocks(game, read.seats, options_of(game, read))
    said = [stock.name for stock in stocks]
    for field in palette.fields(game, read):
        said += [field.name, *(offer.name for offer in field.offers)]
    if palette.hint:
        said.append(Message(f"{game.id}:{palette.hint}"))
    for one in said:
        known: Any = locale.has(one.key, locale.FALLBACK)
        expect(known, f"words for {one.key}", one)
