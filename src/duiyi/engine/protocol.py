"""The engine protocol: every line as a value, and how lines are written and read.

`write` and the two `read` functions are exact inverses. Reading is tolerant of what programs do
to lines: `\\r\\n`, trailing spaces, more than one space between words. What has to be said when is
in `duiyi.engine.client` and `duiyi.engine.player_engine`; `docs/protocol.md` tells it all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TypeVar

from duiyi.core import CHANCE, DuiyiError, Seat, message
from duiyi.core.clock import Clock
from duiyi.core.record import Node, Withdrawal
from duiyi.engine.inbox import QUOTED

VERSION = 1


class BadLine(DuiyiError):
    """A line that is not protocol. `code` is that of the fault which it is for a bot."""

    def __init__(self, line: str, expected: str = "", code: str = "unknown-line") -> None:
        shown = line if len(line) <= QUOTED else line[: QUOTED - 1] + "…"
        key = "engine.line.form" if expected else "engine.line.unknown"
        super().__init__(message(key, line=shown, expected=expected))
        self.args = (line, expected, code)
        self.line = line
        self.code = code


@dataclass(frozen=True, slots=True)
class Hello:
    version: int = VERSION


@dataclass(frozen=True, slots=True)
class Game:
    """Which game is played, and where the bot sits. `options` are `key=value` words."""

    id: str
    version: int
    seats: int
    seat: Seat
    clock: Clock
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    dump: str


@dataclass(frozen=True, slots=True)
class Step:
    """Something that happened: what a seat or chance decided; without a token a withdrawal."""

    actor: Seat
    token: str | None


@dataclass(frozen=True, slots=True)
class Go:
    """Decide. `left` is in seconds, whole milliseconds of them; `since` what has happened."""

    left: float | None = None
    since: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Legal:
    tokens: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    pass


@dataclass(frozen=True, slots=True)
class Result:
    scores: tuple[Fraction, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Quit:
    pass


@dataclass(frozen=True, slots=True)
class Id:
    """Who the bot is: `key` is `name`, `author` or whatever it likes to tell."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Ready:
    pass


@dataclass(frozen=True, slots=True)
class Info:
    text: str


@dataclass(frozen=True, slots=True)
class LegalQuestion:
    pass


@dataclass(frozen=True, slots=True)
class Move:
    tokens: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Error:
    text: str


ToBot = Hello | Game | Position | Go | Legal | Stop | Result | Quit
FromBot = Id | Ready | Info | LegalQuestion | Move | Error


def write(line: ToBot | FromBot) -> str:
    """The line as text, without its end."""
    return _written(line).rstrip(" ")


def _written(line: ToBot | FromBot) -> str:
    match line:
        case Go(left, since):
            return write_go(left, since)
        case Position(dump):
            return f"position {dump}"
        case Move(tokens):
            return f"move {' '.join(tokens)}"
        case Legal(tokens):
            return f"legal {' '.join(tokens)}"
        case Hello(version):
            return f"hello {version}"
        case Game(name, version, seats, seat, clock, options):
            words = f"game {name} version {version} seats {seats} seat {seat} {_clock(clock)}"
            return f"{words} options {' '.join(options)}" if options else words
        case Result(scores, reason):
            return f"result {' '.join(map(str, scores))} {reason}"
        case Id(key, text):
            return f"id {key} {text}"
        case Info(text):
            return f"info {text}"
        case Error(text):
            return f"error {text}"
        case LegalQuestion():
            return "legal?"
        case _:
            return type(line).__name__.lower()


def write_go(left: float | None, since: Sequence[Step]) -> str:
    words = "go" if left is None else f"go left {left:.3f}"
    return f"{words} since {write_steps(since)}" if since else words


_BLANKS = " \t\r\n"


def read_to_bot(text: str) -> ToBot:
    """The line that a bot got; `BadLine` when it is none."""
    return _read(text, _TO_BOT)


def read_from_bot(text: str) -> FromBot:
    """The line that a bot wrote; `BadLine` when it is none."""
    return _read(text, _FROM_BOT)


def write_steps(steps: Iterable[Step]) -> str:
    """What happened, as records write it: `@1 D3xC3 E6+E5`, `*+3101`, `!2`."""
    words: list[str] = []
    seat: Seat | None = None
    for step in steps:
        if step.token is None:
            words.append(f"!{step.actor}")
            seat = None
        elif step.actor == CHANCE:
            words.append(f"*{step.token}")
        else:
            if step.actor != seat:
                seat = step.actor
                words.append(f"@{seat}")
            words.append(json.dumps(step.token) if step.token[0] in '@*!"' else step.token)
    return " ".join(words)


def read_steps(words: Iterable[str]) -> tuple[Step, ...]:
    """The inverse of `write_steps`; `ValueError` for what is none."""
    steps: list[Step] = []
    seat: Seat | None = None
    for word in words:
        if word[0] == "@":
            seat = _whole(word[1:])
        elif word[0] == "!":
            steps.append(Step(_whole(word[1:]), None))
            seat = None
        elif word[0] == "*":
            steps.append(Step(CHANCE, _some(word[1:])))
        elif seat is None:
            raise ValueError(f"{word}: nobody is named who decided it")
        else:
            steps.append(Step(seat, str(json.loads(word)) if word[0] == '"' else word))
    return tuple(steps)


