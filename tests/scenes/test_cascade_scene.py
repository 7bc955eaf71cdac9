"""Priorities by damped pseudo-inverses, on two arms without offsets."""

import numpy as np
import pytest

import robots
from poise.errors import DefinitionError
from poise.model import Workspace, load_robot
from poise.scenes import (
    AccelerationScene,
    CascadeScene,
    HierarchicalScene,
    ReducedTsidScene,
    VelocityScene,
)
from poise.tasks import FramePositionTask, PostureTask

TASKS = (
    FramePositionTask("reach", "left_hand", priority=0),
    FramePositionTask("other", "right_hand", 2.0, priority=1),
    PostureTask("posture", priority=2),
)


@pytest.fixture(scope="module")
def arms():
    return load_robot(robots.dual_arm())


def solve(scene, q, wished):
    now = Workspace(scene.robot).evaluate(scene.robot.state(q))
    return scene.solve(scene.formulate(now, wished))


def wishes(robot, rng, size):
    return {
        "reach": size * rng.normal(size=3),
        "other": size * rng.normal(size=3),
        "posture": size * rng.normal(size=robot.na),
    }


def bent(robot, elbow=0.8):
    names = ("left_elbow", "right_elbow", "left_shoulder_lift", "right_shoulder_roll")
    return robot.configuration(dict.fromkeys(names, elbow))


@pytest.mark.parametrize("inner", [AccelerationScene, lambda r: VelocityScene(r, dt=0.01)])
def test_away_from_singularities_and_limits_it_is_the_exact_hierarchy(arms, inner, rng):
    q, wished = bent(arms), wishes(arms, rng, 0.02)
    answers = []
    for scene in (CascadeScene(inner(arms), largest_gain=1e6), HierarchicalScene(inner(arms))):
        scene.configure(TASKS)
        answers.append(solve(scene, q, wished).require().x)
    np.testing.assert_allclose(answers[0], answers[1], atol=1e-7)


@pytest.mark.parametrize("elbow", [1e-1, 1e-3, 1e-6, 0.0])
def test_near_a_stretched_arm_the_joints_stay_slow(arms, elbow):
    """What is asked for along the arm is given up, the rest of it is not."""
    q = arms.configuration({"left_elbow": elbow, "right_elbow": 0.5})
    scene = CascadeScene(AccelerationScene(arms), largest_gain=10.0)
    scene.configure(TASKS[:1])
    solution = solve(scene, q, {"reach": np.array([0.0, 0.5, 0.3])}).require()
    assert np.linalg.norm(solution.acceleration) < 10.0
    J = Workspace(arms).evaluate(arms.state(q)).jacobian("left_hand", "world")[:3]
    assert (J @ solution.acceleration)[2] == pytest.approx(0.3, abs=1e-6)
    if elbow <= 1e-3:
        assert solution.cascade.levels[0].damped == (1 if elbow > 0.0 else 0)
        if elbow > 0.0:
            assert "priority 0 is cut short in 1 of 3 directions" in solution.explain().text()


def test_velocity_limits_slow_the_whole_motion_down(arms, rng):
    q, wished = bent(arms), wishes(arms, rng, 3.0)
    scene = CascadeScene(VelocityScene(arms, dt=0.01))
    scene.configure(TASKS)
    solution = solve(scene, q, wished).require()
    assert 0.0 < solution.pace < 1.0
    assert np.abs(solution.velocity / arms.velocity_limit).max() == pytest.approx(1.0)
    np.testing.assert_allclose(solution.velocity, solution.pace * solution.cascade.x, atol=1e-12)
    assert "of the motion happen" in solution.explain().text()


def test_a_joint_outside_its_limits_comes_back_first(arms, rng):
    q = bent(arms)
    row = arms.joint_row("right_elbow")
    q[row] = arms.upper_position[row] + 0.01
    scene = CascadeScene(VelocityScene(arms, dt=0.01, joint_weights={"waist": 0.0}))
    scene.configure(TASKS)
    solution = solve(scene, q, wishes(arms, rng, 0.1)).require()
    assert solution.velocity[row] == pytest.approx(-1.0)
    assert solution.velocity[arms.joint_row("waist")] == 0.0


def test_two_hard_tasks_that_contradict_each_other_make_it_infeasible(arms):
    hard = FramePositionTask("a", "left_hand", strictness="hard")
    also = FramePositionTask("b", "left_hand", strictness="hard")
    scene = CascadeScene(AccelerationScene(arms))
    scene.configure([hard, also])
    solution = solve(scene, bent(arms), {"a": np.ones(3), "b": -np.ones(3)})
    assert not solution.solved
    assert {row.name.split()[1] for row in solution.qp.violated} == {"a", "b"}


def test_it_has_no_forces_among_its_variables(arms):
    with pytest.raises(DefinitionError, match="VelocityScene or an AccelerationScene"):
        CascadeScene(ReducedTsidScene(arms))
    with pytest.raises(DefinitionError, match="largest_gain must be > 0"):
        CascadeScene(AccelerationScene(arms), largest_gain=0.0)
