"""Robots load from whatever describes them, or a message says what is wrong."""

from dataclasses import replace

import numpy as np
import pinocchio as pin
import pytest

import robots
from poise.errors import (
    DefinitionError,
    JointNotFoundError,
    ModelLoadError,
    ModelWarning,
    PoiseError,
    RobotNotFoundError,
)
from poise.model import Workspace, load_robot, preset_names
from robots import joint, link, robot

# The same poses along two chains of a few joints.
SAME_POSE = 1e-12
needs_robots = pytest.mark.requires("example-robot-data")

TREE = (link("a"), link("b"), link("c"))


class TestSources:
    def test_text_and_file_are_the_same_robot(self, tmp_path):
        path = tmp_path / "mine.urdf"
        path.write_text(robots.MIXED, encoding="utf-8")
        from_text = load_robot(robots.MIXED)
        for source in (path, str(path)):
            from_file = load_robot(source)
            assert from_file.pin_model == from_text.pin_model
            assert (from_file.source.kind, from_file.source.path) == ("urdf", path)
            assert from_file.source.text == robots.MIXED
        assert from_text.source.path is None

    def test_text_may_start_with_empty_lines_or_a_byte_order_mark(self, tmp_path):
        plain = load_robot(robots.MIXED)
        path = tmp_path / "mine.urdf"
        path.write_text("\ufeff" + robots.MIXED, encoding="utf-8")
        for source in ("\n\n " + robots.MIXED, "\ufeff" + robots.MIXED, path):
            assert load_robot(source).pin_model == plain.pin_model

    def test_a_pinocchio_model_keeps_its_gravity(self):
        model = pin.buildModelFromXML(robots.MIXED)
        model.gravity.linear = np.array([0.0, 0.0, -1.62])
        loaded = load_robot(model)
        assert loaded.pin_model == model
        assert loaded.pin_model is not model
        assert loaded.gravity.tolist() == [0.0, 0.0, -1.62]
        assert load_robot(model, gravity=(0, 0, -3)).gravity.tolist() == [0.0, 0.0, -3.0]
        assert model.gravity.linear.tolist() == [0.0, 0.0, -1.62]

    def test_a_pinocchio_model_has_its_own_base(self):
        with pytest.raises(DefinitionError, match="floating_base must be absent"):
            load_robot(pin.buildModelFromXML(robots.MIXED), floating_base=True)

    @pytest.mark.requires("mujoco")
    def test_mjcf_keeps_its_base_and_gravity_unless_overruled(self, tmp_path):
        path = tmp_path / "mine.xml"
        path.write_text(robots.BALL_JOINTS)
        for source in (path, str(path), robots.BALL_JOINTS):
            loaded = load_robot(source)
            assert loaded.floating_base
            assert loaded.gravity.tolist() == [0.0, 0.0, -3.0]
            assert loaded.source.kind == "mjcf"
        assert not load_robot(path, floating_base=False).floating_base
        assert load_robot(path, gravity=(0, 0, -9)).gravity.tolist() == [0.0, 0.0, -9.0]

    @pytest.mark.requires("mujoco")
    def test_what_mjcf_has_and_the_model_has_not_is_a_warning(self):
        text = robots.BALL_JOINTS.replace(
            "</mujoco>",
            '<equality><joint joint1="knee" polycoef="0.1 0 0 0 0"/></equality></mujoco>',
        )
        with pytest.warns(ModelWarning, match="Equality constraint"):
            load_robot(text)

    @needs_robots
    @pytest.mark.parametrize("name", preset_names())
    def test_every_known_robot_loads(self, name):
        loaded = load_robot(name)
        assert loaded.name == name
        assert loaded.floating_base == loaded.preset.floating_base
        assert loaded.base_frame == loaded.preset.base
        assert loaded.na > 0
        # The masses of the iiwa are not published.
        assert loaded.total_mass == 0 if name == "iiwa" else loaded.total_mass > 0.3
        loaded.joint_vector(loaded.preset.stance)
        other = load_robot(name, floating_base=not loaded.floating_base)
        assert other.floating_base != loaded.floating_base
        assert other.joint_names == loaded.joint_names

    def test_the_iiwa_needs_no_robot_descriptions_and_is_as_published(self, monkeypatch):
        monkeypatch.setattr("poise.model.presets.robots_directory", lambda: 1 / 0)
        robot = load_robot("iiwa")
        # Stretched upwards, the flange is 0.34 + 0.4 + 0.4 + 0.126 m above the base.
        up = Workspace(robot).evaluate(robot.neutral_state()).pose("tool0")
        np.testing.assert_allclose(up.translation, [0.0, 0.0, 1.266], atol=1e-12)
        np.testing.assert_allclose(up.rotation, np.eye(3), atol=1e-12)
        # The elbow turns about y: bent by 90°, forearm and flange point along −x.
        q = np.zeros(7)
        q[3] = np.pi / 2
        bent = Workspace(robot).evaluate(robot.state(q)).pose("tool0")
        np.testing.assert_allclose(bent.translation, [-0.526, 0.0, 0.74], atol=1e-12)
        limits = np.radians([170, 120, 170, 120, 170, 120, 175])
        np.testing.assert_allclose(robot.upper_position, limits)
        np.testing.assert_allclose(robot.lower_position, -limits)
        assert robot.preset.hand == "tool0"

    @pytest.mark.parametrize("name", ["gg1", "x" * 5000, "a/b.urdf", "\0"])
    def test_an_unknown_robot_lists_the_known(self, name):
        with pytest.raises(RobotNotFoundError, match=r"Known robots: .*g1.*talos"):
            load_robot(name)

    @pytest.mark.parametrize("source", [None, 7, "", b"<robot/>", ["g1"]])
    def test_anything_else_is_no_source(self, source):
        with pytest.raises(DefinitionError, match="source must be"):
            load_robot(source)


