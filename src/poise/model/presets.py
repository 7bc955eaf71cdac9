"""Robots known by name: where their URDF is, how they stand and what touches the ground.

A preset is a TOML file. Those of poise lie in the package's ``presets`` folder; anyone can write
their own and read it with :func:`load_preset_file`. The keys are the fields of :class:`Preset`;
``[stance]`` maps joint names to positions, and each ``[[contacts]]`` table has the fields of
:class:`PresetContact`.
"""

from __future__ import annotations

import importlib.resources
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any

from poise.arrays import did_you_mean, non_empty_name, number, vector
from poise.errors import DefinitionError, ModelLoadError, RobotNotFoundError
from poise.model.preset_gain import PresetGain, read_gains
from poise.model.robot_files import robots_directory

KINEMATICS_SUFFIX = ".ini"
"""Suffix of the kinematics files of kinematics-dynamics."""

MAXIMUM_FILE_SIZE = 2**20
"""Largest preset file read [bytes]; those of poise have about 1 KiB."""


@dataclass(frozen=True, slots=True)
class PresetContact:
    """A contact of a known robot with the ground.

    Attributes:
        type: "surface" (a rectangle) or "point".
        frame: The link it is fixed in.
        friction: Coefficient of friction, > 0.
        length: Full size along x of the contact [m]; 0 for a point.
        width: Full size along y of the contact [m]; 0 for a point.
        offset: Centre of the rectangle, or the point, in the link frame [m].
        rpy: Roll, pitch, yaw of the contact axes in the link frame [rad].
    """

    type: str
    frame: str
    friction: float
    length: float = 0.0
    width: float = 0.0
    offset: tuple[float, float, float] = (0.0, 0.0, 0.0)
    rpy: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        if self.type not in ("surface", "point"):
            raise DefinitionError(f"type must be 'surface' or 'point', got {self.type!r}.")
        non_empty_name("frame", self.frame)
        _set(self, "friction", number("friction", self.friction, above=0.0))
        for name in ("length", "width"):
            size = number(name, getattr(self, name), minimum=0.0)
            if (size > 0.0) != (self.type == "surface"):
                raise DefinitionError(
                    f"{name} must be > 0 for a surface and absent for a point, got {size:g}."
                )
            _set(self, name, size)
        for name in ("offset", "rpy"):
            _set(self, name, tuple(vector(name, getattr(self, name), 3).tolist()))


@dataclass(frozen=True, slots=True)
class Preset:
    """What poise knows about a robot besides its URDF.

    Attributes:
        name: The name to load it by: letters, digits, "_" and "-".
        title: The name to show.
        urdf: Path of the URDF, below ``example-robot-data/robots`` or below ``directory``; or of
            a kinematics file (``.ini``), below ``directory`` or beside poise's own presets.
        floating_base: Whether the base moves freely.
        base: The link that is pushed and whose tilt counts.
        joint_friction: "model" (damping and friction of the URDF act everywhere) or "off".
        hand: The frame that follows paths; None if the robot has no hand.
        push: Impulse of a push at the base that the robot survives [N·s]; None if not known.
        stance: Joint positions [rad, m] of a good posture by joint name; others are 0.
        contacts: What touches the ground in the stance.
        gains: Weight and law of each standing task, by task; poise's own where one is absent.
        directory: Folder of the preset file; None for those of poise.
    """

    name: str
    title: str
    urdf: str
    floating_base: bool
    base: str
    joint_friction: str = "model"
    hand: str | None = None
    push: float | None = None
    stance: Mapping[str, float] = field(default_factory=dict, hash=False)
    contacts: tuple[PresetContact, ...] = ()
    gains: Mapping[str, PresetGain] = field(default_factory=dict, hash=False)
    directory: Path | None = None

    def __post_init__(self) -> None:
        for name in ("name", "title", "urdf", "base"):
            non_empty_name(name, getattr(self, name))
        if not re.fullmatch(r"[A-Za-z0-9_-]+", self.name):
            raise DefinitionError(
                f"name must consist of letters, digits, '_' and '-', got {self.name!r}."
            )
        if not isinstance(self.floating_base, bool):
            raise DefinitionError(
                f"floating_base must be true or false, got {self.floating_base!r}."
            )
        if self.joint_friction not in ("model", "off"):
            raise DefinitionError(
                f"joint_friction must be 'model' or 'off', got {self.joint_friction!r}."
            )
        if self.hand is not None:
            non_empty_name("hand", self.hand)
        if self.push is not None:
            _set(self, "push", number("push", self.push, minimum=0.0))
        # A plain dict, as a read-only mapping cannot be pickled; it is this object's own copy.
        stance = {joint: number(f"stance.{joint}", v) for joint, v in self.stance.items()}
        _set(self, "stance", stance)
        _set(self, "contacts", tuple(self.contacts))
        _set(self, "gains", dict(self.gains))


