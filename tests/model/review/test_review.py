"""Reviews of robot files: broken files, each with exactly one thing wrong."""

from __future__ import annotations

import pinocchio as pin
import pytest

from poise.errors import RobotNotFoundError
from poise.model import load_robot
from poise.model.review import FindingKind, Severity, review_file, review_robot
from poise.model.robot_lookup import installed_robot_files, robot_file

POSSIBLE = 'ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"'
LIMIT = '<limit lower="-1" upper="1" effort="5" velocity="6"/>'


def link(name, mass="1", inertia=POSSIBLE, inside=""):
    return (
        f'<link name="{name}"><inertial><mass value="{mass}"/><inertia {inertia}/></inertial>'
        f"{inside}</link>"
    )


def joint(name, parent, child, kind="revolute", inside=LIMIT, axis="0 1 0"):
    return (
        f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
        f'<origin xyz="0 0 0.2"/><axis xyz="{axis}"/>{inside}</joint>'
    )


def limit(lower="-1", upper="1", effort="5", velocity="6"):
    return f'<limit lower="{lower}" upper="{upper}" effort="{effort}" velocity="{velocity}"/>'


def robot(*elements):
    return f'<robot name="broken">{"".join(elements)}</robot>'


def arm(limits=LIMIT, axis="0 1 0", hand=None, base=None):
    return robot(
        base or link("base"),
        hand or link("hand"),
        joint("j", "base", "hand", "revolute", limits, axis),
    )


def shown(uri):
    return f'<visual><geometry><mesh filename="{uri}"/></geometry></visual>'


def moments(xx, yy, zz):
    return f'ixx="{xx}" iyy="{yy}" izz="{zz}" ixy="0" ixz="0" iyz="0"'


