"""The acceleration law on joints and poses: its numbers, closed loops, wind-up."""

import numpy as np
import pinocchio as pin
import pytest

from poise.control import AccelerationLaw, JointMotion, PdLaw, PoseMotion
from poise.errors import DefinitionError, ShapeError
from poise.spatial import integrate

DT = 0.001
NAMES = ("kp", "kd", "ki", "kff", "max_integral", "max_acceleration")


class TestNumbers:
    def test_two_steps_by_hand(self):
        law = AccelerationLaw(kp=2.0, kd=3.0, ki=0.5, kff=0.1)
        target = JointMotion([1.0], velocity=[0.2], acceleration=[4.0])
        u, state = law.step(law.init(1), target, JointMotion([0.0], velocity=[0.1]), 0.1)
        np.testing.assert_allclose(u, [2.0 + 3 * 0.1 + 0.5 * 0.1 + 0.4], rtol=1e-14)
        u, _ = law.step(state, target, JointMotion([1.0], velocity=[0.2]), 0.1)
        np.testing.assert_allclose(u, [0.05 + 0.4], rtol=1e-14)

    def test_without_integral_it_is_the_pd_law(self, rng):
        law = AccelerationLaw(kp=[1.0, 4.0, 9.0], max_acceleration=2.0)
        pd = PdLaw(kp=[1.0, 4.0, 9.0], max_acceleration=2.0)
        for _ in range(20):
            target, actual = (JointMotion(*rng.normal(size=(3, 3))) for _ in range(2))
            u, _ = law.step(law.init(3), target, actual, DT)
            expected = pd.acceleration(
                target.position - actual.position,
                target.velocity - actual.velocity,
                target.acceleration,
            )
            np.testing.assert_allclose(u, expected, rtol=1e-13)

    def test_it_acts_on_errors_as_it_steps_on_motions(self, rng):
        law = AccelerationLaw(5.0, ki=2.0, kff=0.7, max_integral=0.3, max_acceleration=4.0)
        stepped = acted = law.init(6)
        for _ in range(20):
            target, actual = (
                PoseMotion(pin.SE3(pin.exp3(turn), place), velocity, acceleration)
                for turn, place, velocity, acceleration in (
                    np.split(rng.normal(size=18), (3, 6, 12)) for _ in range(2)
                )
            )
            u, stepped = law.step(stepped, target, actual, 0.1)
            turn = actual.pose.rotation @ pin.log3(actual.pose.rotation.T @ target.pose.rotation)
            error = np.concatenate((target.pose.translation - actual.pose.translation, turn))
            velocity_error = target.velocity - actual.velocity
            again, acted = law.act(acted, error, velocity_error, target.acceleration, 0.1)
            # Turns by almost π are known to rounding times 1/(π − angle).
            np.testing.assert_allclose(u, again, atol=1e-11)
            np.testing.assert_allclose(stepped.integral, acted.integral, atol=1e-11)

    def test_a_target_given_by_its_position_alone_rests(self):
        law = AccelerationLaw(kp=0.0, kd=2.0)
        u, _ = law.step(law.init(1), JointMotion([0.0]), JointMotion([0.0], velocity=[3.0]), DT)
        assert u.tolist() == [-6.0]

    def test_damping_is_critical_unless_given(self):
        np.testing.assert_allclose(AccelerationLaw(kp=[1.0, 25.0]).kd, [2.0, 10.0])
        assert AccelerationLaw(kp=9.0, kd=0.0).kd == 0.0

    @pytest.mark.parametrize("parts", [1, 3, 50])
    def test_integral_does_not_depend_on_how_time_is_split(self, parts):
        law = AccelerationLaw(kp=0.0, ki=2.0)
        state = law.init(1)
        for _ in range(parts):
            actual = JointMotion([0.0], velocity=[0.0])
            u, state = law.step(state, JointMotion([0.3]), actual, 0.5 / parts)
        np.testing.assert_allclose(u, [0.3], rtol=1e-13)


def drive(law, target, steps, disturbance=0.0, dt=DT):
    """Positions and outputs of a double integrator under the law."""
    q, v, state = np.zeros(target.size), np.zeros(target.size), law.init(target.size)
    positions, outputs = [], []
    for _ in range(steps):
        u, state = law.step(state, target, JointMotion(q, velocity=v), dt)
        v = v + dt * (u + disturbance)
        q = q + dt * v
        positions.append(q)
        outputs.append(u)
    return np.array(positions), np.array(outputs)


