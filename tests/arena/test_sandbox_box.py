"""The sandbox as a box: stopping, measuring, starting, sharing files, many at once."""

from __future__ import annotations

import os
import select
import statistics
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.arena.sandboxes import (
    NOTHING,
    PATIENCE,
    SMALL,
    Trace,
    box,
    misbehave,
    outcome,
    output,
    programs,
    status_of,
)

from duiyi.arena.game.conditions import Limits
from duiyi.arena.sandbox import Mechanisms, SandboxBox, probe
from duiyi.arena.sandbox.files.copies import copied
from duiyi.arena.sandbox.process import SandboxProgram
from duiyi.core import DuiyiError
from duiyi.engine.box import Box, Program
from duiyi.engine.fault import Fault, Verdict

SOAK = bool(os.environ.get("DUIYI_SOAK"))
BOTH = pytest.mark.parametrize("mechanisms", [None, NOTHING], ids=["groups", "processes"])


def drained(program: SandboxProgram) -> int:
    """Takes what is in its output; how much that was."""
    count = 0
    while True:
        try:
            count += len(os.read(program.stdout, 1 << 20))
        except BlockingIOError:
            return count


def says_something(program: SandboxProgram, seconds: float) -> bool:
    waiting = select.poll()
    waiting.register(program.stdout, select.POLLIN)
    return bool(waiting.poll(seconds * 1000))


def test_it_is_a_box() -> None:
    with box() as made:
        same: Box = made
        program: Program = same.start(["/bin/true"])
        assert program.wait(PATIENCE) == 0
        assert same.inside == "/work"


def settled(made: SandboxBox) -> float:
    """CPU seconds. Without control groups a reading may lack what the next one has."""
    cpu = made.usage().cpu
    for _ in range(5):
        time.sleep(0.012)
        cpu, before = made.usage().cpu, cpu
        if cpu == before:
            break
    return cpu


@BOTH
@pytest.mark.parametrize("deed", ["ticking", "restless"])
def test_nothing_runs_in_a_stopped_box(mechanisms: Mechanisms | None, deed: str) -> None:
    """`restless` forks all the time: what is stopped must not have a child that is not."""
    with box(mechanisms=mechanisms) as made:
        program = misbehave(made, deed)
        for _ in range(30 if SOAK else 5):
            assert says_something(program, PATIENCE)
            made.stop()
            deadline = time.monotonic() + PATIENCE
            while drained(program):  # what was on its way when it was stopped
                assert time.monotonic() < deadline
            before = settled(made)
            assert not says_something(program, 0.05)
            assert settled(made) == pytest.approx(before, abs=0.002)
            made.go()
        assert says_something(program, PATIENCE)


@BOTH
def test_a_program_started_in_a_stopped_box_waits(mechanisms: Mechanisms | None) -> None:
    with box(mechanisms=mechanisms) as made:
        made.stop()
        program = misbehave(made, "limits")
        before = made.usage().cpu
        assert not says_something(program, 0.1)
        assert made.usage().cpu == pytest.approx(before, abs=0.001)
        assert before < 0.001
        made.go()
        assert outcome(made, program).endswith("limits done")


@BOTH
@pytest.mark.parametrize(
    ("words", "seconds"),
    [
        (("spin", "0.3"), 0.3),
        (("spin-threads", "3", "0.1"), 0.3),
        (("spin-children", "3", "0.1"), 0.3),
    ],
)
def test_cpu_time_is_counted_for_threads_and_the_dead(
    mechanisms: Mechanisms | None, words: tuple[str, ...], seconds: float
) -> None:
    with box(mechanisms=mechanisms) as made:
        before = made.usage()
        assert before.cpu < 0.02
        program = misbehave(made, *words)
        assert outcome(made, program).endswith("done")
        if words[0] == "spin":
            assert program.wait(PATIENCE) == 0
        program.close()
        used = made.usage().cpu - before.cpu
        assert seconds <= used + 0.011
        assert used < seconds + 0.06


