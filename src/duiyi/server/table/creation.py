"""From what a guest asks for to the first row of a table: checks, names, secrets."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from duiyi import players
from duiyi.core.errors import BadOptions, DuiyiError
from duiyi.core.message import message
from duiyi.core.options import Options
from duiyi.core.registry import game as find_game
from duiyi.core.state import Game, State
from duiyi.server.computers.opponents import title
from duiyi.server.storage.store import Guest
from duiyi.server.table import clocks
from duiyi.server.table.log import Make, Sitting
from duiyi.server.table.names import clean_name
from duiyi.server.table.randomness import Randomness
from duiyi.server.wire import NewSeat, NewTable
from duiyi.server.wire.refusal import refused, refused_by

SEED = "seed"
"""An option of this name that matters only at the start is drawn where it is not given."""


def first_row(new: NewTable, guest: Guest, randomness: Randomness, address: str = "") -> Make:
    """The first row of a table that a guest wants; `Refused` says what is wrong with it."""
    clock = clocks.check(new.clock)
    try:
        game = find_game(new.game)
        options = _options(game, new, randomness)
        state = first_state(game, len(new.seats), options, new.start or None)
    except DuiyiError as error:
        raise refused_by(error, field="start" if new.start else "") from None
    if state.seats != len(new.seats):
        raise refused("seats-of-start", 422, "seats", seats=state.seats)
    if state.outcome is not None:
        raise refused("start-is-over", 422, "start")
    sittings = tuple(
        _sitting(seat, number, state, guest, randomness) for number, seat in enumerate(new.seats)
    )
    return Make(
        game=game.id,
        version=game.version,
        options=(state.options if new.start else options).json(),
        clock=clock,
        public=new.public,
        undo=new.undo,
        start=new.start or None,
        maker=guest.id,
        sittings=randomness.lot(sittings) if new.lot else sittings,
        draws=randomness.draws(),
        address=address,
    )


def renewed(make: Make) -> Make:
    """The same for the rules of today; `ValueError` where they cannot play such a game on."""
    game = find_game(make.game)
    if make.version not in (game.version, *game.earlier):
        raise ValueError(f"made for other rules: version {make.version} of {make.game}")
    given = game.options.of_json(make.options)
    options, start = game.renewed(make.version, given, make.start)
    return msgspec.structs.replace(make, version=game.version, options=options.json(), start=start)


def first_state(game: Game, seats: int, options: Options, start: str | None) -> State[Any]:
    if start is not None:
        return game.load(start)
    return game.start(seats, **dict(options.items()))


def again(make: Make, sittings: tuple[Sitting, ...], randomness: Randomness) -> Make:
    """The first row of a rematch: everybody moves on by one seat."""
    moved = sittings[-1:] + sittings[:-1]
    game = find_game(make.game)
    given = {name: value for name, value in make.options.items() if not _drawn(game, name)}
    options = game.options.of_json(given | _draws(game, given, randomness))
    return msgspec.structs.replace(
        make,
        options=options.json(),
        sittings=tuple(
            msgspec.structs.replace(
                sitting, secret=randomness.secret() if sitting.secret else "", hinted=False
            )
            for sitting in moved
        ),
        draws=randomness.draws(),
    )


def _options(game: Game, new: NewTable, randomness: Randomness) -> Options:
    if new.start:
        return game.options()
    return game.options.of_json(new.options | _draws(game, new.options, randomness))


def _drawn(game: Game, name: str) -> bool:
    kind = game.options.kinds().get(name)
    return name == SEED and kind is not None and kind.start_only and not kind.choices


def _draws(game: Game, given: dict[str, Any], randomness: Randomness) -> dict[str, Any]:
    if SEED in given or not _drawn(game, SEED):
        return {}
    return {SEED: randomness.seed(game.options.kinds()[SEED].high)}


def _sitting(
    seat: NewSeat, number: int, state: State[Any], guest: Guest, randomness: Randomness
) -> Sitting:
    if seat.kind == "computer":
        player = seat.player or "random"
        if player not in players.names():
            error = BadOptions(
                message("bad-options.player", name=player[:60], known=players.names()),
                f"seats.{number}.player",
            )
            raise refused_by(error)
        if not players.fits(player, state):
            raise refused("player-unfit", 422, f"seats.{number}.player", player=title(player))
        return Sitting(name=player, player=player)
    if seat.kind == "friend":
        return Sitting(secret=randomness.secret())
    return Sitting(name=_name(seat.name, guest), secret=randomness.secret(), holders=(guest.id,))


def _name(name: str | UnsetType, guest: Guest) -> str:
    return guest.name if name is UNSET or not name else clean_name(name)
