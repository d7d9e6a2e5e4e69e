"""`duiyi solve`: who wins, beyond doubt, with a certificate that others can check."""

from __future__ import annotations

import contextlib
import shlex
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import Progress

from duiyi.cli.analysis.searching import ended_by_interrupt, shown_nodes
from duiyi.cli.common.arguments import (
    GameName,
    LanguageOption,
    PositionOption,
    RulesOption,
    SeatsOption,
    begin,
)
from duiyi.cli.common.files import write_whole
from duiyi.cli.common.screen import Screen, screen_of
from duiyi.core import BadOptions, BadPosition, DuiyiError, State, game, message

if TYPE_CHECKING:
    from duiyi.kernels.proof import Proof

HELP = """Find out who wins, beyond doubt, and prove it.

The first line is `win`, `loss` or `draw` for whoever is to act, or `unknown` where time or memory
came to an end before. With `--certificate FILE` the whole proof of a win or loss goes into a file,
which `--verify` checks by the Python rules alone, without any search; nothing is written otherwise.

    duiyi solve tzaar --position "..T3../...r../...Z5.../t2.z...../t.zTTr.t/r....T.T/r..zz.T/\
.R3..../..r2t2. w 1 3"
    duiyi solve relati --position TEXT --seconds 300 --memory 1000 --certificate proof.txt
    duiyi solve tzaar --verify proof.txt
    duiyi solve relati-classic

Positions of tzaar, relati and relati-classic with two seats can be solved when they are near the
end; `dump` in `duiyi play` tells the text of a position. relati-classic is solved as a whole:
without `--position` five lines of five numbers tell what each first move is worth, row by row (1:
the first player wins, 0: nobody does, -1: the second player wins). Ctrl-C ends the search.
"""
INTERRUPTED = 130
REFUSED = 1
MEGABYTE = 1 << 20
SECONDS, MEMORY = 60.0, 256


def solve(
    context: typer.Context,
    name: GameName,
    position: PositionOption = None,
    seats: SeatsOption = None,
    rules: RulesOption = None,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.01, metavar="S", help="CPU time of the search.")
    ] = SECONDS,
    nodes: Annotated[
        int | None,
        typer.Option("--nodes", min=1, metavar="N", help="Positions that it may look at."),
    ] = None,
    memory: Annotated[
        int, typer.Option("--memory", min=1, metavar="MB", help="That it may use.")
    ] = MEMORY,
    certificate: Annotated[
        Path | None,
        typer.Option(
            "--certificate",
            metavar="FILE",
            help="Write the proof there.",
        ),
    ] = None,
    verify: Annotated[
        Path | None,
        typer.Option("--verify", metavar="FILE", help="Check a certificate instead."),
    ] = None,
    language: LanguageOption = None,
) -> int:
    screen = screen_of(context)
    if verify is not None:
        if position is not None or certificate is not None or seats is not None or rules:
            raise typer.BadParameter("--verify says it all: leave out what is to be solved")
        return _verify(screen, game(name).id, verify)
    state = begin(name, seats, rules, position).first()
    _check_solvable(state)
    from duiyi.players.searches import solved

    if solved(state):
        if position is None:
            return _first_moves(screen, state)
        if certificate is None:
            return _known(screen, state)
    if certificate is not None:
        _check_target(certificate)
    return _prove(screen, state, seconds, nodes, memory, certificate)


def _check_solvable(state: State[Any]) -> None:
    from duiyi.kernels.proof import GAMES

    name, seats = state.game.id, state.seats
    if name not in GAMES or seats != 2:
        raise BadOptions(message("cli.solve.no-solver", game=name, seats=seats, known=tuple(GAMES)))
    if state.outcome is not None:
        raise BadPosition(message("bad-position.nobody-decides"))


