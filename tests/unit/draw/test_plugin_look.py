"""A game from elsewhere brings its own look: a sheet, colours, letters for the terminal."""

from __future__ import annotations

import pytest
from tests.unit.draw import ludo
from tests.unit.draw.svgs import picture

import duiyi
from duiyi.draw.look import look_of
from duiyi.draw.montage import compose
from duiyi.draw.svg import draw_state
from duiyi.draw.terminal.board import draw_text

GAME = ludo.GAME


def test_the_look_beside_the_package_is_used() -> None:
    svg = draw_state(GAME.start())
    (pawn,) = picture(svg).glyphs()
    assert pawn["data-glyph"] == "ludo-pawn"
    assert "#0A7A3C" in svg
    assert "#5FD08A" in draw_state(GAME.start(), theme="dark")


def test_its_ids_are_its_own_even_where_its_names_are_not() -> None:
    svg = draw_state(GAME.start())
    assert 'id="light-tests-unit-draw-ludo-g-gloss"' in svg
    ours = draw_state(duiyi.game("relati").start().play("E5"))
    compose([svg, ours], 2, 800)  # refuses one id for two things


def test_common_marks_are_there_too() -> None:
    state = GAME.start()
    svg = draw_state(state.play("P1"), since=state, legal=True)
    assert {e["data-legal"] for e in picture(svg).elements} >= {"P2"}


def test_its_letters_are_used_in_the_terminal() -> None:
    state = GAME.start()
    letters = look_of(GAME).letters
    drawn = draw_text(state.view(), GAME.board, letters=letters).plain
    assert "P" in drawn
    later = draw_text(state.play("P1").view(), GAME.board, letters=letters).plain
    assert "p" in later


def test_a_look_that_is_nowhere_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ludo.Ludo, "look", "nowhere")
    with pytest.raises(ValueError, match="ludo: there is no look nowhere"):
        look_of(GAME)
