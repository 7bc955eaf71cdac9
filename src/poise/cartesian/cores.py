"""Sharing work on rows out to all cores."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise

# Rows below which another thread costs more than it brings.
_FEWEST = 16


def share_out(work: Callable[[int, int], None], count: int) -> None:
    """Call ``work(first, last)`` for parts of ``range(count)``, in threads.

    For compiled work, which lets go of the interpreter; other work gains nothing. Every row is
    worked on alone, so the result does not depend on the number of cores.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    # More parts than cores: some rows take longer than others.
    parts = min(4 * (cores or 1), max(1, count // _FEWEST))
    if parts == 1 or cores == 1:
        work(0, count)
        return
    ends = [count * part // parts for part in range(parts + 1)]
    for done in [_pool().submit(work, *pair) for pair in pairwise(ends)]:
        done.result()


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(thread_name_prefix="poise-kernels")
