"""Certificates: proofs that a seat wins or holds a position, checked by the rules alone.

A certificate is text. Its head names the game, the position, and the result for the seat that is
to act; then come one or two proofs, each with what it claims and how many positions it has:

    duiyi-certificate 1
    game tzaar
    position TT.Tt/R5...../t....../t...r2..r4/T......./.......Z3/z6....../Tt2...R3/T.T2tt b 1 3
    result win
    seat 1 wins 217
    G1xH1 H2+I4 {
    ...

A `win` or `loss` needs the winner's `wins`; a `draw` needs both seats' `holds`: does not lose. A
proof is a tree in words, depth first. What stands for a position is

- `TOKEN` and the position after it, where the seat itself acts: one decision is enough;
- `{`, then `TOKEN` and the position after it for every legal decision, then `}`, where the other
  seat acts;
- `.` where the game is over;
- `=N` where it is the position that was marked with `#N` before and has been proven since.

Nothing is taken on trust: not who wrote it, nor how it was found, nor any number in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from duiyi.core import CHANCE, DuiyiError, Seat, State, game

HEAD = "duiyi-certificate 1"
RESULTS = ("win", "loss", "draw")
REPORT_EVERY = 100

Report = Callable[[int, int], None]


class BadCertificate(Exception):
    """The text is no certificate, or does not prove what it says; lines are counted from 1."""

    def __init__(self, problem: str, line: int) -> None:
        super().__init__(problem, line)
        self.problem = problem
        self.line = line

    def __str__(self) -> str:
        return f"line {self.line}: {self.problem}"


@dataclass(frozen=True)
class Proven:
    """What a certificate has proven."""

    state: State[Any]
    result: str
    """`win`, `loss` or `draw`, for the seat that is to act."""
    positions: int
    """How many had to be looked at, finished ones not counted."""


def verified(lines: Iterable[str], report: Report | None = None) -> Proven:
    """What a certificate proves; `BadCertificate` where it does not.

    `report` is called now and then with the number of positions checked in a proof, and of all
    that it says to have.
    """
    text = _Text(lines)
    if text.line() != HEAD:
        raise text.bad(f"a certificate begins with {HEAD!r}")
    state = _position(text)
    result = text.field("result")
    if result not in RESULTS:
        raise text.bad(f"a result is one of {', '.join(RESULTS)}, not {result!r}")
    missing = _claims(state, result)
    positions = 0
    while missing:
        seat, claim, count = _claim(text)
        if (seat, claim) not in missing:
            raise text.bad(f"that seat {seat} {claim} is no part of a {result} here")
        missing.remove((seat, claim))
        positions += _Proof(text, seat, claim == "wins", count, report).check(state)
    if (word := text.word()) is not None:
        raise text.bad(f"{word!r} after the last proof")
    return Proven(state, result, positions)


def _position(text: _Text) -> State[Any]:
    try:
        state = game(text.field("game")).load(text.field("position"))
    except DuiyiError as error:
        raise text.bad(str(error)) from error
    if state.seats != 2 or state.outcome is not None:
        raise text.bad("only positions of two seats that are not over have a certificate")
    return state


def _claims(state: State[Any], result: str) -> set[tuple[Seat, str]]:
    if result == "draw":
        return {(0, "holds"), (1, "holds")}
    actor = state.owner if state.actor is None else state.actor
    return {(actor if result == "win" else 1 - actor, "wins")}


def _claim(text: _Text) -> tuple[Seat, str, int]:
    match text.field("seat").split(" "):
        case [seat, claim, count] if seat in ("0", "1") and count.isdecimal():
            return int(seat), claim, int(count)
    raise text.bad("a proof begins with `seat 0` or `seat 1`, `wins` or `holds`, and a number")


class _Text:
    """The lines, one after the other, and the words of the one that is being read."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self._words: Iterator[str] = iter(())
        self._number = 0

    def line(self) -> str | None:
        line = next(self._lines, None)
        self._number += 1
        return None if line is None else line.rstrip("\n")

    def field(self, name: str) -> str:
        line = self.line()
        if line is None or not line.startswith(f"{name} "):
            raise self.bad(f"here a line begins with {name!r}")
        return line.removeprefix(f"{name} ")

    def word(self) -> str | None:
        while (word := next(self._words, None)) is None:
            line = self.line()
            if line is None:
                return None
            self._words = iter(line.split())
        return word

    def bad(self, problem: str) -> BadCertificate:
        return BadCertificate(problem, self._number)


