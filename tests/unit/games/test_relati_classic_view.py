"""What is shown and told of relati classic."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.unit.games.positions import classic, narrated, played, told

from duiyi.core.locale import text
from duiyi.core.message import Message, message
from duiyi.core.outcome import Outcome
from duiyi.core.view import Choice, Event, Piece, SeatView, Stone, View
from duiyi.games.relati_classic import GAME


def choice(site: str) -> Choice:
    said = message("relati-classic:choice.place", site=site)
    return Choice(site, ((site,),), said, verb="link")


def prompt(key: str) -> Message:
    return message(f"relati-classic:{key}", symbol=message("symbol.cross"), count=6)


def test_the_whole_view_of_a_position() -> None:
    before = classic("OC3 XA1 XE5", "O X 4")
    state = before.play("B3")
    assert state.view(since=before) == View(
        actor=1,
        owner=1,
        turn=5,
        seats=(SeatView(0, "circle", True), SeatView(1, "cross", True)),
        prompt=prompt("prompt.place"),
        pieces=(
            Piece("B3", (Stone("circle", 0),)),
            Piece("C3", (Stone("circle", 0),)),
            Piece("A1", (Stone("cross", 1),)),
            Piece("E5", (Stone("cross", 1),)),
        ),
        choices=tuple(choice(site) for site in "B1 A2 B2 D4 E4 D5".split()),
        last=("B3",),
        prompt_you=prompt("prompt.place.you"),
    )


def test_choices_are_there_for_the_actor_or_when_nobody_looks() -> None:
    state = classic("OC3 XA1", "O X 3")
    assert [found.token for found in state.view().choices] == "B2 C2 D2 B3 D3 B4 C4 D4".split()
    assert state.view(0).choices == state.view().choices
    assert state.view(1).choices == ()


def test_without_the_state_before_nothing_is_marked_as_last() -> None:
    assert GAME.start(2).play("C3").view().last == ()


def test_the_last_cell_of_whoever_moved_is_marked() -> None:
    first = GAME.start(2).play("C3")
    second = first.play("D2")
    assert first.view(since=GAME.start(2)).last == ("C3",)
    assert second.view(since=first).last == ("D2",)
    assert second.view(since=GAME.start(2)).last == ("D2", "C3")


def test_the_view_of_a_finished_game() -> None:
    over = classic("XE1 .D1 .A1", "O X 9", fill="O").play("D1")
    view = over.view()
    assert (view.actor, view.owner, view.turn, view.choices) == (None, 0, 9, ())
    assert view.outcome == Outcome((Fraction(1), Fraction(0)), "others-cannot-act")
    assert view.seats == (
        SeatView(0, "circle", True, Fraction(1)),
        SeatView(1, "cross", True, Fraction(0)),
    )
    assert text(view.prompt) == "nobody else can act: circle wins"
    assert text(view.prompt, "zh-Hant") == "其他玩家都無法行動：圓圈獲勝"
    assert len(view.pieces) == 24


def test_the_view_says_who_is_out_and_who_won_by_it() -> None:
    state = GAME.start(3).play("D4").withdraw(1)
    assert [seat.inside for seat in state.view().seats] == [True, False, True]
    assert text(state.view().prompt) == "triangle places a first symbol, on any empty cell"
    over = state.withdraw(2)
    assert text(over.view().prompt) == "all others have withdrawn: circle wins"
    assert text(over.view().prompt, "zh-Hant") == "其他玩家都退出了：圓圈獲勝"
    assert [seat.score for seat in over.view().seats] == [1, 0, 0]
    assert over.view().owner == 0


def test_the_owner_of_a_game_that_ended_before_its_first_symbol_is_the_first_seat() -> None:
    assert GAME.start(2).withdraw(0).owner == 0


@pytest.mark.parametrize(
    ("seats", "line", "prompt", "chinese"),
    [
        (
            2,
            "",
            "circle places a first symbol, on any empty cell",
            "圓圈放第一個符號，哪個空格都行",
        ),
        (
            4,
            "A1 B2 C3",
            "square places a first symbol, on any empty cell",
            "方形放第一個符號，哪個空格都行",
        ),
        (
            2,
            "C3 A1",
            "circle places a symbol beside its own: 8 cells to choose from",
            "圓圈在自己的符號旁邊放一個，有 8 格可選",
        ),
    ],
)
def test_the_prompt_names_the_symbol_to_be_placed(
    seats: int, line: str, prompt: str, chinese: str
) -> None:
    view = played(GAME.start(seats), line).view()
    assert text(view.prompt) == prompt
    assert text(view.prompt, "zh-Hant") == chinese


def test_the_prompt_to_the_actor_says_what_for() -> None:
    start, later = GAME.start(2).view().prompt_you, played(GAME.start(2), "C3 A1").view().prompt_you
    assert start is not None
    assert later is not None
    assert text(start, "zh-Hant") == "選一個空格放第一個符號，之後都要放在自己的符號旁邊。"
    assert text(later) == (
        "Place a symbol beside one of yours: 8 cells are open. "
        "Whoever can still act when the others cannot wins."
    )
    assert GAME.start(2).withdraw(0).view().prompt_you is None


def test_a_choice_is_said_in_words() -> None:
    view = GAME.start(2).view()
    assert text(view.choices[0].label) == "place on A1"
    assert text(view.choices[0].label, "zh-Hant") == "放在 A1"


def test_narration_of_a_symbol_placed() -> None:
    events = narrated(GAME.start(2), "C3")
    place = message("relati-classic:event.place", symbol=message("symbol.circle"), site="C3")
    assert events == [Event(place, ("C3",))]
    assert told(events) == ["circle places C3"]
    assert told(events, "zh-Hant") == ["圓圈放在 C3"]


def test_c_5_narration_of_players_skipped() -> None:
    state = classic("OA1 XB2 XA2 .B1 UI9 DI1", "X O 9", seats=4)
    stuck = classic("OA1 XB2 XA2 XB1 UI9 DI1 DH1 DI2 UH2", "D X 9", seats=4)
    assert told(narrated(state, "B1")) == ["cross places B1"]
    events = narrated(stuck, "G1")
    assert told(events) == ["triangle places G1"]
    events = narrated(stuck.play("G1"), "I8")
    assert told(events) == ["square places I8", "circle cannot act: skipped"]
    assert told(events, "zh-Hant") == ["方形放在 I8", "圓圈無法行動：跳過"]
    assert events[1].sites == ()
    assert told(narrated(stuck.withdraw(0).play("G1"), "I8")) == ["square places I8"]


def test_c_3_narration_of_the_end() -> None:
    state = classic("XE1 .D1 .A1", "O X 9", fill="O")
    assert told(narrated(state, "D1")) == ["circle places D1", "nobody else can act: circle wins"]
    state = classic("XE1 .D1", "O X 9", fill="O")
    events = narrated(state, "D1")
    assert told(events) == ["circle places D1", "nobody can act: no winner"]
    assert told(events, "zh-Hant") == ["圓圈放在 D1", "沒有玩家能行動：沒有贏家"]
    assert [event.sites for event in events] == [("D1",), ()]