def _first_moves(screen: Screen, start: State[Any]) -> int:
    """Of a board whose decisions are its sites, row by row."""
    from duiyi.kernels.solver import values

    worth = values(start)
    sites = start.game.geometry(start.seats, start.options).sites
    for _, row in groupby(sites, lambda site: site.y):
        screen.line(" ".join(str(worth[site.id]) for site in row if site.id in worth))
    return 0


def _known(screen: Screen, state: State[Any]) -> int:
    """Of a game that is solved as a whole: no search, no certificate."""
    from duiyi.kernels.solver import values

    token, value = next(iter(values(state).items()))
    screen.line({1: "win", 0: "draw", -1: "loss"}[value])
    screen.say("solve.best", token=token)
    return 0


def _prove(
    screen: Screen,
    state: State[Any],
    seconds: float,
    nodes: int | None,
    memory: int,
    certificate: Path | None,
) -> int:
    from duiyi.kernels import position
    from duiyi.kernels.proof import prove
    from duiyi.kernels.thinker import control

    stop = control()
    with ended_by_interrupt(stop.stop), shown_nodes(screen, state.game.id) as report:
        proof = prove(
            position(state),
            seconds=seconds,
            nodes=nodes,
            memory=memory * MEGABYTE,
            certificate=certificate is not None,
            control=stop,
            report=report,
        )
    _tell(screen, proof)
    if certificate is not None and proof.result != "unknown":
        if proof.certificate:
            _write(screen, state.game.id, proof.certificate, certificate)
        else:
            screen.say("solve.no-certificate")
    return INTERRUPTED if stop.stopped else 0


def _tell(screen: Screen, proof: Proof) -> None:
    screen.line(proof.result)
    if proof.token:
        screen.say("solve.best", token=proof.token)
    screen.say("solve.searched", nodes=f"{proof.nodes:,}", seconds=f"{proof.cpu_seconds:.2f}")


def _check_target(path: Path) -> None:
    """Said before the search rather than after it; only certificates are ever replaced."""
    from duiyi.players.certificate import HEAD

    if not path.parent.is_dir():
        raise typer.BadParameter(f"{path.parent}: there is no such directory")
    if path.exists() and not _first_line(path).startswith(HEAD):
        raise typer.BadParameter(f"{path} exists already and is no certificate")


def _first_line(path: Path) -> str:
    with path.open(encoding="utf-8", errors="replace") as file:
        return file.readline(80)


def _write(screen: Screen, name: str, text: str, path: Path) -> None:
    data = text.encode("utf-8")
    write_whole(data, path)
    screen.line(screen.phrase("solve.certificate", file=str(path), kilobytes=-(-len(data) // 1000)))
    command = f"duiyi solve {name} --verify {shlex.quote(str(path))}"
    screen.line(screen.phrase("solve.check", command=command))


def _verify(screen: Screen, name: str, path: Path) -> int:
    from duiyi.players.certificate import BadCertificate, verified

    with (
        path.open(encoding="utf-8", errors="replace") as file,
        _shown_check(screen, path.name) as report,
    ):
        try:
            proven = verified(file, report)
        except BadCertificate as error:
            refused = str(error)
        else:
            refused = ""
    if refused:
        screen.line(screen.phrase("solve.refused", file=str(path), problem=refused))
        return REFUSED
    if proven.state.game.id != name:
        found = proven.state.game.id
        raise DuiyiError(message("cli.solve.other-game", file=str(path), found=found, wanted=name))
    screen.line(proven.result)
    screen.line(screen.phrase("solve.position", position=proven.state.dump()))
    screen.say("solve.verified", positions=f"{proven.positions:,}")
    return 0


@contextlib.contextmanager
def _shown_check(screen: Screen, words: str) -> Iterator[Callable[[int, int], None] | None]:
    """A bar for the positions that are checked, where there is a terminal to see it."""
    if not screen.errors.is_terminal:
        yield None
        return
    with Progress(console=screen.errors, transient=True) as progress:
        task = progress.add_task(words, total=None)
        yield lambda checked, all_: progress.update(task, completed=checked, total=all_)
