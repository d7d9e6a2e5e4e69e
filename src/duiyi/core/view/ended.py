"""How a withdrawal has ended a game of two, in words."""

from __future__ import annotations

from dataclasses import replace

from duiyi.core.record import Node, Withdrawal
from duiyi.core.view.model import View

TOLD = ("resigned", "time")
"""Verdicts that have words; a record may have any other."""


def ended_by(node: Node | None, view: View) -> View:
    """A view that says how the last node has ended the game. Rules know that a seat is gone, not
    why; between two it is why that is told."""
    if not isinstance(node, Withdrawal) or node.verdict not in TOLD:
        return view
    if view.outcome is None or view.outcome.reason != "withdrawn" or len(view.seats) != 2:
        return view
    return replace(view, prompt=replace(view.prompt, key=f"core:outcome.{node.verdict}"))
