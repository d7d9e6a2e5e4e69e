"""Goals: what counts as done."""

from __future__ import annotations

from fractions import Fraction

import pytest

from duiyi.core.lessons import Goal
from duiyi.core.lessons.model import matches
from duiyi.core.message import message
from duiyi.core.outcome import won
from duiyi.core.view import Event, Meter, Piece, Stone, View

EVENTS = (Event(message("toy:event.cut", site="D5", by="C5")), Event(message("toy:event.put")))
VIEW = View(
    actor=None,
    owner=0,
    turn=1,
    seats=(),
    prompt=message("x"),
    pieces=(
        Piece("G7", (Stone("circle", 0),), ("shield", "old")),
        Piece("A1", (Stone("circle", 0),)),
    ),
    meters=(
        Meter(message("toy:meter.attack", cell=1), 3, 0),
        Meter(message("toy:meter.half"), Fraction(3, 2), 1),
        Meter(message("toy:meter.turn"), 7),
    ),
    outcome=won(1, 2, "life"),
)


@pytest.mark.parametrize(
    ("goal", "fits"),
    [
        (Goal(tokens=("R:C5",)), True),
        (Goal(tokens=("R:D5", "R:*")), True),
        (Goal(tokens=("L:*",)), False),
        (Goal(event="event.cut"), True),
        (Goal(event="event.cut", event_params=(("site", "D5"),)), True),
        (Goal(event="event.cut", event_params=(("site", "D6"),)), False),
        (Goal(event="event.mend"), False),
        (Goal(piece=("G7", "shield")), True),
        (Goal(piece=("G7", "")), False),
        (Goal(piece=("A1", "")), True),
        (Goal(piece=("B1", "")), False),
        (Goal(meter="meter.attack", meter_seat=0, meter_value="3"), True),
        (
            Goal(meter="meter.attack", meter_params=(("cell", 1),), meter_seat=0, meter_value="3"),
            True,
        ),
        (
            Goal(meter="meter.attack", meter_params=(("cell", 2),), meter_seat=0, meter_value="3"),
            False,
        ),
        (Goal(meter="meter.attack", meter_seat=1, meter_value="3"), False),
        (Goal(meter="meter.attack", meter_seat=0, meter_value="4"), False),
        (Goal(meter="meter.half", meter_seat=1, meter_value="3/2"), True),
        (Goal(meter="meter.turn", meter_value="7"), True),
        (Goal(winner=1), True),
        (Goal(winner=0), False),
        (Goal(tokens=("R:C5",), winner=0), False),
        (Goal(tokens=("R:C5",), winner=1, event="event.put"), True),
    ],
)
def test_a_goal_is_met_when_all_that_it_says_holds(goal: Goal, fits: bool) -> None:
    assert goal.fits("R:C5", EVENTS, VIEW) == fits


def test_nobody_has_won_a_game_that_goes_on() -> None:
    going = View(actor=0, owner=0, turn=1, seats=(), prompt=message("x"))
    assert not Goal(winner=0).fits("A", (), going)


def test_a_star_stands_for_anything_and_nothing_else_is_special() -> None:
    assert matches(("E1:*",), "E1:0,2")
    assert matches(("[a]*",), "[a]b")
    assert not matches(("[a]*",), "ab")
    assert not matches(("e1:*",), "E1:0,2")
    assert not matches((), "A")
