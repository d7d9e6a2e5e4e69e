"""The view: pieces, meters, choices with clicks and previews, prompts, the last step."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.unit.games.tzaar.positions import position, tokens

from duiyi.core import Choice, Geometry, Message, Meter, Piece, Stone, View, message
from duiyi.core.locale import text as words
from duiyi.core.view import SeatView
from duiyi.games.tzaar import GAME, TzaarOptions

PIECES = {"D4": "T2", "D6": "t", "D7": "R", "E4": "Z", "F4": "t3"}


def piece(view: View, site: str) -> Piece:
    (found,) = [piece for piece in view.pieces if piece.site == site]
    return found


def choice(view: View, token: str) -> Choice:
    (found,) = [choice for choice in view.choices if choice.token == token]
    return found


def said(told: Message | None) -> tuple[str, str]:
    assert told is not None
    return words(told), words(told, "zh-Hant")


def test_the_board_is_sixty_points_joined_by_lines() -> None:
    geometry = GAME.geometry(2, TzaarOptions())
    assert isinstance(geometry, Geometry)
    assert len(geometry.sites) == 60
    assert len(geometry.lines) == 30


def test_stones_lie_on_each_other_with_the_kind_on_top() -> None:
    view = position("w 1 5", **PIECES, B5="z12").view()
    assert piece(view, "A1") == Piece("A1", (Stone("tzaar", 0),))
    assert piece(view, "A2") == Piece("A2", (Stone("tzarra", 0),))
    assert piece(view, "D6") == Piece("D6", (Stone("totts", 1),))
    assert piece(view, "D4") == Piece("D4", (Stone("layer", 0), Stone("totts", 0, "2")))
    assert piece(view, "F4") == Piece("F4", (*[Stone("layer", 1)] * 2, Stone("totts", 1, "3")))
    assert piece(view, "B5") == Piece("B5", (*[Stone("layer", 1)] * 11, Stone("tzaar", 1, "12")))
    assert [piece.site for piece in view.pieces] == ("A1 A2 A3 B5 D4 D6 D7 E4 F4 I3 I4 I5".split())


def test_meters_count_the_kinds_that_are_left() -> None:
    start = GAME.start().view()
    assert start.meters == tuple(
        Meter(message(f"tzaar:kind.{kind}"), number, seat, number)
        for seat in (0, 1)
        for kind, number in (("tzaar", 6), ("tzarra", 9), ("totts", 15))
    )
    later = position("w 1 5", **PIECES).view()
    assert [(meter.value, meter.seat, meter.limit) for meter in later.meters] == [
        (2, 0, 6), (2, 0, 9), (2, 0, 15), (1, 1, 6), (1, 1, 9), (3, 1, 15),
    ]  # fmt: skip
    assert [words(meter.name) for meter in later.meters][:3] == ["Tzaar", "Tzarra", "Totts"]


@pytest.mark.parametrize(
    ("tail", "english", "chinese"),
    [
        (
            "w 1 1",
            "white, first turn: captures once, no second step",
            "白方第一回合：吃一次，沒有第二步",
        ),
        ("b 1 1", "black, step 1 of 2: captures", "黑方第 1 步（共 2 步）：吃子"),
        ("w 1 3", "white, step 1 of 2: captures", "白方第 1 步（共 2 步）：吃子"),
        (
            "w 2 3",
            "white, step 2 of 2: captures again, stacks or stops",
            "白方第 2 步（共 2 步）：再吃、疊子或不走",
        ),
        (
            "b 2 4",
            "black, step 2 of 2: captures again, stacks or stops",
            "黑方第 2 步（共 2 步）：再吃、疊子或不走",
        ),
        (
            "b 1 4 out:w",
            "the opponent has withdrawn: black wins",
            "對方退出：黑方獲勝",
        ),
    ],
)
def test_the_prompt_says_which_step_and_what_may_be_done(
    tail: str, english: str, chinese: str
) -> None:
    assert said(position(tail, **PIECES).view().prompt) == (english, chinese)


@pytest.mark.parametrize(
    ("tail", "english", "chinese"),
    [
        (
            "w 1 1",
            "First turn: capture once. The second step comes from your next turn on.",
            "第一回合：只吃一次，下個回合起才有第二步。",
        ),
        (
            "b 1 4",
            "Step 1 of 2: you must capture, with a piece at least as high.",
            "第 1 步（共 2 步）：一定要吃子，層數不能比對方低。",
        ),
        (
            "w 2 3",
            "Step 2 of 2: capture again, stack your own to grow higher, or stop here.",
            "第 2 步（共 2 步）：再吃一子，或疊自己的子變高，或不走。",
        ),
        (
            "b 2 4",
            "Step 2 of 2: capture again, stack or stop. "
            "Only one left of Tzaar, Tzarra: cover your last and you lose.",
            "第 2 步（共 2 步）：再吃、疊子或不走。只剩一枚的：Tzaar、Tzarra，蓋住就輸了。",
        ),
    ],
)
def test_the_prompt_to_the_actor_says_what_for(tail: str, english: str, chinese: str) -> None:
    assert said(position(tail, **PIECES).view().prompt_you) == (english, chinese)


def test_a_finished_game_asks_nobody() -> None:
    assert position("w 1 5").view().prompt_you is None


def test_the_prompt_of_a_finished_game_says_why() -> None:
    assert said(position("w 1 5").view().prompt) == (
        "the opponent has nothing to capture: black wins",
        "對方無子可吃：黑方獲勝",
    )


def test_seats_and_outcome() -> None:
    view = GAME.start().view()
    assert view.seats == (SeatView(0, "white", True), SeatView(1, "black", True))
    assert (view.actor, view.owner, view.turn, view.outcome) == (0, 0, 1, None)
    over = GAME.start().play("D3xC3").withdraw(0)
    view = over.view()
    assert view.seats == (
        SeatView(0, "white", False, Fraction(0)),
        SeatView(1, "black", True, Fraction(1)),
    )
    assert (view.actor, view.owner, view.turn, view.outcome) == (None, 1, 2, over.outcome)
    assert view.choices == ()


def test_choices_are_played_by_two_clicks_or_a_button() -> None:
    state = position("w 2 5", **PIECES)
    view = state.view()
    assert " ".join(choice.token for choice in view.choices) == tokens(state)
    capture, stack, end = (choice(view, token) for token in ("D7xD6", "D4+E4", "pass"))
    assert capture.paths == (("D7", "D6"),)
    assert said(capture.label) == ("capture D6 with D7", "用 D7 吃 D6")
    assert said(capture.preview) == ("1 ≥ 1", "1 ≥ 1")
    assert stack.paths == (("D4", "E4"),)
    assert said(stack.label) == ("put D4 on E4", "把 D4 疊到 E4")
    assert said(stack.preview) == ("3 high", "疊成 3 層")
    assert end.paths == (("#pass",),)
    assert said(end.label) == ("pass the second step", "放棄步驟二")
    assert said(message("tzaar:button.pass")) == ("no second step", "不走第二步")
    assert end.preview is None
    assert not any(choice.default for choice in view.choices)


def test_a_preview_tells_both_heights_and_whether_it_decides() -> None:
    view = position("w 2 5", **PIECES, C4="Z5", C2="r4", I4="", B2="R").view()
    assert said(choice(view, "C4xC2").preview) == (
        "5 ≥ 4, last Tzarra: you win",
        "5 ≥ 4，最後的 Tzarra：你就贏了",
    )
    view = position("w 2 5", **PIECES, C4="Z5", C2="r4").view()
    assert said(choice(view, "C4xC2").preview) == ("5 ≥ 4", "5 ≥ 4")
    view = position("w 2 5").view()
    assert said(choice(view, "A1+A2").preview) == (
        "2 high, your last Tzarra: you lose",
        "疊成 2 層，蓋住自己最後的 Tzarra：你會輸",
    )
    view = position("w 2 5", B2="R", A4="T").view()
    assert said(choice(view, "A1+A2").preview)[0] == (
        "2 high, they have nothing left to capture: you win"
    )
    view = position("w 2 5", B2="R", A4="T", C2="t").view()
    assert said(choice(view, "A1+A2").preview)[0] == "2 high"


def test_choices_are_for_whoever_decides() -> None:
    state = GAME.start()
    assert len(state.view(0).choices) == len(state.view().choices) == 42
    assert state.view(1).choices == ()
    later = state.play("C2xC3")
    assert later.view(0).choices == ()
    assert len(later.view(1).choices) == 44


def test_the_last_step_is_shown_from_where_to_where() -> None:
    state = GAME.start()
    assert state.view().last == ()
    assert state.play("D3xC3").view(since=state).last == ("D3", "C3")
    assert state.play("C2xC3").view(since=state).last == ("C2", "C3")
    second = position("w 2 5", **PIECES)
    assert second.play("D4+E4").view(since=second).last == ("D4", "E4")
    assert second.play("E4+D4").view(since=second).last == ("E4", "D4")
    assert second.play("pass").view(since=second).last == ()
    both = state.play("C2xC3").play("B2xC3")
    assert both.view(since=state).last == ("B2", "C2", "C3")
