"""`duiyi render`: a position as a picture."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from duiyi.cli.common.arguments import (
    GameName,
    LanguageOption,
    PositionOption,
    RulesOption,
    SeatsOption,
    begin,
)
from duiyi.cli.common.files import read_record, write_whole
from duiyi.cli.common.screen import Screen, screen_of
from duiyi.cli.records.replay import Place, at_move, at_turn
from duiyi.core import BadOptions, game, message
from duiyi.draw.png import to_png
from duiyi.draw.svg import draw_state

STDOUT = Path("-")
HELP = """Draw a position as a picture: SVG, or PNG.

SVG goes to stdout unless `--out` names a file; PNG goes to GAME.png. The name of the file tells
the format, too.

    duiyi render tzaar --out start.svg
    duiyi render relati --record game.dyr --turn 12 --format png --theme dark
    duiyi render relati --seats 3 --legal --width 600 > board.svg
"""


class Format(StrEnum):
    """What `--format` knows."""

    svg = "svg"
    png = "png"


class Theme(StrEnum):
    """What `--theme` knows."""

    light = "light"
    dark = "dark"


def render(
    context: typer.Context,
    name: GameName,
    seats: SeatsOption = None,
    rules: RulesOption = None,
    position: PositionOption = None,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="A position of this record.")
    ] = None,
    turn: Annotated[
        int | None,
        typer.Option("--turn", metavar="N", min=0, help="After this turn; the last by default."),
    ] = None,
    move: Annotated[
        int | None,
        typer.Option("--move", metavar="N", min=0, help="After so many moves; 0: before all."),
    ] = None,
    form: Annotated[Format | None, typer.Option("--format", help="svg by default.")] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where to; - is stdout.")
    ] = None,
    theme: Annotated[Theme, typer.Option("--theme", help="Paper, or a rubbing.")] = Theme.light,
    legal: Annotated[bool, typer.Option("--legal", help="Mark what may be done.")] = False,
    choice: Annotated[
        str | None, typer.Option("--choice", metavar="TOKEN", help="Mark one legal action.")
    ] = None,
    coordinates: Annotated[
        bool, typer.Option("--coordinates/--no-coordinates", help="Letters and numbers.")
    ] = True,
    width: Annotated[
        int | None, typer.Option("--width", metavar="PX", min=60, max=8000, help="In pixels.")
    ] = None,
    language: LanguageOption = None,
) -> None:
    screen = screen_of(context)
    target, kind = _target(name, form, out)
    state, since = _place(name, seats, rules, position, record, turn, move)
    how: dict[str, Any] = {"legal": legal, "choice": choice, "coordinates": coordinates}
    svg = draw_state(
        state, since=since, theme=theme.value, width=width, language=screen.language, **how
    )
    data = svg.encode("utf-8") if kind == Format.svg else to_png(svg)
    _write(screen, data, target)


def _target(name: str, form: Format | None, out: Path | None) -> tuple[Path, Format]:
    """Where the picture goes, and in which format."""
    suffix = out.suffix.removeprefix(".").lower() if out is not None and out != STDOUT else ""
    if form is None:
        if suffix and suffix not in list(Format):
            raise typer.BadParameter(f"{out}: a picture is a .svg or a .png file")
        form = Format(suffix) if suffix else Format.svg
    elif suffix and suffix != form.value:
        raise typer.BadParameter(f"{out} is not a .{form.value} file")
    if out is None:
        out = STDOUT if form == Format.svg else Path(f"{name}.png")
    return out, form


def _place(
    name: str,
    seats: int | None,
    rules: list[str] | None,
    position: str | None,
    file: Path | None,
    turn: int | None,
    move: int | None,
) -> Place:
    if file is None:
        if turn is not None or move is not None:
            raise typer.BadParameter("--turn and --move are about a --record")
        return begin(name, seats, rules, position).first(), None
    if seats is not None or rules or position is not None:
        raise typer.BadParameter("--record says it all: leave out --seats, -o and --position")
    if turn is not None and move is not None:
        raise typer.BadParameter("--turn or --move: one of them says where")
    wanted, record = game(name), read_record(file)
    if record.game != wanted:
        found = record.game.id
        raise BadOptions(
            message("cli.other-game", file=str(file), found=found, wanted=name), "record"
        )
    return at_turn(record, turn) if move is None else at_move(record, move)


def _write(screen: Screen, data: bytes, target: Path) -> None:
    if target != STDOUT:
        write_whole(data, target)
        screen.say("saved", file=str(target))
    elif hasattr(sys.stdout, "buffer"):
        sys.stdout.buffer.write(data)
    else:
        sys.stdout.write(data.decode("utf-8", "replace"))
