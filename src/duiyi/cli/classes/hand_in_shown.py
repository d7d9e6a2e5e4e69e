"""What becomes of a hand-in, as lines of text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.cells import cell_len

from duiyi.cli.common.screen import Screen
from duiyi.core import Message, message
from duiyi.core.locale import FALLBACK
from duiyi.core.message import Param

if TYPE_CHECKING:
    from duiyi.classes.validation import (
        DialogueLine,
        Finding,
        Sentence,
        SourcePlace,
        Step,
        TestGame,
        Validation,
    )

SEALS = {"received": "收", "compiled": "譯", "checked": "檢", "tested": "試", "active": "上"}
SIMPLIFIED = {"compiled": "译", "checked": "检", "tested": "试"}
PLAIN = {"done": "[x]", "stopped": "[!]"}


class Shown:
    """Writes each step when it has ended, and the rest at the end."""

    def __init__(self, screen: Screen, everything: bool) -> None:
        self._screen = screen
        self._everything = everything
        self._told: set[str] = set()

    def tell(self, validation: Validation) -> None:
        for step in validation.steps:
            if step.state.value in ("done", "stopped") and step.name.value not in self._told:
                self._told.add(step.name.value)
                self._step(step)

    def end(self, validation: Validation) -> None:
        self._files(validation)
        for game in validation.games:
            self._game(game)
        for step in validation.steps:
            self._findings(step.findings)
        stopped = validation.stopped
        self._screen.out.print()
        if stopped is None:
            self._screen.say("hand-in.ready", name=validation.name)
            return
        heading = validation.heading
        problem: Param = "" if heading is None else heading.message
        at = _step_name(stopped)
        self._screen.say("hand-in.stopped", name=validation.name, step=at, problem=problem)

    # Parts

    def _step(self, step: Step) -> None:
        name, state = step.name.value, step.state.value
        seals = SEALS | SIMPLIFIED if self._screen.language == "zh-Hans" else SEALS
        seal = f"({seals[name]})" if state == "done" else f"[{seals[name]}]"
        chinese = self._screen.language != FALLBACK and self._screen.shows(seal)
        mark = seal if chinese else PLAIN[state]
        seconds = f"{step.seconds:.1f}"
        self._screen.say("hand-in.step", mark=mark, step=_step_name(step), seconds=seconds)

    def _files(self, validation: Validation) -> None:
        used = tuple(file.name for file in validation.files if file.ignored is None)
        if used:
            self._indented(self._screen.phrase("hand-in.files", files=used[:12]))
        for file in validation.files:
            if file.ignored is not None:
                why = file.ignored.message
                self._indented(self._screen.phrase("hand-in.ignored", file=file.name, why=why))

    def _game(self, game: TestGame) -> None:
        itself = game.opponent == "itself"
        result = "fault" if game.fault else "no-faults" if itself else _result(game)
        phrases = {
            "fault": self._screen.phrase("hand-in.fault"),
            "no-faults": self._screen.phrase("hand-in.no-faults"),
            "won": self._screen.phrase("hand-in.won"),
            "lost": self._screen.phrase("hand-in.lost"),
            "drawn": self._screen.phrase("hand-in.drawn"),
        }
        figures: dict[str, Param] = {
            "result": phrases[result],
            "turns": game.turns,
            "longest": f"{game.longest:.2f}",
        }
        if itself:
            self._indented(self._screen.phrase("hand-in.itself", **figures))
        else:
            words = self._screen.phrase("hand-in.game", opponent=game.opponent, **figures)
            self._indented(words)

    def _findings(self, findings: Iterable[Finding]) -> None:
        found = [one for one in findings if self._everything or not one.folded]
        hidden = sum(one.folded for one in findings) if not self._everything else 0
        for finding in found:
            self._finding(finding)
        if hidden:
            self._screen.say("hand-in.more", count=hidden)

    def _finding(self, finding: Finding) -> None:
        level, said = finding.level.value, self._words(finding.sentence)
        if level == "fine":
            self._indented(said)
            return
        warning = self._screen.phrase("hand-in.warning")
        self._screen.out.print()
        self._screen.line(f"{warning}: {said}" if level == "warning" else said)
        if finding.where is not None:
            self._indented(self._words(finding.where))
        if finding.own_words:
            self._indented(finding.own_words)
        if finding.source is not None:
            self._source(finding.source)
        for frame in finding.frames:
            self._indented(f"{frame.file}:{frame.line}  {frame.function}  {frame.text}")
        self._dialogue(finding.dialogue)
        self._board(finding)
        if finding.measure is not None and finding.measure.segments:
            parts = " + ".join(f"{part.seconds:.2f} s" for part in finding.measure.segments)
            self._indented(f"{parts} > {finding.measure.limit:g} s")
        for line in finding.stderr.splitlines():
            self._indented(f"| {line}")
        arrow = "→" if self._screen.shows("→") else "->"
        for advice in finding.advice:
            self._indented(f"{arrow} {self._words(advice)}")

    def _source(self, place: SourcePlace) -> None:
        width = len(str(place.lines[-1].number)) if place.lines else 1
        for line in place.lines:
            mark = ">" if line.number == place.line else " "
            self._indented(f"{mark} {line.number:>{width}} | {_spaced(line.text)}")
            if line.number == place.line and place.column:
                before = cell_len(_spaced(line.text[: place.column - 1]))
                span = cell_len(_spaced(line.text[place.column - 1 : place.end - 1])) or 1
                self._indented(f"  {'':>{width}} | {'':{before}}{'~' * span}")
        for fix in place.fixes:
            if fix.old:
                self._indented(self._screen.phrase("hand-in.fix", old=fix.old, new=fix.new))
            else:
                self._indented(self._screen.phrase("hand-in.insert", new=fix.new))

    def _dialogue(self, lines: Iterable[DialogueLine]) -> None:
        for line in lines:
            way = ">" if line.sent else "<"
            note = "   <--" if line.bad else ""
            if not line.sent and not line.read:
                unread = self._screen.phrase("hand-in.not-read")
                note = f"   ({unread})"
            self._indented(f"{way} {line.text}{note}")

    def _board(self, finding: Finding) -> None:
        board = finding.board
        if board is None:
            return
        if board.code and board.legal:
            self._indented(
                self._screen.phrase("hand-in.legal", count=board.legal, examples=board.examples)
            )
        self._indented(self._screen.phrase("hand-in.position", position=board.position))

    def _words(self, said: Sentence) -> str:
        return self._screen.words(said.message)

    def _indented(self, words: str) -> None:
        self._screen.line(f"  {words}")


def _spaced(text: str) -> str:
    """Tabs would be as wide as the terminal likes."""
    return text.replace("\t", "    ")


def _step_name(step: Step) -> Message:
    return message(f"validation.step.{step.name.value}")


def _result(game: TestGame) -> str:
    score = game.scores[game.seat]
    return "won" if score == "1" else "lost" if score == "0" else "drawn"
