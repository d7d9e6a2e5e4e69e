"""The position text of atom: `TURN PHASE SIDE SIDE OPTIONS [out:SEAT]`.

A SIDE is `LIFE:K.R.B.G:CELL:CELL:CELL`, a CELL `-` or its atoms in order, `K0,0;R0,2`; OPTIONS
are all options, `damage=attack,…`. A PHASE is `choose`, `draw:ATOMS,PLACEMENTS,ATTACKS`,
`place:PLACEMENTS,ATTACKS`, `act:ATTACKS`, `destroy:ATTACKS,CELL,LEFT,first` (or `…,more`),
`keep:ATTACKS,SEAT,CELLS` with `,R2` where an effect is still to come, `lose:ATTACKS,LEFT,CELLS`
(`-` for none), or `over`. CELLS are digits such as `13`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from duiyi.boards.triangle import Point, parts
from duiyi.core.errors import BadOptions, BadPosition, refuse
from duiyi.core.message import message
from duiyi.core.outcome import nobody_won, won
from duiyi.core.state import Seat
from duiyi.games.atom.cells import (
    EMPTY,
    Cell,
    Side,
    atom_site,
    blacks,
    cell_of,
    life_site,
    parts_with_black,
)
from duiyi.games.atom.effects import chosen
from duiyi.games.atom.options import AtomOptions
from duiyi.games.atom.phases import (
    Acting,
    Choosing,
    Destroying,
    Drawing,
    Keeping,
    Losing,
    Over,
    Phase,
    Placing,
)
from duiyi.games.atom.rules import AtomRules
from duiyi.games.fields import bad_field, read_turn

S = TypeVar("S", bound=AtomRules)
"""The class of the state that is given: what comes of it has the same."""
FORM = "TURN PHASE SIDE SIDE OPTIONS [out:SEAT]"
_side = re.compile(r"(-?[0-9]{1,6}):([0-9.]{7,40}):([^:]*):([^:]*):([^:]*)")
_atom = re.compile(r"([KRBG])(0|-?[1-9][0-9]{0,5}),(0|-?[1-9][0-9]{0,5})")
_whole = re.compile(r"0|[1-9][0-9]{0,5}")
_life = re.compile(r"0|-?[1-9][0-9]{0,5}")
MOST_NEIGHBOURS = 6
"""No red takes more atoms than this."""


def write(state: AtomRules) -> str:
    options = state.options.text().replace(" ", ",")
    sides = " ".join(_write_side(side) for side in state.sides)
    out = "".join(f" out:{seat}" for seat in state.out)
    return f"{state.turn} {_write_phase(state.phase)} {sides} {options}{out}"


def _write_side(side: Side) -> str:
    held = ".".join(map(str, side.held))
    cells = (";".join(f"{colour}{r},{h}" for r, h, colour in cell) for cell in side.cells)
    return ":".join([str(side.life), held, *(cell or "-" for cell in cells)])


def _write_phase(phase: Phase) -> str:
    match phase:
        case Choosing():
            return "choose"
        case Drawing(atoms, placements, attacks):
            return f"draw:{atoms},{placements},{attacks}"
        case Placing(placements, attacks):
            return f"place:{placements},{attacks}"
        case Acting(attacks):
            return f"act:{attacks}"
        case Destroying(attacks, cell, left, first):
            return f"destroy:{attacks},{cell + 1},{left},{'first' if first else 'more'}"
        case Keeping(attacks, owner, cells, effect):
            pending = f",{effect[0]}{effect[1]}" if effect else ""
            return f"keep:{attacks},{owner},{_digits(cells)}{pending}"
        case Losing(attacks, left, touched):
            return f"lose:{attacks},{left},{_digits(sorted(touched)) or '-'}"
        case Over():
            return "over"


def _digits(cells: list[int] | tuple[int, ...]) -> str:
    return "".join(str(cell + 1) for cell in cells)


def read(text: str) -> dict[str, Any]:
    """The fields of the state that a text describes; `checked` says whether it can be."""
    fields = text.split(" ")
    if len(fields) not in (5, 6):
        raise BadPosition(message("bad-position.parts", form=FORM))
    found: dict[str, Any] = {
        "turn": read_turn(fields[0]),
        "phase": _read_phase(fields[1]),
        "sides": (_read_side(fields[2]), _read_side(fields[3])),
        "options": _read_options(fields[4]),
    }
    if len(fields) == 6:
        if fields[5] not in ("out:0", "out:1"):
            raise bad_field("out", fields[5], "out:0, out:1")
        found["out"] = frozenset({int(fields[5][4:])})
    return found


def _read_options(text: str) -> AtomOptions:
    try:
        options = AtomOptions.parse(text.split(","))
    except BadOptions as error:
        raise BadPosition(error.message) from None
    if options.text().replace(" ", ",") != text:
        raise bad_field("options", text, options.text().replace(" ", ","))
    return options


def _read_side(text: str) -> Side:
    found = _side.fullmatch(text)
    held = found[2].split(".") if found else []
    if found is None or len(held) != 4 or not all(map(_whole.fullmatch, held)):
        raise bad_field("side", text, "LIFE:K.R.B.G:CELL:CELL:CELL")
    if not _life.fullmatch(found[1]):
        raise bad_field("life", found[1], "20")
    black, red, blue, green = map(int, held)
    cells = (_read_cell(found[3]), _read_cell(found[4]), _read_cell(found[5]))
    return Side(int(found[1]), (black, red, blue, green), cells)


def _read_cell(text: str) -> Cell:
    if text == "-":
        return EMPTY
    atoms = []
    for one in text.split(";"):
        found = _atom.fullmatch(one)
        if found is None:
            raise bad_field("atom", one, "K0,0")
        r, h = int(found[2]), int(found[3])
        if (r - h) % 2:
            raise BadPosition(message("atom:bad-position.off-lattice", atom=one))
        atoms.append((r, h, found[1]))
    cell = tuple(atoms)
    if cell != cell_of(atoms) or len({atom[:2] for atom in atoms}) != len(atoms):
        raise BadPosition(message("atom:bad-position.order", cell=text[:40]))
    return cell


def _read_phase(text: str) -> Phase:
    name, _, rest = text.partition(":")
    match name, rest.split(","):
        case "choose", _ if text == name:
            return Choosing()
        case "over", _ if text == name:
            return Over()
        case "draw", [atoms, placements, attacks]:
            return Drawing(_n(atoms, 5, 8), _n(placements, 4, 7), _n(attacks, 0, 3))
        case "place", [placements, attacks]:
            return Placing(_n(placements, 0, 7), _n(attacks, 0, 3))
        case "act", [attacks]:
            return Acting(_n(attacks, 0, 3))
        case "destroy", [attacks, cell, left, ("first" | "more") as which]:
            count = _n(left, 1, 999999)
            return Destroying(_n(attacks, 0, 2), _n(cell, 1, 3) - 1, count, which == "first")
        case "keep", [attacks, owner, cells]:
            return Keeping(_n(attacks, 0, 3), _n(owner, 0, 1), _read_cells(cells))
        case "keep", [attacks, owner, cells, effect] if effect[:1] in ("R", "B", "G"):
            pending = effect[0], _n(effect[1:], 0, 6)
            return Keeping(_n(attacks, 0, 3), _n(owner, 0, 1), _read_cells(cells), pending)
        case "lose", [attacks, left, cells]:
            touched = frozenset() if cells == "-" else frozenset(_read_cells(cells))
            return Losing(_n(attacks, 0, 3), _n(left, 1, 6), touched)
    raise bad_field("phase", text, "choose, draw, place, act, destroy, keep, lose, over")


def _n(text: str, low: int, high: int) -> int:
    if _whole.fullmatch(text) and low <= int(text) <= high:
        return int(text)
    raise bad_field("phase", text, f"{low}-{high}")


def _read_cells(text: str) -> tuple[int, ...]:
    if text not in ("1", "2", "3", "12", "13", "23", "123"):
        raise bad_field("phase", text, "123")
    return tuple(int(digit) - 1 for digit in text)


# Whether a position that was read can be: what the rules could lead to, and no more. How it came
# about is not asked: numbers of atoms and of turns are free, for problems and studies.


def checked(state: S) -> S:
    """The state, if it can be; with its outcome when the game is over."""
    refuse(_problems(state))
    return _with_outcome(state) if isinstance(state.phase, Over) else state


def _problems(state: AtomRules) -> Iterator[BadPosition]:
    if state.turn > state.options.turn_limit:
        yield _bad("turn", (), ("turn", "option.turn_limit"))
    for seat, side in enumerate(state.sides):
        for number, cell in enumerate(side.cells):
            yield from _wrong_cell(state, seat, number, cell)
    dead = [seat for seat, side in enumerate(state.sides) if side.life <= 0]
    if isinstance(state.phase, Over):
        yield from _wrong_end(state, dead)
        return
    if state.out or dead:
        lives = [f"life.{seat}" for seat in dead]
        yield _bad("life", map(life_site, dead), (*lives, *(["out"] if state.out else ()), "phase"))
    if not _fits(state):
        yield _bad("phase", (), ("phase",))


def _wrong_end(state: AtomRules, dead: list[Seat]) -> Iterator[BadPosition]:
    """One is hurt in the other's turn only, and in the very first turn nobody is."""
    named = [f"life.{seat}" for seat in dead]
    if dead and (state.out or dead != [state.other] or state.turn == 1):
        yield _bad("life", map(life_site, dead), (*named, "phase"))
    elif not dead and not state.out and state.turn < state.options.turn_limit:
        yield _bad("turn", (), ("turn", "phase", "option.turn_limit"))


