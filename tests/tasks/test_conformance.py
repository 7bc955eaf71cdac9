"""Every motion task there is keeps the promises of its base class, on all kinds of robots.

Tasks are found by subclass: a new one is tested as soon as it exists, and fails until it is
added to ``CASES``, or to ``RATES`` when its quantity depends on velocities.
"""

import copy
import dataclasses
import functools
import inspect
import pickle
from dataclasses import FrozenInstanceError

import numpy as np
import pinocchio as pin
import pytest

import robots
from poise import tasks
from poise.errors import DefinitionError, PoiseError
from poise.model import Workspace, load_robot
from poise.tasks import MotionTask, RateTask, Target

# Central differences over 1e-5 of quantities of order 1 to 100: rounding 1e-10, cut-off 1e-9.
STEP = 1e-5
DIFFERENCE = 1e-6

ROBOTS = {
    "g1": True,
    "go2": True,
    "talos": True,
    "panda": False,
    "kinova": False,
    "g1 fixed": False,
    "panda free": True,
    "kinova free": True,
}
FRAMES = {
    "g1": "right_wrist_yaw_link",
    "go2": "FL_foot",
    "talos": "gripper_left_base_link",
    "panda": "panda_rightfinger",
    "kinova": "j2s6s200_link_6",
    "mixed": "tool",
    "ball": "toe",
}
# A frame on another branch where there is one, and a joint or two on the way to the frame.
OTHERS = {
    "g1": "left_ankle_roll_link",
    "go2": "RR_foot",
    "talos": "leg_right_6_link",
    "panda": "panda_link3",
    "kinova": "j2s6s200_link_2",
    "mixed": "a",
    "ball": "trunk",
}
JOINTS = {
    "g1": ("right_elbow_joint", "waist_yaw_joint"),
    "go2": ("FL_calf_joint", "RR_hip_joint"),
    "talos": ("arm_left_4_joint", "torso_1_joint"),
    "panda": ("panda_joint4", "panda_joint2"),
    "kinova": ("j2s6s200_joint_4", "j2s6s200_joint_2"),
    "mixed": ("slide", "spin"),
    "ball": ("knee",),
}


def of_robot(table, frame):
    """What a table says of the robot that has this frame."""
    return table[next(name for name, known in FRAMES.items() if known == frame)]


def relative_pose(frame, **k):
    return tasks.RelativePoseTask("relative", frame, of_robot(OTHERS, frame), **k)


def distance(frame, **k):
    return tasks.DistanceTask("apart", frame, of_robot(OTHERS, frame), **k)


def look_at(frame, **k):
    point = {"point": (0.1, 0.2, -0.3), "point_frame": of_robot(OTHERS, frame)}
    return tasks.LookAtTask("gaze", frame, **point, **k)


def alignment(frame, **k):
    return tasks.AxisAlignmentTask(
        "upright", frame, (0.2, -1.0, 3.0), base=of_robot(OTHERS, frame), **k
    )


def joint_positions(frame, **k):
    return tasks.JointPositionTask("elbow", of_robot(JOINTS, frame), **k)


def coupling(frame, **k):
    factors = dict(zip(of_robot(JOINTS, frame), (1.0, -3.0), strict=False))
    return tasks.JointCouplingTask("gear", factors, **k)


CASES = {
    tasks.RelativePoseTask: relative_pose,
    tasks.DistanceTask: distance,
    tasks.LookAtTask: look_at,
    tasks.AxisAlignmentTask: alignment,
    tasks.JointPositionTask: joint_positions,
    tasks.JointCouplingTask: coupling,
    tasks.ManipulabilityTask: lambda frame, **k: tasks.ManipulabilityTask("agile", frame, **k),
    tasks.FramePoseTask: lambda frame, **k: tasks.FramePoseTask("pose", frame, **k),
    tasks.FramePositionTask: lambda frame, **k: tasks.FramePositionTask("position", frame, **k),
    tasks.FrameOrientationTask: lambda frame, **k: tasks.FrameOrientationTask("turn", frame, **k),
    tasks.CenterOfMassTask: lambda frame, **k: tasks.CenterOfMassTask(**k),
    tasks.PostureTask: lambda frame, **k: tasks.PostureTask(**k),
}
RATES = {
    tasks.AngularMomentumTask: lambda frame, **k: tasks.AngularMomentumTask(**k),
    tasks.CapturePointTask: lambda frame, **k: tasks.CapturePointTask(0.8, **k),
    tasks.JointDampingTask: lambda frame, **k: tasks.JointDampingTask(**k),
    tasks.LinearMomentumTask: lambda frame, **k: tasks.LinearMomentumTask(**k),
    tasks.LowAccelerationTask: lambda frame, **k: tasks.LowAccelerationTask(**k),
    tasks.WheelRollingTask: lambda frame, **k: tasks.WheelRollingTask("roll", frame, 0.3, **k),
}
needs_robots = pytest.mark.requires("example-robot-data")


