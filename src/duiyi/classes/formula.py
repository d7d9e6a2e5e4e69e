"""Formulas for grades: a small language over a bot's place, its points and its conduct.

    60 + 40 * (n - rank) / (n - 1) if clean else 0
    max(60, 75 + rating / 20) if losses < games else 50

A formula has numbers, the names below, `+ - * / // % **`, comparisons, `and or not`, `A if C else
B` and a few functions. It is walked node by node: nothing of Python itself can be reached.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from duiyi.core import DuiyiError, message

LONGEST = 500
NAMES = (
    *("rank", "n", "points", "games", "share", "wins", "draws", "losses", "rating"),
    *("faults", "clean"),
)
"""`n` is the number of bots that play, `share` points divided by games, `faults` the games lost by
a fault of its own, `clean` those ended without one."""
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
KNOWN = (*NAMES, *_functions)


class BadFormula(DuiyiError):
    """Not a formula: long, syntax, function, name or part says why, `part` where."""

    def __init__(self, problem: str, part: object) -> None:
        super().__init__(message(f"formula.{problem}", part=str(part)[:60], names=KNOWN))
        self.args = (problem, part)


class NoValue(DuiyiError):
    """The formula is one, but has no value for these numbers."""

    def __init__(self, problem: str) -> None:
        super().__init__(message("formula.no-value", problem=problem))
        self.args = (problem,)


def check(formula: str) -> None:
    """`BadFormula` where it is none, before anything starts."""
    _checked(formula)


def value(formula: str, values: Mapping[str, float]) -> float:
    """What the formula says for these numbers, with two decimals; `NoValue` where it says none."""
    try:
        found = float(_value(_checked(formula), values))
    except (ArithmeticError, ValueError, TypeError) as error:
        raise NoValue(str(error)) from None
    if not math.isfinite(found):
        raise NoValue(str(found))
    return round(found, 2) + 0.0


def _checked(formula: str) -> ast.expr:
    if len(formula) > LONGEST:
        raise BadFormula("long", formula)
    try:
        tree = ast.parse(formula.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise BadFormula("syntax", formula) from None
    nodes = [*ast.walk(tree)]
    called = {node.func for node in nodes if isinstance(node, ast.Call)}
    for node in nodes:
        _check(node)
        if isinstance(node, ast.Name) and node.id not in NAMES and node not in called:
            raise BadFormula("function", node.id)
    return tree


def _check(node: ast.AST) -> None:
    """Whether a node is of the small language; its parts are looked at on their own."""
    match node:
        case ast.Constant(value=value):
            if type(value) not in (int, float):
                raise BadFormula("part", repr(value))
        case ast.Call(func=ast.Name(id=name), args=_, keywords=[]):
            if name not in _functions:
                raise BadFormula("name", name)
        case ast.Name(id=name):
            if name not in NAMES and name not in _functions:
                raise BadFormula("name", name)
        case ast.BinOp() | ast.UnaryOp() | ast.BoolOp() | ast.Compare() | ast.IfExp():
            pass
        case ast.operator() | ast.cmpop():
            if type(node) not in _operators:
                raise BadFormula("part", type(node).__name__)
        case ast.USub() | ast.UAdd() | ast.Not() | ast.And() | ast.Or() | ast.Load():
            pass
        case _:
            raise BadFormula("part", ast.unparse(node) if isinstance(node, ast.expr) else str(node))


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
