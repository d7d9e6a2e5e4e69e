"""Boards in the terminal, as golden texts that a person can judge."""

from __future__ import annotations

import random
from dataclasses import replace
from textwrap import dedent

import pytest
from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

import duiyi
from duiyi.boards.square import square
from duiyi.core import Choice, Geometry, Piece, Site, Stone, View, message
from duiyi.core.view import Area, button
from duiyi.draw.look import look_of
from duiyi.draw.terminal.board import draw_text, legend, seat_style, symbol

SYMBOLS = ("circle", "cross", "triangle", "square", "star", "hexagram")
ROOT_THREE = 0.8660254


def piece(site: str, seat: int, *marks: str, label: str = "") -> Piece:
    return Piece(site, (Stone(SYMBOLS[seat], seat, label),), marks)


def seen(*pieces: Piece, legal: str = "", last: tuple[str, ...] = ()) -> View:
    choices = tuple(Choice(t, ((t,),), message("choice.play", token=t)) for t in legal.split())
    return View(1, 1, 3, (), message("x"), pieces, choices=choices, last=last)


def assert_drawn(drawn: Text, golden: str) -> None:
    assert drawn.plain == dedent(golden).strip("\n")


def styles_at(drawn: Text, text: str) -> str:
    start = drawn.plain.index(text)
    return " ".join(str(span.style) for span in drawn.spans if span.start <= start < span.end)


EVERYTHING = seen(
    piece("A1", 0, "root"),
    piece("B1", 0),
    piece("C1", 0, "cannon", label="1"),
    piece("D1", 0, "cannon", label="3"),
    piece("E1", 0, "cannon", label="12"),
    piece("A2", 0, "spent", label="0"),
    piece("B2", 0, "lost"),
    piece("C2", 0, "dead"),
    piece("A3", 1),
    piece("B3", 2),
    piece("C3", 3, "root"),
    piece("D3", 4, "lost"),
    piece("E3", 5, "dead"),
    legal="A4 E5",
)


def test_every_kind_of_piece_is_told_apart_without_colour() -> None:
    assert_drawn(
        draw_text(EVERYTHING, square(5).geometry),
        """
           A   B   C   D   E
        1│[O]│ O │<O>│3O>│+O>│
        2│>O<│(O)│-O-│   │   │
        3│ X │ △ │[□]│(☆)│-✡-│
        4│ · │   │   │   │   │
        5│   │   │   │   │ · │
        """,
    )


def test_a_plain_board_is_ascii() -> None:
    drawn = draw_text(EVERYTHING, square(5).geometry, plain=True)
    assert drawn.plain.isascii()
    assert_drawn(
        drawn,
        """
           A   B   C   D   E
        1|[O]| O |<O>|3O>|+O>|
        2|>O<|(O)|-O-|   |   |
        3| X | D |[U]|(A)|-H-|
        4| . |   |   |   |   |
        5|   |   |   |   | . |
        """,
    )


@pytest.mark.parametrize("size", range(2, 24))
@pytest.mark.parametrize("plain", [True, False])
def test_every_square_board_fits_eighty_columns_and_lines_up(size: int, plain: bool) -> None:
    corners = ("A1", f"{'ABCDEFGHIJKLMNOPQRSTUVW'[size - 1]}{size}")
    view = seen(piece(corners[0], 0, "root"), piece(corners[1], 1, "root"))
    lines = draw_text(view, square(size).geometry, plain=plain).plain.split("\n")
    assert len(lines) == size + 1
    assert max(map(cell_len, lines)) <= 80
    assert lines[0].index("A") == lines[1].index("O")
    assert lines[0].index(corners[1][0]) == lines[-1].index("X")


def test_a_board_without_room_for_bars_shows_its_empty_cells() -> None:
    view = seen(piece("A1", 0, "root"), piece("B1", 1, "lost"), legal="B2")
    lines = draw_text(view, square(21).geometry).plain.split("\n")
    assert lines[1].startswith(" 1 [O](X) +  + ")
    assert lines[2].startswith(" 2  +  ·  + ")


def test_a_slanted_board_has_its_numbers_before_each_row() -> None:
    sites = [
        Site(f"{'ABC'[c]}{r + 1}", c + r / 2, r * ROOT_THREE) for r in range(3) for c in range(3)
    ]
    assert_drawn(
        draw_text(seen(piece("A1", 0), piece("C3", 1), legal="B2"), Geometry(tuple(sites))),
        """
           A   B   C
        1  O   +   +
          2  +   ·   +
            3  +   +   X
        """,
    )


def hexagon() -> Geometry:
    """Columns A-E of 3, 4, 5, 4, 3 points, numbered upwards."""
    sites = []
    for column, points in enumerate((3, 4, 5, 4, 3)):
        for point in range(points):
            label = f"{'ABCDE'[column]}{point + 1}"
            sites.append(Site(label, column * ROOT_THREE, points / 2 - point, label))
    return Geometry(tuple(sites))


