"""Symmetries: which positions of a game are the same but for how one looks at them.

A game that has some derives from `Symmetries` and names its own as `Game.symmetry`; one that brings
none has the identity. No rule depends on them. Puzzles and openings ask for them, so that what is
equal is kept once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from duiyi.core.state import State


class Symmetry(Protocol):
    """A way to look at a position: legal tokens go to legal tokens, and play goes the same way.

    `state(s).play(token(s, t)) == state(s.play(t))`, and outcomes are equal.
    """

    def state(self, state: Any) -> Any:
        """The position as it looks then."""
        ...

    def token(self, state: Any, token: str) -> str:
        """What a legal token of the position is called then."""
        ...


@dataclass(frozen=True, slots=True)
class Identity:
    """Nothing is changed."""

    def state(self, state: Any) -> Any:
        return state

    def token(self, state: Any, token: str) -> str:
        return token


IDENTITY = Identity()


class Canonical(NamedTuple):
    """The text that all symmetric positions have in common, and the symmetry that leads there."""

    text: str
    symmetry: Symmetry


class Symmetries:
    """The symmetries of a game; this one has only the identity."""

    def of(self, state: Any) -> Iterable[Symmetry]:
        """The identity, then the others; where they are too many, those that make all others."""
        return (IDENTITY,)

    def towards(self, state: Any, other: Any) -> Iterable[Any]:
        """The position as it looks nearest to another one, for a game where `of` does not list all
        symmetries, or where sites tell whose they are: by several symmetries at once, and with its
        seats exchanged. What is about to be decided may be left out."""
        return ()

    def text(self, state: Any) -> str:
        """The position text without what decides nothing, such as a number no rule asks for."""
        dump: str = state.dump()
        return dump

    def canonical(self, state: Any) -> Canonical:
        """The least text over all symmetries."""
        images = ((self.text(each.state(state)), each) for each in self.of(state))
        return Canonical(*min(images, key=lambda image: image[0]))


NO_SYMMETRIES = Symmetries()


def symmetries(state: State[Any]) -> Symmetries:
    """Those of the state's game; a game need not bring any."""
    found: Symmetries = getattr(state.game, "symmetry", NO_SYMMETRIES)
    return found


def canonical(state: State[Any]) -> Canonical:
    """What a position has in common with all that are symmetric to it."""
    return symmetries(state).canonical(state)


def tokens_from(state: State[Any], symmetry: Symmetry) -> dict[str, str]:
    """The legal tokens of a state by what they are called under a symmetry."""
    tokens = (state.text(action) for action in state.actions())
    return {symmetry.token(state, token): token for token in tokens}


def rearranged(contents: str, labels: Sequence[str], to: Mapping[str, str]) -> str:
    """A text with a character for each label, after what stood on a site has gone to `to[site]`."""
    moved = {to[label]: content for label, content in zip(labels, contents, strict=True)}
    return "".join(moved[label] for label in labels)


def without_part(text: str, part: int) -> str:
    """A text of parts with spaces between them, without one of these."""
    parts = text.split(" ")
    return " ".join([*parts[:part], *parts[part + 1 :]])
