"""One game: who is asked what, what a fault costs, and what is written down."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from tests.arena_bots import Line, RandomBot, ScriptedBot
from tests.record_games import DICE

import duiyi
from duiyi.arena.game.conditions import Conditions
from duiyi.arena.game.judge import judge
from duiyi.arena.game.notes import conditions_of, use_of
from duiyi.arena.game.played import Played
from duiyi.arena.game.referee import NOBODY, play_game
from duiyi.core import CHANCE, Seat, State
from duiyi.core.clock import Clock
from duiyi.core.record import Decision, Withdrawal
from duiyi.core.record.dyr import read_dyr, write_dyr
from duiyi.engine.bot import Answer, Bot, Spent
from duiyi.engine.fault import Fault, Verdict

PATIENT = Conditions(Clock("none", 0))
TZAAR = duiyi.game("tzaar")


def played(start: State[Any], *bots: Bot, conditions: Conditions = PATIENT, **more: Any) -> Played:
    more = {"seed": 1, "names": [f"bot{seat}" for seat in range(start.seats)], **more}
    return play_game(start, bots, conditions, **more)


def result(game: Played) -> str:
    return "*" if game.scores is None else " ".join(map(str, game.scores))


def tokens(game: Played) -> list[str]:
    return [node.token for node in game.record.nodes if isinstance(node, Decision)]


def withdrawals(game: Played) -> list[Withdrawal]:
    return [node for node in game.record.nodes if isinstance(node, Withdrawal)]


# Whole games


@pytest.mark.parametrize("name", ["relati-classic", "relati", "tzaar", "dice"])
def test_random_games_end_are_recorded_and_replay(name: str) -> None:
    game = DICE if name == "dice" else duiyi.game(name)
    for seats in game.seats:
        start = game.start(seats)
        bots = [RandomBot(seat, lambda chance: chance.random()) for seat in range(seats)]
        ended = played(start, *bots, conditions=Conditions(Clock("turn", 500)))
        outcome = ended.record.outcome
        assert outcome is not None
        assert ended.scores == outcome.scores
        assert not ended.offences
        assert read_dyr(write_dyr(ended.record), lambda _: game) == ended.record
        assert all(bot.closed and bot.outcome for bot in bots)
        assert [len(bot.questions) for bot in bots] == [use.questions for use in ended.uses]


def test_bots_are_told_what_happened_since_they_were_asked() -> None:
    start = duiyi.game("relati-classic").start()
    bots = ScriptedBot(("C3", "C2")), ScriptedBot(("A1", "B1"))
    played(start, *bots)
    assert bots[0].seen[:2] == [(), ("C3", "A1")]
    assert bots[1].seen[:2] == [("C3",), ("A1", "C2")]
    assert bots[0].questions[0].first == start
    assert bots[0].beginnings[0].state == start


def test_a_watcher_sees_every_node_with_the_state_after_it() -> None:
    start = duiyi.game("relati-classic").start()
    seen: list[tuple[Any, State[Any]]] = []
    game = played(start, RandomBot(1), RandomBot(2), watch=lambda *told: seen.append(told))
    assert seen == list(game.record.replay())


def test_the_record_tells_names_tags_options_and_conditions() -> None:
    options = TZAAR.options.parse(["setup=random", "seed=7"])
    start = TZAAR.start(None, **dict(options.items()))
    conditions = replace(Conditions(Clock("game", 60.5, 1)), trust=True, wall_factor=2.5)
    game = played(
        start,
        ScriptedBot(),
        ScriptedBot(("rubbish",)),
        conditions=conditions,
        options=options,
        names=("a", "b"),
        tags=[("Event", "Cup")],
    )
    assert game.record.names == ("a", "b")
    assert ("Event", "Cup") in game.record.tags
    assert game.record.start is None
    assert game.record.options == options
    assert conditions_of(game.record) == conditions
    assert "sandbox=off" in write_dyr(game.record)


def test_an_opening_is_played_before_anybody_is_asked_and_belongs_to_the_record() -> None:
    start = duiyi.game("relati-classic").start()
    first, second = ScriptedBot(), ScriptedBot()
    game = played(start, first, second, opening=("C3", "A1", "C4"))
    assert tokens(game)[:3] == ["C3", "A1", "C4"]
    assert first.questions[0].nodes[:3] == list(game.record.nodes[:3])
    assert second.seen[0] == ("C3", "A1", "C4")
    assert game.record.nodes[0].comments == ("[opening]",)
    assert second.beginnings[0].state == start


# Chance


def dice_tokens(seed: int) -> list[str]:
    game = played(DICE.start(limit=9), RandomBot(1), RandomBot(1), seed=seed)
    nodes = game.record.nodes
    return [node.token for node in nodes if isinstance(node, Decision) and node.actor == CHANCE]


def test_chance_follows_from_the_seed_alone() -> None:
    assert dice_tokens(5) == dice_tokens(5)
    assert len({tuple(dice_tokens(seed)) for seed in range(8)}) > 4


def test_the_same_seed_draws_alike_whoever_plays() -> None:
    games = [
        played(duiyi.game("atom").start(turn_limit=6), *bots, seed=3)
        for bots in ((ScriptedBot(), RandomBot(1)), (RandomBot(2), ScriptedBot()))
    ]
    draws = [
        next(n.token for n in game.record.nodes if isinstance(n, Decision) and n.actor == CHANCE)
        for game in games
    ]
    assert draws[0] == draws[1]


def test_draws_have_the_probabilities_of_the_state() -> None:
    counts = dict.fromkeys(("1", "2", "+(3)"), 0)
    for seed in range(300):
        for token in dice_tokens(seed)[:4]:
            counts[token] += 1
    assert all(abs(count / 1200 - 1 / 3) < 0.06 for count in counts.values())


# Several tokens in one answer


def test_two_steps_in_one_answer_are_one_question() -> None:
    start = TZAAR.start()
    state = start.play(start.actions()[0])
    one = state.text(state.actions()[0])
    two = state.play(one).text(state.play(one).actions()[0])
    black = ScriptedBot((f"{one} {two}",), spent=Spent(0.5, 0.4, 0.6))
    game = played(start, ScriptedBot(), black, conditions=Conditions(Clock("turn", 60)))
    assert tokens(game)[1:3] == [one, two]
    assert use_of(game.record.nodes[1]) is None
    use = use_of(game.record.nodes[2])
    assert use is not None
    assert (use.charged, use.cpu, use.wall, use.left) == (500_000, 400_000, 600_000, 59_500)


def test_a_tolerated_leftover_is_dropped() -> None:
    white = ScriptedBot(("C2xC3 pass",))
    game = played(TZAAR.start(), white, ScriptedBot(("nonsense",)))
    assert tokens(game) == ["C2xC3"]
    assert withdrawals(game)[0].seat == 1


def test_what_is_left_over_is_judged_by_the_game() -> None:
    game = played(TZAAR.start(), ScriptedBot(("C2xC3 C3xC4",)), ScriptedBot())
    assert (tokens(game), result(game)) == (["C2xC3"], "0 1")
    (lost,) = withdrawals(game)
    assert (lost.seat, lost.verdict, lost.code) == (0, "illegal", "first-turn-two-steps")
    assert lost.text == "C3xC4"


def test_a_leftover_that_a_game_has_no_word_for_is_a_fault_of_the_protocol() -> None:
    game = played(duiyi.game("relati-classic").start(), ScriptedBot(("C3 C4",)), ScriptedBot())
    (lost,) = withdrawals(game)
    assert (lost.verdict, lost.code, lost.text) == ("protocol", "too-many-tokens", "C4")


def test_chance_interrupts_an_answer() -> None:
    game = played(DICE.start(), ScriptedBot(("roll end",)), ScriptedBot())
    (lost,) = withdrawals(game)
    assert (lost.seat, lost.code, lost.text) == (0, "too-many-tokens", "end")


def test_leftovers_after_the_end_of_the_game_are_nobodys_business() -> None:
    start = duiyi.game("relati-classic").start()
    state, line = start, random.Random(3)
    while state.outcome is None:
        before, state = state, state.play(line.choice(state.actions()))
        last = state
    winning = next(a for a in before.actions() if before.play(a) == last)
    bots: list[Bot] = [ScriptedBot(), ScriptedBot()]
    bots[before.owner] = ScriptedBot((f"{before.text(winning)} A1 nonsense",))
    game = played(before, *bots)
    assert last.outcome is not None
    assert game.scores == last.outcome.scores
    assert not game.offences


# Faults

TALL = TZAAR.start().dump().replace("TRzzZRT", "TRz2zZRT").replace(" w 1 1", " w 1 3")
"""White is to move, and on C3 stands a black stack of two."""
LATE = Answer(("C2xC3",), Spent(5.1, 5.1, 5.2))
VIOLATIONS: dict[str, tuple[State[Any], Line]] = {
    "no-such-piece": (TZAAR.start(), "Z9xA1"),
    "not-your-piece": (TZAAR.start(), "A1xA5"),
    "off-board": (TZAAR.start(), "A5xA9"),
    "not-a-line": (TZAAR.start(), "A5xI5"),
    "jump": (TZAAR.start(), "B1xB6"),
    "first-turn-two-steps": (TZAAR.start(), "C2xC3 C3xC4"),
    "first-step-must-capture": (TZAAR.start(), "pass"),
    "too-weak": (TZAAR.load(TALL), "C2xC3"),
    "timeout": (TZAAR.start(), LATE),
}


@pytest.mark.parametrize("code", VIOLATIONS)
def test_each_violation_of_tzaar_ends_a_game_with_its_own_code(code: str) -> None:
    start, line = VIOLATIONS[code]
    conditions = Conditions(Clock("turn", 5))
    game = played(start, ScriptedBot((line,)), ScriptedBot(), conditions=conditions)
    lost = game.record.nodes[-1]
    assert isinstance(lost, Withdrawal)
    assert (lost.seat, lost.code, result(game)) == (0, code, "0 1")
    assert lost.verdict == ("timeout" if code == "timeout" else "illegal")
    (offence,) = game.offences
    assert (offence.code, offence.seat) == (code, 0)
    states = [start, *(state for _, state in game.record.replay())]
    assert offence.position == states[offence.node].dump()
    assert game.record.nodes[offence.node] == lost


def test_unreadable_tokens_are_faults_of_the_protocol() -> None:
    game = played(TZAAR.start(), ScriptedBot(("D3 to C3",)), ScriptedBot())
    (offence,) = game.offences
    assert (offence.verdict, offence.code, offence.text) == (Verdict.protocol, "bad-token", "D3")


def test_an_answer_without_tokens_is_a_fault_of_the_protocol() -> None:
    (offence,) = played(TZAAR.start(), ScriptedBot(("",)), ScriptedBot()).offences
    assert (offence.verdict, offence.code) == (Verdict.protocol, "no-token")


def test_a_huge_token_is_cut_in_the_record() -> None:
    game = played(TZAAR.start(), ScriptedBot(("x" * 100_000,)), ScriptedBot())
    text = withdrawals(game)[0].text
    assert text is not None
    assert len(text) == 256


def test_the_offence_keeps_position_and_last_words_and_the_bot_is_closed_at_once() -> None:
    fault = Fault(Verdict.crash, "signal-SEGV", detail="-11", spent=Spent(0.1, 0.1, 0.2))
    bad = ScriptedBot(("C3", fault), last_words="Speicherfehler ü".encode() + b"\xff")
    game = played(duiyi.game("relati-classic").start(), bad, ScriptedBot())
    (offence,) = game.offences
    assert offence.stderr == "Speicherfehler ü\ufffd"
    assert (offence.code, offence.detail, offence.node) == ("signal-SEGV", "-11", 2)
    assert bad.closed
    assert bad.outcome is None
    assert game.uses[0].total.charged == pytest.approx(0.1)
    use = use_of(game.record.nodes[-1])
    assert use is not None
    assert use.charged == 100_000


@pytest.mark.parametrize("name", ["relati-classic", "relati"])
@pytest.mark.parametrize("bad", range(4))
def test_with_four_seats_a_forfeit_leaves_the_others_playing(name: str, bad: Seat) -> None:
    bots = [RandomBot(seat) for seat in range(4)]
    mixed: list[Bot] = [*bots]
    mixed[bad] = ScriptedBot(("nonsense",))
    game = played(duiyi.game(name).start(4), *mixed)
    assert game.scores is not None
    assert game.scores[bad] == 0
    assert sum(game.scores) == 1
    assert len(withdrawals(game)) == 1
    assert len(game.record.nodes) > 20
    for seat, bot in enumerate(bots):
        assert seat == bad or bot.outcome is not None


def test_with_four_seats_all_may_forfeit_until_one_is_left() -> None:
    bots = [ScriptedBot(("C3", "nonsense")) for _ in range(3)]
    game = played(duiyi.game("relati-classic").start(4), *bots, RandomBot(1))
    assert result(game) == "0 0 0 1"
    assert [offence.seat for offence in game.offences] == [1, 2, 0]


# Starting


def test_a_bot_that_does_not_get_ready_withdraws_before_the_first_move() -> None:
    fault = Fault(Verdict.timeout, "start-up", spent=Spent(10.5, 10.5, 11))
    late, other = ScriptedBot(start=fault), ScriptedBot()
    game = played(duiyi.game("relati-classic").start(), late, other)
    assert result(game) == "0 1"
    assert (game.offences[0].code, game.offences[0].node) == ("start-up", 0)
    assert game.uses[0].start.charged == 10.5
    assert late.closed
    assert other.closed


def test_the_referee_itself_looks_at_the_start_up_time() -> None:
    game = played(TZAAR.start(), ScriptedBot(), ScriptedBot(start=Spent(10.1, 1, 10.1)))
    assert (result(game), game.offences[0].code) == ("1 0", "start-up")


def test_of_four_the_three_that_get_ready_play() -> None:
    bots = [
        RandomBot(1),
        ScriptedBot(start=Fault(Verdict.crash, "exit-1")),
        *map(RandomBot, (2, 3)),
    ]
    game = played(duiyi.game("relati").start(4), *bots, opening=("C3",))
    assert game.scores is not None
    assert isinstance(game.record.nodes[1], Withdrawal)


# Time


def test_a_bot_learns_what_is_left_and_the_cap() -> None:
    start = TZAAR.start()
    black = ScriptedBot(spent=Spent(1.5, 1.5, 1.5))
    played(start, ScriptedBot(), black, conditions=Conditions(Clock("turn", 5)))
    assert [(q.left, q.cap) for q in black.questions[:2]] == [(5, 15), (3.5, 10.5)]


def test_both_steps_of_a_turn_share_the_time() -> None:
    black = ScriptedBot(spent=Spent(3, 3, 3))
    game = played(TZAAR.start(), ScriptedBot(), black, conditions=Conditions(Clock("turn", 5)))
    assert (game.offences[0].code, game.offences[0].node) == ("timeout", 2)


def test_the_wall_clock_ends_what_uses_no_time_of_its_own() -> None:
    line = Answer(("C2xC3",), Spent(0.1, 0.1, 15.5))
    game = played(
        TZAAR.start(), ScriptedBot((line,)), ScriptedBot(), conditions=Conditions(Clock("turn", 5))
    )
    assert (game.offences[0].verdict, game.offences[0].code) == (Verdict.timeout, "wall-cap")


def test_waiting_for_a_core_is_no_reason_to_lose() -> None:
    """Not even far beyond the cap by the wall clock."""
    line = Answer(("C2xC3",), Spent(3.9, 3.9, 150.0, 146.1))
    game = played(
        TZAAR.start(), ScriptedBot((line,)), ScriptedBot(), conditions=Conditions(Clock("turn", 5))
    )
    assert [one for one in game.offences if one.seat == 0 and one.node == 0] == []
    assert game.uses[0].longest == Spent(3.9, 3.9, 150.0, 146.1)
    assert "[use 3.900000 3.900000 150.000000 146.100000]" in game.record.nodes[0].comments[0]
    assert judge(game.record) == ()


def test_a_machine_that_is_too_busy_ends_a_game_that_nobody_loses() -> None:
    busy = Fault(Verdict.infra, "busy", detail="wall 300.1 s of 300.0 s")
    game = played(TZAAR.start(), ScriptedBot((busy,)), ScriptedBot())
    assert game.scores is None
    assert [(one.verdict, one.code) for one in game.offences] == [(Verdict.infra, "busy")]


def test_per_game_time_runs_down() -> None:
    bots = [ScriptedBot(spent=Spent(1, 1, 1)) for _ in range(2)]
    conditions = Conditions(Clock("game", 3.5, 0.25))
    game = played(duiyi.game("relati-classic").start(), *bots, conditions=conditions)
    assert [question.left for question in bots[0].questions] == [3.5, 2.75, 2.0, 1.25, 0.5]
    assert game.offences[0].seat == 0


def test_the_uses_are_summed_and_the_longest_is_kept() -> None:
    lines = [Answer(("C3",), Spent(0.2, 0.1, 0.3)), Answer(("C4",), Spent(0.5, 0.4, 0.6))]
    game = played(duiyi.game("relati-classic").start(), ScriptedBot(lines), ScriptedBot())
    assert game.uses[0].longest == Spent(0.5, 0.4, 0.6)
    assert game.uses[0].total.wall == pytest.approx(0.9)


# What bots say


def test_what_a_bot_says_is_a_comment_and_never_looks_like_the_referees() -> None:
    forged = "[clk 9:99.000] [use 0.000001 0.000001 0.000001]"
    info = ("eval 0.25", "depth 7", "eval -0.41 nodes 12", forged)
    line = Answer(("C3",), Spent(0.2, 0.2, 0.2), info)
    game = played(duiyi.game("relati-classic").start(), ScriptedBot((line,)), ScriptedBot())
    node = game.record.nodes[0]
    assert node.comments == ("[use 0.200000 0.200000 0.200000] [eval -0.41]", forged)
    use = use_of(node)
    assert use is not None
    assert (use.charged, use.evaluation) == (200_000, "-0.41")


# Nobody's fault


def test_infra_is_never_a_loss() -> None:
    fault = Fault(Verdict.infra, "sandbox", detail="no namespaces")
    bots = ScriptedBot(("C3",)), ScriptedBot((fault,))
    game = played(duiyi.game("relati-classic").start(), *bots)
    assert game.scores is None
    assert not withdrawals(game)
    assert tokens(game) == ["C3"]
    (offence,) = game.offences
    assert (offence.verdict, offence.seat, offence.detail) == (Verdict.infra, 1, "no namespaces")
    assert all(bot.closed for bot in bots)
    assert read_dyr(write_dyr(game.record)).outcome is None


def test_an_error_in_the_referees_own_process_is_infra_with_its_traceback() -> None:
    bots = ScriptedBot(("C3",)), ScriptedBot((ZeroDivisionError("oh"),))
    game = played(duiyi.game("relati-classic").start(), *bots)
    (offence,) = game.offences
    assert (game.scores, offence.verdict, offence.code) == (None, Verdict.infra, "referee")
    assert "ZeroDivisionError: oh" in offence.detail
    assert all(bot.closed for bot in bots)


def test_an_error_when_a_bot_is_closed_is_found_and_the_others_are_closed() -> None:
    class Stuck(ScriptedBot):
        def close(self) -> None:
            raise OSError("device busy")

    other = RandomBot(1)
    game = played(duiyi.game("relati-classic").start(), Stuck(), other)
    assert game.scores is None
    assert (game.offences[0].seat, game.offences[0].code) == (NOBODY, "referee")
    assert other.closed


def test_an_interruption_closes_the_bots_and_goes_on_up() -> None:
    class Interrupted(ScriptedBot):
        def choose(self, question: Any) -> str:
            raise KeyboardInterrupt

    bots = Interrupted(), ScriptedBot()
    with pytest.raises(KeyboardInterrupt):
        played(duiyi.game("relati-classic").start(), *bots)
    assert all(bot.closed for bot in bots)


def test_the_wrong_number_of_bots_is_the_callers_mistake() -> None:
    with pytest.raises(ValueError, match="2 seats, but 1 bots"):
        played(TZAAR.start(), ScriptedBot())
