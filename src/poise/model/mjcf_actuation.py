"""Effort limits, armature, damping and dry friction of the joints of a compiled MuJoCo model.

The rule for effort limits. Each actuator that acts on a joint can give at most
``|gear| · min(force range, |gain| · control range)``, where the control range counts only for
actuators whose force is a constant gain times their control (motors), not for position or
velocity servos. Actuators on one joint add up, and the joint's ``actuatorfrcrange`` caps the sum.
Where a range is not symmetric, the smaller side counts for both. A joint that no actuator drives
has the limit 0 if the file has actuators at all, since it is passive then; in a file without
actuators only ``actuatorfrcrange`` is known, and joints without it have the limit inf.

Armature and damping of an actuator act on its joint with gear², as in MuJoCo.
"""

from __future__ import annotations

import numpy as np
import pinocchio as pin

from poise.arrays import Array
from poise.model.mjcf_tree import FREE, HINGE, SLIDE, CompiledModel, JointTree

_JOINT, _JOINT_IN_PARENT = 0, 1  # mujoco.mjtTrn
_FIXED_GAIN, _NO_BIAS = 0, 0  # mujoco.mjtGain, mjtBias
_BOUNDED_BY_CONTROL = (0, 2, 3)  # mujoco.mjtDyn: none and the two low-pass filters


def set_joint_dynamics(compiled: CompiledModel, tree: JointTree) -> list[str]:
    """Fill effort limits, armature, damping and friction of the model; return what was left out.

    Args:
        compiled: The compiled ``mujoco.MjModel``.
        tree: The Pinocchio model with the joints of both models; changed in place.
    """
    model, ignored = tree.model, []
    size = model.nv
    armature, damping, friction, effort = (np.zeros(size) for _ in range(4))
    if tree.base is not None:
        effort[:6] = np.inf  # as Pinocchio has it for a free-flyer; nothing drives a base
    driven, sentences = _actuator_bounds(compiled)
    ignored += sentences
    for index, joint in tree.joints:
        rows = slice(model.idx_vs[joint], model.idx_vs[joint] + model.nvs[joint])
        dofs = slice(compiled.jnt_dofadr[index], compiled.jnt_dofadr[index] + model.nvs[joint])
        armature[rows] = compiled.dof_armature[dofs]
        damping[rows] = compiled.dof_damping[dofs]
        friction[rows] = compiled.dof_frictionloss[dofs]
        carrier = int(compiled.jnt_actuatorid[index])  # the actuator whose armature counts here
        if carrier >= 0:
            gear = float(compiled.actuator_gear[compiled.actuator_outadr[carrier]][0])
            armature[rows] += gear**2 * compiled.actuator_armature[carrier]
            damping[rows] += gear**2 * compiled.actuator_damping[carrier]
        name = model.names[joint]
        effort[rows], sentences = _effort_limit(compiled, index, name, driven)
        ignored += sentences
    model.armature, model.damping = armature, damping
    _set_symmetric(model, effort, friction)
    return ignored


def _set_symmetric(model: pin.Model, effort: Array, friction: Array) -> None:
    model.lowerEffortLimit, model.upperEffortLimit = -effort, effort
    model.lowerDryFrictionLimit, model.upperDryFrictionLimit = -friction, friction


def _actuator_bounds(compiled: CompiledModel) -> tuple[dict[int, Array], list[str]]:
    """Per MuJoCo joint the sum of what its actuators give, shape (6, 2) lower/upper per axis."""
    bounds: dict[int, Array] = {}
    ignored = []
    for actuator in range(compiled.nactuator):
        name = compiled.actuator(actuator).name or f"number {actuator}"
        transmission = compiled.actuator_trntype[actuator]
        joint = int(compiled.actuator_trnid[actuator][0])
        scalar = transmission in (_JOINT, _JOINT_IN_PARENT) and (
            compiled.jnt_type[joint] in (HINGE, SLIDE)
        )
        if not scalar and transmission != _JOINT:
            ignored.append(
                f"Actuator {name!r} does not act on a joint's own axes and was left out."
            )
            continue
        gear = np.array(compiled.actuator_gear[compiled.actuator_outadr[actuator]])
        lower, upper = _force_range(compiled, actuator)
        with np.errstate(invalid="ignore"):
            sides = np.stack([gear * lower, gear * upper], axis=1)
        sides[gear == 0.0] = 0.0  # 0 · inf: no torque about this axis
        total = bounds.setdefault(joint, np.zeros((6, 2)))
        total += np.sort(sides, axis=1)
    return bounds, ignored


def _force_range(compiled: CompiledModel, actuator: int) -> tuple[float, float]:
    lower, upper = -np.inf, np.inf
    control = int(compiled.actuator_ctrladr[actuator])
    motor = (
        compiled.actuator_gaintype[actuator] == _FIXED_GAIN
        and compiled.actuator_biastype[actuator] == _NO_BIAS
        and compiled.actuator_dyntype[actuator] in _BOUNDED_BY_CONTROL
    )
    if motor and compiled.actuator_ctrllimited[control]:
        gain = float(compiled.actuator_gainprm[actuator][0])
        lower, upper = sorted(gain * float(side) for side in compiled.actuator_ctrlrange[control])
    if compiled.actuator_forcelimited[actuator]:
        low, high = compiled.actuator_forcerange[actuator]
        lower, upper = float(np.clip(lower, low, high)), float(np.clip(upper, low, high))
    return lower, upper


def _effort_limit(
    compiled: CompiledModel, index: int, name: str, driven: dict[int, Array]
) -> tuple[Array, list[str]]:
    """The limit on each axis of one joint, and a sentence where it is not the whole truth."""
    size = {FREE: 6, HINGE: 1, SLIDE: 1}.get(int(compiled.jnt_type[index]), 3)
    scalar = size == 1
    if index in driven:
        lower, upper = driven[index][:size].T
    elif compiled.nactuator and size < 6:
        sentence = f"Joint {name!r} has no actuator of its own: its effort limit is 0."
        return np.zeros(size), [sentence]
    else:
        lower, upper = np.full(size, -np.inf), np.full(size, np.inf)
    if scalar and compiled.jnt_actfrclimited[index]:
        low, high = compiled.jnt_actfrcrange[index]
        lower, upper = np.clip(lower, low, high), np.clip(upper, low, high)
    limit: Array = np.maximum(np.minimum(-lower, upper), 0.0)
    if np.array_equal(-lower, upper):
        return limit, []
    ranges = ", ".join(f"{low:g} to {high:g}" for low, high in zip(lower, upper, strict=True))
    smaller = ", ".join(f"{value:g}" for value in limit)
    return limit, [
        (
            f"Joint {name!r} has the effort range {ranges}; "
            f"the smaller side, {smaller}, counts for both."
        )
    ]
