"""Presets: the files read strictly, and every robot stands well by its own URDF and meshes."""

import copy
import importlib.metadata
import os
import pickle
import re
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest

from poise.errors import DefinitionError, DependencyError, ModelLoadError, RobotNotFoundError
from poise.model import robot_files
from poise.model.presets import (
    MAXIMUM_FILE_SIZE,
    Preset,
    PresetContact,
    load_preset,
    load_preset_file,
    preset_names,
    preset_urdf_path,
)
from poise.model.robot_files import robots_directory

HUMANOIDS = ("g1", "icub", "talos")
QUADRUPEDS = ("anymal", "go2", "hyq", "solo12")
ARMS = ("baxter", "kinova", "panda", "so101", "ur10", "ur5", "xarm7", "z1")
LEGGED = HUMANOIDS + QUADRUPEDS

GOOD = """
name = "mine"
title = "My robot"
urdf = "mine.urdf"
floating_base = true
base = "trunk"
hand = "tool"
[stance]
knee = 1
[[contacts]]
type = "surface"
frame = "foot"
length = 0.2
width = 0.1
friction = 0.6
offset = [0, 0, -0.05]
[[contacts]]
type = "point"
frame = "heel"
friction = 0.5
"""


@pytest.fixture
def robots():
    """The folder of robot descriptions; without it a test is skipped, on CI it fails."""
    try:
        return robots_directory()
    except DependencyError:
        if os.environ.get("CI", "").lower() == "true":
            raise
        pytest.skip("robot descriptions are not installed")


class Standing:
    """A preset's robot in its stance, base level at the origin."""

    def __init__(self, name):
        self.preset = load_preset(name)
        self.path = str(preset_urdf_path(self.preset))
        if self.preset.floating_base:
            self.model = pin.buildModelFromUrdf(self.path, pin.JointModelFreeFlyer(), mimic=True)
        else:
            self.model = pin.buildModelFromUrdf(self.path, mimic=True)
        self.data = self.model.createData()
        self.q = pin.neutral(self.model)
        for joint, angle in self.preset.stance.items():
            index = self.model.getJointId(joint)
            assert index < self.model.njoints, f"{joint} is no joint"
            start = self.model.idx_qs[index]
            if self.model.nqs[index] == 2:
                self.q[start : start + 2] = np.cos(angle), np.sin(angle)
            else:
                self.q[start] = angle
        self.evaluate(self.q)

    def evaluate(self, q):
        pin.framesForwardKinematics(self.model, self.data, q)
        self.com = pin.centerOfMass(self.model, self.data, q)

    def frame_id(self, name):
        return self.model.getFrameId(name, pin.FrameType.BODY)

    def contact_poses(self):
        """Poses of the contact axes in the world."""
        return [
            self.data.oMf[self.frame_id(c.frame)]
            * pin.SE3(pin.rpy.rpyToMatrix(np.array(c.rpy)), np.array(c.offset))
            for c in self.preset.contacts
        ]

    def corners(self):
        """Corners of all contacts in the world, shape (n, 3)."""
        points = []
        for contact, pose in zip(self.preset.contacts, self.contact_poses(), strict=True):
            for x, y in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                corner = np.array([x * contact.length / 2, y * contact.width / 2, 0.0])
                points.append(pose.act(corner))
        return np.array(points)

    def geometry(self, frame, kind=pin.GeometryType.COLLISION):
        """Points of the geometry on the rigid body that carries a frame, in the frame's axes.

        A list of (points (n, 3), radius): vertices of a mesh with radius 0, or the centre of a
        ball.
        """
        share = robots_directory().parents[1]
        geometry = pin.buildGeomFromUrdf(self.model, self.path, kind, package_dirs=[str(share)])
        carrier = self.model.frames[self.frame_id(frame)]
        found = []
        for item in geometry.geometryObjects:
            parent = self.model.frames[item.parentFrame]
            if item.parentJoint != carrier.parentJoint or not near(parent, carrier):
                continue
            if hasattr(item.geometry, "vertices"):
                points, radius = np.array(item.geometry.vertices()), 0.0
                if item.meshPath.endswith(".dae") and "Y_UP" in Path(item.meshPath).read_text():
                    # The URDF's poses are for the mesh with z up; coal reads the raw numbers.
                    points = points @ np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]])
            elif hasattr(item.geometry, "radius") and not hasattr(item.geometry, "halfLength"):
                points, radius = np.zeros((1, 3)), item.geometry.radius
            else:
                continue
            pose = carrier.placement.actInv(item.placement)
            found.append((points @ pose.rotation.T + pose.translation, radius))
        return found


