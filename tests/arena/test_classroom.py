"""Hand-ins in the real sandbox: each way to stop has its sentence, its place and its way back."""

from __future__ import annotations

import logging
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.arena.handed_in import (
    GREEDY,
    HEADER,
    SETTINGS,
    broken,
    c_bot,
    handed_in,
    later,
    misbehaving,
    seconds,
    stop,
    zipped,
)
from tests.selection import slow_but

from duiyi import game
from duiyi.arena.bots import compile
from duiyi.arena.classroom import Upload, pipeline, program_of
from duiyi.arena.classroom.faults import sanitizer
from duiyi.arena.classroom.stops import PlatformFailed
from duiyi.arena.classroom.upload import receive
from duiyi.arena.game.judge import Finding as Judged
from duiyi.arena.game.judge import judge
from duiyi.arena.sandbox.files import copies
from duiyi.classes.validation import Action, Level, StepName, StepState
from duiyi.core.locale import text
from duiyi.core.record.dyr import read_dyr

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="there is no sandbox")
SDK_PYTHON = Path(__file__).parents[2] / "sdk" / "python"


# Ready


def test_a_good_bot_becomes_ready_and_its_games_can_be_watched(tmp_path: Path) -> None:
    before = sum(os.times()[:4])
    done = handed_in(zipped({"duiyi.h": HEADER, "bot.c": GREEDY, "notes.txt": "x"}), tmp_path)
    assert sum(os.times()[:4]) - before < 5, "seconds of CPU time, programs included"
    assert done.ready
    assert [step.state.value for step in done.steps] == ["done"] * 4 + ["waiting"]
    assert [played.opponent for played in done.games] == ["itself", "greedy"]
    for played in done.games:
        record = read_dyr(played.record)
        assert record.last().outcome is not None
        assert all(one.finding is Judged.confirmed for one in judge(record))
        assert not played.fault
    assert (done.interface, done.counts) == ("protocol", True)
    assert done.compiler.startswith("gcc ")
    ignored = {file.name: file.ignored is not None for file in done.files}
    assert ignored == {"duiyi.h": False, "bot.c": False, "notes.txt": True}
    assert done.activated(0.1).steps[-1].state is StepState.done
    assert [*tmp_path.iterdir()] == [tmp_path / "compiled"]
    assert [*copies._own_directory().glob(".passing-*")] == []


def test_what_was_validated_can_be_run_again_without_a_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload = Upload("bot.c", b"int main(void) { return 0; }\n")
    settings = replace(SETTINGS, interface="protocol")
    assert stop(handed_in(upload, tmp_path, settings))[0] == "checked"
    monkeypatch.setattr(compile, "_box", None)  # a second compilation would need it
    (tmp_path / "files").mkdir()
    ready = program_of(upload, settings, tmp_path, "protocol", tmp_path / "files")
    assert ready.command is not None
    assert ready.command.directory is not None
    assert ready.command.directory.is_dir()


def test_a_bot_in_python_becomes_ready(tmp_path: Path) -> None:
    files = {"bot.py": "random_bot.py", "duiyi_bot.py": "duiyi_bot.py"}
    texts = {name: (SDK_PYTHON / source).read_text("utf-8") for name, source in files.items()}
    done = handed_in(zipped(texts), tmp_path, replace(seconds(5.0), positions=1))
    assert done.ready, done.heading


@pytest.mark.slow
@pytest.mark.parametrize("letter", "ab")
def test_the_interface_of_a_course_program_is_found_out(tmp_path: Path, letter: str) -> None:
    folder = Path(__file__).parent / "bots"
    upload = zipped(
        {
            "main.c": (folder / f"files_{letter}_random.c").read_text("utf-8"),
            "files.h": (folder / "files.h").read_text("utf-8"),
        }
    )
    done = handed_in(upload, tmp_path, replace(SETTINGS, interface=None))
    assert done.ready, done.heading
    assert done.interface == f"files-{letter}"


@pytest.mark.slow
def test_where_three_play_it_meets_itself_and_greedy_on_the_other_seats(tmp_path: Path) -> None:
    legal = (SDK_PYTHON.parent / "c" / "legal_bot.c").read_text("utf-8")
    relati = game("relati")
    settings = replace(SETTINGS, game="relati", options=relati.start(3).options, seats=3)
    done = handed_in(c_bot(legal), tmp_path, settings)
    assert done.ready, done.heading
    names = [read_dyr(played.record).names for played in done.games]
    assert names == [("bot 1", "bot 2", "bot 3"), ("bot", "greedy 2", "greedy 3")]


# 檢


