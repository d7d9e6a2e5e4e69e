"""Formats from elsewhere: our games come back from them as they were, and nothing breaks them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from duiyi.core import BadRecord, Record, game
from duiyi.core.record import Decision, Node, Withdrawal
from duiyi.core.record.files import read, write_dyr
from duiyi.core.record.formats import Format, formats
from duiyi.core.state import State

FORMATS = [one for one in formats() if one in game("tzaar").formats]  # type: ignore[attr-defined]
TZAAR = game("tzaar")
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=12)
each_format = pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)


def played(seed: int, *, most: int = 400) -> Record:
    """A random game of ours: fixed or dealt, to its end, broken off, resigned or forfeited."""
    lot = random.Random(seed)
    options: dict[str, Any] = (
        {} if lot.random() < 0.3 else {"setup": "random", "seed": lot.getrandbits(64)}
    )
    state: Any = TZAAR.start(**options)
    record = Record.of(
        state, names=("white", ""), tags=[("Event", "a"), ("Table", "x:y")],
        options=TZAAR.options.of(options),
    )  # fmt: skip
    length = lot.choice((most, most, lot.randrange(60)))
    while state.outcome is None and len(record.nodes) < length:
        actions = state.actions()
        token = state.text(lot.choice(actions))
        if len(actions) > 1 and state.step == 2 and lot.random() < 0.2:
            token = "pass"
        record, state = record.played(state, token), state.play(token)
    if state.outcome is None:
        ends = ((), ("resigned",), ("time",), ("illegal", "too-weak", "A1xA2"))
        how = lot.choice(ends)
        if how:
            record = record.withdrawn(lot.randrange(2), *how)
    return record


@each_format
def test_a_hundred_random_games_come_back_as_they_were(form: Format) -> None:
    for seed in range(100):
        record = played(seed)
        written = form.write(record)
        assert form.recognises(written)
        assert read(written) == record


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A short game with names, tags, comments and variations of every kind."""
    seed = draw(st.integers(0, 2**64 - 1))
    options: dict[str, Any] = draw(st.sampled_from(({}, {"setup": "random", "seed": seed})))
    state = TZAAR.start(**options)
    names = draw(st.tuples(TEXTS, TEXTS))
    free = st.sampled_from(("Event", "Date", "EV", "VA", "SU", "GM", "XY", "Table", "DYO", "DYT"))
    tags = draw(st.lists(st.tuples(free, TEXTS), unique_by=lambda tag: tag[0], max_size=4))
    comments = tuple(draw(st.lists(TEXTS, max_size=2)))
    record = Record.of(state, names, tags, TZAAR.options.of(options))
    return replace(record, comments=comments, nodes=draw(lines(state, 3)))


def lines(state: State[Any], deep: int) -> st.SearchStrategy[tuple[Node, ...]]:
    @st.composite
    def line(draw: st.DrawFn) -> tuple[Node, ...]:
        nodes: list[Node] = []
        before = state
        for _ in range(draw(st.integers(0, 5))):
            if before.outcome is not None:
                break
            node: Node
            assert before.actor is not None
            if draw(st.integers(0, 9)) == 0:
                words = ("resigned", "time", "timeout")
                code = draw(st.sampled_from((None, "x.y")))
                node = Withdrawal(
                    draw(st.integers(0, 1)), draw(st.sampled_from(words)), code,
                    draw(st.none() | TEXTS),
                )  # fmt: skip
            else:
                token = before.text(draw(st.sampled_from(before.actions())))
                node = Decision(before.actor, token)
            comments = tuple(draw(st.lists(TEXTS, max_size=2)))
            variations: tuple[tuple[Node, ...], ...] = ()
            if deep and draw(st.integers(0, 3)) == 0:
                several = st.lists(lines(before, deep - 1), min_size=1, max_size=2)
                variations = tuple(draw(several))
            nodes.append(replace(node, comments=comments, variations=variations))
            before = node.after(before)
        return tuple(nodes)

    return line()


@each_format
@given(record=records())
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_comments_variations_tags_and_faults_come_back(form: Format, record: Record) -> None:
    assert read(form.write(record)) == record


def damaged(text: str) -> st.SearchStrategy[str]:
    """A text with a part taken out, put elsewhere, or replaced by signs of the grammar."""
    at = st.integers(0, len(text))
    signs = st.text("()[];\\ -09AEkos\n", max_size=6)
    return st.tuples(at, at, signs).map(
        lambda cut: text[: min(cut[:2])] + cut[2] + text[max(cut[:2]) :]
    )


def hostile() -> Iterator[str]:
    for form in FORMATS:
        for seed in (1, 3):
            yield form.write(played(seed, most=12))
    yield "(;FF[TZAAR];W[npmq])"
    yield '(;GM[Tzaar]SU[tzaar-random 5]P0[id "a"];P0[0 Start P0];P0[1 Pickb A 1];P0[Dropb B 1])'


def refused(text: str) -> BadRecord | None:
    try:
        record = read(text, most=500)
    except BadRecord as error:
        return error
    assert read(write_dyr(record)) == record
    return None


@given(
    st.sampled_from(list(hostile())).flatmap(damaged)
    | st.text().map(lambda text: f"(;FF[TZAAR]{text}")
    | st.text("()[];\\", max_size=40).map(lambda text: f"(;SU[tzaar-standard 1]{text}")
)
@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_damaged_text_is_read_or_refused_with_its_place(text: str) -> None:
    error = refused(text)
    if error is not None:
        assert 1 <= error.line <= text.count("\n") + 1
        assert error.column >= 1
        assert str(error)
