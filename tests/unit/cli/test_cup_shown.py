"""The making of a report, as a person and as a log see it."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from duiyi.cli.arena import cup_shown
from duiyi.cli.common.screen import Screen


def screen(terminal: bool) -> tuple[Screen, io.StringIO]:
    shown, written = Screen("en"), io.StringIO()
    shown.errors = Console(file=written, force_terminal=terminal, width=100)
    return shown, written


def test_a_terminal_shows_how_far_the_report_is() -> None:
    shown, written = screen(terminal=True)
    with cup_shown.shown_reporting(shown) as told:
        for done in range(1, 381):
            told(done, 380)
    assert "making the report: 380 of 380 games" in written.getvalue()


def test_a_log_hears_nothing_of_a_report_that_is_quickly_made() -> None:
    shown, written = screen(terminal=False)
    with cup_shown.shown_reporting(shown) as told:
        told(1, 2)
        told(2, 2)
    assert written.getvalue() == ""


def test_a_log_gets_a_line_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cup_shown, "SILENCE", 0.0)
    shown, written = screen(terminal=False)
    with cup_shown.shown_reporting(shown) as told:
        told(1, 2)
    assert written.getvalue() == "making the report: 1 of 2 games\n"
