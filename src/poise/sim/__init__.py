"""Simulators: a robot on the ground, driven by commands and disturbed by pushes.

MuJoCo and Numba are loaded when a simulator that needs them is made, not on import.
"""

import importlib
from typing import TYPE_CHECKING, Any

from poise.sim.push import Push as Push
from poise.sim.rigid_simulator import RigidContactSimulator as RigidContactSimulator
from poise.sim.simulator import Simulator as Simulator
from poise.sim.soft_simulator import SoftContactSimulator as SoftContactSimulator

if TYPE_CHECKING:
    from poise.sim.mujoco_bridge import check_file as check_file
    from poise.sim.mujoco_bridge import compare_with_mujoco as compare_with_mujoco
    from poise.sim.mujoco_layout import MujocoLayout as MujocoLayout
    from poise.sim.mujoco_simulator import MujocoSimulator as MujocoSimulator

_HOMES = {
    "MujocoLayout": "poise.sim.mujoco_layout",
    "MujocoSimulator": "poise.sim.mujoco_simulator",
    "check_file": "poise.sim.mujoco_bridge",
    "compare_with_mujoco": "poise.sim.mujoco_bridge",
}

__all__ = [
    "MujocoLayout",
    "MujocoSimulator",
    "Push",
    "RigidContactSimulator",
    "Simulator",
    "SoftContactSimulator",
    "check_file",
    "compare_with_mujoco",
]


def __getattr__(name: str) -> Any:
    """Load the MuJoCo bridge on first use."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from poise.errors import DependencyError

    try:
        import mujoco as _  # noqa: F401
    except ImportError as error:
        raise DependencyError(
            f"{name} needs MuJoCo; install it with: pip install 'poise[mujoco]'."
        ) from error
    return getattr(importlib.import_module(_HOMES[name]), name)
