"""MJCF files read by poise agree with MuJoCo itself, at random states."""

import importlib
import os
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest

from poise.errors import DefinitionError, ModelLoadError
from poise.model.mjcf import LARGEST_TEXT, MjcfModel, model_from_mjcf

try:
    mujoco = importlib.import_module("mujoco")
except ImportError:
    if os.environ.get("CI", "").lower() == "true":
        raise
    pytest.skip("MuJoCo is not installed", allow_module_level=True)

ROUND_OFF = 1e-10
"""Both engines compute the same numbers of order 1 to 100 in double precision."""

FIXED_BODY = """
<mujoco><worldbody>
  <site name="mark" pos="0.1 0.2 0.3" euler="10 20 30"/>
  <body name="table" pos="1 2 3" euler="0 0 90">
    <geom size="0.1"/>
    <body name="leg" pos="0.5 0 0"><geom size="0.1"/>
      <body name="child" pos="0 0 1" euler="40 0 0">
        <joint name="swing" axis="0 1 0"/>
        <geom size="0.1" pos="0.1 0 0"/>
        <site name="tip" pos="0.2 0 0" euler="0 30 0"/>
        <body name="welded" pos="0 0.3 0" euler="0 0 45">
          <geom type="box" size="0.1 0.2 0.3"/>
          <site name="on_welded" pos="0 0 0.1"/>
        </body>
      </body>
    </body>
  </body>
</worldbody></mujoco>"""

REFERENCE = """
<mujoco><worldbody>
  <body name="a" pos="0 0 1">
    <joint name="turn" axis="0 1 0" pos="0.1 0 0.2" ref="30" range="-90 90"/>
    <geom size="0.1" pos="0.3 0 0"/>
    <body name="b" pos="0.5 0 0">
      <joint name="push" type="slide" axis="1 2 3" ref="0.2" range="-0.1 0.6"/>
      <geom size="0.1" pos="0 0.2 0"/>
    </body>
  </body>
</worldbody></mujoco>"""

CART_POLE = """
<mujoco><worldbody>
  <body name="cart"><joint name="rail" type="slide" axis="1 0 0" range="-1 1"/>
    <geom type="box" size="0.2 0.1 0.1" mass="1"/>
    <body name="pole"><joint name="hinge" axis="0 1 0"/>
      <geom type="capsule" fromto="0 0 0 0 0 0.6" size="0.05" mass="0.1"/>
    </body>
  </body>
</worldbody>
<actuator><motor joint="rail" gear="10" ctrlrange="-1 1"/></actuator></mujoco>"""

FREE_ROBOT = """
<mujoco>
<default><joint armature="0.3" damping="0.2" frictionloss="0.1"/>
  <default class="light"><joint armature="0.01" range="-45 45"/></default>
</default>
<worldbody>
  <body name="trunk" pos="0 0 1" euler="0 0 20">
    <freejoint name="float"/>
    <geom type="box" size="0.3 0.2 0.1" pos="0.02 0.01 0"/>
    <body name="upper" pos="0.3 0 0">
      <joint name="hip" axis="0 1 0"/>
      <geom type="capsule" fromto="0 0 0 0 0 -0.3" size="0.04"/>
      <body name="lower" pos="0 0 -0.3" euler="0 90 0">
        <joint name="knee" class="light" axis="0.6 0.8 0"/>
        <geom type="capsule" fromto="0 0 0 0.3 0 0" size="0.03"/>
        <site name="foot" pos="0.3 0 0"/>
      </body>
    </body>
    <body name="wrist" pos="0 0.2 0">
      <joint name="ball" type="ball" pos="0.01 0.02 0.03"/>
      <geom type="ellipsoid" size="0.1 0.05 0.08" pos="0.1 0 0" euler="10 20 30"/>
    </body>
  </body>
</worldbody>
<keyframe><key name="home" qpos="0 0 0.7  0.6 0 0.8 0  0.1 -0.2  0 1 0 0"/></keyframe>
</mujoco>"""

