"""Kernels behind stdin and stdout (`kernels/tools/kernel_driver.cpp`), asked line by line."""

from __future__ import annotations

import os
import select
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

from tests.differential.kernel import NOBODY, Position, Refused, Token

from duiyi.core import CHANCE, State

SOURCE = "tools/kernel_driver.cpp"
BY_SEATS = ("relati-classic", "relati")
"""Games with a kernel for each number of seats."""
NARROW = {"size": 16, "max_height": 29, "max_width": 29}
"""How large these options may be for the narrow kernels of relati legacy and atom."""


CPU_SECONDS = 10
"""That a driver may think about one line."""


class Crashed(Refused):
    """A driver came to its end where it should have answered, or to none."""


class Driver:
    """A `Kernel`: a running driver, started again when it has crashed."""

    def __init__(self, program: Path, *arguments: str, **environment: str) -> None:
        self._command, self._environment = [str(program), *arguments], environment
        self._start()

    def load(self, dump: str) -> Position:
        return self._position(f"load {dump}")

    def play(self, token: str) -> Position:
        return self._position(f"play {token}")

    def withdraw(self, seat: int) -> Position:
        return self._position(f"withdraw {seat}")

    def keep(self) -> None:
        self._ask("keep")

    def again(self) -> Position:
        return self._position("again")

    def perft(self, depth: int) -> int:
        return int(self._ask(f"perft {depth}"))

    def steps(self, number: int, seed: int) -> tuple[list[tuple[int, int]], int]:
        """How often random steps from here led where: for each position after an action the weight
        of the actions that lead there and the number of steps that did; then the number of steps
        that led elsewhere."""
        *found, elsewhere = self._ask(f"steps {number} {seed}").split()
        pairs = (pair.split(":") for pair in found)
        return [(int(weight), int(count)) for weight, count in pairs], int(elsewhere)

    def playouts(self, games: int, seed: int) -> tuple[int, int]:
        """The numbers of games and decisions of random games from here."""
        played, decisions, _ = self._ask(f"playouts {games} {seed}").split()
        return int(played), int(decisions)

    def close(self) -> None:
        """Lets it end by itself, so that a sanitizer has its last word; it must have none."""
        errors = self._end()
        assert not errors, errors

    def _start(self) -> None:
        self._errors = tempfile.TemporaryFile("w+")  # noqa: SIM115 (lives as long as the process)
        self._process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env={**os.environ, **self._environment},
            text=True,
        )
        assert self._process.stdout is not None
        self._answers = select.poll()
        self._answers.register(self._process.stdout, select.POLLIN)

    def _end(self) -> str:
        """What it has said on stderr, with its exit code where that is not 0."""
        asking, answers = self._process.stdin, self._process.stdout
        assert asking is not None
        assert answers is not None
        with suppress(BrokenPipeError):
            asking.close()
        code = self._process.wait(10)
        answers.close()
        self._errors.seek(0)
        with self._errors as errors:
            said = errors.read()[-4000:]
        return said + (f"exit code {code}" if code else "")

    def _ask(self, line: str) -> str:
        asking, answers = self._process.stdin, self._process.stdout
        assert asking is not None
        assert answers is not None
        try:
            asking.write(f"{line}\n")
            asking.flush()
            self._await()
            answer = answers.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            said = self._end()
            self._start()
            raise Crashed(f"{line!r}: {said}")
        return answer.rstrip("\n")

    def _await(self) -> None:
        """Until there is an answer, or an end; a driver that would go on for ever is killed."""
        begun = None
        while not self._answers.poll(1000):
            used = _cpu_seconds(self._process.pid)
            begun = used if begun is None else begun
            if used - begun > CPU_SECONDS:
                self._process.kill()

    def _position(self, line: str) -> Position:
        answer = self._ask(line)
        if " | " not in answer:
            raise Refused(f"{line!r}: {answer}")
        return _read(answer)


def _cpu_seconds(pid: int) -> float:
    """Of a child, from the fields behind its name, which may have spaces."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@lru_cache(maxsize=2048)
def _read(answer: str) -> Position:
    head, dump, tokens = (part.strip() for part in answer.split(" |", 2))
    actor, owner, turn, out, winner, reason, hashed = head.split()
    return Position(
        actor=int(actor),
        owner=None if int(actor) == NOBODY else int(owner),
        turn=int(turn),
        out=int(out),
        winner=int(winner),
        reason=reason,
        dump=dump,
        tokens=_shares(tokens.split()) if int(actor) == CHANCE else _plain(tokens.split()),
        hash=int(hashed),
    )


def _plain(words: list[str]) -> tuple[Token, ...]:
    return tuple((word, None) for word in words)


def _shares(words: list[str]) -> tuple[Token, ...]:
    pairs = [(token, int(weight)) for token, _, weight in (w.rpartition("=") for w in words)]
    total = sum(weight for _, weight in pairs)
    return tuple((token, Fraction(weight, total)) for token, weight in pairs)


def variant_of(state: State[Any]) -> str:
    """The name of the first kernel of a game that knows games like that of a state; empty where the
    game has only one."""
    if state.game.id in BY_SEATS:
        return str(state.seats)
    options: Mapping[str, Any] = dict(state.options.items())
    limited = options.keys() & NARROW.keys()
    if not limited:
        return ""
    return "wide" if any(options[name] > NARROW[name] for name in limited) else "narrow"


DriverFor = Callable[[State[Any]], Driver]


@contextmanager
def drivers(program_of: Callable[[str], Path], **environment: str) -> Iterator[DriverFor]:
    """Drivers by need: a `KernelFor`. `program_of` is given the game."""
    running: dict[tuple[str, str], Driver] = {}

    def driver_for(state: State[Any]) -> Driver:
        wanted = game, variant = state.game.id, variant_of(state)
        if wanted not in running:
            running[wanted] = Driver(program_of(game), variant, **environment)
            stack.callback(running[wanted].close)
        return running[wanted]

    with ExitStack() as stack:
        yield driver_for
