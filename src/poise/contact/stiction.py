"""A first soft contact law: springs and dampers on flat ground, with stiction.

Each point that is below the ground z = 0 is pressed upwards by a spring and a damper, and held
at an anchor on the ground by another pair; beyond Coulomb's limit it slides and drags its
anchor along.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from poise.arrays import Array, array_of_shape, number
from poise.compiling import compiler

_STATIC_PENETRATION = 1e-3  # m
_DAMPING_RATIO = 0.5
_GRAVITY = 9.81  # m/s²; the ground's stiffness does not depend on where the robot stands


@dataclass(frozen=True, slots=True, eq=False)
class StictionState:
    """What the law remembers of each point.

    Attributes:
        anchors: Where the tangential spring is tied to the ground, world x and y, shape (k, 2) [m].
        touching: 1 where the point touches, else 0; an anchor means nothing there, shape (k,).
    """

    anchors: Array
    touching: Array

    @classmethod
    def free(cls, count: int) -> StictionState:
        """``count`` points in the air."""
        return cls(np.zeros((count, 2)), np.zeros(count))

    def copy(self) -> StictionState:
        """A copy that shares nothing."""
        return StictionState(self.anchors.copy(), self.touching.copy())


@dataclass(frozen=True, slots=True)
class SpringStiction:
    """Spring-damper contact with stiction at points on the ground z = 0.

    With depth d = −z: f_n = max(0, k d − c ż) where d > 0, else 0 (no pulling).
    With s = p − anchor in the plane: f_t = −k_t s − c_t ṗ while |f_t| ≤ μ f_n; beyond, f_t is cut
    to that length and the anchor dragged so that the spring alone carries no more than the limit.
    A point that touches anew is anchored where it touches.

    Attributes:
        stiffness: k of one point [N/m].
        damping: c of one point [N·s/m].
        tangential_stiffness: k_t of one point [N/m].
        tangential_damping: c_t of one point [N·s/m].
    """

    stiffness: float
    damping: float
    tangential_stiffness: float
    tangential_damping: float

    def __post_init__(self) -> None:
        """Check every parameter."""
        number("stiffness", self.stiffness, above=0.0)
        number("damping", self.damping, minimum=0.0)
        number("tangential_stiffness", self.tangential_stiffness, above=0.0)
        number("tangential_damping", self.tangential_damping, minimum=0.0)

    @classmethod
    def for_mass(cls, mass: float, count: int) -> SpringStiction:
        """The law under which a robot on ``count`` equally loaded points sinks in by 1 mm.

        With m = mass/count: k = m · 9.81 m/s² / 1 mm and c = 2 ζ √(k m), ζ = 0.5; the tangential
        pair is the same. Relative to the mass that rests on a point both are the same for every
        robot: √(k/m) = 99 1/s and c/m = 99 1/s. An explicit step h is stable while the
        effective mass of a single point (foot and leg behind limp joints) is above c h / 2, at
        h = 0.1 ms 0.5 % of m.

        Args:
            mass: Mass of the robot [kg].
            count: Number of points that carry it when it stands.
        """
        share = number("mass", mass, above=0.0) / max(1, count)
        stiffness = share * _GRAVITY / _STATIC_PENETRATION
        damping = 2.0 * _DAMPING_RATIO * float(np.sqrt(stiffness * share))
        return cls(stiffness, damping, stiffness, damping)

    def advance(
        self, positions: Array, velocities: Array, friction: Array, state: StictionState
    ) -> tuple[Array, StictionState]:
        """Forces at points and what the law remembers afterwards; changes no argument.

        Args:
            positions: World, shape (k, 3) [m].
            velocities: World axes, shape (k, 3) [m/s].
            friction: Coulomb coefficient of each point, shape (k,).
            state: From the call before, or :meth:`StictionState.free`.

        Returns:
            Forces on the robot, world axes, shape (k, 3) [N], and the next state.

        Raises:
            ShapeError: The arrays differ in length.
        """
        count = len(positions)
        after = state.copy()
        forces = np.zeros((count, 3))
        self.apply(
            array_of_shape("positions", positions, (count, 3)),
            array_of_shape("velocities", velocities, (count, 3)),
            array_of_shape("friction", friction, (count,)),
            after,
            forces,
        )
        return forces, after

    def apply(
        self,
        positions: Array,
        velocities: Array,
        friction: Array,
        state: StictionState,
        forces: Array,
    ) -> None:
        """Like :meth:`advance` for inner loops: no checks, ``state`` and ``forces`` are filled."""
        _kernel()(
            *(positions, velocities, friction, state.anchors, state.touching, forces),
            *(self.stiffness, self.damping, self.tangential_stiffness, self.tangential_damping),
        )


@cache
def _kernel() -> Callable[..., None]:
    """The loop below, compiled on first use: importing Numba takes a third of a second."""
    return compiler("poise.contact")(_point_forces)


def _point_forces(
    positions: Array,
    velocities: Array,
    friction: Array,
    anchors: Array,
    touching: Array,
    forces: Array,
    stiffness: float,
    damping: float,
    tangential_stiffness: float,
    tangential_damping: float,
) -> None:
    for k in range(positions.shape[0]):
        forces[k] = 0.0
        x, y, depth = positions[k, 0], positions[k, 1], -positions[k, 2]
        if depth <= 0.0:
            touching[k] = 0.0
            continue
        if touching[k] == 0.0:
            touching[k] = 1.0
            anchors[k, 0], anchors[k, 1] = x, y
        normal = max(0.0, stiffness * depth - damping * velocities[k, 2])
        spring_x = tangential_stiffness * (anchors[k, 0] - x)
        spring_y = tangential_stiffness * (anchors[k, 1] - y)
        force_x = spring_x - tangential_damping * velocities[k, 0]
        force_y = spring_y - tangential_damping * velocities[k, 1]
        limit = friction[k] * normal
        size = np.hypot(force_x, force_y)
        if size > limit:
            force_x *= limit / size
            force_y *= limit / size
            stretch = np.hypot(spring_x, spring_y)
            if stretch > limit:
                anchors[k, 0] = x + spring_x * limit / stretch / tangential_stiffness
                anchors[k, 1] = y + spring_y * limit / stretch / tangential_stiffness
        forces[k, 0], forces[k, 1], forces[k, 2] = force_x, force_y, normal
