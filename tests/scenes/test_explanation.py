"""A tick explains itself: what costs, what acts, what conflicts."""

from dataclasses import replace

import numpy as np
import pytest

from poise.contact import preset_contacts, standing_state
from poise.model import Workspace, load_robot
from poise.qp import QuadraticProgram
from poise.scenes import Penalties, ReducedTsidScene
from poise.tasks import CenterOfMassTask, FramePoseTask, PostureTask

pytestmark = pytest.mark.requires("example-robot-data")


@pytest.fixture(scope="module")
def g1():
    return load_robot("g1")


def pushed_tick(robot, contacts, **settings):
    """Both feet on the ground, the body moving sideways: the feet tip."""
    scene = ReducedTsidScene(robot, contacts, penalties=Penalties(contact_wrench=1e-4), **settings)
    scene.configure(
        [
            CenterOfMassTask("com", 10.0),
            FramePoseTask("hand", "right_wrist_yaw_link", 3.0),
            PostureTask("posture", 0.3),
        ]
    )
    v = np.zeros(robot.nv)
    v[:2] = 0.15, 0.1
    stance = standing_state(robot, contacts, robot.preset.stance)
    at = Workspace(robot).evaluate(robot.state(stance.q, v))
    wanted = {
        "com": np.array([-1.0, -0.9, 0.0]),
        "hand": np.array([0.5, 0.0, 0.5, 0.0, 0.0, 0.0]),
        "posture": np.zeros(robot.na),
    }
    return scene, scene.formulate(at, wanted)


def test_shares_add_up_and_name_every_term(g1):
    scene, tick = pushed_tick(g1, preset_contacts(g1))
    told = scene.solve(tick).require().explain()
    assert sum(told.share(term) for term in told.terms) == pytest.approx(1.0, rel=1e-12)
    assert [term.name for term in told.terms] == [
        "com", "hand", "posture", "acceleration", "contact wrench",
    ]  # fmt: skip
    text = told.text()
    assert "task hand, missed by at most" in text
    assert "m/s²" in text
    assert "rad/s²" in text
    assert "regulariser contact wrench" in text


def test_limits_that_act_tell_what_relaxing_them_gains(g1):
    """Against the objective of programs with that limit moved and solved anew."""
    scene, tick = pushed_tick(g1, preset_contacts(g1))
    solution = scene.solve(tick).require()
    acting = [limit for limit in solution.explain().limits if limit.exact and limit.lower > 1e-6]
    assert acting
    program = tick.program
    names = list(program.layout.inequalities)
    for limit in acting:
        row, h = names.index(limit.name), 1e-3
        objectives = []
        for sign in (1.0, -1.0):
            upper = np.array(program.upper)
            upper[row] += sign * h
            moved = QuadraticProgram(
                program.H, program.g, program.A, program.b, program.C, program.lower, upper,
                program.lower_x, program.upper_x,
            )  # fmt: skip
            objectives.append(scene.backend.solve(moved).require().objective)
        gained = (objectives[1] - objectives[0]) / (2 * h)
        assert limit.gain_per_unit == pytest.approx(gained, rel=1e-4)


def test_units_are_those_of_the_rows(g1):
    scene, tick = pushed_tick(g1, preset_contacts(g1))
    units = scene.solve(tick).explain().units
    assert units["torque limit left_knee_joint"] == "N·m"
    assert units["acceleration left_knee_joint"] == "rad/s²"
    assert units["acceleration pelvis z"] == "m/s²"
    assert units["equations of motion rz"] == "N·m"
    assert units["contact left_ankle_roll_link x"] == "m/s²"
    assert units["friction cone left_ankle_roll_link sliding +x"] == "N"
    assert units["friction cone left_ankle_roll_link tipping +mx"] == "N·m"
    assert units["force left_ankle_roll_link fz"] == "N"


def test_an_impossible_tick_names_what_conflicts(g1):
    """Feet that may carry 50 N each under a robot that must hardly accelerate."""
    contacts = [replace(c, max_normal_force=50.0) for c in preset_contacts(g1)]
    scene, tick = pushed_tick(g1, contacts, acceleration_limit=0.1)
    solution = scene.solve(tick)
    assert not solution.solved
    told = solution.explain()
    members = {(member.name, member.side) for c in told.conflicts for member in c.members}
    assert ("force left_ankle_roll_link fz", "upper") in members
    assert ("force right_ankle_roll_link fz", "upper") in members
    text = told.text()
    assert "cannot hold together" in text
    assert "50 N" in text
    assert not told.terms


def test_slack_used_is_told(g1):
    scene, tick = pushed_tick(g1, preset_contacts(g1))
    scene.set_friction_cone_slack_penalty(1e-3)
    at = Workspace(g1).evaluate(tick.state)
    wanted = {
        "com": np.array([0.0, -5.0, 0.0]),
        "hand": np.zeros(6),
        "posture": np.zeros(g1.na),
    }
    told = scene.solve(scene.formulate(at, wanted)).require().explain()
    assert max(told.slack.values()) > 0
    assert "Friction cone slack used: left_ankle_roll_link" in told.text()