def near(parent, carrier):
    """The same link, or one at most 0.15 m away (a sole below an ankle)."""
    gap = carrier.placement.actInv(parent.placement).translation
    return parent.name == carrier.name or ("sole" in carrier.name and np.linalg.norm(gap) < 0.15)


def hull(points):
    """Convex hull of points in the plane, counter-clockwise, by Andrew's monotone chain."""
    points = sorted(map(tuple, np.asarray(points)[:, :2]))

    def half(sequence):
        chain = []
        for p in sequence:
            while len(chain) > 1 and turn(chain[-2], chain[-1], p) <= 0:
                chain.pop()
            chain.append(p)
        return chain[:-1]

    return np.array(half(points) + half(points[::-1]))


def turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def margin(point, polygon):
    """Distance of a point to the edges of a convex polygon; negative outside."""
    edges = np.roll(polygon, -1, axis=0) - polygon
    normals = np.column_stack([-edges[:, 1], edges[:, 0]])
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    return float(np.min(np.sum((np.asarray(point)[:2] - polygon) * normals, axis=1)))


def test_every_robot_of_the_documentation_is_there():
    assert preset_names() == tuple(sorted((*LEGGED, *ARMS, "iiwa")))


@pytest.mark.parametrize("name", LEGGED + ARMS)
def test_names_of_the_preset_are_in_the_urdf(name, robots):
    standing = Standing(name)
    preset = standing.preset
    links = [preset.base, *([preset.hand] if preset.hand else [])]
    for link in [*links, *(contact.frame for contact in preset.contacts)]:
        assert standing.model.existFrame(link, pin.FrameType.BODY), link
    assert preset.floating_base == bool(preset.contacts) == (name in LEGGED)
    assert (preset.hand is None) == (name in QUADRUPEDS)


@pytest.mark.parametrize("name", LEGGED + ARMS)
def test_stance_is_inside_the_joint_limits(name, robots):
    standing = Standing(name)
    model = standing.model
    for joint in range(1, model.njoints):
        if model.nqs[joint] != 1:
            continue  # continuous joints and the floating base have no limits
        entry = model.idx_qs[joint]
        span = model.upperPositionLimit[entry] - model.lowerPositionLimit[entry]
        room = min(0.08, 0.25 * span)  # 0.08 rad is 4.6 degrees
        assert standing.q[entry] - model.lowerPositionLimit[entry] > room, model.names[joint]
        assert model.upperPositionLimit[entry] - standing.q[entry] > room, model.names[joint]


@pytest.mark.parametrize("name", LEGGED)
def test_contacts_lie_on_one_level_plane(name, robots):
    standing = Standing(name)
    assert np.ptp(standing.corners()[:, 2]) < 1e-4
    for contact, pose in zip(standing.preset.contacts, standing.contact_poses(), strict=True):
        if contact.type == "surface":
            np.testing.assert_allclose(pose.rotation[:, 2], [0, 0, 1], atol=1e-4)


@pytest.mark.parametrize("name", LEGGED)
def test_centre_of_mass_is_over_the_middle_of_the_feet(name, robots):
    standing = Standing(name)
    corners = standing.corners()
    assert margin(standing.com, hull(corners)) > 0.02
    assert np.linalg.norm(standing.com[:2] - corners[:, :2].mean(axis=0)) < 0.002


@pytest.mark.parametrize("name", LEGGED)
def test_standing_still_needs_little_torque(name, robots):
    standing = Standing(name)
    gravity = pin.computeGeneralizedGravity(standing.model, standing.data, standing.q)
    jacobians = []
    for contact, pose in zip(standing.preset.contacts, standing.contact_poses(), strict=True):
        index = standing.frame_id(contact.frame)
        args = (standing.model, standing.data, standing.q, index)
        jacobian = pin.computeFrameJacobian(*args, pin.LOCAL_WORLD_ALIGNED)[:3]
        angular = pin.computeFrameJacobian(*args, pin.LOCAL_WORLD_ALIGNED)[3:]
        lever = pose.translation - standing.data.oMf[index].translation
        jacobians.append(jacobian - pin.skew(lever) @ angular)
    stacked = np.vstack(jacobians)
    # The least forces at the contact origins that carry the base.
    forces = np.linalg.pinv(stacked[:, :6].T) @ gravity[:6]
    np.testing.assert_allclose(stacked[:, :6].T @ forces, gravity[:6], atol=0.5)
    effort = np.abs(gravity - stacked.T @ forces)[6:]
    assert np.max(effort / standing.model.effortLimit[6:]) < 0.75


