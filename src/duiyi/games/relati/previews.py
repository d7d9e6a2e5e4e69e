"""What an action of relati would do, told before it is played: who dies, who is cut off, who wins.

"Your own" is the actor's: previews are shown to whoever decides. Playing every action only to tell
this would be most of a view's price, so that as little as possible is worked out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from duiyi.boards.square import bits
from duiyi.core.message import Message
from duiyi.core.view import Consequence
from duiyi.games.order import symbol
from duiyi.games.relati.actions import Build, Fire, Migrate
from duiyi.games.relati.effects import after, changed
from duiyi.games.relati.links import Web, blocked_by, reach
from duiyi.games.relati.rules import RelatiRules


class Preview(NamedTuple):
    """What is said of an action, and what is shown on the board of it."""

    said: Message | None = None
    consequences: tuple[Consequence, ...] = ()


class Losses(NamedTuple):
    """The symbols that are cut off by an action, and those that die, as cells."""

    cut: int
    dying: int


def of_shot(state: RelatiRules, action: Fire) -> Preview:
    later = after(state, action)
    lost = losses(state, later)
    hit = state.target(action.cell, action.direction)
    assert hit is not None
    told = Losses(lost.cut, lost.dying & ~(1 << hit))
    parts = [*_hit(state, later, action), *_counts(state, told), *_end(state, later)]
    if later.outcome is None and later.chain is None and not later.can_act(state.owner):
        parts.append(state.say("preview.stuck"))
    return Preview(state.say("preview", parts=tuple(parts)), _shown(state, lost))


def of_build(state: RelatiRules, action: Build) -> Preview:
    """Empty where there is nothing to be told."""
    lost, end = _own_losses(state, action)
    parts = *_counts(state, lost), *end
    return Preview(state.say("preview", parts=parts) if parts else None, _shown(state, lost))


def of_migration(state: RelatiRules, action: Migrate) -> Preview:
    root = state.sides[state.owner].root
    lost, end = _own_losses(state, action)
    old = state.board.label(root.bit_length() - 1)
    told = Losses(lost.cut, lost.dying & ~root)
    parts = state.say("preview.root", old=old), *_counts(state, told), *end
    shown = _shown(state, Losses(lost.cut, lost.dying | root))
    return Preview(state.say("preview", parts=parts), shown)


def _shown(state: RelatiRules, lost: Losses) -> tuple[Consequence, ...]:
    found = (("dies", lost.dying), ("cut", lost.cut))
    label = state.board.label
    return tuple(
        Consequence(kind, tuple(map(label, bits(cells)))) for kind, cells in found if cells
    )


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


def losses(state: RelatiRules, later: RelatiRules) -> Losses:
    """Who is cut off by an action, and who dies."""
    cut = dying = 0
    for seat, (old, new) in enumerate(zip(state.sides, later.sides, strict=True)):
        lost = new.plain & ~later.reaches[seat].connected
        cut |= lost & state.reaches[seat].connected
        dying |= old.living & new.dead
    return Losses(cut, dying)


def _counts(state: RelatiRules, lost: Losses) -> Iterator[Message]:
    """How many are cut off, and how many die of it: only cannons do; theirs first."""
    own = state.sides[state.owner].all
    for whose, cells in (("", ~own), (".own", own)):
        for key, lost_cells in (("cut", lost.cut), ("cannons", lost.dying)):
            if count := (lost_cells & cells).bit_count():
                yield state.say(f"preview.{key}{whose}", count=count)


def _end(state: RelatiRules, later: RelatiRules) -> Iterator[Message]:
    if later.outcome is None:
        return
    winner = later.outcome.winner
    if winner is None:
        yield state.say("preview.draw")
    else:
        yield state.say("preview.wins" if winner == state.owner else "preview.loses")


def _own_losses(state: RelatiRules, action: Build | Migrate) -> tuple[Losses, tuple[Message, ...]]:
    """With how the game ends by it. Building and migrating block no cell, so that the others lose
    nothing by it; and while one of them has a cell to place on, the game goes on."""
    if not others_place(state):
        later = after(state, action)
        return losses(state, later), tuple(_end(state, later))
    sides = changed(state, action)
    side, blocked = sides[state.owner], blocked_by(sides)
    found = reach(state.board, side, blocked)
    dying = side.cannons & ~found.connected
    if dying:
        side = side.without(dying)
        found = reach(state.board, side, blocked & ~dying)
    lost = side.plain & ~found.connected & state.reaches[state.owner].connected
    return Losses(lost, dying), ()


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
