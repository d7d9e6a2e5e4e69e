"""Makes mutants of a Python module: copies of it with one small fault each.

A mutant is one change at one place of the syntax tree. Left alone is what tests cannot or should
not notice: imports, decorators, annotations and type aliases, docstrings, `__all__`,
`if TYPE_CHECKING`, and what checks the program itself rather than its input (`assert`, the
wording of built-in exceptions, `strict=` of `zip`). Running mutants is in `tools.mutants`.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult, ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
_words = re.compile(r"[A-Z-]+( [A-Z-]+)+")

Change = Callable[[], Callable[[], None]]
"""Makes the change in the tree and returns what takes it back."""


@dataclass(frozen=True)
class Mutant:
    """One change of one module."""

    path: str
    number: int
    line: int
    function: str
    """The outermost function around the place, as `Class.name`; empty at module level."""
    kind: str
    before: str
    after: str

    @property
    def id(self) -> str:
        return f"{self.path}#{self.number}"

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.kind}: {self.before}  ->  {self.after}"


@dataclass(frozen=True)
class Scope:
    """Where a place is: in which classes, and in which function."""

    classes: str = ""
    function: str = ""
    rebound: frozenset[str] = frozenset()
    """The names that the function gives a value more than once, its arguments included."""

    def inside(self, node: ast.stmt) -> Scope:
        if self.function:
            return self
        if isinstance(node, ast.ClassDef):
            return Scope(f"{self.classes}{node.name}.")
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            return Scope(self.classes, self.classes + node.name, _rebound(node))
        return self


@dataclass(frozen=True)
class Place:
    """A change that could be made, and where."""

    node: ast.AST
    statement: ast.stmt
    scope: Scope
    kind: str
    change: Change
    instead: ast.stmt | None = None
    """What then stands in place of the statement, if it goes as a whole."""


@cache
def source(path: str) -> str:
    """The module as it was when it was first asked for: a run is not upset by edits."""
    return Path(path).read_text(encoding="utf-8")


def mutants(path: str) -> list[Mutant]:
    """All mutants of a module, in the order of its lines."""
    found = []
    for number, place, before, after in _distinct(ast.parse(source(path))):
        line = getattr(place.node, "lineno", place.statement.lineno)
        found.append(Mutant(path, number, line, place.scope.function, place.kind, before, after))
    return sorted(found, key=lambda mutant: (mutant.line, mutant.number))


def mutated(mutant: Mutant) -> ast.Module:
    """The module with the change made."""
    tree = ast.parse(source(mutant.path))
    for at, place in enumerate(_places(tree)):
        if at == mutant.number:
            place.change()
            return ast.fix_missing_locations(tree)
    raise ValueError(f"there is no {mutant.id}")


def module_name(path: str) -> str:
    """`src/a/b.py` as `a.b`, a package's `__init__` as the package."""
    parts = Path(path).with_suffix("").parts
    parts = parts[1:] if parts[0] == "src" else parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _distinct(tree: ast.Module) -> Iterator[tuple[int, Place, str, str]]:
    """Places whose change changes something, and not in the same way as an earlier one."""
    seen: set[tuple[int, str]] = set()
    for number, place in enumerate(list(_places(tree))):
        before, was = _shown(place.statement)
        back = place.change()
        after, now = _shown(place.instead or place.statement)
        back()
        key = (id(place.statement), now)
        if now != was and key not in seen:
            seen.add(key)
            yield number, place, *_differing(before, after)


def _shown(statement: ast.stmt) -> tuple[str, str]:
    """A statement as one line for people, and as a text that tells different trees apart."""
    code = " ".join(ast.unparse(ast.fix_missing_locations(statement)).split())
    return code, ast.dump(statement)


def _differing(before: str, after: str, around: int = 30) -> tuple[str, str]:
    """Two texts without most of what they share at both ends."""
    start = end = 0
    shorter = min(len(before), len(after))
    while start < shorter and before[start] == after[start]:
        start += 1
    while end < shorter - start and before[-1 - end] == after[-1 - end]:
        end += 1
    start, end = max(start - around, 0), max(end - around, 0)
    return before[start : len(before) - end], after[start : len(after) - end]


def _places(tree: ast.Module) -> Iterator[Place]:
    return _in_block(tree.body, Scope())


def _in_block(block: list[ast.stmt], scope: Scope) -> Iterator[Place]:
    for index, statement in enumerate(block):
        if not _left_alone(statement, scope):
            yield from _of_statement(statement, block, index, scope)
            yield from _in_parts(statement, statement, scope.inside(statement))


def _of_statement(
    node: ast.stmt, block: list[ast.stmt], index: int, scope: Scope
) -> Iterator[Place]:
    """The changes of a statement as a whole."""

    def instead(kind: str, new: ast.stmt) -> Place:
        return Place(node, node, scope, kind, _item(block, index, new), new)

    match node:
        case ast.Break():
            yield instead("break and continue", ast.Continue())
        case ast.Continue():
            yield instead("break and continue", ast.Break())
        case ast.Return(value=ast.expr() as value) if not _is_none(value):
            yield instead("returns None", ast.Return(ast.Constant(None)))
        case ast.Assign(targets=[ast.Name(id=name)]) if name not in scope.rebound:
            pass  # without it there is only a NameError to notice
        case ast.Expr() | ast.Assign() | ast.AugAssign() | ast.Raise() | ast.Delete():
            if scope.function:
                yield instead("statement removed", ast.Pass())


