"""What is worked out about openings in the process that reads texts of strangers.

These functions take and give plain values, as `duiyi.server.records.replay` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from duiyi.analysis.openings.book import packaged
from duiyi.analysis.openings.deal import check
from duiyi.analysis.openings.positions import decisions_by_child, edges, key
from duiyi.analysis.openings.tally import units
from duiyi.core import State, game
from duiyi.core.message import Message
from duiyi.core.study.symmetry import canonical
from duiyi.server.storage.openings import Counted
from duiyi.server.storage.store import Row
from duiyi.server.table.randomness import Randomness
from duiyi.server.table.table import Table
from duiyi.server.wire.openings import OpeningsWanted


def counted(table: str, rows: Sequence[Row]) -> Counted:
    """What a finished game adds to the index: nothing, where it is not public or nobody played."""
    read = Table.of_rows(list(rows), Randomness())
    outcome = read.history.state.outcome
    if not read.setup.public or outcome is None or not read.summary().peopled:
        return Counted(table, ())
    record = read.record_of(read.history)
    scores = [units(score) for score in outcome.scores]
    found = edges(record.first(), record.nodes)
    return Counted(table, tuple((here, there, scores[seat]) for here, there, seat in found))


class Asked(NamedTuple):
    """A position that openings are wanted for: its text and key, the decisions by what follows,
    the first of each in words, which of them end the game and how, and what self-play knows."""

    dump: str
    position: bytes
    decisions: dict[bytes, list[str]]
    labels: dict[bytes, Message]
    proven: dict[bytes, str]
    selfplay: dict[bytes, tuple[int, int]]


def asked(wanted: OpeningsWanted) -> Asked:
    """`DuiyiError` where there is no such position."""
    chosen = game(wanted.game)
    state: State[object] = chosen.load(wanted.text) if wanted.text else chosen.start()
    for token in wanted.tokens:
        state = state.play(token)
    here, decisions = key(state), decisions_by_child(state)
    book = packaged(chosen)
    tallies = {child: book.tally(here, child) for child in decisions}
    return Asked(
        state.dump(),
        here,
        decisions,
        {child: state.notation(state.parse(tokens[0])) for child, tokens in decisions.items()},
        {child: proof for child in decisions if (proof := _proof(state, decisions[child][0]))},
        {child: (tally.games, tally.points) for child, tally in tallies.items() if tally.games},
    )


def _proof(state: State[object], token: str) -> str:
    """What a decision that ends the game is worth to who makes it; "" for any other."""
    outcome = state.play(token).outcome
    if outcome is None or state.actor is None:
        return ""
    score = outcome.scores[state.actor]
    return "win" if score == 1 else "level" if score else "loss"


def deal(name: str, text: str) -> str:
    """The text that a deal shares with all that are symmetric; `DuiyiError` where it is none."""
    state = game(name).load(text)
    check(state)
    return canonical(state).text