def test_waiting_for_a_taken_core_is_told_and_not_charged() -> None:
    """Two bots on one core: each waits while the other runs."""
    core = min(os.sched_getaffinity(0))
    with box(core=core) as made, box(core=core) as other:
        misbehave(other, "spin", "30")
        made.stop()
        program = misbehave(made, "spin-and-stay", "0.3")
        before, begun = made.usage(), time.monotonic()
        made.go()
        assert says_something(program, PATIENCE)
        wall, after = time.monotonic() - begun, made.usage()
        delay = after.delay - before.delay
        assert wall > 0.4
        assert delay > 0.1
        assert 0.3 <= after.cpu - before.cpu < 0.33
        assert wall - delay < 0.36


@pytest.mark.alone
def test_threads_that_wait_for_each_other_are_no_waiting_of_their_bot() -> None:
    core = min(os.sched_getaffinity(0))
    with box(core=core) as made:
        begun = time.monotonic()
        program = misbehave(made, "spin-threads", "4", "0.1")
        while not says_something(program, 0.02):
            made.usage()
        used, wall = made.usage(), time.monotonic() - begun
        assert used.cpu >= 0.4
        # Each of them has waited for 0.3 s; they are not read at the same moment.
        assert used.delay <= wall - used.cpu + 0.1


@BOTH
def test_the_working_directory_is_shared_and_kept(mechanisms: Mechanisms | None) -> None:
    with box(mechanisms=mechanisms) as made:
        (made.work / "question").write_text("why")
        (made.work / "question").chmod(0o666)
        for said in ("because", "still"):
            script = f"cat question; echo {said} >> answer; echo new > question"
            program = made.start(["/bin/sh", "-c", script])
            assert output(program) in (b"why", b"new\n")
            assert program.wait(PATIENCE) == 0
            program.close()
        assert (made.work / "answer").read_text() == "because\nstill\n"
        if made.user is not None:
            assert made.work.stat().st_uid == made.user
            assert (made.work / "answer").stat().st_uid == made.user


def test_standard_streams_can_be_opened_by_name() -> None:
    with box() as made:
        program = made.start(
            ["/bin/sh", "-c", "cat /dev/stdin > /dev/stdout; echo x > /dev/stderr"]
        )
        os.write(program.stdin, b"hello\n")
        assert outcome(made, program) == "hello"


def test_a_directory_that_only_we_can_read_is_copied(tmp_path: Path) -> None:
    """Without what its links lead to."""
    tmp_path.chmod(0o700)
    bot = tmp_path / "bot"
    bot.mkdir(mode=0o700)
    (tmp_path / "secret").write_text("secret")
    (bot / "link").symlink_to(tmp_path / "secret")
    (bot / "run").write_text("#!/bin/sh\necho running; cat /bot/data; cat /bot/link\n")
    (bot / "run").chmod(0o700)
    (bot / "data").write_text("data\n")
    (bot / "data").chmod(0o600)
    made = SandboxBox(SMALL, program=copied(bot))
    trace = Trace.of(made)
    try:
        program = made.start(["/bot/run"])
        assert output(program) == b"running\ndata\n"
        assert program.wait(PATIENCE) == 1
    finally:
        made.close()
    trace.assert_gone(set())


def test_other_directories_can_be_shown(tmp_path: Path) -> None:
    (tmp_path / "book").write_text("openings")
    made = SandboxBox(SMALL, program=programs(), readable={str(tmp_path): copied(tmp_path)})
    try:
        assert output(made.start(["/bin/cat", str(tmp_path / "book")])) == b"openings"
    finally:
        made.close()
    with pytest.raises(DuiyiError, match="nowhere"):
        SandboxBox(SMALL, program=tmp_path / "nowhere")


def test_compilers_work_inside(tmp_path: Path) -> None:
    (tmp_path / "bot.c").write_text('#include <stdio.h>\nint main(void) { puts("hi"); }\n')
    made = SandboxBox(Limits(), program=copied(tmp_path))
    try:
        compiled = made.start(["gcc", "-O2", "-o", "bot", "/bot/bot.c"])
        assert compiled.wait(PATIENCE) == 0, os.read(compiled.stderr, 4096)
        assert output(made.start(["./bot"])) == b"hi\n"
    finally:
        made.close()


