"""Hard and scaled tasks: rows that hold, with all or with a share of their reference."""

import numpy as np
import pytest

import robots
from poise.errors import DefinitionError, InfeasibleError
from poise.model import Workspace, load_robot
from poise.scenes import (
    AccelerationScene,
    HierarchicalScene,
    Penalties,
    ReducedTsidScene,
    TsidScene,
    VelocityScene,
)
from poise.tasks import (
    FramePositionTask,
    JointCouplingTask,
    JointPositionTask,
    PostureTask,
    TorqueTask,
)

pytestmark = pytest.mark.requires("example-robot-data")

SMALL = Penalties(contact_wrench=1e-4)
SCENES = {
    "velocity": lambda robot: VelocityScene(robot, dt=1e-3),
    "acceleration": AccelerationScene,
    "reduced": lambda robot: ReducedTsidScene(robot, penalties=SMALL),
    "full": lambda robot: TsidScene(robot, penalties=SMALL),
    "hierarchical": lambda robot: HierarchicalScene(ReducedTsidScene(robot, penalties=SMALL)),
    "hierarchical velocity": lambda robot: HierarchicalScene(VelocityScene(robot, dt=1e-3)),
}


@pytest.fixture(scope="module")
def panda():
    return load_robot("panda", locked_joints={"panda_finger_joint1": 0.0})


@pytest.fixture(params=SCENES)
def scene(request, panda):
    return SCENES[request.param](panda)


def stance(panda):
    return panda.configuration({name: panda.preset.stance[name] for name in panda.joint_names})


def achieved(scene, references, q, frame="panda_hand"):
    """What the hand does, and what the joints do."""
    now = Workspace(scene.robot).evaluate(scene.robot.state(q))
    solution = scene.solve(scene.formulate(now, references)).require()
    moves = solution.velocity if scene.level == "velocity" else solution.acceleration
    return now.jacobian(frame, "world")[:3] @ moves, moves, solution


def test_a_hard_task_holds_whatever_the_others_weigh(scene, panda):
    hard = FramePositionTask("hand", "panda_hand", strictness="hard", priority=1)
    scene.configure([PostureTask("posture", 1e3), hard])
    wanted = np.array([0.03, -0.05, 0.02])
    given, _, _ = achieved(scene, {"posture": np.ones(7), "hand": wanted}, stance(panda))
    np.testing.assert_allclose(given, wanted, atol=1e-7)


def test_only_rows_with_a_weight_are_hard(scene, panda):
    hard = FramePositionTask("hand", "panda_hand", (0.0, 0.0, 1.0), strictness="hard")
    scene.configure([PostureTask("posture"), hard])
    wanted = {"posture": np.zeros(7), "hand": np.array([5.0, 5.0, 0.05])}
    given, _, _ = achieved(scene, wanted, stance(panda))
    assert given[2] == pytest.approx(0.05, abs=1e-7)
    assert np.abs(given[:2]).max() < 0.1


def test_two_hard_tasks_that_contradict_each_other_are_named(scene, panda):
    one = JointPositionTask("one", ["panda_joint2"], strictness="hard")
    other = JointPositionTask("other", ["panda_joint2"], strictness="hard")
    scene.configure([one, other])
    now = Workspace(panda).evaluate(panda.state(stance(panda)))
    problem = scene.formulate(now, {"one": np.array([0.1]), "other": np.array([0.2])})
    solution = scene.solve(problem)
    with pytest.raises(InfeasibleError):
        solution.require()


def test_a_gear_is_a_hard_coupling(scene, panda):
    gear = JointCouplingTask("gear", {"panda_joint2": 1.0, "panda_joint4": -2.0}, strictness="hard")
    scene.configure([gear, FramePositionTask("hand", "panda_hand")])
    _, moves, _ = achieved(
        scene, {"gear": np.zeros(1), "hand": np.array([0.05, 0.0, 0.05])}, stance(panda)
    )
    assert moves[1] == pytest.approx(2.0 * moves[3], abs=1e-7)
    assert abs(moves[1]) > 1e-3


