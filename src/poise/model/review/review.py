"""Reviewing a robot, or a robot file."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from poise.errors import MissingMeshWarning, ModelLoadError, ModelWarning
from poise.model.loading import load_robot
from poise.model.review.finding import Finding, FindingKind, Severity
from poise.model.review.inertias import review_inertias
from poise.model.review.joints import review_axes, review_followers, review_limits
from poise.model.review.meshes import review_meshes
from poise.model.review.names import review_names
from poise.model.robot_model import RobotModel

_RULES = (
    review_inertias,
    review_axes,
    review_followers,
    review_limits,
    review_names,
    review_meshes,
)
_ORDER = tuple(Severity)


@dataclass(frozen=True, slots=True)
class Review:
    """What a robot file is like.

    Attributes:
        robot: The robot, or None where the file cannot be loaded.
        findings: What is or looks wrong, faults first.
    """

    robot: RobotModel | None
    findings: tuple[Finding, ...]

    @property
    def faults(self) -> tuple[Finding, ...]:
        """The findings that are faults of the file."""
        return tuple(item for item in self.findings if item.severity is Severity.FAULT)


def review_robot(robot: RobotModel) -> tuple[Finding, ...]:
    """What is or looks wrong in a robot, faults first.

    Rules that need the file's own words (mesh paths, links fixed to each other, axes) apply to
    URDFs; those on moving bodies, limits and names to every robot.

    Args:
        robot: The robot. A URDF's root link is reviewed as a moving body only with a floating
            base.
    """
    return _sorted(chain.from_iterable(rule(robot) for rule in _RULES))


def review_file(path: Path) -> Review:
    """Load a URDF or MJCF file and review it; a file that cannot be loaded is a finding too.

    Args:
        path: The file. A URDF is loaded with a floating base, so that its root link counts.

    Raises:
        DependencyError: An MJCF file, and MuJoCo is not installed.
        RobotNotFoundError: There is no such file.
    """
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            robot = load_robot(path)
        except ModelLoadError as error:
            return Review(None, (_unreadable(path, error),))
    said = [_left_out(path, entry.message) for entry in caught if _is_about_reading(entry)]
    robot = _with_moving_root(robot, path)
    return Review(robot, _sorted([*review_robot(robot), *said]))


def _with_moving_root(robot: RobotModel, path: Path) -> RobotModel:
    """A URDF's root link counts as a body too, unless the file has a free joint already."""
    if robot.source.kind != "urdf" or robot.floating_base:
        return robot
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)  # said already
        return load_robot(path, floating_base=True)


def _is_about_reading(entry: warnings.WarningMessage) -> bool:
    """Missing meshes are left out here: they have a rule of their own."""
    return issubclass(entry.category, ModelWarning) and not issubclass(
        entry.category, MissingMeshWarning
    )


def _sorted(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda finding: _ORDER.index(finding.severity)))


def _unreadable(path: Path, error: ModelLoadError) -> Finding:
    return Finding(
        FindingKind.UNREADABLE,
        Severity.FAULT,
        "",
        _without_path(str(error), path),
        "Correct the file; nothing can be computed with it.",
    )


def _left_out(path: Path, sentence: Warning | str) -> Finding:
    return Finding(
        FindingKind.LEFT_OUT,
        Severity.NOTE,
        "",
        _without_path(str(sentence), path),
        "Nothing needs to be done, unless what you do depends on it.",
    )


def _without_path(sentence: str, path: Path) -> str:
    return sentence.removeprefix(str(path)).removeprefix(":").strip()