def test_what_cannot_be_set_up_is_nobodys_fault() -> None:
    with box() as made:
        made._bwrap = "/usr/bin/false"
        with pytest.raises(Fault) as raised:
            made.start(["/bin/true"])
        assert raised.value.verdict is Verdict.infra
        made._bwrap = "/nonexistent/bwrap"
        with pytest.raises(Fault, match="nonexistent"):
            made.start(["/bin/true"])


def test_nothing_stays_open() -> None:
    with box() as made:
        outcome(made, misbehave(made, "threads", "5"))
        made.usage()
    before = os.listdir("/proc/self/fd")
    for _ in range(3):
        with box() as made:
            outcome(made, misbehave(made, "threads", "5"))
            made.usage()
            misbehave(made, "exit", "0").wait(PATIENCE)
    assert len(os.listdir("/proc/self/fd")) == len(before)


def test_many_boxes_at_once_have_a_user_each() -> None:
    """From threads of one process; other processes are at it at the same time in other tests."""
    count = 24 if SOAK else 6
    users: list[int | None] = []
    faults: list[BaseException] = []
    everybody = threading.Barrier(count)

    def play() -> None:
        try:
            with box() as made:
                program = misbehave(made, "echo")
                everybody.wait(PATIENCE)
                users.append(made.user)
                os.write(program.stdin, b"hello\n")
                assert outcome(made, program) == "hello"
                everybody.wait(PATIENCE)
        except BaseException as error:
            faults.append(error)
            everybody.abort()

    threads = [threading.Thread(target=play) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults
    assert len(users) == count
    if probe().mechanisms.users:
        assert len(set(users)) == count


def test_closing_twice_and_after_the_end_is_harmless() -> None:
    with box() as made:
        program = misbehave(made, "exit", "3")
        assert program.wait(PATIENCE) == 3
        program.close()
        program.close()
        assert program.ended == 3
        assert program.wait(0) == 3
        made.close()
        made.close()


def test_a_bot_with_the_means_of_version_2_alone() -> None:
    """What a group of version 2 does without any controller: stop, kill, count CPU time."""
    freezer = probe().mechanisms.freezer
    if freezer is None:
        pytest.skip("no groups of version 2")
    mechanisms = replace(NOTHING, freezer=freezer, cpu=freezer)
    with box(mechanisms=mechanisms) as made:
        program = misbehave(made, "spin", "0.2")
        assert outcome(made, program) == "spin done"
        assert program.wait(PATIENCE) == 0
        assert 0.2 <= made.usage().cpu < 0.26
        waiting = misbehave(made, "silent")
        made.stop()
        assert outcome_is_silent(waiting)


def outcome_is_silent(program: SandboxProgram) -> bool:
    """Frozen, but alive."""
    return program.ended is None and bool(status_of(program.main))


@pytest.mark.alone
def test_stopping_and_measuring_cost_little_beside_a_round_trip() -> None:
    if probe().mechanisms.freezer is None or probe().mechanisms.cpu is None:
        pytest.skip("needs control groups")
    with box() as made:
        program = misbehave(made, "echo")
        waiting = select.poll()
        waiting.register(program.stdout, select.POLLIN)

        def round_trip() -> None:
            os.write(program.stdin, b"hello\n")
            waiting.poll(PATIENCE * 1000)
            os.read(program.stdout, 100)

        def rest() -> None:
            made.stop()
            made.go()

        def decision() -> None:
            made.go()
            round_trip()
            made.stop()
            made.usage()

        def ratio(act: Callable[[], object]) -> float:
            """The least of some: on a busy machine others come between."""
            return min(_median(act) / _median(round_trip) for _ in range(TRIES))

        assert ratio(rest) < 3
        assert ratio(made.usage) < 3
        bare = min(_median(round_trip) for _ in range(TRIES))
        made.stop()
        # The referee may take twelve for everything.
        assert min(_median(decision) for _ in range(TRIES)) < 9 * bare


TRIES = 5


def _median(act: Callable[[], object]) -> float:
    times = []
    for _ in range(400):
        begun = time.perf_counter()
        act()
        times.append(time.perf_counter() - begun)
    return statistics.median(times)
