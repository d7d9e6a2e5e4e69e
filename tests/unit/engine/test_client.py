"""The referee's side of the protocol, against programs that follow a script."""

from __future__ import annotations

import select
import threading
from collections.abc import Callable
from fractions import Fraction
from time import monotonic
from typing import Any

import pytest

from duiyi.core import CHANCE, Outcome, State, game
from duiyi.core.clock import Clock
from duiyi.core.record import Decision, Node, Withdrawal
from duiyi.engine.bot import Answer, Beginning, Question
from duiyi.engine.client import EngineBot, game_line
from duiyi.engine.fault import CODES, Fault, Verdict
from duiyi.engine.protocol import write
from duiyi.engine.scripted import Act, Break, Burn, CloseOutput, Deaf, Exit, Say, ScriptedBox
from duiyi.engine.stopwatch import PATIENCE

CLASSIC = game("relati-classic").start()
FIVE = Clock("turn", 5.0)
GAME_LINE = "> game relati-classic version 1 seats 2 seat 0 clock turn 5"
OPENING: tuple[Act, ...] = ("> hello 1", "< ready", GAME_LINE, "< ready")
QUESTION: tuple[Act, ...] = (f"> position {CLASSIC.dump()}", "> go left 5.000")


def question(
    state: State[Any] = CLASSIC,
    *,
    nodes: tuple[Node, ...] = (),
    told: int = 0,
    left: float | None = 5.0,
    cap: float | None = 15.0,
) -> Question:
    return Question(state, 0, state, nodes, told, left, cap)


def begun(box: ScriptedBox, **limits: int) -> EngineBot:
    bot = EngineBot(box, ["bot"], **limits)
    bot.begin(Beginning(CLASSIC, 0, FIVE, 5.0))
    return bot


def asked(box: ScriptedBox, asking: Question | None = None, **limits: int) -> Answer:
    """One question to a program, and nothing went another way than its script."""
    bot = begun(box, **limits)
    try:
        return bot.ask(asking or question())
    finally:
        bot.close()
        box.verify()


def fault_of(act: Callable[[], object]) -> Fault:
    with pytest.raises(Fault) as caught:
        act()
    fault = caught.value
    kind = fault.code.partition("-")[0] if fault.verdict is Verdict.crash else fault.code
    assert kind in CODES[fault.verdict]
    return fault


def test_a_game_from_hello_to_quit() -> None:
    box = ScriptedBox(
        "> hello 1",
        "< id name Ada 1.2",
        "< id author A. Student",
        "< ready",
        GAME_LINE,
        "< info loading the book",
        "< ready",
        *QUESTION,
        "< info eval 0.41",
        "<  ",
        "< move C3",
        "> result 1 0 no-moves",
        "> quit",
        Exit(0),
    )
    bot = begun(box)
    assert bot.names == {"name": "Ada 1.2", "author": "A. Student"}
    assert not box.running, "a bot rests while it is not its turn"
    answer = bot.ask(question())
    assert answer.tokens == ("C3",)
    assert answer.info == ("eval 0.41",)
    assert not box.running
    bot.end(Outcome((Fraction(1), Fraction(0)), "no-moves"))
    bot.close()
    bot.close()
    box.verify()


def test_several_tokens_carriage_returns_and_spaces() -> None:
    box = ScriptedBox(*OPENING, *QUESTION, Say(b"  move  C3   D4 \r\n"))
    assert asked(box).tokens == ("C3", "D4")


def test_what_happened_is_told_since_the_last_question() -> None:
    nodes: tuple[Node, ...] = (
        Decision(0, "b"),
        Decision(CHANCE, "+3101"),
        Decision(0, "end"),
        Decision(1, "a"),
        Withdrawal(2, "timeout", "timeout"),
        Decision(1, "end"),
    )
    said = "> go left 4.930 since *+3101 @0 end @1 a !2 @1 end"
    box = ScriptedBox(*OPENING, QUESTION[0], said, "< move C3")
    asked(box, question(nodes=nodes, told=1, left=4.9309))


