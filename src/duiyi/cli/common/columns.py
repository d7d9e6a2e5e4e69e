"""Many short words in columns, and tables with a head."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rich import box
from rich.table import Table

_head = re.compile(r"(\w+?)(?=:|[x+][A-Z]|-?[0-9]+,)")


def grouped(tokens: Iterable[str]) -> dict[str, list[str]]:
    """Tokens by what they begin with: `build:C3`, `fire:C3:F`; `D3xC3`, `D3+D4`; `1K0,2`, `1K1,1`.

    A group is what stands before a colon, a sign between two sites, or a pair of numbers.
    """
    groups: dict[str, list[str]] = {}
    for token in tokens:
        found = _head.match(token)
        groups.setdefault(found[1] if found else "", []).append(token)
    return groups


def shortened(words: Sequence[str], width: int) -> str:
    """As many words as a line holds; how many there are, if they are not all."""
    whole = "  ".join(words)
    if len(whole) <= width:
        return whole
    tail = f" … ({len(words)})"
    line = ""
    for word in words:
        if len(line) + len(word) + 2 + len(tail) > width:
            break
        line += word + "  "
    return line.rstrip() + tail


def in_columns(words: Sequence[str], width: int) -> list[str]:
    """The words row by row, in columns as wide as the longest of them."""
    each = max(map(len, words), default=0) + 2
    across = max(1, width // each)
    rows = (words[start : start + across] for start in range(0, len(words), across))
    return ["".join(word.ljust(each) for word in row).rstrip() for row in rows]


def headed(heads: Iterable[str]) -> Table:
    """An empty table; what does not fit is folded, never cut."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in heads:
        table.add_column(head, overflow="fold")
    return table
