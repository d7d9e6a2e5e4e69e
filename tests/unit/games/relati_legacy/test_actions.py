"""The actions of relati legacy and their tokens, in their order."""

from __future__ import annotations

import pytest
from tests.unit.games.relati_legacy.boards import fields, legacy, played, tokens

import duiyi
from duiyi.core.locale import text
from duiyi.core.options import Options
from duiyi.games.relati_legacy import (
    GAME,
    Attack,
    Bomb,
    Defend,
    Escape,
    LegacyOptions,
    Link,
    Locate,
    RelatiLegacy,
)


def test_the_game_is_registered() -> None:
    assert duiyi.game("relati-legacy") == GAME
    assert isinstance(GAME, RelatiLegacy)
    assert (GAME.id, GAME.version, GAME.seats) == ("relati-legacy", 1, range(2, 7))


def test_the_board_is_15_on_a_side_whatever_the_number_of_seats() -> None:
    for seats in GAME.seats:
        state = GAME.start(seats)
        assert (state.seats, state.options, state.board.size) == (seats, LegacyOptions(15), 15)
        assert len(GAME.geometry(seats, state.options).sites) == 225
    assert len(GAME.geometry(2, LegacyOptions(9)).sites) == 81


@pytest.mark.parametrize("size", [9, 15, 23])
def test_the_option_size_takes_9_to_23(size: int) -> None:
    state = GAME.start(2, size=size)
    assert len(state.actions()) == size**2
    assert dict(state.options.rules()) == {"size": size}


@pytest.mark.parametrize(("size", "shown"), [(8, "8"), (24, "24"), ("15", "15"), (True, "on")])
def test_other_sizes_are_refused(size: object, shown: str) -> None:
    with pytest.raises(duiyi.BadOptions) as caught:
        GAME.start(2, size=size)
    assert str(caught.value) == f"option size: {shown} is not allowed; allowed: 9-23"


@pytest.mark.parametrize("seats", [1, 7])
def test_other_numbers_of_seats_are_refused(seats: int) -> None:
    with pytest.raises(duiyi.BadOptions):
        GAME.start(seats)


def test_samples_are_every_number_of_seats_on_the_three_boards() -> None:
    wanted = [(n, LegacyOptions(size)) for n in range(2, 7) for size in (15, 9, 23)]
    samples: list[tuple[int, Options]] = list(wanted)
    assert list(GAME.samples()) == samples


def test_the_start() -> None:
    state = GAME.start(3)
    assert (state.actor, state.owner, state.turn) == (0, 0, 1)
    assert (state.gone, state.out, state.outcome) == (frozenset(), frozenset(), None)
    assert tokens(state).split()[:2] == ["L:A1", "L:B1"]
    assert tokens(state).split()[-1] == "L:O15"


def test_everyone_locates_first_and_turns_are_counted() -> None:
    state = played(GAME.start(6, size=9), "L:A1 L:B1 L:C1 L:D1 L:E1")
    assert (state.actor, state.turn) == (5, 6)
    assert len(state.actions()) == 76
    state = state.play("L:F1")
    assert (state.actor, state.turn) == (0, 7)


@pytest.mark.parametrize(
    ("token", "action"),
    [
        ("L:A1", Locate(0)),
        ("R:B1", Link(1)),
        ("E:A2", Escape(9)),
        ("AN:C3:D3", Attack("AN", 20, 21)),
        ("AR:I9:A1", Attack("AR", 80, 0)),
        ("AB:I1", Bomb(8)),
        ("D:I9", Defend(80)),
    ],
)
def test_a_token_is_written_and_read(token: str, action: object) -> None:
    state = GAME.start(2, size=9)
    assert state.parse(token) == action
    assert state.text(state.parse(token)) == token


@pytest.mark.parametrize(
    "token",
    [
        "A1",
        "L",
        "L:",
        "L:A1:B1",
        "L:a1",
        "l:A1",
        "RN:A1",
        "RRN:A1",
        "RRS:A1",
        "A:A1",
        "AN:A1",
        "AR:A1",
        "AN:A1:B1:C1",
        "AB:A1:B1",
        "D:A01",
        "E:1A",
        ":A1",
        "AN::A1",
        "AP:A1",
        "F:A1",
        "DS:A1",
    ],
)
def test_anything_else_is_a_bad_token(token: str) -> None:
    with pytest.raises(duiyi.BadToken) as caught:
        GAME.start(2, size=9).parse(token)
    assert str(caught.value) == (
        f"{token} is not an action; write L:C3, R:C3, E:C3, AN:C3:C5, AR:C3:C5 "
        "(target, medium), AB:C3 or D:C3"
    )
    assert text(caught.value.message, "zh-Hant") == (
        f"{token} 不是行動；請寫 L:C3、R:C3、E:C3、AN:C3:C5、AR:C3:C5（目標、媒介）、AB:C3 或 D:C3"
    )


