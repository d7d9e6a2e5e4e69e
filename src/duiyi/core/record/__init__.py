"""Records: a game from its first decision to its last, its text forms and its check.

The value itself is in `model`; `files` reads and writes both forms, `dyr` and `json`.
"""

from duiyi.core.record.model import (
    DEEPEST,
    WORD,
    Decision,
    Node,
    Record,
    Withdrawal,
    free_tag,
)

__all__ = [
    "DEEPEST",
    "WORD",
    "Decision",
    "Node",
    "Record",
    "Withdrawal",
    "free_tag",
]
