"""relati legacy: notation in three languages, and previews against what is played."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from tests.unit.games.relati_legacy.boards import legacy

from duiyi.core.locale import LANGUAGES, catalog, text
from duiyi.core.message import Message
from duiyi.games.relati_legacy import GAME, RelatiLegacyState
from duiyi.games.relati_legacy.actions import Escape, Link

NOTATIONS = [
    ("X*I9", "L:C3", "Source C3", "定位 C3", "定位 C3"),
    ("O*A1 X*I9", "R:B1", "Link B1", "連 B1", "连 B1"),
    (
        "O*A1 OB1 OC1 OD1 X*I9",
        "E:A9",
        "Escape to A9, 4 left behind",
        "逃到 A9，棄 4 子",
        "逃到 A9，弃 4 子",
    ),
    (
        "O*F7 OE5 OF5 XD5 X*I9",
        "AN:D5:E5",
        "E5 strikes D5, spends F5",
        "E5 擊 D5，耗 F5",
        "E5 击 D5，耗 F5",
    ),
    (
        "O*F7 OD5 OE5 XB5 X*I9",
        "AR:B5:D5",
        "D5 strikes B5 from afar, spends D5, E5",
        "D5 遠擊 B5，耗 D5、E5",
        "D5 远击 B5，耗 D5、E5",
    ),
    (
        "O*A9 O#D4 OE4 XC3 XD3 XE3 X*D2",
        "AB:D4",
        "D4 blows up: 3 of theirs, 0 own",
        "引爆 D4：對方 3、自己 0",
        "引爆 D4：对方 3、自己 0",
    ),
    ("O*A1 OB1 X*I9", "D:B1", "Shield B1", "B1 架盾", "B1 架盾"),
]


@pytest.mark.parametrize(("pieces", "token", "en", "hant", "hans"), NOTATIONS)
def test_notation(pieces: str, token: str, en: str, hant: str, hans: str) -> None:
    state = legacy(pieces)
    said = state.notation(state.parse(token))
    assert [text(said, name) for name in ("en", "zh-Hant", "zh-Hans")] == [en, hant, hans]


def test_every_kind_of_action_has_its_notation() -> None:
    found = set()
    for pieces, token, *_ in NOTATIONS:
        state = legacy(pieces)
        found.add(state.notation(state.parse(token)).key)
    written = {key for key in catalog("relati-legacy", "en") if key.startswith("notation.")}
    assert found == {f"relati-legacy:{key}" for key in written}


def positions(games: int, seats: int) -> Iterator[RelatiLegacyState]:
    """Of random games in which links are likely, so that the board fills, and escapes are rare."""
    for seed in range(games):
        choose, state = random.Random(seed), GAME.start(seats, size=9)
        while state.outcome is None and state.turn < 70:
            yield state
            actions = state.actions()
            links = [one for one in actions if isinstance(one, Link)]
            others = [one for one in actions if not isinstance(one, Escape | Link)]
            likely = links if links and choose.random() < 0.8 else others
            state = state.play(choose.choice(likely or actions))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_actions_are_written_alike(language: str) -> None:
    for state in positions(2, 2):
        written = [text(state.notation(one), language).lower() for one in state.actions()]
        assert len(set(written)) == len(written)


def said(preview: Message) -> Message:
    """Without what is said around it."""
    what = dict(preview.params).get("what", preview)
    assert isinstance(what, Message)
    return what


def dying(state: RelatiLegacyState, token: str) -> tuple[int, int, int]:
    """Whose pieces show the mark of the dead only afterwards: theirs, own, own alive before."""
    before = {piece.site: piece for piece in state.view(choices=False).pieces}
    theirs = own = alive = 0
    for piece in state.play(token).view(choices=False).pieces:
        was = before.get(piece.site)
        if was is None or "dead" not in piece.marks or "dead" in was.marks:
            continue
        if piece.stack[0].seat != state.owner:
            theirs += 1
        else:
            own += 1
            alive += not {"weapon", "bomb"} & set(was.marks)
    return theirs, own, alive


def test_previews_count_whose_pieces_die_and_tell_the_end() -> None:
    """In random games: what a preview says against the state after the move."""
    counted = Counter[str]()
    for seats in (2, 3):
        for at, state in enumerate(positions(4, seats)):
            if at % 3:
                continue
            for one in state.view().choices:
                if one.verb in ("locate", "defend") or (one.verb == "escape" and at % 9):
                    continue
                key, params = "", {}
                if one.preview is not None:
                    key = said(one.preview).key.partition(":")[2]
                    params = dict(said(one.preview).params)
                theirs, own, alive = dying(state, one.token)
                counted[key or one.verb] += 1
                match one.verb:
                    case "link":
                        assert (theirs, own) == (params.get("count", 0), 0)
                    case "escape":
                        assert own == params["count"]
                    case "bomb":
                        assert (theirs, alive) == (params["theirs"], params["own"])
                    case "an" | "ar":
                        assert theirs >= 1
                        assert own == 0
                tell_the_end(state, one.token, one.preview)
    assert set(counted) >= {"link", "preview.escape", "preview.bomb", "preview.pincer"}
    assert {"preview.an", "preview.ar"} <= set(counted)


def tell_the_end(state: RelatiLegacyState, token: str, preview: Message | None) -> None:
    later, mover = state.play(token), state.owner
    end = preview.key.replace("then-", "").partition("preview.")[2] if preview else ""
    won = later.outcome is not None and later.outcome.winner == mover
    assert (end == "wins") == won
    assert (end == "out") == (not won and not later.can_act(mover))
