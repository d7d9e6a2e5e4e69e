"""`docs/architecture/server.md` says where the code of every module runs, and of nothing else."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
SERVER = ROOT / "src" / "duiyi" / "server"
PAGE = (ROOT / "docs" / "architecture" / "server.md").read_text("utf-8")
PLACES = ("LOOP", "RULES", "WRITER", "READER", "TEACHER", "DOORS", "THREAD", "PROCESS")


def described() -> dict[str, str]:
    """Where each module runs, by its path without `.py`."""
    found: dict[str, str] = {}
    folder = ""
    table = PAGE.partition("## Modules\n")[2].partition("\n## ")[0]
    for line in table.splitlines()[2:]:
        names, where, _ = (cell.strip() for cell in line.strip("|").split("|"))
        if heading := re.fullmatch(r"\*\*(?:starting|`(.*)`)\*\*", names):
            folder = heading[1] or ""
            continue
        found |= {f"{folder}{name}": where for name in re.findall(r"`([^`]+)`", names)}
    return found


def test_every_module_has_a_row_that_says_where_it_runs() -> None:
    modules = {
        file.relative_to(SERVER).with_suffix("").as_posix()
        for file in SERVER.rglob("*.py")
        if file.name != "__init__.py"
    }
    rows = described()
    assert {*rows} == modules
    for module, where in rows.items():
        assert re.search("|".join(PLACES), where) or where in ("any", "at the start"), module


def test_the_way_of_a_click_names_files_that_exist() -> None:
    way = PAGE.partition("The way has 23 files. Eleven are here: ")[2].partition(".")[0]
    names = re.findall(r"`([^`]+)`", way)
    assert len(names) == 11
    assert all((SERVER / f"{name}.py").is_file() for name in names)
