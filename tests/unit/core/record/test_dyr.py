"""The text form of records: what it looks like, what else is accepted, and every way to be wrong.

In a broken text `▼` stands before the place that the error must name; it is no part of the text.
"""

from __future__ import annotations

import dataclasses

import pytest
from tests.record_games import DICE, ROW, DiceOptions, find

from duiyi.core import BadRecord, Message, Record, locale
from duiyi.core.record import Decision, Withdrawal
from duiyi.core.record.files import LONGEST, read, write_dyr

ROW_TEXT = """\
[Game "row"] [Version "1"] [Seats "2"]
[Seat0 "Ada"] [Result "1 0"] [Reason "won"]
1 @0 p1 {first}
2 @1 p2 ( 2 @1 p3 3 @0 p4 {or} )
3 @0 p5
"""
DICE_TEXT = r"""[Game "dice"] [Version "3"] [Seats "3"] [Options "limit=3 harsh=off seed=7"]
[Seat0 "guest"] [Seat2 "level \"3\""] [Event "對弈 Cup"] [Result "*"]
{so it begins}
1 @0 roll *1 @1 ok @0 again *"+(3)" @1 "2" !2 illegal off-lattice "3K9,9\u0000" @0 end {a \} b \\\n}
2 @1 "7" ( 2 @1 "(x)" {hm} *1 ( 2 !0 resigned ) ) *2 @0 no
"""


def dice_record() -> Record:
    state = DICE.start(3, seed=7)
    record = Record.of(
        state, ("guest", "", 'level "3"'), [("Event", "對弈 Cup")], DiceOptions(seed=7)
    )
    for token in ("roll", "1", "ok", "again", "+(3)", "2"):
        record, state = record.played(state, token), state.play(token)
    record, state = record.withdrawn(2, "illegal", "off-lattice", "3K9,9\0"), state.withdraw(2)
    record, state = record.played(state, "end").commented("a } b \\\n"), state.play("end")
    for token in ("7", "2", "no"):
        record, state = record.played(state, token), state.play(token)
    aside = Decision(-1, "1", variations=((Withdrawal(0, "resigned"),),))
    branch = (Decision(1, "(x)", ("hm",)), aside)
    nodes = [*record.nodes]
    nodes[8] = Decision(1, "7", variations=(branch,))
    return dataclasses.replace(record, comments=("so it begins",), nodes=tuple(nodes))


def test_a_record_is_written_one_line_per_turn() -> None:
    assert write_dyr(dice_record()) == DICE_TEXT


def test_what_is_written_is_read_back() -> None:
    assert read(DICE_TEXT, find) == dice_record()


def test_a_finished_record_has_result_and_reason() -> None:
    assert write_dyr(read(ROW_TEXT, find)) == ROW_TEXT


def test_no_winner_is_written_in_fractions() -> None:
    state = ROW.start(3)
    record = Record.of(state)
    for token in ("p1", "p2", "p3", "p4", "p5"):
        record, state = record.played(state, token), state.play(token)
    text = write_dyr(record)
    assert '[Result "1/3 1/3 1/3"] [Reason "drawn"]' in text
    assert read(text, find) == record


def test_a_record_from_a_later_position_has_its_turn_numbers() -> None:
    state = ROW.start(2).play("p1").play("p2")
    record = Record.of(state).played(state, "p3")
    text = write_dyr(record)
    assert "[Start " in text.splitlines()[1]
    assert text.endswith('[Result "*"]\n3 @0 p3\n')
    assert read(text, find) == record


def test_many_tags_are_broken_into_lines() -> None:
    tags = [(f"Tag{number}", "x" * 30) for number in range(9)] + [("Long", "y" * 200)]
    record = Record.of(ROW.start(), tags=tags)
    text = write_dyr(record)
    assert max(len(line) for line in text.splitlines() if "Long" not in line) <= 100
    assert read(text, find) == record


