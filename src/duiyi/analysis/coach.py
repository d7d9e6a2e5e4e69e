"""The coach: what to say before a decision that gives much away, and after any decision.

    before(state, "fire:D4:B", seed=1)   a warning, or nothing
    after(state, "C3", seat=0, seed=1)   what it did, and what the other side threatens

What it says is made of narration and of what searches find; it never names a better decision.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from duiyi.analysis.losing import Losing, beaten
from duiyi.analysis.mistakes import Mark, mark_of
from duiyi.analysis.position import TWO, Analyst
from duiyi.analysis.threats import LINES, Threat, briefly, threat
from duiyi.core import CHANCE, Message, Seat, State, message
from duiyi.core.view import Event
from duiyi.players.levels import row_of
from duiyi.players.thinking import Limits

LEVEL = 6
"""The level whose search the coach asks: it is careful, and somebody waits for the answer."""
SECONDS = 0.05
"""CPU time for one search, if its nodes should take longer."""
SURER = 4
"""Times as much is searched again before something is held against a decision."""
MEMORY = 16 << 20
TOLD = 3
"""Events of a decision that are told to whoever made it."""


@dataclass(frozen=True, slots=True)
class Warning:
    """Why a decision should be thought over: in one sentence, and what shows it in another.

    `kind`: `lost` by the decision itself, `reply` by the next turn of another, `share` by what the
    search expects. `line` are the tokens that show it, from the position after the decision.
    `clause` is the key of the narration that the rules explain.
    """

    kind: str
    reason: Message
    detail: Message
    sites: tuple[str, ...]
    line: tuple[str, ...]
    clause: str


@dataclass(frozen=True, slots=True)
class Sentences:
    """What a decision did, and what is threatened now; `None` where nothing can be said of it."""

    did: tuple[Event, ...]
    threatened: Message | None
    threat: Threat | None

    @property
    def sites(self) -> tuple[str, ...]:
        return () if self.threat is None else self.threat.sites


def limits_for(state: State[Any], seed: int) -> Limits:
    """What one search of the coach may use: as many nodes as the level's, so that the same seed
    says the same again. Of more seats more positions are searched, each with less."""
    nodes = row_of(state.game.id, state.options, LEVEL).nodes
    assert nodes is not None
    share = 1 if state.seats == TWO else 2 * state.seats
    return Limits(
        seconds=SECONDS / share, nodes=max(1, nodes // share), memory=MEMORY, seed=seed, lines=LINES
    )


def before(
    state: State[Any], token: str, seed: int = 0, limits: Limits | None = None
) -> Warning | None:
    """What to say before a seat decides so; `IllegalAction` and `BadToken` as `play` has them."""
    seat, after = state.actor, state.play(token)
    assert seat is not None
    assert seat != CHANCE
    if len(state.actions()) == 1:
        return None
    line = Losing(seat).line(after)
    if line is not None:
        return None if _all_lose(state, token, seat) else _lost(state, token, after, seat, line)
    searched = limits_for(state, seed) if limits is None else limits
    analysts = _analyst(searched), _analyst(_more(searched))
    return _given_away(state, token, after, seat, analysts)


def after(
    state: State[Any], token: str, seat: Seat, seed: int = 0, limits: Limits | None = None
) -> Sentences:
    """What a decision did, told to a seat, whose it may be or not, and what threatens it now."""
    later = state.play(token)
    did = tuple(state.narrate(state.parse(token))[:TOLD])
    if beaten(later, seat) or _in_own_turn(state, later, seat):
        return Sentences(did, None, None)
    searched = limits_for(later, seed) if limits is None else limits
    found, agreed = threat(later, seat, _analyst(searched), seed)
    if found is None:
        return Sentences(did, message("coach.quiet") if agreed else None, None)
    return Sentences(did, _threatened(later, found), found)


def _analyst(limits: Limits) -> Analyst:
    return Analyst(limits, lines=LINES)


def _more(limits: Limits) -> Limits:
    nodes = None if limits.nodes is None else SURER * limits.nodes
    return replace(limits, seconds=SURER * limits.seconds, nodes=nodes, seed=limits.seed + 1)


def _in_own_turn(state: State[Any], later: State[Any], seat: Seat) -> bool:
    """Between the decisions of the seat's own turn it is too early to speak of the next one."""
    return state.actor == seat and later.owner == seat and later.turn == state.turn


def _all_lose(state: State[Any], token: str, seat: Seat) -> bool:
    """Whether it is certain that every other decision loses as well: then nothing is given away."""
    losing = Losing(seat)
    for action in state.actions():
        other = state.text(action)
        if other != token and losing.line(state.play(action)) is None:
            return False
    return losing.complete


