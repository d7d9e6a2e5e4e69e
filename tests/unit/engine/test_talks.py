"""Polled pipes and pumped pipes hold the same conversations."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from time import monotonic

import pytest

from duiyi.engine.fault import Fault
from duiyi.engine.pipes import Pipes, Talk
from duiyi.engine.pumps import Pumps
from duiyi.engine.scripted import Act, CloseOutput, Deaf, Exit, Say, ScriptedBox


@dataclass
class Patience:
    """A watch that has had enough at some time."""

    end: float

    @property
    def due(self) -> float:
        return self.end

    def look(self, at: float | None = None) -> None:
        raise TimeoutError


def patience(seconds: float = 10.0) -> Patience:
    return Patience(monotonic() + seconds)


@pytest.fixture(params=[Pipes, Pumps])
def kind(request: pytest.FixtureRequest) -> type[Talk]:
    found: type[Talk] = request.param
    return found


def begin(kind: type[Talk], *script: Act, stderr: int = 10_000) -> tuple[Talk, ScriptedBox]:
    box = ScriptedBox(*script)
    return kind(box.start(["bot"]), line=1000, stdout=10_000, stderr=stderr), box


def test_lines_go_to_and_fro(kind: type[Talk]) -> None:
    talk, box = begin(kind, "> one", "< eins", "> two", "< zwei", "< 三")
    talk.send("one\n")
    assert talk.line(patience()) == "eins"
    talk.send("two\n")
    assert talk.line(patience()) == "zwei"
    assert talk.line(patience()) == "三"
    assert talk.arrived() is None
    talk.close()
    talk.close()
    box.verify()


def test_more_than_a_pipe_holds_is_sent_without_blocking(kind: type[Talk]) -> None:
    long = "x" * 300_000
    talk, box = begin(kind, f"> {long}", "< ready")
    talk.send(f"{long}\n")
    assert talk.line(patience()) == "ready"
    talk.close()
    box.verify()


def test_what_is_never_read_does_not_keep_anybody(kind: type[Talk]) -> None:
    talk, _ = begin(kind, Deaf())
    talk.send("x" * 300_000 + "\n")
    with pytest.raises(TimeoutError):
        talk.line(patience(0.05))
    talk.close()


def test_the_end_of_output(kind: type[Talk]) -> None:
    talk, _ = begin(kind, "< last", Exit(3))
    assert talk.line(patience()) == "last"
    with pytest.raises(Fault, match="exit-3"):
        talk.line(patience())
    talk.send("too late\n")
    talk.close()
    talk, _ = begin(kind, CloseOutput(), Deaf())
    with pytest.raises(Fault, match="closed-output"):
        talk.line(patience())
    talk.close()


def test_limits(kind: type[Talk]) -> None:
    for data, words in [
        (b"x" * 1100, "line-too-long"),
        (b"x\n" * 6000, "output-limit"),
        (b"\0", "not-text"),
    ]:
        talk, _ = begin(kind, Say(data), Deaf())
        with pytest.raises(Fault, match=words):
            all(talk.line(patience()) for _ in range(10_000))
        talk.close()
    talk, _ = begin(kind, Say(b"x" * 20_000, stderr=True), Deaf())
    with pytest.raises(Fault, match="stderr"):
        talk.line(patience())
    talk.close()


def test_the_last_words_are_kept(kind: type[Talk]) -> None:
    talk, box = begin(
        kind, Say(b"x" * 9000 + b"last words", stderr=True), "< done", "> more", Exit(0)
    )
    assert talk.line(patience()) == "done"
    talk.send("more\n")
    assert talk.finish(10) == 0
    talk.close()
    assert len(talk.tail()) == 4096
    assert talk.tail().endswith(b"last words")
    box.verify()


def test_who_does_not_end_is_not_waited_for_for_ever(kind: type[Talk]) -> None:
    talk, _ = begin(kind, Say(b"x" * 3000), Deaf())
    assert talk.finish(0.05) is None
    talk.close()


def test_no_thread_is_left(kind: type[Talk]) -> None:
    before = set(threading.enumerate())
    talk, _ = begin(kind, Say(b"info\n" * 100), Deaf())
    assert talk.line(patience()) == "info"
    talk.close()
    for thread in set(threading.enumerate()) - before:
        thread.join(10)
        assert not thread.is_alive()