class TestRefusedFiles:
    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("<html></html>", "neither URDF nor MJCF: its root element is <html>"),
            ("<robot", "not well-formed XML"),
            ('<robot name="r">' + link("a"), "not well-formed XML"),
            (robot(), "has no links; perhaps it is a template without content"),
            (robot(link("a"), link("b")), "must have one root link, but has 2: a, b"),
            (robot(link("a"), link("a")), "defines the link 'a' more than once"),
            (
                robot(*TREE, joint("j", "a", "b"), joint("j", "b", "c")),
                "defines the joint 'j' more than once",
            ),
            (
                robot(*TREE, joint("j", "a", "d")),
                "joint 'j' has the child link 'd', which does not",
            ),
            (robot(*TREE, joint("j", "d", "a")), "joint 'j' has the parent link 'd'"),
            (robot(link("a"), '<joint name="j" type="fixed"/>'), "'j' has the parent link ''"),
            (
                robot(*TREE, joint("i", "a", "c"), joint("j", "b", "c")),
                "link 'c' is the child of two joints, 'i' and 'j'",
            ),
            (robot(link("a"), link("b"), joint("i", "a", "b"), joint("j", "b", "a")), "has 0"),
            (
                robot(*TREE, joint("i", "b", "c"), joint("j", "c", "b")),
                "links [bc], [bc] form a loop",
            ),
            (robot(link("a"), link("b"), joint("i", "b", "b")), "links b form a loop"),
            (robot("<link/>"), "has a link without a name"),
            (robot(*TREE[:2], joint("", "a", "b")), "has a joint without a name"),
            (robot(link("a", "heavy")), "link 'a' has a mass that is no finite number: 'heavy'"),
            (robot(link("a", "nan")), "link 'a' has a mass that is no finite number: 'nan'"),
            (robot(link("a", -1)), "link 'a' has the negative mass -1 kg"),
            (robot(link("a").replace('ixy="0.001"', "")), "'a' has an inertia ixy .*: None"),
            (
                robot(*TREE[:2], joint("j", "a", "b").replace('lower="-1"', 'lower="3"')),
                "joint 'j' has the lower limit 3 above the upper one, 2",
            ),
            (
                robot(*TREE[:2], joint("j", "a", "b").replace('lower="-1"', 'lower="low"')),
                "joint 'j' has a limit lower that is no finite number: 'low'",
            ),
            (
                robot(*TREE[:2], joint("j", "a", "b", "hinge")),
                "joint 'j' has the type 'hinge', which is none of revolute, ",
            ),
            (
                robot(*TREE[:2], joint("j", "a", "b", limit="")),
                "joint 'j' has no <limit>, which a revolute joint needs",
            ),
            (
                robot(*TREE[:2], joint("j", "a", "b", "fixed", limit='<limit velocity="1"/>')),
                "joint 'j' has a limit effort that is no finite number: None",
            ),
            (
                robot(*TREE[:2], joint("j", "a", "b").replace('velocity="3"', 'velocity="-3"')),
                "joint 'j' has the negative limit velocity -3",
            ),
            (robot(*TREE[:2], joint("j", "a", "b").replace('"0 0 1"', '"up"')), "not a valid URDF"),
        ],
    )
    def test_the_message_says_what_is_wrong(self, text, message, capfd):
        with pytest.raises(ModelLoadError, match=message):
            load_robot(text)

    def test_a_chain_too_long_for_the_reader_is_refused(self):
        links = [link(f"l{i}") for i in range(5001)]
        joints = [joint(f"j{i}", f"l{i}", f"l{i + 1}", "fixed") for i in range(5000)]
        with pytest.raises(ModelLoadError, match="chain of 5000 joints; up to 1000"):
            load_robot(robot(*links, *joints))

    def test_a_long_chain_is_read(self):
        links = [link(f"l{i}") for i in range(301)]
        joints = [joint(f"j{i}", f"l{i}", f"l{i + 1}") for i in range(300)]
        assert load_robot(robot(*reversed(links), *joints)).na == 300

    def test_entities_are_refused(self):
        text = '<!DOCTYPE r [<!ENTITY a "ha">]><robot name="&a;"/>'
        with pytest.raises(ModelLoadError, match="declares a document type"):
            load_robot(text)

    def test_messages_name_the_file(self, tmp_path):
        path = tmp_path / "broken.urdf"
        path.write_text(robot(link("a"), link("b")))
        with pytest.raises(ModelLoadError, match=r"broken\.urdf must have one root link"):
            load_robot(path)
        path.write_text("")
        with pytest.raises(ModelLoadError, match=r"broken\.urdf is not well-formed"):
            load_robot(path)
        with pytest.raises(ModelLoadError, match="is not a file"):
            load_robot(tmp_path)

    def test_every_load_error_is_a_poise_error_and_a_value_error(self):
        with pytest.raises(PoiseError) as caught:
            load_robot(robot())
        assert isinstance(caught.value, ValueError)


