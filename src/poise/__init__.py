"""Kinematics, dynamics, whole-body control and soft contact of robots.

The names below are loaded on first use, so ``import poise`` is quick.
"""

from __future__ import annotations

import importlib
import logging
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from poise.cartesian import CartesianSolver as CartesianSolver
    from poise.cartesian import ChainSolver as ChainSolver
    from poise.cartesian import IkResult as IkResult
    from poise.cartesian import ReferenceFrame as ReferenceFrame
    from poise.cartesian import TreeSolver as TreeSolver
    from poise.constraints import ExternalWrench as ExternalWrench
    from poise.constraints import Payload as Payload
    from poise.contact import Box as Box
    from poise.contact import CombinedTerrain as CombinedTerrain
    from poise.contact import Contact as Contact
    from poise.contact import ContactLaw as ContactLaw
    from poise.contact import HeightField as HeightField
    from poise.contact import HuntCrossley as HuntCrossley
    from poise.contact import Plane as Plane
    from poise.contact import PointContact as PointContact
    from poise.contact import RegularizedCoulomb as RegularizedCoulomb
    from poise.contact import Slope as Slope
    from poise.contact import SoftContactModel as SoftContactModel
    from poise.contact import SoftplusSpring as SoftplusSpring
    from poise.contact import SpringDamper as SpringDamper
    from poise.contact import Steps as Steps
    from poise.contact import Stiction as Stiction
    from poise.contact import SurfaceContact as SurfaceContact
    from poise.contact import ViscousFriction as ViscousFriction
    from poise.contact import preset_contacts as preset_contacts
    from poise.contact import standing_state as standing_state
    from poise.control import AccelerationLaw as AccelerationLaw
    from poise.control import MotorGains as MotorGains
    from poise.control import PdLaw as PdLaw
    from poise.control import PidLaw as PidLaw
    from poise.controller import Controller as Controller
    from poise.controller import ControlStep as ControlStep
    from poise.errors import PoiseError as PoiseError
    from poise.errors import PoiseWarning as PoiseWarning
    from poise.limits import JerkLimit as JerkLimit
    from poise.limits import JointLimits as JointLimits
    from poise.limits import PolygonLimit as PolygonLimit
    from poise.limits import PowerLimit as PowerLimit
    from poise.limits import TaskLimit as TaskLimit
    from poise.limits import TorqueRateLimit as TorqueRateLimit
    from poise.limits import TorqueSpeedLimit as TorqueSpeedLimit
    from poise.model import JointCommand as JointCommand
    from poise.model import PlanarBase as PlanarBase
    from poise.model import RobotModel as RobotModel
    from poise.model import RobotState as RobotState
    from poise.model import Snapshot as Snapshot
    from poise.model import Workspace as Workspace
    from poise.model import load_robot as load_robot
    from poise.scenes import AccelerationScene as AccelerationScene
    from poise.scenes import CascadeScene as CascadeScene
    from poise.scenes import HierarchicalScene as HierarchicalScene
    from poise.scenes import Penalties as Penalties
    from poise.scenes import PreviousTick as PreviousTick
    from poise.scenes import ReducedTsidScene as ReducedTsidScene
    from poise.scenes import TsidScene as TsidScene
    from poise.scenes import VelocityScene as VelocityScene
    from poise.sim import MujocoSimulator as MujocoSimulator
    from poise.sim import Push as Push
    from poise.sim import RigidContactSimulator as RigidContactSimulator
    from poise.sim import SoftContactSimulator as SoftContactSimulator
    from poise.tasks import AngularMomentumTask as AngularMomentumTask
    from poise.tasks import AxisAlignmentTask as AxisAlignmentTask
    from poise.tasks import CapturePointTask as CapturePointTask
    from poise.tasks import CenterOfMassTask as CenterOfMassTask
    from poise.tasks import CenterOfPressureTask as CenterOfPressureTask
    from poise.tasks import ContactForceTask as ContactForceTask
    from poise.tasks import ContactWrenchTask as ContactWrenchTask
    from poise.tasks import DistanceTask as DistanceTask
    from poise.tasks import FrameOrientationTask as FrameOrientationTask
    from poise.tasks import FramePoseTask as FramePoseTask
    from poise.tasks import FramePositionTask as FramePositionTask
    from poise.tasks import JointCouplingTask as JointCouplingTask
    from poise.tasks import JointDampingTask as JointDampingTask
    from poise.tasks import JointPositionTask as JointPositionTask
    from poise.tasks import LinearMomentumTask as LinearMomentumTask
    from poise.tasks import LookAtTask as LookAtTask
    from poise.tasks import LowAccelerationTask as LowAccelerationTask
    from poise.tasks import ManipulabilityTask as ManipulabilityTask
    from poise.tasks import PostureTask as PostureTask
    from poise.tasks import RelativePoseTask as RelativePoseTask
    from poise.tasks import Target as Target
    from poise.tasks import TorqueTask as TorqueTask
    from poise.tasks import WheelRollingTask as WheelRollingTask

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
    "poise.limits": (
        "JerkLimit",
        "JointLimits",
        "PolygonLimit",
        "PowerLimit",
        "TaskLimit",
        "TorqueRateLimit",
        "TorqueSpeedLimit",
    ),
    "poise.model": (
        "JointCommand",
        "PlanarBase",
        "RobotModel",
        "RobotState",
        "Snapshot",
        "Workspace",
        "load_robot",
    ),
    "poise.scenes": (
        "AccelerationScene",
        "CascadeScene",
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
        "AxisAlignmentTask",
        "CapturePointTask",
        "CenterOfMassTask",
        "CenterOfPressureTask",
        "ContactForceTask",
        "ContactWrenchTask",
        "DistanceTask",
        "FrameOrientationTask",
        "FramePoseTask",
        "FramePositionTask",
        "JointCouplingTask",
        "JointDampingTask",
        "JointPositionTask",
        "LinearMomentumTask",
        "LookAtTask",
        "LowAccelerationTask",
        "ManipulabilityTask",
        "PostureTask",
        "RelativePoseTask",
        "Target",
        "TorqueTask",
        "WheelRollingTask",
    ),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = list(_HOME)
__all__ += ["__version__"]

logging.getLogger(__name__).addHandler(logging.NullHandler())


def __getattr__(name: str) -> Any:
    """Load a public name from the module it lives in."""
    if name not in _HOME:
        raise AttributeError(f"module 'poise' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    """The public names."""
    return __all__