@pytest.mark.parametrize("name", ["velocity", "reduced", "hierarchical velocity"])
def test_a_scaled_task_keeps_its_direction_when_limits_cut_it(panda, name):
    """Far more is asked for than the joints can; the hand moves straight, as fast as it may."""
    scene = SCENES[name](panda)
    scaled = FramePositionTask("hand", "panda_hand", strictness="scaled")
    scene.configure([scaled, PostureTask("posture", 1e-3, priority=1)])
    size = 50.0 if scene.level == "velocity" else 5000.0
    wanted = size * np.array([0.48, -0.6, 0.64])
    given, moves, solution = achieved(
        scene, {"hand": wanted, "posture": np.zeros(7)}, stance(panda)
    )
    share = solution.shares["hand"]
    assert 0.001 < share < 0.9
    now = Workspace(panda).evaluate(panda.state(stance(panda)))
    np.testing.assert_allclose(given, share * wanted, rtol=1e-6, atol=1e-6 * size)
    # Nothing more was possible: some limit is met.
    if scene.level == "velocity":
        assert (np.abs(moves) / panda.velocity_limit).max() == pytest.approx(1.0, abs=1e-6)
    else:
        used = np.abs(solution.torque) / panda.effort_limit
        assert used.max() == pytest.approx(1.0, abs=1e-6)
    assert now.robot is panda


def test_where_all_of_it_is_possible_the_share_is_one(scene, panda):
    scaled = FramePositionTask("hand", "panda_hand", strictness="scaled")
    scene.configure([scaled, PostureTask("posture", 1e-3, priority=1)])
    wanted = np.array([0.01, 0.02, -0.03])
    given, _, solution = achieved(scene, {"hand": wanted, "posture": np.zeros(7)}, stance(panda))
    # The posture pulls a little at the share where nothing keeps priorities apart.
    assert solution.shares["hand"] == pytest.approx(1.0, abs=1e-3)
    np.testing.assert_allclose(given, wanted, atol=1e-4)


@pytest.mark.parametrize("name", ["reduced", "full", "hierarchical"])
def test_a_passive_joint_is_a_hard_torque_of_zero(panda, name):
    scene = SCENES[name](panda)
    passive = TorqueTask("passive", ["panda_joint7"], strictness="hard")
    scene.configure([passive, FramePositionTask("hand", "panda_hand")])
    now = Workspace(panda).evaluate(panda.state(stance(panda)))
    references = {"passive": np.zeros(1), "hand": np.array([0.1, 0.0, 0.0])}
    solution = scene.solve(scene.formulate(now, references)).require()
    assert solution.torque[6] == pytest.approx(0.0, abs=1e-7)


def test_a_wheel_that_rolls_is_a_hard_rate(rng):
    """A base on a plane that has a wheel: it turns as far as the base drives."""
    from poise.model import PlanarBase
    from poise.tasks import WheelRollingTask

    wheel = (
        '<joint name="axle" type="continuous"><parent link="body"/><child link="wheel"/>'
        '<origin xyz="0 0.2 0.1"/><axis xyz="0 1 0"/><limit effort="9" velocity="50"/></joint>'
    )
    robot = load_robot(
        robots.robot(robots.link("body"), robots.link("wheel"), wheel),
        base=PlanarBase(1.0, 0.0, 2.0),
    )
    scene = VelocityScene(robot, dt=0.01)
    rolling = WheelRollingTask("roll", "wheel", 0.1, strictness="hard")
    drive = JointPositionTask("drive", ["base.x", "base.yaw"])
    scene.configure([rolling, drive])
    now = Workspace(robot).evaluate(robot.neutral_state())
    references = {"roll": np.zeros(2), "drive": np.array([0.5, 0.8])}
    v = scene.solve(scene.formulate(now, references)).require().velocity
    # The wheel is 0.2 m to the left: there the ground passes at v_x − 0.2 ω.
    assert v[3] == pytest.approx((v[0] - 0.2 * v[2]) / 0.1, abs=1e-8)
    np.testing.assert_allclose(v[[0, 2]], [0.5, 0.8], atol=1e-4)


def test_a_word_that_is_no_strictness_is_refused():
    with pytest.raises(DefinitionError, match="'soft', 'hard' or 'scaled', got 'firm'"):
        PostureTask("posture", strictness="firm")
    with pytest.raises(DefinitionError, match=r"priority of task 'posture'.*got -1"):
        PostureTask("posture", priority=-1)
