"""Bots that misbehave through both file interfaces, each in a game against a decent bot.

A bot that plays on after what it did plays the game that a decent one would have played in its
place. `DUIYI_SOAK=1` runs the full form: full sizes, three times each, while other games are played
on another core.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from tests.arena.misbehaving import (
    HERE,
    LIMITS,
    SECRET,
    SMALL,
    SOAK,
    UNHURRIED,
    Mode,
    assert_undisturbed,
    compiled,
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
    tokens,
    without,
)
from tests.selection import slow_but

from duiyi import game
from duiyi.arena.game.played import Played
from duiyi.arena.sandbox import ALL, Pieces

BOTS = HERE / "bots"
LATE = "t2...t/Trr.R./Tz2...../rR2....RT3/t..z.Zt2./...ZZ2zt2./tr....T/.t..R./trR2T. w 1 17"
"""Both sides have some turns left, but not many."""
INTERFACES = ("a", "b")
SECOND_CALL = {"a": 4, "b": 1}
"""How many steps come before it: a whole turn of each side, or the first step of a turn."""
PLAYS_ON = "plays on"
TIMEOUT = "timeout timeout"
SUCCEEDED = "crash exit-31"
"""How a bot that nobody listens to tells that its deed has succeeded."""
MODES = modes("""
# name              program, what it does              what comes of it
# The answer is no file, or none of its own
answer-link         faulty answer-trick link {secret}  protocol bad-answer
answer-own-link     faulty answer-trick own-link       protocol bad-answer
answer-hard-link    faulty answer-trick hard-link      protocol bad-answer
answer-fifo         faulty answer-trick fifo           protocol bad-answer
answer-directory    faulty answer-trick directory      protocol bad-answer
answer-sparse       faulty answer-trick sparse         protocol bad-answer
answer-gone         faulty none                        protocol no-answer
answer-late         faulty late                        protocol no-answer
# What we write is in the way of what it has put there
file-link           faulty file-trick link {secret}    plays on
file-hard-link      faulty file-trick hard-link        plays on
file-fifo           faulty file-trick fifo             plays on
file-directory      faulty file-trick directory        plays on
file-sparse         faulty file-trick sparse           plays on
rewritten-history   faulty forges                      plays on
locked-directory    faulty locks                       plays on
# Taking more than its share
floods-stdout       faulty floods 1                    output-limit stdout
floods-stderr       faulty floods 2                    output-limit stderr
spins               faulty spins                       timeout timeout
sleeps              faulty sleeps                      timeout timeout
crashes             faulty crashes                     crash signal-SEGV
work                bad fill . {files}                 output-limit file
four-gigabytes      bad memory {memory}                memory-limit memory
six-children        bad family 6 {child}               memory-limit memory
forks               bad forks 200                      plays on
# Reaching for what is the host's or the opponent's, or goes on after its end
host-file           bad read {secret}                  plays on
opponent-directory  bad list {opponent}                plays on
environment         bad seek /proc/1/environ {word}    plays on
tcp                 bad tcp {port}                     plays on
ptrace              bad ptrace                         plays on
sparse-file         bad sparse file {files}            plays on
orphan              bad door                           plays on
""")
IN_B = {
    "answer-late": "illegal first-step-must-capture",
    **dict.fromkeys(
        (
            "file-link",
            "file-hard-link",
            "file-fifo",
            "file-directory",
            "file-sparse",
            "rewritten-history",
        ),
        "protocol log-changed",
    ),
}
"""What comes of a mode in interface B, where files that nobody has changed are a pass, and where
the log of steps is not to be changed."""
STOPPED_BY = {
    "work": "work",
    "memory": "four-gigabytes six-children",
    "mounts": "host-file opponent-directory",
    "environment": "environment",
    "network": "tcp",
    "seccomp": "ptrace",
    "limits": "sparse-file",
    "pids": "orphan",
}
"""Pieces of the sandbox, and the modes that succeed without them."""
THEN = {"work": PLAYS_ON}
"""What comes of such a mode then, where success is nothing that it could tell."""


@pytest.fixture(autouse=True)
def nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for interface in INTERFACES:
        decent_game(interface, 0)  # what is compiled is compiled once
    with leaving_nothing(monkeypatch):
        yield


@pytest.fixture(scope="module")
def words() -> Iterator[dict[str, str]]:
    with host() as found:
        yield found
        assert Path(found["secret"]).read_text() == SECRET


@cache
def source(program: str) -> Path:
    """A source with all that it includes beside it."""
    if program == "faulty":
        return BOTS / "files_faulty.c"
    folder = compiled() / "sources"
    folder.mkdir()
    for file in (*(HERE / "programs").glob("*.h"), BOTS / "files.h"):
        shutil.copy(file, folder)
    return Path(shutil.copy(HERE / "programs" / "bad_files.c", folder))


def spec_of(mode: Mode, interface: str) -> str:
    program, _, words = mode.words.partition(" ")
    return f"files-{interface}:{source(program)} {words} --"


@cache
def decent_game(interface: str, seat: int) -> Played:
    """The game that comes of it when nobody misbehaves."""
    spec = f"files-{interface}:{BOTS / f'files_{interface}_random.c'}"
    played = play(spec, UNHURRIED, start=game("tzaar").load(LATE), seat=seat)
    assert played.offences == ()
    return played


def verdict(played: Played) -> str:
    return outcome(played, 0) if played.offences else PLAYS_ON


def assert_decent_moves(played: Played, interface: str, seat: int) -> None:
    """Up to where it ended; a bot that has played on has played all of it."""
    found, whole = tokens(played), tokens(decent_game(interface, seat))
    assert found == whole[: len(found)]
    assert played.offences or len(found) == len(whole)


def play_late(
    mode: Mode, interface: str, given: dict[str, str], seat: int, pieces: Pieces = ALL
) -> Played:
    conditions = hurried() if mode.comes_to == TIMEOUT else UNHURRIED
    if pieces != ALL:
        conditions = replace(conditions, limits=SMALL)
    start = game("tzaar").load(LATE)
    spec = spec_of(mode, interface)
    played = play(spec, conditions, start=start, seat=seat, words=given, pieces=pieces)
    assert_undisturbed(played, conditions, seat)
    assert_decent_moves(played, interface, seat)
    return played


@pytest.mark.parametrize("time", range(3 if SOAK else 1))
@pytest.mark.parametrize("interface", slow_but("a", of=INTERFACES))
@pytest.mark.parametrize("name", MODES)
def test_a_misbehaving_bot_gets_what_it_deserves(
    name: str, interface: str, time: int, words: dict[str, str]
) -> None:
    mode, given = MODES[name], {**words, **sizes(LIMITS)}
    seat = (list(MODES).index(name) + time) % 2
    with neighbour() if SOAK else nullcontext():
        played = play_late(mode, interface, given, seat)
    expected = mode.comes_to if interface == "a" else IN_B.get(name, mode.comes_to)
    assert verdict(played) == expected


@pytest.mark.slow
@pytest.mark.parametrize("interface", INTERFACES)
@pytest.mark.parametrize(("name", "pieces"), pieces_of(STOPPED_BY))
def test_without_the_piece_that_stops_it_it_succeeds(
    name: str, pieces: str, interface: str, words: dict[str, str]
) -> None:
    """So the tests above can fail."""
    given = {**words, **sizes(SMALL)}
    played = play_late(MODES[name], interface, given, 0, without(*pieces.split()))
    assert verdict(played) == THEN.get(name, SUCCEEDED)


@pytest.mark.parametrize("interface", INTERFACES)
def test_what_is_smuggled_out_of_one_game_is_not_found_in_the_next(interface: str) -> None:
    """Within a game the directory is kept: there it is found, in the second call."""
    with marks() as mark:
        spec = f"files-{interface}:{source('bad')} smuggle {mark} --"
        in_second_call = (SUCCEEDED, tokens(decent_game(interface, 0))[: SECOND_CALL[interface]])
        for pieces, then in ((ALL, in_second_call), (without("mounts"), (SUCCEEDED, []))):
            start = game("tzaar").load(LATE)
            games = [play(spec, UNHURRIED, start=start, pieces=pieces) for _ in range(2)]
            found = [(verdict(played), tokens(played)) for played in games]
            assert found == [in_second_call, then]
