"""How a student installs duiyi: as docs/install.md tells, in environments that are empty before."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from tests.unit.docs.pages import Block, blocks

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "docs" / f"install{language}.md" for language in ("", ".zh-Hant", ".zh-Hans")]
LOCKED = ("--constraint", str(ROOT / "requirements.lock"))
Environment = Mapping[str, str]
Install = Callable[[Path, Path, Environment], Path]
"""Puts a file's duiyi into a directory, and gives the program."""


def ran(command: Sequence[str], environment: Environment, folder: Path) -> str:
    done = subprocess.run(
        command, env=environment, cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def empty(place: Path) -> Path:
    """The programs of a new environment."""
    venv.create(place, with_pip=True)
    return place / "bin"


def by_pip(file: Path, place: Path, environment: Environment) -> Path:
    bin_ = empty(place / "venv")
    ran([str(bin_ / "pip"), "install", "--quiet", *LOCKED, str(file)], environment, place)
    return bin_ / "duiyi"


def by_pipx(file: Path, place: Path, environment: Environment) -> Path:
    bin_ = empty(place / "tools")
    ran([str(bin_ / "pip"), "install", "--quiet", "pipx"], environment, place)
    own = {"PIPX_HOME": str(place / "pipx"), "PIPX_BIN_DIR": str(place / "bin")}
    install = [str(bin_ / "pipx"), "install", "--python", sys.executable, str(file)]
    ran([*install, "--pip-args", " ".join(LOCKED)], {**environment, **own}, place)
    return place / "bin" / "duiyi"


def by_uv(file: Path, place: Path, environment: Environment) -> Path:
    bin_ = empty(place / "tools")
    ran([str(bin_ / "pip"), "install", "--quiet", "uv"], environment, place)
    own = {"UV_TOOL_DIR": str(place / "uv"), "UV_TOOL_BIN_DIR": str(place / "bin")}
    own |= {"UV_CACHE_DIR": str(place / "cache"), **indexes(bin_, environment)}
    install = [str(bin_ / "uv"), "tool", "install", "--python", sys.executable, *LOCKED, str(file)]
    ran(install, {**environment, **own}, place)
    return place / "bin" / "duiyi"


def indexes(bin_: Path, environment: Environment) -> dict[str, str]:
    """Where this machine gets packages from, as uv wants it said: it does not ask pip."""
    told = ran([str(bin_ / "pip"), "config", "list"], environment, bin_)
    found = dict(re.findall(r"^.*?\.?([\w-]+)='(.*)'$", told, re.MULTILINE))
    names = {"index-url": "UV_DEFAULT_INDEX", "extra-index-url": "UV_INDEX"}
    names |= {"find-links": "UV_FIND_LINKS", "cert": "SSL_CERT_FILE"}
    return {names[name]: value for name, value in found.items() if name in names}


def try_it(page: Path) -> Block:
    """The block of the page that begins with `duiyi games`."""
    (found,) = (block for block in blocks(page, "sh") if block.lines[0] == "duiyi games")
    return found


def assert_plays(program: Path, environment: Environment, folder: Path) -> None:
    """What the page says to try does what it should."""
    folder.mkdir()
    script = "set -e\n" + "\n".join(try_it(PAGES[0]).lines)
    path = f"{program.parent}{os.pathsep}{environment['PATH']}"
    said = ran(["sh", "-c", script], {**environment, "PATH": path}, folder)
    assert "tzaar" in said
    assert "is ready: 2 games" in said


@pytest.mark.slow
@pytest.mark.parametrize("install", [by_pip, by_pipx, by_uv])
def test_a_wheel_is_installed_where_nothing_can_be_built_and_a_new_bot_plays(
    install: Install, wheel: Path, bare: Environment, tmp_path: Path
) -> None:
    program = install(wheel, tmp_path, bare)
    assert_plays(program, bare, tmp_path / "work")
    if shutil.which("gcc") and shutil.which("make"):
        environment = {**bare, "PATH": os.environ["PATH"]}
        for interface in ("protocol", "files-a", "files-b"):
            new = ["new-bot", "tzaar", "--interface", interface, interface]
            ran([str(program), *new], environment, tmp_path)
            ran(["make", "--quiet"], environment, tmp_path / interface)
            check = ["check-bot", "./bot", "--game", "tzaar", "--games", "1"]
            said = ran([str(program), *check], environment, tmp_path / interface)
            assert "./bot is ready" in said


@pytest.mark.slow
def test_the_archive_has_every_file_of_the_last_commit_and_pip_takes_it(
    source: Path, tmp_path: Path
) -> None:
    """So it builds where the checkout builds; building it again would take minutes."""
    listed = ran(["git", "ls-tree", "-r", "--name-only", "-z", "HEAD"], os.environ, ROOT)
    top = source.name.removesuffix(".tar.gz")
    with tarfile.open(source) as archive:
        files = {member.name for member in archive if not member.isdir()}
    assert files == {f"{top}/{name}" for name in listed.split("\0") if name}
    bin_ = empty(tmp_path / "venv")
    ask = [str(bin_ / "pip"), "install", "--dry-run", "--no-deps", str(source)]
    assert f"Would install {top}" in ran(ask, os.environ, tmp_path)


def test_the_pages_give_the_same_commands_in_every_language() -> None:
    told = [
        [line.partition("#")[0].rstrip() for mark in ("sh", "powershell")
         for block in blocks(page, mark) for line in block.lines]
        for page in PAGES
    ]  # fmt: skip
    assert told[0] == told[1] == told[2]
    for start in ("uv tool install", "pipx install", "pip install", "make wheel", "make source"):
        assert any(line.startswith(start) for line in told[0])


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_pages_name_the_wheel_as_it_is_named(page: Path, wheel: Path) -> None:
    """Of this machine's Python, if it is the one of the page."""
    (name,) = set(re.findall(r"duiyi-[\w.]+-cp\d+-cp\d+-[\w]+\.whl", page.read_text("utf-8")))
    assert name.split("-")[:2] == wheel.name.split("-")[:2]
    if sys.version_info[:2] == (3, 11) and sys.platform == "linux":
        assert name.split("-")[:4] == wheel.name.split("-")[:4]