def concrete(base):
    found = set()
    for child in base.__subclasses__():
        # A slotted dataclass leaves the class it was made from among the subclasses.
        if not inspect.isabstract(child) and getattr(tasks, child.__name__, None) is child:
            found.add(child)
        found |= concrete(child)
    return found


def test_every_motion_task_is_tested_here():
    assert concrete(RateTask) == set(RATES)
    assert concrete(MotionTask) == set(CASES) | set(RATES)


@functools.cache
def load(name):
    if name == "mixed":
        return load_robot(robots.MIXED, floating_base=True)
    if name == "ball":
        return load_robot(robots.BALL_JOINTS)
    return load_robot(name.split()[0], floating_base=ROBOTS[name])


def fulfilled(task, now):
    """The task, changed so that its target is fulfilled now, if it is not the present value."""
    if isinstance(task, tasks.LookAtTask):
        return dataclasses.replace(task, axis=task.bearing(now))
    if isinstance(task, tasks.JointCouplingTask):
        return dataclasses.replace(task, offset=task.value(now))
    return task


class Motion:
    """A task at a random state, and a moment earlier and later on a motion with some q̈."""

    def __init__(self, kind, name, rng):
        self.robot = load(name)
        self.task = (CASES | RATES)[kind](FRAMES[name.split()[0]])
        self.state = robots.random_state(self.robot, rng)
        self.now = self.evaluate(self.state)
        self.task = fulfilled(self.task, self.now)
        self.qdd = rng.normal(size=self.robot.nv)

    def evaluate(self, state):
        return Workspace(self.robot).evaluate(state)

    def at(self, time, qdd):
        return self.evaluate(robots.moved(self.robot, self.state, qdd, time))

    def rate(self, quantity, qdd):
        return (quantity(self.at(STEP, qdd)) - quantity(self.at(-STEP, qdd))) / (2 * STEP)


@pytest.fixture(params=CASES, ids=lambda kind: kind.__name__)
def kind(request):
    return request.param


@pytest.fixture(
    params=[
        *(pytest.param(n, marks=needs_robots, id=n) for n in ROBOTS),
        "mixed",
        pytest.param("ball", marks=pytest.mark.requires("mujoco")),
    ]
)
def motion(kind, request, rng):
    return Motion(kind, request.param, rng)


class TestAlongAMotion:
    def test_sizes_fit(self, motion):
        size = motion.task.dimension(motion.robot)
        assert motion.task.jacobian(motion.now).shape == (size, motion.robot.nv)
        assert motion.task.bias(motion.now).shape == (size,)
        assert motion.task.velocity(motion.now).shape == (size,)
        assert len(motion.task.row_names(motion.robot)) == size
        weights = motion.task.weights(motion.robot)
        assert np.broadcast_shapes(weights.shape, (size,)) == (size,)
        target = motion.task.target_from(motion.now)
        assert motion.task.error(motion.now, target).shape == (size,)

    def test_velocity_is_jacobian_times_v(self, motion):
        np.testing.assert_allclose(
            motion.task.velocity(motion.now),
            motion.task.jacobian(motion.now) @ motion.state.v,
            atol=1e-11,
        )

    def test_velocity_is_how_fast_the_error_shrinks(self, motion):
        # At the target itself, where the error is the displacement exactly.
        target = motion.task.target_from(motion.now)
        rate = motion.rate(lambda s: motion.task.error(s, target), motion.qdd)
        np.testing.assert_allclose(-rate, motion.task.velocity(motion.now), atol=DIFFERENCE)

    def test_bias_is_the_acceleration_at_no_joint_acceleration(self, motion):
        rate = motion.rate(motion.task.velocity, np.zeros(motion.robot.nv))
        np.testing.assert_allclose(motion.task.bias(motion.now), rate, atol=DIFFERENCE)

    def test_acceleration_is_jacobian_times_qdd_plus_bias(self, motion):
        rate = motion.rate(motion.task.velocity, motion.qdd)
        expected = motion.task.jacobian(motion.now) @ motion.qdd + motion.task.bias(motion.now)
        np.testing.assert_allclose(rate, expected, atol=DIFFERENCE)

    def test_the_present_value_is_a_target_without_error(self, motion):
        target = motion.task.target_from(motion.now)
        error = motion.task.error(motion.now, target)
        np.testing.assert_allclose(error, 0.0, atol=1e-12)
        assert target.velocity is None
        assert target.acceleration is None

    def test_the_error_points_from_here_to_the_target(self, motion):
        # A step of the error by its own Jacobian comes nearer; with the sign wrong it leaves.
        away = motion.at(0.05, motion.qdd)
        target = motion.task.target_from(motion.now)
        before = motion.task.error(away, target)
        step = np.linalg.pinv(motion.task.jacobian(away), rcond=1e-6) @ before
        q = pin.integrate(motion.robot.pin_model, away.state.q, 0.1 * step)
        after = motion.task.error(motion.evaluate(motion.robot.state(q)), target)
        assert np.linalg.norm(after) < 0.95 * np.linalg.norm(before)

    def test_targets_are_checked_and_kept(self, motion):
        target = motion.task.target_from(motion.now)
        size = motion.task.dimension(motion.robot)
        wished = Target(target.value, np.arange(size), np.ones(size))
        checked = motion.task.checked_target(motion.robot, wished)
        assert checked.velocity.tolist() == list(range(size))
        assert checked.acceleration.tolist() == [1.0] * size
        np.testing.assert_allclose(motion.task.error(motion.now, checked), 0.0, atol=1e-12)

    def test_reading_a_task_changes_nothing(self, motion):
        target = motion.task.checked_target(motion.robot, motion.task.target_from(motion.now))
        first = [motion.task.jacobian(motion.now), motion.task.bias(motion.now)]
        first += [motion.task.velocity(motion.now), motion.task.error(motion.now, target)]
        kept = [array.copy() for array in first]
        for array in first:
            array[...] = 7.0
        again = [motion.task.jacobian(motion.now), motion.task.bias(motion.now)]
        again += [motion.task.velocity(motion.now), motion.task.error(motion.now, target)]
        for one, other in zip(kept, again, strict=True):
            assert (one == other).all()


