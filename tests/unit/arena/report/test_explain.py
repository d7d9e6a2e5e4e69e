"""Every fault is explained so that its author understands it."""

from __future__ import annotations

import pytest
from tests.report_contents import Plays, offences, played

import duiyi
from duiyi.arena.game.played import Offence
from duiyi.arena.report.page.explain import explain
from duiyi.core.locale import text
from duiyi.engine.fault import CODES, Verdict

TZAAR = duiyi.game("tzaar")
START = TZAAR.start().dump()


def offence(verdict: Verdict, code: str, said: str = "", position: str = START) -> Offence:
    return Offence(0, verdict, code, said, "", position, 0, "")


@pytest.mark.parametrize(("name", "bot"), offences(), ids=lambda one: str(one))
def test_the_games_faults_are_explained(name: str, bot: Plays) -> None:
    game = played("tzaar", [bot, Plays("greedy")])
    (found,) = game.offences
    why = explain(found, TZAAR)
    assert not text(why.told).startswith("core:"), name
    if found.verdict is Verdict.illegal:
        state = TZAAR.load(found.position)
        broken = state.why_not(found.text)
        assert broken is not None
        assert why.rule == broken.message
        assert why.sites == broken.sites


@pytest.mark.parametrize(
    ("token", "code"),
    [
        ("A1xE5", "not-your-piece"),
        ("E1xE2", "not-your-piece"),
        ("pass", "first-step-must-capture"),
        ("D3xZ9", "off-board"),
    ],
)
def test_a_broken_rule_is_said_in_the_rules_own_words(token: str, code: str) -> None:
    state = TZAAR.load(START)
    broken = state.why_not(token)
    assert broken is not None
    why = explain(offence(Verdict.illegal, broken.code, token), TZAAR)
    assert why.rule == broken.message
    assert token in text(why.told)


def test_a_second_step_in_the_first_turn_is_judged_as_what_is_left_over() -> None:
    """It is no longer the bot's turn: the rules are asked about tokens that came too late."""
    found = played("tzaar", [Plays("random", 1, 0, ("D3xD4", "C2xC3")), Plays("random")]).offences
    assert [one.code for one in found] == ["first-turn-two-steps"]
    why = explain(found[0], TZAAR)
    assert why.rule is not None
    assert why.rule.key == "tzaar:violation.first-turn-two-steps"


def test_codes_with_something_after_them() -> None:
    assert "status 3" in text(explain(offence(Verdict.crash, "exit-3"), TZAAR).told)
    assert "signal SEGV" in text(explain(offence(Verdict.crash, "signal-SEGV"), TZAAR).told)


def test_every_code_has_a_sentence_of_its_own() -> None:
    told = [
        explain(offence(verdict, code, "said"), TZAAR).told.key
        for verdict, codes in CODES.items()
        for code in codes
    ]
    assert len(set(told)) == len(told)
    assert "core:report.fault.other" not in told


def test_nothing_that_is_strange_stops_the_report() -> None:
    for found in (
        offence(Verdict.illegal, "no-such-rule", "\x00\u202e"),
        offence(Verdict.illegal, "jump", "A1xE5", position="no position"),
        offence(Verdict.illegal, "jump", ""),
        offence(Verdict.protocol, "made-up", "x" * 5000),
        offence(Verdict.protocol, "bad-token", "x" * 5000),
    ):
        why = explain(found, TZAAR)
        assert len(text(why.told)) < 400
