"""The bridge to MuJoCo: every robot agrees, and every kind of disagreement is found and named."""

from __future__ import annotations

import importlib
import math
import os
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest

from poise.errors import ModelWarning
from poise.model import RobotModel, load_robot
from poise.model.review import review_file
from poise.model.robot_lookup import installed_robot_files, robot_file

try:
    mujoco = importlib.import_module("mujoco")
except ImportError:
    if os.environ.get("CI", "").lower() == "true":
        raise
    pytest.skip("MuJoCo is not installed", allow_module_level=True)

from poise.sim import MujocoLayout, check_file, compare_with_mujoco
from poise.sim.mujoco_bridge import BridgeStatus, Quantity
from poise.sim.mujoco_bridge.ledger import Ledger
from poise.sim.mujoco_bridge.stand_ins import with_stand_ins
from poise.sim.mujoco_robot import robot_spec

MJCF = Path(__file__).resolve().parents[1] / "data" / "mjcf"
FILES = sorted(MJCF.glob("*.xml"))
ROBOTS = ("g1", "talos", "go2", "panda", "tiago_dual", "pr2", "allegro_left_hand", "iris")
FAULTY = {  # installed files with a true fault, and a link or joint that has it
    "alex_psyonic_hands": "Left_index_q2",
    "human": "left_upperleg_virtual",
    "icub": "r_hip_1",
    "icub_reduced": "r_hip_1",
    "romeo": "LFinger11Link",
    "romeo_laas_small": "base_link",
    "romeo_small": "RElbowYawLink",
    "ur3": "",
}


def moments(size):
    return f'<inertia ixx="{size}" iyy="{size}" izz="{size}" ixy="0" ixz="0" iyz="0"/>'


def link(name, com="0 0 0.1", size=0.02):
    inertial = f'<origin xyz="{com}"/><mass value="1"/>{moments(size)}'
    return f'<link name="{name}"><inertial>{inertial}</inertial></link>'


def joint(name, parent, child, kind="revolute", inside=""):
    return (
        f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
        '<origin xyz="0.1 0 0.2" rpy="0.3 0.2 0.1"/><axis xyz="0 0.6 0.8"/>'
        f'<limit lower="-1" upper="1.5" effort="5" velocity="6"/>{inside}</joint>'
    )


def urdf(*elements):
    return f'<robot name="mine">{"".join(elements)}</robot>'


LINKS = link("base") + link("a", "0.1 0 0") + link("b", "0 0.2 0")
ARM = urdf(LINKS, joint("j", "base", "a"), joint("k", "a", "b", "prismatic"))


def mimicking(leader, follower):
    mimic = '<mimic joint="j" multiplier="-1" offset="0.01"/>'
    return urdf(LINKS, joint("j", "base", "a", leader), joint("k", "a", "b", follower, mimic))


def assert_agrees(reports):
    for report in reports:
        assert report.status is BridgeStatus.AGREES, (report.base, report.reason, report.worst)
        assert report.frames > 0
        assert report.states == 5


@pytest.mark.requires("example-robot-data")
@pytest.mark.parametrize("name", ROBOTS)
def test_robots_are_the_same_in_mujoco(name):
    reports = check_file(robot_file(name))
    assert_agrees(reports)
    assert [report.base for report in reports] == ["fixed", "floating"]
    assert all(report.stand_ins == () for report in reports)


@pytest.mark.slow
@pytest.mark.requires("example-robot-data")
@pytest.mark.parametrize("path", installed_robot_files().values(), ids=lambda path: path.stem)
def test_every_installed_robot_passes_or_has_a_true_fault(path):
    review = review_file(path)
    subjects = {finding.subject for finding in review.faults}
    assert bool(subjects) == (path.stem in FAULTY)
    assert not subjects or FAULTY[path.stem] in subjects
    if review.robot is not None:
        reports = check_file(path)
        assert_agrees(reports)
        # What MuJoCo refuses is exactly what the review calls faulty, where inertias are it.
        bad = {
            f.subject
            for f in review.faults
            if f.kind.name in ("MASSLESS_LINK", "UNPHYSICAL_INERTIA")
        }
        assert {name for report in reports for name in report.stand_ins} <= bad
        assert bool(bad) == any(report.stand_ins for report in reports)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_mjcf_files_are_the_same_in_mujoco(path):
    assert_agrees(check_file(path))


@pytest.mark.parametrize("name", ["fixed_first_body", "reference_angle"])
def test_pinocchios_own_reader_gets_these_files_wrong(name):
    """Why poise has a reader of its own; when this fails, Pinocchio has learnt to read them."""
    own = pin.buildModelFromMJCF(str(MJCF / f"{name}.xml"))
    report = compare_with_mujoco(changed(load_robot(MJCF / f"{name}.xml"), replaced_by(own)))
    wrong = {entry.quantity for entry in report.worst}
    expected = {
        "fixed_first_body": Quantity.FRAME_POSITION,
        "reference_angle": Quantity.POSITION_LIMIT,
    }
    assert expected[name] in wrong


