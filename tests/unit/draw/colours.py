"""Colour as people see it: luminance, contrast, distance, and the three kinds of colour blindness.

OKLab after Björn Ottosson; colour vision deficiency after Machado, Oliveira and Fernandes (2009),
severity 1.
"""

from __future__ import annotations

import math
import re

Rgb = tuple[float, float, float]
Matrix = tuple[Rgb, Rgb, Rgb]

SIGHT: dict[str, Matrix] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_lms: Matrix = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_lab: Matrix = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)


def rgb(colour: str) -> Rgb:
    """A colour written as `#RRGGBB` or `#RGB`, each part from 0 to 1."""
    found = re.fullmatch(r"#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})", colour)
    assert found is not None, colour
    digits = found[1] if len(found[1]) == 6 else "".join(2 * digit for digit in found[1])
    red, green, blue = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return red, green, blue


def over(colour: str, opacity: float, ground: Rgb) -> Rgb:
    """What a translucent colour looks like on a ground."""
    red, green, blue = (
        a * opacity + b * (1 - opacity) for a, b in zip(rgb(colour), ground, strict=True)
    )
    return red, green, blue


def luminance(colour: Rgb) -> float:
    red, green, blue = map(_linear, colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Rgb, other: Rgb) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def distance(one: str, other: str, sight: Matrix) -> float:
    """How far apart two colours look, times 100."""
    a, b = (_oklab(colour, sight) for colour in (one, other))
    return 100 * math.dist(a, b)


def _oklab(colour: str, sight: Matrix) -> Rgb:
    red, green, blue = map(_linear, rgb(colour))
    seen = _times(sight, (red, green, blue))
    long, middle, short = (max(part, 0.0) ** (1 / 3) for part in _times(_lms, seen))
    return _times(_lab, (long, middle, short))


def _times(matrix: Matrix, vector: Rgb) -> Rgb:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)
