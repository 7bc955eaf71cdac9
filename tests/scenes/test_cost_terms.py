"""Every term of the cost is named, and together they are the objective."""

import numpy as np
import pinocchio as pin
import pytest

from poise.contact import preset_contacts, standing_state
from poise.model import Workspace, load_robot
from poise.scenes import Penalties, PreviousTick, ReducedTsidScene
from poise.scenes.cost_terms import cost_terms, objective_constant
from poise.tasks import CenterOfMassTask, ContactWrenchTask, FramePoseTask, PostureTask

pytestmark = pytest.mark.requires("example-robot-data")


@pytest.fixture(scope="module")
def problem():
    robot = load_robot("g1")
    contacts = preset_contacts(robot)
    rng = np.random.default_rng(4)
    stance = standing_state(robot, contacts, robot.preset.stance)
    q = pin.integrate(robot.pin_model, np.array(stance.q), 0.05 * rng.standard_normal(robot.nv))
    at = Workspace(robot).evaluate(robot.state(q, 0.3 * rng.standard_normal(robot.nv)))
    scene = ReducedTsidScene(robot, contacts, penalties=Penalties(1e-3, 2e-4, 3e-2, 4e-3, 5e-1))
    left, right = (contact.name for contact in contacts)
    scene.configure(
        [
            CenterOfMassTask("com", (3.0, 0.0, 5.0), activation=0.6),
            FramePoseTask("hand", "right_wrist_yaw_link", 2.0, axes="local"),
            PostureTask("posture", 0.1),
            ContactWrenchTask("load", left, 0.01),
        ]
    )
    references = {
        "com": rng.standard_normal(3),
        "hand": rng.standard_normal(6),
        "posture": rng.standard_normal(29),
        "load": rng.standard_normal(6),
    }
    previous = PreviousTick(rng.standard_normal(35), {right: 50.0 * rng.standard_normal(6)})
    return scene, scene.formulate(at, references, previous), references, at


def test_terms_add_up_to_the_objective_and_its_constant(problem):
    scene, tick, _, _ = problem
    rng = np.random.default_rng(5)
    constant = objective_constant(tick)
    for x in (scene.solve(tick).require().x, rng.standard_normal(tick.program.n)):
        total = sum(term.value for term in cost_terms(tick, x))
        program = tick.program
        objective = 0.5 * x @ program.H @ x + program.g @ x
        assert objective + constant == pytest.approx(total, rel=1e-9)


def test_every_term_is_named(problem):
    _, tick, _, _ = problem
    names = [(term.kind, term.name) for term in cost_terms(tick, np.ones(tick.program.n))]
    assert names == [
        ("task", "com"),
        ("task", "hand"),
        ("task", "posture"),
        ("task", "load"),
        ("regulariser", "acceleration"),
        ("regulariser", "contact wrench"),
        ("rate", "acceleration delta"),
        ("rate", "contact wrench delta right_ankle_roll_link"),
        ("slack", "friction cone slack left_ankle_roll_link"),
        ("slack", "friction cone slack right_ankle_roll_link"),
    ]


def test_residuals_are_what_tasks_are_missed_by(problem):
    scene, tick, references, at = problem
    x = scene.solve(tick).require().x
    residuals = {term.name: term.residual for term in cost_terms(tick, x)}
    com = at.com_jacobian @ x[:35] + at.com_bias_acceleration - references["com"]
    np.testing.assert_allclose(residuals["com"][[0, 2]], com[[0, 2]], atol=1e-9)
    assert np.isnan(residuals["com"][1]), "an axis of weight 0 is asked for nothing"
    frame = "right_wrist_yaw_link"
    hand = at.jacobian(frame, "world") @ x[:35] + at.classical_bias_acceleration(frame, "world")
    hand -= references["hand"]
    rotation = at.pose(frame).rotation
    local = np.concatenate((rotation.T @ hand[:3], rotation.T @ hand[3:]))
    np.testing.assert_allclose(residuals["hand"], local, atol=1e-9)
    np.testing.assert_allclose(residuals["load"], x[35:41] - references["load"], atol=1e-9)


def test_what_is_off_or_has_no_previous_value_is_no_term(problem):
    scene, _, references, at = problem
    first = scene.formulate(at, references)
    kinds = [term.kind for term in cost_terms(first, np.ones(first.program.n))]
    assert "rate" not in kinds
