"""A class made on purpose: 24 hand-ins as a course system would pack them, on Windows in Taiwan.

`CLASS` is the table of what each of them gets.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
BOARD = (HERE / "bots" / "files.h").read_text()
A = (HERE / "bots" / "files_a_random.c").read_text()
B = (HERE / "bots" / "files_b_random.c").read_text()
PROTOCOL = (HERE / "first_move.c").read_text()
ONE_FILE = A.replace('#include "files.h"', BOARD)
ONCE = """#include <stdio.h>
int main(void) {
    FILE *out = fopen("out.txt", "w");
    fputs("E,-2,-1,-2,0\\nP,0,0,0,0\\n", out);
    return fclose(out);
}
"""
PRINTS = '#include <stdio.h>\nint main(void) { return puts("E,-2,-1,-2,0\\nP,0,0,0,0") < 0; }\n'
CRASHES = "int main(void) { volatile int *nowhere = 0; return *nowhere; }\n"
PYTHON = """import sys
colour, board = sys.argv[1], [line.split(",") for line in open(sys.argv[3]).read().split()]
heights = [line.split(",") for line in open(sys.argv[4]).read().split()]
own = (1, 2, 3) if colour == "White" else (4, 5, 6)
def captures():
    for row in range(9):
        for column in range(9):
            if int(board[row][column]) not in own:
                continue
            for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)):
                r, c = row + down, column + right
                while 0 <= r < 9 and 0 <= c < 9 and int(board[r][c]) == 0:
                    r, c = r + down, c + right
                if not (0 <= r < 9 and 0 <= c < 9) or int(board[r][c]) < 1:
                    continue
                higher = int(heights[r][c]) > int(heights[row][column])
                if int(board[r][c]) not in own and not higher:
                    yield f"E,{column - 4},{4 - row},{c - 4},{4 - r}"
print("thinking")
with open("out.txt", "w") as out:
    out.write(next(captures(), "P,0,0,0,0") + "\\nP,0,0,0,0\\n")
