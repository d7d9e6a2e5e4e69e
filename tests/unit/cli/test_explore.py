"""`duiyi explore`: books of openings and fair deals, on the command line."""

from __future__ import annotations

from pathlib import Path

from tests.commands import Run

from duiyi.core import game

SMALL = ("--games", "4", "--nodes", "60", "--workers", "1", "--out", "small.book")


def test_a_book_is_made_and_shown(run: Run) -> None:
    ran = run("explore", "make", "relati-classic", *SMALL, "--language", "en")
    assert ran.code == 0, ran.err
    assert "saved to small.book" in ran.out
    assert not Path("small.book.games").exists()
    first = Path("small.book").read_bytes()
    assert run("explore", "make", "relati-classic", *SMALL).code == 0
    assert Path("small.book").read_bytes() == first
    shown = run("explore", "show", "relati-classic", "--book", "small.book").out
    assert sum(int(line.split()[-1]) for line in shown.splitlines()) == 4
    assert "%" not in shown


def test_our_own_book_is_shown_with_intervals(run: Run) -> None:
    shown = run("explore", "show", "tzaar").out.splitlines()
    assert "D8xE7" in shown[0]
    assert "%" in shown[0]
    assert "–" in shown[0]
    played = run("explore", "show", "tzaar", "D8xE7").out
    assert played
    assert run("explore", "show", "tzaar", "D8xE8", "--language", "en").code == 0


def test_a_position_that_nobody_has_played_says_so(run: Run) -> None:
    dump = game("tzaar").start(setup="random", seed=9).dump()
    ran = run("explore", "show", "tzaar", "--position", dump, "--language", "en")
    assert ran.out == "nothing was played here\n"


def test_what_is_no_book_is_refused(run: Run) -> None:
    Path("x.book").write_bytes(b"hello\n")
    ran = run("explore", "show", "tzaar", "--book", "x.book", "--language", "en")
    assert (ran.code, "x.book is no book of openings" in ran.err) == (2, True)


def test_games_of_another_seed_are_refused(run: Run) -> None:
    Path("small.book.games").write_text('{"game": "relati-classic"}\n')
    ran = run("explore", "make", "relati-classic", *SMALL, "--language", "en")
    assert ran.code == 2
    assert "another seed" in ran.err


def test_a_deal_is_told_in_one_word(run: Run) -> None:
    dump = game("tzaar").start(setup="random", seed=5).dump()
    ran = run("explore", "deal", dump, "--games", "4", "--workers", "1", "--language", "en")
    assert ran.code == 0, ran.err
    first, second = ran.out.splitlines()
    assert "in 4 games from both sides" in first
    assert second.startswith("not decided: about ")
    again = run("explore", "deal", dump, "--games", "4", "--workers", "1", "--language", "zh-Hant")
    assert "尚無定論" in again.out


def test_what_is_no_deal_is_told(run: Run) -> None:
    dump = game("relati").start().dump()
    ran = run("explore", "deal", dump, "--game", "relati", "--language", "en")
    assert (ran.code, "only the first position" in ran.err) == (2, True)
