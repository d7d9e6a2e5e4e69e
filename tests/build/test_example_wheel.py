"""What a plug-in hands out holds its lessons: the build of the example leaves none of them out."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from duiyi.core.locale import LANGUAGES

EXAMPLE = Path(__file__).parents[2] / "examples" / "tic-tac-toe"


@pytest.mark.slow
def test_the_wheel_of_tic_tac_toe_holds_its_lessons(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir"]
    done = subprocess.run(
        [*command, str(tmp_path), str(EXAMPLE)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    held = set(zipfile.ZipFile(wheel).namelist())
    for name in ("lessons.toml", *(f"{language}.json" for language in LANGUAGES)):
        assert f"duiyi_tic_tac_toe/lessons/{name}" in held
