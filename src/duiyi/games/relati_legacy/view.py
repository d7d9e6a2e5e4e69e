"""What is shown of a position of relati legacy: the view. No rules here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Set

from duiyi.boards.square import bits
from duiyi.core.state import Seat
from duiyi.core.view import SPARE, Area, Choice, Edge, Meter, Piece, Stone, View, button
from duiyi.games import links
from duiyi.games.hanging import with_links
from duiyi.games.links import Link as Held
from duiyi.games.order import SYMBOLS
from duiyi.games.relati_legacy.actions import (
    Action,
    Attack,
    Bomb,
    Defend,
    Escape,
    Link,
    Locate,
)
from duiyi.games.relati_legacy.rules import RelatiLegacyRules
from duiyi.games.relati_legacy.sides import blocking, held
from duiyi.games.relati_legacy.violations import status
from duiyi.games.relati_legacy.words.previews import (
    Outlook,
    Preview,
    attack_line,
    outlook,
    preview,
    spent_sites,
)
from duiyi.games.relati_legacy.words.prompts import prompt, prompt_you
from duiyi.games.relati_legacy.zones import named, zones


def view(state: RelatiLegacyRules, since: RelatiLegacyRules | None, chosen: bool) -> View:
    """`chosen`: with the choices."""
    found = View(
        actor=state.actor,
        owner=state.owner,
        turn=state.turn,
        seats=state.seat_views(SYMBOLS),
        prompt=prompt(state),
        prompt_you=prompt_you(state),
        pieces=tuple(pieces(state)),
        edges=(*edges(state), *(cuts(since, state) if since else ())),
        areas=tuple(areas(state)),
        meters=tuple(meters(state)),
        choices=choices(state) if chosen else (),
        last=tuple(changes(since, state)) if since else (),
        outcome=state.outcome,
    )
    own = held(state.sides[state.owner])
    return with_links(found, state.board, own, blocking(state.sides, state.owner))


def pieces(state: RelatiLegacyRules) -> Iterator[Piece]:
    for seat, side in enumerate(state.sides):
        for cell in bits(side.all):
            mark = status(state, cell)
            marks = () if mark == "normal" else (mark,)
            yield Piece(state.board.label(cell), (Stone(SYMBOLS[seat], seat),), marks)


def trees(state: RelatiLegacyRules) -> list[dict[int, Held]]:
    """For each seat the links that hold its valid pieces, by piece, from the source outwards."""
    return [
        {
            link.target: link
            for link in links.tree(state.board, held(side), blocking(state.sides, seat))
        }
        for seat, side in enumerate(state.sides)
    ]


def edges(state: RelatiLegacyRules) -> Iterator[Edge]:
    """The links that hold pieces, then the spare ones."""
    found = trees(state)
    for seat, tree in enumerate(found):
        for link in tree.values():
            yield _edge(state, link, seat, link.path.kind)
    for seat, (side, tree) in enumerate(zip(state.sides, found, strict=True)):
        blocked = blocking(state.sides, seat)
        for link in links.spare(state.board, held(side), blocked, tree.values()):
            yield _edge(state, link, seat, SPARE)


def cuts(since: RelatiLegacyRules, state: RelatiLegacyRules) -> Iterator[Edge]:
    """The links of pieces that were valid and now are forbidden."""
    for seat, tree in enumerate(trees(since)):
        for link in tree.values():
            if state.forbidden(seat) >> link.target & 1:
                yield _edge(state, link, seat, "cut")


def _edge(state: RelatiLegacyRules, link: Held, seat: Seat, kind: str) -> Edge:
    label = state.board.label
    via = tuple(label(cell) for cell in reversed(link.path.via))
    return Edge(label(link.source), label(link.target), via, seat, kind)


def areas(state: RelatiLegacyRules) -> Iterator[Area]:
    for seat, side in enumerate(state.sides):
        for zone in zones(state.board, side.shield):
            yield Area(named(state.board, zone), seat, "safe-zone")


def meters(state: RelatiLegacyRules) -> Iterator[Meter]:
    for seat, side in enumerate(state.sides):
        yield Meter(state.say("meter.valid"), state.valid(seat).bit_count(), seat)
        yield Meter(state.say("meter.shields"), side.shield.bit_count(), seat)
        yield Meter(state.say("meter.forbidden"), state.forbidden(seat).bit_count(), seat)
        if seat in state.gone:
            yield Meter(state.say("meter.eliminated"), 1, seat)


def changes(since: RelatiLegacyRules, state: RelatiLegacyRules) -> Iterator[str]:
    """The cells whose piece the last action changed."""
    changed = 0
    for old, new in zip(since.sides, state.sides, strict=True):
        for before, after in zip(old, new, strict=True):
            changed |= before ^ after
    for cell in bits(changed):
        yield state.board.label(cell)


def choices(state: RelatiLegacyRules) -> tuple[Choice, ...]:
    actions = state.actions()
    escapes = {action.cell for action in actions if isinstance(action, Escape)}
    pairs = Counter((a.target, a.medium) for a in actions if isinstance(a, Attack))
    twice = {pair for pair, kinds in pairs.items() if kinds > 1}
    seen = outlook(state)
    return tuple(choice(state, action, escapes, twice, seen) for action in actions)


def choice(
    state: RelatiLegacyRules,
    action: Action,
    escapes: Set[int],
    twice: Set[tuple[int, int]],
    seen: Outlook,
) -> Choice:
    """Cells are clicked; a button decides where the same cells could mean something else.

    `escapes`: cells where an escape is possible too; `twice`: target and medium of both attacks.
    """
    token, told = state.text(action), preview(state, action, seen)
    if isinstance(action, Attack):
        return _attack(state, action, told, twice)
    said, consequences = told
    site = state.board.label(action.cell)
    match action:
        case Locate():
            return Choice(token, ((site,),), state.say("choice.locate", site=site), verb="locate")
        case Link():
            both = action.cell in escapes
            path = (site, button("relati")) if both else (site,)
            label = state.say("choice.relati", site=site)
            return Choice(token, (path,), label, said, both, verb="link", consequences=consequences)
        case Escape():
            verb = "escape"
        case Bomb():
            verb = "bomb"
        case Defend():
            verb = "defend"
    label = state.say(f"choice.{verb}", site=site)
    path = site, button(verb)
    return Choice(token, (path,), label, said, verb=verb, consequences=consequences)


def _attack(
    state: RelatiLegacyRules, action: Attack, seen: Preview, twice: Set[tuple[int, int]]
) -> Choice:
    """From the medium to the target; the cheaper AN is the default where both are possible."""
    label = state.board.label
    target, medium = label(action.target), label(action.medium)
    costs = tuple(spent_sites(state, action))
    kind = action.kind.lower()
    both = (action.target, action.medium) in twice
    via = tuple(label(cell) for cell in reversed(attack_line(state, action).between))
    return Choice(
        state.text(action),
        ((medium, target, button(kind)) if both else (medium, target),),
        state.say(f"choice.{kind}", target=target, medium=medium, spent=costs),
        seen.said,
        default=both and kind == "an",
        edges=(Edge(medium, target, via, state.owner, "attack"),),
        verb=kind,
        consequences=seen.consequences,
    )
