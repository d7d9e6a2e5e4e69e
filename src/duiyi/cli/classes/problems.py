"""Lines of a roster that were left out, each with its number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from duiyi.cli.common.screen import Screen

if TYPE_CHECKING:
    from duiyi.classes.roster import Problem

NOT_ALL = 1


def left_out(screen: Screen, problems: Sequence[Problem]) -> int:
    """Tell them on stderr; the exit code."""
    if not problems:
        return 0
    screen.errors.print(screen.phrase("class.left-out", count=len(problems)))
    for problem in problems:
        screen.errors.print(f"  {screen.words(problem.message)}", soft_wrap=True)
    return NOT_ALL
