"""Where a program crashes: the same position once more, with a program that checks itself.

The sources are compiled a second time with the address and undefined-behaviour sanitizers and asked
again, in the sandbox as before. If that position alone does not do it, all questions of the game
are asked. What the sanitizer reports it writes into a file, beside what the program prints.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from time import monotonic

from duiyi.arena.bots.entrants import Kind, Ready
from duiyi.arena.classroom.boxes import REPORT, ReportingBox, reporting_box
from duiyi.arena.classroom.compiling.program import Made
from duiyi.arena.classroom.settings import Settings
from duiyi.arena.classroom.sources import SourceText
from duiyi.arena.compliance.advice import Case
from duiyi.arena.compliance.positions import Moment
from duiyi.arena.game.rerun import moments
from duiyi.arena.report.page.words import cut, one_line
from duiyi.arena.sandbox import require
from duiyi.arena.sandbox.command import WORK
from duiyi.classes.validation import Frame
from duiyi.core import DuiyiError, Message, Record, message
from duiyi.engine.bot import Beginning, Bot, Question
from duiyi.engine.client import EngineBot
from duiyi.engine.fault import Fault
from duiyi.engine.files.interface_a import FilesABot
from duiyi.engine.files.interface_b import FilesBBot

FLAGS = ("-g", "-O1", "-fno-omit-frame-pointer")
OPTIONS = (
    "detect_leaks=0:handle_segv=1:handle_abort=1:handle_sigfpe=1:handle_sigill=1:handle_sigbus=1"
    ":allocator_may_return_null=1:print_legend=0:print_stacktrace=1"
    f":log_path={WORK}/{REPORT}"
)
SLOWER = 5
"""So many times slower a checked program may be, and so many times more memory it may take."""
LONGEST = 20.0
"""Seconds for all questions together."""
MOST_FRAMES = 8
LONGEST_LINE = 500
KINDS = {
    "heap-buffer-overflow": "bounds",
    "stack-buffer-overflow": "bounds",
    "stack-buffer-underflow": "bounds",
    "global-buffer-overflow": "bounds",
    "dynamic-stack-buffer-overflow": "bounds",
    "heap-use-after-free": "freed",
    "stack-use-after-scope": "gone",
    "stack-use-after-return": "gone",
    "attempting": "free",
    "stack-overflow": "stack",
    "null": "null",
    "SEGV": "wild",
    "FPE": "zero",
    "ABRT": "abort",
}
"""What the sanitizer calls a crash, and what we do."""
_frame = re.compile(r"\s+#[0-9]+ 0x[0-9a-f]+ in (.+?) (\S+?):([0-9]+)(?::[0-9]+)?\s*")
_title = re.compile(
    r"ERROR: (?:Address|UndefinedBehavior)Sanitizer: ([\w-]+)(?: on unknown address 0x([0-9a-f]+))?"
)
_runtime = re.compile(r"(\S+?):([0-9]+):[0-9]+: runtime error: (.+)")
_fatal = {"null pointer": "null", "out of bounds": "bounds", "division by zero": "zero"}
"""What is undefined and may well be why a program crashed."""
_traced = re.compile(r'\s*File "/bot/([^"]+)", line ([0-9]+), in (\S+)')


@dataclass(frozen=True, slots=True)
class Crash:
    """The frames in the hand-in's own files, the last call first, and what went wrong there."""

    frames: tuple[Frame, ...]
    why: Message | None = None
    own_words: str = ""


def crash_of(case: Case, record: Record | None, made: Made) -> Crash | None:
    """Of a program that is compiled what a second run shows; of a script what it printed."""
    if not made.received.compiles:
        return traceback_of(case.stderr, made.sources)
    try:
        checked = made.again((*FLAGS, f"-fsanitize={_which()}"))
    except DuiyiError:
        return None  # it compiles, but not so within the limits
    for questions in _ways(case, record, made.settings):
        report = _reported(checked, questions, case, made.settings)
        if (found := read_report(report, made.sources)) is not None:
            return found
    return None


def _which() -> str:
    """Addresses can be checked only where memory is bounded for all processes together: elsewhere
    each is bounded by what it reserves, and that check reserves terabytes."""
    bounded = require().mechanisms.memory is not None
    return "address,undefined" if bounded else "undefined"


def _ways(case: Case, record: Record | None, settings: Settings) -> list[list[Question]]:
    """The position alone, then all that was asked before it."""
    clock = settings.conditions.clock
    left = None if clock.kind == "none" else SLOWER * clock.seconds
    cap = None if left is None else 3 * left
    ways = [[Moment("", case.state, (), case.state).question(left, cap)]]
    if record is not None:
        own = [one for one in moments(record) if one.seat == case.seat]
        ways.append([Question(m.state, m.seat, m.first, m.nodes, m.told, left, cap) for m in own])
    return ways


