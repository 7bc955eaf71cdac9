"""Admittance: step responses, energy and contact of a target that gives way, in closed form."""

import copy
import pickle
from dataclasses import FrozenInstanceError

import numpy as np
import pinocchio as pin
import pytest
from scipy.integrate import solve_ivp

from poise.control import AdmittanceLaw, AdmittanceState, JointMotion, PoseMotion
from poise.errors import DefinitionError, ShapeError

HOME = JointMotion([0.0])
# Exponentials of 3×3 matrices and a thousand products of them.
ROUND_OFF = 1e-11


def answer(law, force, dt, steps):
    """Places after each step under a constant force."""
    state, places = law.init(1), []
    for _ in range(steps):
        _, state = law.step(state, HOME, [force], dt)
        places.append(state.displacement[0])
    return dt * np.arange(1, steps + 1), np.array(places)


class TestOneAxis:
    @pytest.mark.parametrize("dt", [0.001, 0.005, 0.02])
    @pytest.mark.parametrize("damping", [3.0, 20.0, 80.0, 0.0])
    def test_a_step_of_the_force_answers_exactly_at_any_rate(self, damping, dt):
        """Against the poles of M s² + D s + K, written with complex numbers."""
        mass, stiffness, force = 2.0, 50.0, 5.0
        time, places = answer(AdmittanceLaw(mass, stiffness, damping), force, dt, 200)
        root = np.sqrt(complex(damping**2 - 4 * mass * stiffness))
        slow, fast = (-damping + root) / (2 * mass), (-damping - root) / (2 * mass)
        if root == 0.0:
            shape = (1 - slow * time) * np.exp(slow * time)
        else:
            shape = (fast * np.exp(slow * time) - slow * np.exp(fast * time)) / (fast - slow)
        expected = force / stiffness * (1 - shape.real)
        np.testing.assert_allclose(places, expected, atol=ROUND_OFF)

    @pytest.mark.parametrize("damping", [0.0, 4.0])
    def test_without_a_spring_it_drifts_exactly(self, damping):
        time, places = answer(AdmittanceLaw(2.0, 0.0, damping), 6.0, 0.01, 100)
        if damping:
            late = 0.5 * (1 - np.exp(-2.0 * time))  # time constant M/D = 0.5 s
            expected = 1.5 * (time - late)  # at F/D
        else:
            expected = 0.5 * 3.0 * time**2
        np.testing.assert_allclose(places, expected, atol=ROUND_OFF)

    @pytest.mark.parametrize("dt", [0.001, 0.02])
    def test_however_stiff_it_settles_where_the_spring_holds_the_force(self, dt):
        for mass, stiffness in ((0.01, 1e6), (100.0, 1e3), (1.0, 1.0)):
            law = AdmittanceLaw(mass, stiffness, 2.0 * np.sqrt(mass * stiffness))
            state = AdmittanceState([1.0], [-50.0])
            steps = int(40.0 * np.sqrt(mass / stiffness) / dt) + 10
            for _ in range(steps):
                _, state = law.step(state, HOME, [3.0], dt, wanted=[1.0])
            # exp(−40) × 50 m/s is left at most.
            assert state.displacement[0] == pytest.approx(2.0 / stiffness, rel=1e-9, abs=1e-12)
            assert abs(state.velocity[0]) < 1e-9

    def test_it_takes_no_more_energy_than_the_force_gives(self, rng):
        """Passive at every step: the force holds, so its work is force times way."""
        law = AdmittanceLaw([2.0, 0.5, 1.0], [50.0, 0.0, 1e4], [4.0, 5.0, 0.0])

        def energy(state):
            kinetic = 0.5 * law.mass * state.velocity**2
            return (kinetic + 0.5 * law.stiffness * state.displacement**2).sum()

        state = law.init(3)
        for _ in range(500):
            force, dt = 10.0 * rng.normal(size=3), rng.uniform(0.001, 0.02)
            _, after = law.step(state, JointMotion(np.zeros(3)), force, dt)
            work = force @ (after.displacement - state.displacement)
            assert energy(after) - energy(state) <= work + 1e-10
            state = after

    def test_steps_may_be_split(self, rng):
        law = AdmittanceLaw(2.0, 50.0, 3.0)
        state = AdmittanceState(rng.normal(size=2), rng.normal(size=2))
        target, force = JointMotion([0.0, 0.0]), rng.normal(size=2)
        whole, once = law.step(state, target, force, 0.02)
        for dt in (0.003, 0.01, 0.007):
            parts, state = law.step(state, target, force, dt)
        np.testing.assert_allclose(state.displacement, once.displacement, atol=ROUND_OFF)
        np.testing.assert_allclose(parts.acceleration, whole.acceleration, atol=1e-9)