"""
LINK = 0o120777 << 16


@dataclass(frozen=True)
class Expected:
    """What a hand-in gets: the interface by which it plays, or the reason why it does not."""

    name: str
    interface: str = ""
    reason: str = ""
    says: str = ""
    """Words of the compile report, in 繁體中文."""


CLASS = (
    Expected("王小明", "files-a"),
    Expected("陳大文", "files-a"),
    Expected("李四海", "files-a"),
    Expected("張三豐", "files-a"),
    Expected("林美玲", "protocol"),
    Expected("黃一次", "files-a"),
    Expected("吳乙", "files-b"),
    Expected("B10902008", "files-a"),
    Expected("B10902009", "files-a"),
    Expected("B10902010", "files-a"),
    Expected("周杰", "files-a"),
    Expected("許功蓋", "files-a"),
    Expected("ÄRôcæ_ÿY", "files-a"),
    Expected("鄭語法", reason="compile", says="error: "),
    Expected("謝印出", reason="stdout", says="它把答案印在 stdout"),
    Expected("郭介面", reason="interface", says="用 files-b 卻會走"),
    Expected("曾兩個", reason="compile", says='source = "main.c"'),
    Expected("蔡套娃", reason="refused", says="壓縮檔裡還有壓縮檔"),
    Expected("彭炸彈", reason="refused", says="太大"),
    Expected("潘空檔", reason="refused", says="超過 2000 個"),
    Expected("連結生", reason="refused", says="是連結或裝置"),
    Expected("怪檔名", reason="refused", says="不是檔名"),
    Expected("施當機", reason="no-move", says="SIGSEGV"),
    Expected("B10902024", reason="no-program", says="沒有可以執行的東西"),
)
GARBLED = b"\x8e\x52\x93\x63\x91\xbe\x98\x59"
"""山田太郎 in Shift-JIS."""
ROLL = """學號,姓名,電子郵件
B10902001,王小明,wang@example.edu
B10902008,何八,b8@example.edu
B10902010,石十,b10@example.edu
B10902014,鄭語法,grammar@example.edu
B10902030,未繳交,none@example.edu
"""


def write_class(path: Path) -> None:
    """The archive of the whole class."""
    files: list[tuple[bytes, bytes, int]] = []

    def add(name: str, data: str | bytes, attributes: int = 0) -> None:
        raw = data.encode() if isinstance(data, str) else data
        files.append((name.encode("cp950"), raw, attributes))

    def moodle(student: str, number: int, **content: str | bytes) -> None:
        for file, data in content.items():
            name = file.replace("__", "/").replace("_", ".")
            add(f"{student}_{number}_assignsubmission_file_/{name}", data)

    moodle("王小明", 101, main_c=A, files_h=BOARD, readme_txt="你好")
    moodle("陳大文", 102, bot_cpp=ONE_FILE)
    think = 'int think(char **arguments) { answer_a(arguments, "out.txt"); return 0; }\n'
    main = "int think(char **);\nint main(int c, char **v) { return c == 6 ? think(v + 1) : 1; }\n"
    moodle("李四海", 103, main_c=main, src__think_c=f'#include "files.h"\n{think}',
           src__files_h=BOARD)  # fmt: skip
    moodle("張三豐", 104, bot_py=PYTHON)
    moodle("林美玲", 105, bot_c=PROTOCOL)
    moodle("黃一次", 106, main_c=ONCE)
    moodle("吳乙", 107, main_c=B, files_h=BOARD)
    add("B10902008/hw3.zip", zipped({"my project/main.c": A, "my project/files.h": BOARD}))
    add("B10902009/hw.zip", zipped({"a.zip": zipped({"b/c/main.c": ONE_FILE}), "note.txt": ""}))
    add("B10902010.c", ONE_FILE)
    add("周杰_111_assignsubmission_file_main.c", A)
    add("周杰_111_assignsubmission_file_files.h", BOARD)
    old = {"main_c": A, "files_h": BOARD, "old__main_c": A, "bot_toml": 'source = "main.c"\n'}
    moodle("許功蓋", 112, **old)
    files.append((GARBLED + b"/main.c", ONE_FILE.encode(), 0))
    moodle("鄭語法", 114, main_c="int main(void) {\n    retrun 0;\n}\n")
    moodle("謝印出", 115, main_c=PRINTS)
    moodle("郭介面", 116, main_c=B, files_h=BOARD, bot_toml='interface = "files-a"\n')
    moodle("曾兩個", 117, main_c=A, files_h=BOARD, old__main_c=A, old__files_h=BOARD)
    moodle("蔡套娃", 118, hw_zip=nested(6))
    moodle("彭炸彈", 119, hw_zip=bomb(16, 62_000_000))
    moodle("潘空檔", 120, hw_zip=zipped({f"{n}.txt": "" for n in range(19_990)}))
    moodle("連結生", 121, main_c=ONE_FILE)
    add("連結生_121_assignsubmission_file_/secret.h", "/etc/passwd", LINK)
    moodle("怪檔名", 122, main_c=ONE_FILE)
    add("怪檔名_122_assignsubmission_file_/../../../evil.c", "int evil;\n")
    moodle("施當機", 123, main_c=CRASHES)
    add("B10902024/report.pdf", "%PDF-1.4\n")
    add("班級名單.xlsx", "nobody's")
    path.write_bytes(zip_of(files))


def zipped(files: Mapping[str, str | bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return made.getvalue()


def bomb(files: int, size: int) -> bytes:
    """So many files of zeros, compressed once."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    zeros = bytes(size)
    data = packer.compress(zeros) + packer.flush()
    packed = Packed(data, size, zlib.crc32(zeros))
    return zip_of([(f"zeros{n}".encode(), packed, 0) for n in range(files)])


def nested(depth: int) -> bytes:
    data = zipped({"main.c": ONE_FILE})
    for _ in range(depth):
        data = zipped({"inner.zip": data})
    return data


@dataclass(frozen=True)
class Packed:
    """A file that is compressed already."""

    data: bytes
    size: int
    check: int


def zip_of(files: Sequence[tuple[bytes, bytes | Packed, int]]) -> bytes:
    """Names as bytes, as other programs write them: `zipfile` itself would not."""
    local, central = bytearray(), bytearray()
    for name, given, attributes in files:
        plain = isinstance(given, bytes)
        one = Packed(given, len(given), zlib.crc32(given)) if isinstance(given, bytes) else given
        common = struct.pack(
            "<HHHHHLLLHH",
            20, 0, 0 if plain else 8, 0, 33, one.check, len(one.data), one.size, len(name), 0,
        )  # fmt: skip
        central += b"PK\x01\x02" + struct.pack("<H", 20) + common
        central += struct.pack("<HHHLL", 0, 0, 0, attributes, len(local)) + name
        local += b"PK\x03\x04" + common + name + one.data
    end = struct.pack("<HHHHLLH", 0, 0, len(files), len(files), len(central), len(local), 0)
    return bytes(local) + bytes(central) + b"PK\x05\x06" + end
