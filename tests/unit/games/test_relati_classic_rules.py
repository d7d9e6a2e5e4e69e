"""relati classic by its rulings: C-1…C-6 and the withdrawals W-1…W-5."""

from __future__ import annotations

import pytest
from tests.unit.games.positions import breach, classic, fields, played, result, symbols, tokens

import duiyi
from duiyi.core.options import Options
from duiyi.games.relati_classic import GAME, Place, RelatiClassic

ALL_OF_5 = " ".join(f"{column}{row}" for row in range(1, 6) for column in "ABCDE")


def drawn(board: str) -> str:
    """The symbols of a board as seed 002 prints it."""
    found = []
    for line in board.strip().splitlines()[1:]:
        number, *cells = (cell.strip() for cell in line.strip().strip("|").split("|"))
        found += [f"{c}{'ABCDE'[i]}{number}" for i, c in enumerate(cells) if c]
    return " ".join(found)


DEMONSTRATION = [
    (
        "C3 D2",
        """
        |   | A | B | C | D | E |
        | 1 |   |   |   |   |   |
        | 2 |   |   |   | X |   |
        | 3 |   |   | O |   |   |
        | 4 |   |   |   |   |   |
        | 5 |   |   |   |   |   |
        """,
    ),
    (
        "C2 D3",
        """
        |   | A | B | C | D | E |
        | 1 |   |   |   |   |   |
        | 2 |   |   | O | X |   |
        | 3 |   |   | O | X |   |
        | 4 |   |   |   |   |   |
        | 5 |   |   |   |   |   |
        """,
    ),
    (
        "C4 D4",
        """
        |   | A | B | C | D | E |
        | 1 |   |   |   |   |   |
        | 2 |   |   | O | X |   |
        | 3 |   |   | O | X |   |
        | 4 |   |   | O | X |   |
        | 5 |   |   |   |   |   |
        """,
    ),
    (
        "C5 D5",
        """
        |   | A | B | C | D | E |
        | 1 |   |   |   |   |   |
        | 2 |   |   | O | X |   |
        | 3 |   |   | O | X |   |
        | 4 |   |   | O | X |   |
        | 5 |   |   | O | X |   |
        """,
    ),
    (
        "C1 D1",
        """
        |   | A | B | C | D | E |
        | 1 |   |   | O | X |   |
        | 2 |   |   | O | X |   |
        | 3 |   |   | O | X |   |
        | 4 |   |   | O | X |   |
        | 5 |   |   | O | X |   |
        """,
    ),
    (
        "B1 E1 B2 E2 B3 E3 B4 E4 B5 E5",
        """
        |   | A | B | C | D | E |
        | 1 |   | O | O | X | X |
        | 2 |   | O | O | X | X |
        | 3 |   | O | O | X | X |
        | 4 |   | O | O | X | X |
        | 5 |   | O | O | X | X |
        """,
    ),
    (
        "A1",
        """
        |   | A | B | C | D | E |
        | 1 | O | O | O | X | X |
        | 2 |   | O | O | X | X |
        | 3 |   | O | O | X | X |
        | 4 |   | O | O | X | X |
        | 5 |   | O | O | X | X |
        """,
    ),
]


def test_c_6_the_demonstration_of_the_seed_position_by_position() -> None:
    state, turn = GAME.start(2), 1
    for line, board in DEMONSTRATION:
        assert state.outcome is None
        state = played(state, line)
        turn += len(line.split())
        assert symbols(state) == drawn(board)
        assert result(state) == ("1 0 others-cannot-act" if line == "A1" else "-")
        assert fields(state) == ("- O 21" if line == "A1" else f"O X {turn}")


def test_c_6_the_second_example_leaves_the_game_running_and_c1_wins_it() -> None:
    state = played(GAME.start(2), "B1 A1 B2 A2 B3 A3 B4 A4 B5 A5")
    assert (fields(state), result(state)) == ("O X 11", "-")
    assert tokens(state) == "C1 C2 C3 C4 C5"
    state = state.play("C1")
    assert (fields(state), result(state)) == ("- O 11", "1 0 others-cannot-act")