def _reported(ready: Ready, questions: list[Question], case: Case, settings: Settings) -> str:
    conditions = settings.conditions
    limits = replace(conditions.limits, memory=SLOWER * conditions.limits.memory)
    assert ready.command is not None
    box = reporting_box(ready.command, limits)
    bot = _bot(box, ready)
    end = monotonic() + LONGEST
    try:
        first = questions[0].first
        allowance = SLOWER * conditions.start_up
        bot.begin(Beginning(first, case.seat, conditions.clock, allowance))
        for question in questions:
            if monotonic() > end:
                break
            bot.ask(question)
    except Fault:
        pass  # that is what was waited for
    finally:
        bot.close()
    # What is only undefined is reported on stderr, whatever one asks for.
    return f"{box.report}\n{bot.stderr().decode('utf-8', 'replace')}"


def _bot(box: ReportingBox, ready: Ready) -> Bot:
    assert ready.command is not None
    options = (f"{name}_OPTIONS={OPTIONS}" for name in ("ASAN", "UBSAN"))
    arguments = ("/usr/bin/env", *options, *ready.command.boxed)
    if ready.kind is Kind.engine:
        return EngineBot(box, arguments)
    return (FilesABot if ready.kind is Kind.files_a else FilesBBot)(box, arguments)


# Reading


def read_report(report: str, sources: SourceText) -> Crash | None:
    """The stack of the crash; where only undefined behaviour was looked for, that of the last that
    was fatal. `None` where no frame is in the hand-in's own files."""
    title = _title.search(report)
    if title is not None:
        frames = _frames(report[title.start() :], sources)
        return Crash(frames, _why(title), _said(report, frames[0], title)) if frames else None
    for line in reversed(report.splitlines()):
        found = _runtime.match(line[:LONGEST_LINE])
        why = next((name for words, name in _fatal.items() if found and words in found[3]), None)
        if found is not None and why is not None:
            frames = _frames(report[report.rindex(line) :], sources)
            words = cut(one_line(found[0].replace(f"{WORK}/", "")), 300)
            said = message(f"validation.sanitizer.{why}")
            return Crash(frames, said, words) if frames else None
    return None


def _frames(report: str, sources: SourceText) -> tuple[Frame, ...]:
    """The first stack."""
    frames: list[Frame] = []
    for line in report.splitlines():
        found = _frame.fullmatch(line[:LONGEST_LINE])
        if found is not None:
            name = found[2].removeprefix(f"{WORK}/").removeprefix("./")
            if text := sources.text(name, int(found[3])):
                function = cut(one_line(found[1]), 80)
                frames.append(Frame(function, name, int(found[3]), text.strip()))
        elif frames:
            break
    return tuple(frames[:MOST_FRAMES])


def _why(title: re.Match[str]) -> Message:
    kind, address = title[1], title[2]
    if kind == "SEGV" and address is not None and int(address, 16) < 4096:
        kind = "null"
    return message(f"validation.sanitizer.{KINDS.get(kind, 'other')}")


def _said(report: str, frame: Frame, title: re.Match[str]) -> str:
    """What was found out in that line beside; otherwise the sanitizer's own word."""
    lines = (_runtime.match(line[:LONGEST_LINE]) for line in report.splitlines())
    for found in filter(None, lines):
        name = found[1].removeprefix(f"{WORK}/").removeprefix("./")
        if (name, int(found[2])) == (frame.file, frame.line):
            return cut(one_line(found[0].replace(f"{WORK}/", "")), 300)
    return cut(one_line(title[0]), 300)


def traceback_of(stderr: str, sources: SourceText) -> Crash | None:
    """Of a script that ended with an exception: the frames, the last call first."""
    start = stderr.rfind("Traceback (most recent call last)")
    if start < 0:
        return None
    frames = []
    lines = stderr[start:].splitlines()
    for line in lines:
        found = _traced.match(line)
        if found is not None and (text := sources.text(found[1], int(found[2]))):
            frames.append(Frame(cut(one_line(found[3]), 80), found[1], int(found[2]), text.strip()))
    said = next((line for line in reversed(lines) if line and line[0] != " "), "")
    own_words = cut(one_line(said), 300)
    return Crash(tuple(frames[::-1][:MOST_FRAMES]), None, own_words) if frames else None