@pytest.mark.parametrize("name", HUMANOIDS)
def test_contact_rectangle_is_within_the_sole(name, robots):
    standing = Standing(name)
    for contact in standing.preset.contacts:
        shapes = standing.geometry(contact.frame)
        lowest = np.vstack([points - [0, 0, radius] for points, radius in shapes])
        # 2 mm: soles are meshes of few triangles, slightly bent
        underside = lowest[lowest[:, 2] < lowest[:, 2].min() + 0.002]
        assert abs(underside[:, 2].mean() - contact.offset[2]) < 0.001
        outline = hull(underside)
        half = np.array([contact.length, contact.width]) / 2
        for sign in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            corner = np.array(contact.offset[:2]) + sign * half
            assert margin(corner, outline) > 0.0019, contact.frame
        assert contact.length * contact.width > 0.5 * area(outline)


def area(polygon):
    x, y = polygon.T
    return 0.5 * float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)))


@pytest.mark.parametrize("name", QUADRUPEDS)
def test_contact_point_is_the_bottom_of_the_foot(name, robots):
    standing = Standing(name)
    for contact, pose in zip(standing.preset.contacts, standing.contact_poses(), strict=True):
        foot = standing.data.oMf[standing.frame_id(contact.frame)]
        shapes = standing.geometry(contact.frame)
        lowest = np.vstack([p @ foot.rotation.T + foot.translation - [0, 0, r] for p, r in shapes])
        bottom = lowest[np.argmin(lowest[:, 2])]
        assert abs(pose.translation[2] - bottom[2]) < 2e-4
        # Feet that are meshes have a flat bottom a few millimetres wide.
        assert np.linalg.norm(pose.translation[:2] - bottom[:2]) < 0.006


def moved_hand(standing, shift):
    """Distance left after inverse kinematics of the arm alone, inside its limits [m]."""
    model, q = standing.model, standing.q.copy()
    hand = standing.frame_id(standing.preset.hand)
    goal = standing.data.oMf[hand].translation + shift
    support = model.supports[model.frames[hand].parentJoint].tolist()[-7:]
    columns = [model.idx_vs[joint] for joint in support]
    entries = [model.idx_qs[joint] for joint in support]
    for _ in range(60):
        standing.evaluate(q)
        error = goal - standing.data.oMf[hand].translation
        jacobian = pin.computeFrameJacobian(model, standing.data, q, hand, pin.LOCAL_WORLD_ALIGNED)[
            :3, columns
        ]
        step = jacobian.T @ np.linalg.solve(jacobian @ jacobian.T + 1e-5 * np.eye(3), error)
        low, high = model.lowerPositionLimit[entries], model.upperPositionLimit[entries]
        q[entries] = np.clip(q[entries] + 0.5 * step, low + 0.03, high - 0.03)
    standing.evaluate(standing.q)
    return np.linalg.norm(error)


@pytest.mark.parametrize(("name", "reach"), [("g1", 0.1), ("talos", 0.1), ("icub", 0.05)])
def test_hand_can_move_each_way(name, reach, robots):
    standing = Standing(name)
    for shift in np.vstack([np.eye(3), -np.eye(3)]) * reach:
        assert moved_hand(standing, shift) < 0.001, shift


@pytest.mark.parametrize("name", ARMS)
def test_arm_is_far_from_singular(name, robots):
    standing = Standing(name)
    jacobian = pin.computeFrameJacobian(
        standing.model,
        standing.data,
        standing.q,
        standing.frame_id(standing.preset.hand),
        pin.LOCAL_WORLD_ALIGNED,
    )
    # The SO-101 has five joints: only its position can be free in every direction.
    rows = jacobian[:3] if name == "so101" else jacobian
    assert np.linalg.svd(rows, compute_uv=False)[min(rows.shape) - 1] > 0.1


def test_unknown_robot_is_refused_with_close_names():
    with pytest.raises(RobotNotFoundError, match="'ur5'"):
        load_preset("ur6")


@pytest.mark.parametrize("name", ["../presets/g1", "g1.toml", ""])
def test_only_names_are_names(name):
    with pytest.raises(RobotNotFoundError):
        load_preset(name)


def written(tmp_path, text):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    return path


def test_own_file_is_read(tmp_path):
    preset = load_preset_file(written(tmp_path, GOOD))
    assert preset == Preset(
        name="mine",
        title="My robot",
        urdf="mine.urdf",
        floating_base=True,
        base="trunk",
        hand="tool",
        stance={"knee": 1.0},
        contacts=(
            PresetContact("surface", "foot", 0.6, 0.2, 0.1, (0.0, 0.0, -0.05)),
            PresetContact("point", "heel", 0.5),
        ),
        directory=tmp_path.resolve(),
    )
    (tmp_path / "mine.urdf").touch()
    assert preset_urdf_path(preset) == tmp_path.resolve() / "mine.urdf"


