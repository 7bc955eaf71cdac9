"""How long a step soft contacts allow an explicit integrator."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from poise.arrays import Array
from poise.contact import GroundReaction
from poise.contact.laws import ContactLaw, RegularizedCoulomb, Stiction, ViscousFriction
from poise.contact.soft_contact_model import SoftContactModel
from poise.errors import ContactWarning
from poise.model.point_mobility import point_mobility
from poise.model.robot_model import RobotModel

# How deep the points are at which a law's stiffness and damping are read [m].
_DEPTH = 1e-3


def longest_steps(robot: RobotModel, reaction: GroundReaction, q: Array) -> Mapping[str, float]:
    """The longest stable step of semi-implicit Euler, by contact [s].

    A mass m on a spring k and a damper d is stable while k h² + 2 d h ≤ 4 m. m is the smallest
    effective mass of the contact's points with limp joints, 1/λ_max(J M⁻¹ Jᵀ), k and d the largest
    slopes of its law 1 mm deep. A contact that no joint moves allows any step.

    Args:
        robot: The robot.
        reaction: Its ground.
        q: Configuration, shape (nq,).
    """
    found: dict[str, float] = {}
    for name, rows in reaction.feet.items():
        points = reaction.points[rows]
        mobility = point_mobility(robot, q, points["joint"], points["offset"])
        largest = float(np.linalg.eigvalsh(mobility)[-1])
        if largest <= 0.0:  # welded to the world, or on the axis of the only joint
            found[name] = np.inf
            continue
        mass = 1.0 / largest
        k, d = _slopes(reaction.laws[name])
        if k > 0:
            found[name] = float((np.sqrt(d * d + 4.0 * k * mass) - d) / k)
        else:
            found[name] = 2.0 * mass / d if d > 0 else np.inf
    return found


def warn_of_long_step(steps: Mapping[str, float], step: float) -> None:
    """Warn when a step is longer than a contact allows.

    Args:
        steps: The longest step of each contact [s].
        step: The step [s].
    """
    if not steps:
        return
    worst = min(steps, key=lambda name: steps[name])
    if step > steps[worst]:
        warnings.warn(
            f"a step of {step:g} s is longer than contact '{worst}' allows ({steps[worst]:.2g} s "
            "for its stiffness, damping and effective mass), so its foot may fly off. Use "
            "integrator='implicit', a shorter substep, or softer ground.",
            ContactWarning,
            stacklevel=4,
        )


def _slopes(law: ContactLaw) -> tuple[float, float]:
    """Largest stiffness and damping of a law on the plane, in any direction."""
    normal = SoftContactModel.of(replace(law, friction=ViscousFriction(0.0)))
    place = np.array([0.0, 0.0, law.z_offset + law.radius - _DEPTH])
    slopes = normal.point_force_derivatives(place, np.zeros(3))
    k, d = (float(np.linalg.norm(slope, 2)) for slope in (slopes.position, slopes.velocity))
    if isinstance(law.friction, Stiction):
        return max(k, law.friction.k_t), max(d, law.friction.d_t)
    if isinstance(law.friction, ViscousFriction):
        return k, max(d, law.friction.d_t)
    if isinstance(law.friction, RegularizedCoulomb):
        friction = 1.0 if law.friction.friction is None else law.friction.friction
        force = float(normal.point_force(place, np.zeros(3))[2])
        return k, max(d, friction * force / law.friction.slip_speed)
    return k, d
