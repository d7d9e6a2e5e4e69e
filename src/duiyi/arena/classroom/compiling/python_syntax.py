"""Whether Python can read a script, asked of the Python that is going to run it, in its sandbox."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from duiyi.arena.bots.entrants import Ready
from duiyi.arena.classroom.boxes import box_of
from duiyi.arena.classroom.settings import Settings
from duiyi.arena.classroom.sources import SCRIPTS, SourceText, word_end
from duiyi.arena.classroom.stops import PlatformFailed
from duiyi.arena.classroom.upload import Received
from duiyi.arena.report.page.words import cut, one_line
from duiyi.classes.validation import Action, Finding, Level, sentence
from duiyi.core import Message, message
from duiyi.engine.fault import Fault, Verdict
from duiyi.engine.files.run import Runs

SECONDS = 10.0
MOST_SCRIPTS = 40
LONGEST = 300
KEPT = 65_536
_asked = """
import json, sys, warnings
warnings.simplefilter("ignore")
for name in sys.argv[1:]:
    try:
        with open("/bot/" + name, "rb") as file:
            compile(file.read(), name, "exec", dont_inherit=True)
    except SyntaxError as error:
        print(json.dumps([name, type(error).__name__, error.msg, error.lineno, error.offset,
                          getattr(error, "end_lineno", None), getattr(error, "end_offset", None)]))
    except (ValueError, RecursionError, MemoryError) as error:
        print(json.dumps([name, type(error).__name__, str(error), 1, 0, None, None]))
"""
PATTERNS = (
    ("colon", r"expected ':'"),
    ("unclosed", r"'(?P<sign>.+)' was never closed"),
    ("unmatched", r"unmatched '(?P<sign>.+)'|closing parenthesis '.+' does not match.*"),
    ("quote", r"unterminated .*string literal.*|EOL while scanning string literal"),
    ("indent-more", r"expected an indented block.*"),
    ("indent", r"unexpected indent|unindent does not match any outer indentation level"),
    ("tabs", r"inconsistent use of tabs and spaces in indentation"),
    ("assign", r"cannot assign to .*|invalid syntax\. Maybe you meant '=='.*"),
    ("comma", r"invalid syntax\. Perhaps you forgot a comma\?"),
    ("print", r"Missing parentheses in call to 'print'.*"),
    ("sign", r"invalid (?:non-printable )?character .*"),
    ("outside", r"'(?P<name>\w+)' outside (?:function|loop).*"),
    ("invalid", r"invalid syntax"),
)
NAMES = tuple(name for name, _ in PATTERNS)
_patterns = tuple((name, re.compile(pattern)) for name, pattern in PATTERNS)


def findings(
    ready: Ready, received: Received, settings: Settings, sources: SourceText
) -> tuple[Finding, ...]:
    """What is wrong with the scripts of a hand-in; nothing for what is no Python."""
    command = ready.command
    if command is None or Path(command.boxed[0]).name[:6] != "python":
        return ()
    names = sources.names(SCRIPTS)[:MOST_SCRIPTS]
    box = box_of(command, settings.conditions.limits)
    try:
        runs = Runs(box, stdout=KEPT, stderr=KEPT, keep=KEPT)
        runs.run([command.boxed[0], "-I", "-c", _asked, *names], SECONDS, 3 * SECONDS)
    except Fault as fault:
        if fault.verdict is Verdict.infra:
            raise PlatformFailed(str(fault)) from fault
        return ()  # what is too much to read shows when it is run
    finally:
        box.close()
    return tuple(_read(runs.head.decode("utf-8", "replace"), sources))


def _read(printed: str, sources: SourceText) -> list[Finding]:
    found = []
    for line in printed.splitlines()[:MOST_SCRIPTS]:
        try:
            name, kind, said, number, offset, last, end = json.loads(line)
            number, offset = int(number or 1), int(offset or 0)
        except (ValueError, TypeError):
            continue
        text = cut(one_line(f"{kind}: {said}"), LONGEST)
        column = max(offset, 0)
        same = last == number and isinstance(end, int) and end > column
        stop = int(end) if same else word_end(sources.text(str(name), number), column)
        place = sources.place(str(name), number, column, stop if column else 0)
        found.append(
            Finding(
                Level.problem,
                sentence(in_words(str(said))),
                action=Action.choose_file,
                source=place,
                own_words=f"{cut(one_line(str(name)), 200)}:{number}: {text}",
            )
        )
    return found


def in_words(said: str) -> Message:
    for name, pattern in _patterns:
        match = pattern.fullmatch(said)
        if match is not None:
            params: Mapping[str, Any] = {k: v for k, v in match.groupdict().items() if v}
            return message(f"validation.python.{name}", **params)
    return message("validation.python.other", text=cut(one_line(said), LONGEST))
