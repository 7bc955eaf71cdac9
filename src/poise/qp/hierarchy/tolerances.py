"""The numbers a strict hierarchy works with, each with its reason."""

from __future__ import annotations

RANK = 1e-9
"""A row counts as a combination of others when the part of it outside their span is at most this
share of the row. Rows are divided by their norms before, so neither units nor weights decide about
rank. Rounding reaches 1e-13 where a higher level has singular values of 1e-3 relative; the middle
between that and 1e-3 is kept a little low, because a direction that is left out by mistake may be
moved by lower levels."""

NEGLIGIBLE_ROW = 1e-12
"""A row this small beside the largest of its level is zero: no number in it means anything."""

TOUCHING = 1e-10
"""A limit may be passed by this much, relative to 1 + |limit|, and not count as violated."""

MULTIPLIER = 2e-14
"""Rounding of a multiplier relative to the weighted numbers it is the difference of."""

DISTURBANCE = 1e-8
"""What lower levels may change in the residuals of higher ones, relative to the numbers in a row:
max(1, |b|, ‖row‖ ‖x‖)."""

HARD = 1e-8
"""How far a hard row may be off, relative to the same numbers."""

STATIONARY = 1e-9
"""Gradient of a level's cost along its free directions, relative to the terms it is made of."""

PROXIMAL = 1e-8
"""Curvature, relative to the level's largest, that a backend is given in the directions in which
the level is indifferent. It only helps to guess the working set."""

MAX_CORRECTIONS = 12
"""Working sets tried by changing all contradicting rows at once, before one at a time."""

MAX_STEPS_PER_ROW = 10
"""Steps of the descent for each variable and row of a level; it takes about one for each row whose
state differs from the start."""
