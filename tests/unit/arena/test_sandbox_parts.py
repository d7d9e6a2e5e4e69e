"""The parts of the sandbox that need no processes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from duiyi.arena.game.conditions import Limits
from duiyi.arena.sandbox import ALL, Finding, Mechanisms, Report, SandboxMissing, State
from duiyi.arena.sandbox.accounting.cgroups import Group
from duiyi.arena.sandbox.accounting.meters import GroupCpu, GroupMemory
from duiyi.arena.sandbox.command import FOLDER_LIMIT, Plan, bubblewrap, launcher
from duiyi.arena.sandbox.files.work import WatchedWork
from duiyi.arena.sandbox.mechanisms import Place
from duiyi.arena.sandbox.probe import refusal
from duiyi.arena.sandbox.seccomp import FORBIDDEN, Wanted, program
from duiyi.core import DuiyiError

PLAN = Plan(Path("/somewhere/work"), {"/bot": Path("/somewhere/bot")}, Limits(), ALL, True)


def options(**pieces: bool) -> list[str]:
    return bubblewrap(replace(PLAN, pieces=replace(ALL, **pieces)), {}, None)


def test_a_piece_that_is_left_out_is_not_in_the_command_line() -> None:
    for piece, option in {
        "network": "--unshare-net",
        "pids": "--unshare-pid",
        "die_with_parent": "--die-with-parent",
        "session": "--new-session",
        "capabilities": "--cap-drop",
        "environment": "--clearenv",
        "scratch": "--size",
    }.items():
        assert option in options()
        assert option not in options(**{piece: False})


def test_everything_that_can_be_written_to_is_bounded_or_read_only() -> None:
    """The root and /dev are memory, too: they are closed after the last mount below them."""
    all_options = options()
    sizes = [at for at, word in enumerate(all_options) if word == "--tmpfs"]
    assert all(all_options[at - 2] == "--size" for at in sizes)
    last_mount = max(at for at, word in enumerate(all_options) if "bind" in word)
    closed = [all_options[at + 1] for at, word in enumerate(all_options) if word == "--remount-ro"]
    assert closed == ["/proc", "/dev", "/"]
    assert all_options.index("--remount-ro") > last_mount
    writable = [all_options[at + 2] for at, word in enumerate(all_options) if word == "--bind"]
    assert writable == ["/work"]


def test_limits_of_a_process_are_set_before_the_program_begins() -> None:
    words = launcher(PLAN, ["/bot/bot", "--deep thought"])
    assert words[-2:] == ["/bot/bot", "--deep thought"]
    assert "--nproc=33:33" in words
    assert "--core=0:0" in words
    together, alone = (
        next(word for word in launcher(replace(PLAN, bounded_together=both), []) if "data" in word)
        for both in (True, False)
    )
    assert int(together.split(":")[1]) > 1 << 40
    assert int(alone.split(":")[1]) == 2 * Limits().memory


def test_a_filter_is_made_for_each_wish() -> None:
    plain = program(Wanted())
    assert len(plain) % 8 == 0
    assert len(plain) // 8 > len(FORBIDDEN)
    assert program(Wanted(internet=True)) != plain
    assert len(program(Wanted(uncounted=True))) < len(plain)
    assert len(program(Wanted(marks=True))) < len(plain)


def test_groups_of_version_2_are_bounded_and_read_by_their_own_files(tmp_path: Path) -> None:
    place = Place(tmp_path, 2)
    group = Group(Mechanisms(memory=place, pids=place, cpu=place), 7)
    group.bound_memory(1000)
    group.bound_processes(5)
    group.add(123)
    directory = tmp_path / "duiyi-7"
    found = {file.name: file.read_text() for file in directory.iterdir()}
    assert found == {
        "memory.max": "1000",
        "memory.swap.max": "0",
        "pids.max": "5",
        "cgroup.procs": "123",
    }
    (directory / "cpu.stat").write_text("usage_usec 1500000\nuser_usec 1\n")
    (directory / "memory.events").write_text("low 0\noom 1\noom_kill 0\noom_group_kill 0\n")
    memory = GroupMemory(group, place, 1000)
    assert GroupCpu(group, place).seconds() == 1.5
    assert memory.over() == ""
    (directory / "memory.events").write_text("low 0\noom 1\noom_kill 2\noom_group_kill 0\n")
    assert "memory" in memory.over()
    for file in directory.iterdir():
        file.unlink()  # the kernel does this by itself
    group.remove()
    assert not directory.exists()


def test_a_watched_directory_tells_what_is_too_much(tmp_path: Path) -> None:
    work = WatchedWork(tmp_path / "work", 1_000_000, None)
    (work.path / "small").write_bytes(b"x" * 500_000)
    assert work.over() == ""
    (work.path / "deep").mkdir()
    (work.path / "deep" / "large").write_bytes(b"x" * 600_000)
    assert "MB" in work.over()
    (work.path / "deep" / "large").unlink()
    for number in range(FOLDER_LIMIT):
        (work.path / "deep" / str(number)).touch()
    assert "files" in work.over()
    work.remove()
    assert not work.path.exists()


def test_a_link_in_a_watched_directory_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "large").write_bytes(b"x" * 2_000_000)
    work = WatchedWork(tmp_path / "work", 1_000_000, None)
    (work.path / "link").symlink_to(tmp_path / "large")
    assert work.over() == ""
    work.remove()
    assert (tmp_path / "large").exists()


def test_a_machine_that_cannot_is_refused_in_words() -> None:
    findings = (
        Finding("bwrap", State.missing, package="bubblewrap"),
        Finding("namespaces", State.missing, "Operation not permitted"),
        Finding("memory", State.weaker),
    )
    error = refusal(Report(findings, Mechanisms(), ""))
    assert isinstance(error, SandboxMissing)
    assert isinstance(error, DuiyiError)
    words = str(error)
    assert "bubblewrap" in words
    assert "apt-get install bubblewrap" in words
    assert "Operation not permitted" in words
    assert "--trust-bots" in words
    assert "memory" not in words
    only = refusal(Report(findings[1:], Mechanisms(), ""))
    assert "apt-get" not in str(only)
    assert refusal(Report(findings[2:], Mechanisms(), "")) is None
