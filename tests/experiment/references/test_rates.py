"""What every reference must do: rates that are derivatives, a start at rest, no jump."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest

from experiment.references.situations import PLACE, ROBOT, TASKS, TURN, change, follow, rates
from poise.experiment.references import (
    Circle,
    Figure,
    Hold,
    JointSinusoid,
    Line,
    Recorded,
    SetPoint,
    SetPoints,
    Sinusoid,
    Sway,
)
from poise.spatial import quat_xyzw_from_rotation, rotation_from_axis_angle

AXIS = np.array([0.6, -0.5, 0.9])
SHIFT = np.array([0.05, 0.03, -0.04])
OTHER = pin.SE3(rotation_from_axis_angle(np.array([-0.9, 0.3, 0.2])), PLACE + SHIFT)
TIMES = np.array([0.4, 0.9, 1.3, 2.1, 2.6])
POSITIONS = PLACE + 0.1 * np.random.default_rng(3).normal(size=(5, 3))
TURNS = [rotation_from_axis_angle(a) for a in np.random.default_rng(4).normal(size=(5, 3))]
QUATERNIONS = np.array([quat_xyzw_from_rotation(turn) for turn in TURNS])


def columns(names: str, samples: np.ndarray) -> dict[str, np.ndarray]:
    return dict(zip(names.split(), samples.T, strict=True))


XYZ = columns("x y z", POSITIONS)
XYZW = columns("qx qy qz qw", QUATERNIONS)
ANGLES = columns("bend slide", 0.1 * np.random.default_rng(5).normal(size=(5, 2)))


def ways(*values) -> SetPoints:
    """There in 0.8 s, a rest, and on in 1 s."""
    return SetPoints((SetPoint(0.3, values[0], 0.8), SetPoint(1.4, values[1], 1.0)))


# Reference, kinds of task it is for, and when it changes from one formula to another.
CASES = {
    "line": (Line(SHIFT, 1.2, 0.4), "pose position com", (0.4, 1.6)),
    "line to and fro": (Line(SHIFT, 1.2, 0.4, back=True), "pose position", (0.4, 1.6, 2.8, 4.0)),
    "circle": (Circle(0.1, 3.0, AXIS, SHIFT, 0.4, 1.3), "pose position com", (0.4, 1.7)),
    "sinusoid": (Sinusoid(SHIFT, 1.5, 0.4, 1.3), "pose position com", (0.4, 1.7)),
    "figure": (Figure(SHIFT, 3.0, 0.4, 1.3), "pose position com", (0.4, 1.7)),
    "sway": (Sway(0.7, AXIS, 1.5, 0.4, 1.3), "pose orientation", (0.4, 1.7)),
    "joint sinusoid": (JointSinusoid({"bend": 0.2}, 1.5, 0.4, 1.3), "posture", (0.4, 1.7)),
    "poses": (ways(OTHER, pin.SE3(TURN, PLACE)), "pose", (0.3, 1.1, 1.4, 2.4)),
    "positions": (ways(PLACE + SHIFT, PLACE - SHIFT), "pose position com", (0.3, 1.1, 1.4, 2.4)),
    "rotations": (ways(OTHER.rotation, TURN), "pose orientation", (0.3, 1.1, 1.4, 2.4)),
    "joints": (ways({"bend": 0.4}, {"spin": 1, "bend": 0}), "posture", (0.3, 1.1, 1.4, 2.4)),
    "recorded positions": (Recorded(TIMES, XYZ), "pose position com", TIMES[1:-1]),
    "recorded turns": (Recorded(TIMES, XYZW), "pose orientation", TIMES[1:-1]),
    "recorded poses": (Recorded(TIMES, XYZ | XYZW), "pose", TIMES[1:-1]),
    "recorded joints": (Recorded(TIMES, ANGLES), "posture", TIMES[1:-1]),
    "relative poses": (Recorded(TIMES, XYZ | XYZW, relative=True), "pose", TIMES[1:-1]),
    "relative joints": (Recorded(TIMES, ANGLES, relative=True), "posture", TIMES[1:-1]),
}
ALL = pytest.mark.parametrize(
    ("name", "kind"),
    [(name, kind) for name, (_, kinds, _) in CASES.items() for kind in kinds.split()],
)


@ALL
def test_rates_are_the_derivatives(name, kind):
    target = follow(CASES[name][0], kind)
    h = 1e-5
    for time in np.arange(0.037, 6.0, 0.217):  # never within h of a change of formula
        before, here, after = (target(t) for t in (time - h, time, time + h))
        velocity, acceleration = rates(here)
        # Central differences: h²/6 times a third or fourth derivative below 1e4, and rounding.
        moved = change(after.value, before.value) / (2.0 * h)
        np.testing.assert_allclose(moved, velocity, atol=1e-6)
        sped_up = (rates(after)[0] - rates(before)[0]) / (2.0 * h)
        np.testing.assert_allclose(sped_up, acceleration, atol=1e-6)


@ALL
def test_is_twice_differentiable_where_its_formula_changes(name, kind):
    reference, _, joins = CASES[name]
    target = follow(reference, kind)
    for time in joins:
        left, right = target(time - 1e-9), target(time + 1e-9)
        # 2e-9 s at a jerk below 1e3 m/s³.
        np.testing.assert_allclose(change(right.value, left.value), 0.0, atol=1e-8)
        for a, b in zip(rates(left), rates(right), strict=True):
            np.testing.assert_allclose(a, b, atol=2e-6)


@ALL
def test_begins_at_rest(name, kind):
    """Where the task is, unless a recording says in absolute numbers where it shall be."""
    reference = CASES[name][0]
    _, start = TASKS[kind]
    first = follow(reference, kind)(0.0)
    assert not np.any(rates(first))
    if not isinstance(reference, Recorded) or reference.relative:
        np.testing.assert_allclose(change(first.value, start.value), 0.0, atol=1e-12)


@ALL
def test_moves_and_fits_its_task(name, kind):
    reference = CASES[name][0]
    task, start = TASKS[kind]
    target = follow(reference, kind)
    assert reference.moves
    assert np.abs(change(target(1.2).value, start.value)).max() > 1e-3
    for time in (0.0, 0.7, 2.0, 9.0):
        task.checked_target(ROBOT, target(time))


@pytest.mark.parametrize("kind", TASKS)
def test_to_hold_is_to_stay(kind):
    _, start = TASKS[kind]
    target = follow(Hold(), kind)
    assert target(0.0) is start
    assert target(7.0) is start
    assert not Hold().moves


@pytest.mark.parametrize("name", ["line", "circle", "sinusoid", "figure", "positions"])
def test_a_shift_leaves_the_orientation(name):
    target = follow(CASES[name][0], "pose")
    for time in (0.8, 2.3):
        np.testing.assert_allclose(target(time).value.rotation, TURN, atol=1e-15)
        # Set-points turn by what rounding makes of two equal orientations.
        assert np.abs(rates(target(time))[0][3:]).max() < 1e-14
