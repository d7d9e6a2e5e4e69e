"""An analysis written into a copy of the record: comments, and better lines as variations."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import Any

from duiyi.analysis.game import Judged
from duiyi.analysis.mistakes import Mark
from duiyi.core import Record, State, message
from duiyi.core.locale import FALLBACK, text
from duiyi.core.record import Decision, Node


def annotated(record: Record, found: Iterable[Judged], language: str = FALLBACK) -> Record:
    """The record with `[eval SHARE]` after each decision, for the seat that decided; marked ones
    also have words in the language, and the better line as a variation."""
    nodes = list(record.nodes)
    for one in found:
        nodes[one.number] = _with_words(nodes[one.number], one, language)
    return dataclasses.replace(record, nodes=tuple(nodes))


def _with_words(node: Node, found: Judged, language: str) -> Node:
    comment = _evaluation(found.share)
    variations = node.variations
    if found.mark is not Mark.fine:
        words = message(
            "analysis.held-against",
            mark=message(f"analysis.{found.mark}"),
            lost=percent(found.loss),
            better=found.analysis.best.tokens[0],
        )
        comment = f"{comment} {text(words, language)}"
        variations = (*variations, _line(found))
    return dataclasses.replace(node, comments=(*node.comments, comment), variations=variations)


def _line(found: Judged) -> tuple[Node, ...]:
    first, *rest = _decisions(found.state, found.analysis.best.tokens)
    return (dataclasses.replace(first, comments=(_evaluation(found.best),)), *rest)


def _decisions(state: State[Any], tokens: Sequence[str]) -> list[Decision]:
    nodes = []
    for token in tokens:
        assert state.actor is not None
        nodes.append(Decision(state.actor, token))
        state = state.play(token)
    return nodes


def _evaluation(share: float) -> str:
    return f"[eval {share:.3f}]"


def percent(share: float) -> str:
    """A share as people read it."""
    return f"{share * 100:.1f} %"
