"""The robot, as a file writes it."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from pydantic import Field

from poise.config.files import Files
from poise.config.model import ConfigModel
from poise.config.quantities import (
    Acceleration3,
    JointPosition,
    NonNegativeAngularSpeed,
    NonNegativeSpeed,
    PositiveSpeed,
)
from poise.model import PlanarBase, RobotModel, load_robot
from poise.model.presets import preset_names


class MobileBaseFields(ConfigModel):
    """A base that drives on a plane, with its largest speeds in its own axes."""

    forward: Annotated[PositiveSpeed, Field(description="Along x.")]
    sideways: Annotated[NonNegativeSpeed, Field(description="Along y; 0 for two driven wheels.")]
    turning: Annotated[NonNegativeAngularSpeed, Field(description="About z.")]

    def build(self) -> PlanarBase:
        """The base."""
        return PlanarBase(self.forward, self.sideways, self.turning)


class RobotFields(ConfigModel):
    """A robot with more said about it than its name."""

    source: Annotated[
        str,
        Field(
            description="A name that 'poise robots' lists, or the path of a URDF or MJCF file.",
            min_length=1,
        ),
    ]
    floating_base: Annotated[
        bool | None,
        Field(description="Whether the base moves freely; known robots and MJCF files know."),
    ] = None
    mobile_base: Annotated[
        MobileBaseFields | None, Field(description="A base that drives on a plane, below it.")
    ] = None
    locked_joints: Annotated[
        dict[str, JointPosition],
        Field(description="Joints held fixed, with their positions.", default_factory=dict),
    ]
    gravity: Annotated[Acceleration3 | None, Field(description="World axes; 9.81 down.")] = None
    package_dirs: Annotated[
        tuple[str, ...], Field(strict=False, description="Folders searched for package:// meshes.")
    ] = ()

    def build(self, files: Files) -> RobotModel:
        """The robot meant."""
        # A word alone is a name, though perhaps a wrong one, unless there is a file of that name.
        is_path = any(sign in self.source for sign in "/\\.") or files.path(self.source).is_file()
        is_name = self.source in preset_names() or not is_path
        return load_robot(
            self.source if is_name else files.existing(self.source),
            floating_base=self.floating_base,
            base=None if self.mobile_base is None else self.mobile_base.build(),
            locked_joints=self.locked_joints,
            gravity=None if self.gravity is None else np.array(self.gravity),
            package_dirs=[files.path(folder) for folder in self.package_dirs],
        )