FAULT, WARNING, NOTE = Severity.FAULT, Severity.WARNING, Severity.NOTE
# Name → (URDF, kind, severity, subject, words of the message or suggestion).
BROKEN = {
    "no links": (robot(), "UNREADABLE", FAULT, "", "no links"),
    "two roots": (robot(link("a"), link("b")), "UNREADABLE", FAULT, "", "one root link"),
    "no mass at the tip": (
        arm(hand='<link name="hand"/>'),
        *("MASSLESS_LINK", FAULT, "hand", "nor have the links it carries"),
    ),
    "no mass on the way": (
        robot(
            *(link("base"), '<link name="cross"/>', link("hand")),
            *(joint("u", "base", "cross"), joint("w", "cross", "hand", axis="1 0 0")),
        ),
        *("MASSLESS_LINK", FAULT, "cross", "the links it carries have mass"),
    ),
    "negative moment": (
        arm(hand=link("hand", inertia=moments(-0.01, 0.1, 0.1))),
        *("UNPHYSICAL_INERTIA", FAULT, "hand", "a negative one"),
    ),
    "triangle": (
        arm(hand=link("hand", inertia=moments(0.01, 0.01, 0.03))),
        *("UNPHYSICAL_INERTIA", FAULT, "hand", "the largest is 1.5 times the sum"),
    ),
    "point mass": (
        arm(hand=link("hand", inertia=moments(0, 0, 0))),
        *("UNPHYSICAL_INERTIA", FAULT, "hand", "1 kg in one point"),
    ),
    "impossible root": (
        arm(base=link("base", inertia=moments(0.01, 0.01, 0.03))),
        *("UNPHYSICAL_INERTIA", FAULT, "base", "times the sum of the others"),
    ),
    "point mass that is fixed": (
        robot(
            *(link("base"), link("hand"), link("sensor", 0.01, moments(0, 0, 0))),
            *(joint("j", "base", "hand"), joint("weld", "hand", "sensor", "fixed", "")),
        ),
        *("UNPHYSICAL_INERTIA", NOTE, "sensor", "in one point"),
    ),
    "no axis": (arm(axis="0 0 0"), "NO_AXIS", FAULT, "j", "'0 0 0'"),
    "equal limits": (arm(limit("0.5", "0.5")), "EQUAL_LIMITS", WARNING, "j", "0.5 rad"),
    "degrees": (arm(limit("-90", "90")), "LIMIT_IN_DEGREES", WARNING, "j", "-1.571 to 1.571"),
    "no velocity": (arm(limit(velocity="0")), "ZERO_VELOCITY_LIMIT", WARNING, "j", "never move"),
    "no effort": (arm(limit(effort="0")), "ZERO_EFFORT_LIMIT", WARNING, "j", "never push"),
    "joint named as a link elsewhere": (
        robot(link("base"), link("hand"), joint("base", "base", "hand")),
        *("SHARED_NAME", WARNING, "base", "in different places"),
    ),
    "joint named as its link": (
        robot(link("base"), link("hand"), joint("hand", "base", "hand")),
        *("SHARED_NAME", NOTE, "hand", "in the same place"),
    ),
    "missing mesh": (
        arm(hand=link("hand", inside=shown("package://mine/hand.stl"))),
        *("MISSING_MESH", WARNING, "package://mine/hand.stl", "package_dirs"),
    ),
    "wrong case": (
        arm(hand=link("hand", inside=shown("hand.STL"))),
        *("MISSING_MESH", WARNING, "hand.STL", "Did you mean 'hand.stl'?"),
    ),
    "no package": (
        arm(hand=link("hand", inside=shown("package:///mine/hand.stl"))),
        *("BROKEN_MESH_PATH", WARNING, "package:///mine/hand.stl", "no package"),
    ),
    "backslashes": (
        arm(hand=link("hand", inside=shown("meshes\\hand.stl"))),
        *("BROKEN_MESH_PATH", WARNING, "meshes\\hand.stl", "forward slashes"),
    ),
    "absolute mesh": (
        arm(hand=link("hand", inside=shown("file:///home/me/hand.stl"))),
        *("ABSOLUTE_MESH_PATH", WARNING, "file:///home/me/hand.stl", "another machine"),
    ),
    "mesh on a drive": (
        arm(hand=link("hand", inside=shown("C:/robots/hand.stl"))),
        *("ABSOLUTE_MESH_PATH", WARNING, "C:/robots/hand.stl", "another machine"),
    ),
    "mimic of a mimic": (
        robot(
            *(link("base"), link("a"), link("b"), link("c"), joint("j", "base", "a")),
            joint("k", "a", "b", inside=LIMIT + '<mimic joint="j"/>'),
            joint("l", "b", "c", inside=LIMIT + '<mimic joint="k"/>'),
        ),
        *("LEFT_OUT", NOTE, "", "independent joints"),
    ),
}


def write(tmp_path, text, name="broken.urdf"):
    (tmp_path / "hand.stl").write_bytes(b"")
    path = tmp_path / name
    path.write_text(text)
    return path


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_has_exactly_the_finding_it_should(tmp_path, name):
    text, kind, severity, subject, words = BROKEN[name]
    (finding,) = review_file(write(tmp_path, text)).findings
    assert (finding.kind, finding.severity) == (FindingKind[kind], severity)
    assert finding.subject == subject
    assert words in f"{finding.message} {finding.suggestion}"
    assert str(tmp_path) not in finding.message
    assert finding.suggestion.endswith((".", "?"))


@pytest.mark.parametrize("name", BROKEN)
def test_kinematics_load_unless_there_is_no_tree(tmp_path, name):
    review = review_file(write(tmp_path, BROKEN[name][0]))
    assert (review.robot is None) == (BROKEN[name][1] == "UNREADABLE")


def test_a_sound_file_has_no_findings(tmp_path):
    assert review_file(write(tmp_path, arm())).findings == ()
    continuous = joint("j", "base", "hand", "continuous", '<limit effort="1" velocity="2"/>')
    assert (
        review_file(write(tmp_path, robot(link("base"), link("hand"), continuous))).findings == ()
    )
    world = robot('<link name="world"/>', link("hand"), joint("j", "world", "hand"))
    assert review_file(write(tmp_path, world)).findings == ()
    turns = arm(limit("-6.28", "6.28"))
    assert review_file(write(tmp_path, turns)).findings == ()