@pytest.mark.parametrize(("seats", "size", "last"), [(2, 5, "E5"), (3, 7, "G7"), (4, 9, "I9")])
def test_c_1_the_board_has_2n_plus_1_cells_on_a_side(seats: int, size: int, last: str) -> None:
    state = GAME.start(seats)
    assert state.seats == seats
    assert state.board.size == size
    assert len(state.actions()) == size**2
    assert tokens(state).split()[0] == "A1"
    assert tokens(state).split()[-1] == last
    sites = GAME.geometry(seats, Options()).sites
    assert [site.id for site in sites] == tokens(state).split()


@pytest.mark.parametrize("seats", [1, 5])
def test_c_1_there_are_2_to_4_seats(seats: int) -> None:
    with pytest.raises(duiyi.BadOptions) as caught:
        GAME.start(seats)
    assert str(caught.value) == f"relati-classic has 2-4 seats, not {seats}"


def test_c_1_a_token_is_the_cell() -> None:
    state = GAME.start(2)
    assert state.parse("C3") == Place(12)
    assert state.text(Place(12)) == "C3"
    assert state.play("C3") == state.play(Place(12))
    large = GAME.start(4)
    assert large.parse("I9") == Place(80)


@pytest.mark.parametrize(
    ("token", "says"),
    [
        ("pass", "pass is not an action; write a cell such as C3"),
        ("c3", "c3 is not an action; write a cell such as C3"),
        ("C03", "C03 is not an action; write a cell such as C3"),
        ("F1", "there is no cell F1 on this board of 5 by 5"),
        ("A6", "there is no cell A6 on this board of 5 by 5"),
        ("C 3", "an action is written in printable ASCII without spaces, unlike 'C 3'"),
        ("", "the text of an action is missing: nothing was written"),
    ],
)
def test_c_1_there_is_no_pass_and_nothing_but_cells(token: str, says: str) -> None:
    with pytest.raises(duiyi.BadToken) as caught:
        GAME.start(2).parse(token)
    assert str(caught.value) == says


def test_the_start() -> None:
    state = GAME.start()
    assert (state.seats, state.actor, state.owner, state.turn) == (2, 0, 0, 1)
    assert (state.last, state.out, state.outcome, state.symbols) == (-1, frozenset(), None, (0, 0))
    assert tokens(state) == ALL_OF_5
    assert state.game is GAME
    assert state.options == Options()
    assert isinstance(GAME, RelatiClassic)
    assert (GAME.id, list(GAME.seats), GAME.options) == ("relati-classic", [2, 3, 4], Options)


def test_what_follows_from_the_rest_of_a_state_is_not_printed() -> None:
    values = "symbols=(0, 0), actor=0, last=-1, turn=1, out=frozenset(), outcome=None"
    assert repr(GAME.start(2)) == f"RelatiClassicState({values})"


def test_c_2_each_players_first_symbol_goes_on_any_empty_cell() -> None:
    state = GAME.start(3).play("A1")
    assert "A1" not in tokens(state).split()
    assert len(state.actions()) == 48
    state = state.play("C1")
    assert len(state.actions()) == 47
    state = state.play("G7")
    assert tokens(state) == "B1 A2 B2"


def test_a_symbol_goes_on_an_empty_cell_next_to_an_own_one() -> None:
    state = classic("OC3 XC2 XD4", "O X 4")
    assert tokens(state) == "B2 D2 B3 D3 B4 C4"
    assert state.why_not("C4") is None
    assert breach(state.why_not("C2")) == ("occupied", ("C2",), "C2 is not empty")
    assert breach(state.why_not("C3")) == ("occupied", ("C3",), "C3 is not empty")
    assert breach(state.why_not("C5")) == ("not-linked", ("C5",), "C5 is next to no circle")
    cross = state.play("C4")
    assert breach(cross.why_not("A1")) == ("not-linked", ("A1",), "A1 is next to no cross")


def test_playing_what_is_not_legal_raises_with_the_same_violation() -> None:
    state = classic("OC3 XD2", "O X 3")
    legal = tokens(state).split()
    for token in ALL_OF_5.split():
        judged = state.why_not(token)
        assert (judged is None) == (token in legal)
        if judged is None:
            assert state.play(token).symbols != state.symbols
            continue
        with pytest.raises(duiyi.IllegalAction) as caught:
            state.play(token)
        assert caught.value.violation == judged


