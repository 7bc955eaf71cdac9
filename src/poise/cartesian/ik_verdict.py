"""Why an inverse kinematics search found nothing better."""

from __future__ import annotations

import numpy as np

from poise.arrays import Array
from poise.cartesian.ik_result import IkStatus

# A slope this small, relative to error and Jacobian, is none.
_FLAT = 1e-3
# A Jacobian with singular values in this ratio has lost a direction.
_SINGULAR = 1e-3


def why_missed(
    slopes: tuple[Array, Array], q: Array, bounds: tuple[Array, Array], *, least_error: bool
) -> IkStatus:
    """Why the best joint positions found do not reach the target.

    Args:
        slopes: Transpose of the Jacobian, (n, m), and the error, (m,), weighted alike, at q.
        q: The best found, (n,).
        bounds: Where q may be, lower and upper, (n,) each.
        least_error: Whether the search came back to this error so often that it is the least.
    """
    columns, error = slopes
    size = max(float(np.linalg.norm(columns)) * float(np.linalg.norm(error)), 1e-300)
    slope = columns @ error / size
    outwards = ((q <= bounds[0]) & (slope < 0.0)) | ((q >= bounds[1]) & (slope > 0.0))
    if (np.abs(slope[~outwards]) > _FLAT).any():
        return IkStatus.BUDGET_USED_UP
    if (np.abs(slope[outwards]) > _FLAT).any():
        return IkStatus.AT_A_LIMIT
    if least_error or q.size == 0:
        return IkStatus.UNREACHABLE
    values = np.linalg.svd(columns, compute_uv=False)
    if values[-1] < _SINGULAR * values[0]:
        return IkStatus.SINGULAR
    return IkStatus.BUDGET_USED_UP
