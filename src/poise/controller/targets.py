"""The targets that a controller keeps."""

from __future__ import annotations

from poise.arrays import did_you_mean
from poise.errors import SceneError
from poise.tasks import Target


class Targets(dict[str, Target]):
    """Targets by task name; a missing one says how to get it."""

    def __missing__(self, name: str) -> Target:
        """Called for ``targets[name]`` where there is none.

        Raises:
            SceneError: Always.
        """
        close = f" {did_you_mean(name, self)}" if self else ""
        raise SceneError(
            f"there is no target for {name!r} yet; call set_target_from(state), or set one.{close}"
        )
