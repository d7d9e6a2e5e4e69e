"""What became of a hand-in, as a value that travels as JSON: five steps, each with its findings.

A finding is a sentence, a place and a way back: what happened and by which rule; the line of the
source, the position, the dialogue or the seconds that it is about; what to do next. Whoever makes
it keeps what a program wrote short and plain.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

import msgspec
from msgspec import Struct

from duiyi.core.message import Message, Param


class Sentence(Struct, frozen=True):
    """A message as it travels, read like any other by the page; `message` gives it back."""

    key: str
    params: tuple[tuple[str, Word], ...] = ()

    @property
    def message(self) -> Message:
        return Message(self.key, tuple((name, _param(value)) for name, value in self.params))


Part = str | int | Sentence
Word = str | int | Sentence | tuple[Part, ...]


def sentence(said: Message) -> Sentence:
    """Numbers that are no whole ones become text: in words they are the same."""
    return Sentence(said.key, tuple((name, _word(value)) for name, value in said.params))


class StepName(StrEnum):
    received = "received"
    compiled = "compiled"
    checked = "checked"
    tested = "tested"
    active = "active"


class StepState(StrEnum):
    waiting = "waiting"
    running = "running"
    done = "done"
    stopped = "stopped"


class Level(StrEnum):
    """Only a problem, and a failure of the platform, stop a hand-in."""

    fine = "fine"
    warning = "warning"
    problem = "problem"
    platform = "platform"


class Action(StrEnum):
    """What to do next: hand in something else, go to the line, look at the board, take the
    position along, read the whole dialogue, or nothing."""

    choose_file = "choose-file"
    source = "source"
    board = "board"
    position = "position"
    dialogue = "dialogue"
    none = "none"


# Places


class SourceLine(Struct, frozen=True):
    number: int
    text: str


class Fix(Struct, frozen=True):
    """What the compiler would write instead: in this line, from `column` up to `end`."""

    line: int
    column: int
    end: int
    old: str
    new: str


class SourcePlace(Struct, frozen=True, omit_defaults=True):
    """A stretch of a line, with the lines around it. Columns are letters, from 1; `end` is that
    after the last."""

    file: str
    line: int
    column: int = 0
    end: int = 0
    lines: tuple[SourceLine, ...] = ()
    fixes: tuple[Fix, ...] = ()


class BoardPlace(Struct, frozen=True, omit_defaults=True):
    """A position as text, who was asked there, and what is wrong with its answer.

    `code` and `rule` are those that `token` breaks, `sites` what they are about; `legal` counts
    what could have been played, `examples` are some of it.
    """

    position: str
    seat: int
    turn: int
    token: str = ""
    code: str = ""
    rule: Sentence | None = None
    sites: tuple[str, ...] = ()
    legal: int = 0
    examples: tuple[str, ...] = ()


class DialogueLine(Struct, frozen=True, omit_defaults=True):
    """`sent` by the referee, or said by the program; `bad` is what the finding is about, and what
    came after it is not `read` in a game."""

    text: str
    sent: bool = False
    bad: bool = False
    read: bool = True


class Frame(Struct, frozen=True, omit_defaults=True):
    """Where a program was when it crashed: a function, and the line in it."""

    function: str
    file: str = ""
    line: int = 0
    text: str = ""


class Segment(Struct, frozen=True):
    """A decision of a turn: seconds, and whether it was answered."""

    seconds: float
    answered: bool


class Measure(Struct, frozen=True, omit_defaults=True):
    """How much of what is allowed was used: seconds, or megabytes. `computed` is CPU time."""

    unit: str
    limit: float
    used: float
    segments: tuple[Segment, ...] = ()
    computed: float = 0.0


class Finding(Struct, frozen=True, omit_defaults=True):
    """One thing that was noticed. What is not about it is left out."""

    level: Level
    sentence: Sentence
    heading: Sentence | None = None
    """Where it stops the hand-in: what the page says first."""
    where: Sentence | None = None
    advice: tuple[Sentence, ...] = ()
    action: Action = Action.none
    source: SourcePlace | None = None
    board: BoardPlace | None = None
    dialogue: tuple[DialogueLine, ...] = ()
    frames: tuple[Frame, ...] = ()
    measure: Measure | None = None
    own_words: str = ""
    """The line of the compiler, or of the interpreter."""
    stderr: str = ""
    folded: bool = False
    """Shown only to whoever asks: there are more important ones."""
    times: int = 1


# The whole


class File(Struct, frozen=True, omit_defaults=True):
    """A file of the hand-in, and why it is not used, if it is not."""

    name: str
    size: int
    ignored: Sentence | None = None


class TestGame(Struct, frozen=True, omit_defaults=True):
    """A game of the last step: the record's text, and what it came to for the `seat` of the
    hand-in; against itself it has them all."""

    __test__ = False  # for pytest, which takes the name for its own

    opponent: str
    seat: int
    record: str
    scores: tuple[str, ...]
    reason: str
    turns: int
    longest: float
    """Seconds that its longest turn took."""
    fault: bool = False


class Step(Struct, frozen=True, omit_defaults=True):
    """One of five, with the seconds that it took and what was noticed."""

    name: StepName
    state: StepState = StepState.waiting
    seconds: float = 0.0
    findings: tuple[Finding, ...] = ()
    tries: int = 0
    """How often it was begun: more than once where the platform failed."""


class Validation(Struct, frozen=True, omit_defaults=True):
    """A hand-in on its way. It is `ready` when it has passed everything; making it active is not
    ours."""

    name: str
    sha256: str
    size: int
    steps: tuple[Step, ...]
    files: tuple[File, ...] = ()
    interface: str = ""
    compiler: str = ""
    games: tuple[TestGame, ...] = ()
    incident: str = ""
    """Under which the platform's failure is in the log: it is to be repeated, and costs nothing."""

    def step(self, name: StepName) -> Step:
        return next(step for step in self.steps if step.name is name)

    @property
    def ready(self) -> bool:
        return self.step(StepName.tested).state is StepState.done

    @property
    def stopped(self) -> Step | None:
        return next((step for step in self.steps if step.state is StepState.stopped), None)

    @property
    def counts(self) -> bool:
        """Whether it is one of the hand-ins of the day: what does not compile is not."""
        return self.step(StepName.compiled).state is StepState.done and not self.incident

    @property
    def heading(self) -> Sentence | None:
        """Why it stopped, in one sentence."""
        step = self.stopped
        found = () if step is None else step.findings
        return next((finding.heading for finding in found if finding.heading is not None), None)

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """What did not stop it."""
        found = (finding for step in self.steps for finding in step.findings)
        return tuple(finding for finding in found if finding.level is Level.warning)

    def with_step(self, step: Step) -> Validation:
        steps = tuple(step if one.name is step.name else one for one in self.steps)
        return msgspec.structs.replace(self, steps=steps)

    def activated(self, seconds: float) -> Validation:
        """The same when it has been made active."""
        return self.with_step(Step(StepName.active, StepState.done, seconds))


def begun(name: str, sha256: str, size: int) -> Validation:
    return Validation(name, sha256, size, tuple(Step(step) for step in StepName))


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Validation)


def write_validation(validation: Validation) -> bytes:
    """As JSON; `read_validation` gives the same value back."""
    return _encoder.encode(validation)


def read_validation(text: bytes | str) -> Validation:
    return _decoder.decode(text)


def _word(value: Param) -> Word:
    if isinstance(value, tuple):
        return tuple(_part(one) for one in value)
    return _part(value)


def _part(value: Param) -> Part:
    if isinstance(value, Message):
        return sentence(value)
    if isinstance(value, Fraction) and value.denominator == 2:
        return f"{value.numerator / 2:g}"
    return value if isinstance(value, str | int) else str(value)


def _param(value: Word) -> Param:
    if isinstance(value, tuple):
        return tuple(_param(one) for one in value)
    return value.message if isinstance(value, Sentence) else value
