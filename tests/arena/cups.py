"""Cups as processes: a director, its workers, a Dask cluster, and what can be killed of them."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from duiyi.arena.sandbox import SandboxMissing, require
from duiyi.arena.tournament.journal import read_journal
from duiyi.arena.tournament.plan import plan
from duiyi.arena.tournament.results import CupResults, read_results

COMMAND = [sys.executable, "-m", "duiyi"]
FIRST_MOVE = Path(__file__).with_name("first_move.c")
PATIENCE = 120.0
"""Seconds; only a failing test needs them."""


def write_cup(folder: Path, games: int, words: str = "") -> Path:
    """Eight trivial bots: our own players, and small C programs where there is a sandbox."""
    specs = ["random", "random", "greedy", "greedy", "mcts:0.01", "mcts:0.01"]
    if has_sandbox():
        for name in ("c1", "c2"):
            (folder / "bots" / name).mkdir(parents=True)
            shutil.copy(FIRST_MOVE, folder / "bots" / name / "main.c")
        specs += ["./bots/c1", "./bots/c2"]
    else:
        specs += ["random", "greedy"]
    bots = "".join(f'    {{ name = "b{n}", spec = "{spec}" }},\n' for n, spec in enumerate(specs))
    text = f'game = "relati-classic"\ngames = {games}\nseed = 5\nbots = [\n{bots}]\n{words}'
    (folder / "cup.toml").write_text(text)
    return folder / "cup.toml"


def has_sandbox() -> bool:
    try:
        require()
    except SandboxMissing:
        return False
    return True


@contextlib.contextmanager
def director(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """`duiyi cup …` in a process of its own; its output is in `log`."""
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(
            [*COMMAND, "cup", *arguments],
            cwd=folder,
            env={**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "200"},
            stdout=log,
            stderr=log,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


def workers(parent: int) -> list[int]:
    """The processes that play for a director, or for a Dask nanny."""
    return [pid for pid in children(parent) if b"spawn_main" in _read(f"/proc/{pid}/cmdline")]


def children(parent: int) -> list[int]:
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            stat = _read(f"/proc/{entry}/stat").rpartition(b")")[2].split()
            if len(stat) > 1 and int(stat[1]) == parent and stat[0] != b"Z":
                found.append(int(entry))
    return found


def _read(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError:
        return b""


def until(true: Callable[[], object]) -> None:
    """Waits for what happens in other processes."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)


def finished(directory: Path) -> int:
    """How many games the journal has."""
    if not (directory / "journal.jsonl").exists():
        return 0
    return sum(entry["kind"] == "game" for entry, _ in read_journal(directory))


def next_game(directory: Path, process: subprocess.Popen[bytes]) -> bool:
    """Waits until one more game is finished; `False` when the director has ended."""
    had = finished(directory)
    until(lambda: finished(directory) > had or process.poll() is not None)
    return process.poll() is None


def scratch(directory: Path) -> Path:
    """Where the games of the director that holds the cup leave what they leave."""
    return Path(json.loads((directory / "lock").read_text())["scratch"])


def gone(pids: list[int]) -> bool:
    """Whether none of them runs any more. Whoever inherits orphans may not have reaped them yet."""
    states = (_read(f"/proc/{pid}/stat").rpartition(b")")[2].split()[:1] for pid in pids)
    return all(state in ([], [b"Z"]) for state in states)


def kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def check_complete(directory: Path) -> CupResults:
    """Exactly the scheduled games, each once, in the seats that the schedule says."""
    results = read_results(directory)
    ids = [entry["id"] for entry, _ in read_journal(directory) if entry["kind"] == "game"]
    assert set(Counter(ids).values()) == {1}
    wanted = plan(results.config, {game.id: game.scores for game in results.games}).games
    assert sorted(ids) == sorted(game.id for game in wanted)
    assert {game.id: game.names for game in results.games} == {g.id: g.names for g in wanted}
    assert results.finished
    assert not results.open_games
    for game in results.games:
        played = game.played
        assert played.scores == game.scores
        assert played.record.names == game.names
        assert (directory / "records" / f"{game.id}.dyr").is_file()
    return results


@contextlib.contextmanager
def dask_cluster(folder: Path, count: int) -> Iterator[tuple[str, Callable[[], list[int]]]]:
    """A scheduler and a nanny with workers; gives the address, and the workers there are now."""
    file = folder / "scheduler.json"
    base = [sys.executable, "-m"]
    scheduler = [*base, "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"]
    worker = [*base, "distributed.cli.dask_worker", "--nworkers", str(count), "--nthreads", "1"]
    common = ["--scheduler-file", str(file), "--no-dashboard"]
    place = ["--local-directory", str(folder / "dask"), "--host", "127.0.0.1"]
    processes: list[subprocess.Popen[bytes]] = []
    with (folder / "dask-log").open("ab") as log:
        try:
            for command in ([*scheduler, *common], [*worker, *common, *place]):
                processes.append(subprocess.Popen(command, stdout=log, stderr=log, cwd=folder))
                until(file.exists)
            nanny = processes[1].pid
            until(lambda: len(workers(nanny)) == count)
            yield json.loads(file.read_text())["address"], lambda: workers(nanny)
        finally:
            for process in reversed(processes):
                process.terminate()
                try:
                    process.wait(20)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
