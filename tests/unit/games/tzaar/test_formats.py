"""Little Golem's and Boardspace's forms of tzaar: what is read, and what is refused where.

In a broken text `▼` stands before the place that the error must name; it is no part of the text.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from duiyi.core import BadOptions, BadRecord, Record, game
from duiyi.core.locale import text as worded
from duiyi.core.record.files import load, read
from duiyi.games.tzaar.formats import BOARDSPACE, LITTLE_GOLEM
from duiyi.games.tzaar.formats.boardspace_deal import boardspace_deal, generator, is_old
from duiyi.games.tzaar.pieces import BLACK, KINDS, WHITE, count

GAMES = sorted((Path(__file__).parents[3] / "data" / "littlegolem").glob("*.sgf"))
SPACE = '(;GM[Tzaar]VV[1]SU[tzaar-standard 0]P0[id "w"]P1[id "b"];P0[0 Start P0]{}'
RANDOM = "cBbCbcBCCBBcabaBbCcCbbbCCACAcbcbcBccBCCBaAAacCCcaacCACcCccAB"


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_real_game_of_little_golem_comes_back_letter_by_letter(path: Path) -> None:
    record = load(path)
    assert record.names == ("white", "black")
    assert record.outcome is not None
    assert len(record.nodes) == 53
    assert LITTLE_GOLEM.write(record).rstrip() == path.read_text().rstrip()
    assert read(BOARDSPACE.write(record)) == record


def test_there_are_two_real_games() -> None:
    assert len(GAMES) == 2


def test_ko_is_a1_and_columns_go_upwards() -> None:
    record = read("(;FF[TZAAR];W[okpk];B[koln-pass])")
    assert [getattr(node, "token", "") for node in record.nodes] == ["E1xF1", "A1xB1", "pass"]


@pytest.mark.parametrize(
    ("moves", "tokens"),
    [
        (";P0[1 Capture D 3 C 3];P0[2 Done]", ["D3xC3"]),
        (";P0[Capture d 3 c 3]", ["D3xC3"]),
        (";P0[1 Pickb D 3];P0[2 Dropcap C 3];P0[3 Done]", ["D3xC3"]),
        (";P0[1 Pickb D 3 2];P0[2 Dropb D 3];P0[1 Pickb D 3];P0[2 Dropb C 3]", ["D3xC3"]),
        (";P0[1 Capture D 3 C 3];P0[Done];P1[Capture E 6 F 5];P1[Pass];P1[Done]", None),
        (";P0[1 Capture D 3 C 3];P0[Done];P1[Capture E 6 F 5];P1[Done]", None),
        (";P0[1 Capture D 3 C 3]TM[3];P1[2 Resign];P1[Done];P0[time 0:01]", ["D3xC3"]),
    ],
)
def test_words_of_boardspace(moves: str, tokens: list[str] | None) -> None:
    record = read(SPACE.format(moves) + ")")
    found = [getattr(node, "token", "") for node in record.nodes]
    expected = tokens or ["D3xC3", "E5xF5", "pass"]
    assert [token for token in found if token] == expected


def test_in_column_e_the_hole_has_a_number_on_boardspace() -> None:
    """E 6 there is our E5, just above the hole; E 4 is E4."""
    record = read(SPACE.format(";P0[1 Capture E 4 D 4];P1[Capture E 6 F 5]") + ")")
    assert [getattr(node, "token", "") for node in record.nodes] == ["E4xD4", "E5xF5"]
    assert "Capture E 6 F 5" in BOARDSPACE.write(record)


def test_the_other_player_is_white_where_the_colours_change() -> None:
    text = SPACE.replace("VV[1]", "VV[1]CM[1,0]").format(";P1[1 Capture D 3 C 3]") + ")"
    record = read(text)
    assert record.names == ("b", "w")
    assert record.nodes[0].actor == WHITE


def test_time_that_is_over_is_a_withdrawal() -> None:
    record = read(SPACE.format(";P0[1 Capture D 3 C 3];P1[2 LoseOnTime]") + ")")
    assert record.nodes[-1] == record.withdrawn(BLACK, "time").nodes[-1]
    assert read(BOARDSPACE.write(record)) == record
    won = read(SPACE.format(";P0[1 Capture D 3 C 3];P0[2 WinOnTime]") + ")")
    assert won.nodes == record.nodes


def test_the_generator_is_the_documented_one() -> None:
    """What Java's library gives for this key."""
    below = generator(42)
    assert [below(100) for _ in range(5)] == [30, 63, 48, 84, 70]
    below = generator(-7)
    assert [below(60) for _ in range(5)] == [22, 57, 10, 27, 18]
    below = generator(42, old=True)
    assert [below(2**31) for _ in range(3)] == [1170105035, 234785527, 1360544799]


def test_a_deal_of_boardspace_has_all_pieces_and_depends_on_key_and_date() -> None:
    deals = {boardspace_deal(5), boardspace_deal(6), boardspace_deal(5, "Jan 3 2010")}
    assert len(deals) == 3
    for points in deals:
        for seat in (WHITE, BLACK):
            assert {kind: count(points, seat, kind) for kind in KINDS} == KINDS


@pytest.mark.parametrize(
    ("date", "old"),
    [
        ("Sat Nov 03 10:35:28 PDT 2018", False),
        ("Thu Oct 24 10:35:28 PDT 2013", True),
        ("Fri Oct 25 10:35:28 PDT 2013", False),
        ("2009-06-01", True),
        ("2013-10-25", False),
        ("", False),
        ("yesterday", False),
    ],
)
def test_the_date_tells_how_it_was_dealt(date: str, old: bool) -> None:
    assert is_old(date) == old


