"""Joint weights are a norm: they choose among equally good motions and distort none."""

import numpy as np
import pytest

from poise.errors import DefinitionError, JointNotFoundError
from poise.model import Workspace, load_robot
from poise.scenes import AccelerationScene, Penalties, ReducedTsidScene, TsidScene, VelocityScene
from poise.tasks import FramePoseTask

pytestmark = pytest.mark.requires("example-robot-data")

# Regularisers small enough that what they cost the task is below 1e-6 of it.
SMALL = Penalties(acceleration=1e-9, contact_wrench=1e-4)
SCENES = {
    "velocity": lambda robot, w: VelocityScene(robot, dt=1e-3, damping=1e-9, joint_weights=w),
    "acceleration": lambda robot, w: AccelerationScene(robot, damping=1e-9, joint_weights=w),
    "reduced": lambda robot, w: ReducedTsidScene(robot, penalties=SMALL, joint_weights=w),
    "full": lambda robot, w: TsidScene(robot, penalties=SMALL, joint_weights=w),
}


@pytest.fixture(scope="module")
def panda():
    return load_robot("panda", locked_joints={"panda_finger_joint1": 0.0})


@pytest.fixture(params=SCENES)
def make(request):
    return SCENES[request.param]


def answer(panda, make, weights, wanted, v=None):
    """What the joints do, and what the hand then misses of what was asked for."""
    scene = make(panda, weights)
    scene.configure([FramePoseTask("hand", "panda_hand")])
    q = panda.configuration(_stance(panda))
    now = Workspace(panda).evaluate(panda.state(q, v))
    solution = scene.solve(scene.formulate(now, {"hand": wanted})).require()
    moves = solution.velocity if scene.level == "velocity" else solution.acceleration
    J = now.jacobian("panda_hand", "world")
    bias = 0.0
    if scene.level != "velocity":
        bias = now.classical_bias_acceleration("panda_hand", "world")
    return moves, J @ moves + bias - wanted


def _stance(panda):
    return {name: panda.preset.stance[name] for name in panda.joint_names}


WANTED = np.array([0.05, -0.02, 0.04, 0.1, -0.05, 0.02])


def test_halves_everywhere_change_nothing_of_the_task(panda, make):
    ones, missed = answer(panda, make, 1.0, WANTED)
    halves, missed_too = answer(panda, make, 0.5, WANTED)
    np.testing.assert_allclose(missed_too, missed, atol=1e-6)
    np.testing.assert_allclose(missed, 0.0, atol=1e-6)
    np.testing.assert_allclose(halves, ones, atol=1e-5)


@pytest.mark.parametrize("joint", [1, 3])
def test_a_half_for_one_joint_does_not_distort_the_task(panda, make, joint):
    weights = np.ones(7)
    weights[joint] = 0.5
    _, missed = answer(panda, make, weights, WANTED)
    np.testing.assert_allclose(missed, 0.0, atol=1e-6)


def test_a_small_weight_moves_the_others_first(panda, make):
    sizes = []
    for weight in (1.0, 0.3, 0.05):
        moves, missed = answer(panda, make, {"panda_joint2": weight}, WANTED)
        sizes.append(abs(moves[1]))
        np.testing.assert_allclose(missed, 0.0, atol=1e-5)
    assert sizes[0] > sizes[1] > sizes[2]


def test_the_motion_is_the_smallest_in_the_weighted_norm(panda):
    """Closed form: v = W² Jᵀ (J W² Jᵀ)⁻¹ v*."""
    weights = np.array([1.0, 0.5, 2.0, 1.0, 0.2, 1.0, 3.0])
    moves, _ = answer(panda, SCENES["velocity"], weights, WANTED)
    q = panda.configuration(_stance(panda))
    J = Workspace(panda).evaluate(panda.state(q)).jacobian("panda_hand", "world")
    W = np.diag(weights**2)
    np.testing.assert_allclose(moves, W @ J.T @ np.linalg.solve(J @ W @ J.T, WANTED), atol=1e-6)


def test_zero_freezes_a_joint(panda, make):
    v = np.array([0.0, 0.3, -0.2, 0.0, 0.0, 0.0, 0.0])
    moves, missed = answer(panda, make, {"panda_joint3": 0.0}, WANTED, v)
    scene = make(panda, 1.0)
    expected = 0.0 if scene.level == "velocity" else -20.0 * v[2]
    assert moves[2] == pytest.approx(expected, abs=1e-9)
    np.testing.assert_allclose(missed, 0.0, atol=1e-4)  # six joints are left for six rows


@pytest.mark.parametrize("weights", [-1.0, np.nan, np.ones(6), {"panda_joint2": -1.0}])
def test_wrong_weights_are_refused(panda, make, weights):
    with pytest.raises(DefinitionError, match="joint"):
        make(panda, weights)
    with pytest.raises(JointNotFoundError, match="panda_joint9"):
        make(panda, {"panda_joint9": 1.0})
