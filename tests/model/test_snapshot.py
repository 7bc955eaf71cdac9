"""One evaluation of a robot agrees with finite differences, Newton-Euler and other programs."""

import copy
import functools
import pickle

import numpy as np
import pinocchio as pin
import pytest

import robots
import wbc_oracle as oracle
from poise.errors import DefinitionError, FrameNotFoundError, StaleSnapshotError, StateError
from poise.model import FramePlace, Workspace, load_robot

# Central differences over 1e-5 of quantities of order 1 to 100: rounding 1e-10, cut-off 1e-9.
STEP = 1e-5
DIFFERENCE = 1e-6
# Two orders of the same sums.
ROUND_OFF = {"rtol": 1e-10, "atol": 1e-10}
# Another program, on another machine.
STORED = {"rtol": 1e-9, "atol": 1e-9}

OUR_OWN = {
    "one joint": (robots.ONE_JOINT, False),
    "one joint, free": (robots.ONE_JOINT, True),
    "mixed": (robots.MIXED, False),
    "mixed, free": (robots.MIXED, True),
    "gripper with mimic": (robots.GRIPPER, False),
    "continuous mimic, free": (robots.CONTINUOUS_MIMIC, True),
}
NAMED = {
    "g1": True,
    "go2": True,
    "talos": True,
    "panda": False,
    "kinova": False,
    "panda, free": True,
    "kinova, free": True,
    "talos, fixed": False,
}
needs_robots = pytest.mark.requires("example-robot-data")
EVERY_ROBOT = [pytest.param(name, id=name) for name in OUR_OWN] + [
    pytest.param(name, id=name, marks=needs_robots) for name in NAMED
]


@functools.cache
def load(name):
    if name in OUR_OWN:
        text, free = OUR_OWN[name]
        return load_robot(text, floating_base=free)
    return load_robot(name.split(",")[0], floating_base=NAMED[name])


