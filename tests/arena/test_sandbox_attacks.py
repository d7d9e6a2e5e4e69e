"""Attacks from inside of a box: each fails, and succeeds without the piece that stops it."""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from tests.arena.sandboxes import (
    NOTHING,
    attempt,
    box,
    misbehave,
    outcome,
    output,
    processes_of,
    programs,
    status_of,
)

from duiyi.arena.sandbox import ALL, Mechanisms, Pieces, probe


def without(*names: str) -> Pieces:
    return replace(ALL, **dict.fromkeys(names, False))


@pytest.fixture
def secret() -> Iterator[Path]:
    """A file that everybody on this machine can read."""
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        directory.chmod(0o755)
        file = directory / "secret"
        file.write_text("secret")
        file.chmod(0o666)
        yield file


@contextmanager
def listening(family: int, address: str | tuple[str, int]) -> Iterator[socket.socket]:
    with socket.socket(family, socket.SOCK_STREAM) as made:
        made.bind(address)
        made.listen()
        yield made


def test_files_of_the_host_are_not_there(secret: Path) -> None:
    for words in (("read", str(secret)), ("list", str(secret.parent)), ("list", "/home")):
        with box() as made:
            assert attempt(made, *words) == f"{words[0]} refused: No such file or directory"
    for words in (("read", str(secret)), ("write", str(secret)), ("list", str(secret.parent))):
        with box(without("mounts")) as made:
            assert attempt(made, *words) == f"{words[0]} done"


def test_the_opponents_directory_is_not_there() -> None:
    with box() as made, box() as opponent:
        (opponent.work / "plan").write_text("attack")
        (opponent.work / "plan").chmod(0o644)
        assert "refused" in attempt(made, "list", str(opponent.work))
        assert "refused" in attempt(made, "read", str(opponent.work / "plan"))
    # Even where the files are there, another bot's user is not let in.
    with box(without("mounts")) as made, box(without("mounts")) as opponent:
        assert attempt(made, "list", str(opponent.work)) == "list refused: Permission denied"
    with box(without("mounts", "user")) as made, box() as opponent:
        if made._slot.mechanisms.users:
            # Our own user, but without its capabilities, so that only the mode is in its way.
            opponent.work.chmod(0o755)
        assert attempt(made, "list", str(opponent.work)) == "list done"


def test_its_own_program_cannot_be_changed() -> None:
    with box() as made:
        assert attempt(made, "write", "/bot/new") == "write refused: Read-only file system"
    with box() as made:
        assert attempt(made, "write", "/usr/new") == "write refused: Read-only file system"


