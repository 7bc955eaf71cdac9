"""The velocity law on joints and poses: its numbers, closed loops, wind-up."""

import numpy as np
import pinocchio as pin
import pytest

from poise.control import IntegralState, JointMotion, PoseMotion, VelocityLaw
from poise.errors import DefinitionError, ShapeError
from poise.spatial import integrate, rotation_from_axis_angle

DT = 0.01


class TestNumbers:
    def test_two_steps_by_hand(self):
        law = VelocityLaw(kp=[2.0, 1.0], ki=0.5, kff=[1.0, 0.5])
        target = JointMotion([1.0, 2.0], velocity=[0.1, 0.2])
        u, state = law.step(law.init(2), target, JointMotion([0.0, 0.0]), 0.1)
        # 2·1 + 0.5·0.1 + 0.1; 1·2 + 0.5·0.2 + 0.1.
        np.testing.assert_allclose(u, [2.15, 2.2], rtol=1e-14)
        u, state = law.step(state, target, JointMotion([1.0, 2.0]), 0.1)
        np.testing.assert_allclose(u, [0.15, 0.2], rtol=1e-14)
        np.testing.assert_allclose(state.integral, [0.1, 0.2])

    def test_gain_and_feedforward_of_a_pose(self):
        # Kp = 1, target (1, 2, 3), its velocity 1 fed forward by 0.1: 1.1, 2.1, 3.1 | 0.1.
        law = VelocityLaw(kp=1.0, kff=0.1)
        target = PoseMotion(pin.SE3(np.eye(3), np.array([1.0, 2.0, 3.0])), velocity=np.ones(6))
        u, _ = law.step(law.init(6), target, PoseMotion(pin.SE3.Identity()), DT)
        np.testing.assert_allclose(u, [1.1, 2.1, 3.1, 0.1, 0.1, 0.1], rtol=1e-14)

    def test_orientation_error_is_in_world_axes(self):
        # Turned by 90° about z; the target is a further 0.3 rad about the world's x axis.
        start = rotation_from_axis_angle([0.0, 0.0, np.pi / 2])
        target = rotation_from_axis_angle([0.3, 0.0, 0.0]) @ start
        law = VelocityLaw(kp=2.0)
        actual, wanted = (PoseMotion(pin.SE3(R, np.zeros(3))) for R in (start, target))
        u, _ = law.step(law.init(6), wanted, actual, DT)
        np.testing.assert_allclose(u, [0, 0, 0, 0.6, 0, 0], atol=1e-12)

    def test_a_target_without_velocity_feeds_nothing_forward(self):
        law = VelocityLaw(kp=1.0)
        u, _ = law.step(law.init(1), JointMotion([0.0]), JointMotion([0.0], velocity=[9.0]), DT)
        assert u.tolist() == [0.0]

    @pytest.mark.parametrize("parts", [1, 2, 7, 100])
    def test_integral_does_not_depend_on_how_time_is_split(self, parts):
        law = VelocityLaw(kp=0.0, ki=2.0)
        state = law.init(1)
        for _ in range(parts):
            u, state = law.step(state, JointMotion([0.3]), JointMotion([0.0]), 0.5 / parts)
        np.testing.assert_allclose(u, [0.3], rtol=1e-13)

    def test_integral_is_clamped(self):
        law = VelocityLaw(kp=0.0, ki=2.0, max_integral=0.1)
        state = law.init(2)
        for _ in range(100):
            u, state = law.step(state, JointMotion([9.0, -9.0]), JointMotion([0.0, 0.0]), DT)
        np.testing.assert_allclose(u, [0.2, -0.2])


class TestClosedLoop:
    def test_a_pose_is_reached_on_a_straight_line_while_saturated(self, rng):
        law = VelocityLaw(kp=10.0, max_velocity=[0.5, 0.5, 0.5, 1.0, 1.0, 1.0])
        start = integrate(pin.SE3.Identity(), rng.normal(size=6))
        way = np.array([1.0, -2.0, 0.5])
        target = PoseMotion(pin.SE3(start.rotation, start.translation + way))
        pose, state = start, law.init(6)
        for _ in range(1000):
            u, state = law.step(state, target, PoseMotion(pose), DT)
            assert (np.abs(u) <= np.array([0.5] * 3 + [1.0] * 3) * (1 + 1e-15)).all()
            pose = integrate(pose, DT * u)
            off = np.cross(pose.translation - start.translation, way)
            np.testing.assert_allclose(off, 0.0, atol=1e-12)
        np.testing.assert_allclose(pose.homogeneous, target.pose.homogeneous, atol=1e-9)

    @pytest.mark.parametrize("angle", [0.1, 1.5, 3.1])
    def test_error_of_a_pose_never_grows(self, angle, rng):
        axis = rng.normal(size=3)
        law = VelocityLaw(kp=10.0, max_velocity=5.0)
        rotation = rotation_from_axis_angle(angle * axis / np.linalg.norm(axis))
        target = PoseMotion(pin.SE3(rotation, rng.normal(size=3)))
        pose, state, last = pin.SE3.Identity(), law.init(6), np.inf
        for _ in range(500):
            error = np.linalg.norm(target.displacement_from(PoseMotion(pose)))
            assert error <= last + 1e-14
            last = error
            u, state = law.step(state, target, PoseMotion(pose), DT)
            pose = integrate(pose, DT * u)
        assert last < 1e-9

    def test_integral_removes_a_drift(self):
        drift = np.array([0.2, -0.1])
        for ki, left in ((0.0, 0.05), (2.0, 0.0)):
            law = VelocityLaw(kp=4.0, ki=ki)
            q, state = np.zeros(2), law.init(2)
            for _ in range(5000):
                u, state = law.step(state, JointMotion([1.0, 1.0]), JointMotion(q), DT)
                q = q + DT * (u + drift)
            np.testing.assert_allclose(q, 1.0 + left * np.array([1.0, -0.5]), atol=1e-9)

    def test_a_long_way_at_the_limit_winds_nothing_up(self):
        law = VelocityLaw(kp=4.0, ki=1.0, max_velocity=0.5)
        q, state, highest = np.zeros(1), law.init(1), 0.0
        for _ in range(5000):
            u, state = law.step(state, JointMotion([5.0]), JointMotion(q), DT)
            q = q + DT * u
            highest = max(highest, q[0])
        assert q[0] == pytest.approx(5.0, abs=1e-6)
        assert highest < 5.02  # an integral of ten seconds of error would go past by metres

    def test_a_moving_target_is_followed_exactly(self):
        # The plant integrates as the target moves: feed-forward alone keeps the error at zero.
        law = VelocityLaw(kp=4.0)
        q, state = np.zeros(1), law.init(1)
        for k in range(1000):
            target = JointMotion([0.5 * k * DT], velocity=[0.5])
            u, state = law.step(state, target, JointMotion(q), DT)
            q = q + DT * u
        assert q[0] == pytest.approx(0.5 * 1000 * DT, abs=1e-12)