def test_without_a_clock_no_time_is_told() -> None:
    box = ScriptedBox(*OPENING, QUESTION[0], "> go", "< move C3")
    asked(box, question(left=None, cap=None))


def test_legal_is_answered_as_often_as_it_is_asked() -> None:
    tokens = " ".join(map(CLASSIC.text, CLASSIC.actions()))
    legal = ("< legal?", f"> legal {tokens}")
    box = ScriptedBox(*OPENING, *QUESTION, *legal, *legal, "< move C3")
    assert asked(box).tokens == ("C3",)


def test_charges_before_and_after_legal_are_added_up() -> None:
    tokens = " ".join(map(CLASSIC.text, CLASSIC.actions()))
    steps = ("< legal?", f"> legal {tokens}", Burn(3.0), "< move C3")
    spent = asked(ScriptedBox(*OPENING, *QUESTION, Burn(1.5), *steps)).spent
    assert spent.cpu == spent.charged == 4.5
    box = ScriptedBox(*OPENING, *QUESTION, Burn(3.5), *steps)
    fault = fault_of(lambda: asked(box))
    assert (fault.code, fault.spent.charged) == ("timeout", 6.5)
    box = ScriptedBox(*OPENING, *QUESTION, Burn(6.0), "< legal?")
    fault = fault_of(lambda: asked(box))
    assert (fault.code, fault.spent.charged) == ("timeout", 6.0)


def test_cpu_time_counts_and_with_more_cores_less() -> None:
    box = ScriptedBox(*OPENING, *QUESTION, Burn(4.0), "< move C3")
    spent = asked(box).spent
    assert spent.cpu == spent.charged == 4.0
    assert spent.wall < 4.0
    box = ScriptedBox(*OPENING, *QUESTION, Burn(4.0), "< move C3")
    assert asked(box, cores=4).spent.charged == 1.0


def test_an_answer_that_comes_too_late_is_none() -> None:
    box = ScriptedBox(*OPENING, *QUESTION, Burn(5.001), "< move C3")
    fault = fault_of(lambda: asked(box))
    assert (fault.verdict, fault.code) == (Verdict.timeout, "timeout")
    assert "5.001 s of 5.000 s" in fault.detail
    assert fault.text == "C3"


def test_a_silent_program_runs_out_of_time() -> None:
    box = ScriptedBox(*OPENING, QUESTION[0], "> go left 0.080")
    fault = fault_of(lambda: asked(box, question(left=0.08)))
    assert (fault.verdict, fault.code) == (Verdict.timeout, "timeout")


class BusyBox(ScriptedBox):
    """Its program waits for a core whenever it is looked at, which is told when it is stopped."""

    def stop(self) -> None:
        super().stop()
        self.burn(0.0, delay=60.0)


def test_a_timeout_is_told_with_the_time_that_it_was_judged_by() -> None:
    box = BusyBox(*OPENING, QUESTION[0], "> go left 0.080")
    fault = fault_of(lambda: asked(box, question(left=0.08)))
    assert (fault.verdict, fault.code) == (Verdict.timeout, "timeout")
    assert fault.spent.charged > 0.08


def test_an_answer_without_the_end_of_its_line_is_none() -> None:
    box = ScriptedBox(*OPENING, QUESTION[0], "> go left 0.080", Say(b"move C3"))
    fault = fault_of(lambda: asked(box, question(left=0.08)))
    assert (fault.code, fault.text) == ("timeout", "move C3")


def test_a_program_that_burns_is_noticed_while_it_burns() -> None:
    box = ScriptedBox(*OPENING, *QUESTION, Burn(6.0), Deaf())
    assert fault_of(lambda: asked(box)).code == "timeout"


def test_a_program_that_talks_on_runs_out_of_time_all_the_same() -> None:
    box = ScriptedBox(*OPENING, *QUESTION, Burn(6.0), *("< info again",) * 10_000)
    with pytest.raises(Fault) as caught:
        begun(box).ask(question())
    assert caught.value.verdict is Verdict.timeout
    box.close()


