"""Views: everything that is needed to show a position and to play on it, as plain data."""

from duiyi.core.view.model import (
    BUTTON,
    SPARE,
    Area,
    Choice,
    Consequence,
    Edge,
    Event,
    Geometry,
    Meter,
    Piece,
    SeatView,
    Site,
    Stone,
    View,
    button,
)

__all__ = [
    "BUTTON",
    "SPARE",
    "Area",
    "Choice",
    "Consequence",
    "Edge",
    "Event",
    "Geometry",
    "Meter",
    "Piece",
    "SeatView",
    "Site",
    "Stone",
    "View",
    "button",
]