def test_a_key_of_boardspace_is_kept() -> None:
    text = "(;GM[Tzaar]VV[1]DT[Jan 3 2010]SU[tzaar-random 77];P0[0 Start P0])"
    record = read(text)
    assert getattr(record.first(), "points", ()) == boardspace_deal(77, "Jan 3 2010")
    written = BOARDSPACE.write(record)
    assert "SU[tzaar-random 77]" in written
    assert "OnBoard" not in written
    assert read(written) == record
    assert read(LITTLE_GOLEM.write(record)) == record


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("(;FF[TZAAR];W[npmq]POS▼[", "truncated-value"),
        ("(;FF[TZAAR];W▼[npmq", "truncated-value"),
        ("▼(;FF[TZAAR];W[npmq]", "truncated-tree"),
        ("(;FF[TZAAR])▼(;FF[TZAAR])", "sgf-second"),
        ("(;FF[TZAAR])▼)", "unexpected"),
        ("(;FF[TZAAR]▼W)", "sgf-value"),
        ("(;FF[TZAAR]▼x(;)", "sgf-value"),
        ("(;FF[TZAAR]▼()", "sgf"),
        ("(;FF[TZAAR]POS[▼abc])", "golem-pieces"),
        (f"(;FF[TZAAR]POS[{RANDOM[:59]}▼x])", "golem-piece"),
        ("(▼;FF[TZAAR]VA[RANDOM])", "missing"),
        ("(;FF[TZAAR];W[▼zzmq])", "golem-point"),
        ("(;FF[TZAAR];W[nn▼oo])", "golem-point"),
        ("(;FF[TZAAR];W[▼nnn])", "golem-step"),
        ("(;FF[TZAAR];B[▼nnmm])", "actor"),
        ("(;FF[TZAAR];W[▼koks])", "illegal"),
        ("(;FF[TZAAR]DYO[▼seed=x])", "options"),
        ("(;FF[TZAAR]▼Game[x])", "tag-name"),
        ("(;FF[TZAAR](;C[x])(▼;W[okpk]))", "variation-first"),
        ("▼(;FF[4]GM[1])", "sgf-unknown"),
        ("▼hello", "not-a-record"),
        (SPACE.format(";P0[1 ▼Jump A 1])"), "boardspace-word"),
        (SPACE.format(";P0[1 ▼Edit])"), "boardspace-word"),
        (SPACE.format(";P0[1 ▼Capture J 1 A 1])"), "boardspace-form"),
        (SPACE.format(";P0[1 Capture ▼E 5 A 1])"), "boardspace-point"),
        (SPACE.format(";P0[1 Capture D 3 ▼C 33])"), "boardspace-point"),
        (SPACE.format(";P0[1 ▼Dropb A 1])"), "boardspace-hand"),
        (SPACE.format(";P1[1 ▼AcceptDraw])"), "boardspace-draw"),
        (SPACE.format(";P1[1 ▼Capture D 3 C 3])"), "actor"),
        ("(▼;GM[Tzaar])", "missing"),
        ("(;GM[Tzaar]SU[▼tzaar-odd 1])", "boardspace-setup"),
        ("(;SU[tzaar-custom 1]▼;P0[OnBoard wr 0 A 1])", "boardspace-placing"),
        ("(;SU[tzaar-custom 1];P0[OnBoard wr 0 A 1];P1[▼OnBoard br 1 A 1])", "boardspace-taken"),
        ("(;SU[tzaar-custom 1];P0[▼OnBoard xx 0 A 1])", "boardspace-word"),
        ("(;SU[tzaar-custom 1];P0[▼Capture A 1 A 2])", "boardspace-placing"),
    ],
)
def test_an_error_says_where_and_why(text: str, problem: str) -> None:
    before, _, after = text.partition("▼")
    with pytest.raises(BadRecord) as caught:
        read(before + after)
    error = caught.value
    assert error.message.key.partition(":")[2] == f"bad-record.{problem}"
    assert (error.line, error.column) == (1, len(before) + 1)
    for language in ("en", "zh-Hant", "zh-Hans"):
        assert "{" not in worded(error.message, language)


@pytest.mark.parametrize("form", [LITTLE_GOLEM, BOARDSPACE], ids=lambda form: form.name)
def test_a_game_that_begins_elsewhere_cannot_be_told(form: object) -> None:
    state = game("tzaar").start().play("D3xC3")
    with pytest.raises(BadOptions, match="White's first turn"):
        form.write(Record.of(state))  # type: ignore[attr-defined]


def test_a_set_up_that_lacks_pieces_cannot_be_told_to_boardspace() -> None:
    text = game("tzaar").start().dump().replace("ttttT/", "tttZT/", 1)
    record = Record.of(game("tzaar").load(text))
    assert read(LITTLE_GOLEM.write(record)) == record
    with pytest.raises(BadOptions, match="begin with all pieces"):
        BOARDSPACE.write(record)


def test_a_pass_that_nothing_is_left_for_is_passed_over() -> None:
    assert read("(;FF[TZAAR];W[okpk-pass])") == read("(;FF[TZAAR];W[okpk])")


def test_soft_line_breaks_and_escapes() -> None:
    record = read("(;FF[TZAAR]\nPW[a\\]b\\\\c\\\nd]\nC[one\r\ntwo])")
    assert record.names[0] == "a]b\\cd"
    assert record.comments == ("one\ntwo",)
