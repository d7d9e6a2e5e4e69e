"""What an action of relati legacy would do, said before it is played: who dies, and what it costs.

Playing an action costs much more than showing it, so only what can end in such a sentence is
played.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from duiyi.boards.square import bits
from duiyi.core.message import Message
from duiyi.core.view import Consequence
from duiyi.games.relati_legacy.actions import Action, Attack, Bomb, Defend, Escape, Link
from duiyi.games.relati_legacy.attacks import Line, line, spent
from duiyi.games.relati_legacy.effects import DIAGONAL, ORTHOGONAL, after, enclosed_by
from duiyi.games.relati_legacy.rules import RelatiLegacyRules


class Toll(NamedTuple):
    """How many living pieces an action kills, of others and of the mover."""

    theirs: int
    own: int


class Preview(NamedTuple):
    """What is said of an action, and what is shown on the board of it."""

    said: Message | None = None
    consequences: tuple[Consequence, ...] = ()


class Outlook(NamedTuple):
    """What previews of one position have in common, asked for once.

    `decided`: nobody else can act any more, so that any action wins (L-16). `others`: who could die
    in a pincer. `own`: the mover's pieces, as if all that is forbidden were linked again.
    `closed`: whether somebody is between those already. `escape`: what any escape does.
    """

    decided: bool
    others: int
    own: int
    closed: bool
    escape: Preview


def outlook(state: RelatiLegacyRules) -> Outlook:
    mover = state.owner
    rivals = frozenset(range(state.seats)) - state.gone - state.out - {mover}
    others = state.valid_to(mover) & ~state.valid(mover)
    own = state.valid(mover) | state.forbidden(mover)
    closed = _enclosed(state, own) & others != 0
    dying = left_behind(state)
    escape = Preview(
        state.say("preview.escape", count=dying.bit_count()), (_on(state, "dies", dying),)
    )
    return Outlook(not any(map(state.can_act, rivals)), others, own, closed, escape)


def preview(state: RelatiLegacyRules, action: Action, seen: Outlook) -> Preview:
    said, shown = _preview(state, action, seen)
    if not seen.decided or (said and said.key.endswith("then-wins")):
        return Preview(said, shown)
    wins = state.say("preview.then-wins", what=said) if said else state.say("preview.wins")
    return Preview(wins, shown)


def _preview(state: RelatiLegacyRules, action: Action, seen: Outlook) -> Preview:
    match action:
        case Link():
            return _link(state, action, seen)
        case Escape():
            return seen.escape
        case Attack():
            return _attack(state, action, seen)
        case Bomb():
            later = after(state, action)
            theirs, own = toll(state, later)
            said = state.say("preview.bomb", theirs=theirs, own=own)
            cell = 1 << action.cell
            reach = _on(state, "reach", state.board.near(cell) | cell)
            dying = _on(state, "dies", _dying(state, later))
            return Preview(_with_end(state, later, said), (reach, dying))
        case Defend(cell) if state.sides[state.owner].source >> cell & 1:
            held = state.valid(state.owner) & state.sides[state.owner].normal
            key = "preview.defend-source" if held else "preview.defend-alone"
            said = state.say(key, count=held.bit_count())
            return Preview(said, (_on(state, "cut", held),) if held else ())
    return Preview()


def _on(state: RelatiLegacyRules, kind: str, cells: int) -> Consequence:
    return Consequence(kind, tuple(map(state.board.label, bits(cells))))


def toll(state: RelatiLegacyRules, later: RelatiLegacyRules) -> Toll:
    """How many were alive before an action and are dead after it."""
    dead, side = _dying(state, later), state.sides[state.owner]
    own = (dead & side.all).bit_count()
    return Toll(dead.bit_count() - own, own)


def _dying(state: RelatiLegacyRules, later: RelatiLegacyRules) -> int:
    """Who was alive before an action and is dead after it."""
    dead = 0
    for old, new in zip(state.sides, later.sides, strict=True):
        dead |= new.dead & old.living
    return dead


def left_behind(state: RelatiLegacyRules) -> int:
    """What dies in an escape: all but shields."""
    side = state.sides[state.owner]
    return side.all & ~side.shield & ~side.dead


def attack_line(state: RelatiLegacyRules, action: Attack) -> Line:
    found = line(state.board, action.target, action.medium)
    assert found is not None
    return found


def spent_sites(state: RelatiLegacyRules, action: Attack) -> Iterator[str]:
    """What an attack costs, from the target outwards."""
    found = attack_line(state, action)
    assert found.material is not None
    for cell in (action.medium, found.material):
        if spent(action, found) >> cell & 1:
            yield state.board.label(cell)


def _link(state: RelatiLegacyRules, action: Link, seen: Outlook) -> Preview:
    """Who dies in a pincer that it closes."""
    if not _may_pincer(state, 1 << action.cell, seen):
        return Preview()
    later = after(state, action)
    theirs = toll(state, later).theirs
    if not theirs:
        return Preview()
    said = _with_end(state, later, state.say("preview.pincer", count=theirs))
    return Preview(said, (_on(state, "dies", _dying(state, later)),))


def _may_pincer(state: RelatiLegacyRules, cell: int, seen: Outlook) -> bool:
    """Whether anybody could be between own pieces with one more on this cell."""
    if seen.closed:
        return True
    near = state.board.near(cell) & seen.others
    return near != 0 and _enclosed(state, seen.own | cell) & near != 0


def _enclosed(state: RelatiLegacyRules, cells: int) -> int:
    board = state.board
    return enclosed_by(board, cells, ORTHOGONAL) | enclosed_by(board, cells, DIAGONAL)


def _attack(state: RelatiLegacyRules, action: Attack, seen: Outlook) -> Preview:
    side, target = state.sides[state.owner], state.board.label(action.target)
    costs = tuple(spent_sites(state, action))
    said = state.say(f"preview.{action.kind.lower()}", target=target, spent=costs)
    spending = Consequence("spent", costs)
    sources = spent(action, attack_line(state, action)) & side.source
    for other in state.sides:
        sources |= other.source & 1 << action.target
    if sources or seen.closed:
        later = after(state, action)
        dying = _on(state, "dies", _dying(state, later))
        return Preview(_with_end(state, later, said), (spending, dying))
    return Preview(said, (spending, Consequence("dies", (target,))))


def _with_end(state: RelatiLegacyRules, later: RelatiLegacyRules, said: Message) -> Message:
    """With what it means for the mover: he wins, is out when asked again, or lost his source."""
    mover = state.owner
    if later.outcome:
        end = "wins" if later.outcome.winner == mover else "out"
    elif not later.can_act(mover):
        end = "out"
    elif state.sides[mover].source and not later.sides[mover].source:
        end = "source"
    else:
        return said
    return state.say(f"preview.then-{end}", what=said)
