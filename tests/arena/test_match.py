"""`duiyi match` and `duiyi judge` as processes: real bots, real workers, real signals."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.arena.cups import gone
from tests.selection import first_quick

from duiyi.arena.tournament.journal import NAME as JOURNAL
from duiyi.arena.tournament.journal import read_journal

COMMAND = [sys.executable, "-m", "duiyi"]
SOURCE = Path(__file__).with_name("first_move.c")
SECONDS = 120


def environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "120", "XDG_CACHE_HOME": str(folder)}


def run(folder: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        cwd=folder,
        env=environment(folder),
        input=typed,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


@contextlib.contextmanager
def started(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [*COMMAND, *arguments],
        cwd=folder,
        env=environment(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def games(directory: Path) -> list[dict[str, Any]]:
    """Those that the journal has, in the order in which they finished."""
    if not (directory / JOURNAL).exists():
        return []
    return [
        {"game": int(entry["id"]), "played": entry["played"]}
        for entry, _ in read_journal(directory)
        if entry["kind"] == "game"
    ]


def until(condition: Callable[[], object]) -> None:
    """Files and processes of others can only be looked at again and again."""
    deadline = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.02)


def children(process: int) -> list[int]:
    found: list[int] = []
    for task in Path(f"/proc/{process}/task").iterdir():
        found += map(int, (task / "children").read_text().split())
    return found


def workers(process: int) -> list[int]:
    """The spawned ones, without the helper process that the standard library starts beside."""
    return [
        child
        for child in children(process)
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]


@pytest.fixture
def program(tmp_path: Path) -> Path:
    file = tmp_path / "first"
    subprocess.run(["gcc", "-O1", "-o", file, SOURCE], check=True)
    return file


def test_a_source_and_a_player_of_ours_play_pairs_that_the_judge_confirms(tmp_path: Path) -> None:
    shutil.copy(SOURCE, tmp_path / "mine.c")
    ran = run(tmp_path, "match", "mine.c", "random", "--game", "tzaar", "-n", "4", "--seed", "5")
    assert ran.returncode == 0, ran.stderr
    directory = tmp_path / "records" / "tzaar-mine-random"
    assert "mine" in ran.stdout
    assert len(list(directory.glob("*.dyr"))) == 4
    kept = sorted(games(directory), key=lambda line: line["game"])
    assert [line["game"] for line in kept] == [1, 2, 3, 4]
    texts = [line["played"]["record"] for line in kept]
    assert '[Seat0 "mine"] [Seat1 "random"]' in texts[0]
    assert '[Seat0 "random"] [Seat1 "mine"]' in texts[1]
    first = [text.partition("\n1 @0 ")[2].split()[0] for text in texts]
    assert first[0] == first[1], "both games of a pair have the same opening"
    judged = run(tmp_path, "judge", str(directory))
    assert judged.returncode == 0
    assert judged.stdout.endswith("4 records: 0 confirmed, 0 contradicted, 0 taken from the log\n")


@pytest.mark.slow
def test_a_bot_plays_against_itself(tmp_path: Path, program: Path) -> None:
    ran = run(tmp_path, "match", "./first", "./first", "--game", "tzaar", "-n", "2")
    assert ran.returncode == 0, ran.stderr
    directory = tmp_path / "records" / "tzaar-first-first_2"
    texts = [line["played"]["record"] for line in games(directory)]
    assert sum('[Seat0 "first"] [Seat1 "first 2"]' in text for text in texts) == 1
    assert sum('[Seat0 "first 2"] [Seat1 "first"]' in text for text in texts) == 1
    again = run(tmp_path, "match", "--resume", str(directory), "-n", "4")
    assert again.returncode == 0, again.stderr
    assert len(games(directory)) == 4


@pytest.mark.parametrize(
    ("mode", "verdict", "sum"),
    first_quick(
        ("illegal", "illegal no-such-piece", "2 confirmed, 0 contradicted, 0 taken"),
        ("crash", "crash signal-ABRT", "0 confirmed, 0 contradicted, 2 taken"),
        ("spin", "timeout ", "2 confirmed, 0 contradicted, 0 taken"),
    ),
)
def test_a_bot_that_misbehaves_loses_and_the_verdict_is_said_in_words(
    tmp_path: Path, program: Path, mode: str, verdict: str, sum: str
) -> None:
    bots = (f"bad={program} {mode}", "random")
    ran = run(tmp_path, "match", *bots, "--game", "tzaar", "-n", "2", "--clock", "0.4/turn")
    assert ran.returncode == 0, ran.stderr
    assert "2 games were lost by a fault" in ran.stdout
    assert ran.stdout.count(f"bad: {verdict}") == 2
    judged = run(tmp_path, "judge", "records", "--quiet")
    assert judged.returncode == 0
    assert sum in judged.stdout
    offence = games(tmp_path / "records" / "tzaar-bad-random")[0]["played"]["offences"][0]
    assert offence["stderr"] == ("I cannot go on\n" if mode == "crash" else "")


@pytest.mark.slow
def test_a_record_that_was_changed_is_contradicted(tmp_path: Path, program: Path) -> None:
    bots = (f"bad={program} illegal", "random")
    run(tmp_path, "match", *bots, "--game", "tzaar", "-n", "1", "--records", "out")
    file = tmp_path / "out" / "00001.dyr"
    text = file.read_text("utf-8")
    file.write_text(text.replace('no-such-piece "Z9xA1"', 'jump "Z9xA1"'), "utf-8")
    judged = run(tmp_path, "judge", str(file))
    assert judged.returncode == 1
    assert "illegal jump: contradicted: it should be illegal no-such-piece" in judged.stdout
    file.write_text(text.replace("[Result", "[Result").replace('"0 1"', '"1 0"'), "utf-8")
    judged = run(tmp_path, "judge", str(file))
    assert judged.returncode == 1
    assert "1 contradicted" in judged.stdout


def test_trusted_bots_play_without_a_sandbox_and_the_record_says_so(
    tmp_path: Path, program: Path
) -> None:
    bots = (str(program), "random", "--trust-bots")
    ran = run(tmp_path, "match", *bots, "--game", "relati-classic", "-n", "1", "--records", "out")
    assert ran.returncode == 0, ran.stderr
    assert "sandbox=off" in (tmp_path / "out" / "00001.dyr").read_text("utf-8")


def test_four_seats_take_turns_on_every_seat(tmp_path: Path) -> None:
    bots = ("a=random", "b=random", "c=random", "d=greedy")
    ran = run(tmp_path, "match", *bots, "--game", "relati-classic", "-n", "4", "--records", "out")
    assert ran.returncode == 0, ran.stderr
    seats = [
        [name for name in line["played"]["record"].split('"') if name in ("a", "b", "c", "d")]
        for line in sorted(games(tmp_path / "out"), key=lambda line: line["game"])
    ]
    assert seats == [[*"abcd"], [*"bcda"], [*"cdab"], [*"dabc"]]


def test_a_test_that_is_decided_ends_the_match(tmp_path: Path) -> None:
    bots = ("greedy", "random", "--sprt", "0,150,0.1,0.1", "--seed", "1")
    ran = run(tmp_path, "match", *bots, "--game", "relati-classic", "-n", "2000")
    assert ran.returncode == 0, ran.stderr
    assert "150 normalised Elo rather than 0" in ran.stdout
    assert "--resume" not in ran.stdout
    assert len(games(tmp_path / "records" / "relati-classic-greedy-random")) < 200


LONG = ("match", "a=mcts:0.005", "b=random", "--game", "relati-classic", "--seed", "2")


def interrupted(folder: Path, how: signal.Signals) -> tuple[int, str]:
    """A match that is ended when two games are finished; its exit code and what it said."""
    with started(folder, *LONG, "-n", "500", "--records", "out") as process:
        until(lambda: len(games(folder / "out")) >= 2)
        process.send_signal(how)
        said, _ = process.communicate(timeout=SECONDS)
        return process.returncode, said


@pytest.mark.slow
def test_ctrl_c_ends_with_the_score_so_far_and_resume_plays_only_what_is_missing(
    tmp_path: Path,
) -> None:
    code, said = interrupted(tmp_path, signal.SIGINT)
    assert code == 130
    assert "share [95 %]" in said
    assert said.endswith("go on with: duiyi match --resume out\n")
    before = (tmp_path / "out" / JOURNAL).read_text("utf-8")
    count = len(games(tmp_path / "out"))
    assert count < 500
    ran = run(tmp_path, "match", "--resume", "out", "--games", str(count + 4))
    assert ran.returncode == 0, ran.stderr
    after = (tmp_path / "out" / JOURNAL).read_text("utf-8")
    assert after.startswith(before)
    assert sorted(line["game"] for line in games(tmp_path / "out")) == [*range(1, count + 5)]


def test_a_killed_match_leaves_no_process_and_goes_on_after_a_torn_line(tmp_path: Path) -> None:
    with started(tmp_path, *LONG, "-n", "500", "--records", "out") as process:
        until(lambda: len(games(tmp_path / "out")) >= 2)
        own = workers(process.pid)
        process.kill()
        process.wait()
        until(lambda: gone(own))
    journal = tmp_path / "out" / JOURNAL
    whole = journal.read_bytes()
    with journal.open("ab") as file:
        file.write(b'{"kind":"game","id":"00003"')
    before = games(tmp_path / "out")
    had = {line["game"] for line in before}
    ran = run(tmp_path, "match", "--resume", "out", "--games", str(max(had) + 2))
    assert ran.returncode == 0, ran.stderr
    after = games(tmp_path / "out")
    assert after[: len(before)] == before
    assert {line["game"] for line in after[len(before) :]} == {*range(1, max(had) + 3)} - had
    assert len(after) == max(had) + 2
    assert journal.read_bytes().startswith(whole[: whole.rfind(b"\n") + 1])
    assert len(list((tmp_path / "out").glob("*.dyr"))) == max(had) + 2


def test_a_worker_that_dies_is_replaced_and_its_game_played(tmp_path: Path) -> None:
    with started(tmp_path, *LONG, "-n", "12", "--records", "out", "-j", "2") as process:
        until(lambda: len(games(tmp_path / "out")) >= 1)
        own = workers(process.pid)
        assert own
        os.kill(own[0], signal.SIGKILL)
        said, errors = process.communicate(timeout=SECONDS)
    assert process.returncode == 0, errors
    assert sorted(line["game"] for line in games(tmp_path / "out")) == [*range(1, 13)]
    assert "could not be played" not in said


def test_a_person_plays_at_the_terminal_one_game_at_a_time(tmp_path: Path) -> None:
    bots = ("me=person", "random", "--openings", "0", "--records", "out", "--clock", "none")
    ran = run(
        tmp_path,
        "match",
        *bots,
        *("--game", "relati-classic", "-n", "1"),
        typed="nonsense\nC3\nresign\n",
    )
    assert ran.returncode == 0, ran.stderr
    assert "nonsense is not an action" in ran.stdout
    record = (tmp_path / "out" / "00001.dyr").read_text("utf-8")
    assert "\n1 @0 C3 " in record
    assert "!0 protocol gave-up" in record


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("random", "--game", "tzaar"), "two bots or more"),
        (("random", "greedy"), "which game"),
        (("random", "greedy", "--game", "tzar"), "did you mean tzaar"),
        (("random", "greddy", "--game", "tzaar"), "greedy"),
        (("random", "./missing", "--game", "tzaar"), "missing"),
        (("random", "greedy", "mcts", "--game", "tzaar"), "duiyi cup"),
        (("random", "greedy", "mcts", "--game", "relati", "--seats", "4"), "evenly"),
        (("random", "greedy", "--game", "tzaar", "--clock", "fast"), "5/turn"),
        (("random", "greedy", "--game", "tzaar", "--sprt", "5,0"), "0,10"),
        (("random", "greedy", "mcts", "--game", "relati", "--sprt", "0,5"), "two bots"),
        (("random", "person", "--game", "tzaar", "-j", "2"), "one game at a time"),
        (("--resume", "nowhere"), "there is no match"),
        (("x=random", "x=greedy", "--game", "tzaar"), "x"),
        (("random", "greedy", "--game", "tzaar", "-o", "setup=odd"), "setup"),
    ],
)
def test_wrong_input_is_one_line_and_starts_nothing(
    tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    ran = run(tmp_path, "match", *arguments)
    assert ran.returncode == 2
    assert said in ran.stderr
    assert ran.stderr.count("\n") == 1
    assert not list(tmp_path.glob(f"records/*/{JOURNAL}"))


def test_what_the_compiler_says_keeps_its_lines(tmp_path: Path) -> None:
    (tmp_path / "bot.c").write_text("int main(void) {\n    retrun 0;\n}\n")
    ran = run(tmp_path, "match", "./bot.c", "random", "--game", "tzaar")
    assert ran.returncode == 2
    lines = ran.stderr.splitlines()
    assert lines[0].endswith("bot.c does not compile:")
    assert any(line.startswith("bot.c:2:5: error: ") for line in lines)
    assert any(line.strip() == "|     ^~~~~~" for line in lines)
