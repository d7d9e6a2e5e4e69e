"""What an action of relati does, and what follows from it by itself.

Functions from state to state. `reaches` is made anew wherever symbols have changed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from duiyi.core.outcome import Outcome, nobody_won, won
from duiyi.core.state import Seat
from duiyi.games.order import next_able
from duiyi.games.relati.actions import Action, Build, Fire, Migrate, Pass, Place
from duiyi.games.relati.links import reaches_of
from duiyi.games.relati.rules import RelatiRules
from duiyi.games.relati.symbols import Chain, Side

S = TypeVar("S", bound=RelatiRules)
"""The class of the state that is given: what comes of it has the same."""
Sides = tuple[Side, ...]


def after(state: S, action: Action) -> S:
    """The state after a legal action."""
    match action:
        case Fire(cell, direction):
            return shot(state, cell, direction)
        case Pass():
            return turn_over(state, state.owner, 0)
    return acted(settled(state, changed(state, action)), state.lost())


def changed(state: RelatiRules, action: Place | Build | Migrate) -> Sides:
    """The symbols right after placing, building or migrating."""
    side, bit = state.sides[state.owner], 1 << action.cell
    match action:
        case Place() if not side.all:
            side = side._replace(root=bit)
        case Place():
            side = side._replace(plain=side.plain | bit)
        case Build():
            side = side._replace(plain=side.plain ^ bit, ready=side.ready | bit)
        case Migrate():
            side = side._replace(plain=side.plain ^ bit, root=bit, dead=side.dead | side.root)
    return with_side(state.sides, state.owner, side)


def shot(state: S, cannon: int, direction: str) -> S:
    """砲台攻擊, and under `chain` what must follow (R-12, R-13)."""
    mover = state.owner
    side = state.sides[mover]
    target = state.target(cannon, direction)
    assert target is not None
    chain = state.chain or Chain(cannon, 1, 0, state.lost())
    if state.options.chain and side.cannons >> target & 1:
        shells = chain.shells + (side.ready >> target & 1)
        chain = Chain(target, shells, chain.passed | 1 << cannon, chain.lost)
        side = side._replace(
            ready=side.ready & ~(1 << cannon) | 1 << target,
            spent=side.spent & ~(1 << target) | 1 << cannon,
        )
        fired = replace(state, sides=with_side(state.sides, mover, side), last=mover, chain=chain)
    else:
        chain = replace(chain, shells=chain.shells - 1)
        fired = settled(state, killed(state.sides, target))
        fired = replace(fired, last=mover, chain=chain)
    alive = fired.sides[mover].cannons >> chain.cannon & 1
    if alive and chain.shells and any(fired.shots(chain.cannon)):
        return fired
    return acted(chain_closed(fired), chain.lost)


def chain_closed(state: S) -> S:
    """彈盡: the firing cannon is spent, whatever shells it still had (R-13)."""
    if state.chain is None:
        return state
    side = state.sides[state.owner]
    fired = side.ready & 1 << state.chain.cannon
    side = side._replace(ready=side.ready ^ fired, spent=side.spent | fired)
    return replace(state, sides=with_side(state.sides, state.owner, side), chain=None)


def settled(state: S, sides: Sides) -> S:
    """R-11: links anew; all cannons that are lost die at once; links anew."""
    reaches = reaches_of(sides)
    dying = [side.cannons & ~found.connected for side, found in zip(sides, reaches, strict=True)]
    if any(dying):
        sides = tuple(
            side.without(dies)._replace(dead=side.dead | dies)
            for side, dies in zip(sides, dying, strict=True)
        )
        reaches = reaches_of(sides)
    return replace(state, sides=sides, reaches=reaches)


def acted(state: S, lost_before: tuple[int, ...]) -> S:
    """The action is complete: bonuses, then the next decision."""
    mover = state.owner
    left = max(state.bonus - 1, 0)
    if state.options.continuous:
        left += sum(bonuses(mover, lost_before, state.lost()))
    return turn_over(state, mover, left)


def bonuses(mover: Seat, before: tuple[int, ...], after: tuple[int, ...]) -> list[bool]:
    """連續行動 (R-6), by seat: an opponent who lost more, or the mover if he lost less."""
    return [
        new < old if seat == mover else new > old
        for seat, (old, new) in enumerate(zip(before, after, strict=True))
    ]


def turn_over(state: S, mover: Seat, left: int) -> S:
    """C-3 (R-5, R-7): the end of the game, a bonus action, or the next player."""
    found = next_able(mover, state.seats, state.out, state.can_act)
    if found is None:
        return ended(state, mover, nobody_won(state.seats, state.out, "nobody-can-act"))
    if found == mover:
        return ended(state, mover, won(mover, state.seats, "others-cannot-act"))
    if left and state.can_act(mover):
        return replace(state, actor=mover, last=mover, bonus=left)
    return replace(state, actor=found, last=mover, turn=state.turn + 1, bonus=0)


def ended(state: S, mover: Seat, outcome: Outcome) -> S:
    return replace(state, actor=None, last=mover, bonus=0, outcome=outcome)


def withdrawn(state: S, seat: Seat, out: frozenset[Seat]) -> S:
    """W-2, W-5: an open action is dropped; a turn that stays where it was goes on."""
    state = replace(state, out=out)
    if seat == state.actor:
        return turn_over(chain_closed(state), state.last, 0)
    if state.bonus and not state.chain:
        return turn_over(state, state.last, state.bonus)
    return state


def ended_by_withdrawal(state: S, out: frozenset[Seat], outcome: Outcome) -> S:
    """W-3."""
    return ended(replace(chain_closed(state), out=out), state.last, outcome)


def killed(sides: Sides, cell: int) -> Sides:
    """死亡符號: whoever's symbol stands there is dead, and keeps its cell."""
    return tuple(
        side.without(1 << cell)._replace(dead=side.dead | 1 << cell)
        if side.living >> cell & 1
        else side
        for side in sides
    )


def with_side(sides: Sides, seat: Seat, side: Side) -> Sides:
    return (*sides[:seat], side, *sides[seat + 1 :])
