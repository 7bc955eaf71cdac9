"""Contact points as rows of a table, which compiled loops fill."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from poise.contact.laws.contact_law import ContactLaw

POINT = np.dtype(
    [
        ("joint", "i8"),  # that carries it
        ("offset", "3f8"),  # in the joint's axes [m]
        ("position", "3f8"),  # world [m]; of a spherical foot its centre
        ("velocity", "3f8"),  # world axes [m/s]
        ("angular", "3f8"),  # of its link, world axes [rad/s]
        ("force", "3f8"),  # on the robot, world axes [N]
        ("contact", "3f8"),  # where the force acts, world [m]
        ("anchor", "3f8"),  # where stiction is tied to the ground, world [m]
        ("touching", "?"),  # whether the anchor means anything
        ("active", "?"),
        ("codes", "3i8"),  # formulas: normal force, smoothing, friction
        ("normal", "6f8"),  # parameters of the normal law
        ("friction", "3f8"),  # parameters of the friction law
        ("z_offset", "f8"),  # [m]
        ("radius", "f8"),  # [m]
    ],
    align=True,
)
PointTable = NDArray[Any]


def set_law(points: PointTable, law: ContactLaw, friction: float | None) -> None:
    """Write a law into rows; ``friction`` stands in where the law leaves it to the contact."""
    normal, sideways = law.numbers
    points["codes"] = law.codes
    points["normal"] = _padded(normal, 6)
    points["friction"] = _padded(sideways, 3)
    if friction is not None and getattr(law.friction, "friction", 0.0) is None:
        points["friction"][:, 0] = friction
    points["z_offset"], points["radius"] = law.z_offset, law.radius


def _padded(numbers: Sequence[float], size: int) -> list[float]:
    return [*numbers, *[0.0] * (size - len(numbers))]
