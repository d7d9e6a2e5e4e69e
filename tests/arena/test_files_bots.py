"""Compiled programs play through the course's file interfaces, and misbehave there."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from duiyi import game
from duiyi.arena.bots.entrants import Ready, prepare, read_entrant
from duiyi.arena.game.conditions import MEGABYTE, Conditions, Limits
from duiyi.arena.game.played import Offence, Played
from duiyi.arena.game.referee import play_game
from duiyi.core.clock import Clock

SOAK = bool(os.environ.get("DUIYI_SOAK"))
BOTS = Path(__file__).parent / "bots"
LOCKED = Conditions(clock=Clock("turn", 20.0))
OPEN = replace(LOCKED, trust=True)
WEAK = "Tt2.../ZRz.../......./......../......../......../......./..r.../t.... w 1 3"
"""A1 is white and beside a black stack on A2."""
LATE = "t2...t/Trr.R./Tz2...../rR2....RT3/t..z.Zt2./...ZZ2zt2./tr....T/.t..R./trR2T. w 1 17"
"""Both sides have some turns left, but not many."""


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("compiled")


@pytest.fixture(params=[LOCKED, OPEN], ids=["sandbox", "open"])
def conditions(request: pytest.FixtureRequest) -> Conditions:
    given: Conditions = request.param
    return given


@pytest.fixture(autouse=True)
def nothing_is_left(cache: Path) -> Iterator[None]:
    """No program of a bot outlives its game, as our child or as anybody's."""
    yield
    assert not [name for name, ours in commands() if ours or name.startswith(str(cache))]


def commands() -> list[tuple[str, bool]]:
    """Of every running program named `program` its path, and whether it is a child of ours."""
    found = []
    for place in Path("/proc").iterdir():
        if place.name.isdecimal():
            try:
                name = (place / "cmdline").read_bytes().partition(b"\0")[0].decode()
                parent = int((place / "stat").read_bytes().rpartition(b")")[2].split()[1])
            except OSError:
                continue
            if name.endswith("/program"):
                found.append((name, parent == os.getpid()))
    return found


def ready(cache: Path, conditions: Conditions, interface: str, mode: str = "") -> Ready:
    """The random bot of an interface, or the faulty one in a mode."""
    name = f"files_{interface}_random.c" if not mode else "files_faulty.c"
    rest = f" {mode} --" if mode else ""
    spec = f"files-{interface}:{BOTS / name}{rest}"
    return prepare(read_entrant(f"{interface}={spec}"), conditions, cache)


def play(bots: tuple[Ready, Ready], conditions: Conditions, start: str | None = None) -> Played:
    made = [bot.bot(conditions, seed, None) for seed, bot in enumerate(bots)]
    tzaar = game("tzaar")
    first = tzaar.start() if start is None else tzaar.load(start)
    return play_game(first, made, conditions, seed=1, names=["one", "two"])


def offence_of(
    cache: Path,
    conditions: Conditions,
    interface: str,
    mode: str,
    *,
    start: str | None = None,
    seat: int = 0,
) -> Offence:
    """How a game ends in which a bot misbehaves: the other one wins, and has done nothing."""
    bad = ready(cache, conditions, interface, mode)
    good = ready(cache, conditions, interface)
    bots = (bad, good) if seat == 0 else (good, bad)
    played = play(bots, conditions, start)
    assert len(played.offences) == 1, played
    (offence,) = played.offences
    assert offence.seat == seat
    assert played.scores is not None
    assert played.scores[1 - seat] == 1
    return offence


def verdict(offence: Offence) -> str:
    return f"{offence.verdict.value} {offence.code}"


# Whole games


@pytest.mark.parametrize("pair", ["aa", "ab", "ba", "bb"] if SOAK else ["ab", "ba"])
def test_random_programs_play_a_game_to_its_end(
    cache: Path, conditions: Conditions, pair: str
) -> None:
    first, second = (ready(cache, conditions, interface) for interface in pair)
    played = play((first, second), conditions)
    assert played.offences == ()
    assert played.record.outcome is not None
    assert played.record.outcome.scores == played.scores
    assert len(played.record.nodes) > 10


# The nine violations, and the other ways to be wrong

