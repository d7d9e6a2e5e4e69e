"""What programs print that nobody asked is read and counted, by polling or by threads."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic

import pytest

from duiyi.engine.fault import Fault, Verdict
from duiyi.engine.files.drain import Drain, PolledDrain, PumpedDrain
from duiyi.engine.files.run import Runs
from duiyi.engine.open_box import OpenBox

Start = Callable[..., Drain]


@pytest.fixture
def box(tmp_path: Path) -> Iterator[OpenBox]:
    made = OpenBox(tmp_path)
    yield made
    made.close()


@pytest.fixture(params=[PolledDrain, PumpedDrain])
def start(box: OpenBox, request: pytest.FixtureRequest) -> Start:
    kind: type[Drain] = request.param

    def started(code: str, stdout: int = 1000, stderr: int = 1000, keep: int = 0) -> Drain:
        program = box.start([sys.executable, "-c", code])
        drain = kind(program, stdout=stdout, stderr=stderr, keep=keep)
        until = monotonic() + 60
        try:
            while program.ended is None and monotonic() < until:
                drain.serve(0.01)
        finally:
            drain.close()
        return drain

    return started


def test_the_input_is_at_its_end_and_the_last_of_stderr_is_kept(start: Start) -> None:
    drain = start("import sys; sys.stderr.write(repr(sys.stdin.read()) + 'x' * 500)")
    assert drain.tail == b"''" + b"x" * 500
    assert drain.errors == 502


def test_the_beginning_of_all_that_was_printed_is_kept_up_to_a_limit(start: Start) -> None:
    assert start("print('hello ' * 20)", keep=8).head == b"hello he"


@pytest.mark.parametrize(("number", "name"), [(1, "stdout"), (2, "stderr")])
def test_more_than_the_limit_is_a_fault(start: Start, number: int, name: str) -> None:
    with pytest.raises(Fault) as raised:
        start(f"import os\nwhile True: os.write({number}, b'x' * 4096)", 100_000, 100_000)
    assert (raised.value.verdict, raised.value.code) == (Verdict.output_limit, name)


def test_a_program_that_closes_its_output_is_waited_for(box: OpenBox) -> None:
    runs = Runs(box)
    code = "import os, time\nos.close(1); os.close(2); time.sleep(0.2); os._exit(7)"
    ran = runs.run([sys.executable, "-c", code], 60.0, 60.0)
    assert ran.status == 7
    assert ran.spent.charged > 0.1


def test_stderr_is_counted_over_all_programs_of_a_box(box: OpenBox) -> None:
    runs = Runs(box, stderr=1500)
    command = [sys.executable, "-c", "import sys; sys.stderr.write('x' * 1000)"]
    runs.run(command, None, None)
    with pytest.raises(Fault, match="output-limit stderr"):
        runs.run([*command[:2], "import sys\nwhile True: sys.stderr.write('x' * 1000)"], 60.0, 60.0)


def test_a_program_that_is_not_there_has_crashed(box: OpenBox) -> None:
    with pytest.raises(Fault, match="crash exit-127"):
        Runs(box).run(["./nothing"], 1.0, 1.0)
