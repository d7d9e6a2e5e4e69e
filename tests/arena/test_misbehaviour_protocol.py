"""Bots that speak the protocol and misbehave, each in a game against a decent one.

What comes of a mode is a verdict with its code; or, where an attack was refused and the bot plays
on, what it told the game about it. The other bot plays the game that it would have played anyway,
and nothing is left. `DUIYI_SOAK=1` runs the full form: full sizes, three times each, while other
games are played on another core.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace

import pytest
from tests.arena.misbehaving import (
    BOT,
    LIMITS,
    MOMENT,
    SMALL,
    SOAK,
    UNHURRIED,
    Mode,
    assert_same_game,
    assert_undisturbed,
    host,
    hurried,
    leaving_nothing,
    marks,
    modes,
    neighbour,
    outcome,
    pieces_of,
    play,
    sizes,
    without,
)

from duiyi.arena.game.conditions import Conditions
from duiyi.arena.sandbox import probe

TIMEOUT = "timeout timeout"
MODES = modes("""
# name              what it does                 what comes of it
# Reaching for what is the host's or the opponent's
host-file           read {secret}                refused: No such file or directory
host-file-write     write {secret}               refused: No such file or directory
host-directory      list {folder}                refused: No such file or directory
opponent-directory  list {opponent}              refused: No such file or directory
opponent-file       read {opponent}/plan         refused: No such file or directory
opponent-program    read {program}               refused: No such file or directory
own-program         write /bot/new               refused: Read-only file system
system-directory    write /etc/new               refused: Read-only file system
environment         seek /proc/1/environ {word}  refused: No data available
tcp                 tcp {port}                   refused: Address family not supported by protocol
unix-socket         unix {socket}                refused: No such file or directory
abstract-socket     abstract {abstract}          refused: Connection refused
vsock               vsock                        refused: Address family not supported by protocol
netlink             netlink                      refused: Address family not supported by protocol
kill-everybody      kill-all                     refused: No such process
ptrace              ptrace                       refused: Operation not permitted
namespace           unshare                      refused: Operation not permitted
namespace-clone     clone                        refused: Operation not permitted
namespace-clone3    clone3                       refused: Function not implemented
mount               mount                        refused: Operation not permitted
io-uring            io-uring                     refused: Function not implemented
other-cores         cores                        refused: Operation not permitted
old-system-calls    old-gate                     crash signal-SYS
# Taking more than its share
four-gigabytes      memory {memory}              memory-limit memory
six-children        family 6 {child}             memory-limit memory
tmp                 fill /tmp {files}            {room}
shm                 fill /dev/shm {files}        {room}
work                fill . {files}               output-limit file
work-at-start       start fill . {files}         output-limit file
many-files          many . 5000                  output-limit file
deep-directories    deep . 1500                  1500
sparse-file         sparse file {files}          refused: File too large
forks               forks 200                    {forks}
threads             threads 200                  {forks}
fork-bomb           bomb 300                     timeout timeout
restless-forks      restless                     timeout timeout
two-busy-threads    spin-threads 2 {part}        timeout timeout
# Not ending
sleeps              sleep                        timeout timeout
spins               busy                         timeout timeout
stops-itself        halt                         timeout timeout
never-reads         start sleep                  timeout start-up
ignores-signals     deaf-mute                    timeout timeout
ignores-the-end     deaf                         done
orphan              orphan                       done
closes-stdin        hang-up 0 0                  timeout timeout
closes-stdout       hang-up 1 1                  timeout timeout
closes-everything   hang-up 0 2                  timeout timeout
stuffs-its-stdin    stuff                        timeout timeout
# Ending
exits-at-start      start exit 3                 crash exit-3
crashes-at-start    start signal 11              crash signal-SEGV
exits               exit 0                       crash exit-0
aborts              signal 6                     crash signal-ABRT
stack-overflow      overflow                     crash signal-SEGV
leaves-a-child      desert                       crash exit-7
# Talking badly
floods-stdout       flood 'info deep'            output-limit stdout
floods-at-start     start flood 'info deep'      output-limit stdout
floods-blank-lines  flood                        output-limit stdout
asks-for-ever       flood legal?                 output-limit stdout
floods-stderr       flood-errors {files}         output-limit stderr
talks-on-stderr     flood-errors 1               done
no-newline          endless                      protocol line-too-long
unended-answer      unended                      timeout timeout
binary-junk         junk                         protocol not-text
nul-bytes           nul                          protocol not-text
not-protocol        line hello world             protocol unknown-line
not-ready           start line hello world       protocol unknown-line
no-token            line move                    protocol no-token
bad-token           line move ??                 protocol bad-token
illegal-move        line move E5                 illegal not-linked
huge-token          huge 60000                   protocol bad-token
huger-token         huge 500000                  protocol line-too-long
many-tokens         tail                         protocol too-many-tokens
answers-twice       twice                        protocol answered-twice
answers-late        late                         illegal occupied
answers-blindly     start blind                  protocol answered-twice
gives-up            line error I do not know     protocol gave-up
forges-the-record   forge                        [use 0.000000 0.000000 0.000000]
""")
"""All at the second question, or at the start: a bot that can do so plays on."""
STOPPED_BY = {
    "mounts": "host-file host-file-write host-directory unix-socket "
    "opponent-directory opponent-file opponent-program",
    "scratch": "system-directory tmp shm",
    "environment": "environment",
    "network": "tcp abstract-socket",
    "seccomp": "vsock netlink ptrace namespace namespace-clone namespace-clone3 "
    "io-uring other-cores old-system-calls",
    "pids": "kill-everybody",
    "seccomp capabilities user": "mount",
    "memory": "four-gigabytes six-children",
    "work": "work many-files",
    "limits": "sparse-file",
    "processes": "forks threads",
}
"""Pieces of the sandbox, and the modes that succeed without them."""
THEN = {
    "kill-everybody": "crash signal-KILL",
    "tmp": "{files}",
    "shm": "{files}",
    "work": "{files}",
    "many-files": "5000",
    "forks": "200",
    "threads": "200",
}
"""What comes of such a mode then, where it is not that it tells the game of its success."""


@pytest.fixture
def nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with leaving_nothing(monkeypatch):
        yield


@pytest.fixture(scope="module")
def words() -> Iterator[dict[str, str]]:
    with host() as found:
        yield {**found, "part": f"{0.7 * MOMENT:.2f}"}


def spec_of(mode: Mode) -> str:
    when = 0 if mode.words.startswith("start ") else 2
    return f"{BOT} {when} {mode.words.removeprefix('start ')}"


def conditions_of(mode: Mode) -> Conditions:
    if mode.comes_to == "timeout start-up":
        return replace(UNHURRIED, start_up=4 * MOMENT)
    return hurried() if mode.comes_to == TIMEOUT else UNHURRIED


@pytest.mark.usefixtures("nothing_is_left")
@pytest.mark.parametrize("time", range(3 if SOAK else 1))
@pytest.mark.parametrize("name", MODES)
def test_a_misbehaving_bot_gets_what_it_deserves(
    name: str, time: int, words: dict[str, str]
) -> None:
    mode, given = MODES[name], {**words, **sizes(LIMITS)}
    conditions = conditions_of(mode)
    seat = (list(MODES).index(name) + time) % 2
    with neighbour() if SOAK else nullcontext():
        played = play(spec_of(mode), conditions, seat=seat, words=given)
    assert outcome(played, seat) == mode.comes_to.format(**given)
    assert_undisturbed(played, conditions, seat)
    assert_same_game(played)


@pytest.mark.slow
@pytest.mark.usefixtures("nothing_is_left")
@pytest.mark.parametrize(("name", "pieces"), pieces_of(STOPPED_BY))
def test_without_the_piece_that_stops_it_it_succeeds(
    name: str, pieces: str, words: dict[str, str]
) -> None:
    """So the tests above can fail."""
    if name == "vsock" and not _kernel_has(socket.AF_VSOCK):
        pytest.skip("this kernel has no such sockets")
    if name == "kill-everybody" and not probe().mechanisms.users:
        pytest.skip("everybody of its user would be all of ours")
    given = {**words, **sizes(SMALL)}
    conditions = replace(UNHURRIED, limits=SMALL)
    played = play(spec_of(MODES[name]), conditions, words=given, pieces=without(*pieces.split()))
    assert outcome(played, 0) == THEN.get(name, "done").format(**given)
    assert_undisturbed(played, conditions, 0)
    assert_same_game(played)


@pytest.mark.alone
@pytest.mark.usefixtures("nothing_is_left")
def test_where_two_cores_are_allowed_two_busy_threads_are_in_time() -> None:
    spec = f"{BOT} 2 spin-threads 2 {1.2 * MOMENT:.2f}"
    alone = hurried(2 * MOMENT)
    played = play(spec, alone)
    assert outcome(played, 0) == TIMEOUT
    assert_undisturbed(played, alone, 0)
    played = play(spec, replace(alone, cores=2), core=None)  # as workers with two cores do
    assert outcome(played, 0) == "done"
    assert played.uses[0].longest.cpu > alone.clock.seconds


@pytest.mark.usefixtures("nothing_is_left")
def test_what_is_smuggled_out_of_one_game_is_not_found_in_the_next() -> None:
    """Wherever a mark could stay: in files, in shared memory, with an orphan."""
    with marks() as mark:
        spec = f"{BOT} 2 smuggle {mark}"
        said = [outcome(play(spec, UNHURRIED), 0) for _ in range(2)]
        assert said == ["refused: No data available"] * 2
        said = [outcome(play(spec, UNHURRIED, pieces=without("mounts")), 0) for _ in range(2)]
        assert said == ["refused: No data available", "done"]


def _kernel_has(family: int) -> bool:
    try:
        socket.socket(family, socket.SOCK_STREAM).close()
    except OSError:
        return False
    return True
