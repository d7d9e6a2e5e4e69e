"""Symmetric positive definite matrices by Cholesky: solved, and inverted.

Plain Python, so that the same numbers come out on every machine: a library for matrices adds in
another order on another processor. 300 unknowns take a third of a second.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import mul

Triangle = list[list[float]]
"""The lower half of a matrix: row `n` has `n + 1` numbers."""


def factor(matrix: Sequence[Sequence[float]]) -> Triangle:
    """The lower triangle whose product with its transpose is the matrix, of which the lower half
    is read."""
    lower: Triangle = []
    for at, row in enumerate(matrix):
        made: list[float] = []
        for to in range(at):
            upper = lower[to]
            made.append((row[to] - sum(map(mul, made, upper))) / upper[to])
        made.append(math.sqrt(row[at] - sum(map(mul, made, made))))
        lower.append(made)
    return lower


def solved(lower: Triangle, right: Sequence[float]) -> list[float]:
    """The solution of a system whose matrix was factored."""
    down: list[float] = []
    for row, value in zip(lower, right, strict=True):
        down.append((value - sum(map(mul, row, down))) / row[-1])
    up = [0.0] * len(down)
    for at in reversed(range(len(down))):
        up[at] = down[at] / lower[at][at]
        for before, part in enumerate(lower[at][:at]):
            down[before] -= part * up[at]
    return up


def inverse(lower: Triangle) -> Triangle:
    """The lower half of the inverse of a matrix that was factored."""
    size = len(lower)
    columns: Triangle = []
    """Of the inverse of the factor, each from its diagonal down."""
    for at in range(size):
        column = [1 / lower[at][at]]
        for row in range(at + 1, size):
            line = lower[row]
            column.append(-sum(map(mul, line[at:row], column)) / line[row])
        columns.append(column)
    return [
        [sum(map(mul, columns[row], columns[to][row - to :])) for to in range(row + 1)]
        for row in range(size)
    ]


def log_determinant(lower: Triangle) -> float:
    """Of a matrix that was factored."""
    return 2 * math.fsum(math.log(row[-1]) for row in lower)


def entry(triangle: Triangle, row: int, column: int) -> float:
    """An entry of a symmetric matrix of which the lower half is kept."""
    return triangle[row][column] if row >= column else triangle[column][row]


def centred(covariance: Triangle) -> Triangle:
    """The covariances of differences from the mean of all."""
    size = len(covariance)
    means = [
        math.fsum(entry(covariance, at, to) for to in range(size)) / size for at in range(size)
    ]
    whole = math.fsum(means) / max(1, size)
    return [
        [value - means[at] - means[to] + whole for to, value in enumerate(row)]
        for at, row in enumerate(covariance)
    ]
