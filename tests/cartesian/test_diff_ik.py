"""Differential inverse kinematics: closed forms, another QP solver, the original's numbers."""

from __future__ import annotations

import daqp
import numpy as np
import pytest

from poise.cartesian.chain_solver import ChainSolver
from poise.cartesian.diff_ik import DifferentialIk, DiffIkOptions
from poise.cartesian.reference_frame import ReferenceFrame
from poise.errors import DefinitionError, ShapeError
from poise.model import DhRow, DhTable, load_robot

BASE, TCP = ReferenceFrame.BASE, ReferenceFrame.TCP
UR5 = (
    [0.0, -0.425, -0.39225, 0.0, 0.0, 0.0],
    [np.pi / 2, 0.0, 0.0, np.pi / 2, -np.pi / 2, 0.0],
    [0.089159, 0.0, 0.0, 0.10915, 0.09465, 0.0823],
)
TURN = 0.3


def arm(count=6, limit=np.inf, speed=np.inf):
    """The first joints of a UR5, with one more behind it if seven are asked for."""
    rows = [
        DhRow(a=a, alpha=alpha, d=d, lower=-limit, upper=limit, velocity=speed)
        for a, alpha, d in zip(*(column[:count] for column in UR5), strict=True)
    ]
    rows += [DhRow(a=0.1, alpha=0.7, lower=-limit, upper=limit, velocity=speed)] * (count - 6)
    return ChainSolver(load_robot(DhTable(rows)), "base_link", "tool0")


def solver(chain_solver, **options):
    return DifferentialIk(chain_solver.chain, chain_solver.units, DiffIkOptions(**options))


def weighted(jacobian, weights):
    """Jacobian by joint velocities whose plain norm is the weighted one, rows as poise has them."""
    return np.diag([1.0, 1.0, 1.0, TURN, TURN, TURN]) @ jacobian / np.sqrt(weights)


def draws(count, n, seed=0):
    random = np.random.default_rng(seed)
    for _ in range(count):
        yield random.uniform(-2.5, 2.5, n), random.uniform(-0.3, 0.3, 6), random


@pytest.mark.parametrize("n", [6, 7])
def test_away_from_singularities_the_twist_is_exact_and_the_weighted_norm_smallest(n):
    weights = np.linspace(0.5, 4.0, n)
    this = arm(n)
    ik = solver(this, joint_weights=weights, threshold=1e-6, damping=1e-3)
    for q, twist, _ in draws(60, n):
        jacobian = weighted(this.jacobian(q), weights)
        if np.linalg.svd(jacobian, compute_uv=False)[5] < 0.02:
            continue  # J Jᵀ squares the condition, and with it the rounding
        result = ik.solve(q, twist, BASE)
        assert result.damping == 0.0
        np.testing.assert_allclose(result.twist, twist, atol=1e-9)
        exact = np.linalg.pinv(jacobian) @ (np.array([1, 1, 1, TURN, TURN, TURN]) * twist)
        np.testing.assert_allclose(result.qdot, exact / np.sqrt(weights), rtol=1e-6, atol=1e-9)


def test_damping_depends_on_each_singular_value_alone():
    """The filter of the docstring from NumPy's singular value decomposition."""
    this = arm()
    ik = solver(this, damping=0.1, threshold=0.2)
    damped = 0
    for q, twist, random in draws(60, 6):
        q[2] = random.choice([1e-9, 1e-3, 0.05, 0.3])  # a straight elbow is singular
        result = ik.solve(q, twist, BASE)
        left, sizes, right = np.linalg.svd(weighted(this.jacobian(q), np.ones(6)))
        squares = 0.1**2 * np.clip(1.0 - (sizes / 0.2) ** 2, 0.0, None)
        filtered = right.T @ (sizes / (sizes**2 + squares) * (left.T @ np.diag([1, 1, 1, TURN, TURN, TURN]) @ twist))  # fmt: skip  # noqa: E501
        np.testing.assert_allclose(result.qdot, filtered, atol=1e-7)
        assert result.damping == pytest.approx(np.sqrt(squares.max()), abs=1e-9)
        damped += (sizes < 0.2).any()
    assert damped > 30


