"""Inverse kinematics of a tree: all TCPs together, from the guess and from ever new starts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pinocchio as pin

from poise.arrays import Array
from poise.cartesian.cores import share_out
from poise.cartesian.ik_options import IkOptions
from poise.cartesian.ik_result import IkResult, IkStatus, JointBounds
from poise.cartesian.ik_setup import limit_rows, setting_row
from poise.cartesian.ik_verdict import why_missed
from poise.cartesian.joint_units import JointUnits
from poise.cartesian.neighbourhood import neighbourhood, require_room
from poise.cartesian.poses import twelve_numbers
from poise.cartesian.target_parts import TargetParts
from poise.cartesian.tree import Tree

# How many starts targets get that a chain is too short for: the best effort only.
_EFFORT = 4
# After so often the same best error, to a thousandth, it is the least there is.
_RETURNS = 8


class TreeIk:
    """Inverse kinematics of a tree, in radians and metres.

    The search descends from the guess. Where that fails it starts again, in turns with the joints
    that move TCPs which are not yet reached, the others as in the best found so far, and with all
    joints.

    Args:
        tree: The tree.
        units: Of the caller's joint positions.
        options: Tolerances and effort.
        weights: How much the error of each TCP counts while not all are reached, (k,).
    """

    def __init__(self, tree: Tree, units: JointUnits, options: IkOptions, weights: Array) -> None:
        self._tree, self._units, self._options = tree, units, options
        chains = tree.chains
        self._links = np.concatenate([chain.links for chain in chains])
        self._ends = np.cumsum([0, *(len(chain.links) for chain in chains)])
        rows = np.stack([limit_rows(chain) for chain in chains])
        # A joint may slide far for one chain, and turn all round only if it may for all.
        self._limits = np.stack([*rows[0, :2], rows[:, 2].max(0), rows[:, 3].min(0), *rows[0, 4:]])
        self._settings = np.stack([setting_row(chain, options) for chain in chains])
        self._tolerances = self._settings[:, :2].max(axis=0)
        # One radian for all chains: a short one must not make turns cheap.
        turn = np.full(len(chains), self._settings[:, 2].max())
        roots = np.sqrt(weights[list(tree.owners)])
        self._weights = np.column_stack((roots, roots * turn))
        joints = range(tree.joints.size)
        self._moves = np.array([np.isin(joints, chain.links[:-1, 15]) for chain in chains])

    def solve(
        self,
        targets: Sequence[pin.SE3],
        guess: Array,
        parts: Sequence[TargetParts],
        distance: Array,
    ) -> IkResult:
        """Joint positions that bring all TCPs to their targets.

        Args:
            targets: One per TCP, in the base.
            guess: Where to start, (n,) [rad, m].
            parts: What of each target matters; one per TCP.
            distance: How far each joint may end from its guess, (n,) [rad, m].

        Raises:
            DefinitionError: The limits are further from the guess than that.
        """
        from poise.cartesian.kernels.tree_descent import stacked, within

        wanted = np.array([_numbers(targets[k], parts[k]) for k in self._tree.owners])
        ends = neighbourhood(self._tree.joints, guess, distance)
        require_room(self._tree.joints, ends)
        limits = self._limits_within(ends)
        far = self._out_of_reach(wanted)
        q, branch, steps, returns = self._search(wanted, guess, limits, _EFFORT if far else np.inf)
        q = _nearest_turns(q, guess, limits)
        problem = self._problem(wanted)
        columns, error, residuals = stacked(*problem, self._limits[2], q)
        if within(residuals, self._tolerances):
            status = IkStatus.CONVERGED
        elif far:
            status = IkStatus.UNREACHABLE
        else:
            status = why_missed((columns, error), q, ends, least_error=returns >= _RETURNS)
        lower, upper = (self._units.outside(end) for end in ends)
        bounds = JointBounds(self._tree.joints.joint_names, lower, upper)
        most = (float(residuals[:, 0].max()), float(residuals[:, 1].max()))
        return IkResult(status, self._units.outside(q), most, (steps, branch), bounds)

    def solve_batch(
        self,
        targets: Sequence[Sequence[pin.SE3]],
        guesses: Array,
        parts: Sequence[TargetParts],
        distance: Array,
    ) -> list[IkResult]:
        """Like :meth:`solve` for many targets and guesses, (m, n), on all cores."""
        found: dict[int, IkResult] = {}

        def solve(first: int, last: int) -> None:
            for row in range(first, last):
                found[row] = self.solve(targets[row], guesses[row], parts, distance)

        share_out(solve, len(targets))
        return [found[row] for row in range(len(targets))]

    def _problem(self, wanted: Array) -> tuple[Array, Array, Array, Array]:
        return self._links, self._ends, wanted, self._weights

    def _limits_within(self, ends: tuple[Array, Array]) -> Array:
        """The limits, and ranges of starts, where a joint may not leave its guess by much."""
        limits = self._limits.copy()
        limits[:2] = ends
        limits[4:] = np.where(np.isfinite(limits[:2]), limits[:2], limits[4:])
        return limits

    def _search(
        self, wanted: Array, guess: Array, limits: Array, most_starts: float
    ) -> tuple[Array, int, int, int]:
        """The best positions, the start that led there, all steps, returns to the best error."""
        from poise.cartesian.kernels.tree_descent import descend, fill_start, stacked, within

        bounds, units, problem = limits[:2], limits[2], self._problem(wanted)
        q = np.clip(guess, *bounds)
        best, branch, steps, returns, smallest = q, 0, 0, 0, np.inf
        missed = np.ones(len(wanted), dtype=np.bool_)
        for attempt in range(int(min(self._options.starts, most_starts))):
            if attempt > 0:
                q = np.empty(q.size)
                fill_start(limits, attempt, q)
                if attempt % 2 == 1:
                    q = np.where(self._moves[missed].any(axis=0), q, best)
                q = np.clip(q, *bounds)
            steps += descend(*problem, self._tolerances, bounds, units, q)
            _, error, residuals = stacked(*problem, units, q)
            size = float(error @ error)
            if within(residuals, self._tolerances):
                return q, attempt, steps, 0
            if size < 0.999 * smallest:
                best, smallest, branch, returns = q, size, attempt, 0
                missed = (residuals > self._tolerances).any(axis=1)
            elif size < 1.001 * smallest and attempt % 2 == 0:
                returns += 1  # what begins at the best found says little by coming back to it
            if returns >= _RETURNS:
                break
        return best, branch, steps, returns

    def _out_of_reach(self, wanted: Array) -> bool:
        """Whether a chain is too short, stretched out, for its target."""
        from poise.cartesian.kernels.error import whole_position

        gaps = np.linalg.norm(wanted[:, 9:12] - self._settings[:, 4:7], axis=1)
        farthest = self._settings[:, 7] * (1.0 + 1e-9) + self._tolerances[0]
        bound = np.array([whole_position(target) for target in wanted])
        return bool((bound & (gaps > farthest)).any())


def _numbers(target: pin.SE3, parts: TargetParts) -> Array:
    """A target as the kernels take it, (28,)."""
    return np.concatenate((twelve_numbers(target), parts.numbers(target.rotation)))


def _nearest_turns(q: Array, guess: Array, limits: Array) -> Array:
    """The same with joints that turn all round at the turn nearest to the guess."""
    turn, (lower, upper) = 2.0 * np.pi, limits[:2]
    low, high = np.ceil((lower - q) / turn), np.floor((upper - q) / turn)
    turns = np.clip(np.round((guess - q) / turn), np.minimum(low, 0.0), np.maximum(high, 0.0))
    moved: Array = np.where(limits[3] == 1.0, q + turns * turn, q)
    return moved
