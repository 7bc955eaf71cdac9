"""The velocity scene: limits that act, recover and never contradict each other."""

import numpy as np
import pinocchio as pin
import pytest

import robots
from poise.errors import DefinitionError
from poise.model import Workspace, load_robot
from poise.scenes import VelocityScene
from poise.tasks import FramePositionTask, JointPositionTask, PostureTask

needs_robots = pytest.mark.requires("example-robot-data")


@pytest.fixture(scope="module")
def panda():
    return load_robot("panda", locked_joints={"panda_finger_joint1": 0.0})


def solve(scene, q, references, v=None):
    robot = scene.robot
    now = Workspace(robot).evaluate(robot.state(q, v))
    return scene.solve(scene.formulate(now, references)).require()


def within(robot, rng, share=0.9):
    """A configuration within a share of every joint's range."""
    middle = (robot.lower_position + robot.upper_position) / 2
    half = (robot.upper_position - robot.lower_position) / 2
    return middle + share * half * rng.uniform(-1.0, 1.0, robot.na)


@needs_robots
class TestTracking:
    def test_the_velocity_asked_for_is_given(self, panda, rng):
        scene = VelocityScene(panda, dt=0.001, damping=1e-12)
        scene.configure([FramePositionTask("hand", "panda_hand")])
        for _ in range(10):
            q, wanted = within(panda, rng, 0.6), 0.05 * rng.normal(size=3)
            v = solve(scene, q, {"hand": wanted}).velocity
            J = Workspace(panda).evaluate(panda.state(q)).jacobian("panda_hand", "world")[:3]
            np.testing.assert_allclose(J @ v, wanted, atol=1e-6)

    def test_an_axis_without_weight_is_left_alone(self, panda, rng):
        """With damping alone to decide it, nothing moves along the free axis that need not."""
        scene = VelocityScene(panda, dt=0.001, damping=1e-12)
        scene.configure([FramePositionTask("hand", "panda_hand", (0.0, 0.0, 1.0))])
        q = within(panda, rng, 0.6)
        v = solve(scene, q, {"hand": np.array([9.0, 9.0, 0.1])}).velocity
        J = Workspace(panda).evaluate(panda.state(q)).jacobian("panda_hand", "world")[2]
        # Closed form: the smallest v with J_z v = 0.1.
        np.testing.assert_allclose(v, J * 0.1 / (J @ J), atol=1e-6)

    def test_masks_in_a_frame_are_that_frames(self, panda, rng):
        scene = VelocityScene(panda, dt=0.001, damping=1e-12)
        task = FramePositionTask("hand", "panda_hand", (0.0, 0.0, 1.0), axes="local")
        scene.configure([task])
        q = within(panda, rng, 0.6)
        now = Workspace(panda).evaluate(panda.state(q))
        wanted = 0.1 * rng.normal(size=3)
        v = solve(scene, q, {"hand": wanted}).velocity
        along = now.pose("panda_hand").rotation[:, 2]
        given = now.jacobian("panda_hand", "world")[:3] @ v
        assert along @ given == pytest.approx(along @ wanted, abs=1e-9)

    def test_the_answer_does_not_depend_on_the_time_step(self, panda, rng):
        q, wanted = within(panda, rng, 0.5), 0.05 * rng.normal(size=3)
        answers = []
        for dt in (0.001, 0.005, 0.02, 0.05):
            scene = VelocityScene(panda, dt=dt, response=0.1)
            scene.configure([FramePositionTask("hand", "panda_hand")])
            answers.append(solve(scene, q, {"hand": wanted}).velocity)
        np.testing.assert_allclose(answers, [answers[0]] * 4, atol=1e-9)


