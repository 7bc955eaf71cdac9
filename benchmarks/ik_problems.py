"""Chains, targets and guesses for every solver that is compared, as files that need no poise."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pinocchio as pin

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
import chains
from poise.cartesian import ChainSolver

NEAR = 0.05  # rad and m, standard deviation of a guess when tracking


def write_problems(name: str, folder: Path, count: int) -> Path:
    """Write a chain with its targets and guesses; continuous joints get limits of ±2π."""
    solver = chains.arm(name)
    lower, upper = (
        np.where(np.isfinite(limit), limit, sign * 2.0 * np.pi)
        for limit, sign in ((solver.lower_limits, -1.0), (solver.upper_limits, 1.0))
    )
    wanted, guesses = (
        np.random.default_rng(seed).uniform(lower, upper, (count, solver.num_joints))
        for seed in (0, 1)
    )
    near = wanted + np.random.default_rng(2).normal(0.0, NEAR, wanted.shape)
    truth = chains.Truth(solver)
    targets = np.array([truth.pose(q).homogeneous for q in wanted])
    (folder / f"{name}.urdf").write_text(_urdf(solver, lower, upper), encoding="utf-8")
    path = folder / f"{name}.npz"
    np.savez(
        *(path,), links=solver.chain.links, lower=lower, upper=upper, targets=targets,
        guesses=guesses, near=np.clip(near, lower, upper), wanted=wanted,
    )  # fmt: skip
    return path


def _urdf(solver: ChainSolver, lower: np.ndarray, upper: np.ndarray) -> str:
    """The chain alone, without meshes, its joints about or along z."""
    inertial = (
        '<inertial><mass value="1"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" '
        'izz="0.01"/></inertial>'
    )
    parts, parent = [f'<link name="base">{inertial}</link>'], "base"
    rows = solver.chain.links
    for k, row in enumerate(rows):
        last = k == len(rows) - 1
        x, y, z = row[9:12]
        roll, pitch, yaw = pin.rpy.matrixToRpy(row[:9].reshape(3, 3))
        child, kind = ("tip", "fixed") if last else (f"link{k}", "revolute")
        kind = "prismatic" if row[14] and not last else kind
        limit = "" if last else (
            f'<limit lower="{float(lower[k])!r}" upper="{float(upper[k])!r}" effort="100" '
            'velocity="3"/>'
        )  # fmt: skip
        parts.append(
            f'<link name="{child}">{inertial}</link><joint name="j{k}" type="{kind}">'
            f'<parent link="{parent}"/><child link="{child}"/><axis xyz="0 0 1"/>{limit}'
            f'<origin xyz="{float(x)!r} {float(y)!r} {float(z)!r}" '
            f'rpy="{float(roll)!r} {float(pitch)!r} {float(yaw)!r}"/></joint>'
        )
        parent = child
    return f'<?xml version="1.0"?><robot name="chain">{"".join(parts)}</robot>'