def test_an_unknown_leader_is_a_fault_and_what_it_leads_to_a_note(tmp_path):
    text = robot(
        *(link("base"), link("a"), link("b"), joint("left_q1", "base", "a")),
        joint("left_q2", "a", "b", inside=LIMIT + '<mimic joint="q1"/>'),
    )
    fault, note = review_file(write(tmp_path, text)).findings
    assert (fault.kind, fault.subject) == (FindingKind.UNKNOWN_LEADER, "left_q2")
    assert "Did you mean 'left_q1'" in fault.suggestion
    assert note.kind is FindingKind.LEFT_OUT


def test_faults_come_first_and_are_told_apart(tmp_path):
    text = arm(limit(velocity="0"), hand=link("hand", inertia=moments(0, 0, 0)))
    review = review_file(write(tmp_path, text))
    assert [item.severity for item in review.findings] == [FAULT, WARNING]
    assert review.faults == review.findings[:1]


def test_a_model_of_pinocchio_is_reviewed_too():
    model = pin.Model()
    turn = model.addJoint(0, pin.JointModelRZ(), pin.SE3.Identity(), "turn")
    model.addBodyFrame("disc", turn, pin.SE3.Identity(), 0)
    model.lowerPositionLimit[:] = model.upperPositionLimit[:] = 0.0
    kinds = [finding.kind for finding in review_robot(load_robot(model))]
    assert kinds == [FindingKind.MASSLESS_LINK, FindingKind.EQUAL_LIMITS]


def test_the_reviewed_robot_is_loaded_with_a_moving_root(tmp_path):
    review = review_file(write(tmp_path, arm()))
    assert review.robot is not None
    assert review.robot.floating_base


@pytest.mark.requires("mujoco")
def test_what_mjcf_leaves_out_is_noted(tmp_path):
    path = write(
        tmp_path,
        '<mujoco><worldbody><body name="b"><joint name="j" stiffness="2"/><geom size="0.1"/></body>'
        "</worldbody></mujoco>",
        "spring.xml",
    )
    (finding,) = review_file(path).findings
    assert (finding.kind, finding.severity) == (FindingKind.LEFT_OUT, NOTE)
    assert finding.message == "The spring of joint 'j' was left out."


class TestNames:
    """What a robot's name or path means."""

    def test_a_path_is_itself(self, tmp_path):
        path = write(tmp_path, arm())
        assert robot_file(str(path)) == path

    def test_known_and_installed_robots_are_found(self, require):
        require("example-robot-data")
        assert robot_file("g1").name == "g1_29dof_rev_1_0.urdf"
        assert robot_file("tiago_dual").name == "tiago_dual.urdf"
        inside = next(iter(installed_robot_files()))
        assert robot_file(inside) == installed_robot_files()[inside]

    def test_close_names_are_told(self, require):
        require("example-robot-data")
        with pytest.raises(RobotNotFoundError, match="Did you mean 'tiago_dual'"):
            robot_file("tago_dual")

    def test_a_folder_is_no_robot(self, tmp_path):
        with pytest.raises(RobotNotFoundError, match="neither a file nor a known robot"):
            robot_file(str(tmp_path))

    def test_a_name_of_several_files_lists_them(self, monkeypatch, tmp_path):
        for folder in ("one", "two"):
            (tmp_path / folder).mkdir()
            (tmp_path / folder / "thing.urdf").write_text(arm())
        monkeypatch.setattr("poise.model.robot_lookup.robots_directory", lambda: tmp_path)
        with pytest.raises(RobotNotFoundError, match=r"one/thing\.urdf, two/thing\.urdf"):
            robot_file("thing")
        assert robot_file("two/thing.urdf") == tmp_path / "two" / "thing.urdf"
