"""The actuated joints of a Pinocchio model: names, places in q and v, limits."""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np
import pinocchio as pin

from poise.arrays import Array, frozen
from poise.errors import ModelLoadError, ModelWarning

_FREE_FLYER = "JointModelFreeFlyer"
_PLANAR = "JointModelPlanar"
_AXES, _PLANAR_AXES = ("x", "y", "z", "a", "b", "c"), ("x", "y", "yaw")
_UNBOUNDED = 1e300  # Pinocchio's URDF reader writes the largest double where there is no limit.


@dataclass(frozen=True, slots=True, eq=False)
class JointTable:
    """One row per actuated degree of freedom, in Pinocchio's order.

    A joint with several degrees of freedom (a ball joint) gives one row each, named
    ``joint.x``, ``joint.y``, … (``joint.yaw`` for the turn of one that moves in a plane). A
    continuous joint has one row although it has two numbers in q.

    Attributes:
        names: Row names, length na.
        units: Unit of the row's position, "rad" or "m".
        q_index: Where the row's coordinate stands in q; −1 where q holds no such coordinate
            (the cosine of a continuous joint stands there for ``continuous`` rows).
        continuous: Whether the row's joint stores (cos, sin) in q.
        several: Whether the row's joint has more rows, so that its velocity need not be the rate
            of its position.
        lower: Lower position limit [rad, m], −inf where there is none.
        upper: Upper position limit [rad, m], +inf where there is none.
        velocity: Speed limit [rad/s, m/s], +inf where there is none.
        effort: Torque or force limit [N·m, N], +inf where there is none.
        armature: Rotor inertia seen at the joint [kg·m², kg].
        damping: Viscous friction coefficient [N·m·s/rad, N·s/m].
        friction: Dry friction torque [N·m, N].
    """

    names: tuple[str, ...]
    units: tuple[str, ...]
    q_index: tuple[int, ...]
    continuous: tuple[bool, ...]
    several: tuple[bool, ...]
    lower: Array
    upper: Array
    velocity: Array
    effort: Array
    armature: Array
    damping: Array
    friction: Array


def has_floating_base(model: pin.Model) -> bool:
    """Whether the first joint is a free-flyer.

    Raises:
        ModelLoadError: A free-flyer stands elsewhere; poise has one robot per model.
    """
    free = [index for index, joint in enumerate(model.joints) if joint.shortname() == _FREE_FLYER]
    if [index for index in free if index != 1]:
        names = ", ".join(model.names[index] for index in free)
        raise ModelLoadError(
            f"The model has free bodies besides the robot's base (free joints: {names}). "
            "Only the first joint may be free; remove the loose objects."
        )
    return bool(free)


def is_mobile(model: pin.Model) -> bool:
    """Whether the first joint moves in a plane, as that of a mobile base."""
    return bool(model.njoints > 1 and model.joints[1].shortname() == _PLANAR)


def joint_table(model: pin.Model) -> JointTable:
    """Collect the actuated joints of a model."""
    first = 6 if has_floating_base(model) else 0
    names: list[str] = []
    units: list[str] = []
    q_index: list[int] = []
    continuous: list[bool] = []
    several: list[bool] = []
    for index, joint in enumerate(model.joints):
        if index == 0 or joint.nv == 0 or joint.shortname() == _FREE_FLYER:
            continue
        name = model.names[index]
        axes = _PLANAR_AXES if joint.shortname() == _PLANAR else _AXES
        for k in range(joint.nv):
            names.append(name if joint.nv == 1 else f"{name}.{axes[k]}")
            units.append(_unit(joint.shortname(), k))
            plane = joint.shortname() == _PLANAR
            circular = (joint.nv == 1 and joint.nq == 2) or (plane and k == 2)
            continuous.append(circular)
            q_index.append(joint.idx_q + k if joint.nq == joint.nv or circular or plane else -1)
            several.append(joint.nv > 1)
    lower = _position_limit(model.lowerPositionLimit, q_index, continuous, -np.inf)
    upper = _position_limit(model.upperPositionLimit, q_index, continuous, np.inf)
    return JointTable(
        names=tuple(names),
        units=tuple(units),
        q_index=tuple(q_index),
        continuous=tuple(continuous),
        several=tuple(several),
        lower=lower,
        upper=upper,
        velocity=_symmetric(model, "velocity", first),
        effort=_symmetric(model, "effort", first),
        armature=frozen(np.array(model.armature)[first:]),
        damping=frozen(np.array(model.damping)[first:]),
        friction=frozen(np.array(model.friction)[first:]),
    )


def _position_limit(
    limit: Array, q_index: list[int], continuous: list[bool], absent: float
) -> Array:
    """One number per row; what q stores as (cos, sin) or in no number of its own has no limit."""
    found = [
        absent if circular or k < 0 else limit[k]
        for k, circular in zip(q_index, continuous, strict=True)
    ]
    return _bounded(np.array(found, dtype=np.float64))


def _unit(kind: str, row: int) -> str:
    """Unit of a degree of freedom, from what Pinocchio calls its joint."""
    if kind == _PLANAR:
        return "m" if row < 2 else "rad"
    slides = kind.startswith(("JointModelP", "JointModelHP", "JointModelTranslation"))
    return "m" if slides else "rad"


def _symmetric(model: pin.Model, kind: str, first: int) -> Array:
    """A limit that holds both ways: where two bounded sides differ, the smaller, with a warning.

    Pinocchio's URDF reader writes the lower speed limit with a positive sign, so only sizes count.
    """
    name = kind.capitalize()
    lower = np.abs(np.array(getattr(model, f"lower{name}Limit"))[first:])
    upper = np.abs(np.array(getattr(model, f"upper{name}Limit"))[first:])
    both = (lower < _UNBOUNDED) & (upper < _UNBOUNDED)
    if not np.array_equal(lower[both], upper[both]):
        warnings.warn(
            f"Model '{model.name}' has joints whose {kind} limits differ by direction; poise takes "
            "the smaller of the two for both.",
            ModelWarning,
            stacklevel=4,
        )
    return _bounded(np.minimum(lower, upper))


def _bounded(limit: Array) -> Array:
    limit = np.array(limit, dtype=np.float64)
    limit[limit >= _UNBOUNDED] = np.inf
    limit[limit <= -_UNBOUNDED] = -np.inf
    return frozen(limit)
