"""The traps that sandboxes are known to fall into, one by one."""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pyseccomp  # type: ignore[import-untyped]
import pytest
from tests.arena.sandboxes import (
    PATIENCE,
    SMALL,
    Trace,
    attempt,
    box,
    misbehave,
    outcome,
    output,
    programs,
    status_of,
)

import duiyi
from duiyi.arena.game.conditions import MEGABYTE, Limits
from duiyi.arena.sandbox import ALL, Pieces, probe, reap_orphans
from duiyi.arena.sandbox.accounting import slots

NOBODY = 65_534
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can start other users' programs")


def without(*names: str) -> Pieces:
    return replace(ALL, **dict.fromkeys(names, False))


@as_root
def test_1_a_box_made_by_root_has_no_capabilities() -> None:
    with box() as made:
        status = status_of(misbehave(made, "silent").main)
        assert status["CapEff"] == status["CapPrm"] == status["CapBnd"] == "0" * 16
        assert status["Uid"].split() == [str(made.user)] * 4
        assert status["Groups"] == ""
        assert status["NoNewPrivs"] == "1"
    with box(without("user", "capabilities")) as made:
        assert int(status_of(misbehave(made, "silent").main)["CapEff"], 16) != 0
    with box(without("user", "capabilities", "seccomp")) as made:
        assert attempt(made, "mount") == "mount done"
    with box(without("seccomp")) as made:
        assert attempt(made, "mount") == "mount refused: Operation not permitted"


@as_root
def test_2_the_bound_on_processes_holds_without_groups_because_it_is_not_root() -> None:
    mechanisms = replace(probe().mechanisms, pids=None)
    with box(mechanisms=mechanisms) as made:
        assert attempt(made, "forks", "100") == "forks 15"
    with box(without("user"), mechanisms=mechanisms) as made:
        assert attempt(made, "forks", "100") == "forks 100"


HOLD = """
import subprocess, sys
from dataclasses import replace
from pathlib import Path
from duiyi.arena.game.conditions import Limits
from duiyi.arena.sandbox import ALL, SandboxBox
box = SandboxBox(Limits(), program=Path(sys.argv[1]),
                 pieces=replace(ALL, die_with_parent=sys.argv[2] == "yes"))
program = box.start(["/bot/misbehave", sys.argv[3]])
box.stop()
# The lock is held, and nobody sweeps, as long as this one waits for its input.
keeper = subprocess.Popen(["cat"], pass_fds=[box._slot.lock])
print(keeper.pid, box._slot.number, *program.inside, flush=True)
program.wait(60)
"""


