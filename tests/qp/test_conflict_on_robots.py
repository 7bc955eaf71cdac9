"""A robot asked the impossible: the limits that are named are the ones that make it so."""

from dataclasses import replace

import numpy as np
import pinocchio as pin
import pytest

from poise.contact import preset_contacts, standing_state
from poise.model import Workspace, load_robot
from poise.qp import QpStatus, QuadraticProgram, find_conflicts
from poise.scenes import Penalties, ReducedTsidScene
from poise.tasks import CenterOfMassTask, PostureTask
from qp.conflicts import least_squares_can, linear_program_can
from qp.problems import INF

pytestmark = pytest.mark.requires("example-robot-data")


@pytest.fixture(scope="module")
def g1():
    return load_robot("g1")


def standing(robot, *, shift=(0.0, 0.0, 0.0), acceleration_limit=INF, max_normal_force=INF):
    """A scene of a standing robot, its feet's contacts shifted in the world, and its program."""
    contacts = preset_contacts(robot)
    at = Workspace(robot).evaluate(standing_state(robot, contacts, robot.preset.stance))
    moved = []
    for contact in contacts:
        rotation = (at.pose(contact.frame) * contact.placement).rotation
        offset = pin.SE3(np.eye(3), rotation.T @ np.array(shift))
        placement = contact.placement * offset
        moved.append(replace(contact, placement=placement, max_normal_force=max_normal_force))
    scene = ReducedTsidScene(
        robot,
        moved,
        acceleration_limit=acceleration_limit,
        penalties=Penalties(contact_wrench=1e-4),
    )
    scene.configure([CenterOfMassTask("com", 10.0), PostureTask("posture", 1.0)])
    problem = scene.formulate(at, {"com": np.zeros(3), "posture": np.zeros(robot.na)})
    return scene, problem


def only_conflict(scene, problem):
    assert scene.solve(problem).qp.status is QpStatus.INFEASIBLE
    (conflict,) = find_conflicts(problem.program)
    for can in (linear_program_can, least_squares_can):
        assert not can(problem.program, list(conflict.members))
    for member in conflict.members:
        others = [m for m in conflict.members if m is not member]
        assert linear_program_can(problem.program, others), member.name
    return conflict


def kinds(conflict, side=None):
    """First words of the members' names."""
    return {
        m.name.split(" ")[0]
        for m in conflict.members
        if side is None or (m.side == side and not m.equality)
    }


def test_a_robot_that_stands_has_no_conflict(g1):
    scene, problem = standing(g1, acceleration_limit=1.0)
    assert scene.solve(problem).qp.solved
    assert find_conflicts(problem.program) == ()


def test_normal_forces_that_may_not_bear_the_weight(g1):
    scene, problem = standing(g1, acceleration_limit=0.1, max_normal_force=20.0)
    conflict = only_conflict(scene, problem)
    forces = [m for m in conflict.members if m.limit == 20.0 and m.side == "upper"]
    assert len(forces) == 2
    assert "equations of motion z" in {m.name for m in conflict.members}
    # Two feet miss the weight, less what so small accelerations can take off.
    missing = g1.total_mass * 9.81 - 2 * 20.0
    for force in forces:
        assert force.relaxation == pytest.approx(missing, rel=0.05)
    assert "by" in conflict.text()


def test_torque_limits_of_one_newton_metre(g1):
    scene, problem = standing(g1, acceleration_limit=0.1)
    program = problem.program
    lower, upper = program.row_lower.copy(), program.row_upper.copy()
    torques = [
        row
        for row in range(program.layout.row_count)
        if program.layout.row_name(row).startswith("torque limit")
    ]
    assert len(torques) == g1.na
    middle = (lower[torques] + upper[torques]) / 2
    lower[torques], upper[torques] = middle - 1.0, middle + 1.0
    weak = QuadraticProgram.trusted(
        (program.H.copy(), program.g.copy()), program.rows.copy(), (lower, upper), program.layout
    )
    conflict = only_conflict(scene, replace(problem, program=weak))
    limits = [m.name for m in conflict.members if m.name.startswith("torque limit")]
    assert limits
    assert any("ankle" in name or "knee" in name or "hip" in name for name in limits)


@pytest.mark.parametrize("axis", [0, 1])
def test_a_centre_of_mass_outside_the_feet(g1, axis):
    shift = np.zeros(3)
    shift[axis] = -0.25
    scene, problem = standing(g1, shift=shift, acceleration_limit=0.1)
    conflict = only_conflict(scene, problem)
    assert {"equations", "friction", "acceleration"} <= kinds(conflict)
    tipping = [m for m in conflict.members if "tipping" in m.name]
    moment = "m" + "yx"[axis]
    assert any(member.name.endswith(moment) for member in tipping)
    assert "cannot hold together" in conflict.text()