@pytest.mark.parametrize(
    "text",
    [
        ROW_TEXT.replace("\n", "\r\n"),
        ROW_TEXT.replace("\n", " "),
        "\ufeff" + ROW_TEXT,
        "\n\n  " + ROW_TEXT.replace(" ", "\t").replace("1\t0", "1 0"),
        ROW_TEXT.replace("p1 {", "p1{").replace("( ", "(").replace(" )", ")"),
        ROW_TEXT.replace("p1", '"p1"').replace("p5", r'"\u00705"'),
        ROW_TEXT.replace(' [Reason "won"]', ""),
        ROW_TEXT.replace('[Seats "2"]', '[Options ""] [Seats "2"] [Seat1 ""]'),
        ROW_TEXT.replace("{first}", r"{\u0066irst}"),
        ROW_TEXT.replace("3 @0 p4", "\n3 @0 p4\n").replace("{or}", "\n{or}"),
    ],
)
def test_other_ways_to_write_the_same(text: str) -> None:
    assert read(text, find) == read(ROW_TEXT, find)


def test_line_ends_in_comments_do_not_depend_on_the_file() -> None:
    broken = ROW_TEXT.replace("first", "one\ntwo")
    assert read(broken, find).nodes[0].comments == ("one\ntwo",)
    assert read(broken.replace("\n", "\r\n"), find) == read(broken, find)
    kept = read(ROW_TEXT.replace("first", r"one\r\ntwo"), find)
    assert kept.nodes[0].comments == ("one\r\ntwo",)


def test_halves_of_a_character_are_one_character() -> None:
    text = ROW_TEXT.replace("first", r"\ud83d\ude00 \ud800")
    record = read(text, find)
    assert record.nodes[0].comments == ("😀 \ud800",)
    assert read(write_dyr(record), find) == record
    write_dyr(record).encode("utf-8")


