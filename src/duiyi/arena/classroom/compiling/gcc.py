"""What the compiler said, as findings: each with its line, its words, and what it would write.

gcc tells as JSON what it has to say of a source (`-fdiagnostics-format=json`), one list for each;
the linker prints lines. Both may be cut off anywhere, and are read as far as they go.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from duiyi.arena.classroom.compiling.gcc_words import in_words
from duiyi.arena.classroom.sources import SourceText, word_end
from duiyi.arena.report.page.words import cut, one_line
from duiyi.classes.validation import Action, Finding, Fix, Level, SourcePlace, sentence
from duiyi.core import Message, message

FLAGS = ("-fdiagnostics-format=json", "-fmax-errors=0")
"""A compiler that gives up after so many errors does not tell any of them in this form. What it
prints is bounded anyway."""
SHOWN = 5
"""Findings beyond these are folded."""
MOST = 40
MOST_READ = 500
LONGEST = 300
LONGEST_LINE = 1_000
MOST_FIXES = 3
_linked = re.compile(
    r"(?:^|: )(?:(?P<file>[^\s:]+):(?:(?P<line>[0-9]+):)?(?:\([^)]*\):)? )?"
    r"(?P<what>undefined reference to|multiple definition of) `(?P<name>[^']+)'"
)
_fatal = re.compile(r"(?:gcc|g\+\+|cc1|cc1plus|collect2|as|ld): (?:fatal )?error: .+")


def findings(printed: str, sources: SourceText) -> tuple[Finding, ...]:
    """All that was said, errors first, each once; from the sixth on they are folded."""
    listed, rest = _parts(printed)
    found = [*_of_compiler(listed, sources), *_of_linker(rest, sources)]
    unique = {(one.own_words, one.level): one for one in found}
    ordered = sorted(unique.values(), key=lambda one: one.level is not Level.problem)[:MOST]
    return tuple(_folded(one) if number >= SHOWN else one for number, one in enumerate(ordered))


def heading(found: Sequence[Finding]) -> Message:
    """Where a hand-in that does not compile has its errors."""
    errors = [one for one in found if one.level is Level.problem]
    placed = [one.source for one in errors if one.source is not None]
    if not placed:
        return message("validation.stop.compile", count=len(errors))
    first, count = placed[0], len(errors)
    key = "line" if all((p.file, p.line) == (first.file, first.line) for p in placed) else "lines"
    return message(f"validation.stop.{key}", file=first.file, line=first.line, count=count)


def _folded(finding: Finding) -> Finding:
    return msgspec.structs.replace(finding, folded=True)


# gcc


def _parts(printed: str) -> tuple[list[Mapping[str, Any]], str]:
    """The messages of all lists in a text, and what stands outside of them."""
    decoder = json.JSONDecoder()
    found: list[Mapping[str, Any]] = []
    rest: list[str] = []
    at = 0
    while at < len(printed):
        end = printed.find("\n", at)
        end = len(printed) if end < 0 else end
        if printed[at] == "[":
            at = _list(decoder, printed, at + 1, found)
            continue
        rest.append(printed[at:end])
        at = end + 1
    return found, "\n".join(rest)


def _list(decoder: json.JSONDecoder, text: str, at: int, found: list[Mapping[str, Any]]) -> int:
    """Reads a list from behind its bracket on; where it goes on after it."""
    while at < len(text):
        if text[at] in ", \n":
            at += 1
            continue
        if text[at] != "{":
            break
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            return len(text)  # cut off
        found.append(value)
    return at + 1


def _of_compiler(listed: Sequence[Mapping[str, Any]], sources: SourceText) -> Iterator[Finding]:
    for one in _flat(listed):
        kind = str(one.get("kind", ""))
        if "error" not in kind and kind != "warning":
            continue
        text = cut(one_line(str(one.get("message", ""))), LONGEST)
        places = one.get("locations") or [{}]
        at = places[0] if isinstance(places[0], Mapping) else {}
        caret = at.get("caret", {})
        file, line, byte = _point(caret)
        place = _place(at, one.get("fixits", ()), sources)
        option = f" [{one['option']}]" if one.get("option") else ""
        where = f"{cut(one_line(file), 200)}:{line}:{byte}: " if line else ""
        error = "error" in kind
        yield Finding(
            Level.problem if error else Level.warning,
            sentence(in_words(text)),
            action=Action.choose_file if error else Action.none,
            source=place,
            own_words=f"{where}{kind}: {text}{option}",
        )


def _flat(listed: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """With what stands below another message: mostly notes, but an error may be there, too."""
    for one in listed[:MOST_READ]:
        yield one
        children = one.get("children")
        if isinstance(children, list):
            yield from (child for child in children if isinstance(child, Mapping))


def _point(point: Any) -> tuple[str, int, int]:
    if not isinstance(point, Mapping):
        return "", 0, 0
    file, line, byte = point.get("file"), point.get("line"), point.get("byte-column")
    if not (isinstance(file, str) and isinstance(line, int) and isinstance(byte, int)):
        return "", 0, 0
    return _own(file), line, byte


def _own(file: str) -> str:
    return file.removeprefix("./")


def _place(at: Mapping[str, Any], fixits: Any, sources: SourceText) -> SourcePlace | None:
    file, line, byte = _point(at.get("caret"))
    start = at.get("start", at.get("caret"))
    _, first_line, first = _point(start)
    column = sources.letters(file, line, first if first_line == line else byte)
    if column == 0:
        return None
    _, last_line, last = _point(at.get("finish"))
    end = sources.letters(file, line, last) + 1 if last_line == line else 0
    if end <= column:
        end = word_end(sources.text(file, line), column)
    return sources.place(file, line, column, end, tuple(_fixes(file, fixits, sources)))


def _fixes(file: str, fixits: Any, sources: SourceText) -> Iterator[Fix]:
    for one in list(fixits)[:MOST_FIXES] if isinstance(fixits, list) else ():
        name, line, first = _point(one.get("start"))
        _, last_line, last = _point(one.get("next"))
        new = one.get("string")
        if name != file or last_line != line or not isinstance(new, str):
            continue
        column, end = (sources.letters(file, line, byte) for byte in (first, last))
        old = sources.text(file, line)[column - 1 : end - 1]
        yield Fix(line, column, end, old, cut(one_line(new), 100))


# The linker


def _of_linker(printed: str, sources: SourceText) -> Iterator[Finding]:
    seen: set[tuple[str, str]] = set()
    for line in printed.splitlines():
        line = line.strip()[:LONGEST_LINE]
        text = cut(one_line(line), LONGEST)
        found = _linked.search(line)
        if found is not None:
            if (key := (found["what"], found["name"])) not in seen:
                seen.add(key)
                yield _unlinked(found, text, sources)
        elif _fatal.fullmatch(line) and "ld returned" not in line:
            yield Finding(
                Level.problem,
                sentence(in_words(text.partition("error: ")[2])),
                action=Action.choose_file,
                own_words=text,
            )


def _unlinked(found: re.Match[str], text: str, sources: SourceText) -> Finding:
    name = cut(one_line(found["name"]), 80)
    words = in_words(f"{found['what']} '{name}'")
    place = None if name == "main" else _use(name, sources)
    return Finding(
        Level.problem,
        sentence(words),
        action=Action.choose_file,
        source=place,
        own_words=text,
    )


def _use(name: str, sources: SourceText) -> SourcePlace | None:
    """The first line that names it: the linker itself knows no lines."""
    short = re.split(r"[(<]", name)[0].rpartition("::")[2]
    if not short.isidentifier():
        return None
    wanted = re.compile(rb"(?<![\w])" + short.encode() + rb"\s*\(")
    for file in sources.names():
        for number, line in enumerate(sources.lines(file), 1):
            if (hit := wanted.search(line)) is not None and not line.lstrip().startswith(b"//"):
                column = sources.letters(file, number, hit.start() + 1)
                return sources.place(file, number, column, column + len(short))
    return None