class TestMistakes:
    @pytest.mark.parametrize("name", ["kp", "ki", "kff", "max_integral", "max_velocity"])
    @pytest.mark.parametrize("value", [-1.0, np.nan, "stiff", []])
    def test_wrong_parameters_are_named(self, name, value):
        with pytest.raises(DefinitionError, match=f"{name} must"):
            VelocityLaw(**{"kp": 1.0} | {name: value})

    @pytest.mark.parametrize("name", ["kp", "ki", "kff", "max_integral", "max_velocity"])
    def test_parameters_must_fit_the_number_of_axes(self, name):
        with pytest.raises(ShapeError, match=f"{name} must be one number or 6"):
            VelocityLaw(**{"kp": 1.0} | {name: [1.0, 2.0]}).init(6)

    def test_target_and_actual_are_of_one_kind(self):
        law = VelocityLaw(kp=1.0)
        with pytest.raises(DefinitionError, match="of one kind, got JointMotion and PoseMotion"):
            law.step(law.init(6), JointMotion(np.zeros(6)), PoseMotion(pin.SE3.Identity()), DT)
        with pytest.raises(DefinitionError, match="of one kind, got PoseMotion and JointMotion"):
            law.step(law.init(6), PoseMotion(pin.SE3.Identity()), JointMotion(np.zeros(6)), DT)
        with pytest.raises(DefinitionError, match="target must be a JointMotion or PoseMotion"):
            law.step(law.init(1), np.zeros(1), JointMotion([0.0]), DT)

    def test_sizes_must_agree(self):
        law = VelocityLaw(kp=1.0)
        with pytest.raises(ShapeError, match="must have 2 joints"):
            law.step(law.init(2), JointMotion([0.0, 0.0]), JointMotion([0.0]), DT)
        with pytest.raises(ShapeError, match="error must have shape"):
            law.step(law.init(3), JointMotion([0.0]), JointMotion([0.0]), DT)

    @pytest.mark.parametrize("dt", [0.0, -0.1, np.nan])
    def test_time_goes_on(self, dt):
        law = VelocityLaw(kp=1.0)
        with pytest.raises(DefinitionError, match="dt must"):
            law.step(law.init(1), JointMotion([0.0]), JointMotion([0.0]), dt)

    def test_states_are_checked(self):
        with pytest.raises(DefinitionError, match="integral must be finite"):
            IntegralState(np.array([np.inf]))
        with pytest.raises(ShapeError, match="integral must have shape"):
            IntegralState(np.zeros((2, 2)))


class TestMotions:
    def test_they_own_what_they_hold(self):
        q, pose, twist = np.zeros(2), pin.SE3.Identity(), np.zeros(6)
        joints, frame = JointMotion(q), PoseMotion(pose, twist)
        q[:] = 1.0
        twist[:] = 1.0
        pose.translation = np.ones(3)
        assert joints.position.tolist() == [0.0, 0.0]
        assert frame.velocity.tolist() == [0.0] * 6
        assert frame.pose.translation.tolist() == [0.0] * 3
        assert (joints.size, frame.size) == (2, 6)

    @pytest.mark.parametrize("name", ["velocity", "acceleration"])
    def test_rates_are_checked(self, name):
        with pytest.raises(ShapeError, match=f"{name} must have shape"):
            JointMotion([0.0, 0.0], **{name: [1.0]})
        with pytest.raises(DefinitionError, match=f"{name} must be finite"):
            PoseMotion(pin.SE3.Identity(), **{name: np.full(6, np.nan)})

    def test_a_pose_must_be_one(self):
        with pytest.raises(DefinitionError, match=r"pose must be a pinocchio\.SE3"):
            PoseMotion(np.eye(4))
        with pytest.raises(DefinitionError, match="rotation of pose must be a rotation"):
            PoseMotion(pin.SE3(2 * np.eye(3), np.zeros(3)))
        with pytest.raises(DefinitionError, match="translation of pose must be finite"):
            PoseMotion(pin.SE3(np.eye(3), np.array([np.nan, 0.0, 0.0])))
