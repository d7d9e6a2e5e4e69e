"""What is thought about positions: hints, analyses, words of the coach.

Names and fields are those of `web/src/net/wire/`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Raw, Struct

from duiyi.core.message import Message
from duiyi.core.state import Seat
from duiyi.server.wire.messages import NewName, SeatNumber, Token


class HintStep(Struct, frozen=True):
    """A decision that is expected; chance is the actor -1."""

    actor: Seat
    token: str
    notation: Annotated[Raw, Message]


class Hint(Struct, frozen=True):
    """What seems best in the position after `at` decisions.

    `path`: its clicks. `share`: of the score that the actor can expect, from 0 to 1. `proof`: where
    that is certain. `line`: what is expected, beginning with the decision itself.
    """

    at: int
    actor: Seat
    token: str
    path: tuple[str, ...]
    label: Annotated[Raw, Message]
    share: float
    proof: Literal["", "win", "level", "loss"]
    line: tuple[HintStep, ...]


class AnalysisLine(Struct, frozen=True):
    """A decision and what is expected to follow; `share` and `proof` as in a hint."""

    tokens: tuple[str, ...]
    share: float
    proof: Literal["", "win", "level", "loss"]


class Analysed(Struct, frozen=True):
    """What was found out about a position, the best line first, by which kind of thinking. `depth`
    is 0 for a search that does not count it. Whoever asked may ask `left` times more at once, `of`
    at most."""

    kind: str
    nodes: int
    depth: int
    lines: tuple[AnalysisLine, ...]
    left: int = 0
    of: int = 0


class Followed(Struct, frozen=True):
    """A position after some steps. `actor`: -1 is chance, null the end. `tokens`: what is legal;
    none at chance, which has `chances` instead, as weights."""

    text: str
    seats: int
    actor: int | None
    owner: int
    turn: int
    out: tuple[int, ...]
    over: bool
    winner: int | None
    reason: str
    tokens: tuple[str, ...]
    chances: tuple[tuple[str, float], ...]


class Fairness(Struct, frozen=True):
    """`fair`: nobody is helped with a position in a game that people play now."""

    fair: bool


class CoachWarning(Struct, frozen=True):
    """Why a decision should be thought over: in one sentence, and what shows it in another.

    `kind`: by the decision itself, by the next turn of another, or by what the search expects.
    `sites`: what it is about. `clause`: the key of the message that the rules explain.
    """

    kind: Literal["lost", "reply", "share"]
    reason: Annotated[Raw, Message]
    detail: Annotated[Raw, Message]
    sites: tuple[str, ...]
    clause: str


class Coached(Struct, frozen=True):
    """What the coach says of a decision after `at` others.

    Before it is made, `warning` alone; null where there is nothing to warn of. After it `did`, what
    it did, and `threat`, what is threatened now and at which `sites`; null where nothing is known.
    """

    at: int
    token: str
    warning: CoachWarning | None
    did: Annotated[Raw, list[Message]]
    threat: Annotated[Raw, Message | None]
    sites: tuple[str, ...]


# ---- to the server


class HintWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """The position that a hint is wanted for: how many decisions lead to it."""

    at: Annotated[int, Meta(ge=0, le=10**6)]


class CoachWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """What the coach is asked about: a decision after `at` others, that somebody is about to make;
    or, where `token` is null, the one that was made there."""

    at: Annotated[int, Meta(ge=0, le=10**6)]
    token: Token | None = None


class AnalysisWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """The position to think about, as `dump` writes it, and how many lines are wanted."""

    game: NewName
    text: str
    lines: Annotated[int, Meta(ge=1, le=5)] = 1


class FollowWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """A position and the steps that lead on from there: a token, or the seat that withdraws."""

    game: NewName
    text: str
    steps: Annotated[list[Token | SeatNumber], Meta(max_length=400)] = []
