"""The conformance suite itself: what it finds in broken games, and how it tells."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest
from tests.unit.core.broken_games import BROKEN, SEVERAL, Case
from tests.unit.core.pebbles import PEBBLES, PebblesOptions

from duiyi.core.check import PROPERTIES, Finding, Point, check, check_walk, expect, properties, walk
from duiyi.core.check.texts import edited, junk

CASES = [(name, case) for name, cases in BROKEN.items() for case in cases]


def test_every_property_has_a_broken_game() -> None:
    assert set(BROKEN) == set(PROPERTIES)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "case"), CASES, ids=[name for name, _ in CASES])
def test_a_broken_game_breaks_exactly_its_property(name: str, case: Case, tmp_path: Path) -> None:
    report = check(case(tmp_path), walks=2, limit=40, thorough=True)
    if name == "all-languages":
        assert {warning.property for warning in report.warnings} == {name}
        assert report.ok
    else:
        assert {finding.property for finding in report.findings} == {name}, str(report)
        assert not report.ok


@pytest.mark.slow
@pytest.mark.parametrize("name", SEVERAL)
def test_a_mistake_that_breaks_several_properties_is_found(name: str) -> None:
    game, expected = SEVERAL[name]
    assert expected <= {finding.property for finding in check(game, walks=4).findings}


def test_a_good_game_conforms() -> None:
    report = check(PEBBLES, walks=10)
    assert report.ok, str(report)
    assert not report.warnings
    assert set(report.tested) == set(PROPERTIES)
    assert report.walks == 10 * len(PEBBLES.samples())
    assert "conforms" in str(report)


def test_a_good_game_conforms_thoroughly() -> None:
    report = check(PEBBLES, walks=2, thorough=True)
    assert report.ok, str(report)
    assert report.tested["withdrawal"] == report.tested["actor"] == report.decisions + report.walks


def test_the_same_seed_gives_the_same_report() -> None:
    assert check(PEBBLES, walks=1, seed=5) == check(PEBBLES, walks=1, seed=5)
    assert check(PEBBLES, walks=1, seed=5) != check(PEBBLES, walks=1, seed=6)


def test_progress_counts_the_games() -> None:
    told: list[tuple[int, int]] = []
    check(PEBBLES, walks=1, progress=lambda done, total: told.append((done, total)))
    assert told == [(n, len(told)) for n in range(1, len(PEBBLES.samples()) + 1)]


def test_a_property_that_keeps_failing_is_told_three_times_only() -> None:
    game, _ = SEVERAL["a game that cannot start"]
    assert len(check(game, walks=4).findings) == 3


def test_a_finding_leads_back_to_its_state() -> None:
    played = ("A", "B", 2, "C", "D")
    finding = Finding("turn", "pebbles", 3, PebblesOptions(dice=True), played, "1", "2")
    assert finding.script() == (
        "import duiyi\n"
        "state = duiyi.game('pebbles').start(3, dice=True, pebbles=6)\n"
        "for token in 'A B'.split():\n"
        "    state = state.play(token)\n"
        "state = state.withdraw(2)\n"
        "for token in 'C D'.split():\n"
        "    state = state.play(token)"
    )
    assert "    state = state.withdraw(2)" in str(finding)


def test_what_was_seen_can_always_be_printed(tmp_path: Path) -> None:
    for case in BROKEN["junk-tokens"]:
        for finding in check(case(tmp_path), walks=2).findings:
            str(finding).encode("utf-8")
            assert (finding.expected + finding.seen).isprintable()


def test_a_walk_goes_from_the_start_to_the_end() -> None:
    choose = random.Random(3).randrange
    points = list(walk(PEBBLES, 3, PebblesOptions(dice=True), choose, limit=100))
    assert points[0].state == PEBBLES.start(3, dice=True)
    assert points[-1].state.outcome is not None
    assert [point.last for point in points] == [False] * (len(points) - 1) + [True]
    for point, following in pairwise(points):
        assert following.before is point.state
        assert following.state == point.state.play(point.action)
        assert following.played == (*point.played, point.state.text(point.action))


def test_a_walk_with_withdrawals_leaves_two_seats_in() -> None:
    withdrawn = set()
    for seed in range(40):
        choose = random.Random(seed).randrange
        for point in walk(PEBBLES, 3, PebblesOptions(), choose, limit=100, withdrawals=True):
            withdrawn |= {step for step in point.played if isinstance(step, int)}
            assert len(point.state.out) <= 1
    assert withdrawn == {0, 1, 2}


def test_a_walk_stops_at_its_limit() -> None:
    report = check_walk(PEBBLES, 2, PebblesOptions(), lambda n: 0, limit=3)
    assert [finding.property for finding in report.findings] == ["ends"]
    assert report.decisions == 3


def test_an_edit_of_any_text_is_a_text() -> None:
    choose = random.Random(0).randrange
    for _ in range(2000):
        text = junk(choose)
        assert isinstance(edited(text[:30], choose), str)


def never_five(point: Point) -> None:
    """Turn 5 never comes."""
    turn = point.state.turn
    expect(turn != 5, "a turn before 5", turn)


def test_packages_bring_properties_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    metadata = tmp_path / "unlucky-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: unlucky\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(
        f"[duiyi.checks]\nnever-five = {__name__}:never_five\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    brought = properties()[-1]
    assert (brought.name, brought.about) == ("never-five", "Turn 5 never comes.")
    report = check(PEBBLES, walks=1, thorough=True)
    assert {finding.property for finding in report.findings} == {"never-five"}