class TestContact:
    """A robot that follows exactly leans on a wall of stiffness k; force read once a step."""

    wall = 2000.0

    def lean(self, law, dt, duration, wanted=-10.0):
        state, depth = law.init(1), 0.0
        for _ in range(round(duration / dt)):
            motion, state = law.step(state, HOME, [-self.wall * depth], dt, [wanted])
            depth = motion.position[0]
        return depth

    @pytest.mark.parametrize("dt", [0.001, 0.005, 0.02])
    def test_without_a_spring_it_presses_as_asked(self, dt):
        law = AdmittanceLaw(4.0, 0.0, 200.0)
        assert self.wall * self.lean(law, dt, 3.0) == pytest.approx(10.0, rel=1e-6)

    def test_with_a_spring_both_springs_share(self):
        law = AdmittanceLaw(4.0, 500.0, 200.0)
        assert self.lean(law, 0.002, 3.0) == pytest.approx(10.0 / 2500.0, rel=1e-6)

    @pytest.mark.parametrize("dt", [0.003, 0.005])
    def test_holding_the_force_for_a_step_costs_the_damping_that_is_documented(self, dt):
        # k dt/2 up to terms of ω dt ≤ 0.11: a fifth more is stable and a fifth less is not.
        needed = self.wall * dt / 2
        for share, stable in ((1.2, True), (0.8, False)):
            law = AdmittanceLaw(4.0, 0.0, share * needed)
            # The slowest rate is 0.2 needed/(2 M); ten of its time constants.
            duration = 10.0 * 8.0 / (0.2 * needed)
            off = abs(self.lean(law, dt, duration) - 10.0 / self.wall)
            assert (off < 1e-2 / self.wall) == stable


class TestPoses:
    @pytest.fixture
    def law(self):
        return AdmittanceLaw([2.0] * 3 + [0.1] * 3, [80.0] * 3 + [2.0] * 3, [5.0] * 3 + [0.3] * 3)

    def target(self, time):
        """A target that moves and turns, with its derivatives in closed form."""
        axis = np.array([0.6, 0.0, 0.8])
        turn = pin.exp3(axis * 0.5 * time**2) @ pin.rpy.rpyToMatrix(0.3, -0.2, 0.5)
        place = np.array([np.sin(time), 0.2 * time**2, -0.1])
        velocity = np.concatenate(([np.cos(time), 0.4 * time, 0.0], axis * time))
        acceleration = np.concatenate(([-np.sin(time), 0.4, 0.0], axis))
        return PoseMotion(pin.SE3(turn, place), velocity, acceleration)

    def test_velocity_and_acceleration_are_those_of_the_pose(self, law):
        wrench, start = (
            np.array([4.0, -3.0, 2.0, 0.8, -0.5, 0.6]),
            AdmittanceState([0.1, 0.0, -0.1, 0.7, -0.9, 0.4], [0.2, -0.1, 0.3, 1.0, 0.5, -2.0]),
        )

        def at(time):
            return law.step(start, self.target(time), wrench, time)[0]

        # Central differences over 1e-4 of motions of order 1 to 10: cut-off 1e-7.
        h, now = 1e-4, 0.4
        before, here, after = at(now - h), at(now), at(now + h)
        moved = (after.pose.translation - before.pose.translation) / (2 * h)
        turned = pin.log3(after.pose.rotation @ before.pose.rotation.T) / (2 * h)
        np.testing.assert_allclose(here.velocity, [*moved, *turned], atol=1e-6)
        rate = (after.velocity - before.velocity) / (2 * h)
        np.testing.assert_allclose(here.acceleration, rate, atol=1e-5)

    def test_displacements_are_what_leads_from_the_target_to_it(self, law, rng):
        state = AdmittanceState(0.5 * rng.normal(size=6), rng.normal(size=6))
        target = self.target(0.7)
        moved, state = law.step(state, target, rng.normal(size=6), 0.005)
        np.testing.assert_allclose(moved.displacement_from(target), state.displacement, atol=1e-12)

    def test_a_constant_wrench_turns_it_by_moment_over_stiffness(self, law):
        state, wrench = law.init(6), np.array([4.0, -3.0, 2.0, 0.8, -0.5, 0.6])
        target = self.target(0.0)
        for _ in range(2000):
            moved, state = law.step(state, target, wrench, 0.01)
        expected = wrench / law.stiffness
        np.testing.assert_allclose(moved.displacement_from(target), expected, atol=1e-9)

    def test_a_resting_target_without_rates_counts_as_at_rest(self, law):
        still = PoseMotion(pin.SE3.Identity())
        moved, _ = law.step(law.init(6), still, np.zeros(6), 0.01)
        np.testing.assert_array_equal(moved.velocity, np.zeros(6))
        np.testing.assert_array_equal(moved.acceleration, np.zeros(6))


