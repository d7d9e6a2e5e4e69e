"""Verbs on the board: a site at which a choice takes effect is marked by what would happen there.

The centre is the likely act, the foot (lower right) another one, the dog-ear (upper right) says
that something of another's can be taken. Which symbol lies where is data of the look.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import atan2, degrees

from duiyi.core.view import BUTTON, Choice, Piece, View
from duiyi.draw.canvas import TINY_CELL, Canvas, Xy, number
from duiyi.draw.layout import Board
from duiyi.draw.look import Look, Verb

SMALL_CELL = 32.0
"""Under this many pixels a cell has larger marks."""
LEAST = 20.0
"""A mark with a tip is at least so many pixels large, so that one sees its dot."""
CORNER = 0.49
POINT_CORNER = 0.42
"""Where dog-ears end, from the middle of a cell or of a point, in cells."""
BESIDE = 1.9
"""How many cells a mark takes that lies around a number."""
FOOT = 0.475
"""Where feet end; the next one follows with a gap."""
GAP = 0.02
NUMBER = 0.7
"""How high a number is, compared with the disc that it stands on."""


def known(look: Look, choices: Iterable[Choice]) -> tuple[list[Choice], list[Choice]]:
    """The choices whose verb the look can mark, and the others."""
    marked: list[Choice] = []
    plain: list[Choice] = []
    for choice in choices:
        (marked if choice.verb in look.verbs else plain).append(choice)
    return marked, plain


def effects(choices: Iterable[Choice]) -> dict[str, list[Choice]]:
    """The choices by the sites at which they take effect: the last of each click path. Where some
    paths end in sites, those that end in a button only say the same in another way."""
    found: dict[str, list[Choice]] = {}
    for choice in choices:
        ends = [path for path in choice.paths if not path[-1].startswith(BUTTON)]
        for path in ends or choice.paths:
            sites = [step for step in path if not step.startswith(BUTTON)]
            if sites and choice not in (there := found.setdefault(sites[-1], [])):
                there.append(choice)
    return found


def vain(choice: Choice) -> bool:
    """Whether what it is aimed at holds."""
    return any(consequence.kind == "holds" for consequence in choice.consequences)


def draw_verbs(
    canvas: Canvas, board: Board, view: View, choices: Sequence[Choice], colour: str
) -> None:
    """What can be done now, at rest."""
    drawing = _Drawing(canvas, board, view, colour)
    for site, there in sorted(effects(choices).items()):
        if site in board.sites:
            drawing.draw(site, there)


class _Drawing:
    def __init__(self, canvas: Canvas, board: Board, view: View, colour: str) -> None:
        self.canvas, self.board, self.view, self.colour = canvas, board, view, colour
        self.pieces: Mapping[str, Piece] = {piece.site: piece for piece in view.pieces}
        pixels = board.cell * canvas.scale
        self.small, self.tiny = pixels < SMALL_CELL, pixels < TINY_CELL

    def draw(self, site: str, choices: Sequence[Choice]) -> None:
        verbs = self.canvas.look.verbs
        present = {choice.verb for choice in choices}
        shown = [name for name in verbs if name in present and verbs[name].rest]
        centres = [name for name in shown if verbs[name].where == "centre"]
        tray = self.canvas.look.material == "cloth" and bool(self.board.sites[site].outline)
        corner = _Corners(self.board, site, tray, self.canvas.look.material == "cloth")
        first = {verb: next(one for one in choices if one.verb == verb) for verb in shown}
        for name in centres[:1]:
            self.centre(site, verbs[name], first[name])
        biting = {choice.verb for choice in choices if not vain(choice)}
        ears = [name for name in shown if verbs[name].where == "dogear" and name in biting]
        for name in ears[:1] if self.of_others(site) else ():
            size = verbs[name].size[self.small] * self.board.cell
            x, y = corner.upper_right
            at = x - size / 2, y + size / 2
            self.use("marks", site, verbs[name].symbol, at, size)
        if self.tiny:
            return
        right, bottom = corner.lower_right
        for name in shown:
            verb = verbs[name]
            if name in centres[:1] or verb.where == "dogear":
                continue
            size = (verb.foot or verb.size if name in centres else verb.size)[self.small]
            right -= self.foot(site, verb, first[name], size * self.board.cell, (right, bottom))

    def centre(self, site: str, verb: Verb, choice: Choice) -> None:
        size = verb.size[self.small] * self.board.cell
        at = self.board.xy(site)
        layer = "marks" if site in self.pieces else "dots"
        turned = self.towards(site, verb, choice)
        if turned is None:
            self.use(layer, site, verb.symbol, at, size)
            return
        size = max(size, LEAST / self.canvas.scale)
        self.use(layer, site, verb.symbol, at, size, transform=_turn(turned, at))

    def foot(self, site: str, verb: Verb, choice: Choice, size: float, corner: Xy) -> float:
        """A mark that ends in this corner; how much room it takes to the left."""
        words = _counted(verb, choice)
        if words:
            size = max(size, self.canvas.smallest / NUMBER)
        at = corner[0] - size / 2, corner[1] - size / 2
        self.use("marks", site, verb.symbol, at, size)
        if words:
            how = {"fill": "paper", "font_weight": 700, "data_count": site}
            self.canvas.text("marks", at, words, NUMBER * size, **how)
        return size + GAP * self.board.cell

    def use(self, layer: str, site: str, symbol: str, at: Xy, size: float, **more: object) -> None:
        self.canvas.use(layer, symbol, at, size, color=self.colour, data_legal=site, **more)

    def of_others(self, site: str) -> bool:
        piece = self.pieces.get(site)
        return piece is None or piece.stack[-1].seat != self.view.actor

    def towards(self, site: str, verb: Verb, choice: Choice) -> Xy | None:
        """What it will hang on: by its own line, or else the nearest piece that can hold it."""
        for edge in choice.edges if verb.towards else ():
            if edge.target == site:
                return self.board.xy(edge.via[-1] if edge.via else edge.source)
        x, y = self.board.xy(site)
        best, least = None, 0.0
        for piece in self.view.pieces:
            held = (piece.marks or ("",))[0] in verb.towards
            if piece.stack[-1].seat != self.view.actor or not held:
                continue
            px, py = self.board.xy(piece.site)
            away = round(((px - x) ** 2 + (py - y) ** 2) / self.board.cell**2, 3)
            if best is None or away < least:
                best, least = (px, py), away
        return best


@dataclass(frozen=True, slots=True)
class _Corners:
    """The corners in which marks lie: those of the cell, or of the tray."""

    board: Board
    site: str
    tray: bool
    cloth: bool

    def _at(self, by: float, down: int) -> Xy:
        if self.tray:
            outline = self.board.outline(self.site)
            ys = [y for _, y in outline]
            return max(x for x, _ in outline), max(ys) if down > 0 else min(ys)
        x, y = self.board.xy(self.site)
        away = by * self.board.cell * self._breadth
        return x + away, y + down * away

    @property
    def _breadth(self) -> float:
        """In cells: a number beside trays is larger than a point."""
        site = self.board.sites[self.site]
        beside = self.cloth and site.group not in self.board.sites
        return BESIDE if beside and not site.outline else 1.0

    @property
    def upper_right(self) -> Xy:
        cell = bool(self.board.sites[self.site].outline)
        return self._at(CORNER if cell else POINT_CORNER, -1)

    @property
    def lower_right(self) -> Xy:
        return self._at(FOOT, 1)


def _counted(verb: Verb, choice: Choice) -> str:
    if not verb.count or choice.preview is None:
        return ""
    return str(dict(choice.preview.params).get(verb.count, ""))


def _turn(towards: Xy, at: Xy) -> str:
    angle = degrees(atan2(towards[1] - at[1], towards[0] - at[0]))
    return f"rotate({number(angle)} {number(at[0])} {number(at[1])})"
