"""Processes that play games for whoever asked; Ctrl-C is for him, and ends them with him."""

from __future__ import annotations

import multiprocessing
import signal
from concurrent.futures import ProcessPoolExecutor


def pool(workers: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _quiet)


def _quiet() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