def test_waiting_for_a_core_is_nobodys_fault_however_long_it_takes() -> None:
    box = ScriptedBox(*OPENING, *QUESTION[:1], "> go left 0.050", Burn(0.0, delay=1000.0))
    fault = fault_of(lambda: asked(box, question(left=0.05, cap=0.06)))
    assert (fault.verdict, fault.code) == (Verdict.infra, "busy")
    assert fault.spent.wall > PATIENCE * 0.06
    assert fault.spent.charged == 0.0


def test_an_answer_that_came_in_spite_of_a_busy_machine_counts() -> None:
    """However much longer it took than anybody would have waited for it."""
    box = ScriptedBox(*OPENING, *QUESTION[:1], "> go left 0.050", Burn(0, 1000), "< move C3")
    assert asked(box, question(left=0.05, cap=1e-9)).tokens == ("C3",)


class WaitingBox(ScriptedBox):
    """Its program waits for a core from the question to the answer. How long is told when the wait
    is over; to be asked whether it waits ends one wait and begins another."""

    def __init__(self, *script: Act, tells: bool = True) -> None:
        super().__init__(*script)
        self.looks = 0
        self._tells = tells
        self._since = 0.0
        self._enough = threading.Event()

    def go(self) -> None:
        self._since = monotonic()
        super().go()

    def ready(self) -> bool:
        self.looks += 1
        now = monotonic()
        if self._tells:
            super().burn(0.0, now - self._since)
        else:  # to be ready again it must have run
            super().burn(1e-6, 0.0)
        self._since = now
        if self.looks == 3:
            self._enough.set()
        return True

    def burn(self, cpu: float, delay: float) -> None:
        self._enough.wait(60)


def test_nobody_is_convicted_while_it_waits_for_a_core() -> None:
    box = WaitingBox(*OPENING, QUESTION[0], "> go left 0.050", Burn(0), "< move C3")
    answer = asked(box, question(left=0.05, cap=60.0))
    assert answer.tokens == ("C3",)
    assert answer.spent.wall > 0.1
    assert answer.spent.charged <= 0.05


def test_whoever_only_seems_to_wait_is_convicted_at_the_next_look() -> None:
    """It sleeps, and is ready to run whenever somebody looks."""
    box = WaitingBox(*OPENING, QUESTION[0], "> go left 0.050", tells=False)
    fault = fault_of(lambda: asked(box, question(left=0.05, cap=60.0)))
    assert fault.code == "timeout"
    assert fault.spent.charged > 0.05
    assert box.looks <= 4


@pytest.mark.parametrize("script", [(), OPENING[:2], ("> hello 1", "< info hm")])
def test_start_up_has_its_own_allowance(script: tuple[Act, ...]) -> None:
    box = ScriptedBox(*script, Deaf())
    bot = EngineBot(box, ["bot"])
    fault = fault_of(lambda: bot.begin(Beginning(CLASSIC, 0, FIVE, 0.1)))
    assert (fault.verdict, fault.code) == (Verdict.timeout, "start-up")
    bot.close()


@pytest.mark.parametrize(
    ("status", "code"), [(0, "exit-0"), (3, "exit-3"), (-11, "signal-SEGV"), (-40, "signal-40")]
)
def test_a_program_that_ends_has_crashed(status: int, code: str) -> None:
    box = ScriptedBox(*OPENING, *QUESTION, Say(b"sorry\n", stderr=True), Exit(status))
    bot = begun(box)
    fault = fault_of(lambda: bot.ask(question()))
    assert (fault.verdict, fault.code) == (Verdict.crash, code)
    assert bot.stderr() == b"sorry\n"
    bot.close()
    assert bot.stderr() == b"sorry\n"
    box.verify()


def test_a_program_may_crash_before_it_reads_anything() -> None:
    bot = EngineBot(ScriptedBox(Exit(1)), ["bot"])
    fault = fault_of(lambda: bot.begin(Beginning(CLASSIC, 0, FIVE, 5.0)))
    assert (fault.verdict, fault.code) == (Verdict.crash, "exit-1")
    bot.close()


