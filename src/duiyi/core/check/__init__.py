"""The conformance suite: random walks over a game's samples, and what must hold along them.

    >>> import duiyi
    >>> from duiyi.core.check import check
    >>> check(duiyi.game("relati-classic")).ok
    True

See `docs/architecture/conformance.md`.
"""

from duiyi.core.check import (  # noqa: F401  (each enters its properties into the table)
    records,
    setups,
    states,
    tokens,
    turns,
    views,
    withdrawals,
    words,
)
from duiyi.core.check.brought import lessons, palette, symmetry  # noqa: F401  (likewise)
from duiyi.core.check.properties import (
    PROPERTIES,
    Broken,
    Property,
    Warned,
    When,
    expect,
    properties,
    refused,
    requirement,
    same,
)
from duiyi.core.check.report import Finding, Report
from duiyi.core.check.run import LIMIT, check, check_walk
from duiyi.core.check.walk import Choose, Point, Step, walk

__all__ = [
    "LIMIT",
    "PROPERTIES",
    "Broken",
    "Choose",
    "Finding",
    "Point",
    "Property",
    "Report",
    "Step",
    "Warned",
    "When",
    "check",
    "check_walk",
    "expect",
    "properties",
    "refused",
    "requirement",
    "same",
    "walk",
]
