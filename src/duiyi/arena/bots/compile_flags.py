"""Compiler flags that a cup or a bot may ask for: a short list, all of them harmless.

What is left out could read files of the host, run programs, or make a program that another
machine cannot run (`-march=native`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from duiyi.core import DuiyiError, message

MOST = 32
PLAIN = (
    *("-O0", "-O1", "-O2", "-O3", "-Os", "-Og", "-g"),
    *("-ffast-math", "-funroll-loops", "-fno-strict-aliasing", "-fwrapv"),
    *("-Wall", "-Wextra", "-w", "-pthread", "-lm"),
)
KNOWN = (*PLAIN, "-std=c17", "-std=gnu++20", "-DNAME", "-DNAME=1")
"""The list as people are told it."""
_c = re.compile(r"-std=(?:c|gnu)(?:89|90|99|11|17|18|2x|23)")
_cpp = re.compile(r"-std=(?:c|gnu)\+\+(?:98|03|11|14|17|20|2b|23)")
_define = re.compile(r"-D[A-Za-z_][A-Za-z0-9_]{0,63}(?:=[A-Za-z0-9_.]{1,64})?")
_linked = ("-lm", "-pthread")


def check_flags(flags: Sequence[str]) -> tuple[str, ...]:
    """The flags, all of which are on the list; `DuiyiError` names one that is not."""
    if len(flags) > MOST:
        raise DuiyiError(message("arena.compile.flags", count=len(flags), most=MOST))
    for flag in flags:
        if flag not in PLAIN and not any(form.fullmatch(flag) for form in (_c, _cpp, _define)):
            raise DuiyiError(message("arena.compile.flag", flag=ascii(flag[:60]), known=KNOWN))
    return tuple(flags)


def compiling(flags: Sequence[str], c: bool) -> list[str]:
    """Those for a source; a standard of C says nothing about C++, nor the other way round."""
    other = _cpp if c else _c
    return [flag for flag in flags if flag != "-lm" and not other.fullmatch(flag)]


def linking(flags: Sequence[str]) -> list[str]:
    return [flag for flag in flags if flag in _linked]
