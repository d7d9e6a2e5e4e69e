"""How Boardspace deals: the pieces shuffled by a linear congruential generator, from a key.

All Totts, Tzarras and Tzaars of White, then those of Black, are gone through five times; each time
every piece changes places with one that the generator names. The generator is the well-known one
with 48 bits that Java's library documents. Until October 2013 it was asked in another way, so the
date of a game counts too.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from duiyi.games.tzaar.pieces import BLACK, KINDS, WHITE, Points, Stack

ROUNDS = 5
CHANGED = (2013, 10, 25)
"""Games of earlier days were dealt in the older way."""
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_year = re.compile(r"\b(?:19|20)[0-9]{2}\b")
_month = re.compile(r"\b(" + "|".join(_MONTHS) + r")[a-z]*\.? +([0-9]{1,2})\b")
_iso = re.compile(r"\b(20[0-9]{2})[-/]([0-9]{1,2})[-/]([0-9]{1,2})\b")


def boardspace_deal(key: int, date: str = "") -> Points:
    """The pieces on A1, A2, … I5."""
    pieces = [
        Stack(seat, kind)
        for seat in (WHITE, BLACK)
        for kind in reversed(KINDS)
        for _ in range(KINDS[kind])
    ]
    below = generator(key, old=is_old(date))
    for _ in range(ROUNDS):
        for at in range(len(pieces)):
            other = below(len(pieces))
            pieces[at], pieces[other] = pieces[other], pieces[at]
    return tuple(pieces)


def generator(key: int, *, old: bool = False) -> Callable[[int], int]:
    """Numbers from 0 to before a bound, one after the other."""
    seed = (key ^ 0x5DEECE66D) & (2**48 - 1)

    def bits(count: int) -> int:
        nonlocal seed
        seed = (seed * 0x5DEECE66D + 0xB) & (2**48 - 1)
        return seed >> (48 - count)

    def below(bound: int) -> int:
        if old:
            number = bits(32)
            size = number if number < 2**31 else 2**32 - number
            return size % 2**31 % bound
        while True:
            number = bits(31)
            found = number % bound
            if number - found + bound <= 2**31:
                return found

    return below


def is_old(date: str) -> bool:
    """Whether a date as people and programs write it is one of the older days."""
    found = _iso.search(date)
    if found is not None:
        year, month, day = map(int, found.groups())
        return (year, month, day) < CHANGED
    years = _year.findall(date)
    if not years:
        return False
    named = _month.search(date.lower())
    when = (_MONTHS.index(named[1]) + 1, int(named[2])) if named else (12, 31)
    return (int(years[-1]), *when) < CHANGED
