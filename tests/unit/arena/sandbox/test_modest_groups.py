"""Groups of a process with a low priority have a small share of the cores."""

from __future__ import annotations

from pathlib import Path

import pytest

from duiyi.arena.sandbox.accounting.cgroups import make_modest


@pytest.mark.parametrize(
    ("nice", "shares", "weight"), [(1, "819", "80"), (10, "110", "11"), (19, "15", "1")]
)
def test_a_group_gets_what_a_process_of_the_priority_would(
    tmp_path: Path, nice: int, shares: str, weight: str
) -> None:
    (tmp_path / "cpu.shares").write_text("1024")
    (tmp_path / "cpu.weight").write_text("100")
    make_modest(tmp_path, nice)
    assert (tmp_path / "cpu.shares").read_text() == shares
    assert (tmp_path / "cpu.weight").read_text() == weight


def test_where_a_group_has_no_share_nothing_is_made(tmp_path: Path) -> None:
    make_modest(tmp_path, 19)
    assert not [*tmp_path.iterdir()]
