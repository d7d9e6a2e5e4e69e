"""`duiyi play` from a pipe: whole games, commands, files, languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.commands import Run

import duiyi
from duiyi.core.record import Decision
from duiyi.core.record.files import load

WIN = "B1 A1 B2 A2 B3 A3 B4 A4 B5 A5 C1".split()
CUT = "E5 F5 C3 D4".split()
PLACED = re.compile(r"^O circle places \w\d$", re.MULTILINE)


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


def test_a_whole_game_is_played_to_its_result(run: Run) -> None:
    ran = run("play", "relati-classic", typed=lines(*WIN))
    assert ran.code == 0
    assert ran.err == ""
    assert "The game is over: nobody else can act: circle wins" in ran.out
    assert "Result: O 1, X 0" in ran.out


def test_the_board_the_prompt_and_the_causes_are_told(run: Run) -> None:
    out = run("play", "relati", typed=lines(*CUT)).out
    assert "X> D4\nX cross places D4\n  C3 is lost: D4 took its only path\n" in out
    assert "3│   │   │(O)│ · │ · │ · │ · │   │   │\n" in out
    assert "turn 5 · circle links a cell, 20 to choose from\n" in out
    assert ">O lost 1\n X lost 0\n" in out


def test_plain_is_ascii_and_without_styles(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in run("play", "relati", typed=lines(*CUT)).out
    out = run("play", "relati", "--plain", typed=lines(*CUT, "help")).out
    assert out.replace("…", "").isascii()
    assert "\x1b[" not in out
    assert "3|   |   |(O)| . |" in out


def test_several_moves_of_one_turn_go_on_one_line(run: Run) -> None:
    # X cuts C3 off and so has another action
    out = run("play", "relati", "-o", "continuous=on", typed=lines(*CUT[:3], "D4 D5")).out
    assert "X cross places D4\n" in out
    assert "X cross places D5\n" in out
    assert "> D5" not in out


def test_moves_left_over_when_the_turn_has_passed_on_are_judged(run: Run) -> None:
    out = run("play", "relati", typed=lines("E5 F5")).out
    assert "the turn has passed on: F5 is one action too many\n" in out
    assert "turn 2 · cross places the root, on any empty cell" in out


def test_a_wrong_move_is_explained_and_changes_nothing(run: Run) -> None:
    out = run("play", "relati", typed=lines("E5", "E5", "dump")).out
    assert "X> E5\nE5 is not empty\nX> dump\n" in out
    assert duiyi.game("relati").start().play("E5").dump() in out


@pytest.mark.parametrize(
    ("typed", "hint"),
    [("mvoes", "did you mean moves?"), ("???", "help the commands")],
)
def test_an_unreadable_move_gets_the_reason_and_a_hint(run: Run, typed: str, hint: str) -> None:
    out = run("play", "relati", typed=lines("E5", typed)).out
    assert f"{typed} is not an action; write C3" in out
    assert hint in out


def test_a_move_is_understood_in_any_letter_case(run: Run) -> None:
    out = run("play", "relati", typed=lines("e5", "dump")).out
    assert duiyi.game("relati").start().play("E5").dump() in out


SKIPPED = "nothing else could be done: played by itself\n"


def test_a_step_that_decides_nothing_is_played_and_told(run: Run) -> None:
    # in the very first turn nobody attacks: after placing nothing but the end is left
    out = run("play", "atom", "--seed", "3", "--save", "g.dyr", typed=lines("a", "end")).out
    assert f"the first player ends the turn\n{SKIPPED}" in out
    assert "turn 2 · " in out
    assert [node.token for node in load("g.dyr").nodes if isinstance(node, Decision)][2:] == [
        "end",
        "end",
    ]
    assert load("g.dyr").last().turn == 2


def test_undo_goes_back_past_a_step_that_decided_nothing(run: Run) -> None:
    out = run("play", "atom", "--seed", "3", typed=lines("a", "dump", "end", "undo", "dump")).out
    first, second = re.findall(r"> dump\n(.*)\n", out)
    assert first == second


def test_nothing_is_skipped_for_who_wants_to_be_asked(run: Run) -> None:
    out = run("play", "atom", "--seed", "3", "--no-skip", typed=lines("a", "end")).out
    assert SKIPPED not in out
    assert "turn 2" not in out


@pytest.mark.parametrize(
    "turn",
    ["B2×C2, then I1 on H1", "b2 吃 c2，再 i1 疊 h1（2 層）", "B2吃C2，再I1叠H1", "B2xC2 I1+H1"],
)
def test_a_turn_of_two_may_be_typed_as_lists_say_it(run: Run, turn: str) -> None:
    after = duiyi.game("tzaar").start()
    for token in ("A5xA4", "B2xC2", "I1+H1"):
        after = after.play(token)
    assert after.dump() in run("play", "tzaar", typed=lines("A5xA4", turn, "dump")).out


def test_moves_are_listed_in_groups(run: Run) -> None:
    out = run("play", "relati", "-o", "cannon=on", typed=lines("E5", "A1", "E6", "B1", "moves")).out
    listed = out[out.index("> moves\n") :]
    assert re.search(r"\d+ legal moves\n  C3 .*\n(  .*\n)+  build:E6\n", listed)
    only = run(
        "play", "relati", "-o", "cannon=on", typed=lines("E5", "A1", "E6", "B1", "moves bui")
    )
    assert "1 legal move\n  build:E6\n" in only.out


def test_why_says_what_is_wrong_with_a_move(run: Run) -> None:
    out = run(
        "play", "relati", typed=lines(*CUT, "why", "why A1 D3", "why fire:E5:F", "why zz")
    ).out
    assert "write why TOKEN" in out
    assert "A1 has no link to a connected circle\nD3 is legal\n" in out
    assert "this game is played without cannons" in out
    assert "zz is not an action" in out


def test_undo_takes_back_the_last_decision(run: Run) -> None:
    out = run("play", "relati", typed=lines("undo", "E5", "F5", "undo", "undo", "dump")).out
    assert "there is nothing to take back" in out
    assert duiyi.game("relati").start().dump() in out


@pytest.mark.parametrize("seed", range(3))
def test_after_an_undo_the_same_chance_gives_the_same_result(run: Run, seed: int) -> None:
    typed = lines(*["a", "save 1.dyr", "undo", "a", "save 2.dyr", "undo", "a", "save 3.dyr"])
    run("play", "atom", "--seed", str(seed), typed=typed)
    run("play", "atom", "--load", "1.dyr", typed=lines("undo", "a", "save 4.dyr"))
    assert len({load(f"{number}.dyr").nodes for number in (1, 2, 3, 4)}) == 1


def test_undo_goes_back_past_what_computers_did(run: Run) -> None:
    typed = lines("A1", "dump", "undo", "dump", "undo")
    ran = run(
        "play",
        "relati",
        "--seats",
        "3",
        "--against",
        "random",
        "--seat",
        "first",
        "--seed",
        "1",
        typed=typed,
    )
    dumps = re.findall(r"> dump\n(.*)\n", ran.out)
    assert duiyi.game("relati").load(dumps[0]).turn == 4
    assert dumps[1] == duiyi.game("relati").start(3).dump()
    assert ran.out.count("there is nothing to take back") == 1


def test_a_game_against_random_is_repeatable_by_its_seed(run: Run) -> None:
    def played(seed: str) -> str:
        arguments = (
            "play",
            "relati-classic",
            "--against",
            "random",
            "--seat",
            "first",
            "--seed",
            seed,
        )
        return run(*arguments, typed=lines("C3", "C4", "C5", "D3")).out

    assert played("5") == played("5")
    assert len({played(str(seed)) for seed in range(4)}) > 1


def test_computers_alone_play_to_the_end_without_being_asked(run: Run) -> None:
    ran = run("play", "relati", "--against", "random", "--player", "0=random", "--seed", "2")
    assert ran.code == 0
    assert "The game is over: " in ran.out
    assert "> " not in ran.out


def test_a_person_may_take_any_seat(run: Run) -> None:
    ran = run("play", "relati", "--player", "0=random", "--seed", "1", typed="")
    assert re.search(r"^O circle places \w+: the root$", ran.out, re.MULTILINE)
    assert " O random: lost 0\n>X you: lost 0\n" in ran.out


def test_resigning_ends_a_game_of_two(run: Run) -> None:
    ran = run("play", "relati", typed=lines("E5", "resign"))
    assert "X resigns\n" in ran.out
    assert "the opponent resigns: circle wins" in ran.out
    assert "對方認輸" in run("play", "relati", "--language", "zh-Hant", typed=lines("resign")).out
    assert "Result: O 1, X 0" in ran.out


def test_another_seat_may_resign_out_of_turn_and_that_can_be_undone(run: Run) -> None:
    typed = lines("E5", "resign 2", "dump", "resign 2", "resign x", "resign 7", "undo", "dump")
    out = run("play", "relati", "--seats", "3", typed=typed).out
    dumps = re.findall(r"> dump\n(.*)\n", out)
    after = duiyi.game("relati").start(3).play("E5")
    assert dumps == [after.withdraw(2).dump(), after.dump()]
    assert "seat 2 has already withdrawn" in out
    assert out.count("there is no seat") == 2


def test_a_game_is_kept_in_its_file_decision_by_decision(run: Run) -> None:
    assert run("play", "relati", "--save", "g.dyr", typed="").code == 0
    assert load("g.dyr").nodes == ()
    ran = run("play", "relati", "--load", "g.dyr", "--save", "g.dyr", typed=lines(*CUT, "undo"))
    assert ran.code == 0
    assert [node.token for node in load("g.dyr").nodes if hasattr(node, "token")] == CUT[:3]
    assert "saved to g.dyr\n" in ran.out
    assert "go on with: duiyi play relati --load g.dyr --save g.dyr\n" in ran.out
    assert sorted(path.name for path in Path().iterdir()) == ["g.dyr"]


def test_the_way_to_go_on_names_the_computers(run: Run) -> None:
    ran = run(
        "play",
        "relati",
        "--against",
        "random",
        "--seat",
        "first",
        "--save",
        "my game.json",
        typed="E5\n",
    )
    assert "--load 'my game.json' --save 'my game.json' --player 1=random\n" in ran.out
    assert load("my game.json").names == ("", "random")


def test_saving_and_loading_on_request(run: Run) -> None:
    typed = lines("save", "load", "E5", "save a.dyr", "F5", "save b.json", "load a.dyr", "dump")
    ran = run("play", "relati", typed=typed)
    assert "save to which file?" in ran.out
    assert "load which file?" in ran.out
    assert load("a.dyr").last() == duiyi.game("relati").start().play("E5")
    assert load("b.json").last() == duiyi.game("relati").start().play("E5").play("F5")
    assert load("a.dyr").last().dump() in ran.out


def test_files_that_cannot_be_written_or_read_do_not_end_the_game(run: Run) -> None:
    Path("mine.dyr").write_text("mine", "utf-8")
    typed = lines("E5", "save no/x.dyr", "save x.txt", "save mine.dyr", "load mine.dyr", "load no")
    ran = run("play", "relati", typed=typed + lines("F5"))
    assert "no/x.dyr: No such file or directory\n" in ran.out
    assert "x.txt: a record is a .dyr or a .json file\n" in ran.out
    assert "mine.dyr exists already" in ran.out
    assert "mine.dyr: line 1, column 1: " in ran.out
    assert "\nno: No such file or directory\n" in ran.out
    assert "turn 3 · circle links a cell, 22 to choose from" in ran.out
    assert Path("mine.dyr").read_text("utf-8") == "mine"


def test_a_game_that_was_loaded_stays_in_its_own_file(run: Run) -> None:
    typed = lines("E5", "save other.dyr", "F5", "load other.dyr", "A1")
    run("play", "relati", "--save", "g.dyr", typed=typed)
    assert len(load("g.dyr").nodes) == 2
    assert [getattr(node, "token", "") for node in load("other.dyr").nodes] == ["E5", "A1"]


def test_leaving_without_saving_is_said(run: Run) -> None:
    assert run("play", "relati", typed=lines("E5")).out.endswith("not saved\n")
    assert "not saved" not in run("play", "relati", typed="quit\n").out
    assert "not saved" not in run("play", "relati", typed=lines("E5", "save g.dyr", "quit")).out


def test_after_the_end_one_may_look_around_and_undo(run: Run) -> None:
    ran = run("play", "relati-classic", typed=lines(*WIN, "C2", "undo", "D5"))
    assert "> C2\nthe game is over\n" in ran.out
    assert ran.out.count("circle wins") == 2  # narrated, then as the result
    assert "O circle places D5" not in ran.out
    left = run("play", "relati-classic", typed=lines(*WIN, "", "dump"))
    assert "dump" not in left.out


def test_a_position_can_be_played_on(run: Run) -> None:
    state = duiyi.game("relati").start(2, cannon=True)
    for token in CUT:
        state = state.play(token)
    ran = run("play", "relati", "--position", state.dump(), "--save", "g.dyr", typed="C5\n")
    assert "C3 is linked again through C5" in ran.out
    assert load("g.dyr").first() == state


def test_help_explains_commands_and_what_is_on_the_board(run: Run) -> None:
    out = run("play", "relati", typed=lines(*CUT, "help", "show")).out
    for word in ("moves", "why", "undo", "resign", "show", "dump", "save", "load", "quit"):
        assert re.search(rf"^{word}\b", out, re.MULTILINE)
    assert "  (O)  lost\n  [O]  root\n   ·   you may play here\n" in out


@pytest.mark.parametrize(
    ("language", "said"),
    [("zh-Hant", "第 5 回合 · "), ("zh-Hans", "第 5 回合 · "), ("en", "turn 5 · circle")],
)
def test_a_game_speaks_the_chosen_language(run: Run, language: str, said: str) -> None:
    ran = run("play", "relati", "--language", language, typed=lines(*CUT, "help", "why E5"))
    assert said in ran.out
    assert ran.err == ""


@pytest.mark.parametrize(
    ("variables", "chinese"),
    [
        ({"LANG": "zh_TW.UTF-8"}, "認輸"),
        ({"LANG": "zh_HK"}, "認輸"),
        ({"LANG": "zh_CN.UTF-8"}, "认输"),
        ({"LANG": "zh_SG"}, "认输"),
        ({"LANG": "de_DE.UTF-8"}, "resigns"),
        ({"LANG": "zh_TW.UTF-8", "LC_ALL": "C"}, "resigns"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "zh_TW.UTF-8"}, "認輸"),
        ({}, "resigns"),
    ],
)
def test_the_language_comes_from_the_environment(
    run: Run, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], chinese: str
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert chinese in run("play", "relati", typed="resign\n").out


def test_against_a_computer_the_seat_is_drawn_by_lot_and_said(run: Run) -> None:
    seen = set()
    for seed in range(12):
        out = run("play", "relati-classic", "--against", "random", "--seed", str(seed)).out
        (line,) = (line for line in out.splitlines() if line.startswith("by lot you play"))
        first = "(0)" in line
        # Where the computer begins, it has decided before the person is asked.
        assert (PLACED.search(out) is None) == first
        seen.add(first)
    assert seen == {True, False}


@pytest.mark.parametrize(("which", "begins"), [("first", True), ("second", False), ("1", False)])
def test_or_it_is_chosen(run: Run, which: str, begins: bool) -> None:
    for _ in range(4):
        out = run("play", "relati-classic", "--against", "random", "--seat", which).out
        assert (PLACED.search(out) is None) == begins
        assert "by lot" not in out


def test_a_game_that_goes_on_keeps_its_seats(run: Run) -> None:
    typed = ("play", "relati-classic", "--against", "random", "--seat", "second", "--save", "g.dyr")
    run(*typed, typed="moves\n")
    assert load("g.dyr").names == ("random", "")
    again = ("play", "relati-classic", "--load", "g.dyr", "--against", "random")
    assert "by lot" not in run(*again, typed="quit\n").out


def test_a_seat_that_is_none_is_refused(run: Run) -> None:
    for which in ("third", "2", "-1", ""):
        ran = run("play", "relati-classic", "--against", "random", "--seat", which)
        assert ran.code == 2
        assert f"--seat {which}: write first, second, lot, or a number from 0 to 1" in ran.err
    assert "give both" in run("play", "relati-classic", "--seat", "first").err
