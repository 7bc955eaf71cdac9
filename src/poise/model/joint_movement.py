"""How a single joint moves what hangs on it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pinocchio as pin

from poise.arrays import Array
from poise.errors import DefinitionError


@dataclass(frozen=True, slots=True, eq=False)
class JointMovement:
    """A joint moves by scale · (position of its leader) + offset about or along an axis.

    Attributes:
        leader: Pinocchio's index of the joint whose position counts: itself, or the one it mimics.
        axis: Unit axis in the joint's frame, shape (3,).
        slides: Whether it slides along the axis rather than turns about it.
        scale: Of a joint that mimics; 1 for others.
        offset: Of a joint that mimics; 0 for others [rad, m].
    """

    leader: int
    axis: Array
    slides: bool
    scale: float
    offset: float


def joint_movement(model: pin.Model, joint: int) -> JointMovement:
    """How a joint moves.

    Args:
        model: The model.
        joint: Pinocchio's index of the joint.

    Raises:
        DefinitionError: It has several degrees of freedom, or is a screw.
    """
    kind = model.joints[joint]
    mimics = kind.shortname() == "JointModelMimic"
    if not mimics and kind.nv != 1:
        raise DefinitionError(
            f"base and tip are joined by {model.names[joint]!r}, which has {kind.nv} degrees of "
            "freedom; choose a base frame beyond it."
        )
    data = kind.createData()
    kind.calc(data, pin.neutral(model))
    subspace = np.array(data.S).ravel()
    slides = not subspace[3:].any()
    if subspace[:3].any() and not slides:
        raise DefinitionError(f"joint {model.names[joint]!r} is a screw, which chains cannot have.")
    axis = subspace[:3] if slides else subspace[3:]
    if not mimics:
        return JointMovement(joint, axis, slides, 1.0, 0.0)
    leaders = dict(zip(model.mimicking_joints, model.mimicked_joints, strict=True))
    inner = kind.extract()
    # The subspace of a joint that mimics is scaled; with scale 0 it says nothing, nor needs to.
    direction = axis / inner.scaling if inner.scaling else np.array([0.0, 0.0, 1.0])
    return JointMovement(leaders[joint], direction, slides, inner.scaling, inner.offset)
