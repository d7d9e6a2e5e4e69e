"""`duiyi play`: a game in the terminal, among people or against a computer."""

from __future__ import annotations

import dataclasses
import random
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from duiyi import players
from duiyi.cli.common.arguments import (
    GameName,
    LanguageOption,
    PositionOption,
    RulesOption,
    SeatsOption,
    SeedOption,
    begin,
    seat_number,
)
from duiyi.cli.common.board import BoardPrinter
from duiyi.cli.common.files import Saved, read_record
from duiyi.cli.common.screen import screen_of
from duiyi.cli.play.table import Table
from duiyi.cli.play.talk import Talk
from duiyi.core import BadOptions, Record, Seat, game, message

PERSON = "human"


class Own(NamedTuple):
    """The seat of whoever types."""

    seat: Seat
    by_lot: bool = False


HELP = """Play a game in the terminal: all at one keyboard, or against a computer.

Type a move such as `C3`, as a token or as lists of moves say it; several tokens of one turn may
stand on a line. A step that leaves no choice is played by itself. `help` tells the rest:
`moves`, `why`, `undo`, `resign`, `save`, `load`, `dump`, `quit`.

    duiyi play relati --against level-3
    duiyi play relati --against level-3 --seat second
    duiyi play relati --seats 3 -o cannon=on -o chain=on --player 2=random
    duiyi play relati --save game.dyr
    duiyi play relati --load game.dyr --save game.dyr

Reading from a pipe works too: `printf 'E5\\nF5\\n' | duiyi play relati`.
"""


def play(
    context: typer.Context,
    name: GameName,
    seats: SeatsOption = None,
    rules: RulesOption = None,
    position: PositionOption = None,
    load: Annotated[
        Path | None, typer.Option("--load", metavar="FILE", help="Go on from a record.")
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            metavar="SEAT=NAME",
            help="Who decides for a seat (the first is 0): human, level-3, strong, …; repeatable.",
        ),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option("--against", metavar="NAME", help="Who plays all seats but yours."),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(
            "--seat",
            metavar="WHICH",
            help="Yours, with --against: first, second, lot or a number from 0; by lot otherwise.",
        ),
    ] = None,
    seed: SeedOption = None,
    language: LanguageOption = None,
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="FILE", help="Kept up to date: .dyr or .json."),
    ] = None,
    skip: Annotated[
        bool,
        typer.Option(
            "--skip/--no-skip", help="Play a step by itself where nothing else can be done."
        ),
    ] = True,
    plain: Annotated[
        bool, typer.Option("--plain", help="No colour, and only ASCII on the board.")
    ] = False,
) -> int:
    screen = screen_of(context)
    record = _begin(name, seats, rules, position, load)
    file = Saved.to(save, load) if save else None
    mine = _own_seat(seat, against, player or [], record, seed)
    chosen = _players(player or [], against, mine.seat, record.seats)
    for named in chosen.values():
        players.require_fit(named, record.first())
    chance = random.Random(seed)
    made = {s: players.make(named, chance.getrandbits(64)) for s, named in chosen.items()}
    if not load:
        names = tuple(chosen.get(seat, "") for seat in range(record.seats))
        record = dataclasses.replace(record, names=names)
    if plain:
        screen.drop_styles()
    table = Table(record, made, chance.getrandbits(64))
    printer = BoardPrinter(screen, plain)
    if mine.by_lot:
        symbol = printer.symbol(table.state.view(), mine.seat)
        screen.say("seat.lot", symbol=f"{symbol.plain} ({mine.seat})")
    return Talk(table, chosen, screen, printer, file, skip).run()


def _begin(
    name: str,
    seats: int | None,
    rules: list[str] | None,
    position: str | None,
    load: Path | None,
) -> Record:
    if load is None:
        return begin(name, seats, rules, position)
    if seats is not None or rules or position is not None:
        raise typer.BadParameter("--load says it all: leave out --seats, -o and --position")
    record = read_record(load)
    if record.game != game(name):
        raise BadOptions(
            message("cli.other-game", file=str(load), found=record.game.id, wanted=name), "load"
        )
    return record


def _own_seat(
    wanted: str | None, against: str | None, given: list[str], record: Record, seed: int | None
) -> Own:
    """Where the person sits: as he says, as the game has it that is gone on with, or by lot."""
    if against is None:
        if wanted is not None:
            raise BadOptions(message("cli.seat.without"), "seat")
        return Own(0)
    last = record.seats - 1
    if wanted is None and (given or any(record.names)):
        # Who names seats has chosen them; a game that goes on has its seats.
        free = [seat for seat, name in enumerate(record.names) if not name]
        return Own(free[0] if free else 0)
    if wanted is None or wanted == "lot":
        # Its own dice: what else follows from the seed stays as it is.
        return Own(random.Random(None if seed is None else f"seat {seed}").randint(0, last), True)
    found = {"first": 0, "second": 1}.get(wanted)
    found = seat_number(wanted) if found is None else found
    if found is None or found > last:
        raise BadOptions(message("cli.seat.unknown", found=wanted[:40], last=last), "seat")
    return Own(found)


def _players(given: list[str], against: str | None, own: Seat, seats: int) -> dict[Seat, str]:
    """Which seats are played by which computer."""
    chosen: dict[Seat, str | None] = {}
    if against is not None:
        chosen = {seat: against for seat in range(seats) if seat != own}
    for pair in given:
        number, _, name = pair.partition("=")
        seat = seat_number(number)
        if seat is None or not name:
            raise typer.BadParameter(f"--player {pair}: write SEAT=NAME, such as 1=random")
        if seat >= seats:
            raise typer.BadParameter(f"--player {pair}: the seats are 0 to {seats - 1}")
        chosen[seat] = name
    return {seat: name for seat, name in chosen.items() if name is not None and name != PERSON}
