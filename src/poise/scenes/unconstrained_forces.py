"""Contact forces and torques that belong to a motion when nothing limits them."""

from __future__ import annotations

import numpy as np

from poise.arrays import Array
from poise.constraints import TickTerms, Variables
from poise.tasks import AffineMap, Efforts


def forces_of_accelerations(terms: TickTerms, variables: Variables) -> Efforts:
    """Torques and smallest contact forces that give q̈, as functions of x.

    What the base needs, M_b q̈ + h_b, is shared between the contacts by least squares:
    f = (J_bᵀ)⁺ (M_b q̈ + h_b); the motors do the rest, τ = M_a q̈ + h_a − J_aᵀ f. Forces may
    pull and slip. A base that nothing holds gets no force.
    """
    return _efforts(terms, terms.M, terms.h, variables)


def forces_of_velocities(
    terms: TickTerms, variables: Variables, v: Array, response: float
) -> Efforts:
    """The same for q̈ = (x − v)/response: what brings the velocities there.

    Args:
        terms: The tick's terms.
        variables: Layout of x.
        v: Present velocities, shape (nv,).
        response: Time constant in which they are reached [s].
    """
    M = terms.M / response
    return _efforts(terms, M, terms.h - M @ v, variables)


def _efforts(terms: TickTerms, inertia: Array, h: Array, variables: Variables) -> Efforts:
    first = variables.robot.nv - variables.robot.na
    J = terms.jacobian
    M = np.zeros((variables.robot.nv, variables.size))
    M[:, variables.motion] = inertia
    if variables.robot.floating_base and J.shape[0]:
        share = np.linalg.pinv(J[:, :first].T)
        force = AffineMap(share @ M[:first], share @ h[:first])
    else:
        force = AffineMap(np.zeros((J.shape[0], variables.size)), np.zeros(J.shape[0]))
    motors = J[:, first:].T
    torque = AffineMap(M[first:] - motors @ force.matrix, h[first:] - motors @ force.offset)
    wrenches = {
        name: AffineMap(force.matrix[rows], force.offset[rows])
        for name, rows in variables.contact_rows().items()
    }
    return Efforts(torque, wrenches)