def _with_outcome(state: S) -> S:
    if state.out:
        (seat,) = state.out
        return replace(state, outcome=won(1 - seat, 2, "withdrawn"))
    if any(side.life <= 0 for side in state.sides):
        return replace(state, outcome=won(state.owner, 2, "life"))
    return replace(state, outcome=nobody_won(2, state.out, "turn-limit"))


def _may_be_broken(state: AtomRules, seat: Seat, number: int) -> bool:
    """Whether a cell is still to be settled (A-9)."""
    match state.phase:
        case Destroying(_, cell, _, first):
            return seat == state.other and number == cell and not first
        case Keeping(_, owner, cells):
            return seat == owner and number in cells
        case Losing(_, _, touched):
            return seat == state.other and number in touched
        case Over():  # a withdrawal may have come in between
            return bool(state.out)
    return False


def _wrong_cell(state: AtomRules, seat: Seat, number: int, cell: Cell) -> Iterator[BadPosition]:
    if not cell:
        return
    rows, across = [r for r, _, _ in cell], [h for _, h, _ in cell]
    tall, wide = max(rows) - min(rows), max(across) - min(across)
    if tall > state.options.max_height or wide > 2 * state.options.max_width:
        ends = [(r, h) for r, h, _ in cell if r in _ends(rows) or h in _ends(across)]
        yield _bad("size", [atom_site(seat, number, point) for point in ends])
    if not _may_be_broken(state, seat, number):
        loose = loose_points(cell)
        if loose:
            yield _bad("cell", [atom_site(seat, number, point) for point in loose])