TWO_JOINTS = """
<mujoco><worldbody>
  <body pos="0 0 1" euler="10 0 0">
    <joint type="slide" axis="1 0 0"/>
    <joint name="named" axis="0 1 0" pos="0.1 0 0"/>
    <joint axis="1 0 1" pos="0 0.2 0" armature="0.05"/>
    <geom size="0.1" pos="0.1 0.2 0.3"/>
    <site pos="0.3 0 0"/>
    <body pos="0.1 0.1 0.1"><joint axis="1 0 0" ref="-20"/><geom size="0.1" pos="0 0 0.1"/></body>
  </body>
</worldbody></mujoco>"""

ALL = {
    "fixed body": FIXED_BODY,
    "reference": REFERENCE,
    "cart-pole": CART_POLE,
    "free robot": FREE_ROBOT,
    "two joints": TWO_JOINTS,
}

each_file = pytest.mark.parametrize("xml", ALL.values(), ids=ALL.keys())


class Twin:
    """One file in both engines, at states that are the same."""

    def __init__(self, xml: str) -> None:
        self.m = mujoco.MjModel.from_xml_string(xml)
        self.d = mujoco.MjData(self.m)
        self.pin_model = model_from_mjcf(xml).pin_model
        self.data = self.pin_model.createData()

    def states(self, count=5):
        """Random states: MuJoCo evaluated in ``d``, Pinocchio's q and v returned."""
        random = np.random.default_rng(0)
        for _ in range(count):
            v = random.normal(size=self.m.nv)
            qpos = np.array(self.m.qpos0)
            mujoco.mj_integratePos(self.m, qpos, random.normal(size=self.m.nv), 1.0)
            self.d.qpos[:], self.d.qvel[:] = qpos, v
            q, v_pin = self.converted()
            mujoco.mj_forward(self.m, self.d)
            yield q, v_pin

    def converted(self):
        q, v = np.array(self.d.qpos), np.array(self.d.qvel)
        for joint in range(self.m.njnt):
            start, dof = self.m.jnt_qposadr[joint], self.m.jnt_dofadr[joint]
            kind = self.m.jnt_type[joint]
            if kind == mujoco.mjtJoint.mjJNT_BALL:
                q[start : start + 4] = np.roll(q[start : start + 4], -1)
            if kind == mujoco.mjtJoint.mjJNT_FREE:
                q[start + 3 : start + 7] = np.roll(q[start + 3 : start + 7], -1)
                rotation = pin.XYZQUATToSE3(q[start : start + 7]).rotation
                v[dof : dof + 3] = rotation.T @ v[dof : dof + 3]
        return q, v

    def velocity_map(self, q):
        """d qvel / d v: the base's linear velocity is in world axes in qvel."""
        linear = np.eye(self.m.nv)
        for joint in np.flatnonzero(self.m.jnt_type == mujoco.mjtJoint.mjJNT_FREE):
            start, dof = self.m.jnt_qposadr[joint], self.m.jnt_dofadr[joint]
            linear[dof : dof + 3, dof : dof + 3] = pin.XYZQUATToSE3(q[start : start + 7]).rotation
        return linear

    def frame(self, name, kind):
        return self.data.oMf[self.pin_model.getFrameId(name, kind)]


@each_file
def test_bodies_and_sites_are_where_mujoco_puts_them(xml):
    twin = Twin(xml)
    for q, _ in twin.states():
        pin.framesForwardKinematics(twin.pin_model, twin.data, q)
        for i in range(twin.m.nbody):
            pose = twin.frame(twin.m.body(i).name or f"body{i}", pin.FrameType.BODY)
            np.testing.assert_allclose(pose.translation, twin.d.xpos[i], atol=ROUND_OFF)
            np.testing.assert_allclose(pose.rotation.ravel(), twin.d.xmat[i], atol=ROUND_OFF)
        for i in range(twin.m.nsite):
            pose = twin.frame(twin.m.site(i).name or f"site{i}", pin.FrameType.OP_FRAME)
            np.testing.assert_allclose(pose.translation, twin.d.site_xpos[i], atol=ROUND_OFF)
            np.testing.assert_allclose(pose.rotation.ravel(), twin.d.site_xmat[i], atol=ROUND_OFF)


