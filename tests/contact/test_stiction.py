"""The first soft contact law."""

from __future__ import annotations

import numpy as np
import pytest

from poise.contact.stiction import SpringStiction, StictionState, _point_forces
from poise.errors import DefinitionError, ShapeError

LAW = SpringStiction(1000.0, 20.0, 500.0, 10.0)


def press(
    position: list[float],
    velocity: list[float],
    friction: float = 0.5,
    state: StictionState | None = None,
) -> tuple[np.ndarray, StictionState]:
    forces, after = LAW.advance(
        np.array([position]),
        np.array([velocity]),
        np.array([friction]),
        StictionState.free(1) if state is None else state,
    )
    return forces[0], after


@pytest.mark.parametrize("height", [0.0, 1e-9, 0.3])
def test_force_is_zero_outside(height: float) -> None:
    force, after = press([0.1, 0.2, height], [1.0, 1.0, -5.0])
    np.testing.assert_array_equal(force, np.zeros(3))
    assert after.touching[0] == 0.0


def test_normal_force_is_spring_and_damper() -> None:
    force, _ = press([0.0, 0.0, -0.01], [0.0, 0.0, -0.2])
    assert force[2] == pytest.approx(1000.0 * 0.01 + 20.0 * 0.2)


def test_ground_never_pulls() -> None:
    force, _ = press([0.0, 0.0, -0.01], [0.3, 0.0, 5.0])
    np.testing.assert_array_equal(force, np.zeros(3))


def test_anchor_is_where_the_point_touched_and_holds_below_the_limit() -> None:
    _, state = press([0.1, 0.2, -0.01], [0.0, 0.0, 0.0])
    np.testing.assert_array_equal(state.anchors[0], [0.1, 0.2])
    force, after = press([0.104, 0.197, -0.01], [0.0, 0.0, 0.0], state=state)
    np.testing.assert_allclose(force[:2], [-500.0 * 0.004, 500.0 * 0.003])
    np.testing.assert_array_equal(after.anchors, state.anchors)


def test_sliding_force_is_coulombs_and_the_anchor_is_dragged() -> None:
    _, state = press([0.0, 0.0, -0.01], [0.0, 0.0, 0.0])
    force, after = press([0.3, 0.4, -0.01], [3.0, 4.0, 0.0], state=state)
    np.testing.assert_allclose(force, [-0.5 * 10.0 * 0.6, -0.5 * 10.0 * 0.8, 10.0])
    stretch = np.array([0.3, 0.4]) - after.anchors[0]
    np.testing.assert_allclose(500.0 * stretch, [0.5 * 10.0 * 0.6, 0.5 * 10.0 * 0.8])


def test_friction_is_per_point() -> None:
    positions = np.array([[0.0, 0.0, -0.01]] * 2)
    velocities = np.array([[1.0, 0.0, 0.0]] * 2)
    forces, _ = LAW.advance(positions, velocities, np.array([0.1, 0.4]), StictionState.free(2))
    np.testing.assert_allclose(forces[:, 0], [-1.0, -4.0])


def test_anchor_is_forgotten_when_the_contact_breaks() -> None:
    _, state = press([0.0, 0.0, -0.01], [0.0, 0.0, 0.0])
    _, state = press([0.0, 0.0, 0.01], [0.0, 0.0, 0.0], state=state)
    force, state = press([0.005, 0.0, -0.01], [0.0, 0.0, 0.0], state=state)
    np.testing.assert_array_equal(force[:2], [0.0, 0.0])
    np.testing.assert_array_equal(state.anchors[0], [0.005, 0.0])


def test_no_motion_gains_energy_from_the_ground() -> None:
    random = np.random.default_rng(4)
    for _ in range(5):
        amplitude, omega = random.uniform(0.0, 0.02, 3), random.uniform(5.0, 60.0, 3)
        phase = random.uniform(0.0, 6.0, 3)
        state, work, dt = StictionState.free(1), 0.0, 1e-4
        for k in range(4000):
            angle = omega * (k + 0.5) * dt + phase
            position = amplitude * np.sin(angle) + [0.0, 0.0, -0.005]
            velocity = amplitude * omega * np.cos(angle)
            if k == 0:
                stored = 0.5 * LAW.stiffness * max(0.0, -position[2]) ** 2
            force, state = press(position.tolist(), velocity.tolist(), state=state)
            work += dt * float(force @ velocity)
        assert work <= stored + 1e-3  # the error of the sum is of the order of dt


def test_compiled_and_plain_loop_agree() -> None:
    random = np.random.default_rng(5)
    positions = random.uniform(-0.02, 0.01, (50, 3))
    velocities = random.uniform(-1.0, 1.0, (50, 3))
    friction = random.uniform(0.1, 1.0, 50)
    state = StictionState(random.uniform(-0.02, 0.02, (50, 2)), np.ones(50))
    forces, after = LAW.advance(positions, velocities, friction, state)
    plain, expected = np.zeros((50, 3)), state.copy()
    _point_forces(
        *(positions, velocities, friction, expected.anchors, expected.touching, plain),
        *(LAW.stiffness, LAW.damping, LAW.tangential_stiffness, LAW.tangential_damping),
    )
    np.testing.assert_allclose(forces, plain, rtol=1e-12)
    np.testing.assert_allclose(after.anchors, expected.anchors, rtol=1e-12)
    np.testing.assert_array_equal(after.touching, expected.touching)


def test_arguments_are_not_changed() -> None:
    state = StictionState.free(1)
    press([1.0, 2.0, -0.1], [1.0, 0.0, 0.0], state=state)
    np.testing.assert_array_equal(state.anchors, np.zeros((1, 2)))
    assert state.touching[0] == 0.0


@pytest.mark.parametrize(("mass", "count"), [(2.5, 4), (33.0, 8), (90.0, 8)])
def test_default_sinks_in_by_a_millimetre(mass: float, count: int) -> None:
    law = SpringStiction.for_mass(mass, count)
    positions = np.tile([0.0, 0.0, -1e-3], (count, 1))
    forces, _ = law.advance(
        positions, np.zeros((count, 3)), np.ones(count), StictionState.free(count)
    )
    assert forces[:, 2].sum() == pytest.approx(mass * 9.81)


def test_wrong_parameters_are_named() -> None:
    with pytest.raises(DefinitionError, match="stiffness"):
        SpringStiction(0.0, 1.0, 1.0, 1.0)
    with pytest.raises(DefinitionError, match="tangential_damping"):
        SpringStiction(1.0, 1.0, 1.0, -1.0)
    with pytest.raises(ShapeError, match="velocities"):
        LAW.advance(np.zeros((2, 3)), np.zeros((1, 3)), np.ones(2), StictionState.free(2))