HEAD = '[Game "row"] [Version "1"] [Seats "2"]\n'
DICE_HEAD = '[Game "dice"] [Version "3"] [Seats "3"]\n'
BROKEN = {
    "not-a-record": ["▼", " \n ▼hello", "▼PK\3\4", "▼1 @0 p1", "▼(", "\r\n\t▼\0"],
    "tag": ["▼[Game row]", '▼[1 "x"]', "▼[[[", '▼[Game "row" x]', '▼[Game "row\n"]', '▼[Gäme "x"]'],
    "truncated-tag": [
        "▼[",
        "▼[Game",
        HEAD + '▼[Date "2024',
        HEAD + '▼[Date "x\\',
        HEAD + '▼[A "x"\n',
    ],
    "escape": [HEAD + r'[A "ab▼\q"]', HEAD + r"1 @0 p1 {\\▼\x}", HEAD + r'1 !1 x "▼\u12g4"'],
    "twice": ['[Game "row"]\n▼[Game "row"]', HEAD + '[A "1"] ▼[A "1"]'],
    "missing": [
        '[Event "x"]\n▼1. e4',
        '[Game "row"]▼',
        '[Version "1"] [Seats "2"]\n▼',
        '[Game "row"] [Version "1"]\n▼1 @0 p1',
        HEAD + '[Reason "won"]\n▼1 @0 p5',
    ],
    "game": ['▼[Game "go"] [Version "1"] [Seats "2"]', f'▼[Game "{"x" * 9999}"] [Version "1"]'],
    "version": ['[Game "row"] ▼[Version "2"]', '[Game "row"] ▼[Version "01"] [Seats "2"]'],
    "seats": [
        f'[Game "row"] [Version "1"] ▼[Seats "{text}"]' for text in ("", "0", "two", "9" * 9999)
    ],
    "options": [
        '[Game "row"] [Version "1"] ▼[Seats "7"]',
        HEAD + '▼[Options "size=3"]',
        DICE_HEAD + '▼[Options "limit=10"]',
        DICE_HEAD + '▼[Options "limit"]',
        DICE_HEAD + '▼[Options "limit=2 limit=2"]',
        DICE_HEAD + f'▼[Options "{"x" * 9999}"]',
    ],
    "start": [HEAD + '▼[Start ""]', HEAD + '▼[Start "{}"]', DICE_HEAD + '▼[Start "[1]"]'],
    "start-other": [
        DICE_HEAD + '▼[Start "[2, 3, false, 0, 0, 0, 0, 1, []]"]',
        DICE_HEAD + '[Options "limit=4"] ▼[Start "[3, 3, false, 0, 0, 0, 0, 1, []]"]',
    ],
    "seat-tag": [HEAD + '▼[Seat2 "x"]', HEAD + '▼[Seat00 "x"]'],
    "tag-late": [HEAD + '1 @0 p1 ▼[Event "x"]'],
    "turn": [
        HEAD + "▼2 @0 p1",
        HEAD + "1 @0 p1\n▼3 @1 p2",
        HEAD + "▼01 @0 p1",
        HEAD + "▼" + "9" * 9999,
    ],
    "turn-missing": [
        HEAD + "▼@0 p1",
        HEAD + "1 @0 p1 ▼@1 p2",
        HEAD + "1 @0 p1 ▼p2",
        HEAD + "▼!1 x",
    ],
    "actor": [
        HEAD + "1 ▼@1 p1",
        HEAD + "1 ▼@999 p1",
        HEAD + "1 ▼*p1",
        DICE_HEAD + "1 @0 roll ▼@0 1",
        DICE_HEAD + "1 @0 roll *1 ▼@0 ok",
    ],
    "actor-form": [HEAD + "1 ▼@ p1", HEAD + "1 ▼@x p1", HEAD + "1 ▼@" + "0" * 9999],
    "actor-missing": [
        HEAD + "1 ▼p1",
        HEAD + "1 @0 p1 2 ▼p2",
        DICE_HEAD + "1 @0 roll *1 ▼ok",
        DICE_HEAD + '1 @0 roll *1 !2 resigned\n▼"ok"',
        HEAD + "1 @0 p1 ( 1 ▼p2 )",
    ],
    "chance-missing": [DICE_HEAD + '1 @0 roll ▼"1"', DICE_HEAD + "1 @0 roll ▼roll"],
    "illegal": [
        HEAD + "1 @0 p1\n2 @1 ▼p1",
        HEAD + "1 @0 p1 ( 1 @0 p2 2 @1 ▼p2 )",
        DICE_HEAD + "1 @0 ▼end",
        DICE_HEAD + '1 @0 roll ▼*"7"',
    ],
    "token": [
        HEAD + "1 @0 ▼p9",
        HEAD + "1 @0 ▼棋",
        HEAD + "1 @0 ▼" + "p" * 9999,
        DICE_HEAD + "1 @0 roll ▼*",
    ],
    "withdrawal": [
        HEAD + "1 @0 p1\n2 ▼!1",
        HEAD + "1 ▼!x resigned",
        HEAD + "1 ▼!1 4",
        HEAD + "1 ▼!1 a b:c",
    ],
    "withdraw": [HEAD + "1 ▼!2 resigned", DICE_HEAD + "1 !1 resigned ▼!1 resigned"],
    "no-move": [
        HEAD + "▼1 1 @0 p1",
        HEAD + "1 ▼@0 @0 p1",
        HEAD + "1 ▼@0 1 p1",
        HEAD + "▼1 {x} @0 p1",
        HEAD + "1 @0 p1 ( ▼1 )",
        HEAD + "1 @0 p1 ▼2 ( 1 @0 p2 )",
    ],
    "truncated-move": [HEAD + "▼1", HEAD + "1 ▼@0 \n"],
    "truncated-comment": [HEAD + "1 @0 p1 ▼{and so", HEAD + "▼{", HEAD + r"▼{\}"],
    "truncated-string": [HEAD + '1 @0 ▼"p1', HEAD + '1 !1 illegal off-board ▼"A9'],
    "string": [HEAD + '1 @0 ▼"p1\n2 @1 "p2"'],
    "truncated-variation": [HEAD + "1 @0 p1 ▼(", HEAD + "1 @0 p1 ( 1 @0 p2 ▼( 1 @0 p3"],
    "truncated-game": [
        HEAD + '[Result "1 0"] [Reason "won"]\n1 @0 p1▼\n',
        HEAD + '[Result "1 0"]▼',
        HEAD + '[Result "1/2 1/2"]\n1 @0 p1 ( 1 @0 p5 )▼',
    ],
    "after-end": [
        HEAD + "1 @0 p5\n▼2 @1 p1",
        HEAD + "1 @0 p5 ▼p1",
        HEAD + "1 @0 p5 ▼!1 resigned",
        HEAD + "1 @0 p1 ( 1 @0 p5 ▼@1 p2 )",
        HEAD + "1 !0 resigned ▼*1",
    ],
    "result-form": [
        HEAD + f'▼[Result "{text}"]\n1 @0 p1' for text in ("", "1-0", "won", "1  0", "0.5 0.5")
    ],
    "result": [HEAD + f'▼[Result "{text}"]\n1 @0 p5' for text in ("0 1", "*", "1 0 0", "2/2 0")],
    "reason": [HEAD + '[Result "1 0"] ▼[Reason "drawn"]\n1 @0 p5'],
    "reason-early": [HEAD + '▼[Reason "won"]\n1 @0 p1', HEAD + '[Result "*"] ▼[Reason ""]'],
    "unbalanced": [HEAD + "▼)", HEAD + "1 @0 p1 ( 1 @0 p2 ) ▼)"],
    "unexpected": [HEAD + "1 @0 p1 ▼}", HEAD + "▼]"],
    "variation-first": [HEAD + "▼( 1 @0 p1 )", HEAD + "1 @0 p1 ( ▼( 1 @0 p2 ) )"],
    "comment-first": [HEAD + "1 @0 p1 ( ▼{x} 1 @0 p2 )"],
    "deep": [HEAD + "1 @0 p1 " + "( 1 @0 p1 " * 20 + "▼( 1 @0 p1"],
}


