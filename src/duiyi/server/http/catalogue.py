"""What there is to play with, as the page needs it: games, players, words, looks, rules, themes.

Everything here is the same for everybody and as long as the server runs; so it is made once.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping

from duiyi import kernels
from duiyi.core import game, games
from duiyi.core import message as said
from duiyi.core.locale import LANGUAGES, catalog
from duiyi.core.options import SAFE_INTEGER, Options
from duiyi.core.state import Game as Rules
from duiyi.draw.look import Look as Drawn
from duiyi.draw.look import look_of, theme
from duiyi.draw.symbols import Ink, Sheet, write_gradient, write_symbol
from duiyi.players.searches import searching_of
from duiyi.server.computers.opponents import opponents
from duiyi.server.http.cached import CachedResponse
from duiyi.server.http.examples import example
from duiyi.server.http.rules_page import rules_page
from duiyi.server.teaching.lessons import lesson_count, lesson_list
from duiyi.server.teaching.puzzles import puzzle_count, puzzle_list
from duiyi.server.wire import encode
from duiyi.server.wire.catalogue import (
    Game,
    Layer,
    Look,
    LookSheet,
    OptionKind,
    Searching,
    VerbMark,
)
from duiyi.server.words import add_catalogs

THEMES = ("light", "dark")
JSON = "application/json"
BYTES = "application/octet-stream"


def game_list() -> list[Game]:
    return [_game(one) for one in games()]


def words(language: str) -> dict[str, Mapping[str, str]]:
    """Every catalog in one language; what a language lacks is not filled in here."""
    names = ("core", *add_catalogs(), *(one.id for one in games()))
    return {name: catalog(name, language) for name in names}


def themes() -> dict[str, Mapping[str, str]]:
    return {name: theme(name) for name in THEMES}


def look_sheet(one: Rules) -> LookSheet:
    """How a game is drawn, with every symbol that it may use."""
    drawn = look_of(one)
    parts: dict[str, str] = {}
    ids: dict[str, str] = {}
    for sheet in reversed(drawn.sheets):
        parts |= _symbols(sheet)
        ids |= {name: _prefix(sheet) + name for name in sheet.symbols}
    return LookSheet(_look(drawn, one.id), "".join(parts.values()), ids)


class Catalogue:
    """The same, written down once and handed out again and again."""

    def __init__(self) -> None:
        self._made: dict[str, CachedResponse] = {}

    def games(self) -> CachedResponse:
        return self._once("games", game_list)

    def players(self) -> CachedResponse:
        return self._once("players", opponents)

    def themes(self) -> CachedResponse:
        return self._once("themes", themes)

    def words(self, language: str) -> CachedResponse:
        """`language` is one of `LANGUAGES`."""
        return self._once(f"words {language}", lambda: words(language))

    def look(self, name: str) -> CachedResponse:
        """`BadOptions` when there is no such game."""
        one = game(name)
        return self._once(f"look {one.id}", lambda: look_sheet(one))

    def rules(self, name: str, language: str) -> CachedResponse:
        """`BadOptions` when there is no such game; `language` is one of `LANGUAGES`."""
        one = game(name)
        return self._once(f"rules {one.id} {language}", lambda: rules_page(one, language))

    def weights(self, name: str, kind: str) -> CachedResponse | None:
        """What a search of a kind has learnt; none where it has learnt nothing. `BadOptions` when
        there is no such game."""
        one = game(name)
        found = searching_of(one).weights.get(kind)
        if found is None:
            return None
        place = f"weights {one.id} {kind}"
        if place not in self._made:
            self._made[place] = CachedResponse.of(found.read_bytes(), BYTES)
        return self._made[place]

    def lessons(self, name: str, language: str) -> CachedResponse:
        """`BadOptions` when there is no such game; `language` is one of `LANGUAGES`."""
        one = game(name)
        return self._once(f"lessons {one.id} {language}", lambda: lesson_list(one, language))

    def puzzles(self, name: str) -> CachedResponse:
        """`BadOptions` when there is no such game."""
        one = game(name)
        return self._once(f"puzzles {one.id}", lambda: puzzle_list(one))

    def warm(self) -> None:
        """Make everything now, so that the first visitor does not wait."""
        self.games(), self.players(), self.themes()
        for language in LANGUAGES:
            self.words(language)
        for one in games():
            self.look(one.id)
            self.puzzles(one.id)
            for language in LANGUAGES:
                self.rules(one.id, language)
                self.lessons(one.id, language)

    def _once(self, name: str, make: Callable[[], object]) -> CachedResponse:
        if name not in self._made:
            self._made[name] = CachedResponse.of(encode(make()), JSON)
        return self._made[name]


def _game(one: Rules) -> Game:
    return Game(
        id=one.id,
        version=one.version,
        seats=(one.seats[0], one.seats[-1]),
        title=said(f"{one.id}:title"),
        options=tuple(_options(one, one.options)),
        turn_seconds=getattr(one, "turn_seconds", None),
        example=example(one),
        lessons=lesson_count(one),
        puzzles=puzzle_count(one),
        searching=_searching(one),
    )


def _searching(one: Rules) -> Searching | None:
    if one.id not in kernels.GAMES:
        return None
    brought = searching_of(one)
    return Searching(
        best={str(seats): kind for seats, kind in brought.best.items()},
        weights=tuple(brought.weights),
        solved=tuple(sorted(brought.solved)),
        winning_positions=brought.winning_positions,
        review_nodes=brought.review_nodes,
    )


def _options(one: Rules, options: type[Options]) -> Iterator[OptionKind]:
    defaults = options().json()
    for name, kind in options.kinds().items():
        plain = not kind.choices
        yield OptionKind(
            name=name,
            kind="number" if plain else "switch" if kind.choices == (False, True) else "choice",
            choices=() if plain else kind.choices,
            low=_number(kind.low) if plain else None,
            high=_number(kind.high) if plain else None,
            optional=kind.optional,
            default=defaults[name],
            start_only=kind.start_only,
            label=said(f"{one.id}:option.{name}"),
            help=said(f"{one.id}:option.{name}.help"),
        )


def _number(value: int) -> int | str:
    return value if abs(value) <= SAFE_INTEGER else str(value)


def _look(drawn: Drawn, name: str) -> Look:
    return Look(
        material=drawn.material,  # type: ignore[arg-type]
        seal=drawn.seal.get(name, ""),
        states={
            mark: tuple(Layer(**dataclasses.asdict(layer)) for layer in layers)
            for mark, layers in drawn.states.items()
        },
        inert=tuple(sorted(drawn.inert)),
        links=dict(drawn.links),
        stack=dict(drawn.stack),
        marks=dict(drawn.marks),
        verbs={
            name: VerbMark(**{**dataclasses.asdict(verb), "foot": verb.foot or verb.size})
            for name, verb in drawn.verbs.items()
        },
        seats=dict(drawn.seats),
        meters=dict(drawn.meters),
        life=drawn.life,
        names=dict(drawn.names),
        colours={name: dict(colours) for name, colours in drawn.colours.items()},
    )


class _Variables(Mapping[str, str]):
    """Every colour stays a variable: the page fills it in, and again when the theme changes."""

    def __getitem__(self, name: str) -> str:
        return f"var(--{name})"

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def _prefix(sheet: Sheet) -> str:
    return f"{sheet.space}-" if sheet.space else ""


def _symbols(sheet: Sheet) -> dict[str, str]:
    """What a sheet defines, by id; gradients before the symbols that use them."""
    ink = Ink(_Variables(), _prefix(sheet))
    symbols = {
        ink.prefix + name: write_symbol(sheet, name, ink, ink.prefix + name)
        for name in sheet.symbols
    }
    gradients = {ink.prefix + name: write_gradient(sheet, name, ink) for name in sorted(ink.used)}
    return gradients | symbols
