"""Records: a game from its first decision to its last, as a value.

A record knows no text: `duiyi.core.record.dyr` and `duiyi.core.record.json` write its two forms,
and `duiyi.core.record.files` reads either. Whoever plays holds the states and appends to it:

    record = Record.of(state, names=("guest", "level 3"))
    record, state = record.played(state, "C3"), state.play("C3")
    record, state = record.withdrawn(1, "resigned"), state.withdraw(1)
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Self

from duiyi.core.options import Options
from duiyi.core.outcome import Outcome
from duiyi.core.state import Game, Seat, State

DEEPEST = 20
"""How deep variations may lie in each other."""
WORD = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")
"""What a verdict or a code looks like."""
_tag = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_own_tags = re.compile(r"Game|Version|Seats|Options|Start|Result|Reason|Seat[0-9]+")


@dataclass(frozen=True, slots=True)
class Decision:
    """What an actor decided; the actor is a seat or `CHANCE`.

    A variation is an alternative: it starts from the position before this decision.
    """

    actor: Seat
    token: str
    comments: tuple[str, ...] = ()
    variations: tuple[tuple[Node, ...], ...] = ()

    def after(self, state: State[Any]) -> State[Any]:
        return state.play(self.token)


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """A seat resigns or loses by a fault: the verdict, the rule's code, the text that broke it."""

    seat: Seat
    verdict: str
    code: str | None = None
    text: str | None = None
    comments: tuple[str, ...] = ()
    variations: tuple[tuple[Node, ...], ...] = ()

    def __post_init__(self) -> None:
        for word in (self.verdict, self.code):
            if word is not None and not WORD.fullmatch(word):
                raise ValueError(f"verdict and code are single words, unlike {word!r}")

    @property
    def actor(self) -> Seat:
        """Who withdrew: every node has its actor."""
        return self.seat

    def after(self, state: State[Any]) -> State[Any]:
        return state.withdraw(self.seat)


Node = Decision | Withdrawal


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was played: where it began, who played, and everything that was decided.

    `start` is the dump of the first position where the game did not begin at its beginning;
    `names` has one name per seat, empty where there is none; `comments` are those before the
    first move.
    """

    game: Game
    seats: int
    options: Options
    start: str | None
    names: tuple[str, ...]
    tags: tuple[tuple[str, str], ...] = ()
    comments: tuple[str, ...] = ()
    nodes: tuple[Node, ...] = ()

    def __post_init__(self) -> None:
        if len(self.names) != self.seats:
            raise ValueError(f"{self.seats} seats, but {len(self.names)} names")
        names = [name for name, _ in self.tags]
        if len({*names}) < len(names) or not all(map(free_tag, names)):
            raise ValueError(f"tags need names of their own, each another: {names}")

    @classmethod
    def of(
        cls,
        state: State[Any],
        names: Iterable[str] = (),
        tags: Iterable[tuple[str, str]] = (),
        options: Options | None = None,
    ) -> Self:
        """An empty record that begins here.

        `options` are those that the game was started with, for a game whose states forget the
        ones that matter only at the start.
        """
        chosen: Options = options or state.options
        at_start = state == state.game.start(state.seats, **dict(chosen.items()))
        given = tuple(names)
        return cls(
            game=state.game,
            seats=state.seats,
            options=chosen,
            start=None if at_start else state.dump(),
            names=given + ("",) * (state.seats - len(given)),
            tags=tuple(tags),
        )

    def played(self, state: State[Any], action: Any) -> Self:
        """With what the actor of `state`, a seat or chance, decided there: action or token."""
        if state.actor is None:
            raise ValueError("the game is over: nobody decides")
        token = action if isinstance(action, str) else state.text(action)
        return self._with(*self.nodes, Decision(state.actor, token))

    def withdrawn(
        self, seat: Seat, verdict: str, code: str | None = None, text: str | None = None
    ) -> Self:
        """With a seat's withdrawal: `resigned`, or a fault with its code and offending text."""
        return self._with(*self.nodes, Withdrawal(seat, verdict, code, text))

    def commented(self, text: str) -> Self:
        """With a comment on the last node, or on the first position."""
        if not self.nodes:
            return dataclasses.replace(self, comments=(*self.comments, text))
        *nodes, last = self.nodes
        return self._with(*nodes, dataclasses.replace(last, comments=(*last.comments, text)))

    def undone(self) -> Self:
        """Without the last node."""
        return self._with(*self.nodes[:-1])

    def first(self) -> State[Any]:
        """The position in which the record begins."""
        if self.start is not None:
            return self.game.load(self.start)
        return self.game.start(self.seats, **dict(self.options.items()))

    def replay(self) -> Iterator[tuple[Node, State[Any]]]:
        """Each node with the state after it."""
        state = self.first()
        for node in self.nodes:
            state = node.after(state)
            yield node, state

    def last(self) -> State[Any]:
        """The position in which the record ends."""
        state = self.first()
        for node in self.nodes:
            state = node.after(state)
        return state

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; `None` where it has not."""
        return self.last().outcome

    def _with(self, *nodes: Node) -> Self:
        return dataclasses.replace(self, nodes=nodes)


def free_tag(name: str) -> bool:
    """Whether a tag that is not one of the format's own may have this name."""
    return bool(_tag.fullmatch(name)) and not _own_tags.fullmatch(name)
