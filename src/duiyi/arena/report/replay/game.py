"""A game as the page replays it: its moves, and the timeline of pictures, packed small.

The packer serves all games of a report: boards and symbols are kept once for all of them.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from duiyi.arena.game.notes import OPENING, use_of
from duiyi.arena.game.played import Offence, Played
from duiyi.arena.report.page.explain import Explanation, evidence, explain
from duiyi.arena.report.page.words import Words, cut, one_line, phrase, visible
from duiyi.arena.report.replay.painter import Painted, Painter
from duiyi.arena.report.replay.parts import Part
from duiyi.arena.report.replay.timeline import Parts, Shared, flat
from duiyi.core import CHANCE, State
from duiyi.core.message import Message
from duiyi.core.record import Node, Withdrawal
from duiyi.core.state import Game
from duiyi.core.view import Geometry, Meter, View
from duiyi.core.view.ended import ended_by
from duiyi.core.view.spectator import watched
from duiyi.engine.fault import Verdict

LONGEST_TOKEN = 64
LONGEST_COMMENT = 400
MICROSECONDS = 1_000_000


@dataclass(frozen=True, slots=True)
class Replayed:
    """What came of a game: `packed` is for the page, the rest for those who list it."""

    packed: str
    ended: Message | None
    """Why it is over; `None` where it is not."""
    decisions: int
    turns: tuple[int, ...]
    """At the beginning and after each decision."""
    explanations: tuple[Explanation, ...]
    """One for each offence."""


@dataclass
class GamePacker:
    """`boards`: of each board its size, and what never changes on it."""

    definitions: dict[str, str] = field(default_factory=dict)
    boards: list[list[Any]] = field(default_factory=list)
    painters: dict[tuple[str, Geometry], Painter] = field(default_factory=dict)
    looks: dict[str, Painter] = field(default_factory=dict)
    shared: Shared = field(default_factory=Shared)
    _numbers: dict[tuple[str, Geometry], int] = field(default_factory=dict)

    def painter(self, game: Game, geometry: Geometry) -> Painter:
        key = game.id, geometry
        if key not in self.painters:
            self.painters[key] = Painter(game, geometry, self.definitions)
            self.looks.setdefault(game.id, self.painters[key])
        return self.painters[key]

    def board(self, painter: Painter, view: View) -> int | None:
        """The number of the board that stays the same, if it does."""
        key = painter.game.id, painter.geometry
        if key not in self._numbers:
            still = painter.still(view)
            if still is None:
                return None
            size, part = still
            self._numbers[key] = len(self.boards)
            self.boards.append([size, flat(part)])
        return self._numbers[key]

    def replay(self, played: Played) -> Replayed:
        """Plays a game once more and notes what is seen."""
        record = played.record
        first = record.first()
        painter = self.painter(record.game, record.game.geometry(record.seats, record.options))
        timeline = _Timeline(painter)
        timeline.board = self.board(painter, watched(first))
        explanations = tuple(explain(offence, record.game) for offence in played.offences)
        marked = {o.node: e.sites for o, e in zip(played.offences, explanations, strict=True)}
        state, before = first, None
        timeline.see(state, before, None, marked.get(0, ()))
        for number, (node, after) in enumerate(record.replay(), 1):
            timeline.move(node, state)
            before, state = state, after
            timeline.see(state, before, node, marked.get(number, ()))
        for offence, why in zip(played.offences, explanations, strict=True):
            timeline.fault(offence, why)
        return Replayed(
            packed=pack(timeline.written(self.shared)),
            ended=timeline.prompt if state.outcome is not None else None,
            decisions=len(record.nodes),
            turns=tuple(timeline.turns),
            explanations=explanations,
        )


class _Timeline:
    """A game that is being noted down."""

    def __init__(self, painter: Painter) -> None:
        self.painter = painter
        self.board: int | None = None
        self.words = Words()
        self.parts = Parts()
        self.frames: list[dict[str, Any]] = []
        self.moves: list[list[Any]] = []
        self.turns: list[int] = []
        self.faults: list[list[Any]] = []
        self.symbols: list[str] = []
        self.names: list[int] = []
        self.prompt: Message | None = None
        self._shown: list[Part] = []
        self._size = ""
        self._meters: tuple[Meter, ...] = ()
        self._told: dict[tuple[Any, ...], list[Any]] = {}

    def see(
        self,
        state: State[Any],
        before: State[Any] | None,
        node: Node | None,
        marked: Sequence[str],
    ) -> None:
        """One more picture, after a node; only what is new about it is kept."""
        view = ended_by(node, watched(state, before))
        self.turns.append(state.turn)
        painted = self.painter.paint(view)
        if not self.symbols:
            self.symbols = [self.painter.seat(seat) for seat in view.seats]
            self.names = [
                self.words.number(Message(f"{state.game.id}:symbol.{seat.symbol}"))
                for seat in view.seats
            ]
        frame = self._changes(painted)
        # Those with parameters are about one place, and stand there on the board.
        if view.meters != self._meters:
            self._meters = view.meters
            frame["m"] = [self._meter(meter) for meter in view.meters if not meter.name.params]
        if view.prompt != self.prompt:
            frame["p"] = self.words.number(view.prompt)
            self.prompt = view.prompt
        if marked:
            frame["x"] = self.parts.number(self.painter.mark(view, marked))
        self.frames.append(frame)

    def _changes(self, painted: Painted) -> dict[str, Any]:
        base, *others = painted.parts
        frame: dict[str, Any] = {"c": self.parts.change(self._shown, base)}
        self._shown = base
        if others:  # what the other languages have instead
            frame["l"] = [self.parts.change(base, other) for other in others]
        if painted.size != self._size and self.board is None:
            frame["s"] = painted.size
        self._size = painted.size
        return frame

    def _meter(self, meter: Meter) -> list[Any]:
        key = meter.name.key, meter.value, meter.limit, meter.seat
        if key not in self._told:
            limit = "" if meter.limit is None else f"/{meter.limit}"
            half = meter.value.denominator == 2
            value = f"{float(meter.value):g}" if half else str(meter.value)
            self._told[key] = [self.words.number(meter.name), f"{value}{limit}", meter.seat]
        return self._told[key]

    def move(self, node: Node, state: State[Any]) -> None:
        """Who, the token, in which turn, what that is in words, and more about it: what it cost,
        and what was said of it."""
        use = use_of(node)
        said = [visible(cut(one, LONGEST_COMMENT)) for one in node.comments[use is not None :]]
        about: dict[str, Any] = {}
        if use is not None:
            about["u"] = [use.charged / MICROSECONDS, use.cpu / MICROSECONDS]
            if use.evaluation:
                about["e"] = one_line(use.evaluation)
            if use.wrote:
                said.insert(0, visible(use.wrote))
        if OPENING in said:
            said.remove(OPENING)
            about["o"] = 1
        if said:
            about["s"] = said
        if isinstance(node, Withdrawal):
            actor, token, words = node.seat, "", _withdrawn(node)
        else:
            actor, token = node.actor, one_line(cut(node.token, LONGEST_TOKEN))
            words = state.notation(state.parse(node.token))
        said_of = [about] if about else []
        self.moves.append(
            [max(actor, CHANCE), token, state.turn, self.words.number(words), *said_of]
        )

    def fault(self, offence: Offence, why: Explanation) -> None:
        """What is told of a fault: what happened, by which rule, and what was kept of it."""
        rule = None if why.rule is None else self.words.number(why.rule)
        kept = [[self.words.number(name), what] for name, what in evidence(offence)]
        self.faults.append([self.words.number(why.told), rule, kept])

    def written(self, shared: Shared) -> dict[str, Any]:
        return {
            "board": self.board,
            "parts": self.parts.written(shared),
            "frames": self.frames,
            "moves": self.moves,
            "words": self.words.texts,
            "symbols": self.symbols,
            "names": self.names,
            **({"faults": self.faults} if self.faults else {}),
        }


def _withdrawn(node: Withdrawal) -> Message:
    """How a seat left, in words where the verdict is known."""
    if node.verdict in [*Verdict]:
        return phrase(f"verdict.{node.verdict}")
    return phrase("withdrawn")


def pack(data: Any) -> str:
    """JSON, gzip, base64: what the page takes apart when someone asks for it."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    packed = gzip.compress(text.encode("utf-8"), 9, mtime=0)
    return base64.b64encode(packed).decode("ascii")
