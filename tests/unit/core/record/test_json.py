"""The JSON twin of records, and files: what they look like, and every way to be wrong."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from tests.record_games import find

from duiyi.core import BadRecord, locale
from duiyi.core.record.files import LONGEST, load, read, write_dyr, write_json
from duiyi.core.record.json import locate

DICE_DYR = r"""
[Game "dice"] [Version "3"] [Seats "3"] [Options "limit=3 harsh=off seed=18446744073709551615"]
[Seat0 "guest"] [Event "對弈 Cup"] [Result "1 0 0"] [Reason "withdrawn"]
{so it begins}
1 @0 roll *1 ( 1 *2 @1 "2" ) @1 ok !2 illegal off-lattice "3K9,9\u0000" @0 end {a \} b}
2 !1 resigned
""".lstrip()
DICE_JSON = r"""{
  "format": "duiyi-record-1",
  "game": "dice",
  "version": 3,
  "seats": 3,
  "options": {"limit": 3, "harsh": false, "seed": "18446744073709551615"},
  "start": null,
  "names": ["guest", "", ""],
  "tags": {"Event": "對弈 Cup"},
  "comments": ["so it begins"],
  "result": ["1", "0", "0"],
  "reason": "withdrawn",
  "moves": [
    {"actor": 0, "token": "roll"},
    {"chance": "1", "variations": [[{"chance": "2"}, {"actor": 1, "token": "2"}]]},
    {"actor": 1, "token": "ok"},
    {"withdraw": 2, "verdict": "illegal", "code": "off-lattice", "text": "3K9,9\u0000"},
    {"actor": 0, "token": "end", "comments": ["a } b"]},
    {"withdraw": 1, "verdict": "resigned"}
  ]
}
"""


def test_both_forms_hold_the_same_record() -> None:
    record = read(DICE_DYR, find)
    assert write_json(record) == DICE_JSON
    assert read(DICE_JSON, find) == record
    assert write_dyr(read(DICE_JSON, find)) == DICE_DYR


def test_json_may_be_laid_out_as_one_likes() -> None:
    fields = json.loads(DICE_JSON)
    assert read(json.dumps(fields), find) == read(DICE_DYR, find)
    assert read("\ufeff \r\n" + json.dumps(fields, indent=8), find) == read(DICE_DYR, find)


def test_what_is_empty_may_be_left_out() -> None:
    least = {"format": "duiyi-record-1", "game": "row", "version": 1, "seats": 2, "moves": []}
    record = read(json.dumps(least), find)
    assert read(write_json(record), find) == record
    assert write_json(record).endswith('"moves": []\n}\n')


def put(path: tuple[str | int, ...], value: object) -> str:
    """The good JSON with the value at a path replaced or added."""
    fields = json.loads(DICE_JSON)
    *outer, last = path
    target: Any = fields
    for step in outer:
        target = target[step]
    target[last] = value
    return json.dumps(fields, indent=1)


MOVES = json.loads(DICE_JSON)["moves"]
DEEP: list[Any] = []
for _ in range(21):
    DEEP = [{"actor": 0, "token": "roll", "variations": [DEEP]}]
# what is wrong; the path of what is put into the good record; the value; the path that is named
BROKEN: list[tuple[str, tuple[str | int, ...], object, tuple[str | int, ...] | None]] = [
    ("format", ("format",), "duiyi-record-2", None),
    ("type", ("format",), None, None),
    ("game", ("game",), "go", None),
    ("type", ("game",), ["dice"], None),
    ("version", ("version",), 4, None),
    ("type", ("version",), "3", None),
    ("type", ("version",), True, None),
    ("type", ("version",), 3.0, None),
    ("type", ("version",), int("9" * 40), None),
    ("seats", ("seats",), 0, None),
    ("options", ("seats",), 9, None),
    ("type", ("seats",), "3", None),
    ("type", ("options",), [], None),
    ("type", ("options", "limit"), [3], None),
    ("type", ("options", "limit"), 3.5, None),
    ("options", ("options", "limit"), 10, None),
    ("options", ("options", "limits"), 3, None),
    ("options", ("options", "harsh"), "off", None),
    ("options", ("options", "x" * 999), 3, ("options",)),
    ("start", ("start",), "[]", None),
    ("type", ("start",), [], None),
    ("type", ("names",), "guest", None),
    ("type", ("names", 1), None, None),
    ("seat-tag", ("names",), ["", "", "", "x"], ("names", 3)),
    ("type", ("tags",), [], None),
    ("type", ("tags", "Event"), 4, None),
    ("tag-name", ("tags", "Game"), "x", None),
    ("tag-name", ("tags", "a b"), "x", None),
    ("type", ("comments", 0), 4, None),
    ("type", ("result",), "1 0 0", None),
    ("type", ("result", 0), 1, None),
    ("result-form", ("result", 1), "0 0", None),
    ("result", ("result", 0), "0", ("result",)),
    ("result", ("result",), None, None),
    ("reason", ("reason",), "won", None),
    ("truncated-game", ("moves",), MOVES[:-1], None),
    ("type", ("moves",), {}, None),
    ("type", ("moves", 0), "roll", None),
    ("missing", ("moves", 0), {"actor": 0}, None),
    ("missing", ("moves", 0), {}, None),
    ("unknown", ("moves", 0, "turn"), 1, None),
    ("unknown", ("moves", 5, "token"), "x", None),
    ("unknown", ("author",), "x", None),
    ("actor", ("moves", 0, "actor"), 1, None),
    ("actor", ("moves", 1, "variations", 0, 1, "actor"), 2, None),
    ("actor", ("moves", 0), {"chance": "1"}, None),
    ("type", ("moves", 0, "actor"), False, None),
    ("illegal", ("moves", 2, "token"), "end", None),
    ("illegal", ("moves", 1, "variations", 0, 1, "token"), "end", None),
    ("illegal", ("moves", 1, "chance"), "end", None),
    ("token", ("moves", 2, "token"), "fly", None),
    ("token", ("moves", 2, "token"), "", None),
    ("type", ("moves", 2, "token"), None, None),
    ("withdraw", ("moves", 3, "withdraw"), 3, ("moves", 3)),
    ("withdraw", ("moves", 3, "withdraw"), -1, ("moves", 3)),
    ("withdraw", ("moves", 3, "withdraw"), 10**29, ("moves", 3)),
    ("withdrawal", ("moves", 3, "verdict"), "two words", ("moves", 3)),
    ("withdrawal", ("moves", 3, "code"), "", ("moves", 3)),
    ("type", ("moves", 3, "text"), 4, None),
    ("type", ("moves", 0, "comments"), "x", None),
    ("type", ("moves", 0, "comments"), [None], ("moves", 0, "comments", 0)),
    ("type", ("moves", 0, "variations"), [{}], ("moves", 0, "variations", 0)),
    ("after-end", ("moves",), [*MOVES, MOVES[0]], ("moves", 6, "actor")),
    ("deep", ("moves",), DEEP, ("moves", *(0, "variations", 0) * 21)),
]


@pytest.mark.parametrize(
    ("key", "path", "value", "named"),
    [pytest.param(*case, id=f"{case[0]}-{index}") for index, case in enumerate(BROKEN)],
)
def test_every_flaw_is_named_at_its_place(
    key: str, path: tuple[str | int, ...], value: object, named: tuple[str | int, ...] | None
) -> None:
    text = put(path, value)
    with pytest.raises(BadRecord) as caught:
        read(text, find)
    assert caught.value.message.key == f"core:bad-record.{key}"
    before = text[: locate(text, path if named is None else named)].split("\n")
    assert (caught.value.line, caught.value.column) == (len(before), len(before[-1]) + 1)
    for language in locale.LANGUAGES:
        assert locale.has(caught.value.message.key, language)


@pytest.mark.parametrize(
    ("path", "rest"),
    [
        ((), '{ "a": [1, "]", {"b":'),
        (("a",), '[1, "]", {"b": tru'),
        (("a", 1), '"]", {'),
        (("a", 2), '{"b": true, "a": {}'),
        (("a", 2, "a"), "{} } ]"),
        (("b",), "null"),
        (("b\n",), "7}"),
    ],
)
def test_values_are_located_in_json(path: tuple[str | int, ...], rest: str) -> None:
    text = ' { "a": [1, "]", {"b": true, "a": {} } ], "b" :null\n ,"b\\n":7}'
    assert text[locate(text, path) :].startswith(rest)


LEAST = '{"format": "duiyi-record-1", "game": "row", "version": 1, "seats": 2, "moves": []'
SYNTAX = {
    "truncated-json": [LEAST + "▼", LEAST + ", ▼", LEAST + ',\n▼"start', LEAST + ', "a": [\n▼'],
    "json": ["{▼a: 1}", "{ ▼'a': 1}", LEAST + "} ▼x", LEAST + ', "comments": ["▼\\q"]}'],
    "twice": [LEAST + ', "tags": {"A": ▼"x", "A": "y"}}', '{"a": ▼1, "a": 1}'],
    "missing": ["▼{}", ' ▼{"format": "duiyi-record-1"}'],
    "type": [
        LEAST.replace("1,", "▼NaN,", 1) + "}",
        LEAST.replace("1,", "▼Infinity,", 1) + "}",
        LEAST.replace("1,", "▼1e999,", 1) + "}",
        LEAST.replace("1,", "▼" + "1" * 5000 + ",", 1) + "}",
        LEAST.replace("[]", "[▼" + "[" * 300 + "]" * 301) + "}",
    ],
    "json-deep": ['{"a":' + "[" * 99 + "▼" + "[" * 99_901, '{"a":' * 100 + "▼" + '{"a":' * 10**5],
}


@pytest.mark.parametrize(
    ("key", "marked"),
    [
        pytest.param(key, text, id=f"{key}-{index}")
        for key, texts in SYNTAX.items()
        for index, text in enumerate(texts)
    ],
)
def test_broken_json_is_named_at_its_place(key: str, marked: str) -> None:
    before, after = marked.split("▼")
    with pytest.raises(BadRecord) as caught:
        read(before + after, find)
    assert caught.value.message.key == f"core:bad-record.{key}"
    lines = before.split("\n")
    assert (caught.value.line, caught.value.column) == (len(lines), len(lines[-1]) + 1)


@pytest.mark.parametrize("name", ["game.dyr", "game.json"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
def test_files_may_have_a_mark_and_any_line_ends(
    tmp_path: Path, name: str, mark: bytes, line_end: bytes
) -> None:
    text = DICE_JSON if name.endswith("json") else DICE_DYR
    path = tmp_path / name
    path.write_bytes(mark + text.encode().replace(b"\n", line_end))
    assert load(path, find) == load(str(path), find) == read(DICE_DYR, find)


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_byte_that_is_not_utf_8_is_named(tmp_path: Path, mark: bytes) -> None:
    path = tmp_path / "game.dyr"
    path.write_bytes(mark + '[Game "row"]\n[Seat0 "對'.encode() + b'\xff"]\n')
    with pytest.raises(BadRecord) as caught:
        load(path, find)
    assert caught.value.message.key == "core:bad-record.utf-8"
    assert (caught.value.line, caught.value.column) == (2, 10)


def test_a_file_that_is_too_long_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.dyr"
    path.write_bytes(b"\xff" * (LONGEST + 1))
    with pytest.raises(BadRecord) as caught:
        load(path, find)
    assert caught.value.message.key == "core:bad-record.long"


HEAD = '[Game "row"] [Version "1"] [Seats "2"]\n'
SIZE = 10_000_000
GARBAGE = {
    "letters": "x" * SIZE,
    "brackets": "[" * SIZE,
    "tag": HEAD + '[A "' + "\\" * SIZE,
    "tag name": "[" + "A" * SIZE,
    "spaces": HEAD + " " * SIZE + "x",
    "spaces in a tag": "[A " + " " * SIZE,
    "string": HEAD + '1 @0 "' + '\\"' * (SIZE // 2),
    "comment": HEAD + "{" + "\\}" * (SIZE // 2),
    "word": HEAD + "1 @0 " + "p" * SIZE,
    "number": HEAD + "1" * SIZE,
    "actor": HEAD + "1 @" + "0" * SIZE,
    "withdrawal": HEAD + "1 !1 " + "a" * SIZE + ":",
    "variations": HEAD + "1 @0 p1 " + "(" * SIZE,
    "comments": HEAD + "{}" * 200_000 + "x",
    "comments on one move": HEAD + "1 @0 p1 " + "{}" * 200_000 + "x",
    "json": "{" + "[" * SIZE,
    "json objects": '{"a":' * (SIZE // 5),
    "json string": '{"' + '\\"' * (SIZE // 2),
    "json number": '{"format": ' + "1" * SIZE + "}",
    "json list": LEAST.replace("[]", "[" + "0," * (SIZE // 20) + "0]") + "}",
    "json key": '{"' + "a" * SIZE + '": 0}',
}


@pytest.mark.parametrize("garbage", GARBAGE.values(), ids=GARBAGE.keys())
def test_megabytes_of_garbage_are_refused_in_linear_time(garbage: str) -> None:
    began = time.process_time()
    with pytest.raises(BadRecord) as caught:
        read(garbage, find)
    assert time.process_time() - began < 10
    assert len(str(caught.value)) < 500