class TestMeshes:
    TEXT = robot(
        link(
            "a",
            inside='<visual><geometry><mesh filename="package://mine/a.stl"/></geometry></visual>',
        ),
        link("b", inside='<visual><geometry><mesh filename="b.stl"/></geometry></visual>'),
        joint("j", "a", "b"),
    )

    def test_missing_meshes_are_a_warning_and_kinematics_load(self):
        with pytest.warns(ModelWarning, match=r"2 of 2 meshes are missing, the first is 'b\.stl'"):
            loaded = load_robot(self.TEXT)
        assert loaded.joint_names == ("j",)
        assert [mesh.path for mesh in loaded.source.meshes] == [None, None]

    def test_found_meshes_are_no_warning(self, tmp_path):
        (tmp_path / "mine").mkdir()
        for name in ("mine/a.stl", "b.stl"):
            (tmp_path / name).write_text("solid")
        path = tmp_path / "mine.urdf"
        path.write_text(self.TEXT)
        loaded = load_robot(path, package_dirs=[tmp_path])
        assert {m.uri: m.path for m in loaded.source.meshes} == {
            "package://mine/a.stl": tmp_path / "mine" / "a.stl",
            "b.stl": tmp_path / "b.stl",
        }

    @needs_robots
    def test_the_meshes_of_known_robots_are_found(self):
        assert all(mesh.path is not None for mesh in load_robot("g1").source.meshes)


