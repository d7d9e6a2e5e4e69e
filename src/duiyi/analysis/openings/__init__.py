"""Openings: what was played in a position, how often, and how it ended.

Positions that differ only in how one looks at them count as one, and so do decisions that lead to
such positions. `docs/architecture/openings.md` has the whole.
"""

from duiyi.analysis.openings.book import Book, packaged
from duiyi.analysis.openings.positions import DEPTH, Edge, decisions_by_child, edges, key
from duiyi.analysis.openings.tally import Tally

__all__ = [
    "DEPTH",
    "Book",
    "Edge",
    "Tally",
    "decisions_by_child",
    "edges",
    "key",
    "packaged",
]
