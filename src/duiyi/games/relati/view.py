"""What is shown of a position of relati: the view. No rules here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from duiyi.boards.square import bits
from duiyi.core.message import Message, Param, message
from duiyi.core.state import Seat
from duiyi.core.view import SPARE, Choice, Edge, Meter, Piece, Stone, View, button
from duiyi.games.hanging import with_links
from duiyi.games.order import SYMBOLS, symbol
from duiyi.games.relati.actions import Action, Build, Fire, Migrate, Pass, Place
from duiyi.games.relati.links import Link, Web, held, spare, tree
from duiyi.games.relati.previews import Preview, of_build, of_migration, of_shot, telling_builds
from duiyi.games.relati.rules import RelatiRules


def view(state: RelatiRules, since: RelatiRules | None, chosen: bool) -> View:
    """`chosen`: with the choices."""
    webs = webs_of(state)
    prompt, prompt_you = prompts(state)
    found = View(
        actor=state.actor,
        owner=state.owner,
        turn=state.turn,
        seats=state.seat_views(SYMBOLS),
        prompt=prompt,
        pieces=tuple(pieces(state)),
        edges=(*links(state, webs), *(cuts(since, state) if since else ())),
        meters=tuple(meters(state)),
        choices=tuple(choices(state, webs)) if chosen else (),
        last=tuple(changes(since, state)) if since else (),
        outcome=state.outcome,
        prompt_you=prompt_you,
    )
    own = held(state.sides[state.owner])
    return with_links(found, state.board, own, state.blocked)


def prompts(state: RelatiRules) -> tuple[Message, Message | None]:
    """What is to be decided, of the actor and to the actor."""
    if state.outcome:
        return state.outcome_message(SYMBOLS), None
    key, params = asked(state)
    said = state.say(f"prompt.{key}", symbol=symbol(state.owner), **params)
    return said, state.say(f"prompt.{key}.you", **params)


def asked(state: RelatiRules) -> tuple[str, dict[str, Param]]:
    if state.chain:
        site = state.board.label(state.chain.cannon)
        return "chain", {"site": site, "shells": state.chain.shells}
    if not state.sides[state.owner].all:
        return "root", {}
    if state.bonus:
        return "bonus", {"count": state.bonus, "acts": tuple(named_acts(state))}
    if state.options.cannon or state.options.migration:
        return "acts", {"acts": tuple(named_acts(state))}
    return "act", {"count": state.placeable(state.owner).bit_count()}


def named_acts(state: RelatiRules) -> Iterator[Message]:
    """The kinds of actions that there are, each with how many."""
    seat, options = state.owner, state.options
    numbers = {"link": state.placeable(seat).bit_count()}
    if options.cannon:
        numbers["build"] = state.plain(seat).bit_count()
        shots = (shot for cannon in bits(state.sides[seat].ready) for shot in state.shots(cannon))
        numbers["fire"] = sum(1 for _ in shots)
    if options.migration:
        numbers["migrate"] = state.migratable(seat).bit_count()
    for act, count in numbers.items():
        if count:
            yield state.say(f"act.{act}", count=count)


def pieces(state: RelatiRules) -> Iterator[Piece]:
    for seat, side in enumerate(state.sides):
        connected = state.reaches[seat].connected
        for cell in bits(side.all):
            mark, label = "", ""
            if side.root >> cell & 1:
                mark = "root"
            elif side.ready >> cell & 1:
                mark, label = "cannon", str(state.shells(cell))
            elif side.spent >> cell & 1:
                mark, label = "spent", "0"
            elif side.dead >> cell & 1:
                mark = "dead"
            elif not connected >> cell & 1:
                mark = "lost"
            stone = Stone(SYMBOLS[seat], seat, label)
            yield Piece(state.board.label(cell), (stone,), (mark,) if mark else ())


def webs_of(state: RelatiRules) -> list[Web]:
    blocked = state.blocked
    return [
        Web(held, spare(state.board, side, blocked, held.values()))
        for side, held in zip(state.sides, trees(state), strict=True)
    ]


def trees(state: RelatiRules) -> list[dict[int, Link]]:
    """For each seat the links that hold its symbols, by symbol."""
    blocked = state.blocked
    return [
        {link.target: link for link in tree(state.board, side, blocked)} for side in state.sides
    ]


def links(state: RelatiRules, webs: Sequence[Web]) -> Iterator[Edge]:
    """The links that hold symbols, then the spare ones."""
    for seat, web in enumerate(webs):
        for link in web.holding.values():
            yield _edge(state, link, seat, link.path.kind)
    for seat, web in enumerate(webs):
        for link in web.spare:
            yield _edge(state, link, seat, SPARE)


def cuts(since: RelatiRules, state: RelatiRules) -> Iterator[Edge]:
    """The links of symbols that were connected and now are lost, or died as cannons of that."""
    blocked = state.blocked
    for seat, hung in enumerate(trees(since)):
        lost = state.sides[seat].plain & ~state.reaches[seat].connected
        died = since.sides[seat].cannons & state.sides[seat].dead
        for link in hung.values():
            cut = died >> link.target & 1 and link.path.via_bits & blocked
            if cut or lost >> link.target & 1:
                yield _edge(state, link, seat, "cut")


def _edge(state: RelatiRules, link: Link, seat: Seat, kind: str) -> Edge:
    label = state.board.label
    via = tuple(label(cell) for cell in reversed(link.path.via))
    return Edge(label(link.source), label(link.target), via, seat, kind)


def meters(state: RelatiRules) -> Iterator[Meter]:
    for seat, (side, lost) in enumerate(zip(state.sides, state.lost(), strict=True)):
        if state.options.cannon:
            yield Meter(state.say("meter.cannons"), side.ready.bit_count(), seat)
            yield Meter(state.say("meter.spent"), side.spent.bit_count(), seat)
        yield Meter(state.say("meter.lost"), lost, seat)
    if state.options.continuous:
        yield Meter(state.say("meter.bonus"), state.bonus, state.actor)


def changes(since: RelatiRules, state: RelatiRules) -> Iterator[str]:
    """The cells whose symbol the last action changed."""
    changed = 0
    for old, new in zip(since.sides, state.sides, strict=True):
        for before, after in zip(old, new, strict=True):
            changed |= before ^ after
    for cell in bits(changed):
        yield state.board.label(cell)


def choices(state: RelatiRules, webs: Sequence[Web]) -> Iterator[Choice]:
    actions = state.actions()
    builds = any(isinstance(action, Build) for action in actions)
    telling = telling_builds(state, webs[state.owner]) if builds else 0
    for action in actions:
        yield choice(state, action, telling)


def choice(state: RelatiRules, action: Action, telling: int) -> Choice:
    """Cells are clicked; building and migrating need a button after the symbol. `telling`: the
    builds that have a preview."""
    label, token = state.board.label, state.text(action)
    match action:
        case Place():
            return placing(token, "link" if state.sides[state.owner].all else "locate")
        case Build(cell):
            site = label(cell)
            says, path = state.say("choice.build", site=site), (site, button("build"))
            tells, shown = of_build(state, action) if telling >> cell & 1 else Preview()
            return Choice(token, (path,), says, tells, True, verb="build", consequences=shown)
        case Migrate(cell):
            site = label(cell)
            says, path = state.say("choice.root", site=site), (site, button("root"))
            tells, shown = of_migration(state, action)
            return Choice(token, (path,), says, tells, verb="migrate", consequences=shown)
        case Fire():
            return _shot(state, action, token)
        case Pass():
            return Choice(token, ((button("pass"),),), state.say("choice.pass"), verb="pass")


@cache
def placing(site: str, verb: str) -> Choice:
    """Made once: placing is most of what may be done, and says the same everywhere."""
    return Choice(site, ((site,),), message("relati:choice.place", site=site), verb=verb)


def _shot(state: RelatiRules, action: Fire, token: str) -> Choice:
    site = state.board.label(action.cell)
    target = state.target(action.cell, action.direction)
    assert target is not None
    aim = state.board.label(target)
    verb = "relay" if state.relays(target) else "fire"
    paths: tuple[tuple[str, ...], ...] = ((site, aim),)
    if state.chain:  # only this cannon may fire, so its target alone says enough
        paths += ((aim,),)
    says = state.say("choice.fire", site=site, target=aim)
    tells, shown = of_shot(state, action)
    return Choice(token, paths, says, tells, verb=verb, consequences=shown)