def preset_names() -> tuple[str, ...]:
    """Names of the robots that poise knows, in alphabetical order."""
    files = _preset_folder().iterdir()
    return tuple(sorted(f.name.removesuffix(".toml") for f in files if f.name.endswith(".toml")))


def load_preset(name: str) -> Preset:
    """The preset of a robot that poise knows.

    Args:
        name: One of :func:`preset_names`.

    Raises:
        RobotNotFoundError: There is no such robot; the message lists close matches.
    """
    names = preset_names()
    if name not in names:
        raise RobotNotFoundError(f"There is no robot {name!r}. {did_you_mean(str(name), names)}")
    file = _preset_folder().joinpath(f"{name}.toml")
    preset = _parse(file.read_text(encoding="utf-8"), f"preset {name!r}", None)
    if preset.name != name:
        raise ModelLoadError(f"preset {name!r}: its name is {preset.name!r}.")
    return preset


def load_preset_file(path: str | Path) -> Preset:
    """A preset from a TOML file of one's own.

    Args:
        path: The file. Its ``urdf`` is looked for below the file's folder first.

    Raises:
        ModelLoadError: The file is missing or too large, not TOML, or a key is unknown, missing
            or has a value that it cannot have.
    """
    path = Path(path)
    try:
        size = path.stat().st_size
        if size > MAXIMUM_FILE_SIZE:
            raise ModelLoadError(f"{path}: {size} bytes are more than {MAXIMUM_FILE_SIZE}.")
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ModelLoadError(f"{path}: cannot be read: {error}.") from error
    return _parse(text, str(path), path.resolve().parent)


def preset_urdf_path(preset: Preset) -> Path:
    """Where the URDF or the kinematics file of a preset is on this machine.

    Raises:
        DependencyError: Robot descriptions are needed and not installed.
        ModelLoadError: They are installed, but this file is not among them.
    """
    if preset.directory is not None and (preset.directory / preset.urdf).is_file():
        return preset.directory / preset.urdf
    own = Path(str(_preset_folder().joinpath(preset.urdf)))
    if preset.urdf.endswith(KINEMATICS_SUFFIX) and own.is_file():
        return own
    path = robots_directory() / preset.urdf
    if not path.is_file():
        raise ModelLoadError(f"The URDF of {preset.name!r} is missing: there is no {path}.")
    return path


def _preset_folder() -> Any:
    return importlib.resources.files("poise").joinpath("presets")


def _set(target: object, name: str, value: object) -> None:
    """Store a checked value in a frozen dataclass that is being constructed."""
    object.__setattr__(target, name, value)


def _parse(text: str, label: str, directory: Path | None) -> Preset:
    try:
        table = tomllib.loads(text)
        _check_keys(table, Preset, "", exclude=("directory",))
        if not isinstance(table.get("stance", {}), dict):
            raise DefinitionError("stance must be a table of joint positions.")
        contacts = table.pop("contacts", [])
        if not isinstance(contacts, list) or not all(isinstance(c, dict) for c in contacts):
            raise DefinitionError("contacts must be an array of tables: [[contacts]].")
        for i, contact in enumerate(contacts):
            _check_keys(contact, PresetContact, f" in contacts[{i}]")
        made = tuple(_contact(i, contact) for i, contact in enumerate(contacts))
        gains = read_gains(table.pop("gains", {}))
        return Preset(**table, contacts=made, gains=gains, directory=directory)
    except (tomllib.TOMLDecodeError, DefinitionError) as error:
        raise ModelLoadError(f"{label}: {error}") from error


def _contact(index: int, table: dict[str, Any]) -> PresetContact:
    try:
        return PresetContact(**table)
    except DefinitionError as error:
        raise DefinitionError(f"contacts[{index}]: {error}") from error


def _check_keys(
    table: Mapping[str, Any], target: type, where: str, exclude: Iterable[str] = ()
) -> None:
    """Every key must be a field, and every field without default must be a key."""
    known = [item for item in fields(target) if item.name not in exclude]
    names = [item.name for item in known]
    for key in table:
        if key not in names:
            raise DefinitionError(f"unknown key {key!r}{where}. {did_you_mean(key, names)}")
    for item in known:
        optional = item.default is not MISSING or item.default_factory is not MISSING
        if not optional and item.name not in table:
            raise DefinitionError(f"key {item.name!r} is missing{where}.")