def test_a_first_body_that_is_fixed_is_not_what_floats():
    robot = load_robot(MJCF / "fixed_first_body.xml", floating_base=True)
    assert_agrees([compare_with_mujoco(robot)])


def test_the_tree_that_floats_need_not_be_the_first():
    text = """<mujoco><worldbody><body name="table" pos="1 2 3"><geom size="0.1"/></body>
      <body name="trunk" pos="0 0 1" euler="10 20 30"><geom type="box" size="0.1 0.2 0.3"/>
        <body pos="0.1 0.2 0.3"><joint axis="0 1 0"/><geom size="0.1" pos="0.1 0 0"/></body>
      </body></worldbody></mujoco>"""
    report = compare_with_mujoco(load_robot(text, floating_base=True))
    assert_agrees([report])
    assert report.base == "floating"


def test_a_number_that_is_none_never_agrees():
    ledger = Ledger()
    ledger.note(Quantity.MASS, math.nan, "here")
    ledger.note_each(Quantity.BIAS_FORCE, np.array([0.0, np.nan]), ["a", "b"])
    assert [(entry.agrees, entry.where) for entry in ledger.entries()] == [
        (False, "here"),
        (False, "b"),
    ]


def test_a_locked_joint_is_the_same_in_both():
    assert_agrees([compare_with_mujoco(load_robot(ARM, locked_joints={"j": 0.4}))])


@pytest.mark.parametrize(
    ("leader", "follower"),
    [("revolute", "revolute"), ("revolute", "prismatic"), ("continuous", "continuous")],
)
def test_mimic_joints_follow_in_both(tmp_path, leader, follower):
    path = tmp_path / "mimic.urdf"
    path.write_text(mimicking(leader, follower))
    reports = check_file(path)
    assert_agrees(reports)
    for report in reports:
        assert Quantity.MIMIC in {entry.quantity for entry in report.differences}


def changed(robot, change):
    """The same file with another Pinocchio model."""
    model = robot.pin_model.copy()
    return RobotModel(change(model) or model, robot.source)


def replaced_by(model):
    return lambda _: model


def other_mass(model):
    model.inertias[2] = pin.Inertia(1.1, model.inertias[2].lever, model.inertias[2].inertia)


def other_moments(model):
    model.inertias[2] = pin.Inertia(1.0, model.inertias[2].lever, 1.1 * model.inertias[2].inertia)


def other_com(model):
    model.inertias[1] = pin.Inertia(1.0, np.array([0.1, 0.001, 0]), model.inertias[1].inertia)


def other_place(model):
    model.jointPlacements[2] = model.jointPlacements[2] * pin.SE3(np.eye(3), np.array([1e-6, 0, 0]))


def other_turn(model):
    model.jointPlacements[2] = (
        pin.SE3(pin.exp3(np.array([0, 0, 1e-6])), np.zeros(3)) * (model.jointPlacements[2])
    )


def other_axis(model):
    model.jointPlacements[1] = model.jointPlacements[1] * pin.SE3(
        pin.exp3(np.array([1e-6, 0, 0])), np.zeros(3)
    )


def other_frame(model):
    index = model.getFrameId("b", pin.FrameType.BODY)
    model.frames[index].placement = pin.SE3(np.eye(3), np.array([0, 0, 0.01]))


def other_armature(model):
    model.armature = np.array([0.0, 0.1])


def other_lower(model):
    model.lowerPositionLimit = np.array([-1.0, -1.1])


def other_upper(model):
    model.upperPositionLimit = np.array([1.5, np.inf])


def other_velocity(model):
    model.upperVelocityLimit = np.array([6.0, 5.0])
    model.lowerVelocityLimit = np.array([-6.0, -5.0])


def other_effort(model):
    model.upperEffortLimit, model.lowerEffortLimit = np.array([4.0, 5]), np.array([-4.0, -5])


def other_damping(model):
    model.damping = np.array([0.5, 0.0])


@pytest.mark.parametrize(
    ("change", "quantity", "where"),
    [
        (other_mass, Quantity.MASS, "all moving bodies"),
        (other_mass, Quantity.COM_POSITION, "centre of mass"),
        (other_mass, Quantity.COM_VELOCITY, "its velocity"),
        (other_moments, Quantity.MASS_MATRIX, "j"),
        (other_moments, Quantity.INVERSE_DYNAMICS, "j"),
        (other_com, Quantity.BIAS_FORCE, "j"),
        (other_place, Quantity.FRAME_POSITION, "b"),
        (other_place, Quantity.FRAME_VELOCITY, "b"),
        (other_turn, Quantity.FRAME_ROTATION, "b"),
        (other_axis, Quantity.FRAME_ANGULAR_VELOCITY, "a b"),
        (other_frame, Quantity.EXTERNAL_FORCE, "j"),
        (other_armature, Quantity.JOINT_DYNAMICS, "armature of k"),
        (other_lower, Quantity.POSITION_LIMIT, "lower limit of k"),
        (other_upper, Quantity.POSITION_LIMIT, "upper limit of k"),
        (other_velocity, Quantity.VELOCITY_LIMIT, "k"),
        (other_effort, Quantity.EFFORT_LIMIT, "j"),
        (other_damping, Quantity.JOINT_DYNAMICS, "damping of j"),
    ],
)
def test_whatever_differs_is_found_and_named(change, quantity, where):
    report = compare_with_mujoco(changed(load_robot(ARM), change))
    assert report.status is BridgeStatus.DIFFERS
    found = {entry.quantity: entry.where for entry in report.worst}
    assert found[quantity] in (where, *where.split())