def test_a_crash_is_traced_to_its_line_by_a_second_run(tmp_path: Path) -> None:
    step, first = stop(done := handed_in(broken("segv"), tmp_path))
    assert (step, first.action) == ("checked", Action.source)
    assert done.heading is not None
    assert text(done.heading.message, "zh-Hant") == "程式當掉了：SIGSEGV"
    assert (first.frames[0].function, first.frames[0].text) == ("spoil", "*nowhere = 1;")
    assert first.frames[-1].function == "main"
    assert first.source is not None
    assert (first.source.file, first.source.line) == ("bot.c", first.frames[0].line)
    assert [one.key for one in first.advice] == ["core:validation.sanitizer.null"]
    assert first.board is not None
    assert first.board.position
    assert done.counts


def test_a_crash_that_needs_the_whole_game_is_traced_too(tmp_path: Path) -> None:
    """The position alone does not do it: the third question does."""
    bad = "static volatile int asked, list[4]; if (++asked == 3) list[asked * 1000000] = 1;"
    source = GREEDY.replace("while (duiyi_turn(&bot)) {", f"while (duiyi_turn(&bot)) {{ {bad}")
    assert source != GREEDY
    step, first = stop(handed_in(c_bot(source), tmp_path))
    assert (step, first.action) == ("checked", Action.source)
    assert first.source is not None
    assert "list[asked * 1000000] = 1;" in first.source.lines[4].text
    assert "out of bounds" in first.own_words


def test_a_crash_is_traced_where_addresses_cannot_be_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sanitizer, "_which", lambda: "undefined")
    _, first = stop(handed_in(broken("segv"), tmp_path))
    assert first.source is not None
    assert "*nowhere = 1;" in first.source.lines[4].text
    assert "null pointer" in first.own_words


def test_python_tells_its_line_itself(tmp_path: Path) -> None:
    texts = (SDK_PYTHON / "random_bot.py").read_text("utf-8")
    lines = texts.splitlines()
    at = next(n for n, line in enumerate(lines) if "def choose" in line)
    lines.insert(at + 1, "        return [][3]")
    files = {"bot.py": "\n".join(lines), "duiyi_bot.py": (SDK_PYTHON / "duiyi_bot.py").read_text()}
    step, first = stop(handed_in(zipped(files), tmp_path, seconds(5.0)))
    assert step == "checked"
    assert first.source is not None
    assert (first.source.file, first.source.line) == ("bot.py", at + 2)
    assert first.own_words.startswith("IndexError")


def test_text_on_stdout_is_shown_in_its_dialogue_with_the_line_that_wrote_it(
    tmp_path: Path,
) -> None:
    step, first = stop(done := handed_in(broken("debug"), tmp_path))
    assert (step, first.action) == ("checked", Action.source)
    assert done.heading is not None
    assert text(done.heading.message, "zh-Hant") == "它寫了一行不屬於協定的文字"
    (bad,) = [line for line in first.dialogue if line.bad]
    assert bad.text == "best = 7 after 1000 nodes"
    assert [line.sent for line in first.dialogue[:2]] == [True, True]
    assert first.dialogue[1].text.startswith("go left ")
    after = first.dialogue[first.dialogue.index(bad) + 1]
    assert after.text.startswith("move ")
    assert not after.read
    assert first.source is not None
    assert 'printf("best = 7 after %d nodes\\n"' in first.source.lines[4].text


# 試


def test_an_illegal_move_in_a_test_game_shows_the_rule_and_legal_ones(tmp_path: Path) -> None:
    step, first = stop(done := handed_in(later('duiyi_move(&bot, "A1xI5"); continue;'), tmp_path))
    assert (step, first.action) == ("tested", Action.board)
    board = first.board
    assert board is not None
    assert (board.token, board.rule) == ("A1xI5", first.sentence)
    assert board.code in ("no-such-piece", "not-your-piece", "not-a-line")
    assert board.sites
    state = read_dyr(done.games[-1].record).game.load(board.position)
    legal = {state.text(action) for action in state.actions()}
    assert board.legal == len(legal)
    assert len({*board.examples} & legal) == 2
    assert done.games[-1].fault
    assert first.where is not None
    assert first.where.key.startswith("core:validation.where.")
    assert done.heading is not None
    assert text(done.heading.message, "zh-Hant").startswith("違規走法 A1xI5：")


def test_a_turn_that_is_too_long_shows_each_of_its_steps(tmp_path: Path) -> None:
    slow = later('if (strstr(bot.position, " 1 ") || asked > 2) burn(0.6 * bot.clock_seconds);')
    step, first = stop(done := handed_in(slow, tmp_path, seconds(0.5)))
    assert (step, first.action) == ("tested", Action.position)
    measure = first.measure
    assert measure is not None
    assert (
        measure.limit
        == 0.5
        < measure.used
        == pytest.approx(sum(part.seconds for part in measure.segments), abs=0.01)
    )
    assert [part.answered for part in measure.segments] == [True, False]
    assert measure.computed > measure.used / 2
    assert first.sentence.key == "core:validation.time.computed"
    assert done.heading is not None
    used = dict(done.heading.params)["used"]
    assert text(done.heading.message, "zh-Hant") == f"太慢：一回合 0.5 秒，用了 {used} 秒"


