"""Whatever is wrong with the input: one line on stderr, exit code 2, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.commands import Run

GAME = ("play", "relati")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["play", "relatii"], "there is no game relatii; did you mean relati?"),
        (["perft", "go", "--depth", "1"], "there is no game go; there are: "),
        (["games", "zzz"], "there is no game zzz; there are: "),
        (["check", "zzz"], "there is no game zzz; there are: "),
        ([*GAME, "-o", "canon=on"], "there is no option canon; did you mean cannon?"),
        ([*GAME, "-o", "cannon=yes"], "option cannon: yes is not allowed; allowed: off, on"),
        ([*GAME, "-o", "cannon"], "option cannon needs a value"),
        ([*GAME, "-o", "cannon=on", "-o", "cannon=on"], "option cannon is given twice"),
        ([*GAME, "-o", "chain=on"], "chain needs cannon"),
        (["play", "relati-classic", "-o", "size=9"], "this game has no options"),
        ([*GAME, "--seats", "5"], "relati has 2-4 seats, not 5"),
        ([*GAME, "--seats", "two"], "Invalid value for '--seats'"),
        ([*GAME, "--position", "nonsense"], ""),
        ([*GAME, "--position", "x", "--seats", "2"], "--position says it all"),
        ([*GAME, "--load", "x.dyr", "--seats", "2"], "--load says it all"),
        ([*GAME, "--load", "none.dyr"], "none.dyr: No such file or directory"),
        ([*GAME, "--load", "."], ".: Is a directory"),
        ([*GAME, "--save", "game.txt"], "game.txt: a record is a .dyr or a .json file"),
        ([*GAME, "--save", "no/such/game.dyr"], "no/such/game.dyr: No such file or directory"),
        ([*GAME, "--against", "randon"], "there is no player randon; did you mean random?"),
        ([*GAME, "--player", "1"], "--player 1: write SEAT=NAME, such as 1=random"),
        ([*GAME, "--player", "one=random"], "--player one=random: write SEAT=NAME"),
        ([*GAME, "--player", "2=random"], "--player 2=random: the seats are 0 to 1"),
        ([*GAME, "--player", "9" * 5000 + "=random"], "write SEAT=NAME"),
        ([*GAME, "--language", "fr"], "Invalid value for '--language'"),
        (["perft", "relati"], "Missing option '--depth'"),
        (["perft", "relati", "--depth", "0"], "Invalid value for '--depth'"),
        (["perft", "relati", "--depth", "1", "--position", "?"], ""),
        (["check", "relati", "--walks", "0"], "Invalid value for '--walks'"),
        (["record", "show", "none.dyr"], "none.dyr: No such file or directory"),
        (["record", "check", "none.dyr"], "none.dyr: No such file or directory"),
        (["record", "convert", "none.dyr", "x.json"], "none.dyr: No such file or directory"),
        (["record", "convert", "none.dyr", "-"], "--to dyr or --to json"),
        (["record", "convert", "none.dyr", "x.json", "--to", "dyr"], "x.json is not a .dyr file"),
        (["plai", "relati"], "No such command 'plai'"),
        (["play"], "Missing argument 'GAME'"),
        ([*GAME, "--savee", "x"], "No such option: --savee"),
    ],
)
def test_wrong_input_is_one_line_and_exit_code_two(
    run: Run, arguments: list[str], line: str
) -> None:
    ran = run(*arguments)
    assert ran.code == 2
    assert ran.err.startswith("duiyi: ")
    assert ran.err.count("\n") == 1
    assert line in ran.err
    assert "Traceback" not in ran.err + ran.out


@pytest.mark.parametrize("command", [("show",), ("check",)])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1, column 1"),
        ("garbage", "line 1, column 1"),
        ('[Game "relati"] [Version "1"] [Seats "2"]\n1 @0 E5\n2 @1 E5\n', "line 3, column 6"),
        ('[Game "relati"] [Version "1"] [Seats "2"]\n1 @0 Z9\n', "line 2, column 6"),
        ('{"format": "dyr"', "line 1, column "),
    ],
)
def test_a_corrupt_record_is_named_with_line_and_column(
    run: Run, command: tuple[str], text: str, said: str
) -> None:
    Path("bad.dyr").write_text(text, "utf-8")
    ran = run("record", *command, "bad.dyr")
    assert ran.code == 2
    assert ran.err.startswith("duiyi: bad.dyr: " + said)
    assert ran.err.count("\n") == 1


def test_a_file_that_is_no_text_is_refused_too(run: Run) -> None:
    Path("bad.dyr").write_bytes(b"\xff\xfe\x00" * 40_000)
    ran = run("record", "check", "bad.dyr")
    assert ran.code == 2
    assert ran.err.startswith("duiyi: bad.dyr: line 1, column 1: ")


def test_errors_about_games_are_said_in_the_chosen_language(run: Run) -> None:
    ran = run("play", "relati", "--seats", "9", "--language", "zh-Hant")
    assert ran.code == 2
    assert ran.err.startswith("duiyi: ")
    assert ran.err != run("play", "relati", "--seats", "9").err
    assert not ran.err.isascii()


def test_an_existing_file_is_not_overwritten_by_another_game(run: Run) -> None:
    Path("game.dyr").write_text("mine", "utf-8")
    ran = run("play", "relati", "--save", "game.dyr", typed="E5\n")
    assert ran.code == 2
    assert "game.dyr exists already" in ran.err
    assert Path("game.dyr").read_text("utf-8") == "mine"


def test_a_record_of_another_game_is_refused(run: Run) -> None:
    assert run("play", "relati", "--save", "game.dyr", typed="E5\n").code == 0
    ran = run("play", "relati-classic", "--load", "game.dyr")
    assert ran.code == 2
    assert "game.dyr is a record of relati, not of relati-classic" in ran.err
