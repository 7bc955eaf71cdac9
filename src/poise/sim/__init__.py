"""Simulators: a robot on the ground, driven by commands and disturbed by pushes.

MuJoCo and Numba are loaded when a simulator that needs them is made, not on import.
"""

from typing import TYPE_CHECKING, Any

from poise.sim.push import Push as Push
from poise.sim.simulator import Simulator as Simulator
from poise.sim.soft_simulator import SoftContactSimulator as SoftContactSimulator

if TYPE_CHECKING:
    from poise.sim.mujoco_simulator import MujocoSimulator as MujocoSimulator

__all__ = ["MujocoSimulator", "Push", "Simulator", "SoftContactSimulator"]


def __getattr__(name: str) -> Any:
    """Load the MuJoCo bridge on first use."""
    if name != "MujocoSimulator":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from poise.errors import DependencyError

    try:
        import mujoco as _  # noqa: F401
    except ImportError as error:
        raise DependencyError(
            "MujocoSimulator needs MuJoCo; install it with: pip install 'poise[mujoco]'."
        ) from error
    from poise.sim.mujoco_simulator import MujocoSimulator

    return MujocoSimulator
