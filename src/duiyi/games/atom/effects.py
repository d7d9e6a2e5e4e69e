"""What a decision of atom does. Functions from state to state."""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import TypeVar

from duiyi.boards.triangle import Point
from duiyi.core.outcome import Outcome, nobody_won, won
from duiyi.core.state import Seat
from duiyi.games.atom.actions import (
    Action,
    Attack,
    Choose,
    Destroy,
    Direct,
    Draw,
    Effect,
    End,
    Keep,
    Lose,
    Place,
    Stop,
)
from duiyi.games.atom.cells import (
    COLOURS,
    EMPTY,
    Cell,
    Side,
    attack,
    black_neighbours,
    blacks,
    cell_of,
    colour_at,
    count,
    defence,
    parts_with_black,
    without,
)
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

S = TypeVar("S", bound=AtomRules)
"""The class of the state that is given: what comes of it has the same."""
DRAWN, PLACED, ATTACKS = 5, 4, 1
"""What a turn gives without the choice of a, b or c."""
USUAL = {"a": DRAWN, "b": PLACED, "c": ATTACKS}


def after(state: S, action: Action) -> S:
    """The state after a legal decision."""
    match action, state.phase:
        case Choose(what), Choosing():
            return in_phase(state, chosen(state, what))
        case Draw(counts), Drawing(_, placements, attacks):
            held = (a + b for a, b in zip(state.sides[state.owner].held, counts, strict=True))
            return in_phase(with_held(state, *held), Placing(placements, attacks))
        case Place(), Placing(left, attacks):
            return in_phase(with_atom(state, action), Placing(left - 1, attacks))
        case End(), Placing(_, attacks):
            return in_phase(state, Acting(attacks))
        case End(), Acting():
            return turn_over(state)
        case Attack(number, target), Acting(attacks):
            return attacked(state, number, target, attacks - 1)
        case Direct(number), Acting(attacks):
            power = attack(state.sides[state.owner].cells[number])
            return hurt(in_phase(state, Acting(attacks - 1)), power)
        case Destroy(point), Destroying() as phase:
            return destroyed(state, phase, point)
        case Stop(), Destroying(attacks, number):
            return settled(state, state.other, (number,), attacks)
        case Effect(number, point), Acting(attacks):
            return effect(state, number, point, attacks)
        case Lose(number, point), Losing() as phase:
            return lost(state, phase, number, point)
        case Keep(number, point), Keeping() as phase:
            return kept(state, phase, number, point)
    raise AssertionError(f"{action} in {state.phase}")


def chosen(state: AtomRules, what: str) -> Drawing:
    """階段 0 (A-3): what x adds to. A-6: no attacks on the very first turn."""
    x = state.sides[state.owner].filled
    attacks = max(ATTACKS, x) if what == "c" else ATTACKS
    return Drawing(
        DRAWN + (x if what == "a" else 0),
        PLACED + (x if what == "b" else 0),
        attacks if state.turn > 1 else 0,
    )


def promised(state: AtomRules, what: str) -> int:
    """How many atoms, placements or attacks the turn has when this is chosen."""
    drawing = chosen(state, what)
    return {"a": drawing.atoms, "b": drawing.placements, "c": drawing.attacks}[what]


def attacked(state: S, number: int, target: int, attacks: int) -> S:
    """6.2 (A-7, A-8): damage to the player first, then atoms of the cell."""
    mine, theirs = state.sides[state.owner].cells[number], state.sides[state.other].cells[target]
    state = in_phase(state, Acting(attacks))
    if not attack(mine) > defence(theirs):
        return state
    state = hurt(state, damage(state, mine, theirs))
    atoms = destroyable(mine, theirs)
    if state.outcome or not atoms:
        return state
    return in_phase(state, Destroying(attacks, target, atoms, True))


def damage(state: AtomRules, mine: Cell, theirs: Cell) -> int:
    """What a successful attack takes from the player's life; his greens hold it off."""
    match state.options.damage:
        case "attack":
            return max(0, attack(mine) - count(theirs, "G"))
        case "excess":
            return max(0, ceil(attack(mine) - defence(theirs)) - count(theirs, "G"))
    return 0


def destroyable(mine: Cell, theirs: Cell) -> int:
    """N: one, more by the attacker's reds, fewer by the defender's blues."""
    return min(max(0, 1 + count(mine, "R") - count(theirs, "B")), len(theirs))


def destroyed(state: S, phase: Destroying, point: Point) -> S:
    """A-8: one atom of the cell that was attacked; it is settled after the last of them."""
    state = without_atom(state, state.other, phase.cell, point)
    if phase.left > 1:
        return in_phase(state, replace(phase, left=phase.left - 1, first=False))
    return settled(state, state.other, (phase.cell,), phase.attacks)


