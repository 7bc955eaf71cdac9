"""Quadratic programs for the tests: with known solutions, and with known troubles."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from poise.qp import QuadraticProgram, available_backends

ORACLES = Path(__file__).resolve().parent.parent / "data" / "oracles" / "wbc"
ROBOTS = ("g1", "talos", "go2")
SCENES = {"reduced": "acceleration_reduced_tsid", "tsid": "acceleration_tsid"}
BACKENDS = available_backends()
INF = np.inf


class Known(NamedTuple):
    """A program with its solution."""

    problem: QuadraticProgram
    x: np.ndarray
    y: np.ndarray
    z: np.ndarray
    z_x: np.ndarray


def strictly_convex(seed, n=16, equalities=3, inequalities=10):
    """A random program built around its solution: x*, multipliers and active rows are chosen.

    13 rows of 16 variables are active, so the multipliers are unique.
    """
    rng = np.random.default_rng(seed)
    root = rng.standard_normal((n, n))
    H = root.T @ root + 0.1 * np.eye(n)
    A = rng.standard_normal((equalities, n))
    C = rng.standard_normal((inequalities, n))
    x, y = rng.standard_normal(n), rng.standard_normal(equalities)
    lower, upper, z = _limits_around(rng, C @ x, active=3)
    lower_x, upper_x, z_x = _limits_around(rng, x, active=2)
    g = -(H @ x + A.T @ y + C.T @ z + z_x)
    problem = QuadraticProgram(H, g, A, A @ x, C, lower, upper, lower_x, upper_x)
    return Known(problem, x, y, z, z_x)


def _limits_around(rng, values, active):
    """Limits with a gap of at least 0.1 to the values, but for some rows that touch one."""
    count = len(values)
    lower = values - rng.uniform(0.1, 1.0, count)
    upper = values + rng.uniform(0.1, 1.0, count)
    multipliers = np.zeros(count)
    touching = rng.permutation(count)[: 2 * active]
    upper[touching[:active]] = values[touching[:active]]
    multipliers[touching[:active]] = rng.uniform(0.5, 2.0, active)
    lower[touching[active:]] = values[touching[active:]]
    multipliers[touching[active:]] = -rng.uniform(0.5, 2.0, len(touching) - active)
    # A third of the limits that do nothing are absent.
    idle = (multipliers == 0.0) & (rng.random(count) < 1 / 3)
    lower[idle], upper[idle & (rng.random(count) < 0.5)] = -INF, INF
    return lower, upper, multipliers


@cache
def _read(name):
    return json.loads((ORACLES / name).read_text())


def oracle_program(robot, state, scene, regulariser):
    """A stored program of ARC-OPT WBC, which carries 1e-8 I, with another regulariser."""
    data = {k: np.array(v, dtype=float) for k, v in _read(f"qp/{robot}.json")[state][scene].items()}
    H = data["H"] + (regulariser - 1e-8) * np.eye(len(data["g"]))
    return QuadraticProgram(
        H,
        data["g"],
        data["A"],
        data["b"],
        data["C"],
        data["lower_y"],
        data["upper_y"],
        data["lower_x"],
        data["upper_x"],
    )


def oracle_solution(robot, state, scene, regulariser):
    """The stored solution: q̈, τ, contact wrenches (k, 6), objective."""
    for solution in _read(f"{robot}.json")["states"][state]["solutions"]:
        same = (solution["scene"], solution["hessian_regularizer"]) == (SCENES[scene], regulariser)
        if same:
            return solution
    raise AssertionError("no such solution")


def oracle_contact_dimension(robot):
    return _read(f"{robot}.json")["dim_contact"]


def oracle_bias(robot, state):
    """Stored nonlinear effects h, shape (nv,)."""
    return np.array(_read(f"mid/{robot}.json")[state]["nle"])


def tsid_program(robot, state):
    """TSID's stored program as one QP, and its answer q̈."""
    data = _read(f"tsid_cpp/{robot}.json")[state]
    hard, soft = data["hqp"]
    n = len(np.array(hard[0]["A"])[0])
    H, g = 1e-8 * np.eye(n), np.zeros(n)
    for task in soft:
        A, b = np.array(task["A"]), np.array(task["b"])
        H += task["weight"] * A.T @ A
        g -= task["weight"] * A.T @ b
    equal = [row for row in hard if "b" in row]
    limited = [row for row in hard if "b" not in row]
    problem = QuadraticProgram(
        0.5 * (H + H.T),
        g,
        np.vstack([row["A"] for row in equal]),
        np.concatenate([row["b"] for row in equal]),
        np.vstack([row["A"] for row in limited]),
        np.concatenate([row["lb"] for row in limited]),
        np.concatenate([row["ub"] for row in limited]),
    )
    return problem, np.array(data["dv"]), np.array(data["f_generators"])


def friction_cone_apex():
    """A force that would rather pull: the optimum is f = 0, where all four rows meet."""
    cone = np.array([[1, 0, -0.6], [-1, 0, -0.6], [0, 1, -0.6], [0, -1, -0.6]])
    return QuadraticProgram(
        0.01 * np.eye(3),
        [0.1, -0.2, 5.0],
        C=cone,
        upper=np.zeros(4),
        variable_names=("fx", "fy", "fz"),
    )


def duplicated_contact():
    """Talos with the rows of one foot written twice."""
    program = oracle_program("talos", 0, "reduced", 1e-4)
    return QuadraticProgram(
        program.H,
        program.g,
        np.vstack((program.A, program.A[6:12])),
        np.concatenate((program.b, program.b[6:12])),
        program.C,
        program.lower,
        program.upper,
        program.lower_x,
        program.upper_x,
    )


def no_way_to_stand(robot="talos"):
    """A robot whose joints may hardly accelerate and whose feet may bear a tenth of its weight."""
    program = oracle_program(robot, 0, "reduced", 1e-4)
    nv = len(oracle_solution(robot, 0, "reduced", 1e-4)["qdd"])
    lower_x, upper_x = program.lower_x.copy(), program.upper_x.copy()
    lower_x[:nv], upper_x[:nv] = -0.1, 0.1
    size = oracle_contact_dimension(robot)
    upper_x[nv + 2 :: size] = 10.0
    names = tuple(f"qdd{i}" if i < nv else f"f{i - nv}" for i in range(program.n))
    return QuadraticProgram(
        program.H,
        program.g,
        program.A[:6],
        program.b[:6],
        program.C,
        program.lower,
        program.upper,
        lower_x,
        upper_x,
        names,
        tuple(f"base[{i}]" for i in range(6)),
    )


def contradictory_rows(seed, gap):
    """Rows whose positive combination is zero while that of their limits is −gap."""
    rng = np.random.default_rng(seed)
    n, count = 15, 20
    C = rng.standard_normal((count, n))
    weights = rng.uniform(0.3, 1.0, count)
    C[-1] = -(weights[:-1] @ C[:-1]) / weights[-1]
    upper = C @ rng.standard_normal(n) + 1.0
    upper[-1] = -(weights[:-1] @ upper[:-1]) / weights[-1] - gap
    return QuadraticProgram(np.eye(n), rng.standard_normal(n), C=C, upper=upper)
