"""Faults: what a bot did wrong, as the verdict that ends its game.

Verdict and code are two fields: the verdict says what kind of fault it was, the code which one.
For `illegal` the code is that of the rule's violation; the other verdicts have the codes below.
A game that ends by `infra` was nobody's fault and counts for nobody: it is played again.
"""

from __future__ import annotations

from enum import StrEnum

from duiyi.engine.bot import NOTHING, Spent


class Verdict(StrEnum):
    """How a seat can lose without being beaten."""

    illegal = "illegal"
    protocol = "protocol"
    timeout = "timeout"
    crash = "crash"
    output_limit = "output-limit"
    memory_limit = "memory-limit"
    infra = "infra"


CODES: dict[Verdict, tuple[str, ...]] = {
    Verdict.protocol: (
        "bad-token",  # a move that stands for no action of the game
        "no-token",  # a move without any token
        "too-many-tokens",  # what `State.leftover` says where a game has no word of its own
        "unknown-line",  # output that is not protocol
        "not-text",  # NUL bytes, or bytes that are not UTF-8
        "line-too-long",
        "answered-twice",  # a move that nobody asked for
        "gave-up",  # the bot itself said `error`
        "closed-output",  # stdout is closed while the program goes on
        "no-answer",  # files: the program ended and left no answer
        "printed-answer",  # files: the answer was printed, and is in no file
        "bad-answer",  # files: the answer is a link, a FIFO, a directory, too large or unreadable
        "not-a-step",  # files-b: what was rewritten is no single step
        "log-changed",  # files-b: stepLog.txt is the referee's, and was rewritten
    ),
    # `wall-cap`: by the wall clock, waiting for a core left out
    Verdict.timeout: ("timeout", "wall-cap", "start-up"),
    Verdict.crash: ("exit", "signal"),  # with what: `exit-3`, `signal-SEGV`
    Verdict.output_limit: ("stdout", "stderr", "file"),
    Verdict.memory_limit: ("memory",),
    # `busy`: there was no core for a bot for so long that the game was given up
    Verdict.infra: ("sandbox", "referee", "worker", "busy"),
}


class Fault(Exception):
    """Raised by whoever asks a bot; the referee turns it into a withdrawal.

    `text` is what the bot said or left, cut short where it is long; `detail` is for a person who
    looks into it, such as the exit status or the operating system's own words; `spent` is what
    the question cost until then, which the record tells so that a timeout can be checked; `wrote`
    is what the bot itself wrote, where `text` is the token that this means.
    """

    def __init__(
        self,
        verdict: Verdict,
        code: str,
        text: str = "",
        detail: str = "",
        spent: Spent = NOTHING,
        wrote: str = "",
    ) -> None:
        super().__init__(verdict, code, text, detail, spent, wrote)
        self.verdict = verdict
        self.code = code
        self.text = text
        self.detail = detail
        self.spent = spent
        self.wrote = wrote

    def __str__(self) -> str:
        words = f"{self.verdict.value} {self.code}"
        return f"{words}: {self.detail or self.text}" if self.detail or self.text else words


def as_written(text: str, wrote: str) -> str:
    """A token beside what the bot itself wrote: `E8xF7 (E,0,4,1,3)`."""
    return f"{text} ({wrote})" if text and wrote else text or wrote