@each_file
def test_mass_matrix_and_bias_are_those_of_mujoco(xml):
    twin = Twin(xml)
    for q, v in twin.states():
        mass = pin.crba(twin.pin_model, twin.data, q)
        mass = np.triu(mass) + np.triu(mass, 1).T
        theirs = np.zeros((twin.m.nv, twin.m.nv))
        mujoco.mj_fullM(twin.m, twin.d, theirs)
        to_qvel = twin.velocity_map(q)
        np.testing.assert_allclose(mass, to_qvel.T @ theirs @ to_qvel, atol=ROUND_OFF)
        # qvel = R v in the linear part of a free base, so M q̈ gains M (Ṙ v) = M (ω × v) terms.
        drift = np.zeros(twin.m.nv)
        for joint in np.flatnonzero(twin.m.jnt_type == mujoco.mjtJoint.mjJNT_FREE):
            dof = twin.m.jnt_dofadr[joint]
            rotation = to_qvel[dof : dof + 3, dof : dof + 3]
            drift[dof : dof + 3] = rotation @ np.cross(v[dof + 3 : dof + 6], v[dof : dof + 3])
        bias = pin.nonLinearEffects(twin.pin_model, twin.data, q, v)
        expected = to_qvel.T @ (twin.d.qfrc_bias + theirs @ drift)
        # Armature of a free base acts on qvel in MuJoCo and on v in Pinocchio: none here.
        np.testing.assert_allclose(bias, expected, atol=1e-8)


@each_file
def test_centre_of_mass_and_its_velocity_are_those_of_mujoco(xml):
    twin = Twin(xml)
    moving = twin.m.body_weldid != 0  # the mass of bodies that cannot move is not in our model
    for q, v in twin.states():
        mujoco.mj_subtreeVel(twin.m, twin.d)
        pin.centerOfMass(twin.pin_model, twin.data, q, v)
        mass = twin.m.body_mass[moving]
        com = mass @ twin.d.xipos[moving] / mass.sum()
        jacobians, at = np.zeros((3, twin.m.nv)), np.zeros((3, twin.m.nv))
        for body in np.flatnonzero(moving):
            mujoco.mj_jacBodyCom(twin.m, twin.d, at, None, body)
            jacobians += twin.m.body_mass[body] * at
        np.testing.assert_allclose(twin.data.com[0], com, atol=ROUND_OFF)
        velocity = jacobians @ twin.d.qvel / mass.sum()
        np.testing.assert_allclose(twin.data.vcom[0], velocity, atol=ROUND_OFF)


def test_velocity_of_a_turned_base_is_read_in_its_own_axes():
    twin = Twin(FREE_ROBOT)
    twin.d.qpos[3:7] = np.cos(np.pi / 4), 0, 0, np.sin(np.pi / 4)  # 90° about z
    twin.d.qvel[:] = 0
    twin.d.qvel[[0, 5]] = 1.0
    q, v = twin.converted()
    mujoco.mj_forward(twin.m, twin.d)
    mujoco.mj_subtreeVel(twin.m, twin.d)
    pin.centerOfMass(twin.pin_model, twin.data, q, v)
    np.testing.assert_allclose(v[:3], [0, -1, 0], atol=1e-15)
    np.testing.assert_allclose(twin.data.vcom[0], twin.d.subtree_linvel[0], atol=ROUND_OFF)


@each_file
def test_position_limits_are_the_ranges_of_the_file(xml):
    twin = Twin(xml)
    for i in range(twin.m.njnt):
        address, limited = twin.m.jnt_qposadr[i], twin.m.jnt_limited[i]
        expected = twin.m.jnt_range[i] if limited else [-np.inf, np.inf]
        assert twin.pin_model.lowerPositionLimit[address] == expected[0]
        assert twin.pin_model.upperPositionLimit[address] == expected[1]
    assert np.all(np.isinf(twin.pin_model.velocityLimit))


def test_reference_does_not_shift_limits():
    model = model_from_mjcf(REFERENCE).pin_model
    np.testing.assert_allclose(model.lowerPositionLimit, [-np.pi / 2, -0.1], atol=1e-15)
    np.testing.assert_allclose(model.upperPositionLimit, [np.pi / 2, 0.6], atol=1e-15)


def test_cart_pole_has_two_joints():
    model = model_from_mjcf(CART_POLE).pin_model
    assert (model.nq, model.nv) == (2, 2)
    assert list(model.names) == ["universe", "rail", "hinge"]