def test_a_posture_moves_only_what_the_twist_leaves_free():
    this = arm(7)
    posture = np.linspace(-1.0, 1.0, 7)
    ik = solver(this, posture=posture, posture_gain=2.0, threshold=1e-6, damping=1e-3)
    for q, twist, _ in draws(20, 7):
        result = ik.solve(q, twist, BASE)
        np.testing.assert_allclose(result.twist, twist, atol=1e-9)
        jacobian = weighted(this.jacobian(q), np.ones(7))
        free = np.eye(7) - np.linalg.pinv(jacobian) @ jacobian
        asked = np.array([1, 1, 1, TURN, TURN, TURN]) * twist
        expected = np.linalg.pinv(jacobian) @ asked + free @ (2.0 * (posture - q))
        np.testing.assert_allclose(result.qdot, expected, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("n", [5, 6, 7])
def test_limited_velocities_are_those_of_another_solver(n):
    """DAQP on the program of the docstring, written with NumPy's decomposition."""
    this = arm(n, limit=2.6, speed=0.5)
    ik = solver(this, dt=0.01)
    rows = np.diag([1.0, 1.0, 1.0, TURN, TURN, TURN])
    held = 0
    for q, slow, _ in draws(150, n):
        twist = 3.0 * slow
        result = ik.solve(q, twist, BASE)
        jacobian = rows @ this.jacobian(q)
        _, sizes, right = np.linalg.svd(jacobian)
        there = sizes > 1e-9
        squares = 0.05**2 * np.clip(1.0 - (sizes / 0.05) ** 2, 0.0, None)
        moving = right[: len(sizes)][there]
        free = np.eye(n) - moving.T @ moving
        hessian = jacobian.T @ jacobian + moving.T @ np.diag(squares[there]) @ moving
        hessian += 1e-6 * free + 1e-9 * np.eye(n)
        slope = jacobian.T @ rows @ twist
        lower = np.clip((-2.6 - q) / 0.01, -0.5, 0.5)
        upper = np.clip((2.6 - q) / 0.01, -0.5, 0.5)
        x, _, flag, _ = daqp.solve(hessian, -slope, np.zeros((0, n)), upper, lower)
        assert flag == 1
        if not (np.abs(x) < 0.5 - 1e-9).all():
            held += 1

            def cost(y, hessian=hessian, slope=slope):
                return 0.5 * y @ hessian @ y - slope @ y

            assert (result.qdot >= lower - 1e-12).all()
            assert (result.qdot <= upper + 1e-12).all()
            # As good as the other solver's, whose own tolerance is 1e-6.
            assert cost(result.qdot) <= cost(x) + 1e-8
            assert result.active_limits
    assert held > 50


@pytest.mark.requires("example-robot-data")
@pytest.mark.parametrize(
    ("name", "base", "tip"),
    [("ur5", "base_link", "tool0"), ("panda", "panda_link0", "panda_hand_tcp")],
)
def test_through_singularities_speeds_stay_bounded_and_limits_hold(name, base, tip):
    """Pushed straight outwards until the arm is stretched, and beyond what it can reach."""
    this = ChainSolver(load_robot(name), base, tip)
    ik = solver(this, dt=0.01)
    q = np.clip(np.full(this.num_joints, 0.4), this.lower_limits, this.upper_limits)
    outwards = this.fwd_kin(q)[:3] / np.linalg.norm(this.fwd_kin(q)[:3])
    twist = np.concatenate((0.3 * outwards, np.zeros(3)))
    smallest = np.inf
    for _ in range(500):
        result = ik.solve(q, twist, BASE)
        assert (np.abs(result.qdot) <= this.chain.velocity + 1e-12).all()
        # f(σ) = σ / (σ² + λ²) is largest at σ = λ where λ is: 1 / 2λ; above the threshold 1 / ε.
        assert np.linalg.norm(result.qdot) <= 0.3 / 0.05 * 1.01
        q = q + 0.01 * result.qdot
        assert (q >= this.lower_limits - 1e-12).all()
        assert (q <= this.upper_limits + 1e-12).all()
        jacobian = weighted(this.jacobian(q), np.ones(this.num_joints))
        smallest = min(smallest, np.linalg.svd(jacobian, compute_uv=False)[5])
    assert smallest < 0.02
    assert np.linalg.norm(result.twist[:3]) < 0.15 * 0.3  # it hangs at its reach


def test_a_twist_in_axes_of_the_tip_is_the_turned_one():
    this = arm()
    for q, twist, _ in draws(10, 6):
        turn = this.tcp_pose(q).rotation
        in_base = np.concatenate((turn @ twist[:3], turn @ twist[3:]))
        first, second = this.diff_inv_kin(q, twist, TCP), this.diff_inv_kin(q, in_base, BASE)
        np.testing.assert_allclose(first.qdot, second.qdot, atol=1e-9)
        np.testing.assert_allclose(first.twist, twist - first.missed, atol=1e-15)


def test_a_joint_outside_its_limits_comes_back_as_fast_as_it_may():
    this = arm(limit=1.0, speed=0.5)
    result = this.diff_inv_kin([1.2, 0.3, 0.4, 0.5, 0.6, 0.7], np.zeros(6))
    assert result.qdot[0] == pytest.approx(-0.5)
    assert ("joint_1", "upper") in result.active_limits
    assert ("joint_1", "lower") not in result.active_limits


def test_velocities_are_those_of_the_original():
    """Given with eight digits, in degrees per second; pinv, so nothing is damped."""
    rows = [(0, 0, 0, 90), (90, 0, 0, 90), (90, 0.32901, 0, 90), (0, 0, 0, -90), (0, 0.202, 0, 90)]
    rows.append((90, 0, 0.187496, 90))
    table = [
        DhRow(offset=np.radians(o), d=d, a=a, alpha=np.radians(alpha)) for o, d, a, alpha in rows
    ]
    from pinocchio import SE3

    base = SE3(np.array([[0.0, -1, 0], [0, 0, 1], [-1, 0, 0]]), np.array([0, 0.34692, 0.4967]))
    robot = load_robot(DhTable(table, base=base))
    this = ChainSolver(robot, "base_link", "tool0", degrees=True)
    ik = solver(this, threshold=1e-5)
    q, twist = (10, 20, 30, -40, 50, -60), (0.01, -0.02, 0.03, 0.1, 0.2, -0.3)
    in_base = (-16.708237, 38.282158, 140.32524, -35.775473, -111.90984, 60.908749)
    np.testing.assert_allclose(ik.solve(q, twist, BASE).qdot, in_base, rtol=1e-7)
    in_tip = (-0.75947854, 30.201066, 103.08758, -48.160796, -78.061422, 68.182262)
    np.testing.assert_allclose(ik.solve(q, twist, TCP).qdot, in_tip, rtol=1e-7)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda s: s.diff_inv_kin(np.zeros(5), np.zeros(6)), "q must"),
        (lambda s: s.diff_inv_kin(np.zeros(6), np.zeros(5)), "twist must"),
        (lambda s: s.diff_inv_kin(np.full(6, np.nan), np.zeros(6)), "q must"),
        (lambda s: s.diff_inv_kin(np.zeros(6), np.full(6, np.inf)), "twist must"),
        (lambda s: solver(s, joint_weights=[1.0]), "joint_weights must"),
        (lambda s: solver(s, joint_weights=np.zeros(6)), "a joint weight must be > 0"),
        (lambda s: solver(s, posture=[1.0]), "posture must"),
        (lambda s: solver(s, dt=0.0), "dt must be > 0"),
        (lambda s: solver(s, damping=-1.0), "damping must be > 0"),
    ],
)
def test_wrong_arguments_are_named(call, words):
    with pytest.raises((DefinitionError, ShapeError), match=words):
        call(arm())
