"""The pool: what its file may say, and games against programs with their own CPU time."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from bench import strength_pool
from bench.strength import app
from bench.strength_engines import Engine, EnginePlayer, engine_of
from bench.strength_games import Match, play
from bench.strength_players import brief, identity
from bench.strength_pool import BadPool, read_pool
from typer.testing import CliRunner

import duiyi

BOT = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word in ("hello", "game"):
        print("ready", flush=True)
    elif word == "go":
        {answer}
    elif word == "legal":
        print("move", line.split()[1], flush=True)
"""
FIRST = "print('legal?', flush=True)"
BUSY = "sum(range(1_000_000)); print('legal?', flush=True)"
WRONG = "print('move Z99', flush=True)"
TURN = "print('move B2xC3 E5+E6', flush=True)"

ENTRY = """
[[opponent]]
name = "{name}"
game = "relati-classic"
command = ["{python}", "{{here}}/{name}.py", "{{ms}}"]
seconds = 0.002
games = 2
"""


def bot(folder: Path, name: str, answer: str) -> str:
    """An entry for a program that answers so."""
    (folder / f"{name}.py").write_text(BOT.format(answer=answer), "utf-8")
    return ENTRY.format(name=name, python=sys.executable)


def engine(folder: Path, answer: str, *, told: bool = False, seconds: float = 0.002) -> Engine:
    bot(folder, "bot", answer)
    return Engine("bot", (sys.executable, str(folder / "bot.py")), seconds, told)


def test_entries_have_defaults_and_their_command_is_filled_in(tmp_path: Path) -> None:
    (one,) = read_pool(bot(tmp_path, "first", FIRST))
    assert (one.games, one.seats, one.options, one.told) == (2, 2, "", False)
    started = one.engine(tmp_path)
    assert started.command == (sys.executable, f"{tmp_path}/first.py", "2")
    assert engine_of(started.text) == started


def test_a_wrapper_is_given_the_command() -> None:
    told = 'name = "a"\ngame = "tzaar"\ncommand = ["x"]\nwrapper = ["w", "-v"]\nseconds = 1'
    (one,) = read_pool(f"[[opponent]]\n{told}")
    assert one.engine(Path()).command == ("w", "-v", "x")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "[[opponent]]"),
        ("[[opponent]]\nname = 'a'", "seconds"),
        ("x = 1\nopponent = []", "what is x"),
        ("[[opponent]]\nname='a'\ngame='b'\ncommand='c d'\nseconds=1", "list of words"),
        ("[[opponent]]\nname='a'\ngame='b'\ncommand=['c']\nseconds=0", "above 0"),
        ("[[opponent]]\nname='a'\ngame='b'\ncommand=['c']\nseconds=1\n" * 2, "of one name"),
        ("[[opponent]]\nname='a'\ngame='b'\ncommand=['c']\nseconds=1\nsped=1", "sped"),
    ],
)
def test_a_pool_that_cannot_be_read_says_why(text: str, why: str) -> None:
    with pytest.raises(BadPool) as bad:
        read_pool(text)
    assert why in str(bad.value)


def test_results_of_another_build_are_others(tmp_path: Path) -> None:
    def key() -> str:
        (line,) = strength_pool.lines(read_pool(entry), tmp_path)
        return line.match.key

    entry = bot(tmp_path, "first", FIRST)
    (tmp_path / "first.py").chmod(0o755)
    before = key()
    assert before == key()
    bot(tmp_path, "first", BUSY)
    assert before != key()


def test_a_program_plays_and_its_time_is_its_own(tmp_path: Path) -> None:
    busy = engine(tmp_path, BUSY)
    match = Match("relati-classic", (busy.text, "random"))
    assert identity(busy.text, match.game) == busy.text
    assert brief(busy.text) == "bot"
    game = play(match, 0)
    assert not game.failures
    own, random = game.thinking
    assert own.mean > 0.002 > random.mean, "a loop of a million, which no other process had"


def test_who_is_told_its_clock_loses_by_it(tmp_path: Path) -> None:
    late = engine(tmp_path, BUSY, told=True, seconds=0.001)
    game = play(Match("relati-classic", (late.text, "random")), 0)
    assert [failure.player for failure in game.failures] == [0]
    assert "timeout" in game.failures[0].what


def test_a_program_that_answers_wrongly_loses(tmp_path: Path) -> None:
    wrong = engine(tmp_path, WRONG)
    game = play(Match("relati-classic", ("random", wrong.text)), 0)
    assert [failure.player for failure in game.failures] == [1]
    assert game.scores[0] == 1


def test_an_answer_of_several_tokens_is_a_turn(tmp_path: Path) -> None:
    state = duiyi.game("tzaar").load(
        "ttttT/TrrrRT/T.RzZRT/TRZtTZRT/TRZTtzrt/trztTzrt/trzZZrt/trRRRt/tTTTT b 1 2"
    )
    player = EnginePlayer(engine(tmp_path, TURN))
    try:
        tokens = []
        for _ in range(2):
            tokens.append(state.text(player.choose(state)))
            state = state.play(tokens[-1])
        assert tokens == ["B2xC3", "E5+E6"]
        assert player.cpu == 0, "nobody was asked a second time"
    finally:
        player.close()


def test_the_command_plays_all_of_a_pool_and_goes_on(tmp_path: Path) -> None:
    file, json_file = tmp_path / "pool.toml", tmp_path / "out.json"
    file.write_text(bot(tmp_path, "first", FIRST) + bot(tmp_path, "other", FIRST), "utf-8")
    results = tmp_path / "games.jsonl"
    words = ["pool", str(file), "--workers", "0", "--results", str(results)]

    def told(*more: str) -> str:
        answer = CliRunner().invoke(app, [*words, "--json", str(json_file), *more])
        assert answer.exit_code == 0, answer.output
        return answer.output

    assert "first - other" in told("--as", "first")
    (row,) = json.loads(json_file.read_text("utf-8"))
    assert (row["title"], row["games"], row["failures"]) == ("first - other", 2, 0)
    assert row["interval"][0] <= row["score"] <= row["interval"][1]
    played = results.read_text("utf-8")
    told("--as", "first")
    assert results.read_text("utf-8") == played, "nothing was missing"
    assert "random - other" in told("--player", "random", "--only", "other")


def test_the_command_refuses_strangers(tmp_path: Path) -> None:
    file = tmp_path / "pool.toml"
    file.write_text(bot(tmp_path, "first", FIRST), "utf-8")
    for words in (["--only", "second"], ["--as", "second"]):
        answer = CliRunner().invoke(app, ["pool", str(file), *words])
        assert answer.exit_code == 2
        assert "second" in answer.output
