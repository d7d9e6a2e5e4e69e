"""Numbers as people read them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

MINUS = "\N{MINUS SIGN}"


def points(value: Fraction) -> str:
    """`2½`; thirds and smaller shares as decimals."""
    if value.denominator == 1:
        return str(value.numerator)
    if value.denominator == 2:
        whole = value.numerator // 2
        return f"{whole or ''}½"
    return f"{float(value):.2f}"


def ratings(values: Iterable[float | None]) -> Callable[[float], str]:
    """Writes ratings: whole numbers, with a decimal where all of them are small."""
    digits = 0 if max((abs(one) for one in values if one is not None), default=0.0) >= 100 else 1

    def written(value: float) -> str:
        text = f"{value:.{digits}f}"
        return text.lstrip("-") if float(text) == 0 else text.replace("-", MINUS)

    return written


def seconds(value: float) -> str:
    """Three figures that matter, in seconds."""
    if value >= 100:
        return f"{value:.0f}"
    if value >= 10:
        return f"{value:.1f}"
    return f"{value:.2f}" if value >= 1 else f"{value:.3f}"