@pytest.mark.parametrize(
    ("key", "marked"),
    [
        pytest.param(key, text, id=f"{key}-{index}")
        for key, texts in BROKEN.items()
        for index, text in enumerate(texts)
    ],
)
def test_every_flaw_is_named_at_its_place(key: str, marked: str) -> None:
    before, after = marked.split("▼")
    with pytest.raises(BadRecord) as caught:
        read(before + after, find)
    assert caught.value.message.key == f"core:bad-record.{key}"
    lines = before.split("\n")
    assert (caught.value.line, caught.value.column) == (len(lines), len(lines[-1]) + 1)
    assert len(str(caught.value)) < 400
    for language in locale.LANGUAGES:
        assert locale.has(caught.value.message.key, language)


def test_an_illegal_move_says_which_rule_it_breaks() -> None:
    with pytest.raises(BadRecord) as caught:
        read(HEAD + "1 @0 p1\n2 @1 p1", find)
    problem = caught.value.message["problem"]
    assert isinstance(problem, Message)
    assert problem.key == "core:violation.occupied"
    assert str(caught.value) == "line 3, column 6: p1 is an illegal move: p1 is not empty"


def test_twenty_variations_may_lie_in_each_other() -> None:
    text = HEAD + "1 @0 p1 " + "( 1 @0 p1 " * 20 + ") " * 20
    record = read(text, find)
    assert read(write_dyr(record), find) == record


def test_a_text_that_is_too_long_is_not_looked_at() -> None:
    with pytest.raises(BadRecord) as caught:
        read("[" * (LONGEST + 1), find)
    assert caught.value.message.key == "core:bad-record.long"


def test_every_message_is_worded_in_every_language() -> None:
    keys = {key for key in locale.catalog("core", "en") if key.startswith("bad-record.")}
    for language in locale.LANGUAGES:
        assert keys <= set(locale.catalog("core", language))
    assert {f"bad-record.{key}" for key in BROKEN} <= keys