def test_nothing_is_legal_after_the_end() -> None:
    over = played(classic("OB1 OC1 OB2 OC2 XD1 XD2 XE1 XE2 .A1", "O X 9", fill="O"), "A1")
    assert result(over) == "1/2 1/2 nobody-can-act"
    for token in ("A1", "C3"):
        assert breach(over.why_not(token)) == ("game-over", (), "the game is over")


def test_playing_moves_the_turn_on_and_leaves_the_old_state_as_it_was() -> None:
    start = GAME.start(2)
    state = start.play("C3")
    assert (state.actor, state.owner, state.last, state.turn) == (1, 1, 0, 2)
    assert symbols(state) == "OC3"
    assert start == GAME.start(2)
    state = state.play("D2")
    assert (state.actor, state.owner, state.last, state.turn) == (0, 0, 1, 3)
    assert symbols(state) == "XD2 OC3"


def test_four_players_go_round_in_seat_order() -> None:
    state = GAME.start(4)
    actors = []
    for token in "A1 I1 A9 I9 B1 H1 B9 H9 C1".split():
        actors.append(state.actor)
        state = state.play(token)
    assert actors == [0, 1, 2, 3, 0, 1, 2, 3, 0]
    assert symbols(state) == "OA1 OB1 OC1 XH1 XI1 DA9 DB9 UH9 UI9"
    assert fields(state) == "X O 10"


def test_c_3_the_mover_wins_at_once_when_only_he_can_act() -> None:
    """The action that took the other's last option counts itself."""
    before = classic("XE1 OD2 OE2 .D1 .A1", "O X 9", fill="O")
    assert tokens(before) == "A1 D1"
    after = before.play("D1")
    assert (fields(after), result(after)) == ("- O 9", "1 0 others-cannot-act")
    assert (after.owner, after.turn) == (0, 9)


def test_c_3_nobody_can_act_no_winner() -> None:
    after = classic("XE1 .D1", "O X 9", fill="O").play("D1")
    assert (fields(after), result(after)) == ("- O 9", "1/2 1/2 nobody-can-act")


def test_c_3_without_a_winner_three_share() -> None:
    after = classic("XG1 DG7 .A1", "O D 9", fill="O", seats=3).play("A1")
    assert result(after) == "1/3 1/3 1/3 nobody-can-act"


def test_c_3_another_player_found_it_is_his_turn() -> None:
    after = classic("XE1 .D1 .A1", "O X 9", fill="O").play("A1")
    assert (fields(after), result(after)) == ("X O 10", "-")
    assert tokens(after) == "D1"


def test_c_4_a_stuck_mover_makes_the_only_other_who_can_act_act_once_more() -> None:
    """X fills his last cell; only O can act; O must, and then C-3 asks again."""
    before = classic("XE1 XD2 XE2 .D1 .A5", "X O 9", fill="O")
    assert tokens(before) == "D1"
    stuck = before.play("D1")
    assert (fields(stuck), result(stuck)) == ("O X 10", "-")
    assert tokens(stuck) == "A5"
    assert result(stuck.play("A5")) == "1/2 1/2 nobody-can-act"
    roomy = classic("XE1 XD2 XE2 .D1 .A5 .A1", "X O 9", fill="O").play("D1")
    assert fields(roomy) == "O X 10"
    assert result(roomy.play("A5")) == "1 0 others-cannot-act"


def test_c_5_a_player_without_an_action_is_skipped_not_removed() -> None:
    state = classic("XA1 OB1 OA2 OB2 DG7", "D O 9", seats=3)
    state = state.play("G6")
    assert fields(state) == "O D 10"
    assert state.out == frozenset()
    state = state.play("C1")
    assert fields(state) == "D O 11"


def test_c_2_c_5_who_has_no_symbol_yet_can_act_while_a_cell_is_empty() -> None:
    state = classic("OA1 .B1 XG1 .G6", "D X 9", fill="X", seats=3)
    assert tokens(state) == "B1 G6"
    state = state.withdraw(1).play("B1")
    assert (fields(state), result(state)) == ("- D 9 out:X", "1/2 0 1/2 nobody-can-act")
