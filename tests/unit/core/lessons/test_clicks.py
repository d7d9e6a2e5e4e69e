"""Tries that are rows of clicks: what the page sends when they mean nothing by what is offered."""

from __future__ import annotations

from dataclasses import replace

import duiyi
from duiyi.core.lessons import Goal, Lesson, Step, Tried, Verdict, Wrong, tried

ATOM = duiyi.game("atom")
POSITION = (
    "5 act:1 20:0.0.0.0:K0,0;K1,1;K2,0;K3,1:K0,0;K0,2:- 20:2.0.0.0:K0,0:-:- "
    "damage=attack,life_cap=none,turn_limit=200,max_height=24,max_width=23"
)
STEP = Step(
    number=1,
    goal=Goal(tokens=("A11",)),
    solution="A11",
    wrong=(Wrong("flat", ("A21",)), Wrong("empty", ("@0.3",)), Wrong("nobody", ("A12",))),
)
LESSON = Lesson("height", 1, "atom.lessons", POSITION, 0, (STEP,), frozenset({"attack"}))


def clicked(*path: str, lesson: Lesson = LESSON) -> Tried:
    return tried(ATOM, lesson, (), "@" + ">".join(path))


def test_clicks_with_an_answer_get_it() -> None:
    found = clicked("0.3")
    assert (found.verdict, found.said.key) == (Verdict.WRONG, "atom.lessons:height.wrong.empty")
    assert found.tokens == ()


def test_clicks_that_mean_nothing_are_refused_with_the_reason() -> None:
    found = clicked("0.1", "0.1")
    assert found.verdict is Verdict.REFUSED
    assert found.violation is not None
    assert found.said == found.violation.message


def test_clicks_that_mean_an_illegal_token_get_the_answer_to_that_token() -> None:
    token, broken = ATOM.load(POSITION).why_path(["0.1", "1.2"])
    assert (token, broken is None) == ("A12", False)
    found = clicked("0.1", "1.2")
    assert (found.verdict, found.said.key) == (Verdict.WRONG, "atom.lessons:height.wrong.nobody")


def test_clicks_that_are_an_action_are_judged_as_that_action() -> None:
    assert clicked("0.1", "1.1").verdict is Verdict.DONE
    assert clicked("0.2", "1.1").said.key == "atom.lessons:height.wrong.flat"


def test_what_is_not_taught_yet_comes_later_however_far_it_was_clicked() -> None:
    none = replace(LESSON, verbs=frozenset({"end"}), steps=(replace(STEP, wrong=()),))
    assert clicked("0.1", lesson=none).verdict is Verdict.LATER
    assert clicked("0.2", "1.1", lesson=none).verdict is Verdict.LATER


def test_what_is_taught_and_only_begun_is_no_mistake_of_another_kind() -> None:
    found = clicked("0.1")
    assert (found.verdict, found.said.key) == (Verdict.REFUSED, "core:lesson.try")
