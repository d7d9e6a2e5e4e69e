"""From what a program left to the line of its source: printed lines, reports, tracebacks."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from duiyi.arena.classroom.faults.dialogue import writer_of
from duiyi.arena.classroom.faults.sanitizer import read_report, traceback_of
from duiyi.arena.classroom.sources import SourceText

REPORT = """
bot.c:2:9: runtime error: index -1 out of bounds for type 'int [4]'
=================================================================
==2==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x604000000000 at pc 0x56
READ of size 4 at 0x604000000000 thread T0
    #0 0x56195691f30b in best_step /work/bot.c:2
    #1 0x56195691f30b in choose(int, char) /work/./bot.c:3:14
    #2 0x7f7878245249 in __libc_start_call_main ../sysdeps/nptl/libc_start_call_main.h:58

allocated by thread T0 here:
    #0 0x7f7878cb89cf in __interceptor_malloc ../../../../src/asan_malloc_linux.cpp:69
    #1 0x56195691f1ff in main /work/bot.c:1
"""


def sources(folder: Path, text: str, name: str = "bot.c") -> SourceText:
    (folder / name).write_text(text)
    return SourceText(folder)


# Lines


@pytest.mark.parametrize(
    ("source", "said", "line"),
    [
        ('x();\nprintf("thinking\\n");\n', "thinking", 2),
        ('printf("best = %d after %5.2f s\\n", a, b);', "best = -3 after  1.20 s", 1),
        ('printf("%d%% done\\n", a);', "7% done", 1),
        ('std::cout << "nodes" << std::endl;', "nodes", 1),
        ('puts("hello world");', "hello world", 1),
        ('fprintf(stderr, "thinking\\n");', "thinking", None),
        ('printf("thinking\\n");\nputs("thinking");', "thinking", None),
        ('printf("%s\\n", word);', "thinking", None),
        ('printf("thinking\\n");', "something else", None),
        ('char *text = "thinking";', "thinking", None),
    ],
)
def test_the_only_line_that_can_have_written_it(
    tmp_path: Path, source: str, said: str, line: int | None
) -> None:
    place = writer_of(said, sources(tmp_path, source))
    assert (None if place is None else place.line) == line


@pytest.mark.parametrize("call", ['print(f"best {x} of {y}")', "print('best 1 of 2')"])
def test_python_writes_lines_too(tmp_path: Path, call: str) -> None:
    place = writer_of("best 1 of 2", sources(tmp_path, f"import x\n{call}\n", "bot.py"))
    assert place is not None
    assert place.line == 2


def test_a_source_made_to_take_long_does_not(tmp_path: Path) -> None:
    """As a pattern this would be tried in more ways than there are atoms."""
    evil = "a" + "%sa" * 600
    text = sources(tmp_path, "\n".join(f'printf("{evil}b");' for _ in range(200)))
    start = time.process_time()
    assert writer_of("a" * 200, text) is None
    assert time.process_time() - start < 2


# Reports


def test_the_first_stack_of_a_report_is_the_crash(tmp_path: Path) -> None:
    text = sources(tmp_path, "int a;\n  b[c] = 1;\n  best_step();\n")
    crash = read_report(REPORT, text)
    assert crash is not None
    assert [(f.function, f.file, f.line, f.text) for f in crash.frames] == [
        ("best_step", "bot.c", 2, "b[c] = 1;"),
        ("choose(int, char)", "bot.c", 3, "best_step();"),
    ]
    assert crash.why is not None
    assert crash.why.key == "core:validation.sanitizer.bounds"
    assert crash.own_words == "bot.c:2:9: runtime error: index -1 out of bounds for type 'int [4]'"


def test_where_addresses_are_not_checked_the_last_fatal_line_counts(tmp_path: Path) -> None:
    text = sources(tmp_path, "int a;\n  *p = 1;\n  f();\n")
    report = (
        "bot.c:1:5: runtime error: division by zero\n    #0 0x1 in f /work/bot.c:1\n\n"
        "bot.c:2:9: runtime error: store to null pointer of type 'int'\n"
        "    #0 0x1 in g /work/bot.c:2\n    #1 0x1 in main /work/bot.c:3\n\n"
        "bot.c:3:9: runtime error: signed integer overflow\n    #0 0x1 in h /work/bot.c:3\n"
    )
    crash = read_report(report, text)
    assert crash is not None
    assert [frame.function for frame in crash.frames] == ["g", "main"]
    assert crash.why is not None
    assert crash.why.key == "core:validation.sanitizer.null"
    assert crash.own_words.endswith("store to null pointer of type 'int'")


@pytest.mark.parametrize(
    "report",
    [
        "",
        "bot.c:1:9: runtime error: signed integer overflow\n    #0 0x1 in h /work/bot.c:1\n",
        "bot.c:1:9: runtime error: store to null pointer\n    #0 0x1 in h /etc/passwd:1\n",
        "ERROR: AddressSanitizer: SEGV on unknown address 0x0\n",
        "ERROR: AddressSanitizer: SEGV\n    #0 0x1 in f /etc/passwd:1\n",
        "ERROR: AddressSanitizer: SEGV\n    #0 0x1 in f /work/../../etc/passwd:1\n",
        "ERROR: AddressSanitizer: SEGV\n    #0 0x1 in " + "a b:" * 16_000,
    ],
)
def test_a_report_that_was_made_up_shows_nothing_and_takes_no_time(
    tmp_path: Path, report: str
) -> None:
    text = sources(tmp_path, "int a;\n")
    start = time.process_time()
    assert read_report(report, text) is None
    assert time.process_time() - start < 1


def test_a_traceback_is_read_from_its_end(tmp_path: Path) -> None:
    text = sources(tmp_path, "import x\ndef f():\n    return [][3]\nf()\n", "bot.py")
    stderr = (
        'Traceback (most recent call last):\n  File "/bot/bot.py", line 4, in <module>\n    f()\n'
        '  File "/bot/bot.py", line 3, in f\n    return [][3]\n'
        "IndexError: list index out of range\n"
    )
    crash = traceback_of(stderr, text)
    assert crash is not None
    assert [(frame.function, frame.line) for frame in crash.frames] == [("f", 3), ("<module>", 4)]
    assert crash.own_words == "IndexError: list index out of range"
    assert traceback_of("nothing of that kind", text) is None
