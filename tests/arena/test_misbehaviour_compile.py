"""Sources that attack whoever compiles them, while others play.

Each is refused in words before any game, with nothing of the host in them; games on another core
are not disturbed, and nothing is left. `DUIYI_SOAK=1` runs the full form: the limits that people
have, three times each.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.arena.misbehaving import SECRET, SOAK, UNHURRIED, host, leaving_nothing, neighbour
from tests.selection import slow_but

from duiyi.arena.bots.compile import CompileError, CompileLimits, compile_program
from duiyi.arena.bots.entrants import Entrant, prepare
from duiyi.arena.game.conditions import MEGABYTE

TIME, MEMORY, MESSAGES, SIZE = "time", "memory", "printed", "output"
QUICK = {
    TIME: CompileLimits(seconds=1.0),
    MEMORY: CompileLimits(memory=200 * MEGABYTE),
    MESSAGES: CompileLimits(),
    SIZE: CompileLimits(output=8 * MEGABYTE),
}
"""What small limits a source needs to meet the one that it is about soon."""
MAIN = "int main(void) { return 0; }\n"
TEMPLATES = """\
template <int N, int M> struct A {
    static const long v = A<N - 1, 2 * M>::v + A<N - 1, 2 * M + 1>::v;
};
template <int M> struct A<0, M> { static const long v = M; };
int main() { return A<26, 0>::v != 0; }
"""
CONSTANTS = """\
constexpr long f(long n) {
    for (int a = 0; a < 40; a++)
        for (int b = 0; b < 25000; b++) n ^= a * b;
    return n;
}
int main() {}
"""
BOMBS = {
    "zeroes.c": ('#include "/dev/zero"\n' + MAIN, MEMORY),
    "noise.c": ('#include "/dev/urandom"\n' + MAIN, MEMORY),
    "macros.c": (
        "".join(f"#define m{n + 1} m{n} m{n} m{n} m{n}\n" for n in range(30))
        + f"#define m0 int x;\nm30\n{MAIN}",
        MEMORY,
    ),
    "includes.c": (
        "#if __INCLUDE_LEVEL__ < 60\n" + '#include "includes.c"\n' * 2 + "#endif\nint x;\n",
        MEMORY,
    ),
    "templates.cpp": (TEMPLATES, MEMORY),
    "constants.cpp": (
        CONSTANTS + "".join(f"static_assert(f({n}) != -1);\n" for n in range(400)),
        TIME,
    ),
    "loud.c": (
        f'#if __INCLUDE_LEVEL__ < 30\n#warning "{"loud " * 200}"\n'
        + '#include "loud.c"\n' * 2
        + "#endif\n",
        MESSAGES,
    ),
    "giant.c": ("char a[200 << 20] = {1};\n" + MAIN, SIZE),
}
"""A source, and the limit that it meets."""


@pytest.fixture(autouse=True)
def nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with leaving_nothing(monkeypatch):
        yield


@pytest.fixture(scope="module")
def secret() -> Iterator[str]:
    with host() as found:
        yield found["secret"]


def compile_it(source: Path, limits: CompileLimits) -> None:
    """As an entrant in the full form, with its own limits in the small one."""
    cache = source.parent / "cache"
    if SOAK:
        prepare(Entrant("bad", str(source)), UNHURRIED, cache)
    else:
        compile_program(source, cache, limits=limits)


def refusal(source: Path, limits: CompileLimits) -> CompileError:
    with neighbour(), pytest.raises(CompileError) as raised:
        compile_it(source, limits)
    assert not [*(source.parent / "cache").glob("*")]
    return raised.value


@pytest.mark.parametrize("time", range(3 if SOAK else 1))
@pytest.mark.parametrize("name", slow_but("macros.c", "constants.cpp", "loud.c", of=BOMBS))
def test_a_bomb_is_stopped_at_its_limit(name: str, time: int, tmp_path: Path) -> None:
    text, limit = BOMBS[name]
    (tmp_path / name).write_text(text)
    error = refusal(tmp_path / name, QUICK[limit])
    assert error.message.key == f"core:arena.compile.{limit}"
    assert name in str(error)
    assert len(str(error)) < 10_000


STEALING = {
    "include": '#include "{secret}"\n' + MAIN,
    "next": '#include_next "{secret}"\n' + MAIN,
    "program": '__asm__(".incbin \\"{secret}\\"");\n' + MAIN,
    "embedded": '__asm__(".include \\"{secret}\\"");\n' + MAIN,
}
"""Of a file of the host: what the error would quote, and what the program would contain."""


@pytest.mark.parametrize("way", STEALING)
def test_a_file_of_the_host_does_not_get_in(way: str, secret: str, tmp_path: Path) -> None:
    source = tmp_path / "thief.c"
    source.write_text(STEALING[way].replace("{secret}", secret))
    error = refusal(source, CompileLimits())
    assert error.message.key == "core:arena.compile.failed"
    assert "No such file" in str(error) or "not found" in str(error) or "can't open" in str(error)
    assert SECRET not in str(error) + error.diagnostics


@pytest.mark.parametrize("way", STEALING)
def test_without_the_sandbox_it_gets_in(way: str, secret: str, tmp_path: Path) -> None:
    """So the test above can fail."""
    source = tmp_path / "thief.c"
    source.write_text(STEALING[way].replace("{secret}", secret))
    with neighbour():
        try:
            made = compile_program(source, tmp_path / "cache", trust=True)
            seen = made.program.read_bytes()
        except CompileError as error:
            seen = str(error).encode()
    assert SECRET.encode() in seen