def _in_parts(node: ast.AST, statement: ast.stmt, scope: Scope) -> Iterator[Place]:
    """What is inside a node: expressions, patterns, and blocks of further statements."""
    for kind, change in _of_node(node):
        yield Place(node, statement, scope, kind, change)
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "bases"):
            continue
        children = value if isinstance(value, list) else [value]
        if children and isinstance(children[0], ast.stmt):
            yield from _in_block(value, scope)
            continue
        for child in children:
            if isinstance(child, ast.AST) and not _guards(node, child):
                yield from _in_parts(child, statement, scope)


def _of_node(node: ast.AST) -> Iterator[tuple[str, Change]]:
    """The changes of one node."""
    match node:
        case ast.Compare(ops=ops):
            for index, op in enumerate(ops):
                yield "comparison", _item(ops, index, SWAPS[type(op)]())
        case ast.BinOp(op=op) | ast.AugAssign(op=op) | ast.BoolOp(op=op):
            if type(op) in SWAPS:
                yield "operator", _field(node, "op", SWAPS[type(op)]())
        case ast.Constant(value=value):
            for new in _other_constants(value):
                yield "constant", _field(node, "value", new)
        case ast.Call(keywords=keywords):
            for index, keyword in enumerate(keywords):
                if keyword.arg not in (None, "strict"):
                    yield "argument removed", _without(keywords, index)
        case ast.Slice():
            for field in ("lower", "upper", "step"):
                if getattr(node, field) is not None:
                    yield "slice bound removed", _field(node, field, None)
        case ast.Match(cases=cases) if len(cases) > 1:
            for index in range(len(cases)):
                yield "case removed", _without(cases, index)
    yield from _forced(node)
    yield from _signs(node)


def _forced(node: ast.AST) -> Iterator[tuple[str, Change]]:
    """Conditions that always or never hold; a `while` that never ends would show nothing."""
    for value in (False,) if isinstance(node, ast.While) else (False, True):
        kind = f"condition always {value}"
        for field in ("test", "guard"):
            if isinstance(getattr(node, field, None), ast.expr):
                yield kind, _field(node, field, ast.Constant(value))
        if isinstance(node, ast.comprehension):
            for index in range(len(node.ifs)):
                yield kind, _item(node.ifs, index, ast.Constant(value))


def _signs(node: ast.AST) -> Iterator[tuple[str, Change]]:
    """`not`, `~` and `-` in front of what is directly inside the node."""
    for field, value in ast.iter_fields(node):
        if isinstance(value, ast.UnaryOp):
            yield "sign removed", _field(node, field, value.operand)
        for index, item in enumerate(value if isinstance(value, list) else ()):
            if isinstance(item, ast.UnaryOp):
                yield "sign removed", _item(value, index, item.operand)


def _other_constants(value: object) -> Iterator[object]:
    """A number one more, the other truth, another text; a table of words without one of them."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield value + 1
    elif isinstance(value, str) and _words.fullmatch(value):
        words = value.split(" ")
        yield from (" ".join(words[:at] + words[at + 1 :]) for at in range(len(words)))
    elif isinstance(value, str):
        yield f"XX{value}"


def _left_alone(node: ast.stmt, scope: Scope) -> bool:
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Assert() | ast.Pass():
            return True
        case ast.Expr(value=ast.Constant()):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return True
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Subscript() | ast.BinOp()):
            alias = name[0].isupper() and not name.isupper()
            return alias and not scope.function
    return False


def _guards(node: ast.AST, child: ast.AST) -> bool:
    """What checks the program itself: `strict=` of `zip`, the wording of a built-in exception."""
    match node, child:
        case ast.Call(), ast.keyword(arg="strict"):
            return True
        case ast.Call(func=ast.Name(id=name)), ast.Constant(value=str()):
            return name.endswith("Error")
    return False


def _rebound(function: ast.AST) -> frozenset[str]:
    bound: Counter[str] = Counter()
    for node in ast.walk(function):
        if isinstance(node, ast.arg):
            bound[node.arg] += 1
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound[node.id] += 1
    return frozenset(name for name, times in bound.items() if times > 1)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _field(node: ast.AST, name: str, new: object) -> Change:
    def change() -> Callable[[], None]:
        old = getattr(node, name)
        setattr(node, name, new)
        return lambda: setattr(node, name, old)

    return change


def _item(items: list[Any], index: int, new: ast.AST) -> Change:
    def change() -> Callable[[], None]:
        old, items[index] = items[index], new

        def back() -> None:
            items[index] = old

        return back

    return change


def _without(items: list[Any], index: int) -> Change:
    def change() -> Callable[[], None]:
        old = items.pop(index)
        return lambda: items.insert(index, old)

    return change
