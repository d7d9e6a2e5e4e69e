"""Sources are compiled in a sandbox: once, within limits, and without a look at the host."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

import pytest

from duiyi.arena.bots.compile import CompileError, CompileLimits, compile_program
from duiyi.core import DuiyiError

QUICK = CompileLimits(seconds=4.0, memory=300_000_000, output=8_000_000)
HELLO = '#include <stdio.h>\nint main(void) { puts("hello"); return 0; }\n'


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "bot"
    made.mkdir()
    return made


def source(folder: Path, text: str, name: str = "bot.c") -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def output(program: Path) -> str:
    return subprocess.run([program], capture_output=True, text=True, check=True).stdout


def refusal(file: Path, cache: Path, limits: CompileLimits = QUICK) -> str:
    """What the person is told whose source does not compile; nothing is kept of it."""
    with pytest.raises(CompileError) as raised:
        compile_program(file, cache, limits=limits)
    assert not [*cache.glob("*")]
    return str(raised.value)


# What compiles


@pytest.mark.parametrize("trust", [False, True])
def test_a_c_program_compiles_and_runs(folder: Path, cache: Path, trust: bool) -> None:
    made = compile_program(source(folder, HELLO), cache, trust=trust)
    assert output(made.program) == "hello\n"
    assert made.diagnostics == ""


def test_a_cpp_program_compiles_with_the_standard_of_2020(folder: Path, cache: Path) -> None:
    text = "#include <concepts>\n#include <iostream>\n"
    text += "int main() { static_assert(std::integral<int>); std::cout << 20 << '\\n'; }\n"
    assert output(compile_program(source(folder, text, "bot.cpp"), cache).program) == "20\n"


def test_a_header_beside_the_source_is_found(folder: Path, cache: Path) -> None:
    source(folder, "#define WORD 7\n", "own.h")
    text = '#include "own.h"\n#include <math.h>\n#include <stdio.h>\n'
    text += 'int main(int c, char **v) { (void)v; printf("%g\\n", sqrt(WORD * WORD * c)); }\n'
    assert output(compile_program(source(folder, text), cache).program) == "7\n"


def test_other_sources_beside_a_source_are_not_seen(folder: Path, cache: Path) -> None:
    source(folder, "int other = 1;\n", "rival.c")
    file = source(folder, '#include "rival.c"\nint main(void) { return other; }\n')
    assert "rival.c: No such file" in refusal(file, cache)


def test_a_directory_of_both_languages_becomes_one_program(folder: Path, cache: Path) -> None:
    source(folder, "int seven(void);\n", "parts/seven.h")
    source(folder, '#include "seven.h"\nint seven(void) { return 7; }\n', "parts/seven.c")
    text = '#include <cstdio>\nextern "C" {\n#include "parts/seven.h"\n}\n'
    source(folder, text + 'int main() { std::printf("%d\\n", seven()); }\n', "main.cc")
    source(folder, "not for the compiler\n", "README")
    assert output(compile_program(folder, cache).program) == "7\n"


def test_names_are_names_and_no_options(folder: Path, cache: Path) -> None:
    for name in ("-Wall.c", "@options.c", "two words.c"):
        assert output(compile_program(source(folder, HELLO, name), cache).program) == "hello\n"


# What is kept


def test_the_same_source_is_compiled_once_and_a_changed_one_again(
    folder: Path, cache: Path
) -> None:
    source(folder, "#define WORD 1\n", "own.h")
    file = source(folder, '#include "own.h"\n#warning look here\nint main(void) { return WORD; }\n')
    first = compile_program(file, cache)
    assert "look here" in first.diagnostics
    marked = first.program.stat().st_mtime_ns
    again = compile_program(file, cache)
    assert again == first
    assert again.program.stat().st_mtime_ns == marked
    source(folder, "#define WORD 2\n", "own.h")
    assert compile_program(file, cache).program != first.program


# What does not compile


def test_an_error_is_shown_as_the_compiler_printed_it(folder: Path, cache: Path) -> None:
    said = refusal(source(folder, "int main(void) {\n    retrun 0;\n}\n"), cache)
    assert "bot.c:2:5: error: " in said
    assert "retrun" in said


def test_an_error_cannot_steer_a_terminal(folder: Path, cache: Path) -> None:
    said = refusal(source(folder, "int main(void) { \x1b[31m red \x1b]0;title\x07 }\n"), cache)
    assert "\x1b" not in said
    assert "\x07" not in said


def test_a_source_that_does_not_link_says_what_is_missing(folder: Path, cache: Path) -> None:
    said = refusal(source(folder, "int gone(void);\nint main(void) { return gone(); }\n"), cache)
    assert "gone" in said


def test_two_programs_in_a_folder_get_a_sentence_and_the_setting(folder: Path, cache: Path) -> None:
    source(folder, HELLO, "main.c")
    source(folder, HELLO, "old/main.c")
    said = refusal(folder, cache)
    assert "main.c, old/main.c define main more than once" in said
    assert 'source = "main.c"' in said
    assert ".0.o" not in said


def test_an_old_copy_of_a_part_gets_the_same_sentence(folder: Path, cache: Path) -> None:
    source(folder, "int think(void);\nint main(void) { return think(); }\n", "main.c")
    for name in ("think.c", "think (1).c"):
        source(folder, "int think(void) { return 0; }\n", name)
    said = refusal(folder, cache)
    assert "define think more than once" in said
    only = ("main.c", "think.c")
    assert compile_program(folder, cache, only=only).program.is_file()


def test_of_a_directory_only_what_is_named_is_compiled(folder: Path, cache: Path) -> None:
    source(folder, HELLO, "new/main.c")
    source(folder, "nonsense\n", "old/main.c")
    assert output(compile_program(folder, cache, only=("new",)).program) == "hello\n"
    with pytest.raises(DuiyiError, match=r"no C or C\+\+ source of that name"):
        compile_program(folder, cache, only=("new", "../secret.c"))


# Flags


def test_flags_are_used_and_belong_to_what_is_kept(folder: Path, cache: Path) -> None:
    text = '#include <stdio.h>\nint main(void) { printf("%d\\n", WORD); return 0; }\n'
    file = source(folder, text)
    made = [compile_program(file, cache, flags=(f"-DWORD={n}", "-O3", "-lm")) for n in (1, 2)]
    assert [output(one.program) for one in made] == ["1\n", "2\n"]


def test_a_standard_is_for_its_language(folder: Path, cache: Path) -> None:
    source(folder, "int f(void) { return 0; }\n", "a.c")
    source(folder, 'extern "C" int f();\nint main() { return f(); }\n', "b.cc")
    flags = ("-std=c99", "-std=c++14")
    assert compile_program(folder, cache, flags=flags).diagnostics == ""


@pytest.mark.parametrize(
    "flag",
    [
        "-march=native", "-fplugin=./x.so", "-I/etc", "-include/etc/passwd", "@options", "-o/tmp/x",
        "-DX=$(id)", "-DX Y", "-Wl,-rpath=/", "-B.", "-specs=x", "-x", "a.c", "", "-std=",
        "-O2 -O3", "-lssl", "-static", "-D=1", "-O\n", "-DX=1\n",
    ],
)  # fmt: skip
def test_a_flag_that_is_not_on_the_list_is_refused(folder: Path, cache: Path, flag: str) -> None:
    with pytest.raises(DuiyiError, match="not on the list"):
        compile_program(source(folder, HELLO), cache, flags=(flag,))


@pytest.mark.parametrize("text", ["", "\n", "int x;\n"])
def test_a_source_without_a_program_is_refused(folder: Path, cache: Path, text: str) -> None:
    assert "main" in refusal(source(folder, text), cache)


def test_a_directory_without_sources_and_a_link_are_refused(
    folder: Path, cache: Path, tmp_path: Path
) -> None:
    source(folder, "nothing", "README")
    with pytest.raises(DuiyiError, match="no C or C"):
        compile_program(folder, cache)
    secret = source(tmp_path, "secret words\n", "secret")
    (folder / "bot.c").symlink_to(secret)
    for path in (folder, folder / "bot.c"):
        with pytest.raises(DuiyiError, match="no ordinary file"):
            compile_program(path, cache)


# What a source may not do


@pytest.mark.parametrize("where", ["absolute", "relative", "system"])
def test_a_file_of_the_host_cannot_be_included(
    folder: Path, cache: Path, tmp_path: Path, where: str
) -> None:
    """The error would show its contents."""
    secret = source(tmp_path, "secret words of the host\n", "secret")
    path = {"absolute": str(secret), "relative": "../secret", "system": "/etc/shadow"}[where]
    said = refusal(source(folder, f'#include "{path}"\nint main(void) {{}}\n'), cache)
    assert "No such file" in said
    assert "secret words" not in said


def test_an_account_of_the_host_cannot_be_read(folder: Path, cache: Path) -> None:
    said = refusal(source(folder, '#include "/etc/passwd"\nint main(void) {}\n'), cache)
    assert "root:" not in said
    assert "daemon:" not in said


def test_a_file_of_the_host_cannot_be_put_into_the_program(
    folder: Path, cache: Path, tmp_path: Path
) -> None:
    secret = source(tmp_path, "secret words of the host\n", "secret")
    text = f'__asm__(".incbin \\"{secret}\\"");\nint main(void) {{ return 0; }}\n'
    said = refusal(source(folder, text), cache)
    assert "No such file" in said or "file not found" in said


def test_an_input_that_is_empty_is_not_waited_for(folder: Path, cache: Path) -> None:
    text = '#include "/dev/stdin"\nint main(void) { return 0; }\n'
    made = compile_program(source(folder, text), cache, limits=QUICK)
    assert output(made.program) == ""


ENDLESS = {
    "zero": '#include "/dev/zero"\nint main(void) {}\n',
    "random": '#include "/dev/urandom"\nint main(void) {}\n',
    "macros": "".join(f"#define m{n + 1} m{n} m{n} m{n} m{n}\n" for n in range(30))
    + "#define m0 int x;\nm30\nint main(void) {}\n",
    "includes": "#if __INCLUDE_LEVEL__ < 60\n" + '#include "bot.c"\n' * 2 + "#endif\nint x;\n",
}
TEMPLATES = """\
template <int N, int M> struct A {
    static const long v = A<N - 1, 2 * M>::v + A<N - 1, 2 * M + 1>::v;
};
template <int M> struct A<0, M> { static const long v = M; };
int main() { return A<26, 0>::v != 0; }
"""


@pytest.mark.slow
@pytest.mark.parametrize("kind", ENDLESS)
def test_a_source_without_an_end_is_stopped(folder: Path, cache: Path, kind: str) -> None:
    said = refusal(source(folder, ENDLESS[kind]), cache)
    assert "something endless" in said or "messages" in said
    assert len(said) < 10_000


def test_a_template_bomb_is_stopped(folder: Path, cache: Path) -> None:
    assert "something endless" in refusal(source(folder, TEMPLATES, "bot.cpp"), cache)


def test_gigabytes_of_diagnostics_are_stopped_and_cut(folder: Path, cache: Path) -> None:
    text = f'#if __INCLUDE_LEVEL__ < 30\n#warning "{"loud " * 200}"\n' + '#include "bot.c"\n' * 2
    patient = CompileLimits(seconds=60.0)
    said = refusal(source(folder, text + "#endif\n"), cache, patient)
    assert "MB of messages" in said
    assert "loud" in said
    assert len(said) < 10_000


def test_long_diagnostics_are_cut(folder: Path, cache: Path) -> None:
    text = "".join(f"#warning {'long ' * 50}{n}\n" for n in range(1000))
    made = compile_program(source(folder, text + "int main(void) {}\n"), cache)
    assert len(made.diagnostics) == pytest.approx(65_536, abs=10)
    assert made.diagnostics.endswith("…\n")


def test_a_giant_program_is_refused(folder: Path, cache: Path) -> None:
    text = "char a[60 << 20] = {1};\nint main(void) { return a[9]; }\n"
    patient = CompileLimits(seconds=60.0, output=8_000_000)
    assert "larger than 8 MB" in refusal(source(folder, text), cache, patient)


def test_nothing_is_left_of_a_compilation(
    folder: Path, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    compile_program(source(folder, HELLO), cache)
    compile_program(source(folder, HELLO + "\n"), cache, trust=True)
    with pytest.raises(CompileError):
        compile_program(source(folder, "?"), cache, trust=True)
    assert [*scratch.iterdir()] == []
    assert not [entry for entry in cache.iterdir() if entry.name.startswith(".new-")]