def test_nobody_can_be_called_by_tcp() -> None:
    with listening(socket.AF_INET, ("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
        with box() as made:
            assert "refused" in attempt(made, "tcp", port)
        with box(without("network")) as made:
            assert attempt(made, "tcp", port) == "tcp done"


def test_abstract_sockets_of_the_host_are_not_there() -> None:
    name = f"duiyi-test-{os.getpid()}"
    with listening(socket.AF_UNIX, f"\0{name}"):
        with box() as made:
            assert attempt(made, "abstract", name) == "abstract refused: Connection refused"
        with box(without("network")) as made:
            assert attempt(made, "abstract", name) == "abstract done"


def test_sockets_among_the_hosts_files_are_not_there(secret: Path) -> None:
    path = secret.parent / "socket"
    with listening(socket.AF_UNIX, str(path)):
        path.chmod(0o666)
        with box() as made:
            assert attempt(made, "unix", str(path)) == "unix refused: No such file or directory"
        with box(without("mounts")) as made:
            assert attempt(made, "unix", str(path)) == "unix done"


def _kernel_has(family: int) -> bool:
    try:
        socket.socket(family, socket.SOCK_STREAM).close()
    except OSError:
        return False
    return True


def test_the_machine_around_the_machine_cannot_be_called() -> None:
    with box() as made:
        assert "refused" in attempt(made, "vsock")
    if _kernel_has(socket.AF_VSOCK):
        with box(without("seccomp")) as made:
            assert attempt(made, "vsock") == "vsock done"


@pytest.mark.parametrize("deed", ["netlink", "ptrace", "unshare", "clone", "clone3", "io-uring"])
def test_dangerous_calls_are_refused(deed: str) -> None:
    with box() as made:
        assert attempt(made, deed).startswith(f"{deed} refused: ")
    with box(without("seccomp")) as made:
        assert attempt(made, deed) == f"{deed} done"


def test_calls_through_the_old_gate_kill() -> None:
    with box() as made:
        assert attempt(made, "old-gate") == "ended -31"


def test_the_environment_of_the_arena_is_not_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DUIYI_SECRET", "swordfish")
    for file in ("/proc/1/environ", "/proc/self/environ"):
        with box() as made:
            assert b"swordfish" not in output(misbehave(made, "show", file))
        with box(without("environment")) as made:
            assert b"swordfish" in output(misbehave(made, "show", file))


def test_the_command_line_tells_nothing_of_the_host() -> None:
    with box() as made:
        shown = output(misbehave(made, "show", "/proc/1/cmdline"))
        assert str(programs()).encode() not in shown
        assert str(made.work).encode() not in shown


def test_a_fork_bomb_is_bounded() -> None:
    with box() as made:
        count = int(attempt(made, "forks", "200").split()[1])
        assert count == 15  # with itself sixteen
    with box(mechanisms=NOTHING) as made:
        assert int(attempt(made, "forks", "200").split()[1]) == 15
    with box(without("processes")) as made:
        assert attempt(made, "forks", "200") == "forks 200"


def test_threads_count_as_processes() -> None:
    with box() as made:
        assert attempt(made, "threads", "200") == "threads 15"


@pytest.mark.parametrize("words", [("memory", "300"), ("family", "6", "40")])
def test_memory_is_bounded_for_all_processes_together(words: tuple[str, ...]) -> None:
    with box() as made:
        assert attempt(made, *words) == "memory-limit memory"
    with box(without("memory")) as made:
        assert attempt(made, *words) == f"{words[0]} done"


def test_memory_is_bounded_without_groups_too() -> None:
    for words in (("memory-slowly", "300"), ("family", "6", "40")):
        with box(mechanisms=NOTHING) as made:
            assert attempt(made, *words) == "memory-limit memory"


def test_four_gigabytes_are_too_much() -> None:
    with box() as made:
        assert attempt(made, "memory", "4096") == "memory-limit memory"


def test_memory_that_belongs_to_no_process_is_counted_or_refused() -> None:
    for deed in ("memory-file", "shared-memory"):
        with box() as made:
            assert attempt(made, deed) == f"{deed} done"
        with box(mechanisms=NOTHING) as made:
            assert attempt(made, deed) == f"{deed} refused: Operation not permitted"


@pytest.mark.parametrize("place", ["/tmp", "/dev/shm"])
def test_scratch_space_is_bounded(place: str) -> None:
    with box() as made:
        assert int(attempt(made, "fill", place, "20").split()[1]) < 8
    with box(without("scratch")) as made:
        assert attempt(made, "fill", place, "20") == "fill 20"


@pytest.mark.parametrize("place", ["/new", "/dev/new", "/etc/new"])
def test_there_is_no_other_place_to_write_to(place: str) -> None:
    with box() as made:
        assert attempt(made, "write", place) == "write refused: Read-only file system"
    with box(without("scratch")) as made:
        assert attempt(made, "write", place) == "write done"


def test_the_working_directory_is_bounded() -> None:
    for mechanisms in (None, NOTHING):
        for words in (("fill", "/work", "20"), ("many", "/work", "5000")):
            with box(mechanisms=mechanisms) as made:
                assert attempt(made, *words) == "output-limit file"
    with box(without("work")) as made:
        assert attempt(made, "fill", "/work", "20") == "fill 20"
        assert made.breach() is None


def test_a_single_file_is_bounded() -> None:
    with box(mechanisms=NOTHING) as made:
        assert attempt(made, "large", "/work/large", "50") == "output-limit file"
    for piece, words in ((ALL, "refused: File too large"), (without("limits"), "done")):
        with box(piece) as made:
            assert attempt(made, "sparse", "/work/sparse", "50") == f"sparse {words}"


@pytest.mark.parametrize("mechanisms", [None, NOTHING])
def test_deep_and_locked_directories_are_removed(mechanisms: Mechanisms | None) -> None:
    with box(mechanisms=mechanisms) as made:
        attempt(made, "deep", "/work", "1500")


def test_what_ignores_all_signals_is_ended() -> None:
    for mechanisms in (None, NOTHING):
        with box(mechanisms=mechanisms) as made:
            assert attempt(made, "deaf") == "deaf done"


def test_an_orphan_in_a_session_of_its_own_ends_with_its_program() -> None:
    for mechanisms in (None, NOTHING):
        with box(mechanisms=mechanisms) as made:
            program = misbehave(made, "orphan")
            assert outcome(made, program) == "orphan done"
            assert program.wait(60) == 0
            assert made.user is None or processes_of(made.user) == []
    with box(without("pids")) as made:
        program = misbehave(made, "orphan")
        assert outcome(made, program) == "orphan done"
        assert program.wait(60) == 0
        assert made.user is not None
        assert len(processes_of(made.user)) == 1  # closing the box ends it: `box` looks


def test_killing_everybody_kills_only_its_own() -> None:
    with box() as made:
        other = misbehave(made, "silent")
        assert outcome(made, other) == "silent done"
        assert attempt(made, "kill-all").startswith("kill-all refused: No such process")
        assert other.ended is None
    if not probe().mechanisms.users:
        return  # without a user of its own everybody would be whoever runs the tests
    with box(without("pids")) as made:
        other = misbehave(made, "silent")
        assert outcome(made, other) == "silent done"
        misbehave(made, "kill-all")
        assert other.wait(60) is not None


def test_a_bot_stays_on_its_core() -> None:
    core = min(os.sched_getaffinity(0))
    with box(core=core) as made:
        program = misbehave(made, "cores")
        assert outcome(made, program) == "cores refused: Operation not permitted"
    with box(core=core) as made:
        program = misbehave(made, "silent")
        assert status_of(program.main)["Cpus_allowed_list"] == str(core)
    with box(without("seccomp"), core=core) as made:
        assert attempt(made, "cores") == "cores done"


def test_a_bot_without_a_core_of_its_own_does_not_choose_one_either() -> None:
    with box() as made:
        assert attempt(made, "cores") == "cores refused: Operation not permitted"


@pytest.mark.parametrize("deed", ["idle-class", "nice"])
def test_a_bot_cannot_put_itself_behind_others(deed: str) -> None:
    """It would wait for as long as it likes, and waiting is on nobody's time."""
    with box() as made:
        assert attempt(made, deed) == f"{deed} refused: Operation not permitted"
    with box(without("seccomp")) as made:
        assert attempt(made, deed) == f"{deed} done"


@pytest.mark.skipif(
    not Path("/proc/self/autogroup").exists(), reason="sessions have no priority on this machine"
)
def test_a_bot_cannot_put_its_session_behind_others() -> None:
    with box() as made:
        assert attempt(made, "nice-session") == "nice-session refused: Read-only file system"
    with box(without("seccomp")) as made:
        assert attempt(made, "nice-session") == "nice-session done"


def test_a_bot_has_a_session_of_its_own() -> None:
    with box() as made:
        assert os.getsid(misbehave(made, "silent").main) != os.getsid(0)
    with box(without("session")) as made:
        assert os.getsid(misbehave(made, "silent").main) == os.getsid(0)
