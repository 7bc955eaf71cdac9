"""The MuJoCo world against Pinocchio, and what it must not contain."""

from __future__ import annotations

import importlib
import os
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pinocchio as pin
import pytest

import robots
from poise.contact import PointContact, SurfaceContact, preset_contacts
from poise.errors import SimulationError
from poise.model import RobotModel, load_robot

try:
    mujoco = importlib.import_module("mujoco")
except ImportError:
    if os.environ.get("CI", "").lower() == "true":
        raise
    pytest.skip("MuJoCo is not installed", allow_module_level=True)

from poise.sim import MujocoSimulator
from poise.sim.mujoco_layout import MujocoLayout
from poise.sim.mujoco_world import FLOOR, Carrier, build_world, contact_geom

pytestmark = pytest.mark.requires("example-robot-data")

KNOWN = ["g1", "talos", "go2", "hyq", "anymal", "solo12", "ur5", "kinova", "z1", "xarm7"]

CART = """<mujoco><option gravity="0 0 -3" integrator="RK4" cone="elliptic" density="10"/>
<default><geom solref="0.5 1" friction="2" priority="3" margin="0.1"/></default>
<worldbody><geom type="plane" size="1 1 1"/>
<body name="cart" pos="0 0 1"><freejoint name="free"/>
  <geom name="hull" type="box" size=".2 .1 .1" mass="3"/>
  <body name="arm" pos=".1 0 .1" euler="0 30 0">
    <joint name="shoulder" axis="0 1 0" pos="0 0 .05" damping="0.3" stiffness="7" armature=".01"
     actuatorfrcrange="-4 4" ref="20"/>
    <joint name="ball" type="ball" pos="0 0 .1"/>
    <geom type="capsule" size=".03 .2" mass=".5" pos="0 0 .2"/>
    <body name="tip" pos="0 0 .4"><joint name="poke" type="slide" axis="0 0 1" range="-.1 .1"/>
      <geom type="sphere" size=".05" mass=".2" pos="0.02 0 0"/>
      <body name="flap" pos="0 0 .1">
        <joint name="flip" axis="0 1 0" pos=".1 0 .02" ref="10" range="-50 50"/>
        <geom type="box" size=".05 .05 .01" mass=".1" pos=".05 0 0"/></body></body>
  </body>
</body></worldbody>
<actuator><position joint="poke" kp="100"/></actuator>
<keyframe><key ctrl="1"/></keyframe>
</mujoco>"""


# Loading it warns that Pinocchio has no springs, gears of a position servo and the like.
expects_warnings = pytest.mark.filterwarnings("ignore::poise.errors.ModelWarning")


def agreement(robot: RobotModel, model: Any, seed: int) -> dict[str, float]:
    """Relative differences of inertia matrix, bias forces and frame poses at a random state."""
    random = np.random.default_rng(seed)
    q = np.array(pin.randomConfiguration(robot.pin_model, -np.ones(robot.nq), np.ones(robot.nq)))
    v = random.uniform(-2.0, 2.0, robot.nv)
    layout = MujocoLayout(robot, model)
    turn = layout.velocity_map(q)
    data = mujoco.MjData(model)
    data.qpos[:], data.qvel[:] = layout.to_mujoco(q, v)
    mujoco.mj_forward(model, data)
    dense = np.zeros((model.nv, model.nv))
    mujoco.mj_fullM(model, data, dense)
    pin_data = robot.pin_model.createData()
    inertia = np.triu(pin.crba(robot.pin_model, pin_data, q))
    inertia += np.triu(inertia, 1).T
    # qvel = T v, so the bias of v is Tᵀ (bias + M Ṫ v); only the free joint's T changes:
    # its world acceleration has R (ω × v) more than Pinocchio's.
    extra = np.zeros(model.nv)
    if robot.floating_base:
        rotation = pin.Quaternion(q[3:7]).toRotationMatrix()
        extra[:3] = rotation @ np.cross(v[3:6], v[:3])
    bias = turn.T @ (data.qfrc_bias + dense @ extra)
    expected = pin.nonLinearEffects(robot.pin_model, pin_data, q, v)
    pin.framesForwardKinematics(robot.pin_model, pin_data, q)
    places = 0.0
    for index, frame in enumerate(robot.pin_model.frames):
        body = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, frame.name)
        if frame.type == pin.FrameType.BODY and body > 0:
            pose = pin_data.oMf[index]
            places = max(places, np.abs(data.xpos[body] - pose.translation).max())
            places = max(places, np.abs(data.xmat[body].reshape(3, 3) - pose.rotation).max())
    return {
        "inertia": np.abs(turn.T @ dense @ turn - inertia).max() / np.abs(inertia).max(),
        "bias": np.abs(bias - expected).max() / np.abs(expected).max(),
        "places": places,
    }


