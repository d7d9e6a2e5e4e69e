"""The commonest messages of gcc in words for beginners; its own line stays beside them.

The words are in the catalog, `validation.gcc.NAME`, with what the pattern has found.
"""

from __future__ import annotations

import re

from duiyi.core import Message, message
from duiyi.core.message import Param

_near = r"(?:; did you mean '(?P<near>[^']+)'\?)?"
_name = r"'(?P<name>[^']+)'"
_of, _to, _number = r"'(?P<of>[^']+)'", r"'(?P<to>[^']+)'", r"(?P<number>[0-9]+)"
PATTERNS: tuple[tuple[str, str], ...] = (
    ("undeclared", rf"{_name} undeclared(?: \([^)]*\)| here \([^)]*\))?{_near}"),
    ("undeclared", rf"{_name} was not declared in this scope{_near}"),
    ("undeclared", rf"{_name} is not a member of '[^']+'{_near}"),
    ("implicit", rf"implicit declaration of function {_name}{_near}"),
    ("type", rf"unknown type name {_name}{_near}"),
    ("type", rf"{_name} does not name a type{_near}"),
    ("member", rf"'(?P<of>[^']+)' has no member named {_name}{_near}"),
    ("not-struct", rf"request for member {_name} in something not a structure or union"),
    ("arrow", r".*'(?P<of>[^']+)' is a pointer; did you mean to use '->'\?"),
    ("no-arrow", r"invalid type argument of '->' \(have '(?P<of>[^']+)'\)"),
    ("star", r"invalid type argument of unary '\*' \(have '(?P<of>[^']+)'\)"),
    ("semicolon", r"expected (?:(?:'[^']+', )*'[^']+',? or )?';' (?:before|at) (?P<token>.+)"),
    ("end", r"expected (?:declaration or statement|'\}'|declaration) at end of input"),
    ("expression", r"expected (?:primary-)?expression before (?P<token>.+)"),
    ("expected", r"expected (?P<what>.+) (?:before|at) (?P<token>.+)"),
    ("no-header", r"(?P<name>[^ ]+): No such file or directory"),
    ("no-main", r"undefined reference to '(?:main|WinMain)'"),
    ("undefined", rf"undefined reference to {_name}"),
    ("defined-twice", rf"multiple definition of {_name}"),
    ("redefinition", r"redefinition of '(?P<name>[^']+)'"),
    ("redefinition", r"(?:redeclaration of|conflicting declaration) '(?P<name>[^']+)'.*"),
    ("conflicting", rf"conflicting types for {_name}.*"),
    ("few", rf"too few arguments to function {_name}"),
    ("many", rf"too many arguments to function {_name}"),
    (
        "types",
        rf"incompatible types when \w+(?: to)? type {_to} (?:from|using) type {_of}",
    ),
    ("types", rf"incompatible types when \w+ type {_of} but {_to} was expected"),
    (
        "types",
        rf"(?:assignment to|initialization of) {_to} from (?:incompatible pointer type )?{_of}.*",
    ),
    ("types", rf"(?:cannot convert|invalid conversion from) {_of} to {_to}.*"),
    ("argument", rf"incompatible type for argument {_number} of {_name}"),
    ("argument", rf"passing argument {_number} of {_name} .+"),
    (
        "format",
        rf"format '(?P<format>[^']+)' expects argument of type {_to}, but argument {_number} has"
        rf" type {_of}",
    ),
    (
        "no-return",
        r"(?:control reaches end of|no return statement in function returning) non-void.*",
    ),
    ("return-nothing", r"(?:'return'|return-statement) with no value, in function returning .+"),
    ("return-value", r"(?:'return'|return-statement) with a value, in function returning .+"),
    ("left-side", r"lvalue required as .+"),
    ("read-only", r"assignment of read-only (?:variable|location|member|reference|parameter).*"),
    ("no-array", r"subscripted value is neither array nor pointer nor vector"),
    ("no-array", r"invalid types '[^']+' for array subscript"),
    ("no-function", r"called object (?:'[^']+' )?is not a function.*"),
    ("no-function", r"'[^']+' cannot be used as a function"),
    ("operands", r"invalid operands (?:to binary|of types) .*|no match for 'operator[^']+'.*"),
    ("quote", r"missing terminating .+ character|unterminated .*(?:string|character) .*"),
    ("comment", r"unterminated comment"),
    ("stray", r"stray '(?P<sign>[^']+)' in program"),
    ("unset", rf"{_name} (?:is|may be) used uninitialized.*"),
    ("bounds", r"array subscript (?P<index>\S+) is (?:above|below|outside|partly outside).*"),
    ("zero", r"division by zero.*"),
    ("else", r"'else' without a previous 'if'"),
    ("outside", r"\w+ statement not within (?:a )?loop.*"),
    ("outside", r"(?:case|'default') label not within a switch statement"),
    ("case", r"duplicate case value"),
    ("incomplete", rf"storage size of {_name} .+"),
    ("incomplete", rf"invalid .+(?:undefined|incomplete) type {_name}.*"),
    ("nested", r"a function-definition is not allowed here before .+"),
    ("error", r"#error (?P<text>.+)"),
)
NAMES = tuple(dict.fromkeys(name for name, _ in PATTERNS))
NEAR = ("undeclared", "implicit", "type", "member")
"""Those of which the compiler may know what was meant."""
OTHER = "other"
_patterns = tuple((name, re.compile(pattern)) for name, pattern in PATTERNS)
_quotes = str.maketrans({"‘": "'", "’": "'", "`": "'", "“": '"', "”": '"'})


def in_words(text: str) -> Message:
    """What a message means; the message itself where we have no words for it."""
    plain = text.translate(_quotes)
    for name, pattern in _patterns:
        found = pattern.fullmatch(plain)
        if found is not None:
            params: dict[str, Param] = {
                key: _token(value) for key, value in found.groupdict().items() if value
            }
            near = "-near" if "near" in params else ""
            return message(f"validation.gcc.{name}{near}", **params)
    return message(f"validation.gcc.{OTHER}", text=text)


def _token(text: str) -> str:
    """`'}' token` is `}`."""
    plain = text.removesuffix(" token")
    inner = plain[1:-1]
    return inner if plain[:1] == plain[-1:] == "'" and "'" not in inner and inner else plain