@dataclass(slots=True)
class _Open:
    """A position that is not proven yet."""

    state: State[Any]
    token: str
    """The decision that led to it."""
    mark: str | None
    chosen: str | None
    """The decision of the seat itself, until it is followed."""
    unanswered: dict[str, Any] | None
    """The other seat's decisions that have not been answered."""


class _Proof:
    """One proof: that a seat wins, or that it does not lose."""

    def __init__(
        self, text: _Text, seat: Seat, wins: bool, count: int, report: Report | None
    ) -> None:
        self._text = text
        self._seat = seat
        self._wins = wins
        self._count = count
        self._report = report
        self._open: list[_Open] = []
        self._marked: dict[str, State[Any]] = {}
        self._checked = 0

    def check(self, state: State[Any]) -> int:
        """The number of positions that were checked: all that are needed."""
        following: State[Any] | None = state
        token = ""
        while following is not None:
            self._begin(following, token)
            following = None
            while self._open and following is None:
                token, following = self._go_on(self._open[-1])
                if following is None:
                    self._close(self._open.pop())
        if self._checked != self._count:
            raise self._bad(f"{self._checked} positions, not {self._count}")
        return self._checked

    def _begin(self, state: State[Any], token: str) -> None:
        """What is said of a position; one that needs no more is not opened."""
        word = self._word()
        mark = None
        if word.startswith("#"):
            mark, word = word[1:], self._word()
            if mark in self._marked or any(mark == known.mark for known in self._open):
                raise self._bad(f"a second position is marked #{mark}", token)
        if word.startswith("="):
            if self._marked.get(word[1:]) != state:
                raise self._bad(f"{word} is not this position, or not proven yet", token)
        elif state.outcome is not None:
            self._end(state, word, token)
        else:
            self._open.append(self._opened(state, token, mark, word))

    def _end(self, state: State[Any], word: str, token: str) -> None:
        assert state.outcome is not None
        if word != ".":
            raise self._bad(f"the game is over, but {word!r} goes on", token)
        winner = state.outcome.winner
        if winner != self._seat and (self._wins or winner is not None):
            wanted = "win" if self._wins else "hold"
            raise self._bad(f"the game is over, and seat {self._seat} does not {wanted}", token)

    def _opened(self, state: State[Any], token: str, mark: str | None, word: str) -> _Open:
        if word == ".":
            raise self._bad("the game is not over", token)
        if state.actor == CHANCE:
            raise self._bad("chance decides here, which no certificate can answer", token)
        self._checked += 1
        if self._report is not None and self._checked % REPORT_EVERY == 0:
            self._report(self._checked, self._count)
        if state.actor == self._seat:
            return _Open(state, token, mark, word, None)
        if word != "{":
            raise self._bad(f"here the other seat acts, and {word!r} is not the `{{`", token)
        unanswered = {state.text(action): action for action in state.actions()}
        return _Open(state, token, mark, None, unanswered)

    def _go_on(self, position: _Open) -> tuple[str, State[Any] | None]:
        """The next decision and the position after it; none when this one is proven."""
        if position.unanswered is None:
            token, position.chosen = position.chosen, None
            if token is None:
                return "", None
            try:
                return token, position.state.play(token)
            except DuiyiError as error:
                raise self._bad(f"{token!r} is no decision here: {error}") from error
        token = self._word()
        if token == "}":
            if position.unanswered:
                raise self._bad(f"no answer to {', '.join(position.unanswered)}")
            return "", None
        if token not in position.unanswered:
            raise self._bad(f"{token!r} is no decision here, or answered already")
        return token, position.state.play(position.unanswered.pop(token))

    def _close(self, position: _Open) -> None:
        if position.mark is not None:
            self._marked[position.mark] = position.state

    def _word(self) -> str:
        word = self._text.word()
        if word is None:
            raise self._bad("the certificate ends in the middle of a proof")
        return word

    def _bad(self, problem: str, token: str = "") -> BadCertificate:
        """With the decisions that lead to where it was found."""
        tokens = [position.token for position in self._open] + [token]
        path = " ".join(filter(None, tokens))
        return self._text.bad(f"after {path}: {problem}" if path else problem)
