"""What travels about puzzles. Nothing of a solution is in what is sent before a try."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Raw, Struct

from duiyi.core.message import Message
from duiyi.core.options import Value
from duiyi.core.state import Seat
from duiyi.core.view import Geometry, View
from duiyi.server.wire.messages import Frame, Token

MOST_PLAYED = 100
Played = Annotated[list[Token], Meta(max_length=MOST_PLAYED)]
"""All tokens since the puzzle's position, of both seats."""
Known = Literal["exhausted", "certificate"]
"""Everything was tried; or it is proven, and there is a certificate."""


class PuzzleOutline(Struct, frozen=True):
    """A puzzle in a list; `rating` is that with which it begins."""

    id: str
    grade: int
    rating: int
    themes: tuple[str, ...]


class PuzzleTheme(Struct, frozen=True):
    id: str
    name: Message
    puzzles: int


class PuzzleList(Struct, frozen=True):
    """The puzzles of a game."""

    puzzles: tuple[PuzzleOutline, ...]
    themes: tuple[PuzzleTheme, ...]


class DailyPuzzle(Struct, frozen=True):
    """Of a game, for a day."""

    game: str
    id: str
    date: str


class PuzzleRating(Struct, frozen=True):
    """What first tries have made of a puzzle: its rating, how uncertain that is, and how many of
    them there were."""

    rating: int
    deviation: int
    tries: int
    solved: int


class PuzzleStart(Struct, frozen=True):
    """A puzzle as it begins; who solves it sits on `seat` and is to act. `facts`: the numbers that
    one needs, where the board does not say them by itself."""

    id: str
    game: str
    options: dict[str, Value]
    seat: Seat
    task: Message
    facts: Message | None
    geometry: Annotated[Raw, Geometry]
    view: Annotated[Raw, View]
    rated: PuzzleRating


class PuzzleTry(Struct, frozen=True, forbid_unknown_fields=True):
    """What is tried after the tokens so far: a token, or clicks that mean none (`@C5>D5`)."""

    played: Played
    token: Annotated[str, Meta(max_length=300)]


class PuzzleAnswer(Struct, frozen=True):
    """What a try was. `frames`: the positions that it leads through, with the other's answer; after
    `wrong` they are taken back. `unclear`: too much to look at, it counts for nothing. `outline`
    comes with `solved`, and `known` says how it is certain; `facts` comes with `right`, as in
    `PuzzleStart`, for the position that it leads to."""

    verdict: Literal["solved", "right", "wrong", "refused", "unclear"]
    said: Message
    sites: tuple[str, ...]
    tokens: tuple[str, ...]
    frames: Annotated[Raw, list[Frame]]
    outline: PuzzleOutline | None = None
    known: Known | None = None
    facts: Message | None = None


class PuzzleHintWanted(Struct, frozen=True, forbid_unknown_fields=True):
    played: Played
    step: Literal[1, 2]


class PuzzleHint(Struct, frozen=True):
    """First where to look, then what to do."""

    said: Message
    sites: tuple[str, ...]


class PuzzleSolutionWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """`played`: a beginning of a line, such as one with another defence; none for the solution."""

    played: Played


class PuzzleDefence(Struct, frozen=True):
    """Instead of the token number `at` of a line the other may play this one."""

    at: int
    token: str
    notation: Message


class PuzzleSolution(Struct, frozen=True):
    """A line from the puzzle's position to the end, and other defences against it, each of which
    begins another line."""

    outline: PuzzleOutline
    known: Known
    position: str
    tokens: tuple[str, ...]
    frames: Annotated[Raw, list[Frame]]
    complete: bool
    defences: tuple[PuzzleDefence, ...]


class PuzzleJudged(Struct, frozen=True):
    """What a process that thinks says of a puzzle."""

    verdict: str
    tokens: tuple[str, ...]