class TestRatesAlongAMotion(TestAlongAMotion):
    """What differs for quantities y(q, v) = A(q) v + b(q): errors are of y, rates are ẏ."""

    @pytest.fixture(params=RATES, ids=lambda kind: kind.__name__)
    def kind(self, request):
        return request.param

    @pytest.fixture
    def follows(self, motion):
        """Whether it has an error: one kind wants what there is, whatever it is told."""
        return type(motion.task) is not tasks.LowAccelerationTask

    @pytest.fixture
    def value(self, motion, follows):
        """y, read from the error at a target of 0."""
        zero = Target(np.zeros(motion.task.dimension(motion.robot)))
        if follows:
            return lambda snapshot: -motion.task.error(snapshot, zero)
        return motion.task.velocity

    def test_velocity_is_how_fast_the_error_shrinks(self, motion, value):
        # One derivative lower: J v is y but for a part that depends on q alone.
        other = motion.robot.state(motion.state.q, -2.0 * motion.state.v)
        changed = motion.evaluate(other)
        np.testing.assert_allclose(
            value(changed) - value(motion.now),
            motion.task.velocity(changed) - motion.task.velocity(motion.now),
            atol=1e-11,
        )

    def test_bias_is_the_acceleration_at_no_joint_acceleration(self, motion, value):
        rate = motion.rate(value, np.zeros(motion.robot.nv))
        np.testing.assert_allclose(motion.task.bias(motion.now), rate, atol=DIFFERENCE)

    def test_acceleration_is_jacobian_times_qdd_plus_bias(self, motion, value):
        rate = motion.rate(value, motion.qdd)
        expected = motion.task.jacobian(motion.now) @ motion.qdd + motion.task.bias(motion.now)
        np.testing.assert_allclose(rate, expected, atol=DIFFERENCE)

    def test_the_present_value_is_a_target_without_error(self, motion):
        # At rest, since some want rest always.
        at_rest = motion.evaluate(motion.robot.state(motion.state.q))
        target = motion.task.target_from(at_rest)
        np.testing.assert_allclose(motion.task.error(at_rest, target), 0.0, atol=1e-12)
        assert target.velocity is None
        assert target.acceleration is None

    def test_the_error_points_from_here_to_the_target(self, motion, value, follows):
        # y is affine in v: half the step leaves half the error.
        target = motion.task.target_from(motion.at(0.05, motion.qdd))
        before = motion.task.error(motion.now, target)
        step = np.linalg.pinv(motion.task.jacobian(motion.now)) @ before
        halfway = motion.robot.state(motion.state.q, motion.state.v + 0.5 * step)
        after = motion.task.error(motion.evaluate(halfway), target)
        np.testing.assert_allclose(after, 0.5 * before, atol=1e-10)
        expected = target.value - value(motion.now) if follows else 0.0
        np.testing.assert_allclose(before, expected, atol=1e-12)

    def test_targets_are_checked_and_kept(self, motion):
        size = motion.task.dimension(motion.robot)
        value = motion.task.target_from(motion.now).value
        checked = motion.task.checked_target(
            motion.robot, Target(value, np.arange(size), np.ones(size))
        )
        assert checked.velocity.tolist() == list(range(size))
        np.testing.assert_allclose(checked.value, value, rtol=1e-15)


