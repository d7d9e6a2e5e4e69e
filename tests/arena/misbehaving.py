"""Games in which one bot misbehaves: who plays, what came of it, and whether anything is left."""

from __future__ import annotations

import atexit
import gc
import os
import re
import shutil
import socket
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.arena.sandboxes import Trace

from duiyi import game
from duiyi.arena.bots.entrants import Entrant, Ready, prepare
from duiyi.arena.bots.programs import Command
from duiyi.arena.game.conditions import MEGABYTE, Conditions, Limits
from duiyi.arena.game.judge import Finding, judge
from duiyi.arena.game.played import Played
from duiyi.arena.game.referee import play_game
from duiyi.arena.sandbox import ALL, Pieces, SandboxBox
from duiyi.arena.sandbox.accounting import slots
from duiyi.arena.sandbox.spawn import children
from duiyi.core import State
from duiyi.core.clock import Clock
from duiyi.core.record import Decision
from duiyi.core.record.dyr import read_dyr, write_dyr
from duiyi.engine.bot import Bot
from duiyi.engine.box import Box

SOAK = bool(os.environ.get("DUIYI_SOAK"))
HERE = Path(__file__).parent
BOT = HERE / "programs" / "bad_bot.c"
CORES = sorted(os.sched_getaffinity(0))
CORE, OTHER_CORE = CORES[0], CORES[-1]
SMALL = Limits(
    memory=128 * MEGABYTE,
    processes=16,
    scratch=16 * MEGABYTE,
    work=4 * MEGABYTE,
    stdout=1 * MEGABYTE,
    stderr=2 * MEGABYTE,
)
LIMITS = Limits() if SOAK else SMALL
UNHURRIED = Conditions(Clock("turn", 20.0), start_up=30.0, wall_factor=20.0, limits=LIMITS)
"""A busy machine is nobody's fault: the wall clock ends a game only where nothing else does."""
START = game("relati-classic").start(2)
SECRET = "swordfish"
MIB = 1 << 20
SHARED_PLACES = ("/tmp", "/var/tmp", "/dev/shm")
"""Where everybody on a machine may leave something."""


MOMENT = 5.0 if SOAK else 0.5
"""Seconds for a turn, for bots that let them pass."""


def hurried(seconds: float = MOMENT) -> Conditions:
    return replace(UNHURRIED, clock=Clock("turn", seconds))


