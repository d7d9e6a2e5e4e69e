"""Previews of relati: what they say of one's own symbols is what happens to them."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from tests.unit.games.positions import relati

from duiyi.core.locale import text
from duiyi.core.message import Message
from duiyi.games.relati import GAME, Place, RelatiState

OPTIONS = [
    {"cannon": True, "migration": True},
    {"cannon": True, "chain": True, "continuous": True, "migration": True},
    {"cannon": True, "chain": True, "friendly_fire": True, "migration": True},
]


def said(state: RelatiState, token: str, language: str = "en") -> str | None:
    (found,) = [one.preview for one in state.view().choices if one.token == token]
    return None if found is None else text(found, language)


def test_a_shot_says_whom_it_kills_and_cuts_off_and_that_it_wins() -> None:
    state = relati("O!G5 O*E5 X*G8 XH8 X!H9 XH6 XI5", "O X 9 cannon")
    assert said(state, "fire:G5:R") == "kills I5 (cross)"
    assert said(state, "fire:G5:B") == (
        "kills the root G8 (cross), cuts off 3 of theirs, 1 of their cannons dies, you win"
    )
    assert said(state, "fire:G5:B", "zh-Hant") == (
        "打死根源 G8（叉叉）、切斷對方 3 個、對方 1 座砲台死亡、你就贏了"
    )


def test_a_shot_at_ones_own_says_so() -> None:
    state = relati("O*E5 OC3 O!C1 OC5 X*I3", "O X 9 cannon,friendly_fire")
    assert said(state, "fire:C1:B") == "kills your own C3, 1 of your own cannons dies"
    assert said(relati("O*E5 O!E3 OE7 X*I3", "O X 9 cannon,friendly_fire"), "fire:E3:B") == (
        "kills your own root E5, cuts off 1 of your own, 1 of your own cannons dies, "
        "you have no action left then"
    )


def test_building_says_what_it_cuts_off_and_nothing_where_it_does_not() -> None:
    state = relati("O*E5 OG5 OE3 OE1 O!G1 X*G8 XH8", "O X 9 cannon")
    assert said(state, "build:G5") is None
    assert said(state, "build:E1") is None
    assert said(state, "build:E3") == ("cuts off 1 of your own, 1 of your own cannons dies")
    assert said(state, "build:E3", "zh-Hans") == "切断自己 1 个、自己的 1 座炮台死亡"


def test_migrating_says_that_the_old_root_dies_and_what_it_leaves_behind() -> None:
    state = relati("O*D5 OE6 OF4 OF7 OB4 X*B1", "O X 9 migration")
    assert said(state, "root:E6") == "the old root D5 dies, cuts off 1 of your own"
    assert said(state, "root:B4") == "the old root D5 dies, cuts off 3 of your own"


def test_a_relay_says_how_many_shells_and_whether_they_are_wasted() -> None:
    state = relati("O!E3 O-G3 O-C3 O*E5 XC7 X*B8", "O X 9 cannon,chain")
    assert said(state, "fire:E3:L") == "passes 1 shell to C3"
    assert said(state, "fire:E3:R") == "passes 1 shell to G3, the shells are lost"


def counted(preview: Message | None) -> dict[str, int]:
    """What a preview says: own and other losses, and the end."""
    told = {
        "cut": 0,
        "cut.own": 0,
        "dead": 0,
        "dead.own": 0,
        "wins": 0,
        "loses": 0,
        "draw": 0,
        "stuck": 0,
    }
    parts = () if preview is None else preview["parts"]
    assert isinstance(parts, tuple)
    for part in parts:
        assert isinstance(part, Message)
        key = part.key.removeprefix("relati:preview.")
        if key.startswith("cut"):
            told[key] += int(str(part["count"]))
        elif key.startswith("cannons"):
            told[key.replace("cannons", "dead")] += int(str(part["count"]))
        elif key.startswith("hit"):
            told["dead.own" if "own" in key else "dead"] += 1
        elif key == "root":
            told["dead.own"] += 1
        elif key in told:
            told[key] += 1
    return told


def happened(state: RelatiState, token: str) -> dict[str, int]:
    """The same, from playing it."""
    later, mover = state.play(token), state.owner
    told = dict.fromkeys(counted(None), 0)
    for seat, (old, new) in enumerate(zip(state.sides, later.sides, strict=True)):
        whose = ".own" if seat == mover else ""
        lost = new.plain & ~later.reaches[seat].connected & state.reaches[seat].connected
        told[f"cut{whose}"] += lost.bit_count()
        told[f"dead{whose}"] += (new.dead & ~old.dead).bit_count()
    if later.outcome is not None:
        winner = later.outcome.winner
        told["draw" if winner is None else "wins" if winner == mover else "loses"] += 1
    elif token.startswith("fire") and later.chain is None and not later.can_act(mover):
        told["stuck"] += 1
    return told


@pytest.mark.parametrize("options", OPTIONS)
def test_what_previews_count_is_what_dies(options: dict[str, bool]) -> None:
    seen: Counter[str] = Counter()
    for seed, seats in enumerate((2, 2, 2, 3, 4)):
        choose, state = Random(seed), GAME.start(seats, **options)
        for _ in range(70):
            if state.actor is None:
                break
            for choice in state.view().choices:
                if choice.verb in ("build", "fire", "relay", "migrate"):
                    told = counted(choice.preview)
                    assert told == happened(state, choice.token), (state.dump(), choice.token)
                    seen.update(told)
            actions = state.actions()
            rarer = [one for one in actions if not isinstance(one, Place)]
            state = state.play(choose.choice(rarer if choose.random() < 0.3 and rarer else actions))
    assert all(seen[key] for key in ("cut", "cut.own", "dead", "dead.own")), seen
