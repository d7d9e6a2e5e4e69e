"""`duiyi solve`: results, certificates and their check."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from tests.commands import Run

import duiyi
from duiyi import kernels
from duiyi.players.certificate import verified

WON = "TZ.../r2.T.R./R...tT./T...TT.t/.Z2..T..Z/t......z4/..R5..../..t.../..... b 1 3"
LOST = "tr.Z./....../TT2tT..T/.t.t..../R.T.Z3.../...TRTZ./...t.RZ/.Rz4..T/..... b 1 3"
CLASSIC = """\
-1 -1 -1 -1 -1
-1 0 0 0 -1
-1 0 0 0 -1
-1 0 0 0 -1
-1 -1 -1 -1 -1
"""


def late_relati() -> str:
    """A position near the end of a random game."""
    start = duiyi.game("relati").start(2)
    tokens, _ = kernels.walk(start, 1)
    for token in tokens[:-6]:
        start = start.play(token)
    return start.dump()


@pytest.mark.parametrize(("position", "result"), [(WON, "win"), (LOST, "loss")])
def test_the_result_comes_first_and_the_certificate_is_right(
    run: Run, tmp_path: Path, position: str, result: str
) -> None:
    ran = run("solve", "tzaar", "--position", position, "--certificate", "proof.txt")
    assert (ran.code, ran.err) == (0, "")
    first, *rest = ran.out.splitlines()
    assert first == result
    assert any(" nodes, " in line and line.endswith(" s CPU") for line in rest)
    (file,) = tmp_path.iterdir()
    assert file.name == "proof.txt"
    assert "duiyi solve tzaar --verify proof.txt" in ran.out
    proven = verified(file.read_text("utf-8").splitlines())
    assert (proven.result, proven.state.dump()) == (result, position)


def test_what_it_wrote_is_verified_and_what_was_changed_is_not(run: Run, tmp_path: Path) -> None:
    assert run("solve", "tzaar", "--position", WON, "--certificate", "proof.txt").code == 0
    ran = run("solve", "tzaar", "--verify", "proof.txt")
    assert ran.code == 0
    assert ran.out.splitlines()[0] == "win"
    assert WON in ran.out
    assert "verified by the rules" in ran.out
    text = (tmp_path / "proof.txt").read_text("utf-8")
    (tmp_path / "changed.txt").write_text(text.replace("result win", "result loss"), "utf-8")
    ran = run("solve", "tzaar", "--verify", "changed.txt")
    assert ran.code == 1
    assert ran.out.startswith("changed.txt proves nothing: line 5:")
    ran = run("solve", "relati", "--verify", "proof.txt")
    assert (ran.code, ran.err) == (
        2,
        "duiyi: proof.txt is a certificate for tzaar, not for relati\n",
    )


def test_relati_is_solved_too(run: Run) -> None:
    position = late_relati()
    ran = run("solve", "relati", "--position", position, "--certificate", "proof.txt")
    assert ran.code == 0
    result = ran.out.splitlines()[0]
    assert result in ("win", "loss", "draw")
    assert run("solve", "relati", "--verify", "proof.txt").out.splitlines()[0] == result


def test_relati_classic_is_five_lines_of_five_numbers_in_time(run: Run) -> None:
    before = time.process_time()
    ran = run("solve", "relati-classic")
    assert time.process_time() - before < 10
    assert (ran.code, ran.out, ran.err) == (0, CLASSIC, "")


def test_a_position_of_relati_classic_needs_no_search(run: Run, tmp_path: Path) -> None:
    position = duiyi.game("relati-classic").start(2).play("A1").dump()
    ran = run("solve", "relati-classic", "--position", position)
    assert ran.out.splitlines()[0] == "win"
    assert list(tmp_path.iterdir()) == []


def test_a_certificate_of_relati_classic_is_made_when_it_is_asked_for(run: Run) -> None:
    state = duiyi.game("relati-classic").start(2)
    for token in "C3 C2 B2 D3 C4 D4 B3 D2 B4 E3 D5".split():
        state = state.play(token)
    known = run("solve", "relati-classic", "--position", state.dump())
    ran = run("solve", "relati-classic", "--position", state.dump(), "--certificate", "p.txt")
    assert ran.out.splitlines()[0] == known.out.splitlines()[0]
    assert run("solve", "relati-classic", "--verify", "p.txt").code == 0


def test_too_little_time_or_too_few_nodes_leave_it_unknown(run: Run, tmp_path: Path) -> None:
    for limit in (("--seconds", "0.05"), ("--nodes", "100")):
        ran = run("solve", "tzaar", *limit)
        assert ran.code == 0
        assert ran.out.splitlines()[0] == "unknown"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("position", "result"), [(WON, "win"), (LOST, "loss")])
def test_nothing_is_written_where_no_file_was_named(
    run: Run, tmp_path: Path, position: str, result: str
) -> None:
    ran = run("solve", "tzaar", "--position", position)
    assert ran.out.splitlines()[0] == result
    assert "certificate" not in ran.out
    assert list(tmp_path.iterdir()) == []


def test_only_certificates_are_replaced(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("mine\n", "utf-8")
    arguments = ("solve", "tzaar", "--position", WON, "--certificate", "notes.txt")
    ran = run(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert "notes.txt exists already and is no certificate" in ran.err
    assert file.read_text("utf-8") == "mine\n"
    file.unlink()
    assert run(*arguments).code == 0
    assert run(*arguments).code == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("atom",), "there is no solver for atom with 2 seats"),
        (("relati", "--seats", "3"), "there is no solver for relati with 3 seats"),
        (("relati-legacy",), "relati-classic, relati, tzaar"),
        (("chess",), "there is no game chess"),
        (("tzaar", "--position", "nonsense"), "duiyi: "),
        (("tzaar", "--verify", "missing.txt"), "missing.txt: No such file"),
        (("tzaar", "--certificate", "no/where.txt"), "no: there is no such directory"),
        (("tzaar", "--verify", "x", "--position", WON), "--verify says it all"),
    ],
)
def test_wrong_input_is_said_in_one_line(run: Run, arguments: tuple[str, ...], said: str) -> None:
    ran = run("solve", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_a_finished_game_has_nothing_to_solve(run: Run) -> None:
    over = duiyi.game("tzaar").load(WON).withdraw(0).dump()
    ran = run("solve", "tzaar", "--position", over)
    assert ran.code == 2
    assert "the game is over" in ran.err


def test_a_file_that_is_no_certificate_proves_nothing(run: Run, tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_bytes(b"\xff\x00 whatever\n")
    ran = run("solve", "tzaar", "--verify", "x.txt")
    assert ran.code == 1
    assert "x.txt proves nothing: line 1" in ran.out


@pytest.mark.parametrize(("language", "word"), [("zh-Hant", "證明書"), ("zh-Hans", "证明书")])
def test_it_speaks_chinese_but_for_the_result(run: Run, language: str, word: str) -> None:
    ran = run("solve", "tzaar", "--position", WON, "--certificate", "p", "--language", language)
    assert ran.out.splitlines()[0] == "win"
    assert word in ran.out
