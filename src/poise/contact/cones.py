"""Linear friction cones: which forces and wrenches a contact can carry."""

from __future__ import annotations

from typing import Literal

import numpy as np

from poise.arrays import Array
from poise.errors import DefinitionError

Cone = Literal["inner", "outer"]


def point_cone(friction: float, cone: Cone) -> Array:
    """Friction pyramid of a point: rows A with A f ≤ 0, f = (f_x, f_y, f_z) in contact axes.

    Args:
        friction: Coulomb coefficient μ.
        cone: ``"inner"`` lies inside the round cone (μ/√2 per axis); ``"outer"`` contains it
            and allows tangential forces up to √2 μ f_z.

    Returns:
        Shape (4, 3); each row is in newtons.

    Raises:
        DefinitionError: The cone is neither.
    """
    if cone not in ("inner", "outer"):
        raise DefinitionError(f"cone must be 'inner' or 'outer', got {cone!r}.")
    mu = friction / np.sqrt(2.0) if cone == "inner" else friction
    return np.array([[1.0, 0.0, -mu], [0.0, 1.0, -mu], [-1.0, 0.0, -mu], [0.0, -1.0, -mu]])


def surface_cone(friction: float, length: float, width: float) -> Array:
    """Wrench cone of a rectangular patch: rows A with A w ≤ 0, w = [f; m] at the patch centre.

    A wrench fulfils the rows exactly when forces at the four corners, each inside the outer
    friction pyramid, can produce it: the centre of pressure stays in the patch and the yaw
    moment within what friction leaves.

    Args:
        friction: Coulomb coefficient μ.
        length: Full size along the contact's x axis [m].
        width: Full size along y [m].

    Returns:
        Shape (16, 6): four rows of sliding [N], four of tipping [N·m], eight of yaw [N·m].

    Source: S. Caron, Q.-C. Pham, Y. Nakamura, "Stability of surface contacts for humanoid
    robots: closed-form formulae of the contact wrench cone for rectangular support areas",
    ICRA 2015.
    """
    mu, x, y = friction, length / 2.0, width / 2.0
    rows = [
        [-1, 0, -mu, 0, 0, 0],
        [1, 0, -mu, 0, 0, 0],
        [0, -1, -mu, 0, 0, 0],
        [0, 1, -mu, 0, 0, 0],
        [0, 0, -y, -1, 0, 0],
        [0, 0, -y, 1, 0, 0],
        [0, 0, -x, 0, -1, 0],
        [0, 0, -x, 0, 1, 0],
    ]
    # yaw·m_z + sx (Y f_x + yaw μ m_x) + sy (X f_y + yaw μ m_y) ≤ μ (X + Y) f_z
    rows += [
        [sx * y, sy * x, -mu * (x + y), yaw * sx * mu, yaw * sy * mu, yaw]
        for yaw in (-1.0, 1.0)
        for sx in (-1.0, 1.0)
        for sy in (-1.0, 1.0)
    ]
    return np.array(rows, dtype=np.float64)


def surface_row_lengths(length: float, width: float) -> Array:
    """The length [m] by which each row of :func:`surface_cone` is divided to be in newtons.

    Sliding rows by 1 (they are newtons already), tipping about x by half the width, about y by
    half the length, yaw by half of both together. Shape (16,).
    """
    x, y = length / 2.0, width / 2.0
    return np.array([1.0] * 4 + [y, y, x, x] + [x + y] * 8)


POINT_ROW_NAMES = ("sliding +x", "sliding +y", "sliding -x", "sliding -y")
SURFACE_ROW_NAMES = (
    *("sliding -x", "sliding +x", "sliding -y", "sliding +y"),
    *("tipping -mx", "tipping +mx", "tipping -my", "tipping +my"),
    *(f"yaw {sign}{k}" for sign in "-+" for k in range(1, 5)),
)
