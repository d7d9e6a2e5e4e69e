"""The core: states, options, outcomes, views, records, and the registry of games.

It knows no game. See `docs/architecture/core.md`.
"""

from duiyi.core.errors import (
    BadOptions,
    BadPosition,
    BadRecord,
    BadToken,
    DuiyiError,
    IllegalAction,
    Violation,
)
from duiyi.core.message import Message, message
from duiyi.core.options import Options, choice, number, switch
from duiyi.core.outcome import Outcome
from duiyi.core.record import Record
from duiyi.core.registry import game, games
from duiyi.core.searching import Searching
from duiyi.core.simple import CellsPalette, Move, SimpleGame, SimpleState
from duiyi.core.state import CHANCE, Game, Seat, State
from duiyi.core.study.palette import Palette
from duiyi.core.study.symmetry import Symmetries, Symmetry, canonical, rearranged
from duiyi.core.view import Choice, Edge, Event, Geometry, Meter, Piece, Site, Stone, View

__all__ = [
    "CHANCE",
    "BadOptions",
    "BadPosition",
    "BadRecord",
    "BadToken",
    "CellsPalette",
    "Choice",
    "DuiyiError",
    "Edge",
    "Event",
    "Game",
    "Geometry",
    "IllegalAction",
    "Message",
    "Meter",
    "Move",
    "Options",
    "Outcome",
    "Palette",
    "Piece",
    "Record",
    "Searching",
    "Seat",
    "SimpleGame",
    "SimpleState",
    "Site",
    "State",
    "Stone",
    "Symmetries",
    "Symmetry",
    "View",
    "Violation",
    "canonical",
    "choice",
    "game",
    "games",
    "message",
    "number",
    "rearranged",
    "switch",
]
