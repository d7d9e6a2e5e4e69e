"""Results on disk: a run that ended in any way goes on where it was."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from bench.strength_games import Failure, Match, Played, Thinking, play
from bench.strength_run import run, run_decisions
from bench.strength_standing import standing
from bench.strength_store import Results, Taken
from rich.console import Console

ROOT = Path(__file__).parents[3]
CLASSIC = Match("relati-classic", ("random", "random"))
QUIET = Console(quiet=True)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    game = Played(
        3,
        play(CLASSIC, 3).scores,
        (Thinking(5, 4, 0.25, 0.125), Thinking(6, 4, 0.5, 0.25)),
        (Failure(1, "a position", "IllegalAction: 不行"),),
    )
    with Results(tmp_path / "games.jsonl") as results:
        results.add(CLASSIC, game)
    with Results(tmp_path / "games.jsonl") as results:
        assert results.of(CLASSIC) == {3: game}
        assert results.of(Match("relati-classic", ("random", "random"), seed=2)) == {}


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    with Results(file) as results:
        run({CLASSIC: 6}, results, 0, QUIET)
        whole = {number: game.scores for number, game in results.of(CLASSIC).items()}
    file.write_bytes(file.read_bytes()[:-20])
    with Results(file) as results:
        assert len(results.of(CLASSIC)) == 5
        run({CLASSIC: 6}, results, 0, QUIET)
        assert {number: game.scores for number, game in results.of(CLASSIC).items()} == whole
    assert [json.loads(line)["game"] for line in file.read_text().splitlines()] == [*range(6)]


def test_only_one_run_writes_to_a_file(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    with Results(file):
        with pytest.raises(Taken, match="another run"), Results(file):
            pass
        command = [sys.executable, "-m", "bench.strength", "match", "tzaar", "random", "random"]
        refused = subprocess.run(
            [*command, "--results", str(file)], cwd=ROOT, capture_output=True, check=False
        )
    assert refused.returncode == 1
    assert refused.stderr.decode().splitlines() == [
        f"another run writes to {file}: name another with --results"
    ]


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_was_ended_goes_on(tmp_path: Path, how: signal.Signals) -> None:
    file = tmp_path / "games.jsonl"
    words = ["match", "relati", "random", "random", "--games", "1000000"]
    more = ["--workers", "1", "--results", str(file)]
    command = [sys.executable, "-m", "bench.strength", *words, *more]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        # A shell may have told the tests to ignore it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as running:
        deadline = time.monotonic() + 30
        while not (file.exists() and file.stat().st_size) and time.monotonic() < deadline:
            time.sleep(0.02)
        for _ in range(2):  # as impatient people do, and `timeout`
            running.send_signal(how)
        said, _ = running.communicate(timeout=30)
    assert running.returncode == (3 if how is signal.SIGINT else -how)
    assert (b"goes on" in said) == (how is signal.SIGINT)
    match = Match("relati", ("random", "random"))
    with Results(file) as results:
        before = len(results.of(match))
        assert before >= 1
        run({match: before + 2}, results, 0, QUIET)
        games = results.of(match)
        assert {*range(before + 2)} <= {*games}
        assert games[0].scores == play(match, 0).scores
    numbers = [json.loads(line)["game"] for line in file.read_text().splitlines()]
    assert len(numbers) == len({*numbers})


def test_decisions_are_counted_over_all_matches(tmp_path: Path) -> None:
    matches = [CLASSIC, Match("relati-classic", ("random", "random"), 3)]
    with Results(tmp_path / "games.jsonl") as results:
        for wanted in (300, 600):
            assert run_decisions(matches, wanted, results, 0, QUIET)
            made = sum(standing(match, results.of(match)).decisions for match in matches)
            assert wanted <= made < wanted + 100
        assert all(results.of(match) for match in matches)
