"""What an action of relati would do, told before it is played: who dies, who is cut off, who wins.

"Your own" is the actor's: previews are shown to whoever decides. Playing every action only to tell
this would be most of a view's price, so that as little as possible is worked out.
"""

from __future__ import annotations

from collections.abc import Iterator

from duiyi.boards.square import bits
from duiyi.core.message import Message
from duiyi.games.order import symbol
from duiyi.games.relati.actions import Build, Fire, Migrate
from duiyi.games.relati.effects import after, changed
from duiyi.games.relati.links import Web, blocked_by, reach
from duiyi.games.relati.rules import RelatiRules


def of_shot(state: RelatiRules, action: Fire) -> Message:
    later = after(state, action)
    parts = [*_hit(state, later, action), *_losses(state, later, action), *_end(state, later)]
    if later.outcome is None and later.chain is None and not later.can_act(state.owner):
        parts.append(state.say("preview.stuck"))
    return state.say("preview", parts=tuple(parts))


def of_build(state: RelatiRules, action: Build) -> Message | None:
    """`None` where there is nothing to be told."""
    parts = tuple(_own_losses(state, action))
    return state.say("preview", parts=parts) if parts else None


def of_migration(state: RelatiRules, action: Migrate) -> Message:
    old = state.board.label(state.sides[state.owner].root.bit_length() - 1)
    parts = (state.say("preview.root", old=old), *_own_losses(state, action))
    return state.say("preview", parts=parts)


def _hit(state: RelatiRules, later: RelatiRules, action: Fire) -> Iterator[Message]:
    target = state.target(action.cell, action.direction)
    assert target is not None
    aim = state.board.label(target)
    if state.relays(target):
        yield state.say("preview.relay", target=aim, shells=state.shells(action.cell))
        if later.chain is None:
            yield state.say("preview.shells-lost")
        return
    owner = next(seat for seat, side in enumerate(state.sides) if side.living >> target & 1)
    key = "preview.hit.own" if owner == state.owner else "preview.hit"
    if state.sides[owner].root >> target & 1:
        key += ".root"
    yield state.say(key, target=aim, symbol=symbol(owner))


def _losses(
    state: RelatiRules, later: RelatiRules, action: Build | Fire | Migrate
) -> Iterator[Message]:
    """The symbols that are cut off, and the cannons that die of it; a target is told already."""
    hit = state.target(action.cell, action.direction) if isinstance(action, Fire) else None
    untold = ~(0 if hit is None else 1 << hit)
    cut, died = {True: 0, False: 0}, {True: 0, False: 0}
    for seat, (old, new) in enumerate(zip(state.sides, later.sides, strict=True)):
        lost = new.plain & ~later.reaches[seat].connected
        cut[seat == state.owner] += (lost & state.reaches[seat].connected).bit_count()
        died[seat == state.owner] += (old.cannons & new.dead & untold).bit_count()
    yield from _counts(state, "", cut[False], died[False])
    yield from _counts(state, ".own", cut[True], died[True])


def _counts(state: RelatiRules, whose: str, cut: int, died: int) -> Iterator[Message]:
    for key, count in (("cut", cut), ("cannons", died)):
        if count:
            yield state.say(f"preview.{key}{whose}", count=count)


def _end(state: RelatiRules, later: RelatiRules) -> Iterator[Message]:
    if later.outcome is None:
        return
    winner = later.outcome.winner
    if winner is None:
        yield state.say("preview.draw")
    else:
        yield state.say("preview.wins" if winner == state.owner else "preview.loses")


def _own_losses(state: RelatiRules, action: Build | Migrate) -> Iterator[Message]:
    """Building and migrating block no cell, so that the others lose nothing by it; and while one
    of them has a cell to place on, the game goes on."""
    if not others_place(state):
        later = after(state, action)
        yield from _losses(state, later, action)
        yield from _end(state, later)
        return
    sides = changed(state, action)
    side, blocked = sides[state.owner], blocked_by(sides)
    found = reach(state.board, side, blocked)
    dying = side.cannons & ~found.connected
    if dying:
        side = side.without(dying)
        found = reach(state.board, side, blocked & ~dying)
    lost = side.plain & ~found.connected & state.reaches[state.owner].connected
    yield from _counts(state, ".own", lost.bit_count(), dying.bit_count())


def others_place(state: RelatiRules) -> bool:
    """Whether a seat beside the actor's has a cell to place on."""
    others = (seat for seat in range(state.seats) if seat != state.owner and seat not in state.out)
    return any(state.placeable(seat) for seat in others)


def telling_builds(state: RelatiRules, web: Web) -> int:
    """The symbols whose becoming a cannon needs a preview: others hang on them, or the game may
    end by it."""
    seat = state.owner
    plain, connected = state.plain(seat), state.reaches[seat].connected
    if not others_place(state):
        return plain
    joined, sources = dict.fromkeys(bits(connected), 0), 0
    for link in web.holding.values():
        sources |= 1 << link.source
    for link in (*web.holding.values(), *web.spare):
        joined[link.source] |= 1 << link.target
        joined[link.target] |= 1 << link.source
    root = state.sides[seat].root
    return sum(
        1 << cell
        for cell in bits(sources & plain)
        if _reached(joined, root, (root | plain) & ~(1 << cell)) != connected
    )


def _reached(joined: dict[int, int], root: int, passing: int) -> int:
    """What hangs together with the root over symbols that pass links on."""
    found = todo = root
    while todo:
        near = 0
        for cell in bits(todo & passing):
            near |= joined[cell]
        todo = near & ~found
        found |= todo
    return found