def _ends(values: list[int]) -> tuple[int, int]:
    return min(values), max(values)


def loose_points(cell: Cell) -> list[Point]:
    """What does not hang together with the largest part that holds a black; of a cell without one
    everything."""
    black = set(blacks(cell))
    found = list(parts([atom[:2] for atom in cell]))
    held = max((part for part in found if part & black), key=len, default=frozenset[Point]())
    return sorted(point for part in found if part != held for point in part)


def _fits(state: AtomRules) -> bool:
    """Whether the phase fits the turn and the cells."""
    if getattr(state.phase, "attacks", 0) and state.turn == 1:
        return False
    theirs = state.sides[state.other].cells
    match state.phase:
        case Drawing():
            return state.phase in [chosen(state, what) for what in "abc"]
        case Destroying(_, number, left, _):
            return state.turn > 1 and left <= len(theirs[number])
        case Keeping(_, owner, cells, effect):
            falls = len(parts_with_black(state.sides[owner].cells[cells[0]])) > 1
            mine = owner == state.owner
            return falls and (effect is not None and len(cells) == 1 if mine else effect is None)
        case Losing(_, left, touched):
            return left <= min(MOST_NEIGHBOURS - len(touched), sum(map(len, theirs)))
    return True


def _bad(key: str, sites: Iterable[str] = (), named: Iterable[str] = ()) -> BadPosition:
    return BadPosition(message(f"atom:bad-position.{key}"), sites, named)
