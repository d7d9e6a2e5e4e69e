"""Which of the compiled modules is used, and that they agree."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from duiyi import kernels
from duiyi.kernels.native import MODULES, VARIABLE

ASK = """
import duiyi, json
from duiyi import kernels
told = {}
for name in kernels.GAMES:
    there = kernels.position(duiyi.game(name).start())
    came = there.playouts(200, 7)
    walks = [there.walk(seed) for seed in range(20)]
    told[name] = [came.decisions, came.wins, [(t, e.dump(), e.key) for t, e in walks]]
print(json.dumps([kernels.built_for, told]))
"""


def asked(built: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", ASK],
        env={**os.environ, VARIABLE: built},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_generic_module_plays_the_same_games() -> None:
    generic = asked(kernels.GENERIC)
    assert generic.returncode == 0, generic.stderr
    built, told = json.loads(generic.stdout)
    assert built == kernels.GENERIC
    assert told == json.loads(asked(kernels.built_for).stdout)[1]


def test_where_this_machine_can_the_newer_module_is_used() -> None:
    native = __import__(MODULES[kernels.GENERIC], fromlist=["load"])
    if not native.is_new_machine():
        pytest.skip("this machine has no AVX2 and BMI2: only the generic module can run")
    if os.environ.get(VARIABLE):
        assert kernels.built_for == os.environ[VARIABLE]
    else:
        assert kernels.built_for == kernels.NEWER


def test_an_unknown_choice_is_named() -> None:
    wrong = asked("fast")
    assert wrong.returncode != 0
    assert f"{VARIABLE} is generic or x86-64-v3, not fast" in wrong.stderr
