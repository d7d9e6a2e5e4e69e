"""Kernels behind stdin and stdout (`kernels/tools`), compiled by tests and asked line by line."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from duiyi.core import CHANCE, State

KERNELS = Path(__file__).parents[2] / "kernels"
FLAGS = ("-std=c++20", "-O1", "-Wall", "-Wextra", "-Wconversion", "-Werror")
NOBODY = -2


def compiled(name: str, folder: Path, *flags: str) -> Path:
    """The driver of a kernel."""
    program = folder / name
    source = KERNELS / "tools" / f"{name}_driver.cpp"
    subprocess.run(
        ["g++", *FLAGS, *flags, "-I", str(KERNELS), "-o", str(program), str(source)], check=True
    )
    return program


@dataclass(frozen=True)
class Position:
    """What a kernel, or the Python rules, say about a position."""

    actor: int
    owner: int | None
    """`None` at the end, where it has no meaning."""
    turn: int
    out: int
    winner: int
    reason: str
    dump: str
    tokens: tuple[tuple[str, Fraction | None], ...]
    """In order; with their probabilities at chance."""


def told_by_rules(state: State[Any]) -> Position:
    outcome = state.outcome
    tokens: list[tuple[str, Fraction | None]]
    if state.actor == CHANCE:
        tokens = [(state.text(action), share) for action, share in state.chances()]
    else:
        tokens = [(state.text(action), None) for action in state.actions()]
    return Position(
        actor=NOBODY if state.actor is None else state.actor,
        owner=None if outcome else state.owner,
        turn=state.turn,
        out=sum(1 << seat for seat in state.out),
        winner=NOBODY if outcome is None or outcome.winner is None else outcome.winner,
        reason=outcome.reason if outcome else "-",
        dump=state.dump(),
        tokens=tuple(tokens),
    )


class Driver:
    """A running driver. `hash` is that of the last position."""

    def __init__(self, program: Path, *arguments: str) -> None:
        self._process = subprocess.Popen(
            [str(program), *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.hash = ""

    def ask(self, line: str) -> str:
        asking, answers = self._process.stdin, self._process.stdout
        assert asking is not None
        assert answers is not None
        asking.write(f"{line}\n")
        asking.flush()
        return answers.readline().rstrip("\n")

    def position(self, line: str) -> Position:
        """The position that comes of a line."""
        answer = self.ask(line)
        assert " | " in answer, (line, answer)
        head, dump, tokens = (part.strip() for part in answer.split(" |", 2))
        actor, owner, turn, out, winner, reason, self.hash = head.split()
        over = int(actor) == NOBODY
        return Position(
            actor=int(actor),
            owner=None if over else int(owner),
            turn=int(turn),
            out=int(out),
            winner=int(winner),
            reason=reason,
            dump=dump,
            tokens=_shares(tokens.split()) if int(actor) == CHANCE else _plain(tokens.split()),
        )

    def close(self) -> None:
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait(10)
        if self._process.stdout is not None:
            self._process.stdout.close()


def _plain(words: list[str]) -> tuple[tuple[str, Fraction | None], ...]:
    return tuple((word, None) for word in words)


def _shares(words: list[str]) -> tuple[tuple[str, Fraction | None], ...]:
    pairs = [(token, int(weight)) for token, _, weight in (w.rpartition("=") for w in words)]
    total = sum(weight for _, weight in pairs)
    return tuple((token, Fraction(weight, total)) for token, weight in pairs)
