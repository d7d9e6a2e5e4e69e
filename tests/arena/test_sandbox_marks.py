"""Files that all boxes show carry nothing from one bot to another.

A bot that is stopped does nothing, but what it has done to a file could stay: a lock, a watch, a
hint. One box leaves a mark on a file that both can only read, and is stopped; the other looks. What
it sees must not depend on the mark, and does without the piece that sees to that.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from tests.arena.sandboxes import PATIENCE, SMALL, outcome, output, programs

from duiyi.arena.sandbox import ALL, Pieces, SandboxBox
from duiyi.arena.sandbox.files.copies import copied
from duiyi.arena.sandbox.process import SandboxProgram

MARKS = ("flock", "lock", "open-lock", "inotify", "dnotify", "hint")
WITHOUT_MARKS = replace(ALL, marks=False)


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[Path]:
    """A file that every box shows, and of which nobody knows when it was read last."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "file").write_bytes(bytes(4096))
    file = copied(tmp_path / "folder") / "file"
    os.utime(file, (0, 1))
    yield file
    os.utime(file, (0, 0))


class Two:
    """Two boxes that show the same file, and in each a program."""

    def __init__(self, stack: ExitStack, file: Path, pieces: Pieces) -> None:
        self._file = file
        self._boxes = [self._box(stack, pieces) for _ in range(2)]
        self._programs: list[SandboxProgram | None] = [None, None]

    def _box(self, stack: ExitStack, pieces: Pieces) -> SandboxBox:
        shown = {str(self._file.parent): self._file.parent}
        box = SandboxBox(SMALL, program=programs(), readable=shown, pieces=pieces)
        stack.callback(box.close)
        return box

    def said(self, which: int, *words: str) -> str:
        """The next line of a program, while the other is stopped."""
        box = self._boxes[which]
        self._boxes[1 - which].stop()
        box.go()
        program = self._programs[which]
        if program is None:
            place = "/bot" if box.inside == "/work" else str(programs())
            program = box.start([f"{place}/misbehave", *words, str(self._file)])
            self._programs[which] = program
        else:
            os.write(program.stdin, b"look\n")
        return outcome(box, program)


def seen(kind: str, file: Path, pieces: Pieces, *, mark: bool) -> str:
    """What the second box sees, with and without a mark of the first."""
    with ExitStack() as stack:
        two = Two(stack, file, pieces)
        assert two.said(1, "sense", kind) == "sense ready"
        if mark:
            done = two.said(0, "hold", kind)
            if pieces == ALL and kind == "hint":
                assert done == "hold refused: Operation not permitted"
            elif "refused" in done:
                pytest.skip(f"this kernel has no such marks: {done}")
        return two.said(1)


@pytest.mark.parametrize("kind", MARKS)
def test_a_mark_on_a_shared_file_is_not_seen_by_the_other_bot(kind: str, shared: Path) -> None:
    assert seen(kind, shared, ALL, mark=True) == seen(kind, shared, ALL, mark=False)


@pytest.mark.parametrize("kind", MARKS)
def test_without_the_piece_a_mark_is_seen(kind: str, shared: Path) -> None:
    assert seen(kind, shared, WITHOUT_MARKS, mark=False) == "sense clear"
    assert seen(kind, shared, WITHOUT_MARKS, mark=True) == "sense marked"


def test_when_a_file_was_read_is_not_seen_by_the_other_bot(shared: Path) -> None:
    """Nothing is written to what is shown read-only, not even that."""
    assert seen("access", shared, ALL, mark=True) == "sense clear"
    assert seen("access", shared, replace(ALL, mounts=False), mark=True) == "sense marked"


def test_who_waits_at_a_shared_word_does_not_while_he_is_stopped(shared: Path) -> None:
    """So nothing has to be taken away that programs need among themselves."""
    assert seen("futex", shared, ALL, mark=True) == "sense clear"


def test_locks_are_granted_so_that_programs_which_want_them_work(tmp_path: Path) -> None:
    script = (
        "import fcntl, multiprocessing, sqlite3\n"
        "book = sqlite3.connect('book.db')\n"
        "book.execute('create table moves (text)')\n"
        "book.execute('insert into moves values (?)', ['E5'])\n"
        "book.commit()\n"
        "print(*sqlite3.connect('book.db').execute('select * from moves').fetchone())\n"
        "fcntl.flock(open('lock', 'w'), fcntl.LOCK_EX | fcntl.LOCK_NB)\n"
        "fcntl.lockf(open('lock', 'w'), fcntl.LOCK_EX)\n"
        "with multiprocessing.Pool(2) as pool:\n"
        "    print(*pool.map(abs, [-1, -2]))\n"
    )
    (tmp_path / "bot.py").write_text(script)
    box = SandboxBox(replace(SMALL, processes=32), program=copied(tmp_path))
    try:
        program = box.start(["/usr/bin/python3", "/bot/bot.py"])
        assert output(program) == b"E5\n1 2\n", os.read(program.stderr, 4096)
        assert program.wait(PATIENCE) == 0
    finally:
        box.close()


def test_a_lease_is_refused_even_on_its_own_file() -> None:
    for pieces, comes_to in ((ALL, "refused: Operation not permitted"), (WITHOUT_MARKS, "done")):
        box = SandboxBox(SMALL, program=programs(), pieces=pieces)
        try:
            (box.work / "own").write_text("")
            if box.user is not None:
                os.chown(box.work / "own", box.user, box.user)
            program = box.start(["/bot/misbehave", "hold", "lease", "/work/own"])
            assert outcome(box, program) == f"hold {comes_to}"
        finally:
            box.close()