class TestClosedLoop:
    def test_integral_removes_what_a_disturbance_leaves(self):
        target = JointMotion([1.0, -1.0])
        without, _ = drive(AccelerationLaw(kp=100.0), target, 4000, disturbance=-5.0)
        np.testing.assert_allclose(without[-1], [0.95, -1.05], atol=1e-9)
        with_it, _ = drive(AccelerationLaw(kp=100.0, ki=200.0), target, 8000, disturbance=-5.0)
        np.testing.assert_allclose(with_it[-1], [1.0, -1.0], atol=1e-6)

    def test_a_long_way_at_the_limit_winds_nothing_up(self):
        law = AccelerationLaw(kp=4.0, kd=8.0, ki=1.0, max_acceleration=0.5)
        positions, outputs = drive(law, JointMotion([4.0]), 6000, dt=0.01)
        assert np.abs(outputs).max() == pytest.approx(0.5, rel=1e-14)
        assert positions[-1, 0] == pytest.approx(4.0, abs=1e-4)
        # No further past the target than without a limit; an integral unaware of the limit
        # goes past by 2.3 m.
        free, _ = drive(AccelerationLaw(kp=4.0, kd=8.0, ki=1.0), JointMotion([4.0]), 6000, dt=0.01)
        assert positions.max() <= free.max() + 0.02

    def test_a_saturated_mass_moves_straight(self):
        law = AccelerationLaw(kp=100.0, max_acceleration=[1.0, 1.0, 1.0])
        target = np.array([1.0, 0.5, -0.2])
        positions, outputs = drive(law, JointMotion(target), 8000)
        np.testing.assert_allclose(np.cross(positions, target), 0.0, atol=1e-12)
        assert np.abs(outputs).max() <= 1.0 + 1e-15
        np.testing.assert_allclose(positions[-1], target, atol=1e-6)

    def test_a_pose_is_reached(self, rng):
        law = AccelerationLaw(kp=25.0, ki=50.0)
        target = PoseMotion(integrate(pin.SE3.Identity(), rng.normal(size=6)))
        pose, twist, state = pin.SE3.Identity(), np.zeros(6), law.init(6)
        for _ in range(20_000):
            u, state = law.step(state, target, PoseMotion(pose, velocity=twist), DT)
            twist = twist + DT * u
            pose = integrate(pose, DT * twist)
        np.testing.assert_allclose(pose.homogeneous, target.pose.homogeneous, atol=1e-6)

    def test_an_accelerating_target_is_followed(self):
        law = AccelerationLaw(kp=25.0)
        q, v, state = np.zeros(1), np.array([1.0]), law.init(1)
        for k in range(3000):
            t = k * DT
            target = JointMotion([np.sin(t)], velocity=[np.cos(t)], acceleration=[-np.sin(t)])
            u, state = law.step(state, target, JointMotion(q, velocity=v), DT)
            q = q + DT * v + DT**2 / 2 * u
            v = v + DT * u
        assert q[0] == pytest.approx(np.sin(3000 * DT), abs=1e-4)  # the plant's own O(dt) lag


class TestMistakes:
    @pytest.mark.parametrize("name", NAMES)
    @pytest.mark.parametrize("value", [-1.0, np.nan, "stiff", []])
    def test_wrong_parameters_are_named(self, name, value):
        with pytest.raises(DefinitionError, match=f"{name} must"):
            AccelerationLaw(**{"kp": 1.0} | {name: value})

    @pytest.mark.parametrize("name", NAMES)
    def test_parameters_must_fit_the_number_of_axes(self, name):
        with pytest.raises(ShapeError, match=f"{name} must be one number or 6"):
            AccelerationLaw(**{"kp": 1.0} | {name: [1.0, 2.0]}).init(6)

    def test_the_actual_velocity_is_needed(self):
        law = AccelerationLaw(kp=1.0)
        with pytest.raises(DefinitionError, match=r"actual\.velocity must be given"):
            law.step(law.init(1), JointMotion([0.0]), JointMotion([0.0]), DT)

    @pytest.mark.parametrize("dt", [0.0, -0.1, np.nan])
    def test_time_goes_on(self, dt):
        law, rest = AccelerationLaw(kp=1.0), JointMotion([0.0], velocity=[0.0])
        with pytest.raises(DefinitionError, match="dt must"):
            law.step(law.init(1), rest, rest, dt)