def test_dynamics_of_defaults_arrive():
    model = model_from_mjcf(FREE_ROBOT).pin_model
    # MuJoCo's freejoint takes nothing from defaults.
    np.testing.assert_array_equal(model.armature, [0] * 6 + [0.3, 0.01] + [0.3] * 3)
    np.testing.assert_array_equal(model.damping, [0] * 6 + [0.2] * 5)
    np.testing.assert_array_equal(model.upperDryFrictionLimit, [0] * 6 + [0.1] * 5)
    np.testing.assert_array_equal(model.lowerDryFrictionLimit, [0] * 6 + [-0.1] * 5)


def test_keyframes_become_reference_configurations():
    q = model_from_mjcf(FREE_ROBOT).pin_model.referenceConfigurations["home"]
    expected = [0, 0, 0.7, 0, 0.8, 0, 0.6, 0.1, -0.2, 1, 0, 0, 0]
    np.testing.assert_allclose(q, expected, atol=1e-15)


def test_elements_without_name_get_stable_ones():
    model = model_from_mjcf(TWO_JOINTS).pin_model
    expected = ["universe", "body1_joint0", "named", "body1_joint2", "body2_joint0"]
    assert list(model.names) == expected
    assert model.existFrame("site0", pin.FrameType.OP_FRAME)


def test_gravity_is_that_of_the_file():
    xml = CART_POLE.replace("<worldbody>", '<option gravity="0 1 -3.7"/><worldbody>')
    np.testing.assert_array_equal(model_from_mjcf(xml).pin_model.gravity.linear, [0, 1, -3.7])
    off = CART_POLE.replace("<worldbody>", '<option><flag gravity="disable"/></option><worldbody>')
    np.testing.assert_array_equal(model_from_mjcf(off).pin_model.gravity.linear, 0)


def arm(joint: str, actuators: str = "", rest: str = "") -> MjcfModel:
    """A body on one joint named "j"."""
    return model_from_mjcf(
        f'<mujoco><worldbody><body name="b"><joint name="j" {joint}/><geom size="0.1"/></body>'
        f"</worldbody><actuator>{actuators}</actuator>{rest}</mujoco>"
    )


@pytest.mark.parametrize(
    ("joint", "actuators", "limit"),
    [
        ("", "", np.inf),
        ('actuatorfrcrange="-4 4"', "", 4),
        ("", '<motor joint="j"/>', np.inf),
        ("", '<motor joint="j" gear="-5" ctrlrange="-2 2"/>', 10),
        ("", '<motor joint="j" gear="5" ctrlrange="-2 2" forcerange="-1 1"/>', 5),
        ('actuatorfrcrange="-4 4"', '<motor joint="j" gear="5" ctrlrange="-2 2"/>', 4),
        ("", '<position joint="j" kp="10" ctrlrange="-2 2" forcerange="-7 7"/>', 7),
        ("", '<position joint="j" kp="10" ctrlrange="-2 2"/>', np.inf),
        ("", '<motor joint="j" ctrlrange="-2 2"/><motor joint="j" ctrlrange="-1 1"/>', 3),
        ("", '<general joint="j" gainprm="3" ctrlrange="-2 2"/>', 6),
    ],
)
def test_effort_limit_follows_the_rule(joint, actuators, limit):
    made = arm(joint, actuators)
    assert made.pin_model.effortLimit[0] == limit
    assert made.pin_model.lowerEffortLimit[0] == -limit
    assert made.ignored == ()


def test_smaller_side_of_an_uneven_effort_range_counts():
    made = arm("", '<motor joint="j" ctrlrange="-2 5"/>')
    assert made.pin_model.effortLimit[0] == 2
    assert made.ignored == (
        "Joint 'j' has the effort range -2 to 5; the smaller side, 2, counts for both.",
    )


def test_passive_joint_among_driven_ones_has_no_effort():
    made = model_from_mjcf(CART_POLE)
    np.testing.assert_array_equal(made.pin_model.effortLimit, [10, 0])
    assert made.ignored == ("Joint 'hinge' has no actuator of its own: its effort limit is 0.",)


