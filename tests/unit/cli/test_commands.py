"""`duiyi games`, `perft`, `bench`, `check` and `record`, and the command itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.commands import Run

import duiyi
from duiyi.cli.common.columns import grouped, in_columns
from duiyi.core.perft import perft
from duiyi.core.record.files import load, read

LITTLE_GOLEM = Path(__file__).parents[2] / "data" / "littlegolem"
WIN = "B1 A1 B2 A2 B3 A3 B4 A4 B5 A5 C1".split()


@pytest.fixture
def game_file(run: Run) -> str:
    """A finished game of relati-classic."""
    typed = "".join(f"{token}\n" for token in WIN)
    assert run("play", "relati-classic", "--save", "game.dyr", typed=typed).code == 0
    return "game.dyr"


def test_the_version_and_the_help(run: Run) -> None:
    assert run("--version").out == f"duiyi {duiyi.__version__}\n"
    for arguments in ((), ("--help",)):
        ran = run(*arguments)
        assert ran.code == 0
        assert all(name in ran.out for name in ("games", "play", "perft", "check", "record"))


@pytest.mark.parametrize(
    "command",
    [
        "games",
        "play",
        "perft",
        "bench kernels",
        "check",
        "record show",
        "record check",
        "record convert",
    ],
)
def test_the_help_of_each_command_has_examples(run: Run, command: str) -> None:
    ran = run(*command.split(), "--help")
    assert ran.code == 0
    assert f" duiyi {command} " in ran.out


def test_games_are_listed_with_seats_and_options(run: Run) -> None:
    out = run("games").out
    rows = {line.split()[0]: line for line in out.splitlines() if line.split()}
    assert "Relati Classic" in rows["relati-classic"]
    assert "2-4" in rows["relati"]
    assert "continuous=off (off, on)" in rows["relati"]


def test_titles_are_in_the_chosen_language(run: Run) -> None:
    ran = run("games", "--language", "zh-Hans")
    assert "游戏" in ran.out
    assert "Relati Classic" not in ran.out


def test_one_game_is_told_with_the_meaning_of_its_options(run: Run) -> None:
    out = run("games", "relati").out
    assert out.startswith("relati: Relati\n")
    assert "chain=" in out
    assert "chained cannons: A shot at your own cannon" in " ".join(out.split())
    assert "no options" in run("games", "relati-classic").out


def test_perft_prints_a_line_per_depth(run: Run) -> None:
    ran = run("perft", "relati-classic", "--depth", "3")
    assert ran.out == "1 25\n2 600\n3 3312\n"
    assert ran.err == ""


def test_perft_with_the_kernel_counts_the_same(run: Run) -> None:
    ran = run("perft", "relati-classic", "--depth", "3", "--kernel", "--threads", "2")
    assert ran.out == "1 25\n2 600\n3 3312\n"
    for words in (("tic-tac-toe", "--kernel"), ("relati", "--threads", "2")):
        refused = run("perft", *words, "--depth", "1")
        assert refused.code == 2
        assert "kernel" in refused.err


def test_bench_kernels_measures_the_games_that_are_named(run: Run) -> None:
    ran = run("bench", "kernels", "tzaar", "atom", "--seconds", "0.02", "--json")
    told = json.loads(ran.out)
    assert list(told) == ["tzaar", "atom"]
    for figures in told.values():
        assert set(figures) == {"playouts", "moves", "cpu_seconds"}
        assert figures["cpu_seconds"] >= 0.02
        assert figures["moves"] > figures["playouts"] > 0
    table = run("bench", "kernels", "relati", "--seconds", "0.01").out
    assert "moves/CPU second" in table
    assert run("bench", "kernels", "tic-tac-toe").code == 2
    assert "did you mean tzaar" in run("bench", "kernels", "tzar").err


def test_perft_knows_seats_options_and_positions(run: Run) -> None:
    state = duiyi.game("relati").start(3, cannon=True, chain=True)
    arguments = ("perft", "relati", "--seats", "3", "-o", "cannon=on", "-o", "chain=on")
    assert run(*arguments, "--depth", "1").out == f"1 {13 * 13}\n"
    for token in "A1 C1 E1".split():
        state = state.play(token)
    ran = run("perft", "relati", "--position", state.dump(), "--depth", "2")
    assert ran.out == f"1 {perft(state, 1)}\n2 {perft(state, 2)}\n"


def test_check_reports_a_conforming_game(run: Run) -> None:
    ran = run("check", "relati-classic", "--walks", "1", "--seed", "4")
    assert ran.code == 0
    assert "relati-classic conforms: 3 games" in ran.out


def test_record_check_counts(run: Run, game_file: str) -> None:
    ran = run("record", "check", game_file)
    assert ran.out == (
        "ok: relati-classic, 2 seats, 11 decisions, result 1 0 (others-cannot-act)\n"
    )
    run("play", "relati", "--seats", "3", "--save", "open.json", typed="E5\nresign\n")
    ran = run("record", "check", "open.json")
    assert ran.out == "ok: relati, 3 seats, 1 decision, 1 withdrawal, not finished\n"


def test_record_show_has_the_moves_and_the_last_board(run: Run, game_file: str) -> None:
    out = run("record", "show", game_file).out
    assert out.startswith("Relati Classic (relati-classic 1)\n")
    assert "  1  O B1\n  2  X A1\n" in out
    assert " 11  O C1\n" in out
    assert "1│ X │ O │ O │   │   │\n" in out
    assert "Result: O 1, X 0" in out


def test_record_show_at_a_turn(run: Run, game_file: str) -> None:
    out = run("record", "show", game_file, "--turn", "2", "--plain").out
    assert "  2  X A1\n" in out
    assert "  3  " not in out
    assert "1| X | O | . |   |   |\n2| . | . | . |   |   |\n" in out
    assert "1  O B1" not in run("record", "show", game_file, "--turn", "0").out
    ran = run("record", "show", game_file, "--turn", "99")
    assert ran.code == 2
    assert "the turns of this record are 1 to 11" in ran.err


def test_record_show_has_names_tags_comments_variations_and_withdrawals(run: Run) -> None:
    Path("told.dyr").write_text(
        '[Game "relati"] [Version "1"] [Seats "3"] [Seat1 "Mei"] [Event "Cup"]\n'
        '{before}\n1 @0 E5 {good} ( 1 @0 A1 )\n2 @1 F5\n3 @2 !2 illegal occupied "E5"\n',
        "utf-8",
    )
    ran = run("record", "show", "told.dyr", "--language", "en")
    assert ran.code == 0, ran.err
    assert "Event: Cup\n{before}\n" in ran.out
    assert "  1  O E5 {good} (A1)\n" in ran.out
    assert '△ illegal occupied "E5"\n' in ran.out
    assert "X Mei: lost 0\n" in ran.out
    assert "△ lost 0, withdrawn\n" in ran.out


def test_records_are_converted_to_and_fro(run: Run, game_file: str) -> None:
    assert run("record", "convert", game_file, "game.json").code == 0
    assert load("game.json") == load(game_file)
    assert run("record", "convert", "game.json", "again.dyr").code == 0
    assert Path("again.dyr").read_text("utf-8") == Path(game_file).read_text("utf-8")


@pytest.mark.parametrize("form", ["dyr", "json"])
def test_a_record_can_go_to_stdout(run: Run, game_file: str, form: str) -> None:
    ran = run("record", "convert", game_file, "-", "--to", form)
    assert read(ran.out) == load(game_file)
    assert ran.out.startswith("{") == (form == "json")


def test_games_from_elsewhere_are_converted_to_and_fro(run: Run) -> None:
    source = next(LITTLE_GOLEM.glob("*.sgf"))
    assert run("record", "convert", str(source), "game.dyr").code == 0
    for form in ("littlegolem", "boardspace"):
        ran = run("record", "convert", "game.dyr", f"{form}.sgf", "--to", form)
        assert ran.code == 0, ran.err
        assert load(f"{form}.sgf") == load("game.dyr")
        named = run("record", "convert", f"{form}.sgf", "-", "--to", form, "--from", form)
        assert named.out == Path(f"{form}.sgf").read_text("utf-8")
    assert Path("littlegolem.sgf").read_text("utf-8").rstrip() == source.read_text("utf-8").rstrip()


def test_a_format_must_be_named_where_several_fit(run: Run, game_file: str) -> None:
    ran = run("record", "convert", game_file, "game.sgf")
    assert ran.code == 2
    assert "--to boardspace or --to littlegolem" in ran.err
    ran = run("record", "convert", game_file, "game.sgf", "--to", "littlegolem", "--language", "en")
    assert (ran.code, "littlegolem is no format of relati" in ran.err) == (2, True)
    assert "Known are" in run("record", "convert", game_file, "-", "--to", "pgn").err
    assert "Known are" in run("record", "convert", game_file, "x.dyr", "--from", "dyr").err
    assert not Path("game.sgf").exists()


def test_words_go_in_columns_and_groups() -> None:
    assert in_columns(["A1", "B10", "C1"], 10) == ["A1   B10", "C1"]
    assert in_columns([], 10) == []
    assert grouped(["C3", "build:C3", "D4", "build:D4", "pass"]) == {
        "": ["C3", "D4", "pass"],
        "build": ["build:C3", "build:D4"],
    }
