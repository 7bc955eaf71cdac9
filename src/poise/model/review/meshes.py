"""Mesh files that are missing, and paths that hold on one machine only."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath, PureWindowsPath

from poise.model.review.finding import Finding, FindingKind, Severity
from poise.model.robot_model import RobotModel
from poise.model.source import MeshFile

_BESIDE = "Kinematics and dynamics are complete without it. "


def review_meshes(robot: RobotModel) -> Iterator[Finding]:
    """Meshes of a URDF that are not found, or only on a machine that is set up like this one."""
    for mesh in robot.source.meshes:
        if mesh.path is None:
            yield _missing(robot, mesh)
        elif _is_absolute(mesh.uri):
            yield _absolute(mesh, Severity.WARNING)


def _missing(robot: RobotModel, mesh: MeshFile) -> Finding:
    if _is_absolute(mesh.uri):
        return _absolute(mesh, Severity.WARNING)
    scheme, separator, rest = mesh.uri.partition("://")
    if "\\" in mesh.uri:
        return _broken(mesh, "has backslashes", "Write the path with forward slashes.")
    if separator and scheme in ("package", "model") and rest.startswith("/"):
        return _broken(
            mesh, "names no package", "Name the package after package://, or use a relative path."
        )
    other = _other_spelling(robot, mesh)
    return Finding(
        FindingKind.MISSING_MESH,
        Severity.WARNING,
        mesh.uri,
        "is not found",
        _BESIDE
        + (
            f"Did you mean {other!r}? Upper and lower case count."
            if other
            else "For pictures, name the folder that holds its package in package_dirs or "
            "ROS_PACKAGE_PATH."
        ),
    )


def _absolute(mesh: MeshFile, severity: Severity) -> Finding:
    found = "is found on this machine only" if mesh.path else "is on another machine"
    return Finding(
        FindingKind.ABSOLUTE_MESH_PATH,
        severity,
        mesh.uri,
        f"is an absolute path, which {found}",
        "Write the path relative to the file, or as package://.",
    )


def _broken(mesh: MeshFile, message: str, suggestion: str) -> Finding:
    return Finding(
        FindingKind.BROKEN_MESH_PATH, Severity.WARNING, mesh.uri, message, _BESIDE + suggestion
    )


def _is_absolute(uri: str) -> bool:
    path = uri.removeprefix("file://")
    return PurePosixPath(path).is_absolute() or bool(PureWindowsPath(path).drive)


def _other_spelling(robot: RobotModel, mesh: MeshFile) -> str | None:
    """A file that differs in upper and lower case only, where a relative path looks for it."""
    if robot.source.path is None or "://" in mesh.uri:
        return None
    wanted = robot.source.path.resolve().parent / mesh.uri
    folder: Path = wanted.parent
    if not folder.is_dir():
        return None
    names = {item.name for item in folder.iterdir()}
    return next((name for name in sorted(names) if name.lower() == wanted.name.lower()), None)
