"""Limits with rows: each holds in closed loop, and the same run breaks it without it."""

import numpy as np
import pinocchio as pin
import pytest

from poise.control import PdLaw
from poise.controller import Controller
from poise.errors import DefinitionError, SceneError
from poise.limits import (
    JerkLimit,
    PolygonLimit,
    PowerLimit,
    TaskLimit,
    TorqueRateLimit,
    TorqueSpeedLimit,
)
from poise.model import Workspace, load_robot
from poise.scenes import (
    AccelerationScene,
    HierarchicalScene,
    Penalties,
    ReducedTsidScene,
    TsidScene,
    VelocityScene,
)
from poise.tasks import FramePositionTask, LinearMomentumTask, PostureTask, Target

pytestmark = pytest.mark.requires("example-robot-data")

DT = 0.005
SMALL = Penalties(acceleration=1e-8)
SCENES = {
    "velocity": lambda robot: VelocityScene(robot, dt=DT, response=0.1),
    "acceleration": AccelerationScene,
    "reduced": lambda robot: ReducedTsidScene(robot, penalties=SMALL),
    "full": lambda robot: TsidScene(robot, penalties=SMALL),
    "hierarchical": lambda robot: HierarchicalScene(ReducedTsidScene(robot, penalties=SMALL)),
}
WITH_FORCES = ("reduced", "full", "hierarchical")


@pytest.fixture(scope="module")
def panda():
    return load_robot("panda", locked_joints={"panda_finger_joint1": 0.0})


def follow(robot, scene, limits, move, seconds=1.5):
    """The hand is sent away by ``move``; what the ideal robot does, tick by tick."""
    scene.configure([FramePositionTask("hand", "panda_hand", 3.0), PostureTask("posture", 0.1)])
    scene.set_limits(limits)
    controller = Controller(scene, DT, laws={"hand": PdLaw(100.0), "posture": PdLaw(4.0)})
    q = robot.configuration({name: robot.preset.stance[name] for name in robot.joint_names})
    state = robot.state(q)
    controller.set_target_from(state)
    home = np.array(controller.targets["hand"].value)
    controller.targets["hand"] = Target(home + np.array(move))
    ticks = []
    for _ in range(int(seconds / DT)):
        step = controller.step(state)
        assert step.solution.solved, step.solution.qp.status
        ticks.append((state, step.solution))
        if scene.level == "velocity":
            v = step.solution.velocity
            q = pin.integrate(robot.pin_model, state.q, v * DT)
        else:
            v = state.v + step.solution.acceleration * DT
            q = pin.integrate(robot.pin_model, state.q, 0.5 * (state.v + v) * DT)
        state = robot.state(q, v, state.time + DT)
    return ticks


def hands(robot, ticks):
    workspace = Workspace(robot)
    return np.array([workspace.evaluate(s).pose("panda_hand").translation for s, _ in ticks])


@pytest.mark.parametrize("name", SCENES)
def test_a_wall_is_not_passed(panda, name):
    wall = TaskLimit(FramePositionTask("wall", "panda_hand", (1, 0, 0)), upper=0.35, gain=20.0)
    move = (0.15, 0.0, -0.05)
    kept = hands(panda, follow(panda, SCENES[name](panda), [wall], move))
    assert kept[:, 0].max() < 0.35 + 1e-4
    assert kept[-1, 0] > 0.345  # it goes as near as it may
    free = hands(panda, follow(panda, SCENES[name](panda), [], move))
    assert free[:, 0].max() > 0.42


@pytest.mark.parametrize("name", SCENES)
def test_a_soft_wall_is_passed_and_says_by_how_much(panda, name):
    wall = TaskLimit(
        FramePositionTask("wall", "panda_hand", (1, 0, 0)), upper=0.35, gain=20.0, softness=0.5
    )
    ticks = follow(panda, SCENES[name](panda), [wall], (0.15, 0.0, 0.0))
    used = max(solution.limit_slack["wall"] for _, solution in ticks)
    if name == "hierarchical":  # slack is spared before all tasks
        assert used < 1e-6
    else:
        assert used > 1e-3
        assert (
            "Limit wall is passed by"
            in max(ticks, key=lambda tick: tick[1].limit_slack["wall"])[1].explain().text()
        )


@pytest.mark.parametrize("name", SCENES)
def test_the_hand_stays_over_its_table(panda, name):
    corners = [(0.25, -0.05), (0.36, -0.05), (0.36, 0.05), (0.25, 0.05)]
    table = PolygonLimit(corners, FramePositionTask("hand", "panda_hand"), 20.0, 0.01)
    move = (0.1, 0.2, 0.0)
    kept = hands(panda, follow(panda, SCENES[name](panda), [table], move))
    assert kept[:, 0].max() < 0.35 + 1e-4
    assert kept[:, 1].max() < 0.04 + 1e-4
    free = hands(panda, follow(panda, SCENES[name](panda), [], move))
    assert free[:, 1].max() > 0.1