def test_what_was_said_before_a_crash_still_counts() -> None:
    box = ScriptedBox(*OPENING, *QUESTION, "< move C3", Exit(0))
    bot = begun(box)
    assert bot.ask(question()).tokens == ("C3",)
    assert fault_of(lambda: bot.ask(question())).code == "exit-0"
    bot.close()


def test_a_program_that_was_killed_for_its_memory_has_not_crashed() -> None:
    breach = Fault(Verdict.memory_limit, "memory")
    box = ScriptedBox(*OPENING, *QUESTION, Break(breach), Exit(-9))
    assert fault_of(lambda: asked(box)) is breach


def test_a_broken_limit_is_noticed_while_the_program_goes_on() -> None:
    breach = Fault(Verdict.memory_limit, "memory")
    box = ScriptedBox(*OPENING, *QUESTION, Break(breach), Deaf())
    assert fault_of(lambda: asked(box)) is breach


def test_a_limit_broken_before_a_quick_answer_is_seen_with_the_answer() -> None:
    breach = Fault(Verdict.output_limit, "file")
    box = ScriptedBox(*OPENING, *QUESTION, Burn(0.002), Break(breach), "< move C3")
    assert fault_of(lambda: asked(box)) is breach


@pytest.mark.parametrize(
    ("acts", "code", "text"),
    [
        (("< C3",), "unknown-line", "C3"),
        (("< Move C3",), "unknown-line", "Move C3"),
        (("< move",), "no-token", "move"),
        (("< ready",), "unknown-line", "ready"),
        (("< error no idea",), "gave-up", "no idea"),
        ((Say(b"move \0\n"),), "not-text", "move \\x00 "),
        ((Say(b"move \xff\n"),), "not-text", "move \\xff"),
        ((Say(b"\0" * 70_000),), "not-text", "\\x00\\x00"),
        ((Say(b"\xfe" * 70_000),), "not-text", "\\xfe\\xfe"),
        ((Say(b"x" * 70_000),), "line-too-long", "xxx"),
        ((Say("將".encode() * 30_000),), "line-too-long", "將"),
        ((Say(b"move C3\nmove D3\n"),), "answered-twice", "move D3"),
        ((Say(b"move C3\nlegal?\n"),), "unknown-line", "legal?"),
        ((CloseOutput(),), "closed-output", ""),
    ],
)
def test_output_that_is_not_protocol(acts: tuple[Act, ...], code: str, text: str) -> None:
    box = ScriptedBox(*OPENING, *QUESTION, *acts, Deaf())
    fault = fault_of(lambda: asked(box))
    assert (fault.verdict, fault.code) == (Verdict.protocol, code)
    assert fault.text.startswith(text.strip())
    assert len(fault.text) <= 200


@pytest.mark.parametrize("line", ["< move C3", "< legal?"])
def test_nobody_moves_before_being_asked(line: str) -> None:
    bot = EngineBot(ScriptedBox("> hello 1", line, Deaf()), ["bot"])
    fault = fault_of(lambda: bot.begin(Beginning(CLASSIC, 0, FIVE, 5.0)))
    assert fault.code == ("answered-twice" if "move" in line else "unknown-line")
    bot.close()


def test_a_second_answer_is_judged_at_the_next_question() -> None:
    box = ScriptedBox(*OPENING, *QUESTION, "< move C3", "> and", "< move D3", Deaf())
    bot = begun(box)
    assert bot.ask(question()).tokens == ("C3",)
    assert bot._talk is not None
    bot._talk.send("and\n")
    select.select([box.programs[0].stdout], [], [], 10)
    fault = fault_of(lambda: bot.ask(question()))
    assert (fault.verdict, fault.code, fault.text) == (
        Verdict.protocol,
        "answered-twice",
        "move D3",
    )
    assert fault.spent.wall == 0, "it costs nothing beyond the answer before"
    bot.close()
    box.verify()