def test_armature_of_an_actuator_counts_with_gear_squared():
    made = arm('armature="0.5" damping="0.1"', '<motor joint="j" gear="3" armature="0.1"/>')
    assert made.pin_model.armature[0] == pytest.approx(0.5 + 9 * 0.1)
    assert made.pin_model.damping[0] == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("joint", "actuators", "rest", "sentence"),
    [
        ('stiffness="2"', "", "", "The spring of joint 'j' was left out."),
        ('damping="1 2"', "", "", "The nonlinear part of the damping of joint 'j' was left out."),
        (
            "",
            "",
            '<equality><joint name="e" joint1="j" polycoef="0.1"/></equality>',
            "Equality constraint 'e' (joint) was left out.",
        ),
        (
            "",
            "",
            '<tendon><fixed name="t"><joint joint="j" coef="1"/></fixed></tendon>',
            "Tendon 't' was left out.",
        ),
        ("", "", '<option density="1.2"/>', "Forces of the surrounding fluid were left out."),
        (
            'type="ball" range="0 30"',
            "",
            "",
            "The limit of ball joint 'j' (0.523599 rad from its reference) was left out.",
        ),
    ],
)
def test_what_is_left_out_is_named(joint, actuators, rest, sentence):
    assert arm(joint, actuators, rest).ignored == (sentence,)


def test_actuator_on_a_tendon_is_named():
    made = arm(
        "",
        '<motor name="pull" tendon="t"/>',
        '<tendon><fixed name="t"><joint joint="j" coef="1"/></fixed></tendon>',
    )
    assert "Actuator 'pull' does not act on a joint's own axes and was left out." in made.ignored


def test_free_joint_can_be_held():
    model = model_from_mjcf(FREE_ROBOT, floating_base=False).pin_model
    assert list(model.names) == ["universe", "hip", "knee", "ball"]
    pose = model.frames[model.getFrameId("trunk", pin.FrameType.BODY)].placement
    np.testing.assert_allclose(pose.translation, [0, 0, 1], atol=1e-15)
    q = model.referenceConfigurations["home"]
    np.testing.assert_allclose(q, [0.1, -0.2, 1, 0, 0, 0], atol=1e-15)


def test_fixed_robot_can_be_freed():
    model = model_from_mjcf(REFERENCE, floating_base=True).pin_model
    assert list(model.names) == ["universe", "root_joint", "turn", "push"]
    fixed = model_from_mjcf(REFERENCE).pin_model
    q = np.array([0, 0, 1, 0, 0, 0, 1, 0.3, -0.05])  # the base where the file fixes it
    poses = []
    for each, configuration in ((model, q), (fixed, q[7:])):
        data = each.createData()
        pin.framesForwardKinematics(each, data, configuration)
        poses.append(data.oMf[each.getFrameId("b", pin.FrameType.BODY)])
    assert poses[0].isApprox(poses[1], ROUND_OFF)


def test_keyframe_of_a_freed_robot_keeps_its_base_in_place():
    xml = REFERENCE.replace("</mujoco>", '<keyframe><key qpos="0.3 0.1"/></keyframe></mujoco>')
    q = model_from_mjcf(xml, floating_base=True).pin_model.referenceConfigurations["key0"]
    np.testing.assert_allclose(q, [0, 0, 1, 0, 0, 0, 1, 0.3, 0.1], atol=1e-15)


def test_floating_base_needs_one_tree():
    body = '<body name="{}"><joint/><geom size="0.1"/></body>'
    xml = f"<mujoco><worldbody>{body.format('a')}{body.format('b')}</worldbody></mujoco>"
    with pytest.raises(ModelLoadError, match=r"exactly one tree of bodies.*'a', 'b'"):
        model_from_mjcf(xml, floating_base=True)


WITH_MESH = """
<mujoco>
<compiler meshdir="meshes"/>
<asset><mesh name="shell" file="shell.stl"/>
  <texture name="paint" type="2d" file="paint.png"/><material name="skin" texture="paint"/></asset>
<worldbody><body name="b"><joint name="j"/>{inertial}
  <geom type="mesh" mesh="shell" material="skin"/></body></worldbody></mujoco>"""

INERTIAL = '<inertial pos="0.1 0 0" mass="2" diaginertia="0.1 0.2 0.3"/>'


def test_kinematics_load_without_meshes(tmp_path):
    path = tmp_path / "robot.xml"
    path.write_text(WITH_MESH.format(inertial=INERTIAL))
    made = model_from_mjcf(path)
    assert made.pin_model.inertias[1].mass == 2
    assert made.ignored == (
        "Mesh file 'shell.stl' is missing; 1 geom of it left out.",
        "Texture file 'paint.png' is missing and was left out.",
    )


