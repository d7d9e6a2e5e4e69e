"""However output arrives, the lines are the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duiyi.engine.fault import Fault
from duiyi.engine.inbox import QUOTED, TAIL, Inbox, quoted

texts = st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\n\0")))


@given(texts, st.lists(st.integers(1, 9), min_size=1))
def test_lines_do_not_depend_on_how_they_are_cut(lines: list[str], sizes: list[int]) -> None:
    inbox = Inbox()
    data = "".join(f"{line}\n" for line in lines).encode()
    found = []
    for turn in range(len(data) + 1):
        size = sizes[turn % len(sizes)]
        chunk, data = data[:size], data[size:]
        inbox.put(chunk)
        while (line := inbox.take()) is not None:
            found.append(line)
        if not data:
            break
    assert found == lines


@given(st.lists(st.binary(max_size=3000)))
def test_the_tail_is_the_end_of_everything(chunks: list[bytes]) -> None:
    inbox = Inbox()
    for chunk in chunks:
        inbox.put_stderr(chunk)
    assert inbox.tail == b"".join(chunks)[-TAIL:]


@given(st.binary(max_size=400))
def test_what_is_quoted_is_short_and_shows_everything_as_text(data: bytes) -> None:
    text = quoted(data)
    assert len(text) <= QUOTED
    assert "\0" not in text
    text.encode()


@pytest.mark.parametrize("size", [10, 11])
def test_a_line_may_be_as_long_as_the_limit_says(size: int) -> None:
    inbox = Inbox(line=10)
    inbox.put(b"x" * size + b"\n")
    if size <= 10:
        assert inbox.take() == "x" * size
    else:
        with pytest.raises(Fault) as caught:
            inbox.take()
        assert caught.value.code == "line-too-long"
