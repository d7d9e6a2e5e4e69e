"""`duiyi doctor`: what it says about machines that can do more and less."""

from __future__ import annotations

import io

import pytest
import typer
from rich.console import Console
from typer.testing import CliRunner

from duiyi.arena.runners import machine
from duiyi.arena.runners.machine import Load
from duiyi.arena.sandbox import Finding, Mechanisms, Report, State, probe
from duiyi.cli.arena.doctor import HELP, doctor, show, warn_if_busy
from duiyi.cli.common.screen import Screen
from duiyi.core.locale import LANGUAGES, has

PARTS = {
    "linux": (State.missing,),
    "bwrap": (State.works, State.missing),
    "prlimit": (State.works, State.missing),
    "seccomp": (State.works, State.missing),
    "namespaces": (State.works, State.missing),
    "users": (State.works, State.weaker),
    "memory": (State.works, State.weaker),
    "pids": (State.works, State.weaker),
    "cpu": (State.works, State.weaker),
    "freezer": (State.works, State.weaker),
    "pressure": (State.works, State.weaker),
    "load": (State.works, State.weaker),
    "stolen": (State.works, State.weaker),
    "tmpfs": (State.works, State.weaker),
    "cores": (State.works, State.weaker),
    "gcc": (State.works, State.weaker),
    "g++": (State.works, State.weaker),
}


def told(report: Report, language: str = "en") -> tuple[str, bool]:
    screen = Screen(language)
    out = io.StringIO()
    screen.out = Console(file=out, width=200, highlight=False, markup=False, color_system=None)
    good = show(screen, report)
    return out.getvalue(), good


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_finding_has_words_in_every_language(language: str) -> None:
    for part, states in PARTS.items():
        for state in states:
            finding = Finding(part, state)
            assert has(finding.name.key, language), part
            assert has(finding.words.key, language), (part, state)


def test_what_is_missing_is_told_with_its_package() -> None:
    findings = (
        Finding("bwrap", State.missing, package="bubblewrap"),
        Finding("seccomp", State.works),
        Finding("gcc", State.weaker, package="gcc"),
    )
    said, good = told(Report(findings, Mechanisms(), ""))
    assert not good
    assert "apt-get install bubblewrap gcc" in said
    assert "--trust-bots" in said


def test_what_is_only_weaker_does_not_forbid() -> None:
    said, good = told(
        Report((Finding("memory", State.weaker),), Mechanisms(), "/usr/bin/bwrap"), "zh-Hant"
    )
    assert good
    assert "記憶體上限" in said
    assert "較弱" in said


def test_this_machine_is_described_completely() -> None:
    report = probe()
    assert {one.part for one in report.findings} <= set(PARTS)
    assert all(one.state in PARTS[one.part] for one in report.findings)
    said, good = told(report)
    assert good == (not report.missing)
    assert said.count("\n") > len(report.findings)


def test_the_exit_code_tells_whether_programs_of_others_can_be_run() -> None:
    app = typer.Typer()
    app.command("doctor", help=HELP)(doctor)
    ran = CliRunner().invoke(app, ["--language", "zh-Hans"], obj=Screen())
    assert ran.exit_code == (1 if probe().missing else 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_busy_machine_is_told_before_games_begin(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    loads = {"busy": Load(0.74, 0.0), "robbed": Load(0.0, 0.31), "neither": Load(0.1, 0.05)}
    said = {}
    for name, load in loads.items():
        monkeypatch.setattr(machine, "measure", lambda load=load: load)
        screen = Screen(language)
        out = io.StringIO()
        screen.errors = Console(file=out, width=400, color_system=None)
        warn_if_busy(screen)
        said[name] = out.getvalue()
    assert "74%" in said["busy"]
    assert "31%" in said["robbed"]
    assert said["neither"] == ""


def test_how_busy_this_machine_is_is_a_part_of_the_time() -> None:
    load = machine.measure(0.01)
    assert 0.0 <= load.waiting <= 1.0
    assert 0.0 <= load.stolen <= 1.0
    assert [one.part for one in machine.findings(load)] == ["load", "stolen"]
    states = [one.state for one in machine.findings(Load(0.9, 0.9))]
    assert states == [State.weaker, State.weaker]
