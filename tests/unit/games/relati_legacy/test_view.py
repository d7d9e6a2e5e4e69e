"""What is shown of a position of relati legacy."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.unit.games.relati_legacy.boards import legacy

from duiyi.core.locale import text
from duiyi.core.message import Message, Param, message
from duiyi.core.view import Area, Choice, Consequence, Edge, Meter, Piece, SeatView, Stone, View
from duiyi.games.relati_legacy import GAME


def say(key: str, **params: Param) -> Message:
    return message(f"relati-legacy:{key}", **params)


def meters(seat: int, valid: int, shields: int, forbidden: int) -> list[Meter]:
    return [
        Meter(say("meter.valid"), valid, seat),
        Meter(say("meter.shields"), shields, seat),
        Meter(say("meter.forbidden"), forbidden, seat),
    ]


def choices(pieces: str, token: str, fields: str = "2 O 9") -> Choice:
    (found,) = [c for c in legacy(pieces, fields).view().choices if c.token == token]
    return found


def test_the_whole_view_of_a_small_position() -> None:
    walls = "xG1 xG2 xG3 xH3 xI3 xG4 xI4 xH4 xI5 xG5 xH5"
    before = legacy(f"X*I1 O*A9 O#A8 {walls}", "2 O 9")
    state = before.play("AB:A8")
    circle, cross = Stone("circle", 0), Stone("cross", 1)
    assert state.view(since=before) == View(
        actor=1,
        owner=1,
        turn=10,
        seats=(SeatView(0, "circle", True), SeatView(1, "cross", True)),
        prompt=message("relati-legacy:prompt.act", symbol=message("symbol.cross")),
        prompt_you=message("relati-legacy:prompt.act.you"),
        pieces=(
            *(Piece(site, (circle,), ("dead",)) for site in ("A7", "B7")),
            Piece("A8", (circle,), ("bomb",)),
            *(Piece(site, (circle,), ("dead",)) for site in ("B8", "A9", "B9")),
            Piece("G1", (cross,), ("dead",)),
            Piece("I1", (cross,), ("source",)),
            *(
                Piece(site, (cross,), ("dead",))
                for site in "G2 G3 H3 I3 G4 H4 I4 G5 H5 I5".split()
            ),
        ),
        meters=(*meters(0, 0, 0, 0), *meters(1, 1, 0, 0)),
        choices=state.view().choices,
        last=("A7", "B7", "A8", "B8", "A9", "B9"),
    )  # fmt: skip


def test_every_status_has_its_mark_and_a_plain_piece_none() -> None:
    state = legacy("O*A1 OB1 OI9 O#A3 O!A4 O@A5 oA6 X*E9")
    assert [(piece.site, piece.marks) for piece in state.view().pieces] == [
        ("A1", ("source",)),
        ("B1", ()),
        ("A3", ("shield",)),
        ("A4", ("weapon",)),
        ("A5", ("bomb",)),
        ("A6", ("dead",)),
        ("I9", ("forbidden",)),
        ("E9", ("source",)),
    ]


def test_all_six_symbols() -> None:
    state = legacy("O*A1 X*C1 D*E1 U*G1 A*I1 H*A9", "6 O 9")
    assert [piece.stack[0] for piece in state.view().pieces] == [
        Stone("circle", 0),
        Stone("cross", 1),
        Stone("triangle", 2),
        Stone("square", 3),
        Stone("star", 4),
        Stone("hexagram", 5),
    ]


def test_edges_are_the_links_that_hold_each_valid_piece_and_then_the_spare_ones() -> None:
    state = legacy("O*A1 OB1 OD1 OE3 OI9 X*I1 XH2 XI4")
    assert state.view().edges == (
        Edge("A1", "B1", (), 0, "adjacent"),
        Edge("B1", "D1", ("C1",), 0, "straight"),
        Edge("D1", "E3", ("E1", "E2"), 0, "stable"),
        Edge("I1", "H2", (), 1, "adjacent-diagonal"),
        Edge("H2", "I4", ("I2", "I3"), 1, "stable"),
        Edge("D1", "E3", ("D2", "D3"), 0, "spare"),
        Edge("D1", "E3", ("D2", "E2"), 0, "spare"),
        Edge("H2", "I4", ("H3", "H4"), 1, "spare"),
        Edge("H2", "I4", ("H3", "I3"), 1, "spare"),
    )


def test_links_go_over_ones_own_shields_but_not_over_anothers() -> None:
    own = legacy("O*A1 O#B1 OC1 X*I9")
    assert own.view().edges == (Edge("A1", "C1", ("B1",), 0, "straight"),)
    other = legacy("O*A1 X#B1 X#B2 X#A2 OC1 oI1 X*I9")
    assert other.view().edges == ()


def test_links_that_the_last_action_cut_are_shown_with_the_state_before() -> None:
    before = legacy("O*A1 OC1 OE1 X#A2 X#B2 X*C3 O#I9", "2 X 9")
    state = before.play("R:B1")
    cut = (
        Edge("A1", "C1", ("B1",), 0, "cut"),
        Edge("C1", "E1", ("D1",), 0, "cut"),
    )
    assert state.view(since=before).edges == (*state.view().edges, *cut)
    assert state.view().edges == (
        Edge("C3", "B1", ("B3", "B2"), 1, "stable"),
        Edge("C3", "B1", ("C2", "B2"), 1, "spare"),
    )


def test_areas_are_the_zones_that_are_not_inside_greater_ones() -> None:
    state = legacy("X#B2 X#C2 X#D2 X#B3 X#C3 X#D3 X*I9 O#H1 O#I1 O#H2 O#I2 O*A9")
    assert state.view().areas == (
        Area(("H1", "I1", "H2", "I2"), 0, "safe-zone"),
        Area(("B2", "C2", "D2", "B3", "C3", "D3"), 1, "safe-zone"),
    )


def test_meters_count_valid_pieces_shields_and_forbidden_ones_and_say_who_is_eliminated() -> None:
    state = legacy("O*A1 OB1 OI9 O#A3 O#A4 XC5 xI1 D*A9", "3 O 9 gone:X")
    assert state.view().meters == (
        *meters(0, 2, 2, 1),
        *meters(1, 0, 0, 1),
        Meter(say("meter.eliminated"), 1, 1),
        *meters(2, 1, 0, 0),
    )
    words = [text(meter.name) for meter in state.view().meters[3:7]]
    assert words == ["valid pieces", "shields", "forbidden", "eliminated"]
    chinese = [text(meter.name, "zh-Hant") for meter in state.view().meters[3:7]]
    assert chinese == ["有效棋子", "防盾", "阻斷", "淘汰"]


def test_seats_that_withdrew_are_not_inside() -> None:
    view = legacy("O*A1 X*I9 D*A9", "3 O 9 out:X").view()
    assert [seat.inside for seat in view.seats] == [True, False, True]
    over = legacy("O*A1 X*I9 D*A9", "3 O 9 out:X").withdraw(2).view()
    assert [seat.score for seat in over.seats] == [1, 0, 0]
    assert over.choices == ()


def test_choices_are_there_for_the_actor_or_when_nobody_looks() -> None:
    state = legacy("O*A1 OB1 X*I9")
    tokens = [state.text(action) for action in state.actions()]
    assert [choice.token for choice in state.view().choices] == tokens
    assert state.view(0).choices == state.view().choices
    assert state.view(1).choices == ()


def test_without_the_state_before_nothing_is_marked_as_last() -> None:
    state = GAME.start(2, size=9).play("L:C3")
    assert state.view().last == ()
    assert state.view(since=GAME.start(2, size=9)).last == ("C3",)


@pytest.mark.parametrize(
    ("pieces", "fields", "english", "chinese"),
    [
        ("", "2 O 1", "circle puts down a source", "輪到圓圈放源頭"),
        ("O*A1", "2 X 2", "cross puts down a source", "輪到叉叉放源頭"),
        ("O*A1 X*I9", "2 O 3", "circle to act", "輪到圓圈行動"),
        (
            "O#A1 X*I9",
            "2 O 3",
            "circle has no source left and can only blow up shields",
            "圓圈的源頭沒了，只能引爆防盾",
        ),
        (
            "O*A1 xI9",
            "2 O 3 gone:X",
            "nobody else is left: circle wins",
            "其他玩家都出局了：圓圈獲勝",
        ),
        (
            "O*A1 X*I9",
            "2 O 3 out:X",
            "the opponent has withdrawn: circle wins",
            "對方退出：圓圈獲勝",
        ),
    ],
)
def test_the_prompt(pieces: str, fields: str, english: str, chinese: str) -> None:
    view = legacy(pieces, fields).view()
    assert text(view.prompt) == english
    assert text(view.prompt, "zh-Hant") == chinese


@pytest.mark.parametrize(
    ("pieces", "english", "hant", "hans"),
    [
        (
            "X*I9",
            "Put your source on any empty cell. Everything you build will hang on it.",
            "選一個空格放源頭，之後所有棋子都靠它連著。",
            "选一个空格放源头，之后所有棋子都靠它连着。",
        ),
        (
            "O*A1 X*I9",
            "Do one thing: click its mark on the board.",
            "做一件事：點盤上的記號。",
            "做一件事：点盘上的记号。",
        ),
        (
            "O#A1 X*I9",
            "Your source is gone. Only your shields can still be blown up.",
            "你的源頭沒了，只剩防盾可以引爆。",
            "你的源头没了，只剩防盾可以引爆。",
        ),
    ],
)
def test_who_decides_is_told_what_can_be_done(
    pieces: str, english: str, hant: str, hans: str
) -> None:
    said = legacy(pieces, "2 O 3").view().prompt_you
    assert said is not None
    assert [text(said, name) for name in ("en", "zh-Hant", "zh-Hans")] == [english, hant, hans]


def test_nobody_is_asked_after_the_end() -> None:
    assert legacy("O*A1 xI9", "2 O 3 gone:X").view().prompt_you is None


def words(choice: Choice) -> list[str]:
    """Label and preview in English and Chinese."""
    said = [choice.label] + ([choice.preview] if choice.preview else [])
    return [text(message, language) for language in ("en", "zh-Hant") for message in said]


def test_the_choice_to_locate_is_one_click() -> None:
    found = choices("", "L:C3", "2 O 1")
    label = say("choice.locate", site="C3")
    assert found == Choice("L:C3", (("C3",),), label, verb="locate")
    assert words(found) == ["put your source on C3", "源頭放在 C3"]


def test_linking_and_escaping_to_one_cell_need_a_button_and_linking_is_the_default() -> None:
    link = choices("O*A1 X*I9", "R:B1")
    label = say("choice.relati", site="B1")
    edges = (Edge("A1", "B1", (), 0, "adjacent"),)
    path = ("B1", "#relati")
    assert link == Choice("R:B1", (path,), label, default=True, edges=edges, verb="link")
    assert words(link) == ["link B1", "連接 B1"]
    escape = choices("O*A1 OB1 O!H1 X*I9 oH2 O#I2", "E:A2")
    assert escape == Choice(
        "E:A2",
        (("A2", "#escape"),),
        say("choice.escape", site="A2"),
        say("preview.escape", count=3),
        verb="escape",
        consequences=(Consequence("dies", ("A1", "B1", "H1")),),
    )
    assert words(escape) == ["escape to A2", "3 of your own die", "逃到 A2", "自己死 3 個"]
    assert words(choices("O*A1 X*I9", "E:A2"))[1] == "1 of your own dies"


def test_linking_where_no_escape_is_possible_is_one_click() -> None:
    label = say("choice.relati", site="B3")
    edges = (Edge("A1", "B3", ("B1", "B2"), 0, "stable"),)
    found = choices("O*A1 X*I9", "R:B3")
    assert found == Choice("R:B3", (("B3",),), label, edges=edges, verb="link")


def test_defending_and_bombing_are_a_piece_and_a_button() -> None:
    defend = choices("O*A1 OB1 X*I9", "D:B1")
    label = say("choice.defend", site="B1")
    assert defend == Choice("D:B1", (("B1", "#defend"),), label, verb="defend")
    assert words(defend) == ["make B1 a shield", "把 B1 變成防盾"]
    bomb = choices("O*A9 OA1 O#B1 X*B2 OI9", "AB:B1")
    assert bomb == Choice(
        "AB:B1",
        (("B1", "#bomb"),),
        say("choice.bomb", site="B1"),
        say("preview.then-wins", what=say("preview.bomb", theirs=1, own=0)),
        verb="bomb",
        consequences=(
            Consequence("reach", ("A1", "B1", "C1", "A2", "B2", "C2")),
            Consequence("dies", ("B2",)),
        ),
    )
    assert words(bomb) == [
        "blow up the shield on B1",
        "1 of theirs dies, 0 of your own; you win",
        "引爆 B1 的防盾",
        "對方死 1 個，自己死 0 個；你就贏了",
    ]
    lost = "0 of theirs die, 1 of your own; then you can do nothing more and are out"
    assert words(choices("O*A1 O#B1 X*I9", "AB:B1"))[1] == lost
    lost = "0 of theirs die, 1 of your own; your source is gone"
    assert words(choices("O*A1 O#B1 O#I1 X*I9", "AB:B1"))[1] == lost


def test_a_source_that_becomes_a_shield_says_what_it_holds_no_more() -> None:
    assert words(choices("O*A1 OB1 OC1 X*I9", "D:A1"))[1::2] == [
        "your source becomes a shield: 2 of your own are cut off",
        "源頭變成防盾：自己有 2 個棋子被切斷",
    ]
    alone = "your source becomes a shield: nothing can hang on it any more"
    assert words(choices("O*A1 X*I9", "D:A1"))[1] == alone


def test_a_link_that_closes_a_pincer_says_who_dies() -> None:
    trap = "O*D5 OE4 OF5 XE5"
    closing = choices(f"{trap} X*F6", "R:E6")
    assert words(closing)[1::2] == ["1 of theirs dies between yours", "夾擊：對方死 1 個"]
    assert words(choices("O*D5 OE4 OF5 X*E5", "R:E6"))[1] == (
        "1 of theirs dies between yours; you win"
    )
    assert choices(f"{trap} X*F6", "R:E3").preview is None


def test_an_attack_goes_from_the_medium_to_the_target_and_shows_its_line() -> None:
    remote = choices("O*I1 OE5 OF5 OG3 XB5 X*I9", "AR:B5:E5")
    assert remote == Choice(
        "AR:B5:E5",
        (("E5", "B5"),),
        say("choice.ar", target="B5", medium="E5", spent=("E5", "F5")),
        say("preview.ar", target="B5", spent=("E5", "F5")),
        edges=(Edge("E5", "B5", ("D5", "C5"), 0, "attack"),),
        verb="ar",
        consequences=(Consequence("spent", ("E5", "F5")), Consequence("dies", ("B5",))),
    )
    assert words(remote) == [
        "strike B5 from afar with E5, spending E5, F5",
        "B5 dies, spends E5, F5",
        "用 E5 遠程攻擊 B5，耗 E5、F5",
        "B5 死亡，耗 E5、F5",
    ]
    normal = choices("O*E5 OF5 XD5 XC5 X*I9", "AN:C5:E5")
    assert (normal.paths, normal.default) == ((("E5", "C5"),), False)
    assert normal.edges == (Edge("E5", "C5", ("D5",), 0, "attack"),)
    assert words(normal) == [
        "strike C5 with E5, spending F5",
        "C5 dies, spends F5",
        "用 E5 攻擊 C5，耗 F5",
        "C5 死亡，耗 F5",
    ]


def test_an_attack_says_when_it_spends_the_source_or_wins() -> None:
    lost = "D5 dies, spends F5; then you can do nothing more and are out"
    assert words(choices("O*F5 OE5 XD5 X*I9", "AN:D5:E5"))[1] == lost
    gone = "D5 dies, spends F5; your source is gone"
    assert words(choices("O*F5 OE5 O#A1 XD5 X*I9", "AN:D5:E5"))[1] == gone
    assert words(choices("O*E5 OF5 X*D5", "AN:D5:E5"))[1] == "D5 dies, spends F5; you win"
    assert words(choices("O*E5 OF5 X*D5 X#A1", "AN:D5:E5"))[1] == "D5 dies, spends F5"


def test_where_both_attacks_are_possible_a_button_decides_and_the_cheaper_is_the_default() -> None:
    normal = choices("O*E5 OF5 XD5 X*I9", "AN:D5:E5")
    remote = choices("O*E5 OF5 XD5 X*I9", "AR:D5:E5")
    assert (normal.paths, normal.default) == ((("E5", "D5", "#an"),), True)
    assert (remote.paths, remote.default) == ((("E5", "D5", "#ar"),), False)
    assert remote.edges == (Edge("E5", "D5", (), 0, "attack"),)


def test_the_edge_of_an_attack_belongs_to_the_attacker() -> None:
    found = choices("X*E5 XF5 OD5 O*I9", "AN:D5:E5", "2 X 9")
    assert found.edges[0].owner == 1


@pytest.mark.parametrize(
    ("name", "english", "chinese"),
    [
        ("relati", "link", "連接"),
        ("escape", "escape", "逃脫"),
        ("an", "strike", "攻擊"),
        ("ar", "strike from afar", "遠程攻擊"),
        ("bomb", "blow up", "引爆"),
        ("defend", "make it a shield", "架盾"),
    ],
)
def test_buttons_are_verbs(name: str, english: str, chinese: str) -> None:
    assert text(say(f"button.{name}")) == english
    assert text(say(f"button.{name}"), "zh-Hant") == chinese


def test_title_summary_and_option_in_words() -> None:
    assert text(say("title")) == "Relati Legacy"
    assert text(say("title"), "zh-Hant") == "連奕"
    assert text(say("title"), "zh-Hans") == "连奕"
    assert text(say("option.size")) == "board size"
    assert text(say("option.size"), "zh-Hant") == "棋盤大小"


def test_a_finished_view_has_scores() -> None:
    view = legacy("O*A1 xI9", "2 O 3 gone:X").view()
    assert (view.actor, view.owner, view.turn) == (None, 0, 3)
    assert [seat.score for seat in view.seats] == [Fraction(1), Fraction(0)]
    assert view.outcome is not None
    assert view.outcome.reason == "last-left"
