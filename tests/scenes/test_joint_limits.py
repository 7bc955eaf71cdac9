"""Joint limits that the user adds to any scene, in closed loop with the ideal robot."""

import numpy as np
import pinocchio as pin
import pytest

import robots
from poise.control import PdLaw
from poise.controller import Controller
from poise.errors import DefinitionError, JointNotFoundError
from poise.limits import JointLimits
from poise.model import Workspace, load_robot
from poise.scenes import (
    AccelerationScene,
    CascadeScene,
    HierarchicalScene,
    Penalties,
    ReducedTsidScene,
    TsidScene,
    VelocityScene,
)
from poise.tasks import PostureTask, Target

pytestmark = pytest.mark.requires("example-robot-data")

SMALL = Penalties(acceleration=1e-8)
SCENES = {
    "velocity": lambda robot, dt: VelocityScene(robot, dt=dt, response=0.1),
    "acceleration": lambda robot, dt: AccelerationScene(robot),
    "reduced": lambda robot, dt: ReducedTsidScene(robot, penalties=SMALL),
    "full": lambda robot, dt: TsidScene(robot, penalties=SMALL),
    "hierarchical": lambda robot, dt: HierarchicalScene(ReducedTsidScene(robot, penalties=SMALL)),
    "cascade": lambda robot, dt: CascadeScene(AccelerationScene(robot)),
}
# The Panda's own, from its maker's data sheet (not in the URDF), a third of the least of them.
ACCELERATION = 2.5


@pytest.fixture(scope="module")
def panda():
    return load_robot("panda", locked_joints={"panda_finger_joint1": 0.0})


@pytest.fixture(params=SCENES)
def make(request):
    return SCENES[request.param]


def start(robot):
    return robot.configuration({name: robot.preset.stance[name] for name in robot.joint_names})


def follow(robot, scene, dt, wanted, seconds, q=None):
    """Positions, velocities, accelerations and who recovered, tick by tick."""
    scene.configure([PostureTask("posture")])
    controller = Controller(scene, dt, laws={"posture": PdLaw(60.0)})
    state = robot.state(start(robot) if q is None else q)
    controller.set_target_from(state)
    track = []
    for tick in range(int(seconds / dt)):
        controller.targets["posture"] = Target(wanted(tick * dt))
        step = controller.step(state)
        assert step.solution.solved, step.solution.qp.status
        if scene.level == "velocity":
            v = step.solution.velocity
            a, after = (v - state.v) / dt, pin.integrate(robot.pin_model, state.q, v * dt)
        else:
            a = step.solution.acceleration
            v = state.v + a * dt
            after = pin.integrate(robot.pin_model, state.q, 0.5 * (state.v + v) * dt)
        track.append((after, v, a, step.solution.recovering))
        state = robot.state(after, v, state.time + dt)
    return track


def wild(robot):
    """Targets far beyond both ends of every joint's range, to and fro."""
    span = robot.upper_position - robot.lower_position
    middle = 0.5 * (robot.upper_position + robot.lower_position)
    return lambda t: middle + 1.5 * span * np.sign(np.sin(2.0 * np.pi * t / 5.0))


def most_beyond(robot, track):
    q, v, a = (np.array([tick[k] for tick in track]) for k in range(3))
    return (
        max((q - robot.upper_position).max(), (robot.lower_position - q).max()),
        (np.abs(v) - robot.velocity_limit).max(),
        np.abs(a).max() - ACCELERATION,
    )


@pytest.mark.parametrize("dt", [0.001, 0.02, 0.05])
def test_all_three_limits_hold_together(panda, make, dt):
    scene = make(panda, dt)
    scene.set_limits([JointLimits(dt, ACCELERATION)])
    track = follow(panda, scene, dt, wild(panda), 6.0 if dt > 0.001 else 1.5)
    position, speed, acceleration = most_beyond(panda, track)
    assert position < 1e-6
    assert speed < 1e-6
    assert acceleration < 1e-6
    assert not any(recovering for *_, recovering in track)


def test_without_them_the_same_run_breaks_them(panda, make):
    scene = make(panda, 0.005)
    track = follow(panda, scene, 0.005, wild(panda), 1.2)
    position, speed, acceleration = most_beyond(panda, track)
    assert acceleration > 1.0
    if scene.level != "velocity":  # which has the other two by itself
        assert position > 0.1
        assert speed > 0.1


