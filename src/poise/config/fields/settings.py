"""Scene, constraints, simulator, noise, limits and outputs, as a file writes them."""

from __future__ import annotations

import math
from typing import Annotated, Literal

from pydantic import Field

from poise.config.model import ConfigModel
from poise.config.quantities import (
    NonNegativeJointSpeed,
    NonNegativeNumber,
    NonNegativeSpeed,
    PositiveAcceleration,
    PositiveAngle,
    PositiveError,
    PositiveLength,
)
from poise.experiment import Limits, StateNoise
from poise.experiment.scenes import SceneName
from poise.scenes import Penalties


class PenaltiesFields(ConfigModel):
    """Cost terms that are no tasks; all are in the cost exactly as written here."""

    acceleration: Annotated[NonNegativeNumber, Field(description="ε_a of ½ ε_a ‖q̈‖².")] = 1e-8
    contact_wrench: Annotated[NonNegativeNumber, Field(description="ε_f of ½ ε_f ‖f‖².")] = 1e-4
    acceleration_delta: Annotated[
        NonNegativeNumber, Field(description="w_a of w_a ‖q̈ − q̈_prev‖².")
    ] = 0.0
    contact_wrench_delta: Annotated[
        NonNegativeNumber, Field(description="w_f of w_f ‖f − f_prev‖².")
    ] = 0.0
    friction_cone_slack: Annotated[
        NonNegativeNumber, Field(description="w_s of w_s Σ s²; 0 keeps the cones hard.")
    ] = 0.0
    torque: Annotated[NonNegativeNumber, Field(description="ε_τ of ½ ε_τ ‖τ‖².")] = 0.0

    def build(self) -> Penalties:
        """The penalties."""
        return Penalties(**self.model_dump())


class SceneFields(ConfigModel):
    """The program that is solved at every tick."""

    type: Annotated[
        SceneName,
        Field(
            description="reduced_tsid: accelerations and contact forces, torques eliminated; "
            "tsid: torques too; acceleration: accelerations alone, without limits; velocity: "
            "velocities, for motors that follow them; hierarchical: reduced_tsid with strict "
            "priorities; hierarchical_velocity: velocity with strict priorities; cascade and "
            "cascade_velocity: acceleration and velocity, priorities by damped pseudo-inverses.",
        ),
    ] = "reduced_tsid"
    backend: Annotated[str, Field(description="QP backend.", min_length=1)] = "daqp"
    penalties: PenaltiesFields = PenaltiesFields()


class ConstraintsFields(ConfigModel):
    """What must hold besides equations of motion, torque limits and friction cones."""

    contact_damping: Annotated[NonNegativeNumber, Field(description="k_d of contacts, 1/s.")] = 20.0
    contact_stiffness: Annotated[NonNegativeNumber, Field(description="k_p of contacts, 1/s².")] = (
        0.0
    )
    friction_cone: Annotated[
        Literal["inner", "outer"], Field(description="Friction pyramid of points.")
    ] = "inner"
    acceleration_limit: Annotated[
        PositiveAcceleration | None, Field(description="Largest acceleration of each joint.")
    ] = None

    def limit(self) -> float:
        """The acceleration limit; none is infinite."""
        return math.inf if self.acceleration_limit is None else self.acceleration_limit


class SimulatorFields(ConfigModel):
    """What the robot runs in."""

    type: Annotated[
        Literal["mujoco", "soft"],
        Field(description="MuJoCo, or poise's own simulator with soft contacts."),
    ] = "mujoco"
    friction: Annotated[
        NonNegativeNumber | None,
        Field(description="Of the simulated ground; each contact's own when absent."),
    ] = None


class NoiseFields(ConfigModel):
    """White noise on the velocities that the controller sees; standard deviations."""

    joint_velocity: Annotated[NonNegativeJointSpeed, Field(description="Of each joint.")] = 0.05
    base_velocity: Annotated[NonNegativeSpeed, Field(description="Of the base, per axis.")] = 0.02
    seed: Annotated[int, Field(ge=0)] = 0

    def build(self) -> StateNoise:
        """The noise."""
        return StateNoise(self.joint_velocity, self.base_velocity)


NO_LIMITS: dict[str, float] = {}


class JudgeFields(ConfigModel):
    """Limits by which the run is judged."""

    tilt: Annotated[PositiveAngle, Field(description="Of the base at the end.")] = math.radians(3.0)
    slip: Annotated[PositiveLength, Field(description="Largest shift of a contact.")] = 0.010
    tracking: Annotated[
        dict[str, PositiveError],
        Field(
            description="Largest RMS error by task: of its position, else its angle, or its force.",
        ),
    ] = NO_LIMITS

    def build(self) -> Limits:
        """The limits."""
        return Limits(self.tilt, self.slip, self.tracking)


class OutputsFields(ConfigModel):
    """Files to write; existing ones are replaced."""

    report: Annotated[str | None, Field(description="HTML page with figures and plots.")] = None
    picture: Annotated[str | None, Field(description="PNG picture.")] = None
    log: Annotated[str | None, Field(description="CSV file with every tick.")] = None
