"""What MuJoCo says on the way."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import mujoco

_log = logging.getLogger(__name__)


@contextmanager
def logged_messages() -> Iterator[None]:
    """Within it, MuJoCo's warnings go to poise's log, not to a file in the working directory."""
    before = mujoco.get_mju_user_warning()
    mujoco.set_mju_user_warning(lambda text: _log.info("MuJoCo: %s", text))
    try:
        yield
    finally:
        mujoco.set_mju_user_warning(before)