@pytest.mark.parametrize(
    ("token", "site"), [("L:J1", "J1"), ("R:A10", "A10"), ("AN:A1:Z9", "Z9"), ("AR:K9:A1", "K9")]
)
def test_a_cell_that_the_board_does_not_have_is_named(token: str, site: str) -> None:
    with pytest.raises(duiyi.BadToken) as caught:
        GAME.start(2, size=9).parse(token)
    assert str(caught.value) == f"there is no cell {site} on this board of 9 by 9"
    assert text(caught.value.message, "zh-Hant") == f"這個 9×9 的棋盤上沒有 {site}"
    assert GAME.start(2, size=23).parse("L:W23") == Locate(528)


def test_all_kinds_of_actions_in_the_order_of_the_seed() -> None:
    """R, E, AN and AR (by target, then medium), AB, D, each by cell."""
    state = legacy("O*B2 OC2 OB3 XD2 XA2 XB4 X*D4 O#A1 O#C1 O#A3 O#C3 O#D3 xA4 xA5 xC4 xC5 xD5")
    assert tokens(state) == (
        "R:B1 R:D1 R:E1 R:E3 R:E4 "
        "E:B1 E:D1 E:E3 E:F3 E:G3 E:H3 E:I3 E:E4 E:F5 E:C6 E:E6 E:G6 "
        "E:C7 E:F7 E:H7 E:C8 E:G8 E:I8 E:C9 E:H9 "
        "AN:A2:B2 AN:D2:C2 AN:B4:B3 "
        "AR:A2:B2 AR:D2:C2 AR:B4:B3 "
        "AB:A1 AB:C1 AB:A3 AB:C3 AB:D3 "
        "D:B2 D:C2 D:B3"
    )


def test_attacks_are_sorted_by_target_before_medium() -> None:
    state = legacy("XE4 XE6 OE5 OD5 OF5 OC5 O*G5 OE3 OE2 OE7 OE8 X*A9")
    found = tokens(state, "AN", "AR").split()
    assert found == [
        "AN:E4:E3", "AN:E4:E7", "AN:E6:E3", "AN:E6:E7", "AR:E4:E3", "AR:E6:E7",
    ]  # fmt: skip
    both = legacy("XB5 XH5 OC5 OD5 O*E5 OF5 OG5 X*A9")
    assert tokens(both, "AN").split() == [
        "AN:B5:C5", "AN:B5:D5", "AN:B5:E5", "AN:B5:F5",
        "AN:H5:D5", "AN:H5:E5", "AN:H5:F5", "AN:H5:G5",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("direction", "cells"),
    [
        ("F", "E3 E5 E6"),
        ("B", "E7 E5 E4"),
        ("L", "C5 E5 F5"),
        ("R", "G5 E5 D5"),
        ("FR", "G3 E5 D6"),
        ("FL", "C3 E5 F6"),
        ("BR", "G7 E5 D4"),
        ("BL", "C7 E5 F4"),
    ],
)
def test_attacks_go_in_all_eight_directions_and_only_with_the_material_behind(
    direction: str, cells: str
) -> None:
    target, medium, material = cells.split()
    state = legacy(f"X{target} O*{medium} O{material} X*A9")
    assert f"AR:{target}:{medium}" in tokens(state).split()
    assert tokens(state, "AN") == ""
    over = legacy(f"X{target} O{medium} O*{material} X#A9 xA8")
    assert tokens(over, "AR") == f"AR:{target}:{medium}"


def test_an_action_and_its_token_play_the_same() -> None:
    state = legacy("O*B2 OC2 XD2 X*D4")
    for action in state.actions():
        assert state.play(action) == state.play(state.text(action))
        assert state.why_not(state.text(action)) is None


def test_a_finished_game_has_no_actions() -> None:
    over = GAME.start(2).withdraw(1)
    assert (over.actor, over.actions()) == (None, ())
    assert fields(over) == "2 O 1 out:X"
