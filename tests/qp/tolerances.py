"""What the tests of ``poise.qp`` hold numbers to, and why."""

from __future__ import annotations

# The README of the oracles: their points are polished in 80-bit arithmetic.
ORACLE_ACCELERATION = 1e-6
ORACLE_FORCE = 1e-5  # torques and wrenches, where the regulariser is 1e-4

# With the regulariser 1e-8 forces are decided by 1e-8 ‖f‖² alone; the cost is what is comparable.
ORACLE_OBJECTIVE = 1e-9  # relative

# Numbers of reference data printed with this many decimals.
EIGHT_DECIMALS = 5e-9

# Two exact answers to one strictly convex program of condition ≤ 1e6 differ by rounding only.
AGREEMENT = 1e-8

# A solution that the test constructed, condition ≤ 1e4: rounding, with room for bad luck.
CONSTRUCTED = 1e-9

# The same computation twice.
SAME = 0.0

# What the rounding of a double leaves of sums of ten numbers of size one.
ROUNDING = 1e-12