def test_a_varying_force_is_followed_as_an_integrator_does(rng):
    """Piecewise constant force, another integration program."""
    law, dt = AdmittanceLaw(1.5, 30.0, 2.0), 0.02
    state = law.init(1)
    y = np.zeros(2)
    for force in rng.normal(size=20):
        _, state = law.step(state, HOME, [force], dt)
        solved = solve_ivp(
            lambda t, y, f=force: [y[1], (f - 2.0 * y[1] - 30.0 * y[0]) / 1.5],
            *((0.0, dt), y),
            rtol=1e-11,
            atol=1e-13,
        )
        y = solved.y[:, -1]
    np.testing.assert_allclose([state.displacement[0], state.velocity[0]], y, atol=1e-9)


class TestDefinition:
    def test_laws_and_states_never_change(self):
        law = AdmittanceLaw(2.0, [1.0, 2.0])
        mine = np.array([1.0, 2.0])
        state = AdmittanceState(mine, mine)
        mine[:] = 9.0
        with pytest.raises(FrozenInstanceError):
            law.mass = 1.0
        with pytest.raises(ValueError, match="read-only"):
            state.velocity[0] = 1.0
        first = law.step(state, JointMotion([0.0, 0.0]), [1.0, 1.0], 0.01)
        again = law.step(state, JointMotion([0.0, 0.0]), [1.0, 1.0], 0.01)
        assert state.displacement.tolist() == [1.0, 2.0]
        assert (first[1].displacement == again[1].displacement).all()
        for twin in (copy.deepcopy(law), pickle.loads(pickle.dumps(law))):
            assert repr(twin) == repr(law)

    def test_wrong_arguments_are_named(self):
        law = AdmittanceLaw([1.0, 2.0], 3.0)
        state, target = law.init(2), JointMotion([0.0, 0.0])
        with pytest.raises(ShapeError, match="mass must be one number or 3"):
            law.init(3)
        with pytest.raises(DefinitionError, match="size must be an integer"):
            law.init(0)
        with pytest.raises(DefinitionError, match="target must be a JointMotion"):
            law.step(state, [0.0, 0.0], [0.0, 0.0], 0.01)
        with pytest.raises(ShapeError, match="target must have shape"):
            law.step(state, HOME, [0.0, 0.0], 0.01)
        with pytest.raises(ShapeError, match="measured must have shape"):
            law.step(state, target, [0.0], 0.01)
        with pytest.raises(ShapeError, match="wanted must have shape"):
            law.step(state, target, [0.0, 0.0], 0.01, [1.0])
        with pytest.raises(DefinitionError, match=r"measured\[0\] is nan"):
            law.step(state, target, [np.nan, 0.0], 0.01)
        for dt in (0.0, -0.1, np.nan):
            with pytest.raises(DefinitionError, match="dt must be"):
                law.step(state, target, [0.0, 0.0], dt)
        with pytest.raises(ShapeError, match="velocity must have shape"):
            AdmittanceState([0.0, 0.0], [0.0])
        with pytest.raises(DefinitionError, match="mass must be > 0"):
            AdmittanceLaw(0.0, 1.0)
