"""Conversions between layouts of q and v, with MuJoCo and finite differences as witnesses."""

import numpy as np
import pinocchio as pin
import pytest

import robots
from poise.errors import DefinitionError
from poise.model import Workspace, load_robot
from poise.model.layouts import (
    acceleration_from_world_base,
    acceleration_to_world_base,
    free_joint_from_mujoco,
    free_joint_to_mujoco,
    velocity_from_world_base_twist,
    velocity_to_world_base_twist,
)

# A few rotations forth and back.
ROUND_TRIP = 1e-14
STEP = 1e-5


@pytest.fixture
def robot():
    return load_robot(robots.MIXED, floating_base=True)


@pytest.fixture
def state(robot, rng):
    return robots.random_state(robot, rng)


def test_the_world_base_twist_is_the_twist_of_the_base_frame(robot, state):
    v = velocity_to_world_base_twist(robot, state.q, state.v)
    base = Workspace(robot).evaluate(state).twist("base", "world")
    np.testing.assert_allclose(v[:6], base, atol=ROUND_TRIP)
    assert (v[6:] == state.v[6:]).all()


def test_velocities_come_back(robot, state):
    there = velocity_to_world_base_twist(robot, state.q, state.v)
    back = velocity_from_world_base_twist(robot, state.q, there)
    np.testing.assert_allclose(back, state.v, atol=ROUND_TRIP)
    assert np.abs(there - state.v).max() > 0.1


def test_the_world_base_acceleration_is_how_the_base_twist_changes(robot, state, rng):
    qdd = rng.normal(size=robot.nv)
    before, after = (
        Workspace(robot).evaluate(robots.moved(robot, state, qdd, h)).twist("base", "world")
        for h in (-STEP, STEP)
    )
    a = acceleration_to_world_base(robot, state.q, state.v, qdd)
    np.testing.assert_allclose(a[:6], (after - before) / (2 * STEP), atol=1e-8)
    assert (a[6:] == qdd[6:]).all()


def test_the_world_base_acceleration_is_that_of_the_positions(robot, state, rng):
    qdd = rng.normal(size=robot.nv)
    h = 1e-4
    before, now, after = (
        Workspace(robot).evaluate(robots.moved(robot, state, qdd, t)).pose("base").translation
        for t in (-h, 0.0, h)
    )
    a = acceleration_to_world_base(robot, state.q, state.v, qdd)
    # Second differences: rounding 1e-16 / 1e-8, cut-off of order h.
    np.testing.assert_allclose(a[:3], (after - 2 * now + before) / h**2, atol=1e-5)


def test_accelerations_come_back(robot, state, rng):
    qdd = rng.normal(size=robot.nv)
    there = acceleration_to_world_base(robot, state.q, state.v, qdd)
    back = acceleration_from_world_base(robot, state.q, state.v, there)
    np.testing.assert_allclose(back, qdd, atol=1e-13)


def test_arguments_are_not_changed(robot, state, rng):
    q, v, a = state.q.copy(), state.v.copy(), rng.normal(size=robot.nv)
    kept = q.copy(), v.copy(), a.copy()
    velocity_to_world_base_twist(robot, q, v)
    velocity_from_world_base_twist(robot, q, v)
    acceleration_to_world_base(robot, q, v, a)
    acceleration_from_world_base(robot, q, v, a)
    qpos, qvel = free_joint_to_mujoco(q, v)
    free_joint_from_mujoco(qpos, qvel)
    for given, was in zip((q, v, a), kept, strict=True):
        assert (given == was).all()


@pytest.mark.parametrize("convert", [velocity_to_world_base_twist, velocity_from_world_base_twist])
def test_wrong_arguments_are_named(robot, state, convert):
    fixed = load_robot(robots.MIXED)
    with pytest.raises(DefinitionError, match="'mine' has a fixed base"):
        convert(fixed, np.zeros(4), np.zeros(3))
    with pytest.raises(DefinitionError, match=r"v must have shape \(9,\)"):
        convert(robot, state.q, np.zeros(8))
    with pytest.raises(DefinitionError, match=r"q must have shape \(11,\)"):
        convert(robot, np.zeros(9), state.v)


def test_free_joints_come_back(state):
    qpos, qvel = free_joint_to_mujoco(state.q, state.v)
    q, v = free_joint_from_mujoco(qpos, qvel)
    np.testing.assert_allclose(q, state.q[:7], atol=ROUND_TRIP)
    np.testing.assert_allclose(v, state.v[:6], atol=ROUND_TRIP)


BOX = """<mujoco><option gravity="0 0 0"/><worldbody><body name="box"><freejoint/>
  <inertial pos="0.1 -0.2 0.3" mass="2" fullinertia="0.1 0.2 0.15 0.01 0.02 -0.01"/>
  <geom size="0.1" contype="0" conaffinity="0"/></body></worldbody></mujoco>"""


@pytest.mark.requires("mujoco")
class TestMujoco:
    """The same box in MuJoCo: the pose, and the velocity of its centre of mass."""

    def both(self, require, q, v):
        mujoco = require("mujoco")
        model = mujoco.MjModel.from_xml_string(BOX)
        data = mujoco.MjData(model)
        data.qpos[:], data.qvel[:] = free_joint_to_mujoco(q, v)
        mujoco.mj_forward(model, data)
        mujoco.mj_subtreeVel(model, data)
        robot = load_robot(BOX)
        return data, Workspace(robot).evaluate(robot.state(q, v))

    def assert_equal(self, data, snapshot):
        pose = snapshot.pose("box")
        np.testing.assert_allclose(data.xpos[1], pose.translation, atol=1e-12)
        np.testing.assert_allclose(data.xmat[1].reshape(3, 3), pose.rotation, atol=1e-12)
        np.testing.assert_allclose(data.subtree_com[1], snapshot.com, atol=1e-12)
        np.testing.assert_allclose(data.subtree_linvel[1], snapshot.com_velocity, atol=1e-12)
        momentum = snapshot.centroidal_momentum
        np.testing.assert_allclose(data.subtree_angmom[1], momentum[3:], atol=1e-12)

    def test_random_states_mean_the_same(self, require, rng):
        for _ in range(5):
            q = pin.integrate(
                load_robot(BOX).pin_model, np.r_[0, 0, 0, 0, 0, 0, 1.0], rng.normal(size=6)
            )
            self.assert_equal(*self.both(require, q, rng.normal(size=6)))

    def test_a_quarter_turn_with_mixed_up_axes_would_show(self, require):
        # qvel = (1, 0, 0, 0, 0, 1) at 90° about z: to the side in base axes.
        q, v = free_joint_from_mujoco(
            np.array([0, 0, 0, np.sqrt(0.5), 0, 0, np.sqrt(0.5)]), np.array([1.0, 0, 0, 0, 0, 1])
        )
        np.testing.assert_allclose(v, [0, -1, 0, 0, 0, 1], atol=ROUND_TRIP)
        self.assert_equal(*self.both(require, q, v))
