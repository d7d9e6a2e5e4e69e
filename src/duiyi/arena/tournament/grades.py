"""Grades: a formula over a bot's place in the standings.

    grades = "60 + 40 * (n - rank) / (n - 1) if clean else 0"
    grades = "max(60, 75 + rating / 20) if losses < games else 50"

A formula has numbers, the names below, `+ - * / // % **`, comparisons, `and or not`, `A if C else
B` and a few functions. It is walked node by node: nothing of Python itself can be reached.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from duiyi.arena.tournament.fields import BadCup, Fields
from duiyi.core import message

if TYPE_CHECKING:
    from duiyi.arena.tournament.conduct import Conduct
    from duiyi.arena.tournament.standings import Standing, Standings

LONGEST = 500
NAMES = (
    *("rank", "n", "points", "games", "share", "wins", "draws", "losses", "rating"),
    *("faults", "clean"),
)
"""`n` is the number of bots that play, `share` points divided by games, `faults` the games lost by
a fault of its own, `clean` those ended without one (see `duiyi.arena.tournament.conduct`)."""
DEFAULT = "60 + 40 * (n - rank) / (n - 1) if clean else 0"
"""Who only had faults gets nothing, whatever the faults of others brought."""

_operators: dict[type[Any], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_functions: dict[str, Callable[..., Any]] = {
    "min": min,
    "max": max,
    "round": lambda x, digits=0.0: float(round(x, int(digits))),
    "abs": abs,
    "floor": lambda x: float(math.floor(x)),
    "ceil": lambda x: float(math.ceil(x)),
    "sqrt": math.sqrt,
    "log": math.log,
    "exp": math.exp,
}


class _Wrong(Exception):
    """A part of the formula that is not allowed: the problem's key, and the part."""


def check_formula(formula: str, fields: Fields) -> None:
    """Refuses a formula that is not one, before anything starts."""
    try:
        _checked(formula)
    except _Wrong as wrong:
        problem, part = wrong.args
        known = (*NAMES, *_functions)
        raise fields.bad(f"grades-{problem}", part=str(part)[:60], names=known) from None


def grade(formula: str, values: Mapping[str, float]) -> float:
    """What the formula says for one bot, with two decimals; `BadCup` where it has no value."""
    try:
        found = float(_value(_checked(formula), values))
    except (ArithmeticError, ValueError, TypeError) as error:
        raise BadCup(message("cup.grades.no-value", problem=str(error))) from None
    if not math.isfinite(found):
        raise BadCup(message("cup.grades.no-value", problem=str(found)))
    return round(found, 2) + 0.0


def grades_of(
    formula: str, standings: Standings, conduct: Mapping[str, Conduct]
) -> dict[str, float]:
    """A grade for each bot, in the order of the standings."""
    try:
        return {
            standing.name: grade(
                formula, values_of(standing, standings.rows, conduct[standing.name])
            )
            for standing in standings.rows
        }
    except BadCup as error:
        raise BadCup(message("cup.grades.failed", problem=error.message)) from None


def values_of(standing: Standing, rows: Sequence[Standing], conduct: Conduct) -> dict[str, float]:
    return {
        "rank": float(standing.rank),
        "n": float(len(rows)),
        "points": float(standing.points),
        "games": float(standing.games),
        "share": float(standing.share),
        "wins": float(standing.wins),
        "draws": float(standing.draws),
        "losses": float(standing.losses),
        "rating": standing.rating.value,
        "faults": float(conduct.faults),
        "clean": float(conduct.clean),
    }


def _checked(formula: str) -> ast.expr:
    if len(formula) > LONGEST:
        raise _Wrong("long", formula)
    try:
        tree = ast.parse(formula.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise _Wrong("syntax", formula) from None
    nodes = [*ast.walk(tree)]
    called = {node.func for node in nodes if isinstance(node, ast.Call)}
    for node in nodes:
        _check(node)
        if isinstance(node, ast.Name) and node.id not in NAMES and node not in called:
            raise _Wrong("function", node.id)
    return tree


def _check(node: ast.AST) -> None:
    """Whether a node is of the small language; its parts are looked at on their own."""
    match node:
        case ast.Constant(value=value):
            if type(value) not in (int, float):
                raise _Wrong("part", repr(value))
        case ast.Call(func=ast.Name(id=name), args=_, keywords=[]):
            if name not in _functions:
                raise _Wrong("name", name)
        case ast.Name(id=name):
            if name not in NAMES and name not in _functions:
                raise _Wrong("name", name)
        case ast.BinOp() | ast.UnaryOp() | ast.BoolOp() | ast.Compare() | ast.IfExp():
            pass
        case ast.operator() | ast.cmpop():
            if type(node) not in _operators:
                raise _Wrong("part", type(node).__name__)
        case ast.USub() | ast.UAdd() | ast.Not() | ast.And() | ast.Or() | ast.Load():
            pass
        case _:
            raise _Wrong("part", ast.unparse(node) if isinstance(node, ast.expr) else str(node))


def _value(node: ast.expr, values: Mapping[str, float]) -> Any:
    match node:
        case ast.Constant(value=value):
            # All is reckoned in floats: a tower of powers overflows instead of filling memory.
            return float(str(value))
        case ast.Name(id=name):
            return values[name]
        case ast.Call(func=ast.Name(id=name), args=arguments):
            return _functions[name](*(_value(argument, values) for argument in arguments))
        case ast.BinOp(left=left, op=op, right=right):
            found = _operators[type(op)](_value(left, values), _value(right, values))
            if isinstance(found, complex):
                raise ValueError("a root of a negative number")
            return found
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return not _value(operand, values)
        case ast.UnaryOp(op=op, operand=operand):
            found = _value(operand, values)
            return -found if isinstance(op, ast.USub) else found
        case ast.BoolOp(op=ast.And(), values=parts):
            return all(_value(part, values) for part in parts)
        case ast.BoolOp(values=parts):
            return any(_value(part, values) for part in parts)
        case ast.Compare(left=left, ops=ops, comparators=others):
            terms = [_value(term, values) for term in (left, *others)]
            pairs = pairwise(terms)
            return all(_operators[type(op)](*pair) for op, pair in zip(ops, pairs, strict=True))
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return _value(body if _value(test, values) else orelse, values)
    raise ValueError("not checked")