@pytest.mark.slow
def test_whoever_waits_is_told_so(tmp_path: Path) -> None:
    step, first = stop(handed_in(broken("waits"), tmp_path, seconds(0.5)))
    assert (step, first.sentence.key) == ("checked", "core:validation.time.waited")
    assert first.measure is not None
    assert first.measure.computed < first.measure.used / 10


# Warnings


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mode", "key", "unit"),
    [
        ("leak", "core:bot.warning.memory", "MB"),
        ("sluggish-start", "core:bot.warning.slow-start", "s"),
    ],
)
def test_a_warning_does_not_stop_and_has_a_bar(
    tmp_path: Path, mode: str, key: str, unit: str
) -> None:
    settings = replace(SETTINGS, conditions=replace(SETTINGS.conditions, start_up=2.0))
    done = handed_in(broken(mode), tmp_path, settings)
    assert done.ready, done.heading
    (warning,) = [one for one in done.warnings if one.sentence.key == key]
    assert warning.measure is not None
    assert warning.measure.unit == unit
    assert 0 < warning.measure.used < warning.measure.limit


@pytest.mark.slow
def test_a_turn_of_a_test_game_that_was_nearly_too_long_is_a_warning(tmp_path: Path) -> None:
    nearly = later("if (asked == 3 || asked == 4) burn(0.44 * bot.clock_seconds);")
    done = handed_in(nearly, tmp_path, seconds(1.0))
    assert done.ready, done.heading
    warnings = [one for one in done.warnings if one.sentence.key == "core:bot.warning.slow"]
    assert warnings == [*done.step(StepName.tested).findings] != []
    for warning in warnings:
        assert warning.measure is not None
        assert 0.8 < warning.measure.used <= warning.measure.limit == 1.0
        assert warning.where is not None
        assert warning.where.key.startswith("core:validation.where.")


# The platform


def test_what_the_platform_breaks_is_repeated_and_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tried: list[int] = []

    def fails(*arguments: object) -> None:
        tried.append(1)
        raise PlatformFailed("no room left")

    monkeypatch.setattr(pipeline, "make", fails)
    with caplog.at_level(logging.ERROR, "duiyi.classroom"):
        done = handed_in(c_bot(GREEDY), tmp_path)
    assert len(tried) == pipeline.AGAIN
    step, first = stop(done)
    assert (step, first.level, first.action) == ("compiled", Level.platform, Action.none)
    assert done.heading is not None
    assert text(done.heading.message, "zh-Hant") == "平台故障，不是你的錯。"
    assert (done.counts, done.ready) == (False, False)
    assert done.incident in text(first.sentence.message)
    assert done.incident in caplog.text
    assert "no room left" in caplog.text


def test_an_error_of_ours_is_the_platforms_and_once_is_not_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []

    def fails_once(*arguments: object) -> object:
        tried.append(1)
        if len(tried) == 1:
            raise ZeroDivisionError
        return receive(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(pipeline, "receive", fails_once)
    done = handed_in(Upload("bot.c", b"int main(void) { return y; }\n"), tmp_path)
    assert done.stopped is not None
    assert done.stopped.name.value == "compiled"
    assert (done.steps[0].state, done.steps[0].tries, done.incident) == (StepState.done, 2, "")


# Everything that the misbehaviour suite has


MODES = {
    "exits-at-start": "0 exit 3",
    "aborts": "2 signal 6",
    "stack-overflow": "2 overflow",
    "leaves-a-child": "2 desert",
    "memory": "2 memory 300",
    "work": "2 fill . 40",
    "floods-stdout": "2 flood info",
    "floods-blank-lines": "2 flood",
    "floods-stderr": "2 flood-errors 80",
    "no-newline": "2 endless",
    "binary-junk": "2 junk",
    "nul-bytes": "2 nul",
    "not-protocol": "2 line <b>hello</b>",
    "no-token": "2 line move",
    "bad-token": "2 line move ??",
    "huge-token": "2 huge 60000",
    "many-tokens": "2 tail",
    "gives-up": "2 line error I",
    "sleeps": "2 sleep",
    "hangs-up": "2 hang-up 0 2",
}


@pytest.mark.parametrize("name", slow_but("binary-junk", of=MODES))
def test_hostile_hand_ins_stop_with_a_sentence_a_place_and_a_way_back(
    tmp_path: Path, name: str
) -> None:
    limits = replace(SETTINGS.conditions.limits, memory=128_000_000, work=4_000_000)
    settings = seconds(
        0.5, replace(SETTINGS, conditions=replace(SETTINGS.conditions, limits=limits))
    )
    step, first = stop(done := handed_in(misbehaving(MODES[name]), tmp_path, settings))
    assert (step, first.level, done.incident) == ("checked", Level.problem, "")
    assert first.action is not Action.none
    assert first.board is not None
    assert first.board.position
    assert len(first.stderr) <= 2_000
    assert done.counts