@pytest.mark.parametrize("name", [*KNOWN, "arm"])
def test_inertia_bias_and_kinematics_are_pinocchios(name: str, arm: RobotModel) -> None:
    robot = arm if name == "arm" else load_robot(name)
    model = build_world(robot, (), 1e-3, None)
    pin.seed(1)
    for seed in range(3):
        for what, error in agreement(robot, model, seed).items():
            assert error < 1e-9, (what, error)


@expects_warnings
def test_mjcf_keeps_its_mechanism_and_loses_its_settings() -> None:
    robot = load_robot(CART)
    model = build_world(robot, [PointContact("tip", 0.4)], 1e-3, None)
    pin.seed(2)
    for what, error in agreement(robot, model, 0).items():
        assert error < 1e-9, (what, error)
    assert (model.opt.integrator, model.opt.cone, model.opt.density) == (0, 0, 0.0)
    assert (model.nu, model.nkey, model.jnt_stiffness.any()) == (robot.na, 0, False)
    touch = model.geom(contact_geom(PointContact("tip", 0.4)))
    np.testing.assert_array_equal(touch.solref, [0.02, 1.0])
    assert touch.friction[0] == 0.4
    assert (model.geom_priority[touch.id], model.geom_margin[touch.id]) == (0, 0.0)
    MujocoSimulator(robot, [PointContact("tip", 0.4)]).step(np.zeros(robot.na))


def test_inertia_of_mimicking_joints_is_pinocchios() -> None:
    robot = load_robot("panda")
    assert MujocoSimulator(robot, ()).inertia_mismatch < 1e-12
    assert robot.na == 8


@expects_warnings
@pytest.mark.parametrize("name", ["g1", "arm", "cart"])
def test_locked_joints_are_welded_where_they_are(name: str, arm: RobotModel) -> None:
    values = {
        "g1": {"left_elbow_joint": 0.7, "waist_yaw_joint": -0.3},
        "arm": {"slide": 0.2},
        "cart": {"poke": 0.05, "flip": 0.4},
    }[name]
    text = {"arm": arm.source.text, "cart": CART}.get(name, name)
    robot = load_robot(text, locked_joints=values)
    model = build_world(robot, (), 1e-3, None)
    assert {model.joint(i).name for i in range(model.njnt)}.isdisjoint(values)
    pin.seed(3)
    for what, error in agreement(robot, model, 0).items():
        assert error < 1e-9, (what, error)


def test_joints_that_follow_a_locked_one_are_welded_where_it_puts_them() -> None:
    robot = load_robot("panda", locked_joints={"panda_finger_joint1": 0.03})
    model = build_world(robot, (), 1e-3, None)
    assert (robot.na, model.nv) == (7, 7)
    pin.seed(4)
    for what, error in agreement(robot, model, 0).items():
        assert error < 1e-9, (what, error)


def test_locking_one_of_two_grippers_leaves_the_other() -> None:
    def gripper(side: str) -> tuple[str, ...]:
        follows = f'<mimic joint="{side}_a" multiplier="-2" offset="0.01"/>'
        return (
            *(robots.link(f"{side}_one"), robots.link(f"{side}_two", 2.0)),
            robots.joint(f"{side}_a", "palm", f"{side}_one", "prismatic", axis="0 1 0"),
            robots.joint(f"{side}_b", "palm", f"{side}_two", axis="0 0 1", inside=follows),
        )

    text = robots.robot(robots.link("palm"), *gripper("left"), *gripper("right"))
    robot = load_robot(text, floating_base=True, locked_joints={"left_a": 0.02})
    simulator = MujocoSimulator(robot, ())
    assert robot.joint_names == ("right_a",)
    assert simulator.inertia_mismatch < 1e-12
    simulator.step(np.array([0.1]))


def test_a_joint_that_shares_its_body_is_not_locked_silently() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        robot = load_robot(CART, locked_joints={"shoulder": 0.1})
    with pytest.raises(SimulationError, match="shoulder"):
        MujocoSimulator(robot, ())


def test_only_contacts_touch_only_the_floor() -> None:
    robot = load_robot("g1")
    contacts = preset_contacts(robot)
    model = build_world(robot, contacts, 1e-3, None)
    names = [model.geom(i).name for i in range(model.ngeom)]
    assert sorted(names) == sorted([FLOOR, *(contact_geom(c) for c in contacts)])
    soles = [i for i, name in enumerate(names) if name != FLOOR]
    floor = names.index(FLOOR)
    for a in soles:
        assert model.geom_contype[floor] & model.geom_conaffinity[a]
        for b in soles:
            assert not model.geom_contype[a] & model.geom_conaffinity[b]


