"""A position as the terminal shows it: the board, the seats with their meters, the prompt."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rich.text import Text

from duiyi.cli.common.screen import Screen
from duiyi.core import CHANCE, Game, Meter, Seat, State, View, message
from duiyi.core.locale import FALLBACK, has
from duiyi.core.record import Node
from duiyi.core.view.ended import ended_by
from duiyi.draw.look import look_of
from duiyi.draw.terminal.board import GOAL, SHAPES, draw_text, seat_style, symbol
from duiyi.draw.terminal.trays import trays_of


class BoardPrinter:
    """Prints positions; `plain` uses neither colour nor anything but ASCII for the board."""

    def __init__(self, screen: Screen, plain: bool) -> None:
        self.screen = screen
        self.plain = plain or not screen.shows("".join(SHAPES.values()))

    def show(
        self,
        state: State[Any],
        since: State[Any] | None = None,
        names: Mapping[Seat, str] | None = None,
        own: Collection[Seat] = (),
        last: Node | None = None,
    ) -> None:
        """The whole position; `own` are the seats of whoever reads it, `last` is what led there."""
        view = ended_by(last, state.view(None, since))
        geometry = state.game.geometry(state.seats, state.options)
        out = self.screen.out
        out.print()
        letters = look_of(state.game).letters
        board = draw_text(
            view,
            geometry,
            plain=self.plain,
            width=out.width,
            letters=letters,
            language=self.screen.language,
        )
        out.print(board, no_wrap=True, crop=False)
        for area in self.areas(view, GOAL):
            out.print(area)
        for line in self._seats(view, names or {}):
            out.print(line)
        if state.outcome is None:
            turn = self.screen.phrase("turn", turn=state.turn)
            you = view.prompt_you if view.actor in own else None
            prompt = self.screen.words(you or view.prompt)
            out.print(f"{turn} {'-' if self.plain else '·'} {prompt}")
        else:
            self._result(view)

    def areas(self, view: View, *but: str) -> list[str]:
        """Whose areas there are, and from where to where; some kinds may be left out."""
        lines = []
        for area in view.areas:
            if area.kind not in but and area.owner is not None:
                kind = area.kind if has(f"core:cli.area.{area.kind}", FALLBACK) else "other"
                name = message(f"symbol.{view.seats[area.owner].symbol}")
                ends = {"first": area.sites[0], "last": area.sites[-1]}
                lines.append(self.screen.phrase(f"area.{kind}", symbol=name, **ends))
        return lines

    def symbol(self, view: View, seat: Seat | None) -> Text:
        """A seat's symbol in its colour; `*` for chance."""
        if seat is None or seat == CHANCE:
            return Text("*")
        return Text(symbol(view.seats[seat].symbol, plain=self.plain), seat_style(seat))

    def _seats(self, view: View, names: Mapping[Seat, str]) -> list[Text]:
        """One line per seat that has something to tell, with what concerns nobody at the end."""
        lines = []
        drawn = bool(trays_of(view))  # what is measured of a tray stands beside it
        for seat in view.seats:
            told = [
                self._meter(meter)
                for meter in view.meters
                if meter.seat == seat.seat and not (drawn and meter.name.params)
            ]
            if not seat.inside:
                told.append(self.screen.phrase("withdrawn"))
            name = names.get(seat.seat, "")
            said = self._list(told)
            if name and told:
                said = self.screen.phrase("seat", name=name, told=said)
            if name or told:
                sign = ">" if view.actor == seat.seat else " "
                symbol = self.symbol(view, seat.seat)
                lines.append(Text.assemble(sign, symbol, " ", said or name))
        common = [self._meter(meter) for meter in view.meters if meter.seat is None]
        return [*lines, Text(f"   {self._list(common)}")] if common else lines

    def _list(self, words: Sequence[str]) -> str:
        return self.screen.words(message("list")).join(words)

    def _meter(self, meter: Meter) -> str:
        limit = "" if meter.limit is None else f"/{meter.limit}"
        return f"{self.screen.words(meter.name)} {number(meter.value)}{limit}"

    def _result(self, view: View) -> None:
        assert view.outcome is not None
        scores = (
            Text.assemble(self.symbol(view, seat), f" {score}")
            for seat, score in enumerate(view.outcome.scores)
        )
        result = Text(", ").join(scores)
        self.screen.out.print(self.screen.phrase("over", reason=view.prompt))
        self.screen.out.print(Text.assemble(self.screen.phrase("result"), result))


def number(value: Fraction | int) -> str:
    """Halves as decimals, other fractions as they are."""
    if isinstance(value, Fraction) and value.denominator == 2:
        return f"{float(value):g}"
    return str(value)


def title(screen: Screen, game: Game) -> str:
    return screen.words(message(f"{game.id}:title"))
