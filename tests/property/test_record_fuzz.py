"""Records under random games, random edits and random bytes.

What is written is read back exactly, in both forms; whatever else is read either is a record,
which can be written and read again, or raises `BadRecord`, and nothing else.
"""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests import record_games
from tests.record_games import DICE, ROW

from duiyi.core import CHANCE, BadRecord, Game, Record, State, game, locale
from duiyi.core.record import Decision, Node, Withdrawal, free_tag
from duiyi.core.record.files import load, read, write_dyr, write_json

# Long walks: part of `make test-all`.
pytestmark = pytest.mark.slow

GAMES: tuple[Game, ...] = (ROW, DICE, game("relati-classic"), game("relati"))
WRITERS = (write_dyr, write_json)
SPECIAL = st.sampled_from('[]{}()"\\@*!0123456789 \t\r\n/,:-pKx\0\x7f\u2028é棋😀')
TEXTS = st.text(st.one_of(SPECIAL, st.characters()), max_size=8)
WORDS = st.from_regex(r"[A-Za-z][A-Za-z0-9_.-]{0,6}", fullmatch=True)
TAGS = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,6}", fullmatch=True).filter(free_tag)


def find(name: str) -> Game:
    return record_games.find(name) if name in ("row", "dice") else game(name)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A record of a random game with everything that a record can hold."""
    chosen = draw(st.sampled_from(GAMES))
    seats, options = draw(st.sampled_from(chosen.samples()))
    state = chosen.start(seats, **dict(options.items()))
    for _ in range(draw(st.integers(0, 3)) if draw(st.booleans()) else 0):
        after = state.play(draw(tokens(state)))
        state = state if after.outcome else after
    record = Record.of(
        state,
        draw(st.lists(TEXTS, max_size=seats)),
        draw(st.lists(st.tuples(TAGS, TEXTS), max_size=3, unique_by=lambda tag: tag[0])),
        draw(st.sampled_from([None, options])),
    )
    comments = draw(st.lists(TEXTS, max_size=2))
    nodes = draw(lines(record.first(), 2, 12))
    return dataclasses.replace(record, comments=tuple(comments), nodes=nodes)


def tokens(state: State[Any]) -> st.SearchStrategy[str]:
    actions = state.actions() or [action for action, _ in state.chances()]
    return st.sampled_from([state.text(action) for action in actions])


@st.composite
def lines(draw: st.DrawFn, state: State[Any], depth: int, longest: int) -> tuple[Node, ...]:
    """Moves from a position, with comments, withdrawals and variations."""
    nodes: list[Node] = []
    for _ in range(draw(st.integers(0, longest))):
        if state.outcome is not None:
            break
        comments = tuple(draw(st.lists(TEXTS, max_size=2)) if draw(rarely) else ())
        variations: tuple[tuple[Node, ...], ...] = ()
        if depth and draw(rarely):
            variations = tuple(draw(st.lists(lines(state, depth - 1, 3), max_size=2)))
        node: Node
        if draw(rarely):
            seat = draw(st.sampled_from(sorted({*range(state.seats)} - state.out)))
            code, text = draw(st.none() | WORDS), draw(st.none() | TEXTS)
            node = Withdrawal(seat, draw(WORDS), code, text, comments, variations)
        else:
            assert state.actor is not None
            node = Decision(state.actor, draw(tokens(state)), comments, variations)
        nodes.append(node)
        state = node.after(state)
    return tuple(nodes)


rarely = st.integers(0, 5).map(lambda number: number == 0)


@given(records())
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_records_survive_both_forms(record: Record) -> None:
    text, twin = write_dyr(record), write_json(record)
    assert read(text, find) == record
    assert read(twin, find) == record
    assert read(text.replace("\n", "\r\n"), find) == record
    assert read(twin.replace("\n", "\r\n"), find) == record
    assert load_text(text) == load_text(twin) == record
    json.loads(twin)


def load_text(text: str) -> Record:
    return read(text.encode("utf-8").decode("utf-8-sig"), find)


def hold(text: str) -> None:
    """Either a record that survives both forms, or `BadRecord` at a place of the text."""
    try:
        record = read(text, find)
    except BadRecord as error:
        check_error(error, text)
    else:
        for write in WRITERS:
            assert read(write(record), find) == record


def check_error(error: BadRecord, text: str) -> None:
    lines = text.removeprefix("\ufeff").split("\n")
    assert 1 <= error.line <= len(lines)
    assert 1 <= error.column <= len(lines[error.line - 1]) + 1
    assert error.message.key.startswith("core:bad-record.")
    assert all(locale.has(error.message.key, language) for language in locale.LANGUAGES)
    assert len(str(error)) < 500


@st.composite
def edited(draw: st.DrawFn, text: str) -> str:
    """The text after a few deletions, insertions, exchanges, repetitions and cuts."""
    for _ in range(draw(st.integers(1, 4))):
        low, high = sorted(draw(st.tuples(*[st.integers(0, len(text))] * 2)))
        part = text[low:high]
        edits = [
            text[:low] + text[low + 1 :],
            text[:low] + draw(TEXTS | st.text(SPECIAL, max_size=2)) + text[low:],
            text[:low] + part[::-1] + text[high:],
            text[:low] + text[high:],
            text[:low] + part + part + text[high:],
            text[:low],
        ]
        text = draw(st.sampled_from(edits))
    return text


@given(st.data())
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_edited_records_are_records_or_refused(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(WRITERS))(data.draw(records()))
    hold(data.draw(edited(text)))


@st.composite
def swapped(draw: st.DrawFn, text: str) -> str:
    """The text with two of its words exchanged."""
    words = text.split(" ")
    one, other = draw(st.tuples(*[st.integers(0, len(words) - 1)] * 2))
    words[one], words[other] = words[other], words[one]
    return " ".join(words)


@given(st.data())
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_exchanged_words_are_records_or_refused(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(WRITERS))(data.draw(records()))
    hold(data.draw(swapped(text)))


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)


@given(st.data())
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_other_values_in_json_are_records_or_refused(data: st.DataObject) -> None:
    fields = json.loads(write_json(data.draw(records())))
    target: Any = fields
    while True:
        places = [*target] if isinstance(target, dict) else [*range(len(target))]
        step = data.draw(st.sampled_from(places))
        inside = isinstance(target[step], dict | list) and target[step]
        if not inside or data.draw(st.booleans()):
            target[step] = data.draw(PLAIN)
            break
        target = target[step]
    hold(json.dumps(fields))


@settings(deadline=None)
@given(st.binary(max_size=200), st.sampled_from(["latin-1", "utf-8"]))
def test_random_bytes_are_refused(data: bytes, encoding: str) -> None:
    hold(data.decode(encoding, "replace"))


HEAD = '[Game "dice"] [Version "3"] [Seats "3"]\n'


@settings(deadline=None)
@given(st.lists(st.sampled_from([*'[]{}()"@*! \n', "1 ", "@0 ", "roll ", "*1 ", "!2 x "])))
def test_random_moves_are_records_or_refused(words: list[str]) -> None:
    hold(HEAD + "".join(words))


@given(st.text(SPECIAL))
def test_random_texts_after_a_head_are_records_or_refused(text: str) -> None:
    hold(HEAD + text)


def small_record() -> Record:
    state = DICE.start(2, limit=1)
    record = Record.of(state, ("棋",), [("Event", "\n")])
    for token in ("roll", "1", "ok", "end"):
        record, state = record.played(state, token).commented("}\n"), state.play(token)
    aside = (Decision(0, "7"), Decision(CHANCE, "2"), Withdrawal(1, "illegal", "x", '"'))
    first = Decision(0, "roll", ("}\n",), (aside,))
    return dataclasses.replace(record, nodes=(first, *record.nodes[1:]))


def test_a_text_cut_off_before_its_last_move_is_refused() -> None:
    whole = write_dyr(small_record())
    for end in range(len(whole)):
        hold(whole[:end])
    for end in range(whole.index("[Reason"), whole.index("end") + 3):
        with pytest.raises(BadRecord):
            read(whole[:end], find)


def test_json_cut_off_anywhere_is_refused() -> None:
    whole = write_json(small_record()).rstrip()
    for end in range(len(whole)):
        with pytest.raises(BadRecord):
            read(whole[:end], find)


@pytest.mark.parametrize("write", WRITERS)
@pytest.mark.parametrize("char", [*'[]{}()"\\@*!0 \n\x00,:'])
def test_a_character_lost_added_or_changed_anywhere(write: Any, char: str) -> None:
    whole = write(small_record())
    for at in range(len(whole)):
        hold(whole[:at] + whole[at + 1 :])
        hold(whole[:at] + char + whole[at:])
        hold(whole[:at] + char + whole[at + 1 :])


@given(data=st.binary(max_size=60))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_files_of_random_bytes_are_refused(tmp_path: Any, data: bytes) -> None:
    path = tmp_path / "record"
    for start in (b"", write_dyr(small_record()).encode()):
        path.write_bytes(start + data)
        try:
            load(path, find)
        except BadRecord as error:
            check_error(error, (start + data).decode("latin-1"))