class Motion:
    """A robot at a random state, and the same a moment earlier and later at q̈ = 0."""

    def __init__(self, name, rng):
        self.robot = load(name)
        self.state = robots.random_state(self.robot, rng)
        self.now = Workspace(self.robot).evaluate(self.state)
        still = np.zeros(self.robot.nv)
        self.before, self.after = (
            Workspace(self.robot).evaluate(robots.moved(self.robot, self.state, still, h))
            for h in (-STEP, STEP)
        )
        frames = [f for f in self.robot.frame_names if f != "universe"]
        self.frame = frames[-1]  # the last one of the tree
        self.other = frames[len(frames) // 2]

    def rate(self, quantity):
        """Derivative of a quantity of the snapshot along the motion."""
        return (quantity(self.after) - quantity(self.before)) / (2 * STEP)

    def angular_velocity(self, frame):
        turned = self.after.pose(frame).rotation @ self.before.pose(frame).rotation.T
        return pin.log3(turned) / (2 * STEP)


@pytest.fixture(params=EVERY_ROBOT)
def motion(request, rng):
    return Motion(request.param, rng)


class TestFrames:
    def test_twist_is_how_the_pose_changes(self, motion):
        twist = motion.now.twist(motion.frame, "world")
        moved = motion.rate(lambda s: s.pose(motion.frame).translation)
        np.testing.assert_allclose(twist[:3], moved, atol=DIFFERENCE)
        np.testing.assert_allclose(twist[3:], motion.angular_velocity(motion.frame), atol=1e-6)

    def test_jacobian_gives_the_twist_of_any_velocity(self, motion, rng):
        v = rng.normal(size=motion.robot.nv)
        jacobian = motion.now.jacobian(motion.frame, "world")
        other = Workspace(motion.robot).evaluate(motion.robot.state(motion.state.q, v))
        np.testing.assert_allclose(jacobian @ v, other.twist(motion.frame, "world"), **ROUND_OFF)
        assert jacobian.shape == (6, motion.robot.nv)

    def test_classical_bias_is_how_the_twist_changes_at_rest_accelerations(self, motion):
        bias = motion.now.classical_bias_acceleration(motion.frame, "world")
        rate = motion.rate(lambda s: s.twist(motion.frame, "world"))
        np.testing.assert_allclose(bias, rate, atol=DIFFERENCE)

    def test_acceleration_is_jacobian_times_qdd_plus_bias(self, motion, rng):
        robot = motion.robot
        qdd = rng.normal(size=robot.nv)
        before, after = (
            Workspace(robot)
            .evaluate(robots.moved(robot, motion.state, qdd, h))
            .twist(motion.frame, "world")
            for h in (-STEP, STEP)
        )
        expected = motion.now.jacobian(motion.frame, "world") @ qdd
        expected += motion.now.classical_bias_acceleration(motion.frame, "world")
        np.testing.assert_allclose((after - before) / (2 * STEP), expected, atol=DIFFERENCE)

    def test_axes_only_turn_the_two_halves(self, motion):
        for axes, frame in (("local", motion.frame), (motion.other, motion.other)):
            turn = np.kron(np.eye(2), motion.now.pose(frame).rotation.T)
            for quantity in ("jacobian", "twist", "classical_bias_acceleration"):
                read = getattr(motion.now, quantity)
                np.testing.assert_allclose(
                    read(motion.frame, axes), turn @ read(motion.frame, "world"), **ROUND_OFF
                )

    def test_a_place_with_an_offset_is_a_frame_there(self, motion):
        offset = pin.SE3(pin.rpy.rpyToMatrix(0.1, 0.2, 0.3), np.array([0.3, -0.2, 0.1]))
        place = motion.robot.place(motion.frame, offset)
        tooled = motion.robot.with_frame("our tool", motion.frame, offset)
        with_tool = Workspace(tooled).evaluate(motion.state)
        np.testing.assert_allclose(
            motion.now.pose(place).homogeneous, with_tool.pose("our tool").homogeneous, **ROUND_OFF
        )
        for quantity in ("jacobian", "twist", "classical_bias_acceleration"):
            np.testing.assert_allclose(
                getattr(motion.now, quantity)(place, "world"),
                getattr(with_tool, quantity)("our tool", "world"),
                **ROUND_OFF,
            )
        expected = motion.now.pose(motion.frame) * offset
        np.testing.assert_allclose(
            motion.now.pose(place).homogeneous, expected.homogeneous, **ROUND_OFF
        )


class TestCentreOfMass:
    def test_velocity_is_how_it_moves(self, motion):
        np.testing.assert_allclose(
            motion.now.com_velocity, motion.rate(lambda s: s.com), atol=DIFFERENCE
        )

    def test_bias_is_its_own_acceleration(self, motion):
        rate = motion.rate(lambda s: s.com_velocity)
        np.testing.assert_allclose(motion.now.com_bias_acceleration, rate, atol=DIFFERENCE)

    def test_jacobian_gives_its_velocity(self, motion):
        jacobian = motion.now.com_jacobian
        assert jacobian.shape == (3, motion.robot.nv)
        np.testing.assert_allclose(jacobian @ motion.state.v, motion.now.com_velocity, **ROUND_OFF)

    def test_it_is_the_mean_of_the_bodies(self, motion):
        model = motion.robot.pin_model
        masses = np.array([inertia.mass for inertia in model.inertias])[1:]
        levers = [
            motion.now.pose(FramePlace("body", j, pin.SE3.Identity())).act(model.inertias[j].lever)
            for j in range(1, model.njoints)
        ]
        assert motion.robot.total_mass == pytest.approx(masses.sum(), rel=1e-12)
        np.testing.assert_allclose(
            motion.now.com, masses @ np.array(levers) / masses.sum(), **ROUND_OFF
        )


def newton_euler(snapshot):
    """M and h from each body's Jacobian and bias at its centre of mass."""
    model = snapshot.robot.pin_model
    M, h = np.diag(model.armature), np.zeros(model.nv)
    for j in range(1, model.njoints):
        body = model.inertias[j]
        at_com = FramePlace("body", j, pin.SE3(np.eye(3), body.lever))
        J = snapshot.jacobian(at_com, "world")
        bias = snapshot.classical_bias_acceleration(at_com, "world")
        omega = snapshot.twist(at_com, "world")[3:]
        R = snapshot.pose(at_com).rotation
        inertia = R @ body.inertia @ R.T
        M += body.mass * J[:3].T @ J[:3] + J[3:].T @ inertia @ J[3:]
        h += body.mass * J[:3].T @ (bias[:3] - snapshot.robot.gravity)
        h += J[3:].T @ (inertia @ bias[3:] + np.cross(omega, inertia @ omega))
    return M, h


class TestDynamics:
    def test_inertia_matrix_and_bias_force_are_those_of_newton_and_euler(self, motion):
        M, h = newton_euler(motion.now)
        np.testing.assert_allclose(motion.now.M, M, **ROUND_OFF)
        np.testing.assert_allclose(motion.now.h, h, rtol=1e-9, atol=1e-9)

    def test_inertia_matrix_is_symmetric_to_the_last_bit(self, motion):
        assert (motion.now.M == motion.now.M.T).all()

    def test_gravity_turns_with_the_robots_own(self, motion):
        turned = motion.robot.with_gravity((1.0, -2.0, 3.0))
        snapshot = Workspace(turned).evaluate(motion.state)
        np.testing.assert_allclose(snapshot.h, newton_euler(snapshot)[1], rtol=1e-9, atol=1e-9)
        assert np.abs(snapshot.h - motion.now.h).max() > 0.1

    def test_momentum_is_mass_times_velocity_and_changes_by_gravity_alone(self, motion):
        momentum = motion.now.centroidal_momentum
        expected = motion.robot.total_mass * motion.now.com_velocity
        np.testing.assert_allclose(momentum[:3], expected, **ROUND_OFF)
        np.testing.assert_allclose(
            motion.now.centroidal_momentum_matrix @ motion.state.v, momentum, **ROUND_OFF
        )

    def test_angular_momentum_is_the_sum_over_the_bodies(self, motion):
        model = motion.robot.pin_model
        total = np.zeros(3)
        for j in range(1, model.njoints):
            body = model.inertias[j]
            at_com = FramePlace("body", j, pin.SE3(np.eye(3), body.lever))
            pose, twist = motion.now.pose(at_com), motion.now.twist(at_com, "world")
            total += np.cross(pose.translation - motion.now.com, body.mass * twist[:3])
            total += pose.rotation @ body.inertia @ pose.rotation.T @ twist[3:]
        np.testing.assert_allclose(motion.now.centroidal_momentum[3:], total, **ROUND_OFF)

    def test_momentum_bias_is_its_rate_at_rest_accelerations(self, motion):
        momentum = motion.now.centroidal_momentum
        rate = motion.rate(lambda s: s.centroidal_momentum)
        np.testing.assert_allclose(motion.now.centroidal_momentum_bias, rate, atol=DIFFERENCE)
        assert (motion.now.centroidal_momentum == momentum).all()  # to the last bit


@needs_robots
@pytest.mark.parametrize("name", ["g1", "kinova"])
def test_momentum_is_what_pinocchios_own_function_gives(name, rng):
    robot = load_robot(name)
    state = robots.random_state(robot, rng)
    model = robot.pin_model
    expected = pin.computeCentroidalMomentum(model, model.createData(), state.q, state.v)
    momentum = Workspace(robot).evaluate(state).centroidal_momentum
    np.testing.assert_allclose(momentum, expected.vector, **ROUND_OFF)


def test_armature_is_part_of_the_inertia_matrix():
    model = load_robot(robots.ONE_JOINT).pin_model
    plain = Workspace(load_robot(model)).evaluate(load_robot(model).neutral_state()).M
    model.armature[:] = 0.3
    heavy = load_robot(model)
    M = Workspace(heavy).evaluate(heavy.neutral_state()).M
    np.testing.assert_allclose(M, plain + 0.3, rtol=1e-14)


@needs_robots
@pytest.mark.parametrize("index", [0, 1])
@pytest.mark.parametrize("name", oracle.ROBOTS)
class TestStoredNumbers:
    """Numbers of another program, computed by another build of Pinocchio."""

    def test_dynamics_and_centre_of_mass(self, name, index):
        stored, now = oracle.load("mid", name)[index], oracle.snapshot(name, index)
        for key, value in (
            ("M", now.M),
            ("nle", now.h),
            ("com_position", now.com),
            ("com_velocity", now.com_velocity),
            ("com_jacobian", now.com_jacobian),
        ):
            np.testing.assert_allclose(value, stored[key], **STORED)

    def test_frames(self, name, index):
        stored, now = oracle.load("mid", name)[index], oracle.snapshot(name, index)
        assert stored["frames"]
        for frame, values in stored["frames"].items():
            pose = now.pose(frame)
            np.testing.assert_allclose(pose.translation, values["position"], **STORED)
            rotation = pin.Quaternion(np.array(values["quaternion_xyzw"])).toRotationMatrix()
            np.testing.assert_allclose(pose.rotation, rotation, **STORED)
            for key, value in (
                ("twist", now.twist(frame, "world")),
                ("space_jacobian", now.jacobian(frame, "world")),
                ("bias_acceleration", now.classical_bias_acceleration(frame, "world")),
            ):
                np.testing.assert_allclose(value, values[key], **STORED)


class TestWorkspace:
    @pytest.fixture
    def robot(self):
        return load_robot(robots.MIXED, floating_base=True)

    @pytest.mark.parametrize(
        "read",
        [
            lambda s: s.pose("tool"),
            lambda s: s.jacobian("tool", "world"),
            lambda s: s.twist("tool", "local"),
            lambda s: s.classical_bias_acceleration("tool", "b"),
            *(
                lambda s, name=name: getattr(s, name)
                for name in ("M", "h", "com", "com_velocity", "com_jacobian")
            ),
            lambda s: s.com_bias_acceleration,
            lambda s: s.centroidal_momentum,
            lambda s: s.centroidal_momentum_matrix,
            lambda s: s.centroidal_momentum_bias,
        ],
    )
    def test_a_stale_snapshot_raises(self, robot, read):
        workspace = Workspace(robot)
        old = workspace.evaluate(robot.neutral_state())
        read(old)
        workspace.evaluate(robot.neutral_state())
        with pytest.raises(StaleSnapshotError, match="evaluated another state"):
            read(old)

    def test_workspaces_are_independent(self, robot, rng):
        first = Workspace(robot).evaluate(robots.random_state(robot, rng))
        M = first.M
        second = Workspace(robot).evaluate(robots.random_state(robot, rng))
        assert (first.M == M).all()
        assert not np.allclose(second.M, M)

    def test_the_order_of_reading_does_not_matter(self, robot, rng):
        state = robots.random_state(robot, rng)
        one, two = Workspace(robot).evaluate(state), Workspace(robot).evaluate(state)
        bias_first = one.classical_bias_acceleration("tool", "world")
        com_after = one.com_bias_acceleration
        com_first = two.com_bias_acceleration
        bias_after = two.classical_bias_acceleration("tool", "world")
        assert (bias_first == bias_after).all()
        assert (com_first == com_after).all()

    @pytest.mark.parametrize(
        "name",
        [
            *("M", "h", "com", "com_velocity", "com_jacobian", "com_bias_acceleration"),
            "centroidal_momentum_bias",
        ],
    )
    def test_arrays_are_the_callers(self, robot, rng, name):
        snapshot = Workspace(robot).evaluate(robots.random_state(robot, rng))
        taken = getattr(snapshot, name)
        kept = taken.copy()
        taken[...] = 7.0
        assert (getattr(snapshot, name) == kept).all()

    def test_poses_and_jacobians_are_the_callers(self, robot, rng):
        snapshot = Workspace(robot).evaluate(robots.random_state(robot, rng))
        pose, jacobian = snapshot.pose("a"), snapshot.jacobian("a", "world")
        place = snapshot.pose(robot.place("a"))
        kept = pose.homogeneous.copy(), jacobian.copy()
        pose.translation = np.ones(3)
        place.rotation = np.eye(3)
        jacobian[:] = 1.0
        assert (snapshot.pose("a").homogeneous == kept[0]).all()
        assert (snapshot.jacobian("a", "world") == kept[1]).all()

    def test_the_state_is_not_changed(self, robot, rng):
        state = robots.random_state(robot, rng)
        q, v = state.q.copy(), state.v.copy()
        assert Workspace(robot).evaluate(state).state is state
        assert (state.q == q).all()
        assert (state.v == v).all()

    def test_wrong_names_list_close_ones(self, robot):
        snapshot = Workspace(robot).evaluate(robot.neutral_state())
        with pytest.raises(FrameNotFoundError, match=r"'tol'.*'tool'"):
            snapshot.pose("tol")
        with pytest.raises(FrameNotFoundError, match="'lokal'"):
            snapshot.twist("tool", "lokal")

    def test_another_robots_state_is_refused(self, robot):
        with pytest.raises(StateError, match=r"nq=11.*nq=1"):
            Workspace(robot).evaluate(load_robot(robots.ONE_JOINT).neutral_state())

    def test_what_is_no_state_or_robot_is_refused(self, robot):
        with pytest.raises(StateError, match=r"RobotState, got ndarray.*robot\.state"):
            Workspace(robot).evaluate(robot.neutral_state().q)
        with pytest.raises(DefinitionError, match=r"RobotModel.*load_robot.*'g1'"):
            Workspace("g1")

    @pytest.mark.parametrize("copied", [copy.deepcopy, lambda w: pickle.loads(pickle.dumps(w))])
    def test_copies_work_on_their_own(self, robot, rng, copied):
        workspace = Workspace(robot)
        state = robots.random_state(robot, rng)
        snapshot = workspace.evaluate(state)
        twin = copied(workspace).evaluate(state)
        assert (twin.M == snapshot.M).all()


@pytest.mark.parametrize("free", [False, True])
def test_a_robot_without_joints_has_empty_quantities(free):
    robot = load_robot(robots.ONE_LINK, floating_base=free)
    snapshot = Workspace(robot).evaluate(robot.neutral_state())
    size = 6 if free else 0
    assert robot.na == 0
    assert snapshot.M.shape == (size, size)
    assert snapshot.jacobian("body", "world").shape == (6, size)
    assert snapshot.com_jacobian.shape == (3, size)
    assert snapshot.centroidal_momentum_matrix.shape == (6, size)
    np.testing.assert_array_equal(snapshot.centroidal_momentum_bias, np.zeros(6))
    np.testing.assert_array_equal(snapshot.twist("body", "local"), np.zeros(6))


@pytest.mark.requires("mujoco")
def test_ball_joints_fit_finite_differences(rng):
    robot = load_robot(robots.BALL_JOINTS)
    state = robots.random_state(robot, rng)
    now = Workspace(robot).evaluate(state)
    before, after = (
        Workspace(robot).evaluate(robots.moved(robot, state, np.zeros(robot.nv), h))
        for h in (-STEP, STEP)
    )
    assert robot.joint_names == ("hip.x", "hip.y", "hip.z", "knee")
    for value, rate in (
        (
            now.twist("toe", "world")[:3],
            after.pose("toe").translation - before.pose("toe").translation,
        ),
        (
            now.classical_bias_acceleration("toe", "world"),
            after.twist("toe", "world") - before.twist("toe", "world"),
        ),
        (now.com_bias_acceleration, after.com_velocity - before.com_velocity),
    ):
        np.testing.assert_allclose(value, rate / (2 * STEP), atol=DIFFERENCE)
    M, h = newton_euler(now)
    np.testing.assert_allclose(now.M, M, **ROUND_OFF)
    np.testing.assert_allclose(now.h, h, rtol=1e-9, atol=1e-9)
