"""What `duiyi analyse` shows a person: a position with its lines, a record with its decisions."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text

from duiyi.analysis import Analysis, Judged, Mark, SeatSummary, summary
from duiyi.analysis.annotation import percent
from duiyi.analysis.mistakes import SIGNS
from duiyi.cli.common.board import BoardPrinter, title
from duiyi.cli.common.screen import Screen
from duiyi.core import Record, View, message

TOKEN_WIDTH = 12


@dataclass(frozen=True, slots=True)
class Found:
    """The decisions of a record that were judged; all of them, or as many as there was time for."""

    file: str
    record: Record
    decisions: tuple[Judged, ...]
    complete: bool


def show_position(screen: Screen, analysis: Analysis, chances: tuple[float, ...]) -> None:
    state = analysis.state
    view = state.view()
    turn = screen.phrase("turn", turn=state.turn)
    screen.line(f"{title(screen, state.game)} · {turn} · {screen.words(view.prompt)}")
    certain = screen.phrase("analyse.certain")
    for number, line in enumerate(analysis.lines, 1):
        share = f"{percent(line.share):>7}" + (f" ({certain})" if line.proof else "")
        screen.line(f"{number:>3}  {share}  {' '.join(line.tokens)}")
    seats = (f"{_name(screen, view, seat)} {percent(share)}" for seat, share in enumerate(chances))
    screen.say("analyse.chances", seats=" · ".join(seats))
    nodes, seconds = f"{analysis.nodes:,}", f"{analysis.cpu_seconds:.2f}"
    told = {"search": analysis.kind, "nodes": nodes, "seconds": seconds}
    if analysis.depth:
        screen.say("analyse.searched-depth", depth=analysis.depth, **told)
    else:
        screen.say("analyse.searched", **told)


def show_record(screen: Screen, found: Found) -> None:
    screen.line(f"{found.file}: {title(screen, found.record.game)}")
    printer = BoardPrinter(screen, plain=False)
    for one in found.decisions:
        screen.out.print(_decision(screen, printer, one), soft_wrap=True)
    if not found.complete:
        screen.say("analyse.interrupted")
    view = found.record.first().view()
    for seat in summary(found.decisions, found.record.seats):
        name = found.record.names[seat.seat]
        who = Text.assemble(printer.symbol(view, seat.seat), f" {name}" if name else "")
        screen.out.print(Text.assemble(who, "  ", _summary(screen, seat)), soft_wrap=True)


def _decision(screen: Screen, printer: BoardPrinter, one: Judged) -> Text:
    view = one.state.view()
    words = f"{one.token:<{TOKEN_WIDTH}} {percent(one.share):>7} {SIGNS[one.mark]:<2}"
    if one.mark is not Mark.fine:
        better = screen.phrase(
            "analyse.better",
            mark=message(f"analysis.{one.mark}"),
            best=percent(one.best),
            line=" ".join(one.analysis.best.tokens),
        )
        words = f"{words} {better}"
    symbol = printer.symbol(view, one.seat)
    return Text.assemble(f"{one.state.turn:>4} ", symbol, f" {words.rstrip()}")


def _summary(screen: Screen, one: SeatSummary) -> str:
    return screen.phrase(
        "analyse.summary",
        decisions=one.decisions,
        same=one.as_searched,
        inaccuracies=one.marks[Mark.inaccuracy],
        mistakes=one.marks[Mark.mistake],
        blunders=one.marks[Mark.blunder],
        loss=percent(one.loss),
    )


def _name(screen: Screen, view: View, seat: int) -> str:
    return screen.words(message(f"symbol.{view.seats[seat].symbol}"))
