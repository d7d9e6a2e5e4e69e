"""Where two players choose differently: positions of games, opinions about them, judges."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from bench.strength_games import Match
from bench.study_tzaar import Case, Opinion, Studied, app, error, sample, seen, summary
from typer.testing import CliRunner

import duiyi

START = "ttttT/TrrrRT/TRzzZRT/TRZtTZRT/TRZTtzrt/trztTzrt/trzZZrt/trRRRt/tTTTT w 1 1"
SECOND = "ttttT/TrrrRT/T.RzZRT/TRZtTZRT/TRZTtzrt/trztTzrt/trzZZrt/trRRRt/tTTTT b 1 2"
BOT = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word in ("hello", "game"):
        print("ready", flush=True)
    elif word == "go":
        print("legal?", flush=True)
    elif word == "legal":
        tokens = line.split()[1:]
        print("info depth 3 nodes 100 share {share}")
        print("move", tokens[{which}], flush=True)
"""
ENTRY = """
[[opponent]]
name = "{name}"
game = "tzaar"
command = ["{python}", "{{here}}/{name}.py"]
seconds = 0.01
"""


def opinion(*turn: str, share: float = 0.5) -> Opinion:
    return Opinion(turn, 5, 1000, share, 0.01)


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    text = ""
    for name, which, share in (("first", 0, 0.75), ("last", -1, 0.5), ("judge", 0, 0.25)):
        (tmp_path / f"{name}.py").write_text(BOT.format(which=which, share=share), "utf-8")
        text += ENTRY.format(name=name, python=sys.executable)
    file = tmp_path / "pool.toml"
    file.write_text(text, "utf-8")
    return file


def test_a_case_knows_side_step_and_phase() -> None:
    case = Case(SECOND, 1)
    assert (case.side, case.step, case.pieces, case.phase) == (1, 1, 59, "48+")
    empty = "T..../....../......./......../......../......../t....../....../....."
    assert Case(f"{empty} w 2 30", 0).phase == "<20"


def test_a_sample_has_equal_parts_of_every_kind_and_nothing_twice() -> None:
    lines = [f"{START}|0|a", f"{START}|0|a", f"{SECOND}|1|b"]
    assert {case.position for case in sample(lines, 10, 1)} == {START, SECOND}
    assert sample(lines, 1, 1) == sample(lines, 1, 1)
    assert len(sample(lines, 1, 1)) == 1, "both are early, at the first step"


def test_turns_differ_by_their_steps_and_not_by_their_order() -> None:
    case = Case(SECOND, 1)
    one = opinion("B2xC3", "E5+E6")
    assert not Studied(case, (one, opinion("E5+E6", "B2xC3"))).differ
    assert Studied(case, (one, opinion("B2xC3", "pass"))).kind == "step 2: pass or stack"
    assert Studied(case, (one, opinion("C3xB2", "pass"))).kind == "step 1"


def test_an_opinion_errs_by_what_it_gave_the_winner() -> None:
    sure, unsure = opinion("pass", share=0.99), opinion("pass", share=0.5)
    won, lost = (Studied(Case(SECOND, winner), (sure, unsure)) for winner in (1, 0))
    assert error(won, 0) < error(won, 1) < error(lost, 0)
    assert error(won, 1) == error(lost, 1)


def test_a_summary_counts_who_is_right() -> None:
    pair = opinion("B2xC3", "pass"), opinion("B2xC3", "E5+E6")
    rows = [
        Studied(Case(SECOND, 1), pair, {"j": (0.25, 0.75)}),
        Studied(Case(SECOND, 1), pair, {"j": (0.505, 0.5)}),
    ]
    told = "\n".join(summary(rows, ("one", "other")))
    assert "j: better 0 : 1, mean -0.2475" in told
    assert "differ in step 2: pass or stack  n 2" in told


def test_decisions_of_a_game_are_seen_with_their_winner() -> None:
    found = [*seen(Match("tzaar", ("random", "random")), 0)]
    assert len({winner for _, winner, _ in found}) == 1
    assert {who for _, _, who in found} == {0, 1}
    rules = duiyi.game("tzaar")
    assert all(rules.load(position).actor is not None for position, _, _ in found[:5])


def test_both_are_asked_and_judged(pool: Path, tmp_path: Path) -> None:
    positions, told = tmp_path / "positions.txt", tmp_path / "study.json"
    positions.write_text(f"{SECOND}|1|first\n", "utf-8")
    words = ["ask", str(pool), str(positions), "first", "last", "--judge", "judge"]
    answer = CliRunner().invoke(app, [*words, "--json", str(told)])
    assert answer.exit_code == 0, answer.output
    (row,) = json.loads(told.read_text("utf-8"))
    one, other = row["opinions"]
    assert (one["share"], one["depth"], one["nodes"]) == (0.75, 3, 100)
    assert len(one["turn"]) == len(other["turn"]) == 2, "the whole turn, step by step"
    assert row["judged"] == {"judge": [0.75, 0.75]}, "what White expects is Black's loss"


def test_games_are_written_as_positions(pool: Path) -> None:
    answer = CliRunner().invoke(app, ["play", str(pool), "first", "last", "--games", "1"])
    assert answer.exit_code == 0, answer.output
    position, winner, who = answer.output.splitlines()[0].split("|")
    assert duiyi.game("tzaar").load(position).actor is not None
    assert winner in ("0", "1")
    assert who in ("first", "last")