A_MISTAKES = {
    "off-board": "E,-2,-1,-9,0",
    "no-such-piece": "E,0,0,-2,0",
    "not-your-piece": "E,-4,0,-3,0",
    "jump": "E,-2,-1,-2,1",
    "not-a-line": "E,-2,-1,2,2",
    "first-step-must-capture": "S,-2,-1,-3,-1",
    "wrong-sign": "E,-2,-1,-3,-1",
}
B_MISTAKES = {
    "off-board": "5,2,0,0,0 8,0,1,1,2",
    "no-such-piece": "0,8,0,0,0 4,2,1,1,2",
    "not-your-piece": "4,0,0,0,0 5,1,2,1,1 5,1,2,1,1",
    "jump": "5,2,0,0,0 3,2,1,1,2",
    "not-a-line": "5,2,0,0,0 6,6,1,1,2",
    "first-turn-two-steps": "5,2,0,0,0 4,2,0,0,0 3,2,1,1,2",
    "first-step-must-capture": "5,2,0,0,0 5,1,1,2,2",
    "wrong-sign": "5,2,0,0,0 5,1,1,1,2",
}


@pytest.mark.parametrize("code", A_MISTAKES)
def test_a_mistake_through_a_ends_the_game_with_its_code(cache: Path, code: str) -> None:
    offence = offence_of(cache, LOCKED, "a", f"say {A_MISTAKES[code]} P,0,0,0,0")
    assert verdict(offence) == f"illegal {code}"


@pytest.mark.parametrize("code", B_MISTAKES)
def test_a_mistake_through_b_ends_the_game_with_its_code(cache: Path, code: str) -> None:
    offence = offence_of(cache, LOCKED, "b", f"rewrite {B_MISTAKES[code]}")
    assert verdict(offence) == f"illegal {code}"


def test_two_steps_in_whites_first_turn_through_a(cache: Path) -> None:
    offence = offence_of(cache, LOCKED, "a", "say E,-2,-1,-2,0 E,-2,0,-2,1")
    assert verdict(offence) == "illegal first-turn-two-steps"
    assert (offence.text, offence.node) == ("C3xC4", 1)


def test_a_pass_twice_says_that_there_is_no_capture_and_is_wrong(cache: Path) -> None:
    offence = offence_of(cache, LOCKED, "a", "say P,0,0,0,0 P,0,0,0,0")
    assert verdict(offence) == "illegal first-step-must-capture"


@pytest.mark.parametrize(
    ("interface", "mode"),
    [("a", "say E,-4,0,-4,1 P,0,0,0,0"), ("b", "rewrite 4,0,0,0,0 3,0,1,1,1")],
)
def test_a_capture_by_the_weaker_piece(cache: Path, interface: str, mode: str) -> None:
    offence = offence_of(cache, LOCKED, interface, mode, start=WEAK)
    assert verdict(offence) == "illegal too-weak"
    assert offence.text == "A1xA2"


@pytest.mark.parametrize("interface", ["a", "b"])
@pytest.mark.parametrize("mode", ["spins", "sleeps"])
def test_a_program_that_does_not_end_is_out_of_time(
    cache: Path, conditions: Conditions, interface: str, mode: str
) -> None:
    hurried = replace(conditions, clock=Clock("turn", 0.4))
    begun = time.monotonic()
    offence = offence_of(cache, hurried, interface, mode)
    assert offence.verdict.value == "timeout"
    assert time.monotonic() - begun < 30


def test_both_calls_of_a_turn_share_one_clock(cache: Path) -> None:
    """Each of them alone would be in time."""
    hurried = replace(LOCKED, clock=Clock("turn", 1.2), wall_factor=20.0)
    offence = offence_of(cache, hurried, "b", "burns 800", seat=1)
    assert verdict(offence) == "timeout timeout"
    assert offence.node == 2


# Programs that do not do what programs should


@pytest.mark.parametrize(
    ("interface", "mode", "expected"),
    [
        ("a", "idle", "protocol no-answer"),
        ("a", "none", "protocol no-answer"),
        ("b", "none", "protocol no-answer"),
        ("a", "prints", "protocol printed-answer"),
        ("a", "prints-nonsense", "protocol no-answer"),
        ("b", "prints", "illegal first-step-must-capture"),
        ("b", "idle", "illegal first-step-must-capture"),
        ("a", "fails", "crash exit-3"),
        ("b", "fails", "crash exit-3"),
        ("a", "crashes", "crash signal-SEGV"),
        ("b", "crashes", "crash signal-SEGV"),
        ("a", "say E,-2,-1,-2,0", "protocol bad-answer"),
        ("a", "say '' ''", "protocol no-answer"),
        ("a", "say hello P,0,0,0,0", "protocol bad-token"),
        ("a", "say C2xC3 pass", "protocol bad-token"),
        ("b", "rewrite 5,2,0,0,0", "protocol not-a-step"),
        ("a", "floods 1", "output-limit stdout"),
        ("a", "floods 2", "output-limit stderr"),
    ],
)
def test_a_program_that_gives_no_answer_loses_by_its_own_fault(
    cache: Path, conditions: Conditions, interface: str, mode: str, expected: str
) -> None:
    assert verdict(offence_of(cache, conditions, interface, mode)) == expected