def test_missing_mesh_that_gives_the_inertia_is_an_error(tmp_path):
    path = tmp_path / "robot.xml"
    path.write_text(WITH_MESH.format(inertial=""))
    with pytest.raises(ModelLoadError, match=r"robot\.xml.*shell\.stl.*body 'b'.*<inertial>"):
        model_from_mjcf(path)


def test_include_is_resolved_beside_the_file(tmp_path):
    (tmp_path / "part.xml").write_text(
        '<mujoco><worldbody><body name="b"><joint name="j"/><geom size="0.1"/></body>'
        "</worldbody></mujoco>"
    )
    path = tmp_path / "robot.xml"
    path.write_text('<mujoco><include file="part.xml"/></mujoco>')
    assert list(model_from_mjcf(path).pin_model.names) == ["universe", "j"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("robot.xml", "not XML text.*pathlib.Path"),
        ("<robot/>", "root element is <robot>"),
        ("<mujoco><worldbody>", "not well-formed"),
        ("<mujoco><worldbody><bodi/></worldbody></mujoco>", "MuJoCo refuses it: .*bodi"),
        (
            "<mujoco><worldbody><body><joint/></body></worldbody></mujoco>",
            "MuJoCo refuses it: .*mass and inertia",
        ),
        ("<mujoco>" + " " * LARGEST_TEXT, f"up to {LARGEST_TEXT}"),
    ],
)
def test_bad_text_is_refused_with_the_reason(text, message):
    with pytest.raises(ModelLoadError, match=message):
        model_from_mjcf(text)


def test_bad_file_is_named(tmp_path):
    path = tmp_path / "robot.xml"
    with pytest.raises(ModelLoadError, match=r"robot\.xml"):
        model_from_mjcf(path)
    path.write_text("<mujoco><worldbody><body><joint/></body></worldbody></mujoco>")
    with pytest.raises(ModelLoadError, match=r"robot\.xml: MuJoCo refuses it"):
        model_from_mjcf(path)


def test_source_must_be_a_path_or_text():
    with pytest.raises(DefinitionError, match="source"):
        model_from_mjcf(b"<mujoco/>")


def test_numbers_taken_over_from_mujoco_are_still_its_own():
    from poise.model import mjcf_actuation, mjcf_assets, mjcf_ignored, mjcf_tree

    joints = (mjcf_tree.FREE, mjcf_tree.BALL, mjcf_tree.SLIDE, mjcf_tree.HINGE)
    kinds = mujoco.mjtJoint
    assert joints == (kinds.mjJNT_FREE, kinds.mjJNT_BALL, kinds.mjJNT_SLIDE, kinds.mjJNT_HINGE)
    assert mujoco.mjtDisableBit.mjDSBL_GRAVITY == 1 << 7
    assert mujoco.mjtTrn.mjTRN_JOINT == mjcf_actuation._JOINT
    assert mujoco.mjtTrn.mjTRN_JOINTINPARENT == mjcf_actuation._JOINT_IN_PARENT
    assert mujoco.mjtGain.mjGAIN_FIXED == mjcf_actuation._FIXED_GAIN
    assert mujoco.mjtBias.mjBIAS_NONE == mjcf_actuation._NO_BIAS
    dynamics = mujoco.mjtDyn
    bounded = (dynamics.mjDYN_NONE, dynamics.mjDYN_FILTER, dynamics.mjDYN_FILTEREXACT)
    assert bounded == mjcf_actuation._BOUNDED_BY_CONTROL
    always = mujoco.mjtInertiaFromGeom.mjINERTIAFROMGEOM_TRUE
    assert always == mjcf_assets._INERTIA_FROM_GEOMS_ALWAYS
    words = [name.removeprefix("mjEQ_").lower() for name in mujoco.mjtEq.__members__]
    assert words == list(mjcf_ignored._EQUALITY_KINDS)


def test_loading_a_file_leaves_it_as_it_was(tmp_path: Path):
    path = tmp_path / "robot.xml"
    path.write_text(WITH_MESH.format(inertial=INERTIAL))
    model_from_mjcf(path)
    assert path.read_text() == WITH_MESH.format(inertial=INERTIAL)
