"""A phase of atom as fields of an editor, and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from duiyi.core.message import message
from duiyi.core.study.palette import Field, FieldValue, Offer, integer, seat_offers
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
from duiyi.games.atom.words.names import SYMBOLS

PHASES = ("choose", "draw", "place", "act", "destroy", "keep", "lose", "over")
SETS = ("1", "2", "3", "12", "13", "23", "123")
EFFECTS = "RBG"
ATTACKS = {"draw": 3, "place": 3, "act": 3, "destroy": 2, "keep": 3, "lose": 3}
"""How many attacks each phase may have left."""
START: Mapping[str, FieldValue] = {
    "attacks": 0, "atoms": 5, "placements": 4, "cell": 1, "left": 1, "first": True,
    "keeper": 0, "cells": "1", "touched": "", "effect": "", "worth": 0,
}  # fmt: skip


def values_of(phase: Phase) -> dict[str, FieldValue]:
    """All fields; those that the phase does not have as at the start."""
    return dict(START) | _said(phase)


def _said(phase: Phase) -> dict[str, FieldValue]:
    match phase:
        case Choosing():
            return {"phase": "choose"}
        case Drawing(atoms, placements, attacks):
            said: dict[str, FieldValue] = {"phase": "draw", "attacks": attacks}
            return said | {"atoms": atoms, "placements": placements}
        case Placing(placements, attacks):
            return {"phase": "place", "attacks": attacks, "placements": placements}
        case Acting(attacks):
            return {"phase": "act", "attacks": attacks}
        case Destroying(attacks, cell, left, first):
            said = {"phase": "destroy", "attacks": attacks}
            return said | {"cell": cell + 1, "left": left, "first": first}
        case Keeping(attacks, owner, cells, effect):
            said = {"phase": "keep", "attacks": attacks, "keeper": owner, "cells": _digits(cells)}
            return said | ({"effect": effect[0], "worth": effect[1]} if effect else {})
        case Losing(attacks, left, touched):
            said = {"phase": "lose", "attacks": attacks}
            return said | {"left": left, "touched": _digits(sorted(touched))}
        case Over():
            return {"phase": "over"}


def phase_of(fields: Mapping[str, FieldValue]) -> Phase:
    def n(name: str) -> int:
        return integer(fields[name])

    cells = tuple(int(digit) - 1 for digit in str(fields["cells"]))
    most = ATTACKS.get(str(fields["phase"]), 0)
    attacks = min(n("attacks"), most)
    match fields["phase"]:
        case "draw":
            return Drawing(min(max(n("atoms"), 5), 8), max(n("placements"), 4), attacks)
        case "place":
            return Placing(n("placements"), attacks)
        case "act":
            return Acting(attacks)
        case "destroy":
            return Destroying(attacks, n("cell") - 1, n("left"), bool(fields["first"]))
        case "keep":
            effect = (str(fields["effect"]), n("worth")) if fields["effect"] else None
            return Keeping(attacks, n("keeper"), cells, effect)
        case "lose":
            touched = frozenset(int(digit) - 1 for digit in str(fields["touched"]))
            return Losing(attacks, min(n("left"), 6), touched)
        case "over":
            return Over()
    return Choosing()


def phase_fields(fields: Mapping[str, FieldValue]) -> Iterator[Field]:
    """The phase, and what belongs to it."""

    def number(name: str, low: int, high: int) -> Field:
        return Field(name, "number", message(f"atom:palette.{name}"), (), low, high)

    def cells(name: str, *more: str) -> Field:
        offers = [Offer(one, message("palette.value", value=" ".join(one) or "–"))
                  for one in (*more, *SETS)]  # fmt: skip
        return Field(name, "choice", message(f"atom:palette.{name}"), tuple(offers))

    phase = str(fields.get("phase"))
    offers = tuple(Offer(one, message(f"atom:palette.phase.{one}")) for one in PHASES)
    yield Field("phase", "choice", message("atom:palette.phase"), offers)
    if phase in ATTACKS:
        yield Field("attacks", "number", message("atom:meter.attacks"), (), 0, ATTACKS[phase])
    match phase:
        case "draw":
            yield number("atoms", 5, 8)
            yield number("placements", 4, 7)
        case "place":
            yield number("placements", 0, 7)
        case "destroy":
            yield number("cell", 1, 3)
            yield number("left", 1, 999)
            yield Field("first", "switch", message("atom:palette.first"))
        case "keep":
            yield Field("keeper", "seat", message("atom:palette.keeper"), seat_offers(SYMBOLS))
            yield cells("cells")
            colours = [Offer(one, message(f"atom:colour.{one}")) for one in EFFECTS]
            nothing = Offer("", message("palette.none"))
            yield Field("effect", "choice", message("atom:palette.effect"), (nothing, *colours))
            if fields.get("effect"):
                yield number("worth", 0, 6)
        case "lose":
            yield number("left", 1, 6)
            yield cells("touched", "")


def _digits(cells: list[int] | tuple[int, ...]) -> str:
    return "".join(str(cell + 1) for cell in cells)
