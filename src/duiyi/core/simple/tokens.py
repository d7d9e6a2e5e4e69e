"""Tokens of several sites, such as `A1-B2/C3`: taken apart, and joined again."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import lru_cache


@lru_cache(maxsize=1 << 14)  # a view asks for thousands of tokens, and the next one for most again
def parts(token: str, separators: str) -> tuple[str, ...]:
    """What stands between the separators, of which the last is used for all further ones."""
    found, rest = [], token
    for separator in _endless(separators):
        part, more, rest = rest.partition(separator)
        found.append(part)
        if not more:
            break
    return tuple(found)


def joined(parts: Sequence[str], separators: str) -> str:
    """The inverse of `parts`."""
    *before, last = parts
    between = zip(before, _endless(separators), strict=False)
    return "".join(part + separator for part, separator in between) + last


def _endless(separators: str) -> Iterator[str]:
    return itertools.chain(separators, itertools.repeat(separators[-1]))
