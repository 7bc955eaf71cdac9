"""From URDF text to a Pinocchio model."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path

import pinocchio as pin

from poise.errors import MissingMeshWarning, ModelLoadError, ModelWarning
from poise.model.meshes import find_meshes
from poise.model.source import MeshFile
from poise.model.urdf_checks import check_urdf
from poise.model.xml import parse_xml


def model_from_urdf(
    text: str, path: Path | None, *, floating_base: bool, package_dirs: Sequence[Path]
) -> tuple[pin.Model, tuple[MeshFile, ...]]:
    """Build a model from URDF text.

    Missing meshes are a warning: kinematics and dynamics do not need them.

    Args:
        text: The URDF.
        path: Its file, for messages and relative meshes; None for text without a file.
        floating_base: Whether the root link moves freely.
        package_dirs: Folders searched for ``package://`` meshes.

    Raises:
        ModelLoadError: Not a URDF, or one that describes no tree.
    """
    origin = str(path) if path is not None else "the URDF text"
    root = parse_xml(text, origin)
    if root.tag != "robot":
        raise ModelLoadError(f"{origin} is no URDF: its root element is <{root.tag}>, not <robot>.")
    check_urdf(root, origin)
    meshes = find_meshes(root, path, package_dirs)
    missing = [mesh.uri for mesh in meshes if mesh.path is None]
    if missing:
        warnings.warn(
            f"{origin}: {len(missing)} of {len(meshes)} meshes are missing, the first is "
            f"{missing[0]!r}. Kinematics and dynamics are complete; pictures will lack them. "
            "package_dirs names further folders to look in.",
            MissingMeshWarning,
            stacklevel=3,
        )
    return build_model(
        text, origin, floating_base, has_mimic=root.find("joint/mimic") is not None
    ), meshes


def build_model(text: str, origin: str, floating_base: bool, has_mimic: bool) -> pin.Model:
    """Let Pinocchio read a URDF; mimic joints that it refuses become joints of their own."""
    arguments = (text, pin.JointModelFreeFlyer()) if floating_base else (text,)
    try:
        return pin.buildModelFromXML(*arguments, has_mimic)
    except ValueError as error:
        if not has_mimic:
            raise ModelLoadError(f"{origin} is not a valid URDF: {error}") from error
        reason = _first_sentence(str(error))
    try:
        model = pin.buildModelFromXML(*arguments)
    except ValueError as error:
        raise ModelLoadError(f"{origin} is not a valid URDF: {error}") from error
    warnings.warn(
        f"{origin}: its mimic joints are loaded as independent joints ({reason}).",
        ModelWarning,
        stacklevel=4,
    )
    return model


def _first_sentence(message: str) -> str:
    """What Pinocchio says, without the names of its C++ functions."""
    text = message.partition("message:\n")[2] or message
    return text.strip().splitlines()[0].rstrip(".") if text.strip() else "no reason given"
