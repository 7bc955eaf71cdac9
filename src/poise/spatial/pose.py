"""Poses: 6-vectors, differences, interpolation and a change of origin.

A pose is a ``pin.SE3`` value, written ``T_a_b``: the pose of b in a. Composition and inversion
are Pinocchio's own: ``T_a_c = T_a_b * T_b_c`` and ``T_b_a = T_a_b.inverse()``.

Displacements here move position and orientation apart, as frame tasks do: a straight line and
a turn about one fixed axis, both in the outer ("world") axes. The screw motions of
``pin.exp6`` and ``pin.log6`` couple the two and are something else.
"""

from __future__ import annotations

import numpy as np
import pinocchio as pin
from numpy.typing import ArrayLike

from poise.arrays import Array, number, vector
from poise.errors import DefinitionError
from poise.spatial.orientation import axis_angle_from_rotation, orientation_error


def pose_from_vector(pose_vector: ArrayLike) -> pin.SE3:
    """Pose of a 6-vector [position; scaled axis-angle].

    Args:
        pose_vector: Shape (6,), [m, rad].

    Returns:
        The pose.

    Raises:
        ShapeError: Not six numbers.
        DefinitionError: An entry is not finite.
    """
    values = vector("pose_vector", pose_vector, 6)
    return pin.SE3(pin.exp3(values[3:]), values[:3])


def vector_from_pose(pose: pin.SE3) -> Array:
    """The 6-vector [position; scaled axis-angle] of a pose.

    Exact near angle 0 and at π, where the first non-zero coordinate of the axis is positive.

    Args:
        pose: Any pose.

    Returns:
        Shape (6,), [m, rad], the angle in [0, π].

    Raises:
        DefinitionError: Not a pose, or its rotation is none.
    """
    require_pose("pose", pose)
    return np.concatenate((pose.translation, axis_angle_from_rotation(pose.rotation)))


def difference(start: pin.SE3, end: pin.SE3) -> Array:
    """The displacement from one pose to another: [p* − p; R log(Rᵀ R*)], in the outer axes.

    The error of a frame task. Runs every tick and trusts both poses.

    Args:
        start: T_world_start, with position p and rotation R.
        end: T_world_end, with position p* and rotation R*.

    Returns:
        Displacement, shape (6,), [m, rad]; :func:`integrate` undoes it.
    """
    displacement = np.empty(6)
    np.subtract(end.translation, start.translation, out=displacement[:3])
    displacement[3:] = orientation_error(start.rotation, end.rotation)
    return displacement


def integrate(start: pin.SE3, displacement: ArrayLike) -> pin.SE3:
    """Move a pose by a displacement in the outer axes: (p + d_p, exp(d_R) R).

    The inverse of :func:`difference`. A twist in world axes at the frame's origin, times the
    time it lasts, is such a displacement.

    Args:
        start: T_world_start.
        displacement: [d_p; d_R], shape (6,), [m, rad].

    Returns:
        T_world_end.

    Raises:
        ShapeError: The displacement is not six numbers.
        DefinitionError: Not a pose, or an entry is not finite.
    """
    require_pose("start", start)
    values = vector("displacement", displacement, 6)
    rotation = pin.exp3(values[3:]) @ start.rotation
    return pin.SE3(rotation, start.translation + values[:3])


def interpolate(start: pin.SE3, end: pin.SE3, fraction: float) -> pin.SE3:
    """Pose on the way from start to end: straight line, and turn about one axis.

    Args:
        start: Pose at fraction 0.
        end: Pose at fraction 1, seen from the same frame.
        fraction: How far along, in [0, 1].

    Returns:
        The pose in between.

    Raises:
        DefinitionError: Not poses, or fraction outside [0, 1].
    """
    require_pose("start", start)
    require_pose("end", end)
    fraction = number("fraction", fraction, minimum=0.0, maximum=1.0)
    return integrate(start, fraction * difference(start, end))


def change_origin(T_old_object: pin.SE3, T_new_old: pin.SE3) -> pin.SE3:
    """Pose of an object seen from a new origin: T_new_object = T_new_old T_old_object.

    Args:
        T_old_object: Pose of the object in the old origin.
        T_new_old: Pose of the old origin in the new one.

    Returns:
        T_new_object.

    Raises:
        DefinitionError: Not poses.
    """
    require_pose("T_old_object", T_old_object)
    require_pose("T_new_old", T_new_old)
    return T_new_old * T_old_object


def require_pose(name: str, value: pin.SE3) -> None:
    """Check that an argument is a pose.

    Args:
        name: What the caller calls the argument; used in the message.
        value: Must be a ``pin.SE3``.

    Raises:
        DefinitionError: It is not.
    """
    if not isinstance(value, pin.SE3):
        raise DefinitionError(
            f"{name} must be a pinocchio.SE3, got {type(value).__name__}; "
            "pose_from_vector makes one from [position; axis-angle]."
        )
