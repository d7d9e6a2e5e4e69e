"""What a try is: done, onwards, wrong, other, later or refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.core.lessons.taught import TWO_LESSONS, Taught

from duiyi.core.errors import IllegalAction
from duiyi.core.lessons import Tried, Verdict, begun, lessons, tried
from duiyi.core.lessons.judge import followed, offered, shown
from duiyi.core.message import message


@pytest.fixture
def game(tmp_path: Path) -> Taught:
    return Taught(tmp_path, TWO_LESSONS)


def attempt(game: Taught, text: str, *played: str, lesson: int = 0) -> Tried:
    return tried(game, lessons(game)[lesson], played, text)


def owners(result: Tried) -> list[str]:
    return [state.owners for state in result.states]  # type: ignore[attr-defined]


def test_what_is_asked_leads_onwards_and_what_follows_is_played(game: Taught) -> None:
    result = attempt(game, "A")
    assert result.verdict is Verdict.ONWARDS
    assert result.tokens == ("A", "C")
    assert owners(result) == ["......", "0.....", "0.1..."]
    assert result.step is lessons(game)[0].steps[1]
    assert result.said.key.endswith("put.2.ask")


def test_of_what_may_follow_the_first_legal_is_played(game: Taught) -> None:
    assert attempt(game, "B").tokens == ("B", "A")
    state = game.load(lessons(game)[0].position)
    assert followed(state.play("A"), ("A", "C")) == "C"
    assert followed(state.play("A"), ("A",)) == "A"


def test_the_last_step_is_done(game: Taught) -> None:
    result = attempt(game, "D", "A")
    assert (result.verdict, result.step) == (Verdict.DONE, None)
    assert result.said.key.endswith("put.done")
    assert owners(result) == ["0.1...", "0.10.."]


def test_a_wrong_try_is_played_and_answered(game: Taught) -> None:
    result = attempt(game, "F")
    assert result.verdict is Verdict.WRONG
    assert result.said.key.endswith("put.wrong.far")
    assert (owners(result), result.tokens) == (["......", ".....0"], ("F",))
    assert result.step is lessons(game)[0].steps[0]


def test_a_wrong_try_that_is_not_legal_is_only_answered(game: Taught) -> None:
    result = attempt(game, "X")
    assert result.verdict is Verdict.WRONG
    assert result.said.key.endswith("put.wrong.taken")
    assert (owners(result), result.tokens) == (["......"], ())


def test_clicks_have_answers_too(game: Taught) -> None:
    result = attempt(game, "@Z")
    assert (result.verdict, result.tokens) == (Verdict.WRONG, ())
    assert result.said.key.endswith("put.wrong.click")
    missed = attempt(game, "@Q")
    assert missed.verdict is Verdict.REFUSED
    assert missed.violation is not None
    assert missed.said == missed.violation.message


def test_clicks_that_mean_a_token_get_its_answer(tmp_path: Path) -> None:
    lines = TWO_LESSONS.replace('taken = ["X"]', 'taken = ["A"]').replace('"A", "B"', '"B"', 1)
    game = Taught(tmp_path, lines.replace('owners":"......', 'owners":"1.....'))
    result = attempt(game, "@A")
    assert result.verdict is Verdict.WRONG
    assert result.said.key.endswith("put.wrong.taken")
    assert result.violation is not None


def test_what_is_legal_and_not_asked_is_other(game: Taught) -> None:
    result = attempt(game, "E")
    assert result.verdict is Verdict.OTHER
    asked = lessons(game)[0].said(lessons(game)[0].steps[0], "ask")
    assert result.said == message("lesson.other", asked=asked)
    assert owners(result) == ["......", "....0."]


def test_what_is_not_legal_is_refused_with_its_reason(game: Taught) -> None:
    result = attempt(game, "C", "A")
    assert (result.verdict, result.tokens) == (Verdict.REFUSED, ())
    assert result.violation is not None
    assert attempt(game, "no such thing").verdict is Verdict.REFUSED


def test_a_verb_of_a_later_lesson_says_which(tmp_path: Path) -> None:
    early = TWO_LESSONS.replace('teaches = ["put"]', 'teaches = ["pass"]')
    game = Taught(tmp_path, early.replace('id = "coin"\nclause = "coin"\nteaches = ["pass"]',
                                          'id = "coin"\nteaches = ["put"]'))  # fmt: skip
    result = attempt(game, "E")
    assert result.verdict is Verdict.LATER
    assert (result.said, result.tokens) == (message("lesson.later", number=2), ())


def test_a_verb_that_no_lesson_teaches_says_so(tmp_path: Path) -> None:
    lines = TWO_LESSONS.replace('teaches = ["put"]', 'teaches = ["pass"]')
    game = Taught(tmp_path, lines)
    assert attempt(game, "E").said == message("lesson.never")


def test_after_the_last_step_nothing_can_be_tried(game: Taught) -> None:
    with pytest.raises(IllegalAction):
        attempt(game, "E", "A", "D")


def test_begun_plays_the_solutions(game: Taught) -> None:
    put, coin = lessons(game)
    assert begun(game, put).dump() == put.position
    assert begun(game, put, 1).owners == "0.1..."  # type: ignore[attr-defined]
    assert [choice.token for choice in begun(game, coin, 1).view().choices][-1] == "pass"


def test_only_what_is_taught_is_offered(game: Taught) -> None:
    put, coin = lessons(game)
    view = begun(game, coin, 1).view()
    assert {choice.verb for choice in offered(coin, view)} == {"put", "pass"}
    assert {choice.verb for choice in offered(put, view)} == {"put"}


def test_show_me_finds_what_fits_where_others_came_before(game: Taught) -> None:
    put = lessons(game)[0]
    first, second = put.steps
    assert shown(begun(game, put), first) == "A"
    assert shown(begun(game, put).play("A"), first) == "B"
    assert shown(begun(game, put, 1).play("D"), second) == "D"
