"""What is shown of relati: pieces and marks, choices, meters, what changed."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.unit.games.positions import played, relati, tokens

from duiyi.core.locale import text
from duiyi.core.message import Message, message
from duiyi.core.outcome import Outcome
from duiyi.core.view import SPARE, Choice, Consequence, Edge, Meter, Piece, SeatView, Stone, View
from duiyi.games.relati import GAME


def say(key: str, **params: str | int | Message) -> Message:
    return message(f"relati:{key}", **params)


def preview(*parts: Message) -> Message:
    return message("relati:preview", parts=parts)


def circle(site: str, label: str = "", *marks: str) -> Piece:
    return Piece(site, (Stone("circle", 0, label),), marks)


def cross(site: str, label: str = "", *marks: str) -> Piece:
    return Piece(site, (Stone("cross", 1, label),), marks)


def test_the_whole_view_of_a_position() -> None:
    view = relati("O*A1 OA2 .B1 X*I9", "O X 9 -", fill="X").view()
    assert view == View(
        actor=0,
        owner=0,
        turn=9,
        seats=(SeatView(0, "circle", True), SeatView(1, "cross", True)),
        prompt=say("prompt.act", symbol=message("symbol.circle"), count=1),
        pieces=view.pieces,
        edges=view.edges,
        meters=(Meter(say("meter.lost"), 0, 0), Meter(say("meter.lost"), 0, 1)),
        choices=(
            Choice(
                "B1",
                (("B1",),),
                say("choice.place", site="B1"),
                edges=(Edge("A1", "B1", (), 0, "adjacent"),),
                verb="link",
            ),
        ),
        prompt_you=say("prompt.act.you", count=1),
    )
    assert view.pieces[:2] == (circle("A1", "", "root"), circle("A2"))
    assert len(view.pieces) == 80
    assert view.edges[0] == Edge("A1", "A2", (), 0, "adjacent")
    assert len([edge for edge in view.edges if edge.kind != SPARE]) == 1 + 77


def test_pieces_say_how_each_symbol_is_doing() -> None:
    state = relati("O*E5 OE3 O!D5 O-F5 oD4 OA1 X*I9 X!I8 XB1", "O X 9 cannon")
    assert state.view().pieces == (
        circle("A1", "", "lost"),
        circle("E3"),
        circle("D4", "", "dead"),
        circle("D5", "1", "cannon"),
        circle("E5", "", "root"),
        circle("F5", "0", "spent"),
        cross("B1", "", "lost"),
        cross("I8", "1", "cannon"),
        cross("I9", "", "root"),
    )


def test_in_a_chain_the_firing_cannon_shows_all_its_shells() -> None:
    state = relati("O*E5 O!D4 O!D6 O!F6 XA6 X*D9", "O X 9 cannon,chain").play("fire:D4:B")
    shown = {piece.site: (piece.stack[0].label, piece.marks) for piece in state.view().pieces}
    assert shown["D4"] == ("0", ("spent",))
    assert shown["D6"] == ("2", ("cannon",))
    assert shown["F6"] == ("1", ("cannon",))


def test_choices_are_the_actions_in_order_with_the_clicks_that_play_them() -> None:
    state = relati(
        "O*E5 OD5 OC5 O!E4 .D4 X*I9", "O O 50 continuous,cannon,migration bonus:1", fill="X"
    )
    hit = {"F": "E3", "L": "C4", "R": "F4"}
    assert state.view().choices == (
        Choice(
            "D4",
            (("D4",),),
            say("choice.place", site="D4"),
            edges=(Edge("E5", "D4", (), 0, "adjacent-diagonal"),),
            verb="link",
        ),
        Choice(
            "build:C5",
            (("C5", "#build"),),
            say("choice.build", site="C5"),
            default=True,
            verb="build",
        ),
        Choice(
            "build:D5",
            (("D5", "#build"),),
            say("choice.build", site="D5"),
            preview(say("preview.cut.own", count=1)),
            default=True,
            verb="build",
            consequences=(Consequence("cut", ("C5",)),),
        ),
        *(
            Choice(
                f"fire:E4:{direction}",
                (("E4", aim),),
                say("choice.fire", site="E4", target=aim),
                preview(say("preview.hit", target=aim, symbol=message("symbol.cross"))),
                verb="fire",
                consequences=(Consequence("dies", (aim,)),),
            )
            for direction, aim in hit.items()
        ),
        Choice(
            "root:D5",
            (("D5", "#root"),),
            say("choice.root", site="D5"),
            preview(say("preview.root", old="E5")),
            verb="migrate",
            consequences=(Consequence("dies", ("E5",)),),
        ),
        Choice("pass", (("#pass",),), say("choice.pass"), verb="pass"),
    )
    assert " ".join(choice.token for choice in state.view().choices) == tokens(state)


def test_in_a_chain_a_click_on_the_target_is_enough() -> None:
    state = relati("O*E5 O!D4 O!D6 O-F6 XA6 X*D9", "O X 9 cannon,chain")
    relay = state.view().choices[-5]
    assert (relay.token, relay.paths) == ("fire:D4:B", (("D4", "D6"),))
    assert relay.preview == preview(say("preview.relay", target="D6", shells=1))
    assert state.play("fire:D4:B").view().choices == (
        Choice(
            "fire:D6:B",
            (("D6", "D9"), ("D9",)),
            say("choice.fire", site="D6", target="D9"),
            preview(
                say("preview.hit.root", target="D9", symbol=message("symbol.cross")),
            ),
            verb="fire",
            consequences=(Consequence("dies", ("D9",)),),
        ),
        Choice(
            "fire:D6:L",
            (("D6", "A6"), ("A6",)),
            say("choice.fire", site="D6", target="A6"),
            preview(say("preview.hit", target="A6", symbol=message("symbol.cross"))),
            verb="fire",
            consequences=(Consequence("dies", ("A6",)),),
        ),
        Choice(
            "fire:D6:R",
            (("D6", "F6"), ("F6",)),
            say("choice.fire", site="D6", target="F6"),
            preview(say("preview.relay", target="F6", shells=2), say("preview.shells-lost")),
            verb="relay",
        ),
    )


def test_r_10_shots_at_own_symbols_are_choices_under_friendly_fire_alone() -> None:
    for on, expected in (("cannon", []), ("cannon,friendly_fire", ["fire:D4:B"])):
        state = relati("O*E5 O!D4 OD6 X*I9", f"O X 9 {on}")
        shots = [c.token for c in state.view().choices if c.token.startswith("fire")]
        assert shots == expected


def test_without_chain_a_shot_at_an_own_cannon_is_a_hit() -> None:
    state = relati("O*E5 O!D4 O!D6 X*I9", "O X 9 cannon,friendly_fire")
    fire = next(choice for choice in state.view().choices if choice.token == "fire:D4:B")
    assert fire.preview == preview(
        say("preview.hit.own", target="D6", symbol=message("symbol.circle"))
    )


def test_with_chain_a_shot_at_anothers_cannon_is_a_hit() -> None:
    state = relati("O*E5 O!D4 X!D6 X*D7", "O X 9 cannon,chain")
    fire = next(choice for choice in state.view().choices if choice.token == "fire:D4:B")
    assert fire.preview == preview(say("preview.hit", target="D6", symbol=message("symbol.cross")))


def test_choices_are_there_for_the_actor_or_when_nobody_looks() -> None:
    state = relati("O*E5 X*I9", "O X 9 -")
    assert len(state.view().choices) == 24
    assert state.view(0) == state.view()
    assert state.view(1).choices == ()
    assert state.view(1).pieces == state.view().pieces


def test_meters_count_cannons_spent_ones_lost_symbols_and_bonuses() -> None:
    symbols = "O*E5 OE3 O!D5 O-F5 O-F6 oD4 OA1 X*I9 X!I8 X!H8 XB1 XC1"
    state = relati(symbols, "O O 9 continuous,cannon bonus:2")
    assert state.view().meters == (
        Meter(say("meter.cannons"), 1, 0),
        Meter(say("meter.spent"), 2, 0),
        Meter(say("meter.lost"), 1, 0),
        Meter(say("meter.cannons"), 2, 1),
        Meter(say("meter.spent"), 0, 1),
        Meter(say("meter.lost"), 2, 1),
        Meter(say("meter.bonus"), 2, 0),
    )
    assert relati("O*E5 X*I9 XA1", "X O 9 continuous").view().meters == (
        Meter(say("meter.lost"), 0, 0),
        Meter(say("meter.lost"), 1, 1),
        Meter(say("meter.bonus"), 0, 1),
    )


@pytest.mark.parametrize(
    ("fields", "english", "chinese"),
    [
        ("O X 9 -", "circle links a cell, 24 to choose from", "圓圈連一格，有 24 格可選"),
        ("X O 9 -", "cross links a cell, 8 to choose from", "叉叉連一格，有 8 格可選"),
        (
            "O X 9 cannon,migration",
            "circle does one thing: link a cell (24)",
            "圓圈做一件事：連一格（24 處）",
        ),
        (
            "O O 9 continuous bonus:1",
            "circle has earned 1 more action: link a cell (24), or no bonus",
            "圓圈還有 1 次獎勵行動：連一格（24 處），或不用",
        ),
        (
            "X X 9 continuous bonus:2",
            "cross has earned 2 more actions: link a cell (8), or no bonus",
            "叉叉還有 2 次獎勵行動：連一格（8 處），或不用",
        ),
    ],
)
def test_the_prompt_says_who_acts_and_how(fields: str, english: str, chinese: str) -> None:
    prompt = relati("O*E5 X*I9", fields).view().prompt
    assert (text(prompt), text(prompt, "zh-Hant")) == (english, chinese)


def test_the_prompt_to_the_actor_counts_what_may_be_done() -> None:
    extended = relati("O*E5 OE4 O!E6 X*E9", "O X 9 cannon,migration").view().prompt_you
    plain, first = relati("O*E5 X*I9", "O X 9 -").view().prompt_you, GAME.start(2).view().prompt_you
    assert extended is not None
    assert plain is not None
    assert first is not None
    assert text(extended) == (
        "Do one thing: link a cell (26), build a cannon (1), fire (1), move the root (1). "
        "What is cut off from its root can do nothing."
    )
    assert text(plain, "zh-Hant") == (
        "連一格到自己的線上，有 24 格可選。下在對方的線上，就把它切斷。"
    )
    assert text(first) == ("Put your root on any empty cell. Everything you place will hang on it.")
    assert GAME.start(2).withdraw(0).view().prompt_you is None


def test_the_prompt_of_a_chain_says_which_cannon_must_fire() -> None:
    state = relati("O*E5 O!D4 O!D6 XA6 X*D9", "O X 9 cannon,chain").play("fire:D4:B")
    assert text(state.view().prompt) == "circle must go on firing from D6, 2 shells left"
    state = state.play("fire:D6:L")
    assert text(state.view().prompt) == "circle must go on firing from D6, 1 shell left"
    assert text(state.view().prompt, "zh-Hant") == "圓圈必須從 D6 繼續開砲，還有 1 發"


def test_the_view_of_a_finished_game() -> None:
    over = relati("O*A9 X*I9 .I8 .A1", "O X 50 continuous", fill="O").play("I8")
    view = over.view()
    assert (view.actor, view.owner, view.turn, view.choices) == (None, 0, 50, ())
    assert view.outcome == Outcome((Fraction(1), Fraction(0)), "others-cannot-act")
    assert view.seats == (
        SeatView(0, "circle", True, Fraction(1)),
        SeatView(1, "cross", True, Fraction(0)),
    )
    assert text(view.prompt) == "nobody else can act: circle wins"
    assert view.meters[-1] == Meter(say("meter.bonus"), 0, None)
    nobody = relati("O*A9 X*I9 .I8", "O X 50 -", fill="O").play("I8")
    assert text(nobody.view().prompt) == "nobody can act: no winner"
    left = GAME.start(3).withdraw(2).withdraw(0)
    assert text(left.view().prompt) == "all others have withdrawn: cross wins"
    assert [seat.inside for seat in left.view().seats] == [False, True, False]
    assert left.owner == 0


@pytest.mark.parametrize(
    ("symbols", "fields", "token", "last"),
    [
        ("O*E5 X*I9", "O X 9 -", "E4", "E4"),
        ("O*E5 OD5 X*I9", "O X 9 cannon", "build:D5", "D5"),
        ("O*E5 OD5 X*I9", "O X 9 migration", "root:D5", "D5 E5"),
        ("O*E5 O!D5 XA5 X*I9", "O X 9 cannon", "fire:D5:L", "A5 D5"),
        ("O*E5 O!D4 O!D6 XA6 X*D9", "O X 9 cannon,chain", "fire:D4:B", "D4"),
        ("O*E5 O!D4 O-D6 XA6 X*D9", "O X 9 cannon,chain", "fire:D4:B", "D4 D6"),
        ("O*I9 X*G6 X!G8", "O X 9 cannon", "G7", "G7 G8"),
        ("O*E5 X*I9", "O O 9 continuous bonus:1", "pass", ""),
    ],
)
def test_the_cells_that_the_last_action_changed_are_marked(
    symbols: str, fields: str, token: str, last: str
) -> None:
    before = relati(symbols, fields)
    assert " ".join(before.play(token).view(since=before).last) == last
    assert before.play(token).view().last == ()


def test_labels_are_worded_in_both_languages() -> None:
    state = relati("O*E5 OD5 O!E4 X*E1", "O O 9 continuous,cannon,migration bonus:1")
    wanted = {
        "D4": ("place on D4", "放在 D4"),
        "build:D5": ("make D5 a cannon", "把 D5 建成砲台"),
        "fire:E4:F": ("fire from E4 at E1", "從 E4 攻擊 E1"),
        "root:D5": ("make D5 the root", "把根源遷到 D5"),
        "pass": ("decline the bonus", "放棄獎勵行動"),
    }
    labels = {choice.token: choice.label for choice in state.view().choices}
    for token, (english, chinese) in wanted.items():
        assert (text(labels[token]), text(labels[token], "zh-Hant")) == (english, chinese)


def test_previews_are_worded_in_both_languages() -> None:
    state = relati("O*E5 O!D4 O!D6 XA6 X*D9", "O X 9 cannon,chain")
    previews = {choice.token: choice.preview for choice in state.view().choices}
    relay, hit = previews["fire:D4:B"], previews["fire:D6:L"]
    assert relay is not None
    assert hit is not None
    assert text(relay) == "passes 1 shell to D6"
    assert text(relay, "zh-Hant") == "把 1 發砲彈傳給 D6"
    assert text(hit) == "kills A6 (cross)"
    assert text(hit, "zh-Hant") == "打死 A6（叉叉）"


def test_a_view_of_a_later_state_is_of_that_state() -> None:
    state = played(GAME.start(2), "E5 F5 C3")
    assert (state.view().actor, state.view().owner, state.view().turn) == (1, 1, 4)
    assert [piece.site for piece in state.view().pieces] == ["C3", "E5", "F5"]
