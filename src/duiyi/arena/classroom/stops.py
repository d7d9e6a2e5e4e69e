"""How a step ends that does not end well: the hand-in is to blame, or the platform is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from duiyi.arena.intake.importing import MACHINE
from duiyi.arena.report.page.words import cut, visible
from duiyi.classes.validation import Action, Finding, Level, sentence
from duiyi.core import DuiyiError, Message
from duiyi.core.message import Param

LONGEST = 500
"""Letters of anything that is said in a sentence."""
OURS = ("core:sandbox.copy.deep", "core:sandbox.copy.large", "core:sandbox.copy.many")
"""What only looks like a failure of the sandbox: the hand-in itself is too much."""


class Stopped(Exception):
    """The hand-in goes no further; the first finding has the heading."""

    def __init__(self, findings: Sequence[Finding], heading: Message | None = None) -> None:
        super().__init__(findings)
        first, *others = findings
        if first.heading is None:
            said = first.sentence if heading is None else sentence(heading)
            first = msgspec.structs.replace(first, heading=said)
        self.findings = (first, *others)


class PlatformFailed(Exception):
    """Nobody's fault but ours; `detail` is for the log."""


def refused(error: DuiyiError, folder: Path, name: str) -> Stopped | PlatformFailed:
    """What an error means for whoever handed in, with paths as they know them."""
    key = error.message.key
    if key in MACHINE or (key.startswith("core:sandbox.") and key not in OURS):
        return PlatformFailed(str(error))
    said = plain(error.message, name, folder)
    return Stopped((Finding(Level.problem, sentence(said), action=Action.choose_file),))


def plain(said: Message, name: str, folder: Path) -> Message:
    """A message whose parameters are short and harmless, and tell nothing of this machine."""

    def one(value: Param) -> Param:
        if isinstance(value, Message):
            return plain(value, name, folder)
        if isinstance(value, tuple):
            return tuple(map(one, value[:20]))
        if isinstance(value, str):
            return cut(visible(value.replace(str(folder), name)), LONGEST)
        return value

    return Message(said.key, tuple((key, one(value)) for key, value in said.params))
