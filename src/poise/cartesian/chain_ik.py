"""Inverse kinematics of a chain: checks, the compiled search, and what its answer means."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pinocchio as pin
from numpy.typing import ArrayLike

from poise.arrays import Array, array_of_shape, vector
from poise.cartesian.chain import Chain
from poise.cartesian.cores import share_out
from poise.cartesian.ik_options import IkOptions, IkRequest
from poise.cartesian.ik_result import IkResult, IkStatus, JointBounds
from poise.cartesian.ik_setup import TABLE_SIZE, limit_rows, setting_row
from poise.cartesian.ik_verdict import why_missed
from poise.cartesian.joint_units import JointUnits
from poise.cartesian.neighbourhood import joint_distances, neighbourhood, require_room
from poise.cartesian.poses import pose_of
from poise.cartesian.reference_frame import ReferenceFrame, require_frame
from poise.cartesian.solver import Pose
from poise.cartesian.target_parts import WHOLE, require_parts

_REPORT = 6


class ChainIk:
    """Inverse kinematics of one chain; may be used by several threads at once.

    Args:
        chain: The chain.
        units: Of the caller's joint positions.
        options: Tolerances and effort.
    """

    def __init__(self, chain: Chain, units: JointUnits, options: IkOptions) -> None:
        from poise.cartesian.kernels.error import rotation_of_vector, set_pose
        from poise.cartesian.kernels.search import solve
        from poise.cartesian.kernels.starts import make_table

        # An import in every call would cost as much as a step.
        self._search, self._set_pose = solve, set_pose
        self._rotation_of_vector = rotation_of_vector
        self._chain, self._units = chain, units
        self._limits = limit_rows(chain)
        self._settings = setting_row(chain, options)
        self._table = np.empty((TABLE_SIZE, chain.size + 12))
        make_table(chain.links, self._limits, self._table)
        self._arrays = (chain.links, self._limits, self._table, self._settings)
        self._anywhere = np.full(chain.size, np.inf)
        self._bounds = self._caller_bounds(chain.lower, chain.upper)
        self._whole = np.concatenate((np.zeros(12), WHOLE.numbers(np.eye(3))))

    def solve(self, target: Pose, guess: ArrayLike, request: IkRequest) -> IkResult:
        """One target; see :meth:`~poise.cartesian.ChainSolver.inv_kin`."""
        start = self._units.for_kernel("guess", guess)
        distance = self._most_distant(request.max_joint_distance)
        wanted = self._target("target", target, start, request)
        q, report = np.empty(self._chain.size), np.empty(_REPORT)
        self._search(*self._arrays, wanted, start, distance, q, report)
        return self._result(wanted, start, distance, q, report)

    def solve_batch(
        self, targets: Sequence[Pose], guesses: ArrayLike, request: IkRequest
    ) -> list[IkResult]:
        """Many targets on all cores; see :meth:`~poise.cartesian.ChainSolver.inv_kin_batch`."""
        from poise.cartesian.kernels.search import solve_many

        count, n = len(targets), self._chain.size
        starts = self._units.rows_for_kernel("guesses", guesses, count)
        distance = self._most_distant(request.max_joint_distance)
        wanted = np.empty((count, self._whole.size))
        for row, target in enumerate(targets):
            wanted[row] = self._target(f"targets[{row}]", target, starts[row], request)
        q, reports = np.empty((count, n)), np.empty((count, _REPORT))
        arrays = (*self._arrays, wanted, starts, distance, q, reports)
        share_out(lambda *ends: solve_many(*arrays, *ends), count)
        return [
            self._result(wanted[row], starts[row], distance, q[row], reports[row])
            for row in range(count)
        ]

    def _most_distant(self, value: ArrayLike | None) -> Array:
        if value is None:
            return self._anywhere
        return joint_distances(value, self._units, self._chain.size)

    def _target(self, name: str, value: Pose, start: Array, request: IkRequest) -> Array:
        """The target as the kernels take it, (28,)."""
        if require_frame(request.frame) is ReferenceFrame.TCP:
            value = self._tcp(start) * pose_of(name, value)
        target = self._whole.copy()
        if isinstance(value, pin.SE3):
            self._set_pose(value.homogeneous, target)
        else:
            checked = vector(name, value, 6)
            target[9:12] = checked[:3]
            self._rotation_of_vector(checked, target)
        if request.parts is not WHOLE:
            parts = require_parts(request.parts)
            target[12:] = parts.numbers(target[:9].reshape(3, 3))
        return target

    def _tcp(self, q: Array) -> pin.SE3:
        from poise.cartesian.kernels.kinematics import pose_into

        pose = np.empty(12)
        pose_into(self._chain.links, q, pose)
        return pin.SE3(pose[:9].reshape(3, 3), pose[9:])

    def _result(
        self, target: Array, start: Array, distance: Array, q: Array, report: Array
    ) -> IkResult:
        ended, branch, steps, far, turned, returns = report.tolist()
        status = IkStatus.CONVERGED
        if ended != 0.0:
            status = self._failure(int(ended), target, start, distance, (q, returns))
        bounds = self._bounds
        if distance is not self._anywhere:
            bounds = self._caller_bounds(*neighbourhood(self._chain, start, distance))
        caller_q = self._units.outside(q)
        return IkResult(status, caller_q, (far, turned), (int(steps), int(branch)), bounds)

    def _failure(
        self, ended: int, target: Array, start: Array, distance: Array, best: tuple[Array, float]
    ) -> IkStatus:
        from poise.cartesian.kernels import search

        if ended == search.NOT_FINITE:
            self._units.inside("guess", self._units.outside(start))
            array_of_shape("target", target, target.shape)
        bounds = neighbourhood(self._chain, start, distance)
        require_room(self._chain, bounds)
        if ended == search.OUT_OF_REACH:
            return IkStatus.UNREACHABLE
        return self._judge(target, best[0], bounds, best[1])

    def _caller_bounds(self, lower: Array, upper: Array) -> JointBounds:
        outside = self._units.outside
        return JointBounds(self._chain.joint_names, outside(lower), outside(upper))

    def _judge(
        self, target: Array, q: Array, bounds: tuple[Array, Array], returns: float
    ) -> IkStatus:
        """Why the best found is no better."""
        from poise.cartesian.kernels.descent import slopes

        here = slopes(self._chain.links, target, self._settings[2], self._limits[2], q)
        return why_missed(here, q, bounds, least_error=returns > 0)
