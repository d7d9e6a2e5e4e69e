"""Kinds of faults: what a game's violations and the verdicts are called, and in which order.

A move that breaks a rule is of the kind of that rule: a game words the codes of its violations by
`fault.CODE`, and declares in `faults` those that are always listed, in their order. Every other
fault is of the kind of its verdict.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from duiyi.arena.game.played import Offence
from duiyi.arena.report.page.words import phrase
from duiyi.core.locale import FALLBACK, has
from duiyi.core.message import Message
from duiyi.core.state import Game
from duiyi.engine.fault import Verdict


class Kind(NamedTuple):
    """`code` is that of a violation; empty for the other verdicts."""

    verdict: Verdict
    code: str = ""


def kind_of(offence: Offence) -> Kind:
    illegal = offence.verdict is Verdict.illegal
    return Kind(offence.verdict, offence.code if illegal else "")


def declared(game: Game) -> list[Kind]:
    """Those that a game wants listed, whether they happened or not."""
    codes: Sequence[str] = getattr(game, "faults", ())
    verdicts = [*Verdict]
    return [
        Kind(Verdict(code)) if code in verdicts else Kind(Verdict.illegal, code) for code in codes
    ]


def kinds(game: Game, happened: Collection[Kind]) -> list[Kind]:
    """The declared ones in their order, then those that happened: other rules, other verdicts."""
    first = declared(game)
    order = [*Verdict]
    others = sorted(
        {*happened}.difference(first), key=lambda kind: (order.index(kind.verdict), kind.code)
    )
    return [*first, *others]


def label_of(kind: Kind, game: Game) -> Message:
    """A few words; the code itself where a game has none for it."""
    if kind.verdict is not Verdict.illegal:
        return phrase(f"verdict.{kind.verdict.value}")
    for catalog in (game.id, "core"):
        if has(f"{catalog}:fault.{kind.code}", FALLBACK):
            return Message(f"{catalog}:fault.{kind.code}")
    return phrase("fault.unnamed", code=kind.code)
