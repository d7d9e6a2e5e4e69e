"""Perft: the number of decision sequences of a given length, by which implementations compare.

Results of chance count as decisions; a finished game has no sequences beyond its end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from duiyi.core.state import CHANCE, State

LARGEST_LAYER = 50_000
"""How many states are held at once for each length: enough for most sequences that meet to meet."""


def perft(state: State[Any], depth: int, report: Callable[[int], None] | None = None) -> int:
    """The number of sequences of exactly `depth` decisions from here.

    `report` is called now and then with the number counted so far.
    """
    if depth < 0:
        raise ValueError(f"a sequence cannot have {depth} decisions")
    if depth == 0:
        return 1
    total = 0
    for part in _parts({state: 1}, depth):
        total += part
        if report is not None:
            report(total)
    return total


def _parts(layer: dict[State[Any], int], depth: int) -> Iterator[int]:
    """The count in parts. A layer says in how many ways each of its states was reached.

    Sequences that lead to the same state go on together. Whenever the next layer is full it is
    counted to the end and dropped, so that memory stays small at any depth.
    """
    if depth == 1:
        yield sum(ways * len(_decisions(state)) for state, ways in layer.items())
        return
    following: dict[State[Any], int] = {}
    for state, ways in layer.items():
        for action in _decisions(state):
            after = state.play(action)
            following[after] = following.get(after, 0) + ways
        if len(following) >= LARGEST_LAYER:
            yield from _parts(following, depth - 1)
            following = {}
    if following:
        yield from _parts(following, depth - 1)


def _decisions(state: State[Any]) -> Sequence[Any]:
    if state.actor is None:
        return ()
    if state.actor == CHANCE:
        return [action for action, _ in state.chances()]
    return state.actions()
