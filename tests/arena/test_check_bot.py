"""`duiyi check-bot`: bots that do one thing wrong, and what they are told about it."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.arena.command_lines import HERE, SDK, commands, compiled
from tests.commands import Run
from tests.selection import slow_but

from duiyi import game
from duiyi.arena.compliance import Candidate, Level, Report, check
from duiyi.arena.compliance.program import running
from duiyi.arena.game.conditions import Conditions, Limits
from duiyi.core.clock import Clock
from duiyi.core.locale import text

BROKEN = HERE / "bots" / "broken.py"
CONDITIONS = Conditions(start_up=1.5, wall_factor=60, trust=True, limits=Limits(memory=150_000_000))


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    at = tmp_path_factory.mktemp("bots")
    return {
        "broken": compiled(HERE / "bots" / "broken.c", at / "broken"),
        "greedy": compiled(SDK / "c" / "greedy_bot.c", at / "greedy"),
        "legal": compiled(SDK / "c" / "legal_bot.c", at / "legal"),
    }


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return commands(monkeypatch, capsys)


def checked(
    *arguments: str | Path, name: str = "tzaar", games: int = 2, seconds: float = 1.0
) -> Report:
    candidate = Candidate("bot", tuple(map(str, arguments)))
    conditions = replace(CONDITIONS, clock=Clock("turn", seconds))
    return check(candidate, game(name).start(), conditions, games=games, seed=1)


def keys(report: Report) -> dict[str, list[str]]:
    """The findings by their kind, each with what is advised."""
    return {
        finding.what.key.removeprefix("core:bot."): [
            advice.key.removeprefix("core:bot.advice.") for advice in finding.advice
        ]
        for finding in report.findings
    }


PROBLEMS = {
    "no-flush": ("problem.flush", ["flush"]),
    "no-flush-move": ("problem.flush", ["flush"]),
    "no-newline": ("problem.newline", ["newline"]),
    "slow-start": ("problem.start-up", ["start-up"]),
    "late": ("problem.timeout", ["timeout"]),
    "waits": ("problem.timeout", ["waits"]),
    "debug": ("problem.unknown-line", ["stderr"]),
    "before": ("problem.unknown-line", ["own-line", "stderr"]),
    "bare": ("problem.unknown-line", ["word-move"]),
    "bestmove": ("problem.unknown-line", ["word-move"]),
    "bad-token": ("problem.bad-token", ["did-you-mean"]),
    "small-letters": ("problem.bad-token", ["did-you-mean"]),
    "illegal": ("problem.illegal", []),
    "empty": ("problem.no-token", ["no-token"]),
    "twice": ("problem.answered-twice", ["answered-twice"]),
    "greedy-turn": ("problem.too-many-tokens", ["too-many-tokens"]),
    "nul": ("problem.not-text", ["not-text"]),
    "close": ("problem.closed-output", ["closed-output"]),
    "give-up": ("problem.gave-up", []),
    "segv": ("problem.signal", ["signal-SEGV"]),
    "divide": ("problem.signal", ["signal-FPE"]),
    "assert": ("problem.signal", ["signal-ABRT"]),
    "exit": ("problem.exit", ["exit"]),
    "leave": ("problem.exit", ["exit-0"]),
    "greedy-memory": ("problem.memory", ["memory"]),
}
WAITED_FOR = {"late", "slow-start"}
"""These are found by waiting until a clock has run out."""


@pytest.mark.parametrize("mode", slow_but(*(PROBLEMS.keys() - WAITED_FOR), of=PROBLEMS))
def test_each_problem_is_found_and_named(programs: dict[str, Path], mode: str) -> None:
    key, advice = PROBLEMS[mode]
    report = checked(programs["broken"], mode)
    assert keys(report) == {key: advice}
    assert not report.ok


@pytest.mark.parametrize(
    ("mode", "key", "advice"),
    [
        ("no-flush", "problem.flush", ["flush"]),
        ("debug", "problem.unknown-line", ["stderr"]),
        ("raises", "problem.exit", ["traceback"]),
    ],
)
def test_problems_of_bots_in_python(
    mode: str, key: str, advice: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    report = checked(sys.executable, BROKEN, mode)
    assert keys(report) == {key: advice}
    if mode == "raises":
        assert "IndexError" in report.findings[0].stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        ("stays", ["warning.quit", "warning.end-of-input"]),
        ("sluggish-start", ["warning.slow-start"]),
        pytest.param(
            "leak",
            ["warning.memory"],
            marks=pytest.mark.skipif(sys.platform != "linux", reason="who tells memory?"),
        ),
    ],
)
def test_what_does_not_lose_a_game_is_a_warning(
    programs: dict[str, Path], mode: str, expected: list[str]
) -> None:
    report = checked(programs["broken"], mode)
    assert [*keys(report)] == expected
    assert report.ok


def test_a_loop_that_ignores_the_end_of_its_input_is_a_warning() -> None:
    report = checked(sys.executable, BROKEN, "spins", games=1)
    assert [*keys(report)] == ["warning.end-of-input"]


@pytest.mark.slow
def test_an_answer_close_to_the_limit_is_a_warning(programs: dict[str, Path]) -> None:
    """relati-classic has one decision a turn: nine tenths of the time for it are just enough."""
    report = checked(programs["broken"], "nearly", name="relati-classic", games=1, seconds=0.4)
    assert "warning.slow" in keys(report)


def test_time_left_for_the_second_step_is_what_the_first_has_left(
    programs: dict[str, Path],
) -> None:
    report = checked(programs["broken"], "nearly", games=1)
    problem = report.findings[0]
    assert problem.what.key == "core:bot.problem.timeout"
    assert float(str(problem.what["limit"])) < 0.2


def test_the_middle_of_a_turn_is_tried_as_a_first_question(programs: dict[str, Path]) -> None:
    report = checked(programs["broken"], "second-step", games=4)
    assert report.results.count("fault") == 0
    (found,) = report.findings
    assert (found.level, found.what.key) == (Level.problem, "core:bot.problem.signal")
    assert found.where is not None
    assert found.where.key == "core:bot.where.mid-turn"


def test_positions_after_a_withdrawal_are_tried_where_more_than_two_play(
    programs: dict[str, Path],
) -> None:
    said: list[str] = []
    candidate = Candidate("bot", (str(programs["legal"]),))
    first = game("relati").start(3)
    report = check(
        candidate,
        first,
        CONDITIONS,
        games=1,
        seed=2,
        tell=lambda message: said.append(message.key),
    )
    assert report.ok
    assert "core:bot.check.positions.withdrawn" in said


@pytest.mark.parametrize("name", ["tzaar", "relati", "relati-classic", "relati-legacy", "atom"])
def test_a_good_bot_passes_in_every_game(programs: dict[str, Path], name: str) -> None:
    report = checked(programs["legal"], name=name)
    assert keys(report) == {}


def test_the_greedy_starter_beats_random(programs: dict[str, Path]) -> None:
    report = checked(programs["greedy"], games=8)
    assert keys(report) == {}
    assert report.results.count("won") >= 7
    assert report.names == {"name": "greedy"}


def test_a_program_that_says_little_again_and_again_is_not_heard_for_ever() -> None:
    script = "import time\nwhile True:\n    print('info x', flush=True)\n    time.sleep(0.05)"
    with running((sys.executable, "-c", script)) as program:
        assert not program.hear("ready", 0.5)
    assert 1 < len(program.said) < 1000


# The command


def test_the_command_tells_the_problem_the_place_and_the_help(
    run: Run, programs: dict[str, Path], tmp_path: Path
) -> None:
    bot = f"{programs['broken']} illegal"
    said = run("check-bot", bot, "--game", "tzaar", "--records", str(tmp_path / "games"))
    assert (said.code, said.err) == (1, "")
    assert "PROBLEM: illegal move A1xI5 (not-your-piece): A1 holds a black Totts" in said.out
    assert "in game 1, turn 1, on seat 0" in said.out
    assert "position: ttttT/TrrrRT" in said.out
    assert f"duiyi rerun {tmp_path}/games/1.dyr --turn 1 --seat 0 '{bot}'" in said.out
    assert said.out.splitlines()[-1] == f"{bot} is not ready: 2 problems"
    assert sorted(os.listdir(tmp_path / "games")) == ["1.dyr", "2.dyr"]


@pytest.mark.parametrize(
    ("language", "verdict"),
    [("zh-Hant", "還不能上場：1 個問題"), ("zh-Hans", "还不能上场：1 个问题")],
)
def test_the_command_speaks_three_languages(
    run: Run, programs: dict[str, Path], language: str, verdict: str
) -> None:
    bot = f"{programs['broken']} debug"
    said = run("check-bot", bot, "--game", "tzaar", "--language", language)
    assert said.code == 1
    assert said.out.splitlines()[-1] == f"{bot} {verdict}"
    assert "stderr" in said.out


def test_what_a_bot_prints_does_not_steer_the_terminal(run: Run, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("import sys; sys.stderr.write('\\x1b[31mred\\a\\n'); sys.exit(4)")
    said = run("check-bot", f"{sys.executable} {bot}", "--game", "tzaar")
    assert said.code == 1
    assert "| ?[31mred?" in said.out
    assert "\x1b" not in said.out


def test_sources_are_compiled_and_course_programs_played(run: Run, tmp_path: Path) -> None:
    for file in ("duiyi.h", "greedy_bot.c"):
        (tmp_path / file).write_bytes((SDK / "c" / file).read_bytes())
    source = str(tmp_path / "greedy_bot.c")
    assert run("check-bot", source, "--game", "tzaar", "--games", "2").code == 0
    files = f"files-a:{HERE / 'bots' / 'files_a_random.c'}"
    said = run("check-bot", files, "--game", "tzaar", "--games", "2")
    assert (said.code, said.err) == (0, ""), said.out
    assert "files-a" in run("check-bot", files, "--game", "relati").err


@pytest.mark.parametrize(
    ("interface", "mode", "shown"),
    [
        ("a", "say E,-2,-1,-2,1 P,0,0,0,0", "C2xC4 (E,-2,-1,-2,1)"),
        ("b", "rewrite 5,2,0,0,0 3,2,1,1,2", "C2xC4 (C2 1,1,2 -> 0,0,0; C4 2,1,3 -> 1,1,2)"),
    ],
)
def test_what_a_course_program_wrote_stands_beside_the_move_that_it_means(
    run: Run, tmp_path: Path, interface: str, mode: str, shown: str
) -> None:
    """In what check-bot says, in the record, in a rerun of it, and in what the judge says."""
    bot = f"files-{interface}:{HERE / 'bots' / 'files_faulty.c'} {mode} --"
    games = tmp_path / "games"
    said = run("check-bot", bot, "--game", "tzaar", "--games", "1", "--records", str(games))
    assert said.code == 1
    assert f"illegal move {shown} (jump)" in said.out
    record = games / "1.dyr"
    wrote = shown.partition("(")[2][:-1]
    assert f"[wrote {wrote}]" in record.read_text("utf-8")
    again = run("rerun", str(record), "--turn", "1", bot)
    assert f"in the record: illegal jump, for “{shown}”" in again.out
    assert f"illegal move {shown} (jump)" in again.out
    judged = run("judge", str(record))
    assert judged.code == 0
    assert f"({wrote})\n" in judged.out


def test_who_is_no_program_is_refused_in_one_line(run: Run, tmp_path: Path) -> None:
    for bot, expected in (
        ("random", "check-bot is for programs"),
        (str(tmp_path / "missing"), "missing"),
        ("./bot", "bot"),
    ):
        said = run("check-bot", bot, "--game", "tzaar")
        assert (said.code, said.out) == (2, "")
        assert said.err.startswith("duiyi: ")
        assert expected in said.err
    assert run("check-bot", "./bot", "--game", "chess").code == 2


@pytest.mark.slow
def test_a_report_reads_well_in_every_language(programs: dict[str, Path]) -> None:
    """No placeholder is left over in what is said."""
    report = checked(programs["broken"], "late", games=1)
    for finding in report.findings:
        for said in (finding.what, *finding.advice, finding.where):
            assert said is not None
            for language in ("en", "zh-Hant", "zh-Hans"):
                assert "{" not in text(said, language)