def test_a_program_may_talk_about_itself_after_its_answer() -> None:
    said = Say(b"move C3\ninfo depth 7\n\nid name Ada\n")
    box = ScriptedBox(*OPENING, *QUESTION, said, *QUESTION, "< move D3")
    bot = begun(box)
    assert bot.ask(question()).tokens == ("C3",)
    assert bot.names == {"name": "Ada"}
    assert bot.ask(question()).tokens == ("D3",)
    bot.close()
    box.verify()


def test_a_flood_of_lines_ends_at_the_output_limit() -> None:
    box = ScriptedBox(*OPENING, *QUESTION, Say(b"info flood\n" * 1000), Deaf())
    fault = fault_of(lambda: asked(box, stdout=10_000))
    assert (fault.verdict, fault.code) == (Verdict.output_limit, "stdout")


def test_output_is_counted_anew_for_every_question() -> None:
    said = (Say(b"info much\n" * 700), "< move C3")
    box = ScriptedBox(*OPENING, *(*QUESTION, *said) * 3)
    bot = begun(box, stdout=10_000)
    for _ in range(3):
        assert len(bot.ask(question()).info) == 100, "of what it says the last lines are kept"
    bot.close()
    box.verify()


def test_a_flood_of_stderr_ends_at_its_limit_and_its_end_is_kept() -> None:
    said = Say(b"x" * 20_000 + b"the end", stderr=True)
    box = ScriptedBox(*OPENING, *QUESTION, said, "< move C3")
    bot = begun(box)
    assert bot.ask(question()).tokens == ("C3",)
    assert len(bot.stderr()) == 4096
    assert bot.stderr().endswith(b"xthe end")
    bot.close()
    box = ScriptedBox(*OPENING, *QUESTION, said, Deaf())
    fault = fault_of(lambda: asked(box, stderr=10_000))
    assert (fault.verdict, fault.code) == (Verdict.output_limit, "stderr")


def test_a_program_that_never_reads_blocks_nobody() -> None:
    """Far more is asked than a pipe holds; then more `legal?` than it may leave unread."""
    state = game("relati-legacy").start()
    bot = EngineBot(ScriptedBox(Say(b"ready\n" * 2), Deaf()), ["bot"])
    bot.begin(Beginning(state, 0, FIVE, 5.0))
    history = tuple(Decision(0, "L:E3") for _ in range(40_000))
    fault = fault_of(lambda: bot.ask(question(state, nodes=history, left=0.1)))
    assert fault.verdict is Verdict.timeout
    bot.close()
    go = (f"> position {state.dump()}", "> go left 0.100")
    script = (Say(b"ready\n" * 2), "> hello 1", _game_line(state), *go)
    box = ScriptedBox(*script, Say(b"legal?\n" * 9_000), Deaf())
    bot = EngineBot(box, ["bot"])
    bot.begin(Beginning(state, 0, FIVE, 5.0))
    fault = fault_of(lambda: bot.ask(question(state, left=0.1)))
    assert fault.verdict is Verdict.timeout
    bot.close()
    box.verify()


def _game_line(state: State[Any]) -> str:
    return f"> {write(game_line(Beginning(state, 0, Clock('turn', 5.0), 5.0)))}"


def test_the_end_waits_for_nobody_for_long() -> None:
    box = ScriptedBox(*OPENING, Deaf())
    bot = begun(box)
    bot.end(Outcome((Fraction(1, 2), Fraction(1, 2)), "drawn"))
    bot.close()


def test_only_options_that_are_rules_are_told() -> None:
    line = "> game tzaar version 1 seats 2 seat 1 clock game 60 0.5"
    box = ScriptedBox("> hello 1", "< ready", line, "< ready")
    bot = EngineBot(box, ["bot"])
    state = game("tzaar").start(setup="random", seed=7)
    bot.begin(Beginning(state, 1, Clock("game", 60.0, 0.5), 5.0))
    bot.close()
    box.verify()