def hurt(state: S, loss: int) -> S:
    """A-12: life at 0 or below ends the game at once."""
    side = state.sides[state.other]
    state = with_side(state, state.other, side._replace(life=side.life - loss))
    if side.life - loss > 0:
        return state
    return ended(state, won(state.owner, 2, "life"), state.out)


def settled(
    state: S,
    owner: Seat,
    cells: tuple[int, ...],
    attacks: int,
    pending: tuple[str, int] | None = None,
) -> S:
    """A-9 for each of these cells in turn, then the effect that waited for it."""
    for at, number in enumerate(cells):
        side = state.sides[owner]
        parts = parts_with_black(side.cells[number])
        if len(parts) > 1:
            return in_phase(state, Keeping(attacks, owner, cells[at:], pending))
        state = with_side(state, owner, side.with_cell(number, parts[0] if parts else EMPTY))
    state = in_phase(state, Acting(attacks))
    return resolved(state, *pending, attacks) if pending else state


def kept(state: S, phase: Keeping, number: int, point: Point) -> S:
    """A-9: the part with this smallest black stays, the other parts go."""
    side = state.sides[phase.owner]
    (part,) = [part for part in parts_with_black(side.cells[number]) if point == blacks(part)[0]]
    state = with_side(state, phase.owner, side.with_cell(number, part))
    return settled(state, phase.owner, phase.cells, phase.attacks, phase.effect)


def effect(state: S, number: int, point: Point, attacks: int) -> S:
    """動作 2 (A-11): the atom goes, its own cell is settled, then its colour acts."""
    cell = state.sides[state.owner].cells[number]
    colour = colour_at(cell, point)
    assert colour is not None
    pending = colour, black_neighbours(cell, point)
    state = without_atom(state, state.owner, number, point)
    return settled(state, state.owner, (number,), attacks, pending)


def resolved(state: S, colour: str, y: int, attacks: int) -> S:
    """Red takes atoms from the other, blue gives blacks, green heals."""
    side = state.sides[state.owner]
    match colour:
        case "R":
            left = removable(state, y)
            return in_phase(state, Losing(attacks, left, frozenset())) if left else state
        case "B":
            black, *others = side.held
            return with_held(state, black + y, *others)
    return with_side(state, state.owner, side._replace(life=side.life + healing(state, y)))


def removable(state: AtomRules, y: int) -> int:
    """What a red takes: y atoms, or all that the other has."""
    return min(y, sum(map(len, state.sides[state.other].cells)))


def healing(state: AtomRules, y: int) -> int:
    """What a green gives: y life, up to the cap where there is one."""
    cap = state.options.life_cap
    return y if cap is None else max(0, min(y, cap - state.sides[state.owner].life))


def lost(state: S, phase: Losing, number: int, point: Point) -> S:
    """A-11: one of the atoms that a red takes; all touched cells are settled after the last."""
    state = without_atom(state, state.other, number, point)
    touched = phase.touched | {number}
    if phase.left > 1:
        return in_phase(state, Losing(phase.attacks, phase.left - 1, touched))
    return settled(state, state.other, tuple(sorted(touched)), phase.attacks)


def turn_over(state: S) -> S:
    """A-12: the end of the last turn ends the game without a winner."""
    if state.turn >= state.options.turn_limit:
        return ended(state, nobody_won(2, state.out, "turn-limit"), state.out)
    return replace(state, turn=state.turn + 1, phase=Choosing())


def ended(state: S, outcome: Outcome, out: frozenset[Seat]) -> S:
    """Nothing is left to be done in a finished game."""
    return replace(state, phase=Over(), out=out, outcome=outcome)


def with_atom(state: S, placed: Place) -> S:
    side = state.sides[state.owner]
    held = (n - (c == placed.colour) for c, n in zip(COLOURS, side.held, strict=True))
    cell = cell_of((*side.cells[placed.cell], (*placed.point, placed.colour)))
    return with_held(with_side(state, state.owner, side.with_cell(placed.cell, cell)), *held)


def without_atom(state: S, seat: Seat, number: int, point: Point) -> S:
    side = state.sides[seat]
    return with_side(state, seat, side.with_cell(number, without(side.cells[number], point)))


def with_held(state: S, *held: int) -> S:
    black, red, blue, green = held
    side = state.sides[state.owner]._replace(held=(black, red, blue, green))
    return with_side(state, state.owner, side)


def with_side(state: S, seat: Seat, side: Side) -> S:
    sides = (side, state.sides[1]) if seat == 0 else (state.sides[0], side)
    return replace(state, sides=sides)


def in_phase(state: S, phase: Phase) -> S:
    return replace(state, phase=phase)
