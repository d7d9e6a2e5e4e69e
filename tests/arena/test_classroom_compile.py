"""Hand-ins that do not compile: each message at its line, in words, with what to write instead."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.arena.handed_in import GREEDY, SETTINGS, c_bot, handed_in, stop

from duiyi.arena.classroom import Upload
from duiyi.classes.validation import Action, StepName
from duiyi.core.locale import text

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="there is no sandbox")


def test_compiler_errors_stand_at_their_line_in_words_with_what_to_write(tmp_path: Path) -> None:
    wrong = GREEDY.replace(
        "value += board->at[point].height;", "value += board->at[point].hight * 3"
    )
    assert wrong != GREEDY
    line = next(n for n, text in enumerate(wrong.splitlines(), 1) if "hight" in text)
    step, first = stop(done := handed_in(c_bot(wrong), tmp_path))
    assert (step, first.action, done.counts) == ("compiled", Action.choose_file, False)
    assert done.heading is not None
    assert text(done.heading.message) == f"bot.c, line {line}: 2 errors"
    assert text(done.heading.message, "zh-Hant") == f"bot.c 第 {line} 行有 2 個錯誤"
    member, semicolon = done.step(StepName.compiled).findings
    shown = wrong.splitlines()[line - 1]
    assert member.source is not None
    assert member.source.line == line
    assert shown[member.source.column - 1 : member.source.end - 1] == "hight"
    assert [(fix.old, fix.new) for fix in member.source.fixes] == [("hight", "height")]
    assert text(member.sentence.message, "zh-Hant") == (
        "tzaar_piece 沒有叫 hight 的成員。是不是 height？"
    )
    assert member.own_words == (
        f"bot.c:{line}:{member.source.column}: error: "
        "‘tzaar_piece’ has no member named ‘hight’; did you mean ‘height’?"
    )
    assert [one.number for one in member.source.lines] == [*range(line - 4, line + 5)]
    assert semicolon.sentence.key == "core:validation.gcc.semicolon"
    assert semicolon.source is not None
    assert (semicolon.source.line, semicolon.source.column) == (line, len(shown) + 1)
    assert [(fix.old, fix.new) for fix in semicolon.source.fixes] == [("", ";")]


def test_errors_of_cpp_stand_at_their_letters_behind_chinese_ones(tmp_path: Path) -> None:
    source = "#include <vector>\nint main() {\n\tstd::vector<int> v; /* 漢字 */ v.push(1);\n}\n"
    step, first = stop(handed_in(Upload("main.cpp", source.encode()), tmp_path))
    assert (step, first.sentence.key) == ("compiled", "core:validation.gcc.member")
    assert first.source is not None
    line = source.splitlines()[2]
    assert first.source.line == 3
    assert line[first.source.column - 1 : first.source.end - 1] == "push"


def test_from_the_sixth_on_messages_are_folded(tmp_path: Path) -> None:
    lines = "\n".join(f"    x{number} = 1;" for number in range(9))
    done = handed_in(Upload("bot.c", f"int main(void) {{\n{lines}\n}}\n".encode()), tmp_path)
    assert done.stopped is not None
    found = done.stopped.findings
    assert done.stopped.name is StepName.compiled
    assert [one.folded for one in found] == [False] * 5 + [True] * 4
    assert [one.source.line for one in found if one.source] == [*range(2, 11)]


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("int main(void) {\n" + "".join(f"x{n} = 1;\n" for n in range(300)) + "}\n", 2),
        ("int main(void) { x" + "y" * 100_000 + " = 1; }\n", 1),
        ('int main(void) {\n    return "\u202e" + \u202ex;\n}\n', 2),
        ("int main(void) {\n\x1b[31m\n}\n", 2),
    ],
    ids=["many", "long", "turned", "control"],
)
def test_whatever_the_source_is_its_first_error_has_a_line(
    tmp_path: Path, source: str, line: int
) -> None:
    step, first = stop(handed_in(Upload("bot.c", source.encode()), tmp_path))
    assert step == "compiled"
    assert first.source is not None
    assert first.source.line == line
    assert first.source.column < first.source.end
    assert len(first.own_words) < 600


def test_what_is_too_much_for_the_compiler_is_said_by_the_name_that_was_sent(
    tmp_path: Path,
) -> None:
    """Device files are there, as everywhere, and never end."""
    settings = replace(SETTINGS, compiling=replace(SETTINGS.compiling, memory=200_000_000))
    upload = Upload("bot.c", b'#include "/dev/zero"\n')
    step, first = stop(handed_in(upload, tmp_path, settings))
    assert (step, first.sentence.key) == ("compiled", "core:arena.compile.memory")
    assert dict(first.sentence.params)["file"] == "bot.c"


def test_what_the_linker_misses_is_found_in_the_source(tmp_path: Path) -> None:
    source = "int best(int);\nint main(void)\n{\n    return best(3);\n}\n"
    step, first = stop(handed_in(Upload("bot.c", source.encode()), tmp_path))
    assert (step, first.sentence.key) == ("compiled", "core:validation.gcc.undefined")
    assert first.source is not None
    assert first.source.line == 1
    assert "undefined reference to `best'" in first.own_words
    _, main = stop(handed_in(Upload("bot.c", b"int best(void) { return 1; }\n"), tmp_path))
    assert main.sentence.key == "core:validation.gcc.no-main"


def test_python_that_cannot_be_read_stops_before_it_runs(tmp_path: Path) -> None:
    source = b"import sys\nfor line in sys.stdin\n    print(line)\n"
    step, first = stop(done := handed_in(Upload("bot.py", source), tmp_path))
    assert (step, first.sentence.key) == ("compiled", "core:validation.python.colon")
    assert first.source is not None
    assert (first.source.line, first.source.column) == (2, 22)
    assert first.own_words == "bot.py:2: SyntaxError: expected ':'"
    assert not done.counts
