"""What is handed out, made once for all tests that run at the same time."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HIDDEN = ("node", "npm", "npx", "cc", "c++", "gcc", "g++", "clang", "cmake", "ninja", "make")


def made(target: str, pattern: str, factory: pytest.TempPathFactory) -> Path:
    """What `make TARGET` makes. Several processes of tests share it: the first one makes it."""
    base = factory.getbasetemp()
    place = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "handed-out"
    place.mkdir(exist_ok=True)
    with (place / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not list(place.glob(pattern)):
            command = ["make", "--no-print-directory", target, f"WHEELS={place}"]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout + done.stderr
    (built,) = place.glob(pattern)
    return built


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made("wheel", "duiyi-*.whl", tmp_path_factory)


@pytest.fixture(scope="session")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made("source", "duiyi-*.tar.gz", tmp_path_factory)


@pytest.fixture(scope="session")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """An environment whose PATH has everything of this machine but compilers and Node."""
    place = tmp_path_factory.mktemp("bare")
    for directory in ("/usr/local/bin", "/usr/bin", "/bin"):
        for file in Path(directory).iterdir() if Path(directory).is_dir() else ():
            if not file.name.startswith(HIDDEN) and not (place / file.name).exists():
                (place / file.name).symlink_to(file)
    environment = {"PATH": str(place), "HOME": str(place), "LANG": "C.UTF-8"}
    for name in ("node", "npm", "g++", "cmake"):
        assert shutil.which(name, path=str(place)) is None
    kept = ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS", "PIP_CONFIG_FILE")
    return environment | {name: os.environ[name] for name in kept if name in os.environ}