@pytest.mark.parametrize("beyond", [0.02, 0.3])
def test_outside_it_comes_back_and_says_so(panda, make, beyond):
    dt = 0.01
    scene = make(panda, dt)
    scene.set_limits([JointLimits(dt, ACCELERATION, recovery_speed=0.2)])
    q = start(panda)
    q[3] = panda.upper_position[3] + beyond
    track = follow(panda, scene, dt, lambda t: q, 4.0, q)
    outside = [tick for tick in track if tick[0][3] > panda.upper_position[3] + 1e-8]
    assert outside
    for _, v, a, recovering in outside[:-1]:
        assert recovering == {"panda_joint4"}
        assert -0.2 - 1e-7 <= v[3] <= 1e-9
        assert np.abs(a).max() <= ACCELERATION + 1e-7
    assert track[-1][0][3] <= panda.upper_position[3] + 1e-9
    assert not track[-1][3]


def test_the_narrowest_counts_whatever_the_order(panda):
    one = JointLimits(0.01, 5.0, velocity={"panda_joint1": 0.3}, upper={"panda_joint1": 1.0})
    other = JointLimits(0.01, dict.fromkeys(panda.joint_names, 3.0), velocity=0.5)
    answers = []
    for limits in ([one, other], [other, one]):
        scene = AccelerationScene(panda)
        scene.configure([PostureTask("posture")])
        scene.set_limits(limits)
        now = Workspace(panda).evaluate(panda.state(start(panda)))
        solution = scene.solve(scene.formulate(now, {"posture": np.full(7, 99.0)})).require()
        answers.append(solution.acceleration)
    np.testing.assert_allclose(answers[0], answers[1], atol=1e-9)
    assert np.abs(answers[0]).max() == pytest.approx(3.0)


def test_they_may_change_at_run_time(panda):
    scene = AccelerationScene(panda)
    scene.configure([PostureTask("posture")])
    now = Workspace(panda).evaluate(panda.state(start(panda)))
    found = []
    for limits in ([], [JointLimits(0.01, 4.0)], [JointLimits(0.01, 2.0)], []):
        scene.set_limits(limits)
        solution = scene.solve(scene.formulate(now, {"posture": np.full(7, 99.0)})).require()
        found.append(float(np.abs(solution.acceleration).max()))
    assert found == pytest.approx([99.0, 4.0, 2.0, 99.0], abs=1e-3)


def test_a_hierarchy_is_told_through_its_own_scene(panda):
    scene = HierarchicalScene(AccelerationScene(panda))
    scene.configure([PostureTask("posture")])
    scene.set_limits([JointLimits(0.01, 2.0)])
    now = Workspace(panda).evaluate(panda.state(start(panda)))
    solution = scene.solve(scene.formulate(now, {"posture": np.full(7, 99.0)})).require()
    assert np.abs(solution.acceleration).max() == pytest.approx(2.0)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"dt": 0.0, "acceleration": 1.0}, "dt of joint limits must be > 0"),
        ({"dt": 0.01, "acceleration": 0.0}, "acceleration of joint limits must be > 0"),
        ({"dt": 0.01, "acceleration": np.ones(2)}, "acceleration of joint limits must have shape"),
        ({"dt": 0.01, "acceleration": np.inf}, "must be given for 'panda_joint1'"),
        ({"dt": 0.01, "acceleration": {"panda_joint1": 1.0}}, "must be given for 'panda_joint2'"),
        ({"dt": 0.01, "acceleration": 1.0, "lower": 9.0}, "contradict each other"),
        ({"dt": 0.01, "acceleration": 1.0, "recovery_speed": 0.0}, "recovery_speed"),
        ({"dt": 0.01, "acceleration": 1.0, "velocity": -1.0}, "velocity of joint limits"),
    ],
)
def test_what_makes_no_sense_is_named_and_changes_nothing(panda, parameters, message):
    scene = AccelerationScene(panda)
    kept = [JointLimits(0.01, 2.0)]
    scene.set_limits(kept)
    with pytest.raises(DefinitionError, match=message):
        scene.set_limits([JointLimits(**parameters)])
    scene.configure([PostureTask("posture")])
    now = Workspace(panda).evaluate(panda.state(start(panda)))
    solution = scene.solve(scene.formulate(now, {"posture": np.full(7, 99.0)})).require()
    assert np.abs(solution.acceleration).max() == pytest.approx(2.0)


def test_names_are_looked_up():
    scene = AccelerationScene(load_robot(robots.ONE_JOINT))
    with pytest.raises(JointNotFoundError, match="'twist'"):
        scene.set_limits([JointLimits(0.01, {"twist": 1.0})])
    with pytest.raises(DefinitionError, match="limits must hold JointLimits or others, got 3"):
        scene.set_limits([3])