def steps_of(nodes: Iterable[Node]) -> tuple[Step, ...]:
    """What a record has, without what was said about it."""
    return tuple(
        Step(node.seat, None) if isinstance(node, Withdrawal) else Step(node.actor, node.token)
        for node in nodes
    )


FORMS = {
    "hello": "hello VERSION",
    "game": "game ID version N seats N seat N clock none|turn S|game S S [options KEY=VALUE …]",
    "position": "position DUMP",
    "go": "go [left SECONDS] [since STEP …]",
    "legal": "legal TOKEN …",
    "stop": "stop",
    "result": "result SCORE SCORE … REASON",
    "quit": "quit",
    "id": "id KEY TEXT",
    "ready": "ready",
    "info": "info TEXT",
    "legal?": "legal?",
    "move": "move TOKEN …",
    "error": "error TEXT",
}
"""How each line is written, by its first word."""

_SECONDS = r"\d+(?:\.\d+)?"
_game = re.compile(
    rf"(\S+) version (\d+) seats (\d+) seat (\d+)"
    rf" clock (none|turn {_SECONDS}|game {_SECONDS} {_SECONDS})(?: options (.+))?",
    re.ASCII,
)
_go = re.compile(rf"(?:left ({_SECONDS}))?(?: ?since (.+))?", re.ASCII)
_Line = TypeVar("_Line")


def _read(text: str, readers: dict[str, Callable[[str], _Line]]) -> _Line:
    line = text.strip(_BLANKS)
    word, _, rest = line.partition(" ")
    reader = readers.get(word)
    if reader is None:
        raise BadLine(line)
    try:
        return reader(rest.strip(_BLANKS))
    except ValueError:
        code = "no-token" if word == "move" else "unknown-line"
        raise BadLine(line, FORMS[word], code) from None


def _read_game(rest: str) -> Game:
    found = _matched(_game, rest)
    name, version, seats, seat, clock, options = found.groups()
    kind, *numbers = clock.split()
    times = [*map(float, numbers), 0.0, 0.0][:2]
    return Game(
        name,
        int(version),
        int(seats),
        int(seat),
        Clock(kind, *times),
        tuple((options or "").split()),
    )


def _read_go(rest: str) -> Go:
    left, since = _matched(_go, rest).groups()
    steps = read_steps(since.split(" ")) if since else ()
    return Go(None if left is None else float(left), steps)


def _read_result(rest: str) -> Result:
    *scores, reason = _words(rest)
    if not scores:
        raise ValueError("no scores")
    return Result(tuple(map(_score, scores)), reason)


def _score(word: str) -> Fraction:
    if not re.fullmatch(r"\d+(/[1-9]\d*)?", word, re.ASCII):
        raise ValueError(f"{word} is no score")
    return Fraction(word)


def _read_id(rest: str) -> Id:
    key, _, text = rest.partition(" ")
    return Id(_some(key), text.lstrip(" "))


def _some(rest: str) -> str:
    if not rest:
        raise ValueError("something has to follow")
    return rest


def _words(rest: str) -> tuple[str, ...]:
    return tuple(word for word in rest.split(" ") if word)


def _whole(word: str) -> int:
    if not (word.isascii() and word.isdigit()):
        raise ValueError(f"{word} is no number")
    return int(word)


def _alone(line: _Line) -> Callable[[str], _Line]:
    def read(rest: str) -> _Line:
        if rest:
            raise ValueError("nothing may follow")
        return line

    return read


def _matched(pattern: re.Pattern[str], rest: str) -> re.Match[str]:
    found = pattern.fullmatch(" ".join(_words(rest)))
    if not found:
        raise ValueError(f"not {pattern.pattern}")
    return found


def _clock(clock: Clock) -> str:
    if clock.kind == "none":
        return "clock none"
    words = f"clock {clock.kind} {_plain(clock.seconds)}"
    return f"{words} {_plain(clock.increment)}" if clock.kind == "game" else words


def _plain(seconds: float) -> str:
    """`5`, `0.1`: exact, and never with an exponent."""
    return f"{Decimal(repr(seconds)):f}".removesuffix(".0")


_TO_BOT: dict[str, Callable[[str], ToBot]] = {
    "hello": lambda rest: Hello(_whole(rest)),
    "game": _read_game,
    "position": lambda rest: Position(_some(rest)),
    "go": _read_go,
    "legal": lambda rest: Legal(_words(rest)),
    "stop": _alone(Stop()),
    "result": _read_result,
    "quit": _alone(Quit()),
}
_FROM_BOT: dict[str, Callable[[str], FromBot]] = {
    "id": _read_id,
    "ready": _alone(Ready()),
    "info": Info,
    "legal?": _alone(LegalQuestion()),
    "move": lambda rest: Move(_words(_some(rest))),
    "error": Error,
}
