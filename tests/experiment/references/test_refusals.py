"""References that do not fit their task, and parameters that cannot be."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest

from experiment.references.situations import PLACE, follow
from poise.errors import DefinitionError, JointNotFoundError
from poise.experiment.references import (
    Circle,
    Figure,
    JointSinusoid,
    Line,
    SetPoint,
    SetPoints,
    Sinusoid,
    Sway,
)

SHIFT = np.array([0.05, -0.02, 0.03])


def to(value, **options) -> SetPoints:
    return SetPoints((SetPoint(0.0, value),), **options)


@pytest.mark.parametrize(
    ("reference", "kind", "words"),
    [
        (Circle(0.1), "orientation", "task 'head' has no position.* cannot follow a circle"),
        (Line(SHIFT), "posture", "task 'posture' has no position.* cannot follow a line"),
        (Figure(SHIFT), "posture", "cannot follow a figure"),
        (Sinusoid(SHIFT), "orientation", "cannot follow a sinusoid"),
        (Sway(0.1, SHIFT), "position", "task 'tip' has no orientation to sway"),
        (Sway(0.1, SHIFT), "posture", "has no orientation to sway"),
        (JointSinusoid({"bend": 1.0}), "pose", "needs a posture task"),
        (to({"bend": 1.0}), "pose", "task 'hand' moves no joints"),
        (to({"bend": np.nan}), "posture", "bend"),
        (to([1.0, 2.0]), "position", r"target of task 'tip' must have shape \(3,\)"),
        (to([1.0, 2.0]), "posture", "joint"),
        (to([1.0, 2.0], relative=True), "position", r"must have shape \(3,\)"),
        (to([1.0, 2.0]), "pose", "target of task 'hand' must hold a pin.SE3"),
        (to(np.ones((3, 3))), "pose", "target rotation of task 'hand'"),
        (to(np.ones((3, 3))), "orientation", "target of task 'head'"),
        (to(pin.SE3.Identity()), "position", "must be a position"),
        (to(pin.SE3.Identity()), "posture", "got a pose"),
    ],
)
def test_what_does_not_fit_the_task_is_refused(reference, kind, words):
    with pytest.raises(DefinitionError, match=words):
        follow(reference, kind)


@pytest.mark.parametrize("reference", [JointSinusoid({"bnd": 1.0}), to({"bnd": 1.0})])
def test_unknown_joints_are_answered_with_close_matches(reference):
    with pytest.raises(JointNotFoundError, match="Did you mean 'bend'"):
        follow(reference, "posture")


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Circle(0.0), "radius must be > 0"),
        (lambda: Circle(0.1, period=0.0), "period must be > 0"),
        (lambda: Circle(0.1, fade=0.0), "fade must be > 0"),
        (lambda: Circle(0.1, start=-1.0), "start must be ≥ 0"),
        (lambda: Circle(0.1, normal=np.zeros(3)), "normal must not be zero"),
        (lambda: Circle(0.1, towards=np.zeros(3)), "towards must not be zero"),
        (lambda: Circle(0.1, towards=np.array([-2.0, 0, 0])), "towards must not be along"),
        (lambda: Line(np.zeros(3)), "by must not be zero: nothing would move"),
        (lambda: Line(SHIFT, duration=0.0), "duration must be > 0"),
        (lambda: Line([1.0, 2.0]), r"by must have shape \(3,\)"),
        (lambda: Figure(np.zeros(2)), r"amplitude must have shape \(3,\)"),
        (lambda: Figure(np.zeros(3)), "amplitude must not be zero"),
        (lambda: Figure(SHIFT, period=0.0), "period must be > 0"),
        (lambda: Figure(SHIFT, fade=-1.0), "fade must be > 0"),
        (lambda: Sway(0.0, SHIFT), "angle must not be 0"),
        (lambda: Sway(0.1, np.zeros(3)), "axis must not be zero"),
        (lambda: Sinusoid([1.0, np.nan, 0.0]), "amplitude must be finite"),
        (lambda: Sinusoid(np.zeros(3)), "amplitude must not be zero"),
        (lambda: JointSinusoid({"bend": np.inf}), "amplitude of joint 'bend' must be a finite"),
        (lambda: JointSinusoid({"bend": 0.0}), "amplitude must have a joint that moves"),
        (lambda: JointSinusoid({}), "amplitude must have a joint that moves"),
        (lambda: SetPoints(()), "at least one set-point"),
        (lambda: SetPoints((PLACE,)), r"points\[0\] must be a SetPoint"),
        (lambda: SetPoint(-1.0, SHIFT), "time of a set-point must be ≥ 0"),
        (lambda: SetPoint(0.0, SHIFT, -1.0), "duration of a set-point must be ≥ 0"),
        (lambda: SetPoint(0.0, "up"), "value of a set-point must be a pose, numbers.*'up'"),
        (lambda: SetPoint(0.0, [1.0, [2.0]]), "value of a set-point must be"),
        (
            lambda: SetPoints((SetPoint(1.0, SHIFT, 2.0), SetPoint(2.0, SHIFT))),
            "ends at 3 s, but the next begins at 2 s",
        ),
    ],
)
def test_wrong_parameters_are_named(make, words):
    with pytest.raises(DefinitionError, match=words):
        make()
