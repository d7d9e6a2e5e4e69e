"""What authors are told about faults: for every fault there are words, and they fit the mistake."""

from __future__ import annotations

import re

import pytest

import duiyi
from duiyi.arena.compliance.advice import Case, explained
from duiyi.arena.compliance.program import Withheld
from duiyi.core.locale import LANGUAGES, catalog, text
from duiyi.engine.bot import Spent
from duiyi.engine.fault import CODES, Verdict

START = duiyi.game("tzaar").start()


def case(verdict: Verdict, code: str, said: str = "", **more: object) -> Case:
    return Case(verdict, code, said, "", START, 0, **more)  # type: ignore[arg-type]


def advice(of: Case) -> list[str]:
    return [said.key.removeprefix("core:bot.advice.") for said in explained(of).advice]


EVERY = [
    (verdict, f"{code}-SEGV" if code == "signal" else f"{code}-3" if code == "exit" else code)
    for verdict, codes in CODES.items()
    for code in codes
] + [(Verdict.illegal, "jump")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("verdict", "code"), EVERY)
def test_every_fault_has_words_in_every_language(
    verdict: Verdict, code: str, language: str
) -> None:
    found = explained(case(verdict, code, "D3xD5"))
    for said in (found.what, *found.advice):
        words = text(said, language)
        assert said.key.removeprefix("core:") in catalog("core", language)
        assert "{" not in words


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_have_the_same_parameters_in_every_language(language: str) -> None:
    here, english = catalog("core", language), catalog("core", "en")
    keys = [key for key in english if key.startswith("bot.")]
    assert len(keys) > 80
    for key in keys:
        names = [set(re.findall(r"\{(\w+)", words[key])) for words in (here, english)]
        assert names[0] == names[1], key


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("D3xC3", ["word-move"]),
        ("D3xC3 E6+E5", ["word-move"]),
        ("Move D3xC3", ["word-move"]),
        ("MOVE: D3xC3", ["word-move"]),
        ("bestmove D3xC3", ["word-move"]),
        ("Ready", ["word-ready"]),
        ("readyok", ["word-ready"]),
        ("nodes 12 move D3xC3", ["own-line", "stderr"]),
        ("best = 12", ["stderr"]),
        ("棋盤：", ["stderr"]),
        ("", ["stderr"]),
    ],
)
def test_a_line_that_is_not_protocol_is_understood_as_what_it_was_meant_for(
    line: str, expected: list[str]
) -> None:
    assert advice(case(Verdict.protocol, "unknown-line", line)) == expected


@pytest.mark.parametrize(
    ("token", "near"), [("d3xc3", "D3xC3"), ("D3-C3", "D3xC3"), ("D3xC3.", "D3xC3")]
)
def test_the_token_that_was_meant_is_named(token: str, near: str) -> None:
    (said,) = explained(case(Verdict.protocol, "bad-token", token)).advice
    assert (said.key, said["near"]) == ("core:bot.advice.did-you-mean", near)


def test_where_nothing_is_near_examples_are_given() -> None:
    (said,) = explained(case(Verdict.protocol, "bad-token", "?!")).advice
    assert said.key == "core:bot.advice.examples"


def test_an_illegal_move_comes_with_the_rule_that_it_breaks() -> None:
    found = explained(case(Verdict.illegal, "not-your-piece", "A1xA5"))
    assert "A1 holds a black Totts, not yours" in text(found.what)
    assert found.position == START.dump()


def test_a_second_step_in_the_first_turn_is_judged_where_it_came() -> None:
    after = START.play("D3xC3")
    found = explained(Case(Verdict.illegal, "first-turn-two-steps", "E6+E5", "", after, 0))
    assert "first-turn-two-steps" in text(found.what)
    assert "only" in text(found.what) or "one step" in text(found.what)


@pytest.mark.parametrize(
    ("withheld", "expected"),
    [
        (Withheld(lines=("move D3xC3",)), "core:bot.problem.flush"),
        (Withheld(unfinished="move D3xC3"), "core:bot.problem.newline"),
        (Withheld(), "core:bot.problem.timeout"),
        (None, "core:bot.problem.timeout"),
    ],
)
def test_a_timeout_is_told_by_its_cause(withheld: Withheld | None, expected: str) -> None:
    late = case(Verdict.timeout, "timeout", spent=Spent(5.1, 0.0, 5.1), withheld=withheld)
    assert explained(late).what.key == expected


def test_whoever_waits_is_told_so_and_whoever_worked_on_a_busy_machine_too() -> None:
    waits = case(Verdict.timeout, "timeout", withheld=Withheld(quiet=True))
    assert advice(waits) == ["waits"]
    assert advice(case(Verdict.timeout, "wall-cap", spent=Spent(0, 0, 15))) == ["wall-cap"]


def test_only_the_end_of_stderr_is_shown() -> None:
    long = case(Verdict.crash, "exit-1", stderr="\n".join(map(str, range(100))))
    assert explained(long).stderr.splitlines() == [str(number) for number in range(88, 100)]
