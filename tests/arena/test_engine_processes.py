"""Engines as real processes: whole games, and what they are charged on a busy machine."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from duiyi.core import CHANCE, State, game
from duiyi.core.chance import Dice
from duiyi.core.clock import Clock
from duiyi.core.record import Decision, Node
from duiyi.engine.bot import Beginning, Question, Spent
from duiyi.engine.client import EngineBot
from duiyi.engine.fault import Fault, Verdict
from duiyi.engine.open_box import OpenBox
from duiyi.engine.waiting import own_delay

HERE = Path(__file__).parent
SDK = HERE.parents[1] / "sdk" / "python"
PYTHON_BOT = [sys.executable, str(SDK / "random_bot.py")]
OURS = [sys.executable, "-m", "duiyi", "engine"]
CLASSIC = game("relati-classic").start()
FIVE = Clock("turn", 5.0)
LONG = bool(os.environ.get("DUIYI_SOAK"))

linux = pytest.mark.skipif(sys.platform != "linux", reason="run delays are told by Linux alone")


@pytest.fixture(scope="module")
def timed_bot(tmp_path_factory: pytest.TempPathFactory) -> str:
    program = tmp_path_factory.mktemp("timed") / "timed_bot"
    flags = ["-O2", "-Wall", "-Wextra", "-Werror", "-pthread"]
    subprocess.run(["gcc", *flags, "-o", program, HERE / "timed_bot.c"], check=True, timeout=60)
    return str(program)


@contextmanager
def seated(
    commands: Sequence[Sequence[str]], state: State[Any], clock: Clock
) -> Iterator[list[EngineBot]]:
    bots = [EngineBot(OpenBox(), command) for command in commands]
    try:
        for seat, bot in enumerate(bots):
            bot.begin(Beginning(state, seat, clock, 30.0))
        yield bots
    finally:
        for bot in bots:
            bot.close()


def play(
    commands: Sequence[Sequence[str]], first: State[Any], most: int, clock: Clock
) -> tuple[State[Any], list[Node]]:
    """Plays as a referee would, for so many decisions at most: each has to be legal."""
    state, dice = first, Dice(1)
    nodes: list[Node] = []
    told = [0] * first.seats
    with seated(commands, first, clock) as bots:
        while state.actor is not None and len(nodes) < most:
            seat = state.actor
            if seat == CHANCE:
                tokens: tuple[str, ...] = (state.text(dice.choose(state)),)
            else:
                left = None if clock.kind == "none" else clock.seconds
                asked = Question(state, seat, first, nodes, told[seat], left, None)
                told[seat] = len(nodes)
                tokens = bots[seat].ask(asked).tokens
            assert len(tokens) == 1
            nodes.append(Decision(seat, tokens[0]))
            state = state.play(tokens[0])
        if state.outcome is not None:
            for bot in bots:
                bot.end(state.outcome)
    return state, nodes


@pytest.mark.parametrize(
    ("name", "seats"),
    [("relati-classic", 2), ("relati", 4), ("relati-legacy", 2), ("atom", 2), ("tzaar", 2)],
)
def test_the_python_sdk_plays_every_game(name: str, seats: int) -> None:
    most = 10_000 if LONG else 60
    start = game(name).start(seats)
    state, nodes = play([PYTHON_BOT] * seats, start, most, Clock("turn", 5.0))
    assert len(nodes) == most or state.outcome is not None


@pytest.mark.parametrize("player", ["random", "greedy", "mcts"])
def test_our_players_play_as_engines(player: str) -> None:
    words = ["--seconds", "0.02"] if player == "mcts" else []
    commands = [[*OURS, player, *words], PYTHON_BOT]
    state, _ = play(commands, CLASSIC, 100, Clock("turn", 5.0))
    assert state.outcome is not None


def test_our_search_keeps_within_its_time() -> None:
    clock = Clock("turn", 0.6)
    with seated([[*OURS, "mcts"]], CLASSIC, clock) as (bot,):
        spent = bot.ask(Question(CLASSIC, 0, CLASSIC, (), 0, 0.6, 10.0)).spent
    assert spent.wall > 0.25, "half of it, without a margin"
    assert spent.charged < 0.6


def charge(command: Sequence[str], cores: int = 1, left: float = 20.0) -> Spent:
    """What one decision of a bot is charged."""
    bot = EngineBot(OpenBox(), command, cores=cores)
    try:
        bot.begin(Beginning(CLASSIC, 0, Clock("turn", left), 10.0))
        return bot.ask(Question(CLASSIC, 0, CLASSIC, (), 0, left, 60.0)).spent
    finally:
        bot.close()


@contextmanager
def one_core() -> Iterator[int]:
    """What is started in here runs on one and the same core."""
    before = os.sched_getaffinity(0)
    core = min(before)
    os.sched_setaffinity(0, {core})
    try:
        yield core
    finally:
        os.sched_setaffinity(0, before)


@contextmanager
def hog_on_one_core(count: int) -> Iterator[None]:
    """Only they are tied to it: whoever looks at a bot may run elsewhere."""
    with ExitStack() as hogs:
        with one_core():
            hogs.enter_context(hog(count))
        yield


@contextmanager
def hog(count: int) -> Iterator[None]:
    """Processes that take as much of the core as they get."""
    command = [sys.executable, "-c", "print(flush=True)\nwhile True: pass"]
    hogs = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(count)]
    try:
        for each in hogs:
            assert each.stdout is not None
            each.stdout.readline()
        yield
    finally:
        for each in hogs:
            each.kill()
            each.communicate()


@linux
def test_a_busy_core_is_not_charged(timed_bot: str) -> None:
    with one_core(), hog(2):
        spent = charge([timed_bot, "burn", "0.30"])
    assert spent.wall > 0.4, "the hogs have to be felt"
    assert 0.30 <= spent.charged <= 0.33
    assert 0.30 <= spent.cpu <= 0.33


@linux
def test_two_busy_threads_cost_twice_as_much(timed_bot: str) -> None:
    spent = charge([timed_bot, "burn", "0.3", "2"])
    assert 0.60 <= spent.charged <= 0.66


@linux
def test_with_two_cores_allowed_two_threads_cost_what_one_does(timed_bot: str) -> None:
    """While both run at the same time: on a busy machine they may have to run one after the other,
    and that cannot be told from a bot whose second thread only waits."""
    spent = charge([timed_bot, "burn", "0.3", "2"], cores=2)
    assert 0.60 <= spent.cpu <= 0.66
    assert 0.30 <= spent.charged <= min(spent.wall, spent.cpu)


@linux
def test_threads_that_come_and_go_do_not_pay_for_a_busy_core_either(timed_bot: str) -> None:
    """What a dead thread waited for since the last look is lost: that much it may be wrong by. On
    one core both threads run in turns, so that all of their CPU time is charged."""
    bot = EngineBot(OpenBox(), [timed_bot, "burn", "0.2", "2"], cores=2)
    with hog_on_one_core(2):
        with one_core():
            bot.begin(Beginning(CLASSIC, 0, FIVE, 10.0))
        question = Question(CLASSIC, 0, CLASSIC, (), 0, 20.0, 60.0)
        spents = [bot.ask(question).spent for _ in range(3)]
        bot.close()
    assert sum(spent.wall for spent in spents) > 1.5, "the hogs have to be felt"
    assert all(spent.charged <= spent.cpu + spent.wall / 4 for spent in spents)


@linux
def test_children_are_charged_like_threads(timed_bot: str) -> None:
    spent = charge([timed_bot, "fork", "0.2", "3"])
    assert 0.58 <= spent.cpu <= 0.70
    assert spent.charged >= spent.cpu


@linux
def test_sleeping_is_charged_by_the_wall_clock(timed_bot: str) -> None:
    before = own_delay()
    spent = charge([timed_bot, "sleep", "0.2"])
    ours = own_delay() - before  # left out, though the bot may have slept while we waited
    assert spent.cpu < 0.05
    assert 0.195 - ours <= spent.charged <= spent.wall


def test_time_is_up_while_the_program_still_thinks(timed_bot: str) -> None:
    with pytest.raises(Fault) as caught:
        charge([timed_bot, "burn", "60", "2"], left=0.2)
    assert caught.value.verdict is Verdict.timeout
    assert 0.2 < caught.value.spent.charged < 0.4
    with pytest.raises(Fault) as caught:
        charge([timed_bot, "sleep", "60"], left=0.2)
    assert caught.value.verdict is Verdict.timeout
    assert caught.value.spent.cpu < 0.1


@linux
def test_nothing_runs_while_it_is_not_its_turn(timed_bot: str) -> None:
    box = OpenBox()
    bot = EngineBot(box, [timed_bot, "ponder"])
    try:
        bot.begin(Beginning(CLASSIC, 0, FIVE, 10.0))
        before = box.usage().cpu
        threading.Event().wait(0.3)  # there is nothing to wait for: nothing must happen
        assert box.usage().cpu - before < 0.1
    finally:
        bot.close()


@linux
def test_a_crash_is_seen_though_a_child_holds_the_output_open(timed_bot: str) -> None:
    box = OpenBox()
    bot = EngineBot(box, [timed_bot, "linger"])
    bot.begin(Beginning(CLASSIC, 0, FIVE, 10.0))
    with pytest.raises(Fault) as caught:
        bot.ask(Question(CLASSIC, 0, CLASSIC, (), 0, 5.0, 15.0))
    assert (caught.value.verdict, caught.value.code) == (Verdict.crash, "exit-7")
    assert running(box), "the child is still there"
    bot.close()
    assert not running(box)


def running(box: OpenBox) -> list[str]:
    """The processes whose working directory is, or was, the box."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            if os.readlink(place / "cwd").startswith(str(box.work)):
                found.append(place.name)
        except OSError:
            continue
    return found


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["./no-such-bot"], "exit-127"), (["/"], "exit-126"), ([str(SDK / "README.md")], "exit-126")],
)
def test_what_cannot_be_started_has_crashed(arguments: list[str], code: str) -> None:
    bot = EngineBot(OpenBox(), arguments)
    with pytest.raises(Fault) as caught:
        bot.begin(Beginning(CLASSIC, 0, FIVE, 10.0))
    assert (caught.value.verdict, caught.value.code) == (Verdict.crash, code)
    assert caught.value.detail
    bot.close()


def test_a_traceback_is_kept(tmp_path: Path) -> None:
    (tmp_path / "duiyi_bot.py").write_text((SDK / "duiyi_bot.py").read_text("utf-8"), "utf-8")
    choose = "    def choose(self, position, legal): return legal[999]"
    lines = ["import duiyi_bot", "class Bad(duiyi_bot.Bot):", choose, "Bad().run()"]
    (tmp_path / "bad.py").write_text("\n".join(lines), "utf-8")
    bot = EngineBot(OpenBox(tmp_path), [sys.executable, "bad.py"])
    bot.begin(Beginning(CLASSIC, 0, FIVE, 30.0))
    with pytest.raises(Fault) as caught:
        bot.ask(Question(CLASSIC, 0, CLASSIC, (), 0, 5.0, 15.0))
    assert caught.value.code == "exit-1"
    bot.close()
    assert b"IndexError" in bot.stderr()
    assert (tmp_path / "bad.py").exists(), "a directory that was given is left as it is"
