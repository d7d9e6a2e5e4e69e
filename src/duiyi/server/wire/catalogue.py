"""What the page is told about games: their options, their looks, the computers that play them.

Names and fields are those of `web/src/net/wire/`.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Raw, Struct

from duiyi.core.message import Message
from duiyi.core.options import Value


class OptionKind(Struct, frozen=True, rename="camel"):
    name: str
    kind: Literal["switch", "choice", "number"]
    choices: tuple[Value, ...]
    low: int | str | None
    high: int | str | None
    optional: bool
    default: Value
    start_only: bool
    label: Message
    help: Message


class Example(Struct, frozen=True):
    """A position to be drawn: its view has no choices."""

    geometry: Raw
    view: Raw


class Searching(Struct, frozen=True, rename="camel"):
    """What a game brings to searching: the best kind by the number of seats, where that is not
    simulation; the kinds that have learnt something; the numbers of seats for which it is solved;
    the positions that are looked at for a win in the turn that is played; the nodes with which a
    decision of a finished game is judged."""

    best: dict[str, str]
    weights: tuple[str, ...]
    solved: tuple[int, ...]
    winning_positions: int | None
    review_nodes: int


class Game(Struct, frozen=True, rename="camel"):
    """`example`: null for the games that the page has a picture of; `lessons`, `puzzles`:
    how many there are; `searching`: null where no kernel decides as the rules do."""

    id: str
    version: int
    seats: tuple[int, int]
    title: Message
    options: tuple[OptionKind, ...]
    turn_seconds: float | None
    example: Example | None
    lessons: int
    puzzles: int
    searching: Searching | None


class Player(Struct, frozen=True):
    """A computer. `level`: from 1, for those that are one; `fits`: by game, the numbers of seats
    with which it can play."""

    name: str
    title: Message
    help: Message | None
    level: int | None
    fits: dict[str, tuple[int, ...]]


class Layer(Struct, frozen=True):
    symbol: str
    size: float
    colour: str
    rise: float


class VerbMark(Struct, frozen=True):
    """How the sites of a verb are marked, as in `duiyi.draw.look`; `foot` is filled in."""

    symbol: str
    where: Literal["centre", "foot", "dogear"]
    size: tuple[float, float]
    foot: tuple[float, float]
    rest: bool
    chosen: str
    aim: str
    own: str
    ghost: str
    towards: tuple[str, ...]
    count: str


class Look(Struct, frozen=True):
    material: Literal["paper", "slab", "cloth"]
    seal: str
    states: dict[str, tuple[Layer, ...]]
    inert: tuple[str, ...]
    links: dict[str, tuple[float, float, float]]
    stack: dict[str, str | float]
    marks: dict[str, str]
    verbs: dict[str, VerbMark]
    seats: dict[str, str]
    meters: dict[str, str]
    life: str
    names: dict[str, str]
    colours: dict[str, dict[str, str]]


class LookSheet(Struct, frozen=True):
    look: Look
    symbols: str
    ids: dict[str, str]
