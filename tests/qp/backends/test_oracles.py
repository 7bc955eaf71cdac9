"""Stored programs and solutions of ARC-OPT WBC and TSID, solved by every backend."""

import numpy as np
import pytest

from poise.qp import load_backend
from qp.problems import (
    BACKENDS,
    ROBOTS,
    oracle_bias,
    oracle_contact_dimension,
    oracle_program,
    oracle_solution,
    tsid_program,
)
from qp.tolerances import ORACLE_ACCELERATION, ORACLE_FORCE, ORACLE_OBJECTIVE


@pytest.fixture(params=BACKENDS)
def backend(request):
    return load_backend(request.param)


def _check(solution):
    found = solution.require().residuals
    # Judged again here, so that loosening the library's bar does not loosen the test.
    assert found.equality <= 1e-8
    assert found.inequality <= 1e-7
    assert found.dual <= 1e-6 * found.gradient
    assert found.dual_sign == 0.0


@pytest.mark.parametrize("state", [0, 1])
@pytest.mark.parametrize("scene", ["reduced", "tsid"])
@pytest.mark.parametrize("robot", ROBOTS)
def test_solutions_with_the_meant_regulariser(backend, robot, scene, state):
    program = oracle_program(robot, state, scene, 1e-4)
    solution = backend.solve(program)
    _check(solution)
    known = oracle_solution(robot, state, scene, 1e-4)
    nv, size = len(known["qdd"]), oracle_contact_dimension(robot)
    assert solution.x[:nv] == pytest.approx(np.array(known["qdd"]), abs=ORACLE_ACCELERATION)
    wrenches = np.array([wrench[:size] for wrench in known["contact_wrenches"]]).ravel()
    assert solution.x[-len(wrenches) :] == pytest.approx(wrenches, abs=ORACLE_FORCE)
    torque = np.array(known["tau"])
    if scene == "tsid":
        found = solution.x[nv : nv + len(torque)]
    else:
        # The first rows are  effort_min − h ≤ M q̈ − Jᵀ f ≤ effort_max − h  of the joints.
        found = program.C[: len(torque)] @ solution.x + oracle_bias(robot, state)[6:]
    assert found == pytest.approx(torque, abs=ORACLE_FORCE)


@pytest.mark.parametrize("state", [0, 1])
@pytest.mark.parametrize("scene", ["reduced", "tsid"])
@pytest.mark.parametrize("robot", ROBOTS)
def test_solutions_with_the_tiny_regulariser(backend, robot, scene, state):
    solution = backend.solve(oracle_program(robot, state, scene, 1e-8))
    _check(solution)
    known = oracle_solution(robot, state, scene, 1e-8)
    qdd = np.array(known["qdd"])
    assert solution.x[: len(qdd)] == pytest.approx(qdd, abs=ORACLE_ACCELERATION)
    assert solution.objective == pytest.approx(known["objective"], rel=ORACLE_OBJECTIVE)


@pytest.mark.parametrize("state", [0, 1])
@pytest.mark.parametrize("robot", ROBOTS)
def test_programs_of_tsid(backend, robot, state):
    program, dv, forces = tsid_program(robot, state)
    solution = backend.solve(program)
    _check(solution)
    assert solution.x[: len(dv)] == pytest.approx(dv, abs=ORACLE_ACCELERATION)
    x = np.concatenate((dv, forces))
    objective = 0.5 * x @ program.H @ x + program.g @ x
    assert solution.objective == pytest.approx(objective, rel=ORACLE_OBJECTIVE)
