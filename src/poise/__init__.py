"""Kinematics, dynamics, whole-body control and soft contact of robots.

The names below are loaded on first use, so ``import poise`` is quick.
"""

from __future__ import annotations

import importlib
import logging
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from poise.cartesian import (
        CartesianSolver,
        ChainSolver,
        IkResult,
        ReferenceFrame,
        TreeSolver,
    )
    from poise.constraints import ExternalWrench, Payload
    from poise.contact import (
        Box,
        CombinedTerrain,
        Contact,
        ContactLaw,
        HeightField,
        HuntCrossley,
        Plane,
        PointContact,
        RegularizedCoulomb,
        Slope,
        SoftContactModel,
        SoftplusSpring,
        SpringDamper,
        Steps,
        Stiction,
        SurfaceContact,
        ViscousFriction,
        preset_contacts,
        standing_state,
    )
    from poise.control import AccelerationLaw, MotorGains, PdLaw, PidLaw
    from poise.controller import Controller, ControlStep
    from poise.errors import PoiseError, PoiseWarning
    from poise.model import (
        JointCommand,
        RobotModel,
        RobotState,
        Snapshot,
        Workspace,
        load_robot,
    )
    from poise.scenes import (
        AccelerationScene,
        HierarchicalScene,
        Penalties,
        PreviousTick,
        ReducedTsidScene,
        TsidScene,
        VelocityScene,
    )
    from poise.sim import MujocoSimulator, Push, RigidContactSimulator, SoftContactSimulator
    from poise.tasks import (
        AngularMomentumTask,
        CapturePointTask,
        CenterOfMassTask,
        CenterOfPressureTask,
        ContactForceTask,
        ContactWrenchTask,
        FrameOrientationTask,
        FramePoseTask,
        FramePositionTask,
        JointDampingTask,
        LinearMomentumTask,
        LowAccelerationTask,
        PostureTask,
        Target,
        TorqueTask,
        WheelRollingTask,
    )

__version__ = "0.1.0"

_HOMES = {
    "poise.cartesian": (
        "CartesianSolver",
        "ChainSolver",
        "IkResult",
        "ReferenceFrame",
        "TreeSolver",
    ),
    "poise.constraints": ("ExternalWrench", "Payload"),
    "poise.contact": (
        "Box",
        "CombinedTerrain",
        "Contact",
        "ContactLaw",
        "HeightField",
        "HuntCrossley",
        "Plane",
        "PointContact",
        "RegularizedCoulomb",
        "Slope",
        "SoftContactModel",
        "SoftplusSpring",
        "SpringDamper",
        "Steps",
        "Stiction",
        "SurfaceContact",
        "ViscousFriction",
        "preset_contacts",
        "standing_state",
    ),
    "poise.control": ("AccelerationLaw", "MotorGains", "PdLaw", "PidLaw"),
    "poise.controller": ("ControlStep", "Controller"),
    "poise.errors": ("PoiseError", "PoiseWarning"),
    "poise.model": (
        "JointCommand",
        "RobotModel",
        "RobotState",
        "Snapshot",
        "Workspace",
        "load_robot",
    ),
    "poise.scenes": (
        "AccelerationScene",
        "HierarchicalScene",
        "Penalties",
        "PreviousTick",
        "ReducedTsidScene",
        "TsidScene",
        "VelocityScene",
    ),
    "poise.sim": ("MujocoSimulator", "Push", "RigidContactSimulator", "SoftContactSimulator"),
    "poise.tasks": (
        "AngularMomentumTask",
        "CapturePointTask",
        "CenterOfMassTask",
        "CenterOfPressureTask",
        "ContactForceTask",
        "ContactWrenchTask",
        "FrameOrientationTask",
        "FramePoseTask",
        "FramePositionTask",
        "JointDampingTask",
        "LinearMomentumTask",
        "LowAccelerationTask",
        "PostureTask",
        "Target",
        "TorqueTask",
        "WheelRollingTask",
    ),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "AccelerationLaw",
    "AccelerationScene",
    "AngularMomentumTask",
    "Box",
    "CapturePointTask",
    "CartesianSolver",
    "CenterOfMassTask",
    "CenterOfPressureTask",
    "ChainSolver",
    "CombinedTerrain",
    "Contact",
    "ContactForceTask",
    "ContactLaw",
    "ContactWrenchTask",
    "ControlStep",
    "Controller",
    "ExternalWrench",
    "FrameOrientationTask",
    "FramePoseTask",
    "FramePositionTask",
    "HeightField",
    "HierarchicalScene",
    "HuntCrossley",
    "IkResult",
    "JointCommand",
    "JointDampingTask",
    "LinearMomentumTask",
    "LowAccelerationTask",
    "MotorGains",
    "MujocoSimulator",
    "Payload",
    "PdLaw",
    "Penalties",
    "PidLaw",
    "Plane",
    "PointContact",
    "PoiseError",
    "PoiseWarning",
    "PostureTask",
    "PreviousTick",
    "Push",
    "ReducedTsidScene",
    "ReferenceFrame",
    "RegularizedCoulomb",
    "RigidContactSimulator",
    "RobotModel",
    "RobotState",
    "Slope",
    "Snapshot",
    "SoftContactModel",
    "SoftContactSimulator",
    "SoftplusSpring",
    "SpringDamper",
    "Steps",
    "Stiction",
    "SurfaceContact",
    "Target",
    "TorqueTask",
    "TreeSolver",
    "TsidScene",
    "VelocityScene",
    "ViscousFriction",
    "WheelRollingTask",
    "Workspace",
    "__version__",
    "load_robot",
    "preset_contacts",
    "standing_state",
]

logging.getLogger(__name__).addHandler(logging.NullHandler())


def __getattr__(name: str) -> Any:
    """Load a public name from the module it lives in."""
    if name not in _HOME:
        raise AttributeError(f"module 'poise' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    """The public names."""
    return __all__
