"""What must hold so that a page can show a state and let people play on it."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator

from duiyi.core.check.properties import Broken, expect, requirement, same
from duiyi.core.check.texts import edited, junk
from duiyi.core.check.tokens import expect_violation
from duiyi.core.check.walk import Point
from duiyi.core.plain import plain
from duiyi.core.view import BUTTON, View
from duiyi.core.view.spectator import watched


@requirement("view-sites", weight=1)
def view_sites(point: Point) -> None:
    """Everything in a view is on a site that exists; ids are distinct, a site has one piece."""
    view = point.view_since
    fixed = point.game.geometry(point.seats, point.state.options).sites
    ids = [site.id for site in (*fixed, *view.sites)]
    expect(len(set(ids)) == len(ids), "ids of sites are distinct", ids)
    for what, site in _sites(view):
        expect(site in ids, f"the site of {what} exists", site)
    places = [piece.site for piece in view.pieces]
    expect(len(set(places)) == len(places), "one piece, or one stack, on a site", places)


@requirement("view-state", weight=1)
def view_state(point: Point) -> None:
    """A view tells actor, owner, turn, outcome and seats as the state does."""
    state, view = point.state, point.view
    for name in ("actor", "owner", "turn", "outcome"):
        same(f"{name} of the view", getattr(view, name), getattr(state, name))
    scores = state.outcome.scores if state.outcome else (None,) * state.seats
    wanted = [(seat, seat not in state.out, scores[seat]) for seat in range(state.seats)]
    same("seats of the view", [(s.seat, s.inside, s.score) for s in view.seats], wanted)
    owners = (
        *(stone.seat for piece in view.pieces for stone in piece.stack),
        *(edge.owner for edge in view.edges),
        *(area.owner for area in view.areas),
        *(meter.seat for meter in view.meters),
    )
    for owner in owners:
        expect(owner is None or owner in range(state.seats), "things belong to seats", owner)
    expect(all(piece.stack for piece in view.pieces), "no stack is empty", view.pieces)


@requirement("choices", weight=1)
def choices(point: Point) -> None:
    """Whoever decides, or nobody in particular, is shown all actions in order; others none."""
    state = point.state
    tokens = [state.text(action) for action in state.actions()]
    for seat in (None, *range(state.seats)):
        view = point.view if seat is None else point.seen(seat)
        shown = [choice.token for choice in view.choices]
        wanted = tokens if seat in (None, state.actor) else []
        same(f"choices of view({seat})", shown, wanted)


@requirement("click-paths", weight=1)
def click_paths(point: Point) -> None:
    """Clicks decide: each choice has a path, none begins another, a button comes only last."""
    view, sites = point.view, point.sites
    taken: dict[tuple[str, ...], str] = {}
    for choice in view.choices:
        expect(bool(choice.paths), f"a click path for {choice.token}", choice)
        for path in choice.paths:
            expect(bool(path), f"the path of {choice.token} has a click", path)
            expect(path not in taken, f"a path of its own for {choice.token}", path)
            taken[path] = choice.token
            for site in path[:-1]:
                expect(site in sites, f"the path of {choice.token} goes over sites", path)
            end = path[-1]
            named = len(end) > len(BUTTON) if end.startswith(BUTTON) else end in sites
            expect(named, f"the path of {choice.token} ends in a site or button", path)
    for path, token in taken.items():
        for length in range(1, len(path)):
            other = taken.get(path[:length])
            expect(other is None, f"the path of {other} does not begin that of {token}", path)


@requirement("why-path", weight=1)
def why_path(point: Point) -> None:
    """Clicks that play or begin a choice have nothing against them; others always a violation."""
    state = point.state
    paths = {path: c.token for c in point.view.choices for path in c.paths}
    for path in point.sample(list(paths), 3):
        for length in range(1, len(path) + 1):
            token, broken = state.why_path(path[:length])
            same(f"violation of why_path({path[:length]})", broken, None)
            known = token is None or token in point.tokens
            expect(known, f"why_path({path[:length]}) names a legal token", token)
    begun = {path[:length] for path in paths for length in range(1, len(path) + 1)}
    for path in misfits(point):
        if path in begun:
            continue
        token, broken = state.why_path(path)
        expect(broken is not None, f"why_path({path}) says what is wrong", (token, broken))
        if token is not None:
            same(f"violation of why_path({path})", broken, state.why_not(token))
        else:
            expect_violation(broken, point.sites)


def misfits(point: Point) -> Iterator[tuple[str, ...]]:
    """Clicks, most of which fit no choice: sites, pairs of them, buttons, junk."""
    sites = sorted(point.sites) or [""]
    begins = sorted({path[0] for c in point.view.choices for path in c.paths if path})
    for site in point.sample(sites, 3):
        yield (site,)
        yield (point.pick(begins or sites), site)
        yield (point.pick(begins or sites), site, point.pick(sites))
    yield (point.pick(begins or sites), BUTTON + junk(point.choose))
    yield (junk(point.choose),)
    yield (junk(point.choose), point.pick(sites), edited(point.pick(sites), point.choose))


@requirement("view-since", weight=1)
def view_since(point: Point) -> None:
    """`since` adds to a view what happened last, also as edges and areas, and changes nothing."""
    view = point.view
    same("last without since", view.last, ())
    if point.before is None:
        return
    later = point.view_since
    drawn = {*later.edges, *later.areas}
    expect(drawn >= {*view.edges, *view.areas}, "all edges and areas also with since", later)
    kept = dataclasses.replace(later, last=(), edges=view.edges, areas=view.areas)
    for field in dataclasses.fields(View):
        same(f"{field.name} with since", getattr(kept, field.name), getattr(view, field.name))


@requirement("watched", weight=1)
def watched_view(point: Point) -> None:
    """Who only looks on sees the same, without choices."""
    wanted = dataclasses.replace(point.view_since, choices=())
    same("what is watched", watched(point.state, point.before), wanted)


@requirement("one-view", weight=1)
def one_view(point: Point) -> None:
    """All seats see the same, choices apart: hidden information is not kept from anybody.

    The server sends one view to everybody at a table, and records are public.
    """
    public = dataclasses.replace(point.view_since, choices=())
    for seat in range(point.seats):
        seen = dataclasses.replace(point.seen(seat), choices=())
        for field in dataclasses.fields(View):
            told = getattr(seen, field.name)
            if told != getattr(public, field.name):
                raise Broken(
                    f"perfect information: {field.name} of view({seat}) as in view(), because "
                    "the server sends one view to all and records are public",
                    told,
                )


@requirement("view-json", weight=2)
def view_json(point: Point) -> None:
    """Views and geometries can be sent as JSON."""
    board = [] if point.played else [point.game.geometry(point.seats, point.options)]
    for value in (*board, point.view_since):
        data = plain(value)
        same("what is read from JSON", json.loads(json.dumps(data, allow_nan=False)), data)


def _sites(view: View) -> Iterator[tuple[str, str]]:
    """Every site that a view mentions outside of click paths."""
    yield from (("a piece", piece.site) for piece in view.pieces)
    for edge in view.edges:
        yield from (("an edge", site) for site in (edge.source, *edge.via, edge.target))
    yield from (("an area", site) for area in view.areas for site in area.sites)
    yield from (("the last action", site) for site in view.last)
