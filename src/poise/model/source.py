"""Where a robot model came from, so that another program can read the same file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal


@dataclass(frozen=True, slots=True)
class MeshFile:
    """A mesh that a robot file names.

    Attributes:
        uri: The file name as written.
        path: The file found, or None where it is missing.
    """

    uri: str
    path: Path | None


@dataclass(frozen=True, slots=True)
class ModelSource:
    """The file a robot was built from.

    Attributes:
        kind: ``"urdf"``, ``"mjcf"`` or ``"pinocchio"`` (built from an existing ``pin.Model``).
        text: The XML text; empty for ``"pinocchio"``.
        path: The file, or None when the model came from a string.
        locked_joints: Joints held fixed, with the position they are held at [rad, m].
        meshes: The meshes that the file names.
    """

    kind: Literal["urdf", "mjcf", "pinocchio"]
    text: str = field(default="", repr=False)
    path: Path | None = None
    locked_joints: Mapping[str, float] = field(default_factory=dict)
    meshes: tuple[MeshFile, ...] = field(default=(), repr=False)
