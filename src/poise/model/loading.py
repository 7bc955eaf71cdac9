"""One function that loads a robot from whatever describes it."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pinocchio as pin
from numpy.typing import ArrayLike

from poise.errors import DefinitionError, ModelLoadError, ModelWarning, RobotNotFoundError
from poise.model.dh import DhTable
from poise.model.kinematics_file import read_kinematics_file
from poise.model.link_chain import model_of_chains
from poise.model.locking import lock_joints
from poise.model.planar_base import PlanarBase
from poise.model.presets import KINEMATICS_SUFFIX, load_preset, preset_names, preset_urdf_path
from poise.model.robot_model import RobotModel
from poise.model.source import MeshFile, ModelSource
from poise.model.urdf import model_from_urdf
from poise.model.xml import exists, parse_xml, read_xml_text


def load_robot(
    source: str | Path | pin.Model | DhTable,
    *,
    floating_base: bool | None = None,
    base: PlanarBase | None = None,
    locked_joints: Mapping[str, float] | None = None,
    gravity: ArrayLike | None = None,
    package_dirs: Sequence[str | Path] = (),
) -> RobotModel:
    """Load a robot.

    Args:
        source: The name of a known robot (``poise robots`` lists them), the path of a URDF or
            MJCF file, URDF or MJCF text, a ``pin.Model``, a :class:`DhTable`, or the path of a
            kinematics file (``.ini``, see :mod:`poise.model.kinematics_file`).
        floating_base: Whether the root link moves freely; known robots know, others default to a
            fixed base. An MJCF file says it itself by its free joint; here it can be overruled.
        base: A mobile base to put the robot on; a robot that would float else is then taken with
            a fixed base.
        locked_joints: Joints to hold fixed, with the position to hold them at [rad, m].
        gravity: In world axes, shape (3,) [m/s²]; when absent the file's own in MJCF and
            kinematics files, else (0, 0, −9.81).
        package_dirs: Folders searched for ``package://`` meshes.

    Raises:
        RobotNotFoundError: Neither a known robot nor a file.
        ModelLoadError: The file cannot be read; the message says where and why.
        JointNotFoundError: A locked joint does not exist.
        DefinitionError: An argument of the wrong type or value.
        DependencyError: The robot's description or MuJoCo is not installed.
    """
    if floating_base is not None and not isinstance(floating_base, bool):
        raise DefinitionError(f"floating_base must be True, False or None, got {floating_base!r}.")
    if base is not None:
        floating_base = _without_floating(floating_base, base)
    if isinstance(package_dirs, (str, Path)):
        raise DefinitionError(f"package_dirs must be a list of folders, got {package_dirs!r}.")
    if isinstance(source, pin.Model):
        if floating_base is not None and base is None:
            raise DefinitionError("floating_base must be absent: a pin.Model has its own base.")
        robot = RobotModel(source)
    elif isinstance(source, DhTable):
        chains = [source.chain()]
        model = model_of_chains(source.name, chains, floating_base=bool(floating_base))
        robot = RobotModel(model)
    else:
        robot = _load_description(source, floating_base, [Path(p) for p in package_dirs])
    if gravity is not None:
        robot = robot.with_gravity(gravity)
    if base is not None:
        robot = base.carrying(robot)
    return lock_joints(robot, locked_joints) if locked_joints else robot


def _without_floating(floating_base: bool | None, base: object) -> bool:
    """What floating_base must be on a mobile base: False.

    Raises:
        DefinitionError: It is True, or the base is none.
    """
    if not isinstance(base, PlanarBase):
        raise DefinitionError(f"base must be a PlanarBase or None, got {base!r}.")
    if floating_base:
        raise DefinitionError("floating_base must not be True for a robot on a mobile base.")
    return False


def _load_description(
    source: str | Path, floating_base: bool | None, package_dirs: Sequence[Path]
) -> RobotModel:
    if isinstance(source, str) and source in preset_names():
        preset = load_preset(source)
        path = preset_urdf_path(preset)
        free = preset.floating_base if floating_base is None else floating_base
        if path.suffix == KINEMATICS_SUFFIX:
            model = read_kinematics_file(path).model(floating_base=free)
            return RobotModel(model, preset=preset)
        loaded = _load_xml(read_xml_text(path), path, free, package_dirs)
        return RobotModel(loaded.model, loaded.source(path), preset)
    if isinstance(source, str) and source.lstrip("\ufeff \t\r\n").startswith("<"):
        loaded = _load_xml(source, None, floating_base, package_dirs)
        return RobotModel(loaded.model, loaded.source(None))
    path = _as_path(source)
    if not exists(path):
        known = ", ".join(preset_names())
        raise RobotNotFoundError(
            f"{str(source)[:200]!r} is neither a file nor a known robot. Known robots: {known}."
        )
    if path.suffix == KINEMATICS_SUFFIX:
        return RobotModel(read_kinematics_file(path).model(floating_base=bool(floating_base)))
    loaded = _load_xml(read_xml_text(path), path, floating_base, package_dirs)
    return RobotModel(loaded.model, loaded.source(path))


def _as_path(source: object) -> Path:
    if not isinstance(source, (str, Path)) or not source:
        raise DefinitionError(
            f"source must be a robot's name, a file, XML text or a pin.Model, got {source!r}."
        )
    return Path(source)


@dataclass(frozen=True, slots=True)
class _Loaded:
    model: pin.Model
    kind: str
    text: str
    meshes: tuple[MeshFile, ...] = ()

    def source(self, path: Path | None) -> ModelSource:
        kind = "mjcf" if self.kind == "mjcf" else "urdf"
        return ModelSource(kind, self.text, path, {}, self.meshes)  # type: ignore[arg-type]


def _load_xml(
    text: str, path: Path | None, floating_base: bool | None, package_dirs: Sequence[Path]
) -> _Loaded:
    origin = str(path) if path is not None else "the XML text"
    tag = parse_xml(text, origin).tag
    if tag == "robot":
        model, meshes = model_from_urdf(
            text, path, floating_base=bool(floating_base), package_dirs=package_dirs
        )
        return _Loaded(model, "urdf", text, meshes)
    if tag != "mujoco":
        raise ModelLoadError(
            f"{origin} is neither URDF nor MJCF: its root element is <{tag}>, "
            "not <robot> or <mujoco>."
        )
    from poise.model.mjcf import model_from_mjcf  # MuJoCo is an extra

    loaded = model_from_mjcf(path if path is not None else text, floating_base=floating_base)
    for sentence in loaded.ignored:
        warnings.warn(f"{origin}: {sentence}", ModelWarning, stacklevel=4)
    return _Loaded(loaded.pin_model, "mjcf", text)