def test_nothing_but_step_gravity_and_friction_is_set() -> None:
    robot = load_robot("talos")
    model = build_world(robot, preset_contacts(robot), 2e-3, None)
    spec = mujoco.MjSpec()
    spec.worldbody.add_geom(size=[1.0, 0.0, 0.0])
    default = spec.compile()
    for name in dir(default.opt):
        if not name.startswith("_") and name not in ("timestep", "gravity"):
            np.testing.assert_array_equal(getattr(model.opt, name), getattr(default.opt, name))
    assert model.opt.timestep == 2e-3
    for name in ("solref", "solimp", "solmix", "margin", "gap", "priority"):
        for value in getattr(model, f"geom_{name}"):
            np.testing.assert_array_equal(value, getattr(default, f"geom_{name}")[0])
    assert (model.geom_condim == 3).all()


def test_sole_of_a_patch_is_exactly_the_patch() -> None:
    robot = load_robot("g1")
    contacts = preset_contacts(robot)
    model = build_world(robot, contacts, 1e-3, None)
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    for contact in contacts:
        assert isinstance(contact, SurfaceContact)
        geom = model.geom(contact_geom(contact)).id
        x, y, z = model.geom_size[geom]
        corners = np.array([[x, y, -z], [x, -y, -z], [-x, -y, -z], [-x, y, -z]])
        rotation = data.geom_xmat[geom].reshape(3, 3)
        found = data.geom_xpos[geom] + corners @ rotation.T
        place = Carrier.of(robot, model, robot.place(contact.frame, contact.placement))
        expected = [place.pose(data).act(point) for point in contact.points]
        np.testing.assert_allclose(found, expected, atol=1e-12)


def test_each_contact_has_its_own_friction_and_a_number_overrides_it(
    make_block: Callable,
) -> None:
    robot = make_block().robot
    contacts = [PointContact("block", 0.3, name="a"), PointContact("block", 0.9, name="b")]
    for friction, expected in ((None, [0.3, 0.9]), (0.5, [0.5, 0.5])):
        model = build_world(robot, contacts, 1e-3, friction)
        floor = model.geom(FLOOR).friction[0]
        pairs = [max(floor, model.geom(contact_geom(c)).friction[0]) for c in contacts]
        assert pairs == expected


@pytest.mark.parametrize("name", ["g1", "talos", "z1"])
def test_joint_friction_and_motors_are_the_robots(name: str) -> None:
    robot = load_robot(name)
    model = build_world(robot, (), 1e-3, None)
    assert model.nu == robot.na
    for row, joint in enumerate(robot.joint_names):
        dof = model.joint(joint).dofadr[0]
        assert np.ravel(model.dof_damping[dof])[0] == robot.damping[row]
        assert model.dof_frictionloss[dof] == robot.friction[row]
        assert model.dof_armature[dof] == robot.armature[row]
        assert model.actuator(row).trnid[0] == model.joint(joint).id
        np.testing.assert_array_equal(
            model.actuator_forcerange[row], [-robot.effort_limit[row], robot.effort_limit[row]]
        )


def test_base_link_may_be_called_world(arm: RobotModel) -> None:
    robot = load_robot(arm.source.text, floating_base=True)
    assert MujocoSimulator(robot, [PointContact("hand", 0.5)]).inertia_mismatch < 1e-12


def test_pinocchio_models_are_refused_with_a_way_out() -> None:
    robot = load_robot(pin.buildSampleModelManipulator())
    with pytest.raises(SimulationError, match="SoftContactSimulator"):
        MujocoSimulator(robot, ())


def test_impossible_moving_inertia_is_reported_by_name(arm: RobotModel) -> None:
    text = arm.source.text.replace('ixx="0.0006"', 'ixx="0.6"')
    with pytest.raises(SimulationError, match="hand"):
        MujocoSimulator(load_robot(text), ())


def test_another_machine_is_refused(arm: RobotModel) -> None:
    model = arm.pin_model.copy()
    model.inertias[2] = pin.Inertia(9.0, np.zeros(3), np.eye(3))
    with pytest.raises(SimulationError, match="moving mass"):
        MujocoSimulator(RobotModel(model, arm.source), ())
    model = arm.pin_model.copy()
    model.inertias[2].lever = np.add(model.inertias[2].lever, [0.01, 0.0, 0.0])
    with pytest.raises(SimulationError, match="inertia matrices differ"):
        MujocoSimulator(RobotModel(model, arm.source), ())


@expects_warnings
def test_files_with_relative_meshes_are_read_where_they_are(tmp_path: Path) -> None:
    path = tmp_path / "cart.xml"
    path.write_text(CART)
    MujocoSimulator(load_robot(path), ())
