"""Everything that a configuration file may say."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from poise.config.fields.contacts import ContactFields
from poise.config.fields.events import EventFields
from poise.config.fields.robot import RobotFields
from poise.config.fields.settings import (
    ConstraintsFields,
    JudgeFields,
    NoiseFields,
    OutputsFields,
    SceneFields,
    SimulatorFields,
)
from poise.config.fields.tasks import AnyTask
from poise.config.model import ConfigModel, OrText
from poise.config.quantities import JointPosition, PositiveTime


class ExperimentFields(ConfigModel):
    """A robot, what it shall do, and where and how it is run and judged."""

    robot: Annotated[
        RobotFields,
        OrText("source"),
        Field(description="A name that 'poise robots' lists, or the path of a URDF or MJCF file."),
    ]
    stance: Annotated[
        dict[str, JointPosition] | None,
        Field(description="Joint positions at the start; joints left out as in the preset or 0."),
    ] = None
    contacts: Annotated[
        dict[str, ContactFields] | None,
        Field(description="With the ground, by name; the preset's when absent."),
    ] = None
    tasks: Annotated[
        dict[str, AnyTask], Field(description="What it shall do, by name.", min_length=1)
    ]
    constraints: ConstraintsFields = ConstraintsFields()
    scene: SceneFields = SceneFields()
    events: Annotated[
        tuple[EventFields, ...], Field(strict=False, description="What happens to it.")
    ] = ()
    simulator: Annotated[SimulatorFields, OrText("type")] = SimulatorFields()
    noise: Annotated[NoiseFields | None, Field(description="None when absent.")] = None
    duration: PositiveTime = 10.0
    dt: Annotated[PositiveTime, Field(description="Time between ticks.")] = 1e-3
    judge: JudgeFields = JudgeFields()
    outputs: OutputsFields = OutputsFields()
