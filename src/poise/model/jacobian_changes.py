"""How the Jacobian of a frame changes with the configuration and with time.

A joint's columns of the spatial Jacobian are carried by everything before it and by itself:
∂Jₖ/∂qᵢ = Jᵢ × Jₖ where joint i comes before joint k or is it, 0 otherwise, and along a motion
J̇ₖ = Vₖ × Jₖ with the spatial velocity Vₖ of joint k. × is the cross product of twists. True for
every joint whose motion directions are fixed in the link that it moves.

Source: A. Müller, "Screw and Lie group theory in multibody kinematics", Multibody System
Dynamics 43, 2018, section 3.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pinocchio as pin
from numpy.typing import NDArray

from poise.arrays import Array
from poise.model.frames import FramePlace


def jacobian_by_configuration(model: pin.Model, data: pin.Data, place: FramePlace) -> Array:
    """∂J/∂qᵢ of a frame's Jacobian in world axes at its origin, shape (nv, 6, nv)."""
    chain, origin = _chain(model, data, place), _origin(data, place)
    J = chain.J
    # [i, k]: whether i carries k. Joints of a chain are numbered from its root on.
    carries = chain.joints[:, None] <= chain.joints[None, :]
    change = _cross(J[:, None, :], J[None, :, :]) * carries[:, :, None]
    moves = J[:, :3] + np.cross(J[:, 3:], origin)
    change[..., :3] += np.cross(change[..., 3:], origin)
    change[..., :3] += np.cross(J[None, :, 3:], moves[:, None, :])
    result = np.zeros((model.nv, model.nv, 6))
    np.add.at(result, np.ix_(chain.columns, chain.columns), change)
    return result.transpose(0, 2, 1)


def jacobian_rates(model: pin.Model, data: pin.Data, place: FramePlace) -> tuple[Array, Array]:
    """J̇ and J̈ at q̈ = 0 of a frame's Jacobian in world axes at its origin, each (6, nv)."""
    chain, origin = _chain(model, data, place), _origin(data, place)
    V, A = (
        np.array([data.oMi[int(j)].act(motions[int(j)]).vector for j in chain.joints])
        for motions in (data.v, data.a)
    )
    J = chain.J
    first = _cross(V, J)
    second = _cross(A, J) + _cross(V, first)
    args = (model, data, place.joint, place.placement, pin.LOCAL_WORLD_ALIGNED)
    speed = pin.getFrameVelocity(*args).linear
    acceleration = pin.getFrameClassicalAcceleration(*args).linear
    rate, rate_rate = first.copy(), second.copy()
    rate[:, :3] += np.cross(first[:, 3:], origin) + np.cross(J[:, 3:], speed)
    rate_rate[:, :3] += np.cross(second[:, 3:], origin) + 2.0 * np.cross(first[:, 3:], speed)
    rate_rate[:, :3] += np.cross(J[:, 3:], acceleration)
    return chain.spread(rate, model.nv), chain.spread(rate_rate, model.nv)


class _Chain(NamedTuple):
    """The joints between the root and a frame, a row for each of their motion directions.

    Attributes:
        J: Spatial columns of the Jacobian, world frame, shape (k, 6).
        columns: The entry of v that moves each; joints that mimic others share theirs.
        joints: Pinocchio's index of the joint of each.
    """

    J: Array
    columns: NDArray[np.intp]
    joints: NDArray[np.intp]

    def spread(self, rows: Array, nv: int) -> Array:
        """Put rows, (k, 6), where the entries of v stand, (6, nv)."""
        result = np.zeros((nv, 6))
        np.add.at(result, self.columns, rows)
        return result.T


def _chain(model: pin.Model, data: pin.Data, place: FramePlace) -> _Chain:
    J, columns, joints = [np.zeros((0, 6))], [], []
    for index in list(model.supports[place.joint])[1:]:
        subspace = np.reshape(data.joints[index].S, (6, -1))
        J.append((data.oMi[index].action @ subspace).T)
        columns += [model.joints[index].idx_v + k for k in range(subspace.shape[1])]
        joints += [index] * subspace.shape[1]
    return _Chain(np.concatenate(J), np.array(columns, np.intp), np.array(joints, np.intp))


def _origin(data: pin.Data, place: FramePlace) -> Array:
    return np.array((data.oMi[place.joint] * place.placement).translation)


def _cross(one: Array, other: Array) -> Array:
    """Cross product of twists, linear parts first, along the last axis."""
    turns = one[..., 3:]
    linear = np.cross(turns, other[..., :3]) + np.cross(one[..., :3], other[..., 3:])
    return np.concatenate((linear, np.cross(turns, other[..., 3:])), axis=-1)
