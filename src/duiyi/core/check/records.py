"""What must hold of a game's records: written, read again, replayed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from duiyi.core.check.properties import When, expect, requirement
from duiyi.core.check.walk import Point, Step
from duiyi.core.options import Options
from duiyi.core.record import Record
from duiyi.core.record.files import read, write_dyr, write_json
from duiyi.core.state import State


@requirement("record", when=When.END)
def record(point: Point) -> None:
    """A game comes back equal from its record in both forms, and replays to an equal state."""
    state: State[Any] = point.game.start(point.seats, **dict(point.options.items()))
    begin = point.choose(len(point.played) + 1) if point.choose(2) else 0
    for step in point.played[:begin]:
        state = state.play(step) if isinstance(step, str) else state.withdraw(step)
    _expect_replay(point, state, point.played[begin:], None if begin else point.options)


def _expect_replay(
    point: Point, start: State[Any], steps: Sequence[Step], options: Options | None
) -> None:
    written, state = Record.of(start, options=options), start
    for step in steps:
        if isinstance(step, str):
            written, state = written.played(state, step), state.play(step)
        else:
            written, state = written.withdrawn(step, "resigned"), state.withdraw(step)
    expect(state == point.state, "replaying the tokens gives the same state", state)
    for write in (write_dyr, write_json):
        again = read(write(written), lambda _: point.game)
        expect(again == written, f"the record that {write.__name__} wrote", again)
    last = written.last()
    expect(last == point.state, "the record's last state is the game's", last)