class Holder:
    """Another arena with a box; `kill` leaves the lock held until `let_go`."""

    def __init__(self, die: str, deed: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", HOLD, str(programs()), die, deed],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self._process.stdout is not None
        words = self._process.stdout.readline().split()
        self._keeper, self.number, *self.pids = (int(word) for word in words)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def let_go(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        _until_gone([self._keeper])
        with suppress(ChildProcessError):  # whose it is now depends on who is a subreaper
            os.waitpid(self._keeper, 0)
        self._process.stdout.close()


@pytest.mark.parametrize("deed", ["deaf", "lingering"])
def test_3_bots_end_with_the_arena_however_it_ends(deed: str) -> None:
    """Even while they are stopped; what is left of files and groups, the next arena removes."""
    holder = Holder("yes", deed)
    holder.kill()
    _until_gone(holder.pids)
    assert (slots._home() / str(holder.number)).exists()
    holder.let_go()
    reap_orphans()
    _sweep_by_new_process()
    user = slots.FIRST_USER + holder.number if probe().mechanisms.users else None
    Trace(holder.number, user).assert_gone(set(holder.pids))


def test_3_without_it_they_survive_until_the_next_arena_sweeps() -> None:
    holder = Holder("no", "deaf")
    holder.kill()
    assert all(status_of(pid)["State"][0] in "SDR" for pid in holder.pids)
    holder.let_go()
    _sweep_by_new_process()
    _until_gone(holder.pids)


def _sweep_by_new_process() -> None:
    code = (
        "from duiyi.arena.game.conditions import Limits\n"
        "from duiyi.arena.sandbox import SandboxBox\n"
        "SandboxBox(Limits()).close()\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=PATIENCE)


def _until_gone(pids: list[int]) -> None:
    """They are not our children, so the kernel tells us through descriptors."""
    for pid in pids:
        try:
            descriptor = os.pidfd_open(pid)
        except ProcessLookupError:
            continue
        waiting = select.poll()
        waiting.register(descriptor, select.POLLIN)
        gone = waiting.poll(PATIENCE * 1000)
        os.close(descriptor)
        assert gone, f"{pid} is still there"


def test_4_the_environment_is_not_in_proc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DUIYI_SECRET", "swordfish")
    with box() as made:
        assert output(misbehave(made, "show", "/proc/1/environ")) == b"show done\n"


def test_5_orphans_come_to_us_and_are_reaped() -> None:
    def parent_of_orphan(pieces: Pieces) -> int:
        with box(pieces, look=pieces.reaper) as made:
            program = misbehave(made, "orphan")
            assert outcome(made, program) == "orphan done"
            assert program.wait(PATIENCE) == 0
            assert made._group is not None
            (orphan,) = made._group.pids()
            return int(status_of(orphan)["PPid"])

    assert parent_of_orphan(without("pids")) == os.getpid()
    assert parent_of_orphan(without("pids", "reaper")) != os.getpid()


AS_NOBODY = """
import os, sys
from dataclasses import replace
from pathlib import Path
sys.path[:0] = sys.argv[1].split(":")
from duiyi.arena.game.conditions import Limits
from duiyi.arena.sandbox import ALL, SandboxBox, probe
assert not probe().mechanisms.users
def forks(box):
    program = box.start(["/bot/misbehave", "forks", "12"])
    os.set_blocking(program.stdout, True)
    return os.read(program.stdout, 100).decode().strip()
pieces = replace(ALL, inside=sys.argv[3] == "yes")
boxes = [SandboxBox(Limits(processes=16), program=Path(sys.argv[2]), pieces=pieces)
         for _ in range(3)]
try:
    print([forks(box) for box in boxes])
finally:
    for box in boxes:
        box.close()
"""


@as_root
def test_6_each_box_of_one_user_has_its_own_count() -> None:
    """Also shows that the sandbox works for a user without any rights."""
    assert _forks_as_nobody("yes") == ["forks 12"] * 3
    assert _forks_as_nobody("no") != ["forks 12"] * 3


def _forks_as_nobody(inside: str) -> list[str]:
    python = _python_for_everybody()
    places = [str(Path(duiyi.__file__).parents[1]), str(Path(pyseccomp.__file__).parent)]
    ran = subprocess.run(
        [python, "-c", AS_NOBODY, ":".join(places), str(programs()), inside],
        user=NOBODY,
        group=NOBODY,
        extra_groups=[],
        env={"PATH": "/usr/bin:/bin"},
        cwd="/",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    if ran.returncode != 0:
        return [ran.stderr]
    said = ran.stdout.strip().strip("[]")
    return [part.strip(" '") for part in said.split(",")]


def _python_for_everybody() -> str:
    """A Python that users without rights may start; ours may be in a home directory."""
    for python in (sys.executable, "/usr/bin/python3"):
        try:
            tried = subprocess.run(
                [python, "-c", "import sys; sys.exit(sys.version_info < (3, 11))"],
                user=NOBODY,
                group=NOBODY,
                cwd="/",
                env={},
            )
        except OSError:
            continue
        if tried.returncode == 0:
            return python
    pytest.skip("no Python 3.11 that everybody can start")


@pytest.mark.parametrize(
    "arguments",
    [
        ("/bot/misbehave", "address-space", "1000"),
        ("/usr/bin/node", "-e", "console.log('x done')"),
        ("/usr/bin/java", "-version"),
    ],
)
def test_7_address_space_is_generous(arguments: tuple[str, ...]) -> None:
    if arguments[0].startswith("/usr") and not shutil.which(arguments[0]):
        pytest.skip(f"no {arguments[0]}")
    with box(limits=Limits(processes=64)) as made:
        program = made.start(arguments)
        said = output(program)
        assert program.wait(PATIENCE) == 0, os.read(program.stderr, 4096)
        assert b"done" in said or arguments[0].endswith("java")


@pytest.mark.parametrize("groups", [True, False])
def test_8_memory_is_summed_over_children(groups: bool) -> None:
    """Six children of 240 MB, none of which is too large by itself."""
    mechanisms = probe().mechanisms if groups else replace(probe().mechanisms, memory=None)
    with box(limits=replace(SMALL, memory=512 * MEGABYTE), mechanisms=mechanisms) as made:
        assert attempt(made, "family", "6", "240") == "memory-limit memory"
    with box(limits=replace(SMALL, memory=512 * MEGABYTE), mechanisms=mechanisms) as made:
        assert attempt(made, "family", "6", "40") == "family done"


def test_9_a_bot_that_has_closed_everything_is_still_there() -> None:
    with box() as made:
        program = misbehave(made, "closed")
        waiting = select.poll()
        waiting.register(program.stdout, select.POLLIN)
        assert not waiting.poll(200)  # bubblewrap holds the other end, too
        assert program.ended is None


def test_10_writing_to_a_bot_that_never_reads_does_not_block() -> None:
    with box() as made:
        program = misbehave(made, "silent")
        with pytest.raises(BlockingIOError):
            _write_for_ever(program.stdin)


def _write_for_ever(descriptor: int) -> None:
    while True:
        os.write(descriptor, b"x" * 4096)


def test_11_an_unread_stderr_blocks_only_until_it_is_drained() -> None:
    with box() as made:
        program = misbehave(made, "flood-errors", "2")
        drained, waiting = 0, select.poll()
        waiting.register(program.stderr, select.POLLIN)
        while waiting.poll(PATIENCE * 1000) and (part := os.read(program.stderr, 65536)):
            drained += len(part)
        assert drained == 2 << 20
        assert outcome(made, program) == "flood-errors done"


def test_12_shared_memory_is_of_bounded_size() -> None:
    with box() as made:
        assert int(attempt(made, "fill", "/dev/shm", "50").split()[1]) < 8
    with box(without("scratch")) as made:
        assert attempt(made, "fill", "/dev/shm", "50") == "fill 50"


def test_13_a_bot_does_not_end_with_the_thread_that_started_it() -> None:
    """What dies with its parent dies with the parent's thread, unless that thread stays."""
    import threading

    with box() as made:
        started = []
        thread = threading.Thread(target=lambda: started.append(misbehave(made, "echo")))
        thread.start()
        thread.join()
        program = started[0]
        for _ in range(20):
            os.write(program.stdin, b"hello\n")
            waiting = select.poll()
            waiting.register(program.stdout, select.POLLIN)
            assert waiting.poll(PATIENCE * 1000)
            assert os.read(program.stdout, 100) == b"hello\n"
        assert program.ended is None


def test_14_the_end_of_a_program_is_told_as_it_was() -> None:
    for words, status in (
        (("exit", "0"), 0),
        (("exit", "3"), 3),
        (("exit", "255"), 255),
        (("signal", str(int(signal.SIGSEGV))), -11),
        (("signal", str(int(signal.SIGABRT))), -6),
        (("signal", str(int(signal.SIGALRM))), -14),
    ):
        with box() as made:
            assert misbehave(made, *words).wait(PATIENCE) == status
    with box() as made:
        program = made.start(["/bot/nothing"])
        assert program.wait(PATIENCE) == 127
        assert b"nothing" in os.read(program.stderr, 4096)
