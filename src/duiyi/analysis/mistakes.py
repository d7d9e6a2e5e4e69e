"""When a decision is an inaccuracy, a mistake or a blunder: by the share of the score it loses.

A loss is measured in even shares (1 divided by the number of seats), so that the same words fit
games of two and of six: with two seats a blunder loses 20 % of the score or more.
"""

from __future__ import annotations

from enum import StrEnum


class Mark(StrEnum):
    """What is held against a decision."""

    fine = "fine"
    inaccuracy = "inaccuracy"
    mistake = "mistake"
    blunder = "blunder"


LEAST = {Mark.inaccuracy: 0.1, Mark.mistake: 0.2, Mark.blunder: 0.4}
"""What each loses at least, in even shares."""
SIGNS = {Mark.fine: "", Mark.inaccuracy: "?!", Mark.mistake: "?", Mark.blunder: "??"}


def mark_of(loss: float, seats: int) -> Mark:
    """The mark of a decision that loses this part of the whole score."""
    # So that a loss of exactly the least counts, whatever the arithmetic before has left of it.
    even_shares = loss * seats + 1e-9
    return max(
        (mark for mark, least in LEAST.items() if even_shares >= least),
        key=LEAST.__getitem__,
        default=Mark.fine,
    )