def test_motors_of_an_mjcf_are_driven_to_find_their_strength():
    with pytest.warns(ModelWarning, match="'hinge' has no actuator"):
        robot = load_robot(MJCF / "cart_pole.xml")
    assert robot.effort_limit[0] == 16.0  # |−10| · 1 + 2 · 3

    def weaker(model):
        model.upperEffortLimit, model.lowerEffortLimit = np.array([15.0, 0]), np.array([-15.0, 0])

    (worst,) = compare_with_mujoco(changed(robot, weaker)).worst
    assert (worst.quantity, worst.where) == (Quantity.EFFORT_LIMIT, "rail")


def test_links_without_a_possible_inertia_get_stand_ins_in_both(tmp_path):
    path = tmp_path / "arm.urdf"
    path.write_text(ARM.replace(link("a", "0.1 0 0"), '<link name="a"/>'))
    assert compare_with_mujoco(load_robot(path)).status is BridgeStatus.REFUSED
    reports = check_file(path)
    assert_agrees(reports)
    assert {report.stand_ins for report in reports} == {("a",)}


def test_nothing_is_made_up_where_nothing_is_wrong():
    assert with_stand_ins(ARM)[1] == ()


def test_what_mujoco_cannot_be_given_is_an_outcome(tmp_path):
    report = compare_with_mujoco(load_robot(pin.buildModelFromXML(ARM)))
    assert report.status is BridgeStatus.REFUSED
    assert "built from a pin.Model" in report.reason


def test_the_same_seed_gives_the_same_report_and_no_file_is_left(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    robot = load_robot(ARM.replace('lower="-1" upper="1.5"', 'lower="0" upper="0"'))
    assert compare_with_mujoco(robot, seed=3) == compare_with_mujoco(robot, seed=3)
    assert list(tmp_path.iterdir()) == []  # MuJoCo would log its warnings to a file


@pytest.mark.parametrize("text", [ARM, mimicking("continuous", "continuous")])
@pytest.mark.parametrize("floating", [False, True])
def test_layouts_keep_power_and_come_back(rng, text, floating):
    robot = load_robot(text, floating_base=floating)
    layout = MujocoLayout(robot, robot_spec(robot).compile())
    base = pin.SE3.Random() if floating else None
    q = robot.configuration(rng.uniform(-1, 1, robot.na), base)
    v, a, tau = rng.normal(size=(3, robot.nv))
    qpos, qvel = layout.to_mujoco(q, v)
    q_back, v_back = layout.from_mujoco(qpos, qvel)
    # Rotating there and back rounds a few times.
    np.testing.assert_allclose(q_back, q, atol=1e-14)
    np.testing.assert_allclose(v_back, v, atol=1e-14)
    qacc = layout.acceleration_to_mujoco(q, v, a)
    np.testing.assert_allclose(layout.acceleration_from_mujoco(q, v, qacc), a, atol=1e-13)
    qfrc = layout.force_to_mujoco(q, tau)
    assert qfrc @ qvel == pytest.approx(tau @ v)
    np.testing.assert_allclose(layout.force_from_mujoco(q, qfrc), tau, atol=1e-14)


def test_accelerations_are_the_derivatives_of_mujocos_velocities(rng):
    robot = load_robot(ARM, floating_base=True)
    layout = MujocoLayout(robot, robot_spec(robot).compile())
    q = robot.configuration(rng.uniform(-1, 1, robot.na), pin.SE3.Random())
    v, a = rng.normal(size=(2, robot.nv))
    h = 1e-6
    before, after = (
        layout.to_mujoco(pin.integrate(robot.pin_model, q, v * t), v + a * t)[1] for t in (-h, h)
    )
    # Central differences: rounding 1e-16 / 1e-6, cut-off of order h².
    np.testing.assert_allclose(
        layout.acceleration_to_mujoco(q, v, a), (after - before) / (2 * h), atol=1e-8
    )


def test_a_moving_link_takes_in_what_is_fixed_to_it():
    """A link that is impossible by itself does not stop a body that is possible."""
    inertia = '<inertia ixx="0" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/>'
    thin = f'<link name="a"><inertial><mass value="1"/>{inertia}</inertial></link>'
    text = urdf(
        link("base"), thin, link("b"), joint("j", "base", "a"), joint("w", "a", "b", "fixed")
    )
    model = robot_spec(load_robot(text)).compile()
    assert isinstance(model, mujoco.MjModel)
    assert_agrees([compare_with_mujoco(load_robot(text, floating_base=True))])
