"""What holds for all tests."""

from __future__ import annotations

import pytest
from tests.slowest import Slowest


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Slowest(), "slowest")
