"""The position text of relati: `ROWS ACTOR LAST TURN EXTENSIONS [FIELD:VALUE]…`.

ROWS are written from the top and separated by `/`. A cell is `.` when empty, otherwise a letter
of `OXDU` and its mark: `O` plain, `O*` root, `O!` cannon with shells, `O-` spent cannon; a small
letter is a dead symbol. ACTOR moves now, LAST moved last (`-` for nobody). EXTENSIONS are the
options that are on, with commas, or `-`. Then, where they apply and in this order: `bonus:2`;
`chain:E5:3` the firing cannon and its shells, `passed:A1,B1` and `before:0,2` as in `Chain`;
`out:XD` who has withdrawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from duiyi.boards.square import SquareBoard, bits
from duiyi.core.errors import BadOptions, BadPosition, refuse
from duiyi.core.message import Param, message
from duiyi.core.outcome import won
from duiyi.core.state import Seat
from duiyi.games import fields
from duiyi.games.order import LETTERS, symbol
from duiyi.games.relati import effects
from duiyi.games.relati.links import board_of
from duiyi.games.relati.options import RelatiOptions
from duiyi.games.relati.rules import RelatiRules
from duiyi.games.relati.symbols import Chain, Side

S = TypeVar("S", bound=RelatiRules)
"""The class of the state that is given: what comes of it has the same."""
FORM = (
    "ROWS ACTOR LAST TURN EXTENSIONS [bonus:N] [chain:CELL:N passed:CELLS before:N,N] [out:SEATS]"
)
_sizes = {9: 2, 13: 3, 17: 4}
_marks = {"": "plain", "*": "root", "!": "ready", "-": "spent"}
_cell = re.compile(r"([A-Z])([*!-]?)|([a-z])|\.")
_extras = re.compile(
    r"(?: bonus:(?P<bonus>[^ ]*))?"
    r"(?: chain:(?P<cannon>[^ ]*):(?P<shells>[^ ]*)"
    r" passed:(?P<passed>[^ ]*) before:(?P<lost>[^ ]*))?"
    r"(?: out:(?P<out>[^ ]*))?"
)
_number = re.compile(r"0|[1-9][0-9]{0,4}")
_most = 99_999


def write(state: RelatiRules) -> str:
    on = ",".join(name for name, value in state.options.items() if value)
    text = f"{_rows(state)} {fields.seat_letter(state.actor)} {fields.seat_letter(state.last)}"
    text += f" {state.turn} {on or fields.NOBODY}"
    if state.bonus:
        text += f" bonus:{state.bonus}"
    if state.chain:
        label, chain = state.board.label, state.chain
        passed = ",".join(label(cell) for cell in bits(chain.passed))
        before = ",".join(map(str, chain.lost))
        text += f" chain:{label(chain.cannon)}:{chain.shells} passed:{passed} before:{before}"
    if state.out:
        text += f" out:{fields.seat_letters(state.out)}"
    return text


def _rows(state: RelatiRules) -> str:
    size = state.board.size
    cells = ["."] * size**2
    for seat, side in enumerate(state.sides):
        for mark, name in _marks.items():
            for cell in bits(getattr(side, name)):
                cells[cell] = LETTERS[seat] + mark
        for cell in bits(side.dead):
            cells[cell] = LETTERS[seat].lower()
    return "/".join("".join(cells[start : start + size]) for start in range(0, size**2, size))


def read(text: str) -> dict[str, Any]:
    """The fields of the state that a text describes; `checked` says whether the rules allow it."""
    parts = text.split(" ", 5)
    extras = _extras.fullmatch(f" {parts[5]}" if len(parts) == 6 else "")
    if len(parts) < 5 or extras is None:
        raise BadPosition(message("bad-position.parts", form=FORM))
    rows, seats = fields.read_rows(parts[0], _sizes)
    board = board_of(seats)
    found: dict[str, Any] = {
        "options": _options(parts[4]),
        "sides": _sides(rows, seats),
        "actor": fields.read_seat("actor", parts[1], seats),
        "last": fields.read_last(parts[2], seats),
        "turn": fields.read_turn(parts[3]),
    }
    if extras["bonus"] is not None:
        found["bonus"] = _count("bonus", extras["bonus"], 1)
    if extras["cannon"] is not None:
        found["chain"] = Chain(
            _cell_named("chain", extras["cannon"], board),
            _count("chain", extras["shells"], 1),
            _cells("passed", extras["passed"], board),
            tuple(_count("before", n, 0) for n in extras["lost"].split(",")),
        )
    if extras["out"] is not None:
        found["out"] = fields.read_out(extras["out"], seats)
    return found


def _options(text: str) -> RelatiOptions:
    names = [] if text == fields.NOBODY else text.split(",")
    try:
        options = RelatiOptions.parse(f"{name}=on" for name in names)
    except BadOptions as error:
        raise BadPosition(error.message) from None
    if ",".join(name for name, value in options.items() if value) != ",".join(names):
        raise fields.bad_field("extensions", text, ",".join(RelatiOptions.kinds()))
    return options


def with_friendly_fire(text: str) -> str:
    """The same position with this extension on, where there are cannons."""
    parts = text.split(" ")
    names = parts[4].split(",") if len(parts) > 4 else []
    if "cannon" in names:
        at = names.index("migration") if "migration" in names else len(names)
        parts[4] = ",".join([*names[:at], "friendly_fire", *names[at:]])
    return " ".join(parts)


def _sides(rows: list[str], seats: int) -> tuple[Side, ...]:
    marks = [dict.fromkeys(Side._fields, 0) for _ in range(seats)]
    for number, row in enumerate(rows):
        column = at = 0
        while at < len(row):
            match = _cell.match(row, at)
            if match is None:
                raise fields.bad_field(f"row {number + 1}", row[at], f".{LETTERS[:seats]}*!-")
            if match[0] != ".":
                seat = LETTERS[:seats].find((match[1] or match[3]).upper())
                if seat < 0:
                    raise fields.bad_field(f"row {number + 1}", match[0], LETTERS[:seats])
                name = _marks[match[2]] if match[1] else "dead"
                if column < len(rows):
                    marks[seat][name] |= 1 << number * len(rows) + column
            at, column = match.end(), column + 1
        if column != len(rows):
            raise BadPosition(
                message("bad-position.row", row=number + 1, cells=column, size=len(rows))
            )
    return tuple(Side(**mark) for mark in marks)


def _count(field: str, text: str, low: int) -> int:
    if _number.fullmatch(text) and int(text) >= low:
        return int(text)
    raise fields.bad_field(field, text, f"{low}-{_most}")


def _cell_named(field: str, text: str, board: SquareBoard) -> int:
    cell = board.cell(text)
    if cell is None:
        raise fields.bad_field(field, text, f"{board.labels[0]}-{board.labels[-1]}")
    return cell


def _cells(field: str, text: str, board: SquareBoard) -> int:
    cells = [_cell_named(field, label, board) for label in text.split(",")]
    if sorted(set(cells)) != cells:
        raise fields.bad_field(field, text, "A1,B1,…")
    return sum(1 << cell for cell in cells)


def checked(state: S) -> S:
    """The state, if the rules can lead to something like it; with its outcome when it is over."""
    found = state if state.chain or state.bonus else _settled(state)
    refuse(_problems(state, found))
    return found


def _settled(state: S) -> S:
    """Whose turn it is by the rules (C-3), and whether the game is over."""
    if state.seats - len(state.out) == 1:
        (winner,) = set(range(state.seats)) - state.out
        return effects.ended(state, state.last, won(winner, state.seats, "withdrawn"))
    return replace(effects.turn_over(state, state.last, 0), turn=state.turn)


def _problems(state: RelatiRules, found: RelatiRules) -> Iterator[BadPosition]:
    for seat, side in enumerate(state.sides):
        yield from _wrong_side(state, seat, side)
    room = _room(state)
    yield from fields.wrong_turn(state.turn, room)
    if state.bonus + state.seats * room > _most:
        yield fields.bad_field("bonus", str(state.bonus), f"1-{_most - state.seats * room}")
    yield from fields.wrong_last(state.last, [side.all for side in state.sides])
    if state.chain or state.bonus:
        yield from _wrong_open_action(state)
    else:
        yield from fields.wrong_actor(state.actor, found.actor)


def _room(state: RelatiRules) -> int:
    """More than the turns there can still be: whatever is done makes this smaller."""
    plain = sum(side.plain.bit_count() for side in state.sides)
    ready = sum(side.ready.bit_count() for side in state.sides)
    inside = state.seats - len(state.out)
    return 4 * state.empty.bit_count() + 3 * plain + 2 * ready + inside


def _wrong_side(state: RelatiRules, seat: Seat, side: Side) -> Iterator[BadPosition]:
    def bad(key: str, cells: int, *named: str) -> BadPosition:
        sites = [state.board.label(cell) for cell in bits(cells)]
        return _bad(key, sites, named, symbol=symbol(seat))

    if side.root.bit_count() > 1:
        yield bad("two-roots", side.root)
    if side.living and not side.root and not side.dead:
        yield bad("no-root", side.living)
    if side.cannons and not state.options.cannon:
        yield bad("no-cannons", side.cannons, "option.cannon")
    if side.dead and not (state.options.cannon or state.options.migration):
        yield bad("no-deaths", side.dead, "option.cannon", "option.migration")
    for cell in bits(side.cannons & ~state.reaches[seat].connected):
        site = state.board.label(cell)
        yield _bad("lost-cannon", [site], site=site)


def _wrong_open_action(state: RelatiRules) -> Iterator[BadPosition]:
    """A chain or bonus belongs to the player who moved last and still moves."""
    actor, chain, options = state.actor, state.chain, state.options
    if state.bonus and not options.continuous:
        yield _bad("no-bonus", (), ("bonus", "option.continuous"))
    wrong_seat = actor is None or actor != state.last or actor in state.out
    if wrong_seat or state.seats - len(state.out) == 1:
        yield _bad("open-action", (), ("actor", "last", "bonus" if chain is None else "chain"))
        return
    assert actor is not None
    if chain is None:
        if replace(effects.turn_over(state, actor, state.bonus), turn=state.turn) != state:
            yield _bad("open-action", (), ("actor", "last", "bonus"))
        return
    side = state.sides[actor]
    good = (
        options.chain
        and side.ready >> chain.cannon & 1
        and chain.passed
        and chain.shells + side.ready.bit_count() <= _most
        and not chain.passed & ~(side.spent | side.dead)
        and len(chain.lost) == state.seats
        and any(state.shots(chain.cannon))
    )
    if not good:
        yield _bad("chain", [state.board.label(chain.cannon)], ("chain", "passed"))


def _bad(
    key: str, sites: Iterable[str] = (), named: Iterable[str] = (), **params: Param
) -> BadPosition:
    return BadPosition(message(f"relati:bad-position.{key}", **params), sites, named)
