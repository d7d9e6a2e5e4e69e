"""Lessons as they travel: lists, beginnings, answers; and plug-ins whose lessons cannot be used."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from duiyi.core import game, games
from duiyi.core.lessons import files
from duiyi.core.locale import LANGUAGES, add_catalog
from duiyi.server.http import catalogue
from duiyi.server.teaching import lessons
from duiyi.server.wire import encode
from duiyi.server.wire.refusal import Refused

NAME = "tic-tac-toe"
CATALOG = f"{NAME}.lessons"
LESSONS = """
[[lesson]]
id = "middle"
position = '{start}'
clause = "first"
[[lesson.step]]
goal = {{ tokens = ["B2"] }}
then = ["A1"]
look = ["B2"]
wrong = {{ corner = ["A1", "C3"], "beside" = ["@Z9"] }}
[[lesson.step]]
goal = {{ tokens = ["A2", "C2"] }}
solution = "A2"

[[lesson]]
id = "again"
position = '{start}'
[[lesson.step]]
goal = {{ tokens = ["A1"] }}
"""
WORDS = {
    "en": {"middle.topic": "The middle", "middle.ask": "Take the middle."},
    "zh-Hant": {"middle.topic": "中間"},
}
Bring = Callable[[str], None]


@pytest.fixture
def bring(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bring]:
    """Gives the game these lessons, until the test is over."""
    own = game(NAME).lessons  # type: ignore[attr-defined]

    def brought(text: str) -> None:
        (tmp_path / files.FILE).write_text(text, "utf-8")
        for language, words in WORDS.items():
            (tmp_path / f"{language}.json").write_text(json.dumps(words), "utf-8")
        monkeypatch.setattr(type(game(NAME)), "lessons", tmp_path)
        monkeypatch.setattr(files, "_read", {})

    yield brought
    add_catalog(files.catalog_name(game(NAME)), own)


@pytest.fixture
def taught(bring: Bring) -> None:
    bring(LESSONS.format(start=game(NAME).start().dump()))


def read(value: object) -> Any:
    return json.loads(encode(value))


@pytest.mark.usefixtures("taught")
def test_a_list_has_outlines_and_words_with_english_where_a_language_is_silent() -> None:
    found = lessons.lesson_list(game(NAME), "zh-Hant")
    assert [(one.id, one.number, one.steps, one.clause) for one in found.lessons] == [
        ("middle", 1, 2, "first"),
        ("again", 2, 1, ""),
    ]
    assert found.catalog == CATALOG
    assert found.words == {"middle.topic": "中間", "middle.ask": "Take the middle."}
    assert found.lessons[0].topic.key == f"{CATALOG}:middle.topic"
    assert lessons.lesson_count(game(NAME)) == 2


@pytest.mark.usefixtures("taught")
def test_a_beginning_has_the_position_and_the_first_step() -> None:
    start = read(lessons.lesson_start(NAME, "middle"))
    assert (start["game"], start["seat"], start["outline"]["id"]) == (NAME, 0, "middle")
    assert len(start["view"]["choices"]) == 9
    assert len(start["geometry"]["sites"]) == 9
    step = start["step"]
    assert (step["number"], step["solution"], step["sites"]) == (1, "B2", ["B2"])
    assert step["ask"]["key"] == f"{CATALOG}:middle.ask"


@pytest.mark.usefixtures("taught")
def test_a_right_try_leads_through_what_follows_to_the_next_step() -> None:
    answer = read(lessons.lesson_answer(NAME, "middle", (), "B2"))
    assert answer["verdict"] == "onwards"
    assert [frame["entry"]["token"] for frame in answer["frames"]] == ["B2", "A1"]
    assert [frame["at"] for frame in answer["frames"]] == [1, 2]
    assert all(frame["entry"]["events"] for frame in answer["frames"])
    assert len(answer["frames"][-1]["view"]["choices"]) == 7
    assert answer["step"]["number"] == 2
    assert answer["step"]["ask"]["key"] == f"{CATALOG}:middle.2.ask"
    done = read(lessons.lesson_answer(NAME, "middle", ("B2",), "C2"))
    assert (done["verdict"], done["step"]) == ("done", None)
    assert done["said"]["key"] == f"{CATALOG}:middle.done"


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize(
    ("text", "verdict", "said", "frames"),
    [
        ("A1", "wrong", f"{CATALOG}:middle.wrong.corner", 1),
        ("@Z9", "wrong", f"{CATALOG}:middle.wrong.beside", 0),
        ("A2", "other", "core:lesson.other", 1),
        ("nonsense", "refused", "", 0),
        ("@B9>#x", "refused", "", 0),
    ],
)
def test_other_tries_are_answered_and_the_same_is_asked_for(
    text: str, verdict: str, said: str, frames: int
) -> None:
    answer = read(lessons.lesson_answer(NAME, "middle", (), text))
    assert (answer["verdict"], len(answer["frames"])) == (verdict, frames)
    assert answer["said"]["key"].startswith(said)
    assert answer["step"]["number"] == 1


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("played", [("A1",), ("B2", "A2"), ("B2", "B2"), ("?",)])
def test_tokens_that_do_not_lead_there_are_refused(played: tuple[str, ...]) -> None:
    with pytest.raises(Refused) as caught:
        lessons.lesson_answer(NAME, "middle", played, "A2")
    assert caught.value.code == "bad-lesson-try"


@pytest.mark.usefixtures("taught")
def test_there_is_no_other_lesson() -> None:
    for name, id in ((NAME, "nothing"), ("hex", "middle")):
        with pytest.raises(Refused) as caught:
            lessons.lesson_start(name, id)
        assert (caught.value.status, caught.value.code) == (404, "no-lesson")


@pytest.mark.parametrize("text", ["[[lesson]", "[[lesson]]\nid = 'x'", "[[lesson]]\nwho = 1"])
def test_lessons_that_cannot_be_used_cost_only_themselves(
    bring: Bring, caplog: pytest.LogCaptureFixture, text: str
) -> None:
    bring(text)
    counts = {one.id: one.lessons for one in catalogue.game_list()}
    assert counts[NAME] == 0
    assert counts["atom"] > 0
    assert f"no lessons of {NAME}" in caplog.text
    assert lessons.lesson_list(game(NAME), "en").lessons == ()


def test_the_catalogue_counts_the_lessons_of_every_game() -> None:
    for one in catalogue.game_list():
        assert one.lessons == len(files.lessons(game(one.id)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lesson_of_every_game_begins_and_has_words(language: str) -> None:
    for one in games():
        found = lessons.lesson_list(one, language)
        for outline in found.lessons:
            start = lessons.lesson_start(one.id, outline.id)
            for said in (outline.topic, start.step.ask, start.step.look, start.step.act):
                assert found.words[said.key.partition(":")[2]]