def _lost(
    state: State[Any], token: str, after: State[Any], seat: Seat, line: tuple[str, ...]
) -> Warning:
    if not line:
        events = state.narrate(state.parse(token))
        reason = message("coach.lost" if after.outcome else "coach.out")
        return _warning("lost", reason, tuple(events), line)
    end, last, moves = after, after, []
    for one in line:
        if end.actor not in (CHANCE, seat):
            moves.append(end.notation(end.parse(one)))
        last, end = end, end.play(one)
    events = last.narrate(last.parse(line[-1]))
    key = "coach.reply" if end.outcome else "coach.reply-out"
    by = _symbol(after, _other(after, seat))
    reason = message(key, symbol=by, moves=tuple(moves))
    return _warning("reply", reason, tuple(events), line)


def _warning(
    kind: str, reason: Message, events: tuple[Event, ...], line: tuple[str, ...]
) -> Warning:
    """The last event is how it ends: that is what the rules explain."""
    told = dict.fromkeys((events[0].message, events[-1].message))
    detail = message("coach.because", events=tuple(told))
    sites = tuple(dict.fromkeys(site for one in events for site in (*one.sites, *one.causes)))
    return Warning(kind, reason, detail, sites, line, events[-1].message.key)


def _given_away(
    state: State[Any], token: str, after: State[Any], seat: Seat, analysts: tuple[Analyst, Analyst]
) -> Warning | None:
    """Where the search sees a blunder, and sees it again: in one search of all decisions, and in
    longer ones of both positions that may follow. Searches of different positions see differently
    far, and one that ends before chance may know nothing of what comes after it."""
    analyst, surer = analysts
    best = analyst.position(state).best
    if token == best.tokens[0] or best.proof == "loss":
        return None
    share = _share_after(state, token, after, seat, analyst)
    if share is None or not _blunder(best.share - share, state):
        return None
    again = _share_after(state, token, after, seat, surer)
    line = analyst.line(state, token)
    left = max(share, again or 0.0, 0.0 if line is None else line.share)
    better = surer.share(state.play(best.tokens[0]), seat)
    hoped = best.share if better is None else min(best.share, better)
    if not _blunder(hoped - left, state):
        return None
    reason = message("coach.share", hoped=_percent(hoped), left=_percent(left))
    return _shown(state, token, after, seat, analyst, reason)


def _shown(
    state: State[Any], token: str, after: State[Any], seat: Seat, analyst: Analyst, reason: Message
) -> Warning:
    """By the answer that the search expects: what it does, or else what it is; in the middle of a
    turn by what the decision itself does."""
    events = state.narrate(state.parse(token))
    sites = tuple(dict.fromkeys(site for one in events for site in one.sites))
    clause = events[0].message.key
    if after.outcome is not None or after.owner == seat or after.actor in (CHANCE, seat):
        detail = message("coach.because", events=briefly([one.message for one in events]))
        return Warning("share", reason, detail, sites, (), clause)
    by = _symbol(after, after.owner)
    reply, _ = threat(after, seat, analyst, 0)
    if reply is not None and reply.drawn is None:
        detail = message("coach.answer", symbol=by, moves=reply.moves, events=briefly(reply.events))
        return Warning("share", reason, detail, reply.sites, reply.line, reply.events[0].key)
    first = analyst.position(after).best.tokens[0]
    moves = (after.notation(after.parse(first)),)
    detail = message("coach.expected", symbol=by, moves=moves)
    return Warning("share", reason, detail, sites, (first,), clause)


def _share_after(
    state: State[Any], token: str, after: State[Any], seat: Seat, analyst: Analyst
) -> float | None:
    """What is left to hope for; where chance comes next, what the search of all decisions says."""
    share = analyst.share(after, seat)
    if share is None:
        line = analyst.line(state, token)
        share = None if line is None else line.share
    return share


def _blunder(loss: float, state: State[Any]) -> bool:
    return mark_of(loss, state.seats) is Mark.blunder


def _percent(share: float) -> int:
    return round(100 * share)


def _threatened(state: State[Any], found: Threat) -> Message:
    params: dict[str, Any] = {
        "symbol": _symbol(state, found.by),
        "moves": found.moves,
        "events": briefly(found.events),
    }
    if found.wins:
        return message("coach.threat.wins", **params)
    if found.drawn is not None:
        return message("coach.threat.drawn", drawn=found.drawn, **params)
    return message("coach.threat", **params)


def _other(state: State[Any], seat: Seat) -> Seat:
    """Who moves next: it is its owner's turn, unless that is the seat itself."""
    return state.owner if state.owner != seat else (seat + 1) % state.seats


def _symbol(state: State[Any], seat: Seat) -> Message:
    symbol = state.view(None).seats[seat].symbol
    return message(f"{state.game.id}:symbol.{symbol}")