def test_an_answer_that_an_orphan_gives_later_is_none(cache: Path) -> None:
    """It is ended with the program that left it behind."""
    assert verdict(offence_of(cache, LOCKED, "a", "late")) == "protocol no-answer"


def test_what_a_program_said_before_it_crashed_is_kept(cache: Path, conditions: Conditions) -> None:
    assert offence_of(cache, conditions, "a", "crashes").stderr == "about to crash\n"


def test_a_directory_that_is_filled_is_too_much(cache: Path) -> None:
    small = replace(LOCKED, limits=Limits(work=2 * MEGABYTE))
    assert verdict(offence_of(cache, small, "a", "fills")) == "output-limit file"


# Tricks with files


@pytest.mark.parametrize("interface", ["a", "b"])
@pytest.mark.parametrize("kind", ["link", "own-link", "hard-link", "fifo", "directory", "sparse"])
def test_an_answer_that_is_no_file_is_a_bad_answer(
    cache: Path, conditions: Conditions, interface: str, kind: str
) -> None:
    offence = offence_of(cache, conditions, interface, f"answer-trick {kind}")
    assert verdict(offence) == "protocol bad-answer"


@pytest.mark.parametrize("kind", ["link", "hard-link", "fifo", "directory", "sparse"])
def test_a_trick_with_a_file_that_we_write_changes_nothing(
    cache: Path, conditions: Conditions, tmp_path: Path, kind: str
) -> None:
    host = tmp_path / "host"
    host.write_text("precious")
    mode = f"file-trick {kind} {host}"
    bots = ready(cache, conditions, "a", mode), ready(cache, conditions, "a")
    played = play(bots, conditions, LATE)
    assert played.offences == ()
    assert played.scores is not None
    assert len(played.record.nodes) > 4
    assert host.read_text() == "precious"


@pytest.mark.parametrize(
    "mode",
    ["forges", *(f"file-trick {kind}" for kind in ("link", "hard-link", "fifo", "directory"))],
)
def test_the_log_of_interface_b_is_the_referees(
    cache: Path, conditions: Conditions, mode: str
) -> None:
    """Whatever is put in its place, it is told, and the step before it does not count."""
    offence = offence_of(cache, conditions, "b", mode)
    assert verdict(offence) == "protocol log-changed"
    assert offence.node == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("interface", "mode"),
    [
        ("a", "forges"),
        *product("ab", ["locks", "forks", "reads", "chats", "answers-and-fails"]),
    ],
)
def test_what_does_no_harm_does_not_matter(
    cache: Path, conditions: Conditions, interface: str, mode: str
) -> None:
    """Forged files are written anew; children, chatter and exit statuses are passed over."""
    bots = ready(cache, conditions, interface), ready(cache, conditions, interface, mode)
    played = play(bots, conditions, LATE)
    if mode == "answers-and-fails" and interface == "b" and played.offences:
        # A pass that nothing was written for, with an exit status other than 0.
        assert [verdict(offence) for offence in played.offences] == ["crash exit-3"]
        return
    assert played.offences == ()
    assert played.scores is not None
    assert len(played.record.nodes) > 4


def test_nothing_is_carried_from_one_game_to_the_next(cache: Path, conditions: Conditions) -> None:
    """Within a game the directory is kept: the mode itself sees to that."""
    bots = ready(cache, conditions, "a", "remembers"), ready(cache, conditions, "a")
    for _ in range(2):
        assert play(bots, conditions).offences == ()


# What is charged


@pytest.mark.slow
def test_a_busy_core_is_not_charged(cache: Path) -> None:
    """0.30 s of CPU on a core that somebody else wants too."""
    core = min(os.sched_getaffinity(0))
    hog = f"import os; os.sched_setaffinity(0, {{{core}}})\nwhile True: pass"
    bot = ready(cache, LOCKED, "a", "burns 300")
    other = ready(cache, LOCKED, "a")
    with subprocess.Popen([sys.executable, "-c", hog]) as process:
        try:
            made = [bot.bot(LOCKED, 1, core), other.bot(LOCKED, 2, None)]
            start = game("tzaar").load(LATE)
            played = play_game(start, made, LOCKED, seed=1, names=["one", "two"])
        finally:
            process.kill()
    use = played.uses[0]
    assert played.offences == ()
    assert 0.30 <= use.total.charged / use.questions <= 0.33
