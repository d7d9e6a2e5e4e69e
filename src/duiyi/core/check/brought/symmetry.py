"""What must hold about symmetries, where a game brings some."""

from __future__ import annotations

from duiyi.core.check.properties import expect, requirement, same
from duiyi.core.check.states import expect_equal
from duiyi.core.check.walk import Point, decisions
from duiyi.core.study.symmetry import IDENTITY, Symmetry, symmetries

SAMPLED = 4
"""Symmetries, and tokens under each, that are looked at in one state."""


@requirement("symmetry", weight=1)
def symmetry(point: Point) -> None:
    """Under a symmetry legal tokens are the same one by one, play goes the same way, and the
    canonical text stays what it is."""
    state, own = point.state, symmetries(point.state)
    found = list(own.of(state))
    expect(bool(found), "at least the identity", found)
    if found == [IDENTITY]:
        return
    first, *others = found
    expect_equal("the state under the first symmetry, the identity", first.state(state), state)
    text = own.canonical(state).text
    for each in point.sample(others, SAMPLED):
        image = each.state(state)
        expect_equal(f"load({image.dump()!r})", point.game.load(image.dump()), image)
        same(f"canonical text of {image.dump()!r}", own.canonical(image).text, text)
        _plays_alike(point, each)
    leads = own.canonical(state).symmetry.state(state)
    same("canonical text of the position it leads to", own.canonical(leads).text, text)
    same("text of the position it leads to", own.text(leads), text)


def _plays_alike(point: Point, symmetry: Symmetry) -> None:
    state, image = point.state, symmetry.state(point.state)
    same(f"outcome of {image.dump()!r}", image.outcome, state.outcome)
    tokens = [state.text(action) for action in decisions(state)]
    mapped = {symmetry.token(state, token): token for token in tokens}
    legal = {image.text(action) for action in decisions(image)}
    same(f"legal tokens of {image.dump()!r}", sorted(mapped), sorted(legal))
    same("number of tokens that differ", len(mapped), len(tokens))
    for token in point.sample(sorted(mapped), SAMPLED):
        later = symmetry.state(state.play(mapped[token]))
        what = f"{mapped[token]!r}, played as {token!r} in {image.dump()!r}"
        expect_equal(what, image.play(token), later)
