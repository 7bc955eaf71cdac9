"""The scenes with contact forces against the programs and solutions of a C++ controller."""

import numpy as np
import pytest

import wbc_oracle as oracle
from poise.errors import RegularizationWarning
from poise.qp import available_backends
from poise.scenes import Penalties
from poise.scenes.cost_terms import cost_terms

pytestmark = [
    pytest.mark.requires("example-robot-data"),
    pytest.mark.filterwarnings(f"ignore::{RegularizationWarning.__module__}.RegularizationWarning"),
]

# The same arithmetic in another order: 1e-9 relative leaves six digits of slack to rounding.
SAME = {"rtol": 1e-9, "atol": 1e-9}
# Tolerances stated with the stored solutions.
ACCELERATION = 1e-6
FORCE = 1e-5


@pytest.mark.parametrize("state", [0, 1])
@pytest.mark.parametrize("robot", oracle.ROBOTS)
class TestProgram:
    def program(self, robot, state):
        at = oracle.snapshot(robot, state)
        problem = oracle.scene(robot, at, 1e-8).formulate(at, oracle.references(robot, state, at))
        stored = oracle.load("qp", robot)[state]["reduced"]
        return problem.program, {name: np.array(value) for name, value in stored.items()}

    def test_cost_is_the_stored_one(self, robot, state):
        ours, theirs = self.program(robot, state)
        np.testing.assert_allclose(ours.H, theirs["H"], **SAME)
        np.testing.assert_allclose(ours.g, theirs["g"], **SAME)

    def test_equalities_are_the_stored_ones(self, robot, state):
        ours, theirs = self.program(robot, state)
        np.testing.assert_allclose(ours.A, theirs["A"], **SAME)
        np.testing.assert_allclose(ours.b, theirs["b"], **SAME)

    def test_torque_limits_are_the_stored_ones(self, robot, state):
        ours, theirs = self.program(robot, state)
        na = oracle.robot_without_losses(robot).na
        np.testing.assert_allclose(ours.C[:na], theirs["C"][:na], **SAME)
        np.testing.assert_allclose(ours.lower[:na], theirs["lower_y"][:na], **SAME)
        np.testing.assert_allclose(ours.upper[:na], theirs["upper_y"][:na], **SAME)

    def test_friction_rows_are_the_stored_ones_in_some_order(self, robot, state):
        ours, theirs = self.program(robot, state)
        na = oracle.robot_without_losses(robot).na
        # They write some rows of a point's cone as ≥ 0; ours are all ≤ 0.
        signs = np.where(theirs["upper_y"][na:] > 1e4, -1.0, 1.0)
        stored = signs[:, None] * theirs["C"][na:]
        assert not ours.upper[na:].any()
        assert np.isneginf(ours.lower[na:]).all()
        np.testing.assert_allclose(_sorted_rows(ours.C[na:]), _sorted_rows(stored), **SAME)


def _sorted_rows(matrix):
    rounded = np.round(matrix, 9) + 0.0
    return matrix[np.lexsort(rounded.T)]


SCENES = {
    "acceleration_reduced_tsid": oracle.scene,
    "acceleration_tsid": oracle.full_scene,
}


@pytest.mark.parametrize("kind", SCENES)
@pytest.mark.parametrize("backend", available_backends())
@pytest.mark.parametrize("robot", oracle.ROBOTS)
def test_solutions_are_the_stored_ones(robot, backend, kind):
    for state, stored in enumerate(oracle.load("", robot)["states"]):
        at = oracle.snapshot(robot, state)
        scene = SCENES[kind](robot, at, 1e-4, backend)
        solution = scene.solve(scene.formulate(at, oracle.references(robot, state, at)))
        expected = next(
            s
            for s in stored["solutions"]
            if s["scene"] == kind and s["hessian_regularizer"] == 1e-4
        )
        assert solution.solved, solution.qp.status.value
        wrenches = [solution.contact_wrenches[c.name] for c in scene.contacts]
        label = f"{robot}, state {state}"
        np.testing.assert_allclose(
            solution.acceleration, expected["qdd"], atol=ACCELERATION, rtol=0, err_msg=label
        )
        np.testing.assert_allclose(
            solution.torque, expected["tau"], atol=FORCE, rtol=0, err_msg=label
        )
        np.testing.assert_allclose(
            np.ravel(wrenches),
            np.ravel(expected["contact_wrenches"]),
            atol=FORCE,
            rtol=0,
            err_msg=label,
        )


@pytest.mark.parametrize("robot", oracle.ROBOTS)
def test_both_scenes_agree_on_everything_when_torques_cost_the_same(robot):
    # The stored solutions know only the full scene's torque cost; with it in both, they are one
    # problem in two layouts. Two solvers' rounding at the hard states' active limits: 1e-6.
    penalties = Penalties(1e-4, 1e-4, torque=1e-4)
    for state, _ in enumerate(oracle.load("", robot)["states"]):
        at = oracle.snapshot(robot, state)
        given = oracle.references(robot, state, at)
        reduced, full = oracle.scene(robot, at, 1e-4), oracle.full_scene(robot, at, 1e-4)
        reduced.set_penalties(penalties)
        one, other = (s.solve(s.formulate(at, given)) for s in (reduced, full))
        np.testing.assert_allclose(one.acceleration, other.acceleration, atol=1e-6)
        np.testing.assert_allclose(one.torque, other.torque, atol=1e-5)
        for name, wrench in one.contact_wrenches.items():
            np.testing.assert_allclose(wrench, other.contact_wrenches[name], atol=1e-5)
        costs = [sum(term.value for term in cost_terms(s.problem, s.x)) for s in (one, other)]
        np.testing.assert_allclose(*costs, rtol=1e-9)