def test_points_that_no_row_number_names_show_their_own_names() -> None:
    stack = Piece("B2", (Stone("totts", 1), Stone("tzaar", 0), Stone("tzaar", 0)))
    view = View(0, 0, 1, (), message("x"), (stack, Piece("A1", (Stone("tzarra", 1),))))
    lines = [
        "        C5 +",
        "    B4 +    D4 +",
        "A3 +    C4 +    E3 +",
        "    B3 +    D3 +",
        "A2 +    C3 +    E2 +",
        "    B2 T3   D2 +",
        "A1 t    C2 +    E1 +",
        "    B1 +    D1 +",
        "        C1 +",
    ]
    assert draw_text(view, hexagon()).plain.split("\n") == lines


def test_sites_without_rows_are_listed() -> None:
    sites = tuple(Site(f"n{i}", i * 0.0371 % 1 + i, i * 0.137 % 1) for i in range(40))
    drawn = draw_text(seen(piece("n3", 0), legal="n7"), Geometry(sites))
    assert drawn.plain == "    n3 O\n    n7 ·"


def test_nothing_is_drawn_of_nothing() -> None:
    assert draw_text(seen(), Geometry()).plain == ""


def test_sites_of_the_view_are_drawn_too() -> None:
    view = View(0, 0, 1, (), message("x"), (piece("B1", 0),), (Site("B1", 1, 0, "B1"),))
    drawn = draw_text(view, Geometry((Site("A1", 0, 0, "A1"),)))
    assert_drawn(drawn, "   A   B\n1│   │ O │")


def test_colour_and_underlining_help() -> None:
    view = seen(piece("A1", 1), piece("B2", 0, "dead"), legal="C3", last=("A1", "Z9"))
    drawn = draw_text(view, square(3).geometry)
    assert "underline" in styles_at(drawn, " X ")
    assert styles_at(drawn, " X ").endswith(str(seat_style(1) + Style(underline=True)))
    assert "dim" in styles_at(drawn, "-O-")
    assert styles_at(drawn, " · ").endswith(str(seat_style(1)))
    assert str(seat_style(None)) == str(seat_style(-1)) == "none"


def test_the_last_sites_of_click_paths_are_offered_unless_a_piece_is_there() -> None:
    view = View(
        0,
        0,
        1,
        (),
        message("x"),
        (piece("A2", 0),),
        choices=(
            Choice("fire", (("A1", "B1"),), message("x")),
            Choice("build", (("A2", button("build")),), message("x")),
            Choice("escape", (("B2", button("escape")),), message("x")),
            Choice("pass", ((button("pass"),),), message("x")),
        ),
    )
    assert_drawn(draw_text(view, square(2).geometry), "   A   B\n1│   │ · │\n2│ O │ · │")


LEGACY = seen(
    piece("A1", 0, "source"),
    piece("B1", 0, "forbidden"),
    piece("C1", 0, "shield"),
    piece("D1", 0, "weapon"),
    piece("E1", 0, "bomb"),
    piece("B2", 1),
    legal="C2 C3",
)


def test_zones_are_bracketed_where_nothing_else_is() -> None:
    zone = Area(("A1", "B1", "C1", "A2", "B2", "C2"), 0, "safe-zone")
    sides = Area(("A3", "B3"), 1, "goal")
    assert_drawn(
        draw_text(replace(LEGACY, areas=(zone, sides)), square(5).geometry),
        """
           A   B   C   D   E
        1│[O]│/O/│{O}│!O!│*O*│
        2│: :│:X:│:·:│   │   │
        3│   │   │ · │   │   │
        4│   │   │   │   │   │
        5│   │   │   │   │   │
        """,
    )
    assert legend(replace(LEGACY, areas=(zone,)))[-2:] == [(": :", "area"), (" · ", "legal")]


def test_marks_of_a_plug_in_show_their_first_letter() -> None:
    drawn = draw_text(seen(piece("A1", 0, "king")), square(2).geometry)
    assert "│ Ok│" in drawn.plain


def test_a_real_position_of_tzaar_names_every_point() -> None:
    state = duiyi.game("tzaar").start()
    for token in "D3xC3 A1xB1 E6+E5".split():
        state = state.play(token)
    letters = look_of(state.game).letters
    geometry = state.game.geometry(2, state.options)
    drawn = draw_text(state.view(), geometry, letters=letters)
    assert_drawn(
        drawn,
        """
                         E8 t
                     D8 T    F8 t
                 C7 T    E7 r    G7 t
             B6 T    D7 R    F7 r    H6 t
         A5 T    C6 R    E6 +    G6 r    I5 T
             B5 R    D6 Z    F6 z    H5 R
         A4 t    C5 Z    E5 z2   G5 Z    I4 T
             B4 r    D5 T    F5 T    H4 R
         A3 t    C4 z            G4 Z    I3 T
             B3 r    D4 t    F4 t    H3 R
         A2 t    C3 Z    E4 T    G3 z    I2 T
             B2 r    D3 +    F3 z    H2 r
         A1 +    C2 R    E3 Z    G2 r    I1 t
             B1 t    D2 R    F2 r    H1 t
                 C1 T    E2 R    G1 t
                     D1 T    F1 t
                         E1 T
        """,
    )
    assert legend(state.view())[0] == ("Z12", "height")


