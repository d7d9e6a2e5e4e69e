"""Where puzzles of relati classic come from: it is solved for two seats."""

from __future__ import annotations

from duiyi.core.study.puzzling import FORCE, HOLD, Puzzling
from duiyi.games.relati_classic.rules import RelatiClassicRules

FEWEST_EMPTY = 5
"""Fewer leave nothing to find."""


def asks(state: RelatiClassicRules) -> bool:
    return state.legal.bit_count() >= FEWEST_EMPTY


PUZZLING = Puzzling(
    tasks=(FORCE, HOLD),
    short_turns=True,
    asks=asks,
    random_decisions=(2, 10),
    grades=(13.0, 14.2, 15.7, 17.3),
)
