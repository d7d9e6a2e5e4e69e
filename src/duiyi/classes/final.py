"""The final of a class: which versions are frozen, how many games, what was drawn, how it stands.

A class is frozen once. From then on nothing is handed in, and the active versions of that moment
play; whoever has none does not. What the arena draws on the way is written down here before it is
played, so that it stays drawn.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from duiyi.classes.errors import BadClass
from duiyi.classes.rows import AuditLine, Class, ClassState, VersionState
from duiyi.classes.store.store import ClassStore

GAMES = 4
"""A pairing, unless the teacher says otherwise."""
MOST_GAMES = 100
AGAIN = 8
"""So many of the first meet again."""


class FinalRow(Struct, frozen=True, array_like=True):
    """A frozen version: its rating against the mean of all with the 95 % interval, and the place,
    which those share who cannot be told apart."""

    name: str
    rating: float
    low: float
    high: float
    place: int


class Final(Struct, frozen=True, omit_defaults=True):
    """`rounds` are those that were drawn, each with its pairings; `certainties` say of every two
    rows beside each other how sure their order is."""

    begun: int
    versions: tuple[str, ...]
    games: int
    again: int
    rounds: tuple[tuple[tuple[str, ...], ...], ...] = ()
    played: int = 0
    of: int = 0
    finished: int = 0
    rows: tuple[FinalRow, ...] = ()
    certainties: tuple[float, ...] = ()


def freeze(store: ClassStore, kept: Class, games: int, actor: str, now: int) -> Final:
    """Begin the final; `BadClass` where that cannot be."""
    seats = kept.settings.seats
    if not (seats <= games <= MOST_GAMES and games % seats == 0):
        raise BadClass("final.games", "games", seats=seats, most=MOST_GAMES)
    with store.transaction():
        found = store.classes.get(kept.id)
        if found is None or found.state is not ClassState.open:
            raise BadClass("final.begun")
        active = [
            one.id for one in store.versions.outline(kept.id) if one.state is VersionState.active
        ]
        if len(active) < seats:
            raise BadClass("final.few", least=seats)
        made = Final(now, tuple(sorted(active)), games, AGAIN)
        store.classes.set_state(kept.id, ClassState.frozen)
        store.ladders.put_final(kept.id, write_final(made))
        store.audit.add(AuditLine(now, actor, "freeze", kept.id, class_id=kept.id))
    return made


def final_of(store: ClassStore, class_id: str) -> Final | None:
    text = store.ladders.final(class_id)
    return None if text is None else _decoder.decode(text)


_decoder = msgspec.json.Decoder(Final)


def write_final(final: Final) -> str:
    return msgspec.json.encode(final).decode()
