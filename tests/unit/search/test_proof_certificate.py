"""Certificates and what becomes of damaged ones; the good ones lie in `tests/data`."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from duiyi.players.certificate import BadCertificate, verified

FOLDER = Path(__file__).parents[2] / "data" / "certificates"
NAMES = ("tzaar-win", "tzaar-loss", "relati-classic-draw")
HEAD_LINES = 4


def lines_of(name: str) -> list[str]:
    return (FOLDER / f"{name}.txt").read_text().splitlines()


def proof_of(name: str) -> list[str]:
    return lines_of(name)[HEAD_LINES:]


def changed(name: str, old: str, new: str) -> list[str]:
    """With the first place of a text replaced by another."""
    text = "\n".join(lines_of(name))
    assert old in text
    return text.replace(old, new, 1).splitlines()


def refused(lines: list[str], problem: str) -> None:
    with pytest.raises(BadCertificate, match=re.escape(problem)):
        verified(lines)


@pytest.mark.parametrize("name", NAMES)
def test_a_good_certificate_is_believed(name: str) -> None:
    proven = verified(lines_of(name))
    game, _, result = name.rpartition("-")
    assert proven.state.game.id == game
    assert proven.result == result
    claims = [line.split() for line in lines_of(name) if line.startswith("seat ")]
    assert proven.positions == sum(int(claim[3]) for claim in claims)


@pytest.mark.parametrize("name", NAMES)
def test_every_word_of_a_proof_is_needed(name: str) -> None:
    lines = lines_of(name)
    for number in range(HEAD_LINES, len(lines)):
        words = lines[number].split()
        for place in range(len(words)):
            rest = " ".join(words[:place] + words[place + 1 :])
            with pytest.raises(BadCertificate):
                verified([*lines[:number], rest, *lines[number + 1 :]])


@pytest.mark.parametrize("name", NAMES)
def test_every_line_is_needed(name: str) -> None:
    lines = lines_of(name)
    for number in range(len(lines)):
        with pytest.raises(BadCertificate):
            verified(lines[:number] + lines[number + 1 :])


@pytest.mark.parametrize("name", NAMES)
def test_a_certificate_that_breaks_off_is_refused(name: str) -> None:
    lines = lines_of(name)
    for number in range(len(lines)):
        with pytest.raises(BadCertificate):
            verified(lines[:number])


def test_a_missing_reply_is_named() -> None:
    lines = lines_of("relati-classic-draw")
    number = lines.index("C5 B4 {")
    refused(lines[:number] + lines[number + 3 :], "after E3: no answer to C5")


def test_a_reply_that_is_answered_twice_is_refused() -> None:
    lines = lines_of("relati-classic-draw")
    number = lines.index("C5 B4 {")
    twice = [*lines[: number + 3], *lines[number : number + 3], *lines[number + 3 :]]
    refused(twice, "after E3: 'C5' is no decision here, or answered already")


def test_a_wrong_move_is_named_with_the_way_to_it() -> None:
    refused(changed("relati-classic-draw", "B4 C5 {", "B4 A1 {"), "after E3 B4: 'A1' is no")


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("tzaar-win", "result win", "result loss"),
        ("tzaar-win", "result win", "result draw"),
        ("tzaar-loss", "result loss", "result win"),
        ("relati-classic-draw", "result draw", "result win"),
        ("tzaar-win", "seat 1 wins", "seat 0 wins"),
        ("tzaar-win", "seat 1 wins", "seat 1 holds"),
    ],
)
def test_a_wrong_result_is_refused(name: str, old: str, new: str) -> None:
    result = new.removeprefix("result ") if new.startswith("result") else "win"
    refused(changed(name, old, new), f"is no part of a {result} here")


def test_who_only_holds_has_not_won() -> None:
    """The proof that a seat holds, passed off as one that it wins."""
    lines = changed("relati-classic-draw", "result draw", "result win")
    second = next(n for n, line in enumerate(lines) if line.startswith("seat 0"))
    claimed = [line.replace("holds", "wins") for line in lines[:second]]
    refused(claimed, "the game is over, and seat 1 does not win")


def test_one_half_of_a_draw_is_not_enough() -> None:
    lines = lines_of("relati-classic-draw")
    second = next(n for n, line in enumerate(lines) if line.startswith("seat 0"))
    refused(lines[:second], "here a line begins with 'seat'")
    again = [*lines[:second], *lines[HEAD_LINES:second]]
    refused(again, "that seat 1 holds is no part of a draw here")


def test_another_position_is_not_proven_by_it() -> None:
    other = changed("tzaar-win", " b 1 8", " w 1 8")
    with pytest.raises(BadCertificate):
        verified(other)


def test_a_wrong_number_of_positions_is_named() -> None:
    refused(changed("relati-classic-draw", "holds 8", "holds 9"), "8 positions, not 9")


def test_a_reference_to_another_position_is_refused() -> None:
    refused(changed("relati-classic-draw", "=1", "=2"), "=2 is not this position, or not proven")
    refused(changed("relati-classic-draw", "=1", "=9"), "=9 is not this position, or not proven")


def test_a_position_cannot_prove_itself() -> None:
    """Its mark stands for it only when it is proven."""
    lines = ["#1 =1", *proof_of("relati-classic-draw")[2:]]
    head = lines_of("relati-classic-draw")[: HEAD_LINES + 1]
    refused([*head, *lines], "=1 is not this position, or not proven yet")


def test_a_mark_is_given_once() -> None:
    refused(changed("relati-classic-draw", "#2", "#1"), "a second position is marked #1")


def test_an_end_is_an_end_and_nothing_else_is() -> None:
    refused(changed("relati-classic-draw", "D5 .", "D5 C4"), "the game is over, but 'C4' goes on")
    refused(changed("relati-classic-draw", "E3 {", "."), "the game is not over")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda lines: ["something", *lines[1:]], "a certificate begins with"),
        (lambda lines: [lines[0], "game chess", *lines[2:]], "chess"),
        (lambda lines: [*lines[:2], "position nothing", *lines[3:]], "line 3"),
        (lambda lines: [*lines[:3], "result mate", *lines[4:]], "a result is one of"),
        (lambda lines: [*lines[:4], "seat 2 wins 1", *lines[5:]], "a proof begins with"),
        (lambda lines: [*lines, "pass"], "'pass' after the last proof"),
        (lambda lines: [], "a certificate begins with"),
    ],
)
def test_what_is_no_certificate_is_refused(
    change: Callable[[list[str]], list[str]], problem: str
) -> None:
    refused(change(lines_of("tzaar-win")), problem)


def test_a_finished_game_has_no_certificate() -> None:
    over = "position OOOOO/OOOOO/OOOOO/OOOOX/OOOXX - X 25"
    refused([*lines_of("relati-classic-draw")[:2], over, "result win"], "that are not over")


def test_progress_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("duiyi.players.certificate.REPORT_EVERY", 10)
    heard: list[tuple[int, int]] = []
    proven = verified(lines_of("tzaar-win"), lambda checked, count: heard.append((checked, count)))
    assert heard == [(n, proven.positions) for n in range(10, proven.positions + 1, 10)]
    assert heard