def sizes(limits: Limits) -> dict[str, str]:
    """Words for what is too much, and for what there is room for."""
    full = limits == Limits()
    return {
        "memory": "4096" if full else "300",
        "child": "240" if full else "40",
        "files": "200" if full else "40",
        "forks": str(limits.processes - 1),
        "room": str(limits.scratch // MIB),
    }


def without(*names: str) -> Pieces:
    return replace(ALL, **dict.fromkeys(names, False))


@dataclass(frozen=True, slots=True)
class Mode:
    """A way to misbehave: what the bot is told to do, and what comes of it."""

    name: str
    words: str
    comes_to: str


def modes(table: str) -> dict[str, Mode]:
    """One in each line, columns two or more spaces apart; what begins with # is for readers."""
    lines = [line for line in table.splitlines() if line and not line.startswith("#")]
    rows = [re.split(r" {2,}", line) for line in lines]
    return {name: Mode(name, words, comes_to) for name, words, comes_to in rows}


def pieces_of(table: Mapping[str, str]) -> list[tuple[str, str]]:
    """Each mode with the pieces that stop it."""
    return [(name, pieces) for pieces, names in table.items() for name in names.split()]


# Who plays


@cache
def compiled() -> Path:
    """Where programs are kept: also for whom nothing hides the host's files."""
    directory = Path(tempfile.mkdtemp(prefix="misbehaving-"))
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    directory.chmod(0o755)
    return directory


@dataclass(frozen=True, slots=True)
class Weakened(Ready):
    """An entrant whose sandbox lacks some pieces."""

    pieces: Pieces = ALL

    def _box(self, command: Command, conditions: Conditions, core: int | None) -> Box:
        return SandboxBox(
            conditions.limits,
            program=command.directory,
            readable=dict(command.readable),
            path=command.path,
            core=core,
            pieces=self.pieces,
        )


def entrant(spec: str, pieces: Pieces = ALL) -> Ready:
    """What somebody handed in, compiled if it has to be."""
    ready = prepare(Entrant("bad", spec), UNHURRIED, compiled())
    if pieces == ALL:
        return ready
    assert ready.command is not None
    given = {field.name: getattr(ready, field.name) for field in fields(ready)}
    if not pieces.mounts:  # it is where it is on the host
        given["command"] = replace(ready.command, boxed=ready.command.arguments)
    return Weakened(**given, pieces=pieces)


def decent(spec: str = "") -> Ready:
    return entrant(spec or str(BOT))


def play(
    spec: str,
    conditions: Conditions,
    *,
    other: str = "",
    start: State[Any] = START,
    seat: int = 0,
    core: int | None = CORE,
    pieces: Pieces = ALL,
    words: Mapping[str, str] | None = None,
) -> Played:
    """A game of a bad bot against a decent one.

    In its spec `{opponent}` stands for the working directory of the decent one, `{program}` for
    its program; what else may stand there is in `words`.
    """
    decent_one = decent(other)
    assert decent_one.command is not None
    bots: list[Bot] = [decent_one.bot(conditions, 1, core)]
    try:
        places = {"opponent": bots[0]._box.work, "program": decent_one.command.arguments[0]}  # type: ignore[attr-defined]
        bad_one = entrant(spec.format(**places, **(words or {})), pieces)
        bots.insert(seat, bad_one.bot(conditions, 2, core))
    except BaseException:
        bots[0].close()
        raise
    names = ["decent", "decent"]
    names[seat] = "bad"
    return play_game(start, bots, conditions, seed=1, names=names)


def tokens(played: Played) -> list[str]:
    return [node.token for node in played.record.nodes if isinstance(node, Decision)]


@cache
def peaceful(core: int = CORE) -> Played:
    """The game that two decent bots play: always the same."""
    played = play(str(BOT), UNHURRIED, core=core)
    assert played.offences == ()
    return played


@contextmanager
def neighbour() -> Iterator[None]:
    """Other games go on on another core meanwhile, one at least, and nothing happens to them."""
    games: list[Played] = []
    enough = threading.Event()

    def play_on() -> None:
        while not games or not enough.is_set():
            games.append(play(str(BOT), UNHURRIED, core=OTHER_CORE))

    thread = threading.Thread(target=play_on)
    thread.start()
    try:
        yield
    finally:
        enough.set()
        thread.join()
    for played in games:
        assert played.offences == ()
        assert tokens(played) == tokens(peaceful())


# What came of it


def outcome(played: Played, seat: int) -> str:
    """In one line: its verdict and code, or what it said of its deed, without the deed's name."""
    if played.offences:
        return " / ".join(f"{one.verdict.value} {one.code}" for one in played.offences)
    own = (
        node for node in played.record.nodes if isinstance(node, Decision) and node.actor == seat
    )
    said = " / ".join(said for node in own for said in node.comments[1:])
    return said if said.startswith("[") else said.partition(" ")[2]


def assert_undisturbed(played: Played, conditions: Conditions, seat: int) -> None:
    """The decent bot has played its game, and has won where the bad one was thrown out."""
    other = 1 - seat
    assert played.scores is not None
    assert {offence.seat for offence in played.offences} <= {seat}
    assert len(played.offences) <= 1
    if played.offences:
        assert played.scores[other] == 1
    use = played.uses[other]
    assert use.total.cpu < 0.05 * max(use.questions, 1)
    assert use.longest.charged < conditions.clock.seconds
    again = read_dyr(write_dyr(played.record))
    assert again == played.record
    contradicted = [one for one in judge(again) if one.finding is Finding.contradicted]
    assert contradicted == []


def assert_same_game(played: Played) -> None:
    """Up to where it ended, it is the game that two decent bots play."""
    found, whole = tokens(played), tokens(peaceful())
    assert found == whole[: len(found)]
    assert played.offences or (len(found), played.scores) == (len(whole), peaceful().scores)


# What is left


@contextmanager
def leaving_nothing(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever boxes are made meanwhile: no process, zombie, file, mount, group, lock or open
    descriptor stays."""
    peaceful()  # what is made once stays
    take, taken = slots.take, set[Trace]()

    def noted(*arguments: Any, **options: Any) -> slots.Slot:
        slot = take(*arguments, **options)
        taken.add(Trace.at(slot))
        return slot

    monkeypatch.setattr(slots, "take", noted)
    before = set(children(os.getpid())), open_descriptors()
    yield
    assert taken, "nothing was played"
    for trace in taken:
        trace.assert_gone(set())
        assert trace.user is None or files_of(trace.user) == []
    # What earlier tests left to us may end meanwhile: only what is new counts.
    assert set(children(os.getpid())) <= before[0]
    assert open_descriptors() == before[1]


def open_descriptors() -> int:
    gc.collect()  # what nobody has any more is closed
    return len(os.listdir("/proc/self/fd"))


def files_of(user: int) -> list[str]:
    """What a user has left among the host's files."""
    found = []
    for place in SHARED_PLACES:
        with os.scandir(place) as entries:
            for entry in entries:
                try:
                    owner = entry.stat(follow_symlinks=False).st_uid
                except FileNotFoundError:  # somebody else's, gone by now
                    continue
                if owner == user:
                    found.append(entry.path)
    return found


@contextmanager
def marks() -> Iterator[str]:
    """A name for what bots leave on the host where nothing stops them; it is removed."""
    mark = f"duiyi-mark-{os.getpid()}"
    try:
        yield mark
    finally:
        for place in SHARED_PLACES:
            Path(place, mark).unlink(missing_ok=True)


# What there is to attack


@contextmanager
def host() -> Iterator[dict[str, str]]:
    """What a bot should not reach, open to everybody on this machine: the words for it."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.chmod(0o755)
        secret = folder / "secret"
        secret.write_text(SECRET)
        secret.chmod(0o666)
        abstract = f"duiyi-{os.getpid()}"
        stack.enter_context(_listening(socket.AF_UNIX, str(folder / "socket")))
        (folder / "socket").chmod(0o666)
        stack.enter_context(_listening(socket.AF_UNIX, f"\0{abstract}"))
        server = stack.enter_context(_listening(socket.AF_INET, ("127.0.0.1", 0)))
        environment = stack.enter_context(pytest.MonkeyPatch.context())
        environment.setenv("DUIYI_SECRET", SECRET)
        yield {
            "secret": str(secret),
            "folder": str(folder),
            "socket": str(folder / "socket"),
            "abstract": abstract,
            "port": str(server.getsockname()[1]),
            "word": SECRET,
        }


@contextmanager
def _listening(family: int, address: str | tuple[str, int]) -> Iterator[socket.socket]:
    with socket.socket(family, socket.SOCK_STREAM) as made:
        made.bind(address)
        made.listen(100)
        yield made
