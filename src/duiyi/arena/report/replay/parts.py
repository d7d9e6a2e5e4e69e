"""Parts: what `duiyi.draw` draws for a piece, a link or a mark, ready to be put into the page.

Colours are custom properties, so that one drawing serves both themes; links are left as the way
they take, because the page bends and fills them by itself.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable

from duiyi.core.view import Edge
from duiyi.draw.canvas import LAYERS, Canvas, Xy
from duiyi.draw.layout import Board
from duiyi.draw.links import ORDINARY
from duiyi.draw.look import Look
from duiyi.draw.pieces import seat_colour

THEME = "board"
"""What the ids of symbols and gradients begin with."""
UNRIBBONED = ("bond", "cut", "attack")
"""Kinds of edges that are no links: they are drawn like everything else."""

_unneeded = re.compile(r' data-(?:glyph|edge|kind|area|way|legal)="[^"]*"')
"""By these a picture is found in a test or on the page for playing; here they are but weight."""

Link = tuple[str, float, tuple[float, ...], tuple[float, ...]]
"""Colour, the size of a cell, widths, and the points, x and y in turn."""
Element = tuple[int, str | Link]
"""The number of a layer, and what lies in it."""
Part = tuple[Element, ...]


class PartCanvas(Canvas):
    """A canvas that gives away what was drawn; `definitions` collects symbols and gradients.

    `written` remembers shapes, symbols and words: most of a picture is as it was in the one before,
    and writing it down is what takes the time.
    """

    def __init__(
        self,
        board: Board,
        look: Look,
        definitions: dict[str, str],
        language: str,
        seal: str,
        written: dict[Hashable, str],
    ) -> None:
        size = board.width, board.height
        super().__init__(size, look, "light", language=language, cell=board.cell, seal=seal)
        self.theme = THEME
        # The strength of the light is the only colour that drawing calculates with: the page's
        # style sheet multiplies by it instead.
        self.colours = {name: f"var(--{name})" for name in self.colours} | {"sheen": "1"}
        self.sans, self.serif = "var(--sans)", "var(--serif)"
        self._defs = definitions
        self._drawn: list[Element] = []
        self._written = written

    def shape(self, layer: str, tag: str, **attributes: object) -> None:
        key = layer, self.tiny, tag, *attributes.items()
        if not self._again(layer, key):
            super().shape(layer, tag, **attributes)
            self._keep(key)

    def text(self, layer: str, at: Xy, words: str, size: float, **attributes: object) -> None:
        key = layer, at, words, size, *attributes.items()
        if not self._again(layer, key):
            super().text(layer, at, words, size, **attributes)
            self._keep(key)

    def use(self, layer: str, symbol: str, at: Xy, size: float, **attributes: object) -> None:
        key = layer, self.tiny, symbol, at, size, *attributes.items()
        if not self._again(layer, key):
            super().use(layer, symbol, at, size, **attributes)
            self._keep(key)

    def _again(self, layer: str, key: Hashable) -> bool:
        """Draws what was drawn before, if it was."""
        known = self._written.get(key)
        if known is not None:
            self._drawn.append((LAYERS.index(layer), known))
        return known is not None

    def _keep(self, key: Hashable) -> None:
        _, text = self._drawn[-1]
        if isinstance(text, str):
            self._written[key] = text

    def add(self, layer: str, text: str) -> None:
        self._drawn.append((LAYERS.index(layer), _unneeded.sub("", text)))

    def taken(self) -> list[Element]:
        """What was drawn since this was asked last."""
        drawn, self._drawn = self._drawn, []
        return drawn


def joined(elements: Iterable[Element]) -> Part:
    """Elements as one part: one text for each layer."""
    layers: dict[int, list[str]] = {}
    links: list[Element] = []
    for layer, drawn in elements:
        if isinstance(drawn, str):
            layers.setdefault(layer, []).append(drawn)
        else:
            links.append((layer, drawn))
    return (*((layer, "".join(texts)) for layer, texts in layers.items()), *links)


def is_link(edge: Edge) -> bool:
    return edge.kind not in UNRIBBONED


def link_part(board: Board, look: Look, edge: Edge) -> Part:
    """The way of a link, from which the page makes the same ribbon as `duiyi.draw.links`."""
    unit = board.cell / 80
    points: list[Xy] = [board.xy(site) for site in (edge.source, *edge.via, edge.target)]
    link: Link = (
        f"var(--{seat_colour(edge.owner)})",
        round(board.cell, 4),
        tuple(round(width * unit, 4) for width in look.links.get(edge.kind, ORDINARY)),
        tuple(round(at, 3) for point in points for at in point),
    )
    return ((LAYERS.index("links"), link),)
