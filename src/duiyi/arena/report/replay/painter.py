"""The painter: draws the views of games of one kind, and remembers what it has drawn before.

The order in which things are drawn is that of `duiyi.draw.svg`; a test compares the two. A board
whose sites are the same in every state is drawn once; where a state has sites of its own, its
ground is drawn anew, element by element, so that what stays is kept once all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

from duiyi.arena.report.replay.parts import Element, Part, PartCanvas, is_link, joined, link_part
from duiyi.core.locale import LANGUAGES
from duiyi.core.message import message
from duiyi.core.state import Game
from duiyi.core.view import SPARE, Edge, Geometry, Meter, Piece, SeatView, View
from duiyi.draw.canvas import Xy, number
from duiyi.draw.layout import Board, board_of
from duiyi.draw.links import draw_edge
from duiyi.draw.look import Look, look_of
from duiyi.draw.marks import draw_areas, draw_last
from duiyi.draw.materials import common, paper, trays, wood
from duiyi.draw.pieces import draw_piece

REMEMBERED = 20_000
"""How many parts are kept in memory for the games to come."""


class _Measured(Board):
    """A board that is measured once, however often it is asked."""

    @cached_property
    def _extent(self) -> tuple[Xy, Xy]:
        return super().extent()

    def extent(self) -> tuple[Xy, Xy]:
        return self._extent


_NOTHING = View(actor=None, owner=0, turn=1, seats=(), prompt=message("draw.empty"))


@dataclass(frozen=True, slots=True)
class Painted:
    """A view as parts, from the first that is drawn to the last, in each language."""

    size: str
    parts: list[list[Part]]
    """One for each of `LANGUAGES`, or only one where nothing on the board is a word."""


@dataclass
class Painter:
    """Draws for one game on one geometry. `definitions` are shared by a whole page."""

    game: Game
    geometry: Geometry
    definitions: dict[str, str]
    look: Look = field(init=False)
    _known: dict[Hashable, tuple[Part, ...]] = field(init=False, default_factory=dict)
    _written: dict[Hashable, str] = field(init=False, default_factory=dict)
    _fixed: Board | None = field(init=False, default=None)
    """The board, where it stays; with it its canvas, how far down its sites are, and the piece that
    each was last seen with."""
    _fixed_canvas: PartCanvas | None = field(init=False, default=None)
    _down: dict[str, float] = field(init=False, default_factory=dict)
    _standing: dict[str, tuple[Piece, Part]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.look = look_of(self.game)

    def still(self, view: View) -> tuple[str, Part] | None:
        """The size of the board and what never changes on it; `None` where states have sites of
        their own, and all of it may change."""
        if self._moves(view):
            return None
        canvas, board = self._prepared(view, LANGUAGES[0])
        if self.look.material == "slab":
            wood.prepare(canvas, board)
            wood.coordinates(canvas, board)
        else:
            paper.prepare(canvas, board)
            common.coordinates(canvas, board)
        return _size(board), joined(canvas.taken())

    def paint(self, view: View) -> Painted:
        """What lies on the board, and where there is no `still`, the board itself."""
        canvas, board = self._prepared(view, LANGUAGES[0])
        above = self._above(canvas, board, view)
        under = []
        for language in LANGUAGES if self.look.material == "cloth" else LANGUAGES[:1]:
            canvas.language = language
            under.append(self._ground(canvas, board, view))
        return Painted(_size(board), [[*filter(None, (*ground, *above))] for ground in under])

    def seat(self, seat: SeatView) -> str:
        """A seat's symbol, in a picture of its own; empty where the look has none."""
        plain = self.look.states.get("", ())
        named = plain[0].symbol.format(glyph=seat.symbol, label="") if plain else ""
        symbol = self.look.seats.get(seat.symbol, named)
        canvas, _ = self._prepared(_NOTHING, LANGUAGES[0])
        if not canvas.knows(symbol):
            return ""
        stone = {"stone": wood.stone_of(seat.seat)} if self.look.material == "slab" else {}
        canvas.use("pieces", symbol, (50, 50), 100, color=f"s{seat.seat % 6}", **stone)
        return "".join(str(drawn) for _, drawn in canvas.taken())

    def mark(self, view: View, sites: Iterable[str]) -> Part:
        """Targets on sites: what a fault was about."""
        canvas, board = self._prepared(view, LANGUAGES[0])
        symbol = self.look.mark("target")
        for site in sites:
            if site in board.sites and canvas.knows(symbol):
                canvas.use("marks", symbol, board.xy(site), 0.96 * board.cell, color="seal")
        return joined(canvas.taken())

    def _moves(self, view: View) -> bool:
        return self.look.material == "cloth" or bool(view.sites)

    def _prepared(self, view: View, language: str) -> tuple[PartCanvas, Board]:
        """A canvas, and where the sites are on it. As long as the board stays where it is, so does
        the canvas."""
        if view.sites:
            board = board_of(view, self.geometry, self.look.material)
            spread = trays.spread(board, view) if self.look.material == "cloth" else board
            measured = _Measured(**vars(spread))
            return self._canvas(measured, language), measured
        if self._fixed is None:
            self._fixed = board_of(view, self.geometry, self.look.material)
            self._fixed_canvas = self._canvas(self._fixed, language)
            self._down = {site: self._fixed.xy(site)[1] for site in self._fixed.sites}
        if len(self._written) >= REMEMBERED:
            self._written.clear()
        assert self._fixed_canvas is not None
        return self._fixed_canvas, self._fixed

    def _canvas(self, board: Board, language: str) -> PartCanvas:
        seal = self.look.seal.get(self.game.id, "")
        if len(self._written) >= REMEMBERED:
            self._written.clear()
        return PartCanvas(board, self.look, self.definitions, language, seal, self._written)

    def _above(self, canvas: PartCanvas, board: Board, view: View) -> list[Part]:
        """Everything but the ground."""
        apart = (SPARE, *(trays.MEASURES if self.look.material == "cloth" else ()))
        edges = [edge for edge in view.edges if edge.kind not in apart]
        return [
            *self._last(canvas, board, view),
            *self._areas(canvas, board, view),
            *(self._edge(canvas, board, edge) for edge in edges),
            *self._pieces(canvas, board, view),
        ]

    def _pieces(self, canvas: PartCanvas, board: Board, view: View) -> list[Part]:
        """The higher ones first. On a board that stays, most are what stood there before."""
        if board is not self._fixed:
            high = sorted(view.pieces, key=lambda piece: board.xy(piece.site)[1])
            return [self._piece(canvas, board, piece) for piece in high]
        down, standing, found = self._down, self._standing, []
        for piece in sorted(view.pieces, key=lambda piece: down[piece.site]):
            before = standing.get(piece.site)
            if before is None or not (before[0] is piece or before[0] == piece):
                before = standing[piece.site] = piece, self._piece(canvas, board, piece)
            found.append(before[1])
        return found

    def _last(self, canvas: PartCanvas, board: Board, view: View) -> tuple[Part, ...]:
        """What the last action changed. How it is marked depends on what is taken now."""

        def make() -> tuple[Part, ...]:
            draw_last(canvas, board, view)
            return tuple(map(_alone, canvas.taken()))

        if self._moves(view):
            return make()
        taken = {piece.site for piece in view.pieces}
        return self._once(("last", *((site, site in taken) for site in view.last)), make)

    def _areas(self, canvas: PartCanvas, board: Board, view: View) -> tuple[Part, ...]:
        def make() -> tuple[Part, ...]:
            draw_areas(canvas, board, view)
            return (joined(canvas.taken()),)

        # Where sites come and go, those at the edge do too.
        return make() if self._moves(view) else self._once(("areas", view.areas), make)

    def _edge(self, canvas: PartCanvas, board: Board, edge: Edge) -> Part:
        places = tuple(board.xy(site) for site in (edge.source, *edge.via, edge.target))

        def make() -> tuple[Part, ...]:
            if is_link(edge):
                return (link_part(board, self.look, edge),)
            draw_edge(canvas, board, edge)
            return (joined(canvas.taken()),)

        return self._once(("edge", edge, places, board.cell), make)[0]

    def _piece(self, canvas: PartCanvas, board: Board, piece: Piece) -> Part:
        def make() -> tuple[Part, ...]:
            draw_piece(canvas, board, piece)
            return (joined(canvas.taken()),)

        key = "piece", piece, board.xy(piece.site), board.cell, board.width
        return self._once(key, make)[0]

    def _ground(self, canvas: PartCanvas, board: Board, view: View) -> list[Part]:
        """Of what lies under the pieces, that which may change."""
        material = self.look.material
        found: list[Part] = []
        if self._moves(view):
            if material == "cloth":
                trays.prepare(canvas, board, view)
            elif material == "slab":
                wood.prepare(canvas, board)
                wood.coordinates(canvas, board)
            else:
                paper.prepare(canvas, board)
                common.coordinates(canvas, board)
            found += map(_alone, canvas.taken())
        if material == "slab":
            for seat in wood.COUNTED:
                own = tuple([meter for meter in view.meters if meter.seat == seat])
                found += self._counters(canvas, board, own)
        return found

    def _counters(
        self, canvas: PartCanvas, board: Board, meters: tuple[Meter, ...]
    ) -> tuple[Part, ...]:
        """Those of one seat."""

        def make() -> tuple[Part, ...]:
            wood.counters(canvas, board, replace(_NOTHING, meters=meters))
            return tuple(map(_alone, canvas.taken()))

        counted = [(meter.name.key, meter.value, meter.seat) for meter in meters]
        return self._once(("counters", board.height, *counted), make)

    def _once(self, key: Hashable, make: Callable[[], tuple[Part, ...]]) -> tuple[Part, ...]:
        """Parts that depend on the key alone."""
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            known = self._known[key] = make()
        return known


def _alone(element: Element) -> Part:
    return (element,)


def _size(board: Board) -> str:
    return f"{number(board.width)} {number(board.height)}"