class TestDefinitions:
    @pytest.fixture(params=CASES | RATES, ids=lambda kind: kind.__name__)
    def kind(self, request):
        return request.param

    @pytest.fixture
    def make(self, kind):
        return lambda **k: (CASES | RATES)[kind]("tool", **k)

    @pytest.fixture
    def robot(self):
        return load("mixed")

    def test_a_task_is_frozen(self, make):
        task = make()
        with pytest.raises(FrozenInstanceError):
            task.activation = 0.5
        with pytest.raises((AttributeError, TypeError)):
            task.something = 1

    @pytest.mark.parametrize("copied", [copy.deepcopy, lambda t: pickle.loads(pickle.dumps(t))])
    def test_copies_ask_for_the_same(self, make, robot, copied):
        task = make(weight=3.0, activation=0.5)
        twin = copied(task)
        assert type(twin) is type(task)
        assert (twin.name, twin.activation) == (task.name, task.activation)
        assert (twin.weights(robot) == task.weights(robot)).all()
        assert repr(twin) == repr(task)

    def test_weights_are_given_once_or_per_row_and_copied(self, make, robot):
        size = make().dimension(robot)
        assert (make(weight=2).weights(robot) == 2.0).all()
        mine = np.arange(size, dtype=float)
        task = make(weight=mine)
        mine[:] = 9.0
        assert task.weights(robot).tolist() == list(range(size))
        with pytest.raises(ValueError, match="read-only"):
            task.weights(robot)[0] = 1.0

    @pytest.mark.parametrize(
        "weight", [-1.0, np.nan, np.inf, "heavy", np.ones((2, 2)), [1.0, -1.0]]
    )
    def test_wrong_weights_are_named_at_construction(self, make, weight):
        name = make().name
        with pytest.raises(DefinitionError, match=f"weight of task '{name}'"):
            make(weight=weight)

    def test_too_many_weights_are_named(self, make, robot):
        name = make().name
        with pytest.raises(DefinitionError, match=f"weight of task '{name}' .* got .*7"):
            make(weight=np.ones(7)).check(robot)

    @pytest.mark.parametrize("activation", [-0.1, 1.1, np.nan, "on", True])
    def test_activation_lies_between_none_and_all(self, make, activation):
        name = make().name
        with pytest.raises(DefinitionError, match=f"activation of task '{name}'.*{activation}"):
            make(activation=activation)
        assert make(activation=0).activation == 0

    def test_a_check_finds_the_robot_fit(self, make, robot):
        make().check(robot)

    @pytest.mark.parametrize(
        "target",
        [
            Target("there"),
            Target(np.ones(17)),
            Target(np.full(3, np.nan)),
            Target(np.full((3, 3), np.nan)),
            Target(pin.SE3(2 * np.eye(3), np.zeros(3))),
            Target(pin.SE3(np.eye(3), np.full(3, np.nan))),
            Target(np.diag([1.0, 1.0, -1.0])),
            Target(2 * np.eye(3)),
        ],
        ids=range(8),
    )
    def test_wrong_targets_are_refused(self, make, robot, target):
        with pytest.raises(PoiseError):
            make().checked_target(robot, target)

    @pytest.mark.parametrize("rate", ["velocity", "acceleration"])
    @pytest.mark.parametrize("value", [np.ones(17), 1.0, np.nan, "fast"])
    def test_wrong_rates_are_named(self, make, robot, rate, value):
        task = make()
        now = Workspace(robot).evaluate(robot.neutral_state())
        target = Target(task.target_from(now).value, **{rate: value})
        with pytest.raises(DefinitionError, match=f"target {rate} of task '{task.name}'"):
            task.checked_target(robot, target)

    def test_a_checked_target_shares_nothing_with_the_caller(self, make, robot, rng):
        task = make()
        now = Workspace(robot).evaluate(robots.random_state(robot, rng))
        mine = task.target_from(now)
        velocity = np.zeros(task.dimension(robot))
        pose = isinstance(mine.value, pin.SE3)
        value = mine.value.copy() if pose else np.array(mine.value)
        checked = task.checked_target(robot, Target(value, velocity))
        if pose:
            value.translation = np.full(3, 9.0)
        else:
            value[...] = 9.0
        velocity[:] = 9.0
        np.testing.assert_allclose(task.error(now, checked), task.error(now, mine), atol=1e-12)
        assert not checked.velocity.any()