@needs_robots
class TestLimits:
    @pytest.mark.parametrize("dt", [0.001, 0.005, 0.02, 0.05])
    def test_neither_velocity_nor_position_limits_are_passed(self, panda, dt, rng):
        """Whatever is asked for: the caller's tasks point out of the limits all the time."""
        scene = VelocityScene(panda, dt=dt, response=0.1)
        scene.configure([PostureTask("posture")])
        q = within(panda, rng)
        for step in range(200):
            wild = {"posture": 10.0 * rng.normal(size=panda.na) + 5.0 * np.sin(step / 20)}
            v = solve(scene, q, wild).velocity
            assert (np.abs(v) <= panda.velocity_limit + 1e-9).all()
            q = q + v * dt
            assert (q <= panda.upper_position + 1e-12).all()
            assert (q >= panda.lower_position - 1e-12).all()

    def test_pushing_into_a_limit_never_passes_it(self, panda):
        """From a hair before it, a thousand times."""
        scene = VelocityScene(panda, dt=0.01)
        scene.configure([PostureTask("posture")])
        q = within(panda, np.random.default_rng(0), 0.5)
        q[3] = panda.upper_position[3] - 1e-9
        for _ in range(1000):
            q = q + 0.01 * solve(scene, q, {"posture": np.ones(panda.na)}).velocity
            assert (q <= panda.upper_position + 1e-12).all()

    @pytest.mark.parametrize("excess", [1e-9, 0.05, 0.1, 1.0])
    def test_outside_a_position_limit_it_comes_back_no_faster_than_it_may(self, panda, excess):
        dt = 0.01
        scene = VelocityScene(panda, dt=dt)
        scene.configure([PostureTask("posture")])
        q = within(panda, np.random.default_rng(0), 0.5)
        q[3] = panda.upper_position[3] + excess
        v = solve(scene, q, {"posture": np.zeros(panda.na)}).velocity
        assert v[3] == pytest.approx(-min(excess / dt, panda.velocity_limit[3]), abs=1e-9)

    def test_the_smaller_of_two_velocity_limits_holds(self, panda):
        scene = VelocityScene(panda, dt=0.01, velocity_limit={"panda_joint2": 0.1})
        scene.configure([PostureTask("posture")])
        q = within(panda, np.random.default_rng(0), 0.5)
        v = solve(scene, q, {"posture": np.full(panda.na, 50.0)}).velocity
        expected = panda.velocity_limit.copy()
        expected[1] = 0.1
        np.testing.assert_allclose(v, expected, atol=1e-9)

    def test_limits_are_redistributed_and_not_cut_off_afterwards(self, panda, rng):
        """A joint at its limit leaves its part to the others: the hand still moves as asked."""
        wanted = np.array([0.0, 0.0, 0.08])
        kept = 0
        for _ in range(20):
            q = within(panda, rng, 0.6)
            free = VelocityScene(panda, dt=0.001, damping=1e-10)
            free.configure([FramePositionTask("hand", "panda_hand")])
            v = solve(free, q, {"hand": wanted}).velocity
            fastest = int(np.abs(v).argmax())
            limit = {panda.joint_names[fastest]: 0.7 * float(np.abs(v[fastest]))}
            tight = VelocityScene(panda, dt=0.001, damping=1e-10, velocity_limit=limit)
            tight.configure([FramePositionTask("hand", "panda_hand")])
            v = solve(tight, q, {"hand": wanted}).velocity
            J = Workspace(panda).evaluate(panda.state(q)).jacobian("panda_hand", "world")[:3]
            kept += np.abs(J @ v - wanted).max() < 1e-5
        assert kept == 20


@needs_robots
@pytest.mark.parametrize("bend", [1e-1, 1e-2, 1e-4, 1e-8, 0.0])
def test_near_a_singularity_velocities_stay_bounded_and_the_error_is_told(bend):
    """A planar two-joint arm, stretched along x and asked to go along x."""
    robot = load_robot(two_joints())
    scene = VelocityScene(robot, dt=0.001, damping=1e-4)
    scene.configure([FramePositionTask("hand", "tip", (1.0, 1.0, 0.0))])
    solution = solve(scene, np.array([0.0, bend]), {"hand": np.array([1.0, 0.0, 0.0])})
    assert np.abs(solution.velocity).max() <= 3.0 + 1e-9
    now = Workspace(robot).evaluate(robot.state([0.0, bend]))
    given = now.jacobian("tip", "world")[:2] @ solution.velocity
    told = solution.problem.tasks.residuals(solution.x, solution.problem.variables)["hand"]
    np.testing.assert_allclose(told[:2], given - [1.0, 0.0], atol=1e-12)


