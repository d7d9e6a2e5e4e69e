"""A position as a picture for links that are shared: the board on the desk, as chats show it.

Runs in a process of its own (`duiyi.server.records.reader`): drawing takes a while, and positions
of records come from strangers. So it takes and gives plain values only.
"""

from __future__ import annotations

from duiyi.core import game
from duiyi.draw.montage import centred
from duiyi.draw.png import to_png
from duiyi.draw.svg import draw_state

SIZE = (1200, 630)
"""In pixels; what most who show links ask for."""


def picture(name: str, dump: str) -> bytes:
    """A PNG of the position that a text says."""
    state = game(name).load(dump)
    return to_png(centred(draw_state(state, coordinates=False), *SIZE))