def test_a_momentum_may_be_limited_too(panda):
    slow = TaskLimit(LinearMomentumTask("slow"), -0.3, 0.3, 50.0)

    def largest(limits):
        ticks = follow(panda, AccelerationScene(panda), limits, (0.15, 0.2, 0.0), 0.6)
        workspace = Workspace(panda)
        return max(np.abs(workspace.evaluate(s).centroidal_momentum[:3]).max() for s, _ in ticks)

    assert largest([slow]) < 0.3 + 1e-2  # a tick of the integrator
    assert largest([]) > 0.6


@pytest.mark.parametrize("name", WITH_FORCES)
def test_torques_do_not_jump(panda, name):
    def largest(limits):
        ticks = follow(panda, SCENES[name](panda), limits, (0.05, 0.05, 0.0), 0.4)
        torque = np.array([solution.torque for _, solution in ticks])
        return np.abs(np.diff(torque, axis=0)).max() / DT

    free = largest([])
    assert largest([TorqueRateLimit(DT, 0.5 * free)]) < 0.5 * free * (1 + 1e-6)


@pytest.mark.parametrize("name", WITH_FORCES)
def test_power_and_the_line_of_the_motor(panda, name):
    def run(limits):
        ticks = follow(panda, SCENES[name](panda), limits, (0.1, 0.25, -0.1), 0.6)
        v = np.array([state.v for state, _ in ticks])
        torque = np.array([solution.torque for _, solution in ticks])
        return v, torque

    v, torque = run([])
    free = np.abs(v * torque).max()
    v, torque = run([PowerLimit(0.7 * free)])
    assert np.abs(v * torque).max() < 0.7 * free * (1 + 1e-6)
    v, torque = run([])
    line = 0.5 * np.abs(v).max(axis=0).max() + 3.0
    v, torque = run([TorqueSpeedLimit(line)])
    driving = torque * np.sign(v)
    assert (driving <= panda.effort_limit * np.clip(1 - np.abs(v) / line, 0, 1) + 1e-6).all()


def test_jerk_is_bounded(panda):
    def largest(limits):
        ticks = follow(panda, AccelerationScene(panda), limits, (0.05, 0.0, 0.0), 0.5)
        a = np.array([solution.acceleration for _, solution in ticks])
        return np.abs(np.diff(a, axis=0)).max() / DT

    free = largest([])
    assert largest([JerkLimit(DT, 0.5 * free)]) < 0.5 * free * (1 + 1e-6)


class TestMistakes:
    def test_what_needs_forces_is_refused_where_there_are_none(self, panda):
        for kind in (PowerLimit(5.0), TorqueRateLimit(DT, 1.0), TorqueSpeedLimit(1.0)):
            with pytest.raises(SceneError, match="does not decide"):
                AccelerationScene(panda).set_limits([kind])

    def test_names_must_differ(self, panda):
        wall = TaskLimit(FramePositionTask("wall", "panda_hand"), upper=1.0)
        with pytest.raises(SceneError, match="two are 'wall'"):
            AccelerationScene(panda).set_limits([wall, wall])

    @pytest.mark.parametrize(
        ("make", "message"),
        [
            (lambda t: TaskLimit(t, 1.0, 0.0), "lower .* is above upper"),
            (lambda t: TaskLimit(t, np.ones(2)), "lower of limit 'wall'"),
            (lambda t: TaskLimit(t, upper=np.nan), "must not hold NaN"),
            (lambda t: TaskLimit(t, gain=0.0), "gain of limit 'wall' must be > 0"),
            (lambda t: TaskLimit(t, softness=-1.0), "softness of limit 'wall' must be > 0"),
            (lambda t: TaskLimit("hand"), "must be a motion task, got 'hand'"),
            (lambda t: TaskLimit(PostureTask(), np.ones(3)), "limit 'posture'"),
            (lambda t: PolygonLimit([(0, 0), (1, 1), (2, 2)], t), "not on one line"),
            (lambda t: PolygonLimit([(0, 0), (1, 0), (0, 1)], PostureTask()), "about a position"),
            (lambda t: PowerLimit(-1.0), "power of limit 'power' must be > 0"),
            (lambda t: JerkLimit(0.0, 1.0), "dt of limit 'jerk' must be > 0"),
            (lambda t: TorqueRateLimit(DT, np.ones(3)), "rate of limit 'torque rate'"),
        ],
    )
    def test_parameters_are_checked(self, panda, make, message):
        with pytest.raises(DefinitionError, match=message):
            ReducedTsidScene(panda).set_limits([make(FramePositionTask("wall", "panda_hand"))])