def two_joints():
    def joint(name, parent, child):
        return (
            f'<joint name="{name}" type="revolute"><parent link="{parent}"/>'
            f'<child link="{child}"/><origin xyz="{0.0 if parent == "a" else 0.5} 0 0"/>'
            '<axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="9" velocity="3"/></joint>'
        )

    links = "".join(robots.link(name) for name in ("a", "b", "c", "tip"))
    end = (
        '<joint name="end" type="fixed"><parent link="c"/><child link="tip"/>'
        '<origin xyz="0.5 0 0"/></joint>'
    )
    return robots.robot(links, joint("j1", "a", "b"), joint("j2", "b", "c"), end)


class TestOddRobots:
    def test_one_joint_has_shapes_like_any_other(self):
        robot = load_robot(robots.ONE_JOINT)
        scene = VelocityScene(robot, dt=0.01)
        scene.configure([FramePositionTask("hand", "arm"), PostureTask("posture", 0.1)])
        solution = solve(scene, np.zeros(1), {"hand": np.ones(3), "posture": np.zeros(1)})
        assert solution.velocity.shape == (1,)
        assert scene.decode(solution).effort.shape == (1,)

    def test_a_gripper_whose_second_finger_mimics_the_first(self):
        robot = load_robot(robots.GRIPPER)
        scene = VelocityScene(robot, dt=0.01, damping=1e-12)
        scene.configure([JointPositionTask("close", ["left_slide"])])
        solution = solve(scene, np.zeros(robot.nq), {"close": np.array([0.5])})
        np.testing.assert_allclose(solution.velocity, [0.5], atol=1e-6)
        assert robot.nq == robot.na == 1

    def test_continuous_joints_have_no_position_limits(self):
        robot = load_robot(robots.MIXED)
        scene = VelocityScene(robot, dt=0.01)
        scene.configure([PostureTask("posture")])
        q = pin.integrate(robot.pin_model, pin.neutral(robot.pin_model), np.array([3.1, 0.0, 0.0]))
        v = solve(scene, q, {"posture": np.array([2.0, 0.0, 0.0])}).velocity
        assert v[0] == pytest.approx(2.0, abs=1e-5)

    def test_a_tool_added_at_run_time_is_a_frame_like_any_other(self):
        robot = load_robot(two_joints()).with_frame(
            "tool", "tip", pin.SE3(np.eye(3), np.array([0.1, 0.0, 0.0]))
        )
        scene = VelocityScene(robot, dt=0.01, damping=1e-12)
        scene.configure([FramePositionTask("tool", "tool", (0.0, 1.0, 0.0))])
        solution = solve(scene, np.array([0.0, 0.3]), {"tool": np.array([0.0, 0.2, 0.0])})
        now = Workspace(robot).evaluate(robot.state([0.0, 0.3]))
        moved = now.jacobian("tool", "world")[1] @ solution.velocity
        assert moved == pytest.approx(0.2, abs=1e-9)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"dt": 0.0}, "dt must be > 0"),
        ({"dt": 0.1, "response": 0.05}, "response must be ≥ 0.1"),
        ({"dt": 0.01, "velocity_limit": -1.0}, "velocity_limit must be ≥ 0"),
        ({"dt": 0.01, "damping": 0.0}, "damping must be > 0"),
        ({"dt": 0.01, "joint_weights": -0.5}, "joint_weights must be ≥ 0"),
    ],
)
def test_parameters_are_checked(parameters, message):
    with pytest.raises(DefinitionError, match=message):
        VelocityScene(load_robot(robots.ONE_JOINT), **parameters)