def test_missing_urdf_is_named(tmp_path, robots):
    preset = load_preset_file(written(tmp_path, GOOD))
    with pytest.raises(ModelLoadError, match=r"'mine'.*mine\.urdf"):
        preset_urdf_path(preset)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('name = "mine"', "", "key 'name' is missing"),
        ('name = "mine"', 'name = "my robot"', "letters, digits.*'my robot'"),
        ('name = "mine"', "name = 3", "name must be a non-empty string, got 3"),
        ('title = "My robot"', 'titel = "My robot"', "unknown key 'titel'.*'title'"),
        ('base = "trunk"', 'directory = "/"', "unknown key 'directory'"),
        ("floating_base = true", "floating_base = 1", "true or false, got 1"),
        ('hand = "tool"', 'joint_friction = "on"', "'model' or 'off', got 'on'"),
        ('hand = "tool"', 'hand = ""', "hand must be a non-empty string"),
        ("[stance]\nknee = 1", "stance = 3", "stance must be a table"),
        ("knee = 1", 'knee = "bent"', r"stance\.knee must be a number, got 'bent'"),
        ("knee = 1", "knee = nan", r"stance\.knee must be a finite number"),
        ("friction = 0.6", "", r"'friction' is missing in contacts\[0\]"),
        ("friction = 0.5", "friction = 0", r"contacts\[1\]: friction must be > 0"),
        ('"point"', '"line"', r"contacts\[1\]: type must be 'surface' or 'point'"),
        ("length = 0.2", "", r"contacts\[0\]: length must be > 0 for a surface"),
        ("friction = 0.5", "friction = 0.5\nwidth = 0.1", "width must be .* absent for a point"),
        ("width = 0.1", "widht = 0.1", r"unknown key 'widht' in contacts\[0\].*'width'"),
        ("[0, 0, -0.05]", "[0, 0]", r"offset must have shape \(3,\)"),
        ("[0, 0, -0.05]", "[0, 0, inf]", "offset must be finite"),
        ("[0, 0, -0.05]", "[0, 0, -0.05", "Unclosed array"),
    ],
)
def test_bad_file_is_refused_with_the_reason(tmp_path, old, new, message):
    path = written(tmp_path, GOOD.replace(old, new, 1))
    with pytest.raises(ModelLoadError, match=message) as error:
        load_preset_file(path)
    assert str(error.value).startswith(str(path))


def test_contacts_must_be_an_array_of_tables(tmp_path):
    without = GOOD.split("[[contacts]]", maxsplit=1)[0]
    with pytest.raises(ModelLoadError, match="contacts must be an array of tables"):
        load_preset_file(written(tmp_path, without + "[contacts]\ntype = 'point'\n"))


def test_huge_or_missing_or_binary_file_is_refused(tmp_path):
    with pytest.raises(ModelLoadError, match="cannot be read"):
        load_preset_file(tmp_path / "absent.toml")
    with pytest.raises(ModelLoadError, match="are more than"):
        load_preset_file(written(tmp_path, "#" * (MAXIMUM_FILE_SIZE + 1)))
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ModelLoadError, match="cannot be read"):
        load_preset_file(tmp_path / "binary.toml")


def test_size_of_a_contact_must_fit_its_type():
    with pytest.raises(DefinitionError, match="length"):
        PresetContact("point", "heel", 0.6, length=0.1)


def test_preset_keeps_its_own_copy_of_the_stance():
    stance = {"knee": 1.0}
    preset = Preset("a", "A", "a.urdf", True, "base", stance=stance)
    stance["knee"] = 2.0
    assert preset.stance == {"knee": 1.0}


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda p: pickle.loads(pickle.dumps(p))])
def test_preset_survives_copying(copied):
    preset = load_preset("g1")
    assert copied(preset) == preset


def test_missing_descriptions_name_the_extra(monkeypatch, tmp_path):
    def absent(name):
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "files", absent)
    monkeypatch.setattr("sys.prefix", str(tmp_path))
    robot_files._folder_of_distribution.cache_clear()
    try:
        with pytest.raises(DependencyError, match=re.escape('pip install "poise[robots]"')):
            robots_directory()
    finally:
        robot_files._folder_of_distribution.cache_clear()


def test_descriptions_beside_the_interpreter_are_found(monkeypatch, tmp_path):
    monkeypatch.setattr(importlib.metadata, "files", lambda name: None)
    monkeypatch.setattr("sys.prefix", str(tmp_path))
    folder = tmp_path / "share" / "example-robot-data" / "robots"
    folder.mkdir(parents=True)
    robot_files._folder_of_distribution.cache_clear()
    try:
        assert robots_directory() == folder
    finally:
        robot_files._folder_of_distribution.cache_clear()