class TestMimic:
    def test_what_pinocchio_cannot_couple_is_a_warning(self):
        text = robot(
            *TREE,
            link("d"),
            joint("i", "a", "b"),
            joint("j", "b", "c", inside='<mimic joint="i" multiplier="2"/>'),
            joint("k", "c", "d", inside='<mimic joint="j"/>'),
        )
        with pytest.warns(ModelWarning, match="mimic joints are loaded as independent joints") as w:
            loaded = load_robot(text)
        assert loaded.joint_names == ("i", "j", "k")
        assert "/" not in str(w[0].message)  # no paths of whoever compiled Pinocchio

    def test_a_joint_that_mimics_nothing_is_a_warning(self):
        text = robot(*TREE[:2], joint("i", "a", "b", inside='<mimic joint="none"/>'))
        with pytest.warns(ModelWarning, match="independent joints"):
            assert load_robot(text).joint_names == ("i",)


class TestLockedJoints:
    def compare(self, full, locked, at, rng):
        """The same poses, masses and torques wherever the other joints are."""
        free = {name: rng.uniform(-0.5, 0.5) for name in locked.joint_names}
        base = None
        if full.floating_base:
            base = pin.SE3(pin.rpy.rpyToMatrix(0.3, 0.2, 0.1), np.array([1.0, 2.0, 3.0]))
        q_full = full.configuration({**free, **at}, base)
        whole = Workspace(full).evaluate(full.state(q_full))
        part = Workspace(locked).evaluate(locked.state(locked.configuration(free, base)))
        for frame in full.frame_names:
            np.testing.assert_allclose(
                part.pose(frame).homogeneous, whole.pose(frame).homogeneous, atol=SAME_POSE
            )
        shift = full.nv - full.na
        rows = [*range(shift), *(shift + full.joint_row(n) for n in locked.joint_names)]
        np.testing.assert_allclose(part.M, whole.M[np.ix_(rows, rows)], atol=1e-10)
        np.testing.assert_allclose(part.h, whole.h[rows], atol=1e-9)
        for name in ("lower_position", "upper_position", "velocity_limit", "effort_limit"):
            kept = getattr(full, name)[[full.joint_row(n) for n in locked.joint_names]]
            assert (getattr(locked, name) == kept).all()
        for name in ("damping", "friction", "armature"):
            kept = getattr(full, name)[[full.joint_row(n) for n in locked.joint_names]]
            assert (getattr(locked, name) == kept).all()

    @pytest.mark.parametrize(
        "at", [{"spin": 2.5}, {"slide": 0.3}, {"spin": -1.0, "bend": 0.4}], ids=str
    )
    @pytest.mark.parametrize("free", [False, True])
    def test_the_rest_is_the_full_robot_there(self, at, free, rng):
        full = load_robot(robots.MIXED, floating_base=free, gravity=(1, 0, -5))
        locked = load_robot(robots.MIXED, floating_base=free, gravity=(1, 0, -5), locked_joints=at)
        assert locked.joint_names == tuple(n for n in full.joint_names if n not in at)
        assert locked.gravity.tolist() == [1.0, 0.0, -5.0]
        assert locked.source.locked_joints == at
        self.compare(full, locked, at, rng)

    @needs_robots
    def test_a_humanoid_with_a_stiff_waist_and_elbow(self, rng):
        full = load_robot("talos")
        at = {"torso_1_joint": 0.3, "arm_left_4_joint": -1.0}
        locked = load_robot("talos", locked_joints=at)
        assert locked.na == full.na - 2
        stance = {j: v for j, v in full.preset.stance.items() if j not in at}
        assert locked.preset == replace(full.preset, stance=stance)
        assert len(stance) < len(full.preset.stance)
        locked.configuration(locked.preset.stance)  # fits the joints that are left
        assert full.damping.any()
        self.compare(full, locked, at, rng)

    @pytest.mark.parametrize("text", [robots.GRIPPER, robots.CONTINUOUS_MIMIC])
    def test_joints_that_mimic_a_locked_one_are_locked_with_it(self, text, rng):
        full = load_robot(text, floating_base=True)
        (name,) = full.joint_names
        locked = load_robot(text, floating_base=True, locked_joints={name: 0.7})
        assert (locked.na, locked.nv) == (0, 6)
        self.compare(full, locked, {name: 0.7}, rng)

    def test_locking_everything_leaves_a_rigid_body(self, rng):
        at = {"spin": 0.1, "slide": 0.2, "bend": 0.3}
        for free in (False, True):
            full = load_robot(robots.MIXED, floating_base=free)
            locked = load_robot(robots.MIXED, floating_base=free, locked_joints=at)
            assert locked.na == 0
            self.compare(full, locked, at, rng)

    def test_locking_nothing_changes_nothing(self):
        assert (
            load_robot(robots.MIXED, locked_joints={}).pin_model
            == load_robot(robots.MIXED).pin_model
        )

    def test_the_callers_mapping_is_copied(self):
        at = {"bend": 0.3}
        locked = load_robot(robots.MIXED, locked_joints=at)
        at["bend"] = 1.0
        assert locked.source.locked_joints == {"bend": 0.3}

    @pytest.mark.parametrize(
        ("at", "error", "message"),
        [
            ({"bent": 0.0}, JointNotFoundError, "'bent'.*'bend'"),
            ({"tool": 0.0}, JointNotFoundError, "'tool'"),
            (
                {"bend": np.nan},
                DefinitionError,
                "locked joint 'bend' must be a finite number, got nan",
            ),
            ({"bend": "0"}, DefinitionError, "locked joint 'bend' must be a number, got '0'"),
            (["bend"], DefinitionError, r"must map joints to positions, got \['bend'\]"),
        ],
    )
    def test_wrong_locks_are_named(self, at, error, message):
        with pytest.raises(error, match=message):
            load_robot(robots.MIXED, locked_joints=at)

    @pytest.mark.requires("mujoco")
    def test_one_axis_of_a_ball_joint_cannot_be_locked(self, rng):
        with pytest.raises(DefinitionError, match=r"cannot hold 'hip\.x'"):
            load_robot(robots.BALL_JOINTS, locked_joints={"hip.x": 0.2})
        full = load_robot(robots.BALL_JOINTS)
        locked = load_robot(robots.BALL_JOINTS, locked_joints={"knee": 0.2})
        assert locked.joint_names == ("hip.x", "hip.y", "hip.z")
        self.compare(full, locked, {"knee": 0.2}, rng)


class TestArguments:
    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ({"gravity": (0, 0)}, r"gravity must have shape \(3,\)"),
            ({"gravity": -9.81}, "gravity"),
            ({"gravity": (0, 0, np.inf)}, "gravity must be finite"),
            ({"floating_base": "no"}, "floating_base must be True, False or None, got 'no'"),
            (
                {"package_dirs": "/opt/ros"},
                "package_dirs must be a list of folders, got '/opt/ros'",
            ),
        ],
    )
    def test_wrong_ones_are_named(self, arguments, message):
        with pytest.raises(DefinitionError, match=message):
            load_robot(robots.MIXED, **arguments)
