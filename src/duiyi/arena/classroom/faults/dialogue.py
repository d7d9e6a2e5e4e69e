"""What was said between the referee and a program, up to the line that is no protocol; and the
place in the source that wrote it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from duiyi.arena.bots.programs import Command
from duiyi.arena.bots.sources import HEADERS, SOURCES
from duiyi.arena.classroom.boxes import box_of
from duiyi.arena.classroom.sources import SCRIPTS, SourceText
from duiyi.arena.compliance.advice import Case
from duiyi.arena.compliance.positions import Moment
from duiyi.arena.compliance.program import Running, running
from duiyi.arena.game.conditions import Conditions
from duiyi.arena.report.page.words import cut, one_line
from duiyi.classes.validation import DialogueLine, SourcePlace
from duiyi.engine.bot import Beginning
from duiyi.engine.box import Box
from duiyi.engine.client import asked, game_line, legal_line
from duiyi.engine.fault import Fault
from duiyi.engine.protocol import Hello, write

SECONDS = 2.0
"""A program that said something wrong is listened to once more for so long."""
AFTER = 0.3
"""Seconds in which the rest comes."""
LONGEST = 160
MOST = 24
LEAST_LETTERS = 3
"""A format of fewer letters of its own could have written anything."""
_calls = re.compile(
    r"(?<![\w.])(?:printf|puts|putchar|print|cout|fputs|write)\b(?P<rest>.*)", re.DOTALL
)
_literal = re.compile(r'"((?:[^"\\]|\\.)*)"|\'((?:[^\'\\]|\\.)*)\'')
_spec = re.compile(
    r"%[-+ #0]*(?:\d+|\*)?(?:\.(?:\d+|\*))?(?:hh|h|ll|l|z|j|t|L)?[a-zA-Z]|\{[^{}]*\}"
)
LONGEST_CALL = 2_000
"""Letters of a line of the source that are looked at."""


@dataclass(frozen=True, slots=True)
class _Heard:
    sent: tuple[str, ...]
    said: tuple[str, ...]


def dialogue(case: Case, command: Command, conditions: Conditions) -> tuple[DialogueLine, ...]:
    """The conversation about a position, had once more; as the fault tells it where the program
    says something else now."""
    wrong = case.text.strip()
    for heard in _conversation(case, command, conditions):
        there = [n for n, line in enumerate(heard.said) if _same(line, wrong)]
        if there:
            at = there[-1 if case.code == "answered-twice" else 0]
            said = heard.said[: MOST - len(heard.sent)]
            return (*_sent(heard.sent), *(_said(line, n, at) for n, line in enumerate(said)))
    return (*_sent(_question(case)), _said(wrong, 0, 0))


def _conversation(case: Case, command: Command, conditions: Conditions) -> list[_Heard]:
    """What was said to each thing that the program was told."""
    beginning = Beginning(case.state, case.seat, conditions.clock, 0.0)
    told = ((write(Hello()),), (write(game_line(beginning)),), _question(case))
    found: list[_Heard] = []

    def boxes() -> Box:
        return box_of(command, conditions.limits)

    try:
        with running(command.boxed, legal_line(case.state).rstrip(), boxes) as program:
            for lines, word in zip(told, ("ready", "ready", "move"), strict=True):
                found.append(_heard(program, lines, word))
    except Fault:
        pass
    return found[::-1]


def _heard(program: Running, lines: Sequence[str], word: str) -> _Heard:
    before = len(program.said)
    program.tell(*lines)
    program.hear(word, SECONDS)
    if word == "move":
        program.end_input()
        program.hear_all(AFTER)
    return _Heard(tuple(lines), tuple(program.said[before:]))


def _question(case: Case) -> tuple[str, ...]:
    moment = Moment("", case.state, (), case.state)
    return tuple(asked(moment.question(case.left, None)).splitlines())


def _same(line: str, wrong: str) -> bool:
    """A fault has only the beginning of a long line."""
    short = wrong.removesuffix("…")
    return line.strip() == wrong or (short != wrong and line.startswith(short))


def _sent(lines: Sequence[str]) -> tuple[DialogueLine, ...]:
    return tuple(DialogueLine(cut(one_line(line), LONGEST), sent=True) for line in lines)


def _said(line: str, number: int, wrong: int) -> DialogueLine:
    return DialogueLine(cut(one_line(line), LONGEST), bad=number == wrong, read=number <= wrong)


# The line of the source


def writer_of(text: str, sources: SourceText) -> SourcePlace | None:
    """The only line of the source that can have written a text, if there is just one."""
    found = []
    for file in sources.names((*SOURCES, *HEADERS, *SCRIPTS)):
        for number, line in enumerate(sources.lines(file), 1):
            shown = line[:LONGEST_CALL].decode("utf-8", "replace")
            if (at := _writes(shown, text.strip())) is not None:
                found.append((file, number, *at))
                if len(found) > 1:
                    return None
    return sources.place(*found[0]) if found else None


def _writes(line: str, text: str) -> tuple[int, int] | None:
    """From which column to which a line has a call that writes a text."""
    call = _calls.search(line)
    if call is None or "stderr" in line:
        return None
    for found in _literal.finditer(line, call.start()):
        literal = found[1] if found[1] is not None else found[2]
        if _becomes(literal, text):
            return call.start() + 1, found.end() + 1
    return None


def _becomes(literal: str, text: str) -> bool:
    """Whether a format can become a text. What stands between its values is looked for from left
    to right, which is quick whatever somebody wrote."""
    plain = literal.replace("\\n", "").replace("\\t", "\t").replace('\\"', '"').strip()
    pieces = _spec.sub("\0", plain.replace("%%", "\1")).replace("\1", "%").split("\0")
    if sum(len(piece.strip()) for piece in pieces) < LEAST_LETTERS:
        return False
    first, *middle = pieces
    if not middle:
        return text == first
    *middle, last = middle
    if not (text.startswith(first) and text.endswith(last)):
        return False
    at, end = len(first), len(text) - len(last)
    for piece in middle:
        found = text.find(piece, at, end)
        if found < 0:
            return False
        at = found + len(piece)
    return at <= end
