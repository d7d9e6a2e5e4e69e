"""What compilers say, in words: the commonest messages of gcc and of Python."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from duiyi.arena.classroom.compiling import gcc, gcc_words, python_syntax
from duiyi.arena.classroom.faults.sanitizer import KINDS
from duiyi.arena.classroom.sources import SourceText
from duiyi.classes.validation import Level
from duiyi.core.locale import LANGUAGES, catalog, text

SAID = {
    "‘x’ undeclared (first use in this function)": "undeclared",
    "‘N’ undeclared here (not in a function); did you mean ‘M’?": "undeclared-near",
    "‘cout’ was not declared in this scope; did you mean ‘std::cout’?": "undeclared-near",
    "‘vectr’ is not a member of ‘std’; did you mean ‘vector’?": "undeclared-near",
    "implicit declaration of function ‘foo’": "implicit",
    "implicit declaration of function ‘prinf’; did you mean ‘printf’?": "implicit-near",
    "unknown type name ‘bool’": "type",
    "unknown type name ‘flaot’; did you mean ‘float’?": "type-near",
    "‘string’ does not name a type": "type",
    "‘tzaar_piece’ has no member named ‘hight’; did you mean ‘height’?": "member-near",
    "‘struct a’ has no member named ‘b’": "member",
    "request for member ‘x’ in something not a structure or union": "not-struct",
    "‘p’ is a pointer; did you mean to use ‘->’?": "arrow",
    "invalid type argument of ‘->’ (have ‘struct a’)": "no-arrow",
    "invalid type argument of unary ‘*’ (have ‘int’)": "star",
    "expected ‘;’ before ‘}’ token": "semicolon",
    "expected ‘,’ or ‘;’ before ‘printf’": "semicolon",
    "expected ‘=’, ‘,’, ‘;’, ‘asm’ or ‘__attribute__’ before ‘{’ token": "expected",
    "expected ‘)’ before ‘{’ token": "expected",
    "expected declaration or statement at end of input": "end",
    "expected ‘}’ at end of input": "end",
    "expected expression before ‘)’ token": "expression",
    "expected primary-expression before ‘)’ token": "expression",
    "duiyi.h: No such file or directory": "no-header",
    "undefined reference to `main'": "no-main",
    "undefined reference to `best(int, char const*)'": "undefined",
    "multiple definition of `main'": "defined-twice",
    "redefinition of ‘x’": "redefinition",
    "redeclaration of ‘int x’": "redefinition",
    "conflicting types for ‘f’; have ‘int(int)’": "conflicting",
    "too few arguments to function ‘f’": "few",
    "too many arguments to function ‘int f(int)’": "many",
    "incompatible types when assigning to type ‘struct a’ from type ‘int’": "types",
    "incompatible types when initializing type ‘int’ using type ‘struct a’": "types",
    "incompatible types when returning type ‘struct a’ but ‘int’ was expected": "types",
    "initialization of ‘int’ from ‘char *’ makes integer from pointer without a cast": "types",
    "assignment to ‘int *’ from incompatible pointer type ‘char *’": "types",
    "invalid conversion from ‘const char*’ to ‘int’": "types",
    "cannot convert ‘a’ to ‘int’ in return": "types",
    "incompatible type for argument 2 of ‘f’": "argument",
    "passing argument 1 of ‘f’ makes pointer from integer without a cast": "argument",
    "format ‘%d’ expects argument of type ‘int’, but argument 2 has type ‘double’": "format",
    "control reaches end of non-void function": "no-return",
    "no return statement in function returning non-void": "no-return",
    "‘return’ with no value, in function returning non-void": "return-nothing",
    "return-statement with no value, in function returning ‘int’": "return-nothing",
    "‘return’ with a value, in function returning void": "return-value",
    "lvalue required as left operand of assignment": "left-side",
    "assignment of read-only variable ‘x’": "read-only",
    "subscripted value is neither array nor pointer nor vector": "no-array",
    "invalid types ‘int[int]’ for array subscript": "no-array",
    "called object ‘x’ is not a function or function pointer": "no-function",
    "‘x’ cannot be used as a function": "no-function",
    "invalid operands to binary + (have ‘struct a’ and ‘int’)": "operands",
    "no match for ‘operator+’ (operand types are ‘a’ and ‘int’)": "operands",
    'missing terminating " character': "quote",
    "unterminated comment": "comment",
    "stray ‘\\357’ in program": "stray",
    "‘x’ is used uninitialized": "unset",
    "array subscript 5 is above array bounds of ‘int[4]’": "bounds",
    "division by zero": "zero",
    "‘else’ without a previous ‘if’": "else",
    "break statement not within loop or switch": "outside",
    "case label not within a switch statement": "outside",
    "duplicate case value": "case",
    "storage size of ‘x’ isn’t known": "incomplete",
    "invalid use of undefined type ‘struct a’": "incomplete",
    "a function-definition is not allowed here before ‘{’ token": "nested",
    "#error no": "error",
    "something that nobody knows": "other",
}
PYTHON = {
    "expected ':'": "colon",
    "'(' was never closed": "unclosed",
    "unmatched ')'": "unmatched",
    "unterminated string literal (detected at line 1)": "quote",
    "expected an indented block after 'if' statement on line 1": "indent-more",
    "unexpected indent": "indent",
    "inconsistent use of tabs and spaces in indentation": "tabs",
    "cannot assign to function call here. Maybe you meant '==' instead of '='?": "assign",
    "invalid syntax. Perhaps you forgot a comma?": "comma",
    "Missing parentheses in call to 'print'. Did you mean print(...)?": "print",
    "invalid character '，' (U+FF0C)": "sign",
    "'return' outside function": "outside",
    "invalid syntax": "invalid",
    "null bytes": "other",
}
_blank = re.compile(r"\{\w+")


@pytest.mark.parametrize(
    ("part", "said", "name"),
    [("gcc", *row) for row in SAID.items()] + [("python", *row) for row in PYTHON.items()],
)
def test_a_message_in_words(part: str, said: str, name: str) -> None:
    words = (gcc_words if part == "gcc" else python_syntax).in_words(said)
    assert words.key == f"core:validation.{part}.{name}"
    for language in LANGUAGES:
        assert not _blank.search(text(words, language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_there_and_none_is_left_over(language: str) -> None:
    known = catalog("core", language)
    near = {f"{name}-near" for name in gcc_words.NEAR}
    for part, names in (
        ("gcc", {*gcc_words.NAMES, *near, gcc_words.OTHER}),
        ("python", {*python_syntax.NAMES, "other"}),
        ("sanitizer", {*KINDS.values(), "other"}),
    ):
        prefix = f"validation.{part}."
        there = {key.removeprefix(prefix) for key in known if key.startswith(prefix)}
        assert there == names
    assert {*SAID.values()} == {*gcc_words.NAMES, *near, gcc_words.OTHER}


# Reading it


def one(message: str, line: int = 1, kind: str = "error") -> dict[str, object]:
    caret = {"file": "bot.c", "line": line, "byte-column": 5}
    return {"kind": kind, "message": message, "locations": [{"caret": caret}]}


@pytest.fixture
def sources(tmp_path: Path) -> SourceText:
    (tmp_path / "bot.c").write_text("int x = y;\nint z = w;\n")
    return SourceText(tmp_path)


def test_lists_are_read_as_far_as_they_go(sources: SourceText) -> None:
    whole = json.dumps([one("first"), one("second", 2)])
    cut = whole[: whole.index("second")]
    for printed, count in ((whole, 2), (cut, 1), (f"[]\n{whole}\nld: x", 2), ("[", 0), ("", 0)):
        assert len(gcc.findings(printed, sources)) == count


def test_errors_come_before_warnings_and_nothing_twice(sources: SourceText) -> None:
    printed = json.dumps([one("w", 1, "warning"), one("e", 2), one("e", 2)])
    found = gcc.findings(printed, sources)
    assert [finding.level for finding in found] == [Level.problem, Level.warning]


@pytest.mark.parametrize(
    "odd",
    [
        {"kind": "error"},
        {"kind": "error", "message": 3, "locations": [7]},
        {"kind": "error", "message": "x", "locations": [{"caret": {"file": "../../etc/passwd"}}]},
        {
            "kind": "error",
            "message": "x",
            "locations": [{"caret": {"file": "/etc/passwd", "line": 1, "byte-column": 1}}],
            "fixits": [{"start": 3}],
        },
        {
            "kind": "error",
            "message": "\x1b[31m" + "x" * 10_000,
            "locations": [{"caret": {"file": "bot.c", "line": 10**9, "byte-column": 1}}],
        },
    ],
)
def test_what_is_odd_has_no_place_and_does_no_harm(
    sources: SourceText, odd: dict[str, object]
) -> None:
    (finding,) = gcc.findings(json.dumps([odd]), sources)
    assert finding.source is None
    assert len(finding.own_words) < 1_000
    assert "\x1b" not in finding.own_words


def test_files_of_the_host_are_never_shown(sources: SourceText) -> None:
    for name in ("/etc/passwd", "../../../../etc/passwd", "bot.c\0", ""):
        assert sources.lines(name) == ()
        assert sources.place(name, 1) is None