ATOM = (
    "7 act:3 18:12.3.4.10:K0,0;K0,2;R1,1;G1,3:-:- "
    "7:3.0.21.1:K0,0;G1,-1;K1,1:K0,0:- "
    "damage=attack,life_cap=none,turn_limit=200,max_height=24,max_width=23"
)


def test_a_real_position_of_atom_shows_lattices_with_what_they_measure() -> None:
    state = duiyi.game("atom").load(ATOM)
    assert_drawn(
        draw_text(state.view(), Geometry(), letters=look_of(state.game).letters),
        """
        the second player holds: K 3  R 0  B 21  G 1
        [1] attack 1 defence 0.5  [2] attack 0 defence 0  [3]
        1 G   K                   0 K                     empty
        0   K                       0
         -1 0 1

        the first player holds: K 12  R 3  B 4  G 10
        [1] attack 0 defence 1  [2]    [3]
        1   R   G               empty  empty
        0 K   K
          0 1 2 3
        """,
    )


def test_large_trays_stand_closer_or_below_each_other() -> None:
    game = duiyi.game("atom")
    row = ";".join(f"K0,{2 * at}" for at in range(22))
    tall = ";".join(f"K{r},{r % 2}" for r in range(24))
    text = f"7 act:3 18:0.0.0.0:{row}:{row}:{tall} 7:0.0.0.0:{row}:{tall}:-"
    state = game.load(f"{text} {ATOM.split()[-1]}")
    lines = draw_text(state.view(), Geometry(), letters=look_of(game).letters).plain.split("\n")
    assert max(map(cell_len, lines)) <= 80
    assert sum(line.startswith("[1]") for line in lines) == 2
    assert sum("K K K K" in line for line in lines) == 3


@pytest.mark.parametrize("name", ["relati-legacy", "tzaar", "atom", "hex", "tic-tac-toe"])
@pytest.mark.parametrize("plain", [True, False])
def test_random_positions_fit_eighty_columns(name: str, plain: bool) -> None:
    game, chance = duiyi.game(name), random.Random(5)
    letters = look_of(game).letters
    state = game.start()
    for at in range(60):
        actions = state.actions() or [action for action, _ in state.chances()]
        if not actions:
            break
        state = state.play(chance.choice(actions))
        if at % 6 == 0:
            geometry = game.geometry(state.seats, state.options)
            drawn = draw_text(state.view(), geometry, plain=plain, letters=letters).plain
            assert max(map(cell_len, drawn.split("\n"))) <= 80
            assert drawn.isascii() or not plain


def test_the_legend_explains_what_is_there() -> None:
    view = seen(piece("A1", 0, "root"), piece("B1", 1, "dead"), legal="C1")
    assert legend(view) == [("-O-", "dead"), ("[O]", "root"), (" · ", "legal")]
    assert legend(view, plain=True)[-1] == (" . ", "legal")
    assert legend(seen(piece("A1", 0))) == []


def test_symbols_are_one_character() -> None:
    assert [symbol(name) for name in SYMBOLS] == ["O", "X", "△", "□", "☆", "✡"]
    assert [symbol(name, plain=True) for name in SYMBOLS] == ["O", "X", "D", "U", "A", "H"]
    assert symbol("tzaar") == "T"
    assert symbol("") == "?"


def test_a_real_position_of_relati() -> None:
    state = before = duiyi.game("relati").start(2)
    for token in "E5 F5 C3 D4".split():
        before, state = state, state.play(token)
    drawn = draw_text(state.view(None, before), state.game.geometry(2, state.options))
    assert_drawn(
        drawn,
        """
           A   B   C   D   E   F   G   H   I
        1│   │   │   │   │   │   │   │   │   │
        2│   │   │   │   │   │   │   │   │   │
        3│   │   │(O)│ · │ · │ · │ · │   │   │
        4│   │   │ · │ X │ · │ · │ · │   │   │
        5│   │   │ · │ · │[O]│[X]│   │   │   │
        6│   │   │ · │ · │ · │ · │ · │   │   │
        7│   │   │ · │ · │ · │ · │ · │   │   │
        8│   │   │   │   │   │   │   │   │   │
        9│   │   │   │   │   │   │   │   │   │
        """,
    )
