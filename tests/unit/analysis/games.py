"""Short games for the tests of analysis."""

from __future__ import annotations

from typing import Any

from tests.record_games import ROW

import duiyi
from duiyi import kernels
from duiyi.core import CHANCE, Record, State

WON = "TZ.../r2.T.R./R...tT./T...TT.t/.Z2..T..Z/t......z4/..R5..../..t.../..... b 1 3"
"""Tzaar: Black, who is to act, wins."""
BLUNDER = "B1xB3"
"""Unless he plays this."""
LOST = "TR3.../.t2..../.....tZ3/z6......./t...R.RT/T...R4.../T....../T.tr.T2/r2t3... b 1 3"
"""Tzaar: Black, who is to act, loses."""


def played(start: State[Any], tokens: str) -> Record:
    """A record of these tokens."""
    record, state = Record.of(start), start
    for token in tokens.split():
        record, state = record.played(state, token), state.play(token)
    return record


def row(tokens: str) -> Record:
    """A game without a kernel: whoever takes p5 wins, unless it is the last cell."""
    return played(ROW.start(2), tokens)


def somewhere(name: str, seats: int | None = None, decisions: int = 12) -> State[Any]:
    """After some decisions, where a seat decides."""
    start = duiyi.game(name).start(seats)
    while (found := kernels.walk(start, 3, decisions)[1]).actor in (None, CHANCE):
        decisions += 1
    return found


def walked(name: str, seats: int, decisions: int) -> Record:
    """A record of random decisions."""
    start = duiyi.game(name).start(seats)
    tokens, _ = kernels.walk(start, 5, decisions)
    return played(start, " ".join(tokens))
