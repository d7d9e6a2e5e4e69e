"""Puzzles as they travel: lists, beginnings, tries, hints, solutions. Nothing is kept.

What is right is worked out in a process that thinks (`computers.puzzling`); here it becomes
positions to be shown. Choices are shown without what they would lead to, which would tell too much.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from hashlib import blake2b
from typing import Any

from duiyi.analysis.puzzles.files import BadPuzzles, certificate
from duiyi.analysis.puzzles.files import puzzles as read_puzzles
from duiyi.analysis.puzzles.model import GRADES, Puzzle
from duiyi.analysis.puzzles.words import facts_message, task_message, theme_message
from duiyi.core import DuiyiError, Game, State, game, games, message
from duiyi.core.view import Choice, View
from duiyi.server import wire
from duiyi.server.table.history import geometry
from duiyi.server.teaching.attempts import legal
from duiyi.server.teaching.frames import frames
from duiyi.server.wire.puzzles import (
    DailyPuzzle,
    PuzzleAnswer,
    PuzzleDefence,
    PuzzleHint,
    PuzzleJudged,
    PuzzleList,
    PuzzleOutline,
    PuzzleRating,
    PuzzleSolution,
    PuzzleStart,
    PuzzleTheme,
)
from duiyi.server.wire.refusal import Refused, refused_by

DAYS = (1, 2, 2, 3, 3, 4, 5)
"""The grade of the daily puzzle, from Monday on."""
MOST_DEFENCES = 60
_log = logging.getLogger(__name__)


def puzzle_count(one: Game) -> int:
    return len(_puzzles(one.id))


def puzzle_list(one: Game) -> PuzzleList:
    found = _puzzles(one.id).values()
    themes = Counter(theme for puzzle in found for theme in puzzle.themes)
    return PuzzleList(
        tuple(map(_outline, found)),
        tuple(PuzzleTheme(id, theme_message(one.id, id), number) for id, number in themes.items()),
    )


def daily(day: date) -> tuple[DailyPuzzle, ...]:
    """For each game that has puzzles one, the same for everybody."""
    return tuple(_daily(one.id, day) for one in games() if _puzzles(one.id))


def _daily(name: str, day: date) -> DailyPuzzle:
    found = list(_puzzles(name).values())
    wanted = DAYS[day.weekday()]
    grade = min(GRADES, key=lambda each: (not _of(found, each), abs(each - wanted)))
    chosen = _of(found, grade)
    number = int.from_bytes(blake2b(f"{name} {day.isoformat()}".encode()).digest()[:8])
    return DailyPuzzle(name, chosen[number % len(chosen)].id, day.isoformat())


def _of(found: Sequence[Puzzle], grade: int) -> list[Puzzle]:
    return [puzzle for puzzle in found if puzzle.grade == grade]


def puzzle_start(name: str, id: str, rated: PuzzleRating) -> PuzzleStart:
    """`Refused` where there is no such puzzle."""
    puzzle = find(name, id)
    state = game(name).load(puzzle.position)
    return PuzzleStart(
        id=puzzle.id,
        game=name,
        options=state.options.json(),
        seat=puzzle.seat,
        task=task_message(name, puzzle.task),
        facts=facts_message(state, puzzle.task),
        geometry=geometry(state.game, state.seats, state.options),
        view=wire.raw(_view(puzzle, state, None)),
        rated=rated,
    )


def checked(name: str, id: str, played: Sequence[str]) -> State[Any]:
    """Where tokens lead; `Refused` unless the solver is to act there."""
    puzzle = find(name, id)
    try:
        state = _states(name, puzzle, played)[-1]
    except DuiyiError as error:
        raise refused_by(error, "bad-puzzle-try", "played") from None
    if state.actor != puzzle.seat:
        raise Refused(422, "bad-puzzle-try", message("http:bad-puzzle-try"), "played")
    return state


def playable(name: str, id: str, played: Sequence[str]) -> None:
    """`Refused` where tokens cannot be played."""
    try:
        _states(name, find(name, id), played)
    except DuiyiError as error:
        raise refused_by(error, "bad-puzzle-try", "played") from None


def legal_try(name: str, id: str, played: Sequence[str], text: str) -> str | PuzzleAnswer:
    """The token that a try plays; or the answer to one that is not legal, and to clicks that mean
    none: nobody has to think about it."""
    try:
        token, broken = legal(checked(name, id, played), text)
    except DuiyiError as error:
        raise refused_by(error, "bad-puzzle-try", "token") from None
    if token is not None:
        return token
    if broken is None:
        raise Refused(422, "bad-puzzle-try", message("http:bad-puzzle-try"), "token")
    return PuzzleAnswer("refused", broken.message, broken.sites, (), wire.joined([]))


def puzzle_answer(name: str, id: str, played: Sequence[str], judged: PuzzleJudged) -> PuzzleAnswer:
    puzzle = find(name, id)
    solved = judged.verdict == "solved"
    states = _states(name, puzzle, [*played, *judged.tokens])[len(played) :]
    return PuzzleAnswer(
        verdict=judged.verdict,  # type: ignore[arg-type]
        said=message(f"puzzle.{judged.verdict}"),
        sites=(),
        tokens=judged.tokens,
        frames=frames(states, judged.tokens, partial(_view, puzzle), len(played)),
        outline=_outline(puzzle) if solved else None,
        known=puzzle.task.known if solved else None,  # type: ignore[arg-type]
        facts=facts_message(states[-1], puzzle.task) if judged.verdict == "right" else None,
    )


def puzzle_hint(
    name: str, id: str, played: Sequence[str], step: int, judged: PuzzleJudged
) -> PuzzleHint:
    """First the piece; then the kind of action. Where one click is all, first some places."""
    if not judged.tokens:
        return PuzzleHint(message("puzzle.unclear"), ())
    puzzle = find(name, id)
    state = checked(name, id, played)
    choices = {choice.token: choice for choice in state.view(puzzle.seat).choices}
    right = choices[judged.tokens[0]]
    (first, *further) = right.paths[0]
    if step == 2 and right.verb:
        verb = message(f"{name}:verb.{right.verb}")
        return PuzzleHint(message("puzzle.hint.kind", verb=verb), (first,) if further else ())
    if further:
        return PuzzleHint(message("puzzle.hint.piece"), (first,))
    among = _among(puzzle, choices, right) if step == 1 and not played else (first,)
    return PuzzleHint(message("puzzle.hint.among", count=len(among)), among)


def _among(puzzle: Puzzle, choices: Mapping[str, Choice], right: Choice) -> tuple[str, ...]:
    wrong = (choices[token] for token in puzzle.refuted if token in choices)
    return tuple(sorted({choice.paths[0][-1] for choice in (right, *wrong)}))


def puzzle_solution(name: str, id: str, judged: PuzzleJudged) -> PuzzleSolution:
    puzzle = find(name, id)
    states = _states(name, puzzle, judged.tokens)
    return PuzzleSolution(
        outline=_outline(puzzle),
        known=puzzle.task.known,  # type: ignore[arg-type]
        position=puzzle.position,
        tokens=judged.tokens,
        frames=frames(states, judged.tokens, partial(_view, puzzle)),
        complete=judged.verdict == "solved",
        defences=tuple(_defences(puzzle, states, judged.tokens))[:MOST_DEFENCES],
    )


def _defences(
    puzzle: Puzzle, states: Sequence[State[Any]], tokens: Sequence[str]
) -> Iterator[PuzzleDefence]:
    for at, (state, token) in enumerate(zip(states, tokens, strict=False)):
        if state.actor == puzzle.seat:
            continue
        for action in state.actions():
            if state.text(action) != token:
                yield PuzzleDefence(at, state.text(action), state.notation(action))


def puzzle_certificate(name: str, id: str) -> str:
    """`Refused` where everything was tried instead."""
    find(name, id)
    found = certificate(name, id)
    if not found:
        raise Refused(404, "no-certificate", message("http:no-certificate"))
    return found


def find(name: str, id: str) -> Puzzle:
    puzzle = _puzzles(game(name).id).get(id)
    if puzzle is None:
        raise Refused(404, "no-puzzle", message("http:no-puzzle"))
    return puzzle


def _puzzles(name: str) -> Mapping[str, Puzzle]:
    """None of a plug-in whose file cannot be used: its fault costs only its own puzzles."""
    try:
        return read_puzzles(name)
    except BadPuzzles as error:
        _log.error("no puzzles of %s: %s", name, error)
        return {}


def _states(name: str, puzzle: Puzzle, tokens: Sequence[str]) -> list[State[Any]]:
    states = [game(name).load(puzzle.position)]
    for token in tokens:
        states.append(states[-1].play(token))
    return states


def _view(puzzle: Puzzle, state: State[Any], before: State[Any] | None) -> View:
    view = state.view(puzzle.seat, before)
    return replace(view, choices=tuple(replace(one, preview=None) for one in view.choices))


def _outline(puzzle: Puzzle) -> PuzzleOutline:
    return PuzzleOutline(puzzle.id, puzzle.grade, puzzle.rating, puzzle.themes)
