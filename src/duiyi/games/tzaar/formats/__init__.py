"""Tzaar as other programs write it: Little Golem and Boardspace, both in SGF.

What each form looks like is told in `docs/architecture/formats.md`.
"""

from duiyi.games.tzaar.formats.boardspace import BOARDSPACE
from duiyi.games.tzaar.formats.littlegolem import LITTLE_GOLEM

__all__ = ["BOARDSPACE", "FORMATS", "LITTLE_GOLEM"]

FORMATS = (LITTLE_GOLEM, BOARDSPACE)
