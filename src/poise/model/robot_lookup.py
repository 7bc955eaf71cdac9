"""The file that a robot's name or path means."""

from __future__ import annotations

from pathlib import Path

from poise.arrays import did_you_mean
from poise.errors import DependencyError, RobotNotFoundError
from poise.model.presets import load_preset, preset_names, preset_urdf_path
from poise.model.robot_files import robots_directory
from poise.model.xml import is_file


def robot_file(source: str) -> Path:
    """The file of a known robot, of an installed robot description, or the path itself.

    Args:
        source: A name that ``poise robots`` lists, a path, or the name of a file of the package
            example-robot-data without its ending, for example ``"tiago_dual"``; where several
            have that name, its path from the package's folder ``robots``.

    Raises:
        RobotNotFoundError: None of these, or several; the message lists what could be meant.
        DependencyError: A known robot whose description is not installed.
        ModelLoadError: A known robot whose file is missing from the descriptions.
    """
    if source in preset_names():
        return preset_urdf_path(load_preset(source))
    path = Path(source)
    if is_file(path):
        return path
    installed = installed_robot_files()
    found = [file for file in installed.values() if file.stem == source]
    if source in installed:
        return installed[source]
    if len(found) == 1:
        return found[0]
    if found:
        choices = ", ".join(name for name, file in installed.items() if file in found)
        raise RobotNotFoundError(f"{source!r} can mean {choices}.")
    names = {*preset_names(), *(file.stem for file in installed.values())}
    raise RobotNotFoundError(
        f"{source[:200]!r} is neither a file nor a known robot. {did_you_mean(source, names)}"
    )


def installed_robot_files() -> dict[str, Path]:
    """All URDFs of the package example-robot-data, by their path from its folder ``robots``.

    Empty where the package is not installed.
    """
    try:
        root = robots_directory()
    except DependencyError:
        return {}
    files = sorted(root.rglob("*.urdf"))
    return {file.relative_to(root).as_posix(): file for file in files}
