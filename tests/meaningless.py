"""Clicks that mean nothing."""

from __future__ import annotations

from typing import Any

from duiyi.core import State


def meaningless(state: State[Any]) -> str:
    """A site on which nothing can be done by whoever is to act, and with which nothing begins."""
    view = state.view(None)
    clicked = {click for choice in view.choices for path in choice.paths for click in path}
    board = state.game.geometry(state.seats, state.options)
    found = (site.id for site in (*board.sites, *view.sites) if site.id not in clicked)
    return next(site for site in found if state.why_path([site])[1] is not None)
